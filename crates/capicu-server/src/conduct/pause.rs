//! Pauses for those who leave matches again and again: a function of the results that are stored. The numbers and
//! their reasons are in `docs/leaving.md`.

use capicu_protocol::{Part, PlayerId};
use capicu_store::{Ended, People, Sitter, Unavailable, Venue};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// Matches from longer ago count for nothing.
const WINDOW: u64 = 7 * 24 * HOUR;

/// So many of the last matches count.
const LAST: usize = 10;

/// How long the pauses are: for two matches left, for three, and so on; the last for all that are more.
const PAUSES: [u64; 6] = [
    10 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    6 * HOUR,
    24 * HOUR,
    48 * HOUR,
];

/// The longest of them.
const LONGEST: u64 = PAUSES[PAUSES.len() - 1];

/// How many matches are read at once, and at most how often.
const PAGE: u32 = 100;
const PAGES: usize = 20;

/// A match that counts, for one who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Whether the player left it.
    pub left: bool,
}

/// How many of so many matches somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many were left.
    pub left: usize,
    /// Of how many.
    pub of: usize,
}

/// Whether somebody may seek people in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They may, and one match left changes nothing about that.
    Free,
    /// They may, but not after one more match that they leave.
    Near {
        /// What they left so far.
        tally: Tally,
        /// How long the pause would be, in milliseconds.
        pause: u64,
    },
    /// Not until this moment, in milliseconds since 1970.
    Paused {
        /// What they had left when the pause began.
        tally: Tally,
        /// When it ends.
        until: u64,
    },
    /// A moderator has said that they may not.
    PausedByModerator {
        /// Until when; `None` for good.
        until: Option<u64>,
        /// Why.
        reason: String,
    },
}

/// How long the pause after so many matches left is, in milliseconds; 0 for none.
fn length(left: usize) -> u64 {
    match left.checked_sub(2) {
        None => 0,
        Some(more) => PAUSES.get(more).copied().unwrap_or(LONGEST),
    }
}

/// How somebody stands who played these matches, the latest first.
pub fn standing(played: &[Played], now: u64) -> Standing {
    let ended = (0..played.len()).filter(|at| played[*at].left);
    let pause = ended.map(|at| {
        let tally = tally(&played[at..], played[at].at, LAST);
        (played[at].at + length(tally.left), tally)
    });
    // A later one is shorter where matches from long before have dropped out.
    let pause = pause.max_by_key(|(until, _)| *until);
    if let Some((until, tally)) = pause.filter(|(until, _)| *until > now) {
        return Standing::Paused { tally, until };
    }
    // The next match will be one of the last.
    let tally = tally(played, now, LAST - 1);
    match length(tally.left + 1) {
        0 => Standing::Free,
        pause => Standing::Near { tally, pause },
    }
}

/// How many of the last matches were left, as it stands at a moment.
fn tally(played: &[Played], at: u64, last: usize) -> Tally {
    let counted = played.iter().take(last);
    let counted = counted.filter(|played| played.at + WINDOW > at);
    let left = counted.clone().filter(|played| played.left).count();
    Tally {
        left,
        of: counted.count(),
    }
}

/// The matches of a player that still count, the latest first.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn played<S: People + ?Sized>(
    store: &S,
    player: PlayerId,
    now: u64,
) -> Result<Vec<Played>, Unavailable> {
    let ids = store.ids(player).await?;
    // A pause goes on so long after a match, and what came before that match made it as long.
    let oldest = now.saturating_sub(LONGEST + WINDOW);
    let (mut all, mut before) = (Vec::new(), u64::MAX);
    for _ in 0..PAGES {
        let page = store.matches(player, before, PAGE).await?;
        for (_, ended) in &page {
            // The same player may have had two seats, and the match is one.
            if ended.sequence < before {
                before = ended.sequence;
                all.extend(counted(ended, &ids));
            }
        }
        let is_past = page.last().is_some_and(|(_, of)| of.result.at < oldest);
        if is_past || page.len() < PAGE as usize {
            break;
        }
    }
    Ok(all)
}

/// What a match counts as for the player of these ids; `None` if it does not count: outside the lobby, among bots
/// alone, or when the server had stopped in between.
fn counted(ended: &Ended, ids: &[PlayerId]) -> Option<Played> {
    let result = &ended.result;
    let is_own = |sitter: &&Sitter| sitter.player().is_some_and(|of| ids.contains(&of));
    let is_other = |sitter: &Sitter| !matches!(sitter, Sitter::Bot { .. }) && !is_own(&sitter);
    let counts = result.venue == Venue::Lobby && result.seats.iter().any(is_other);
    let mut own = result.seats.iter().filter(is_own);
    counts.then(|| Played {
        at: result.at,
        left: own.any(|sitter| sitter.part() == Part::Left),
    })
}

#[cfg(test)]
mod tests;
