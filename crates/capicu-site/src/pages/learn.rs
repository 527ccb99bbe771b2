//! The lessons of the games, and the bots to play against afterwards.

use axum::response::Response;
use capicu::Game;
use capicu_i18n::Texts;
use capicu_protocol::Level;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::boards::Boards;
use super::extract::Ask;
use crate::avatar::Face;
use crate::file_game;
use crate::rulebook::POSE;

/// The game to learn.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Of {
    game: String,
}

/// `GET /learn?game=ID`: the page for learners of a game.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let files = file_game::shipped(ask.lang);
    let Of { game: asked } = ask.form();
    let known = |id: &str| Game::by_id(id).is_some() || files.iter().any(|file| file.id == id);
    let chosen = if known(&asked) {
        &asked
    } else {
        Game::ALL[0].id
    };
    let body = html! {
        main.front #content data-testid="learn-page" {
            h1 { (texts.learn_title()) }
            p { (texts.learn_help()) }
            (PreEscaped(&Boards::all().sheet))
            ul.games { @for game in Game::ALL { (card(texts, game.id)) } }
            p { a href=(POSE) data-testid="to-pose" { (texts.pose_start()) } }
            details {
                summary { (texts.learn_files()) }
                ul.list { @for file in &files { (lesson(texts, &file.id, &file.name, &file.line)) } }
            }
            h2 #bots { (texts.learn_bots()) }
            p { (texts.learn_bots_help()) }
            form method="post" action="/play" {
                label for="game" { (texts.learn_bots_game()) }
                select #game name="game" data-testid="bots-game" {
                    @for game in Game::ALL {
                        option value=(game.id) selected[game.id == chosen] {
                            (texts.game_name(game.id).unwrap_or_default())
                        }
                    }
                    @for file in &files {
                        option value=(file.id) selected[file.id == chosen] { (file.name) }
                    }
                }
                ol.list { @for level in Level::ALL { (bot(texts, *level)) } }
            }
        }
    };
    ask.page(&texts.learn_title(), "/learn", &body)
}

/// The address of the lesson of a game.
pub fn address(game: &str) -> String {
    format!("/practice#learn={game}")
}

/// A lesson with the board of its game.
fn card(texts: Texts, id: &str) -> Markup {
    let name = texts.game_name(id).unwrap_or_default();
    html! {
        li {
            a href=(address(id)) data-testid={ "learn-" (id) } {
                @if let Some(board) = Boards::all().of(id) { (PreEscaped(board)) }
                h2 data-game=(id) { (name) }
                p { (texts.game_line(id).unwrap_or_default()) }
            }
        }
    }
}

fn lesson(texts: Texts, id: &str, name: &str, line: &str) -> Markup {
    html! {
        li {
            p { b data-game=(id) { (name) } br; small { (line) } }
            a.do.second href=(address(id)) aria-label=(texts.learn_game(name))
                data-testid={ "learn-" (id) } { (texts.learn()) }
        }
    }
}

fn bot(texts: Texts, level: Level) -> Markup {
    let (name, manner) = called(texts, level);
    html! {
        li {
            (Face::Bot(&name).draw(44))
            p { b { (level.number()) " · " (name) } br; small { (manner) } }
            button.second name="level" value=(level.name()) aria-label=(texts.learn_bot_play(&name))
                data-testid={ "bot-" (level.name()) } { (texts.home_play()) }
        }
    }
}

/// The name of a bot level, and how its bots play.
fn called(texts: Texts, level: Level) -> (String, String) {
    match level {
        Level::Heaviest => (texts.bot_heaviest(), texts.bot_heaviest_manner()),
        Level::OwnHand => (texts.bot_own_hand(), texts.bot_own_hand_manner()),
        Level::Table => (texts.bot_table(), texts.bot_table_manner()),
        Level::Passes => (texts.bot_passes(), texts.bot_passes_manner()),
        Level::Club => (texts.bot_club(), texts.bot_club_manner()),
        Level::Imagines => (texts.bot_imagines(), texts.bot_imagines_manner()),
        Level::Concludes => (texts.bot_concludes(), texts.bot_concludes_manner()),
        Level::Match => (texts.bot_match(), texts.bot_match_manner()),
    }
}
