//! The page that rates the leads of a hand. The device finds them, with the worker for match review.

use axum::response::Response;
use capicu::{DominoSet, Game, Tile};
use capicu_picture::{sheet, upright};
use maud::{Markup, PreEscaped, html};

use super::extract::Ask;
use crate::assets;
use crate::rulebook::POSE;

/// `GET /lead?game=ID`: the form for a hand. Its script shows the worth of each lead.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let asked = ask.field("game");
    // A hand of the double six is tapped, that of a larger set is typed.
    let six = DominoSet::DOUBLE_SIX.tiles();
    let is_six = |game: &Game, players| {
        game.rules(players)
            .is_some_and(|rules| rules.tiles() == six)
    };
    let name = |game: &Game| texts.game_name(game.id).unwrap_or_default();
    let body = html! {
        main #content data-testid="lead-page" data-module=[assets::named("lead", "js")] {
            h1 { (texts.pose_start()) }
            p { (texts.pose_help()) }
            (PreEscaped(sheet(six)))
            form #pose.lead {
                div {
                    label for="pose-game" { (texts.pose_game()) }
                    select #pose-game {
                        @for game in Game::ALL {
                            @for players in game.players {
                                option value={ (game.id) " " (players) } data-six[is_six(game, *players)] selected[game.id == asked] {
                                    (name(game)) " (" (players) ")"
                                }
                            }
                        }
                    }
                    label for="pose-hand" { (texts.pose_hand()) }
                    input #pose-hand type="text" autocomplete="off" spellcheck="false" aria-describedby="pose-help";
                    p #pose-help.help { (texts.pose_hand_help()) }
                    div #pose-tiles.pick role="group" aria-label=(texts.pose_hand()) {
                        @for tile in six { (pick(texts.tile(tile), tile)) }
                    }
                    label for="pose-score" { (texts.pose_score()) }
                    input #pose-score type="text" autocomplete="off";
                    p.row {
                        button #pose-start.big { (texts.pose_ask()) }
                        button #pose-stop.second type="button" hidden { (texts.replay_stop()) }
                    }
                }
                div #leads role="status" {}
            }
        }
    };
    ask.page(&texts.pose_start(), POSE, &body)
}

/// A tile to choose.
fn pick(label: String, tile: Tile) -> Markup {
    html! {
        button.held type="button" data-tile=(tile) aria-pressed="false" aria-label=(label) { (PreEscaped(upright(tile))) }
    }
}
