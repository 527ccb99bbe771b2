//! The rules of a table, as a person would explain them.

use std::collections::BTreeMap;

use axum::response::Response;
use capicu::Game;
use maud::html;

use super::extract::Ask;
use super::{learn, rules_index};
use crate::explained::rules_of;
use crate::page_shell::in_address;

/// `GET /rules`: the rules of all games. With `?game=block&players=2&target=121`: those of a game with changed options.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let query: BTreeMap<String, String> = ask
        .fields()
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect();
    if query.keys().all(|name| name == "lang") {
        return rules_index::show(&ask);
    }
    let game = ask.field("game");
    let game = if game.is_empty() {
        Game::ALL[0].id
    } else {
        game
    }
    .to_owned();
    let mut options = query.clone();
    options.remove("game");
    let rules = match rules_of(game.clone(), options) {
        Ok(rules) => rules,
        Err(failure) => return ask.problem(&failure, "/games"),
    };
    let name = texts.game_name(&game).unwrap_or_default();
    let body = html! {
        main #content data-testid="rules-page" {
            h1 { (name) }
            p.help { (texts.game_line(&game).unwrap_or_default()) }
            form.row method="post" action="/play" {
                button name="game" value=(game) data-testid={ "play-" (game) } { (texts.home_play_game(&name)) }
                a.do.second href={ "/rules/" (game) } data-testid="rulebook" { (texts.how_to_play(&name)) }
                a.do.second href=(learn::address(&game)) { (texts.learn_game(&name)) }
            }
            @for section in texts.explain(&rules) {
                h2 { (section.title) }
                ul { @for sentence in section.sentences { li { (sentence) } } }
            }
        }
    };
    let title = texts.rules_of_game();
    ask.page(&title, &address(&query), &body)
}

/// The address of this page in no particular language.
fn address(query: &BTreeMap<String, String>) -> String {
    let fields = query.iter().filter(|(name, _)| *name != "lang");
    let fields: Vec<String> = fields
        .map(|(name, value)| format!("{}={}", in_address(name), in_address(value)))
        .collect();
    if fields.is_empty() {
        return "/rules".to_owned();
    }
    format!("/rules?{}", fields.join("&"))
}
