//! The form of a match.

use capicu::{Game, Rules};
use maud::{Markup, html};

use super::{problem, queue};
use crate::Page;

/// The game, the players and the target.
pub fn form(page: &Page) -> Markup {
    let (texts, form) = (page.texts, &page.form);
    let players = form.choices.players.get();
    html! {
        (problem(page))
        form.start data-testid="sheet-form" {
            h1 { (texts.sheet_title()) }
            p.help { (texts.sheet_help()) }
            label {
                (texts.sheet_game())
                select #sheet-game data-choose="game" data-testid="sheet-game" {
                    @for game in Game::ALL {
                        option value=(game.id) selected[game.id == form.game.id] {
                            (texts.game_name(game.id).unwrap_or_default())
                        }
                    }
                }
            }
            div.pair {
                @if form.is_usual() && form.game.players.len() > 1 {
                    label {
                        (texts.sheet_players())
                        select #sheet-players data-choose="players" data-testid="sheet-players" {
                            @for n in form.game.players {
                                option value=(n) selected[u16::from(*n) == players] { (n) }
                            }
                        }
                    }
                }
                label {
                    (texts.sheet_target())
                    input #sheet-target name="target" type="text" inputmode="numeric" value=(form.choices.target.get())
                        data-testid="sheet-target";
                }
            }
            @for seat in 0..usize::from(players) {
                label {
                    (texts.sheet_name(u32::try_from(seat + 1).unwrap_or(0)))
                    input id={ "sheet-name-" (seat) } name="name" type="text" maxlength="24" autocomplete="off"
                        autocapitalize="words" list="sheet-names"
                        value=(form.names.get(seat).map_or("", String::as_str))
                        data-testid={ "name-" (seat) };
                }
            }
            datalist #sheet-names {}
            button.write type="submit" data-testid="sheet-start" { (texts.sheet_start()) }
            @if let Ok(rules) = Rules::new(form.choices) { (queue::form(page, &rules)) }
            @if page.sheet.current().is_some() || page.sheet.winner_stays().is_some() {
                button.plain type="button" data-do="other" { (texts.sheet_cancel()) }
                button.plain type="button" data-do="tally" data-testid="sheet-tally" { (texts.tally_title()) }
            }
        }
    }
}
