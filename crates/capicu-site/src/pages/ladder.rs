//! The ladder: the eight bots in turn. The device knows which of them its player has beaten.

use axum::response::Response;
use capicu::Game;
use capicu_i18n::Texts;
use capicu_protocol::Level;
use maud::{Markup, html};

use super::country::Country;
use super::extract::Ask;
use crate::assets;
use crate::file_game;
use crate::portraits::portrait;

/// `GET /ladder?game=ID`: the bots, and the game to play against them on this device. The client reads portraits and
/// lines from this page.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let files = file_game::shipped(ask.lang);
    let asked = ask.field("game");
    let known = |id: &str| Game::by_id(id).is_some() || files.iter().any(|file| file.id == id);
    let country = Country::of(&ask.headers).map(|country| country.game);
    let chosen = match known(asked) {
        true => asked,
        false => country.unwrap_or(Game::ALL[0].id),
    };
    let body = html! {
        main #content data-testid="ladder-page" data-module=[assets::named("ladder", "js")] {
            h1 { (texts.ladder_title()) }
            p { (texts.ladder_help()) " " (texts.ladder_partner()) }
            form action="/practice" {
                label for="game" { (texts.learn_bots_game()) }
                select #game name="game" data-testid="bots-game" data-asked[known(asked)] {
                    @for game in Game::ALL {
                        option value=(game.id) selected[game.id == chosen] {
                            (texts.game_name(game.id).unwrap_or_default())
                        }
                    }
                    @for file in &files {
                        option value=(file.id) selected[file.id == chosen] { (file.name) }
                    }
                }
                p #climbed role="status" data-count=(texts.ladder_count("%", Level::ALL.len()))
                    data-all=(texts.ladder_all()) data-testid="climbed" hidden {}
                ol.list.rungs { @for level in Level::ALL { (rung(texts, *level)) } }
            }
            p.help { (texts.learn_bots_help()) " " (texts.ladder_kept()) }
        }
    };
    ask.page(&texts.ladder_title(), "/ladder", &body)
}

/// The link to the ladder, with the portraits of all bots.
pub fn door(texts: Texts) -> Markup {
    html! {
        a.climb href="/ladder" data-testid="to-ladder" {
            span.heads { @for level in Level::ALL { (portrait(*level, 48)) } }
            span.told { b { (texts.ladder_title()) } small { (texts.ladder_help()) } }
        }
    }
}

/// A bot with what it says, which the client reads.
fn rung(texts: Texts, level: Level) -> Markup {
    let (name, manner) = called(texts, level);
    let [hello, won, lost, capicu] = lines(texts, level);
    let next = Level::ALL.iter().position(|one| *one == level);
    let next = next.and_then(|at| Level::ALL.get(at + 1));
    let after = match next {
        Some(next) => texts.ladder_next(&called(texts, *next).0),
        None => texts.ladder_last(),
    };
    html! {
        li data-level=(level.name()) data-name=(name) data-won=(won) data-lost=(lost) data-capicu=(capicu)
            data-beaten=(texts.ladder_you_beat(&name)) data-next=[next.map(|next| next.name())] data-after=(after)
            data-testid={ "rung-" (level.name()) } {
            (portrait(level, 72))
            p {
                b { (name) } " " span.chip.good data-mark hidden { (texts.ladder_beaten()) }
                br; (manner)
                br; q data-hello { (hello) }
            }
            button.second[level != Level::ALL[0]] name="level" value=(level.name())
                aria-label=(texts.learn_bot_play(&name)) data-testid={ "bot-" (level.name()) } { (texts.home_play()) }
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

/// The lines of its bots: at the start of a match, when they have won or lost it, and after a capicú. None depends on
/// tiles.
fn lines(texts: Texts, level: Level) -> [String; 4] {
    match level {
        Level::Heaviest => [
            texts.bot_heaviest_hello(),
            texts.bot_heaviest_won(),
            texts.bot_heaviest_lost(),
            texts.bot_heaviest_capicu(),
        ],
        Level::OwnHand => [
            texts.bot_own_hand_hello(),
            texts.bot_own_hand_won(),
            texts.bot_own_hand_lost(),
            texts.bot_own_hand_capicu(),
        ],
        Level::Table => [
            texts.bot_table_hello(),
            texts.bot_table_won(),
            texts.bot_table_lost(),
            texts.bot_table_capicu(),
        ],
        Level::Passes => [
            texts.bot_passes_hello(),
            texts.bot_passes_won(),
            texts.bot_passes_lost(),
            texts.bot_passes_capicu(),
        ],
        Level::Club => [
            texts.bot_club_hello(),
            texts.bot_club_won(),
            texts.bot_club_lost(),
            texts.bot_club_capicu(),
        ],
        Level::Imagines => [
            texts.bot_imagines_hello(),
            texts.bot_imagines_won(),
            texts.bot_imagines_lost(),
            texts.bot_imagines_capicu(),
        ],
        Level::Concludes => [
            texts.bot_concludes_hello(),
            texts.bot_concludes_won(),
            texts.bot_concludes_lost(),
            texts.bot_concludes_capicu(),
        ],
        Level::Match => [
            texts.bot_match_hello(),
            texts.bot_match_won(),
            texts.bot_match_lost(),
            texts.bot_match_capicu(),
        ],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use capicu_i18n::Lang;

    use super::*;

    #[test]
    fn every_bot_has_lines_of_its_own_without_tiles() {
        for &lang in Lang::ALL {
            let texts = Texts::new(lang);
            let all = Level::ALL.iter().flat_map(|level| lines(texts, *level));
            let all: BTreeSet<String> = all.collect();
            assert_eq!(all.len(), 4 * Level::ALL.len());
            for line in all {
                let words = line.split_whitespace().count();
                assert!((2..=13).contains(&words), "{line}");
                assert!(!line.contains(|c: char| c.is_ascii_digit()), "{line}");
            }
        }
    }
}
