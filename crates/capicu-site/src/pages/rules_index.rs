//! The rules of all games: a card for each, and what all games share.

use axum::response::Response;
use capicu::Game;
use capicu_i18n::Texts;
use maud::{Markup, PreEscaped, html};

use super::boards::Boards;
use super::extract::Ask;
use super::{learn, preview};
use crate::rulebook;

/// The path of this page.
const PATH: &str = "/rules";

/// The pages for all games.
const SHARED: [&str; 2] = ["general", "good-play"];

/// The page, with a description for search engines.
pub fn show(ask: &Ask) -> Response {
    let texts = ask.texts();
    let (title, description) = (texts.rules_index(), texts.rules_index_help());
    let body = html! {
        main #content data-testid="rules-index" {
            h1 { (title) }
            p { (description) }
            p.row {
                @for name in SHARED {
                    a href={ "/rules/" (name) } { (rulebook::title(name, ask.lang).unwrap_or_default()) }
                }
                a href="/games" { (texts.more_games()) }
            }
            (PreEscaped(&Boards::all().sheet))
            form method="post" action="/play" {
                ul.cards { @for game in Game::ALL { (card(texts, game.id)) } }
            }
        }
    };
    let head = preview::head(ask, &title, &description, PATH, preview::PICTURE);
    ask.page_with(&title, PATH, &head, &body)
}

/// A game in one line, with its board and links.
fn card(texts: Texts, id: &str) -> Markup {
    let name = texts.game_name(id).unwrap_or_default();
    html! {
        li {
            @if let Some(board) = Boards::all().of(id) { (PreEscaped(board)) }
            h2 data-game=(id) { (name) }
            p { (texts.game_line(id).unwrap_or_default()) }
            div.row {
                a.do href={ "/rules/" (id) } aria-label=(texts.home_rules_game(&name)) data-testid={ "rules-" (id) } {
                    (texts.site_rules())
                }
                button.second name="game" value=(id) aria-label=(texts.home_play_game(&name)) data-testid={ "play-" (id) } {
                    (texts.home_play())
                }
                a href=(learn::address(id)) aria-label=(texts.learn_game(&name)) data-testid={ "learn-" (id) } {
                    (texts.learn())
                }
            }
        }
    }
}
