//! The lessons of the games, and the way to the bots to play against afterwards.

use axum::response::Response;
use capicu::Game;
use capicu_i18n::Texts;
use maud::{Markup, PreEscaped, html};

use super::boards::Boards;
use super::extract::Ask;
use super::ladder;
use crate::file_game;
use crate::rulebook::POSE;

/// `GET /learn`: the lessons of all games.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let files = file_game::shipped(ask.lang);
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
            h2 #strategy { (texts.strategies()) }
            p { (texts.strategies_help()) }
            ol.list { @for (name, title) in texts.strategy_lessons() { (strategy(texts, name, &title)) } }
            h2 #bots { (texts.learn_bots()) }
            (ladder::door(texts))
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

/// A lesson of strategy.
fn strategy(texts: Texts, name: &str, title: &str) -> Markup {
    html! {
        li {
            p { b { (title) } }
            a.do.second href=(address(&format!("strategy-{name}"))) aria-label=(texts.strategy_open(title))
                data-testid={ "learn-strategy-" (name) } { (texts.learn()) }
        }
    }
}
