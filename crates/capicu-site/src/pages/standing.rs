//! Texts on whether a player may look for opponents.

use capicu_accounts::conduct::{self, Standing, Tally};
use capicu_i18n::Texts;
use capicu_store::SignedIn;
use capicu_store::conduct::Sanction;
use maud::{Markup, html};

use super::extract::Ask;
use super::notice;
use super::when::{MOMENT, with_moment};
use crate::Failure;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// Until when the signed-in player may not look for opponents, and why; or a warning before that happens. Empty if
/// neither applies.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn told(ask: &Ask, found: Option<&SignedIn>) -> Result<Markup, Failure> {
    let Some(found) = found else {
        return Ok(html! {});
    };
    let texts = ask.texts();
    let standing = conduct::standing(ask.site.context(), found.player.id).await?;
    Ok(match standing {
        Standing::Free => html! {},
        Standing::Near { tally, pause } => html! {
            p.help data-testid="pause-near" {
                (texts.conduct_pause_near(&why(texts, tally), &long(texts, pause)))
            }
        },
        Standing::PausedByModerator { until, reason } => html! {
            div.wrong role="status" data-testid="paused" {
                p { (notice::until(texts, Sanction::Pause, until)) }
                p { (texts.conduct_reason(&reason)) }
                p.help { (texts.conduct_paused_help()) }
            }
        },
        Standing::Paused { tally, until } => html! {
            div.wrong role="status" data-testid="paused" {
                p { (with_moment(&texts.conduct_paused(MOMENT, &why(texts, tally)), until)) }
                p.help { (texts.conduct_paused_help()) }
            }
        },
    })
}

fn why(texts: Texts, tally: Tally) -> String {
    texts.conduct_left(tally.of as u32, tally.left as u32)
}

/// Writes milliseconds as whole minutes or hours.
fn long(texts: Texts, time: u64) -> String {
    match time {
        ..HOUR => texts.conduct_minutes((time / MINUTE) as u32),
        _ => texts.conduct_hours((time / HOUR) as u32),
    }
}
