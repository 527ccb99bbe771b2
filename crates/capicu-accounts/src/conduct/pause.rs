//! Pauses for players who leave matches repeatedly: a function of the stored results. The numbers and their reasons
//! are in `docs/hosting/moderate.md`.

use capicu_protocol::{Part, PlayerId};
use capicu_store::{Ended, People, Sitter, Unavailable, Venue};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// Older matches do not count, in milliseconds.
const WINDOW: u64 = 7 * 24 * HOUR;

/// The number of last matches that count.
const LAST: usize = 10;

/// The lengths of the pauses after two matches left, three, and so on. The last one applies to all higher numbers.
const PAUSES: [u64; 6] = [
    10 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    6 * HOUR,
    24 * HOUR,
    48 * HOUR,
];

/// The longest pause.
const LONGEST: u64 = PAUSES[PAUSES.len() - 1];

/// How many matches to read at once, and how often at most.
const PAGE: u32 = 100;
const PAGES: usize = 20;

/// A match that counts, from the view of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Whether the player left the match.
    pub left: bool,
}

/// The number of last matches, and how many of them a player left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many were left.
    pub left: usize,
    /// The number of matches that count.
    pub of: usize,
}

/// Whether somebody may seek people in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They may. One more match left would not cause a pause.
    Free,
    /// They may, but one more match left would cause a pause.
    Near {
        /// The matches left so far.
        tally: Tally,
        /// How long the pause would be, in milliseconds.
        pause: u64,
    },
    /// They may not before the end of a pause.
    Paused {
        /// The matches left when the pause began.
        tally: Tally,
        /// The end of the pause.
        until: u64,
    },
    /// They may not, by decision of a moderator.
    PausedByModerator {
        /// The end of the pause; `None` if it is permanent.
        until: Option<u64>,
        /// The reason that the moderator gave.
        reason: String,
    },
}

/// The length of the pause after this number of matches left, in milliseconds; 0 for none.
fn length(left: usize) -> u64 {
    match left.checked_sub(2) {
        None => 0,
        Some(more) => PAUSES.get(more).copied().unwrap_or(LONGEST),
    }
}

/// The standing of a player after these matches, latest first.
pub fn standing(played: &[Played], now: u64) -> Standing {
    let ended = (0..played.len()).filter(|at| played[*at].left);
    let pause = ended.map(|at| {
        let tally = tally(&played[at..], played[at].at, LAST);
        (played[at].at + length(tally.left), tally)
    });
    // A later pause is shorter if old matches have dropped out.
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

/// Counts the last matches, and those of them that were left, at a moment.
fn tally(played: &[Played], at: u64, last: usize) -> Tally {
    let counted = played.iter().take(last);
    let counted = counted.filter(|played| played.at + WINDOW > at);
    let left = counted.clone().filter(|played| played.left).count();
    Tally {
        left,
        of: counted.count(),
    }
}

/// Returns the matches of a player that still count, latest first.
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
    // A pause lasts at most this long after a match, and the matches before that one decided its length.
    let oldest = now.saturating_sub(LONGEST + WINDOW);
    let (mut all, mut before) = (Vec::new(), u64::MAX);
    for _ in 0..PAGES {
        let page = store.matches(player, before, PAGE).await?;
        for (_, ended) in &page {
            // A player with two seats has played one match.
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

/// How a match counts for the player of these ids. `None` if it does not count: played outside the lobby, only with
/// bots, or interrupted.
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
