//! Round robins by Berger tables.

use super::{Bye, ByeKind, Meeting, Pairing};
use crate::id::EntryId;
use crate::state::{Stage, State};

pub(crate) const METHOD: &str = "round-robin-1";

/// The rounds of a single round robin of `n` players, numbered from 0: a list of pairs each. For an odd `n`, the number
/// `n` is the bye.
///
/// These are Berger tables as FIDE prints them (C.05, annex 1). The last player is fixed and alternates sides; the
/// others move on by half the players each round.
///
/// ```
/// // Four players: 1-4 2-3, 4-3 1-2, 2-4 3-1, numbered from 1.
/// let rounds = capicu_event::pairing::berger(4);
/// assert_eq!(rounds, [[[0, 3], [1, 2]], [[3, 2], [0, 1]], [[1, 3], [2, 0]]]);
/// ```
pub fn berger(n: usize) -> Vec<Vec<[usize; 2]>> {
    (0..rounds_once(n))
        .map(|number| berger_round(n, number))
        .collect()
}

const fn rounds_once(n: usize) -> usize {
    n.next_multiple_of(2).saturating_sub(1)
}

/// A round of [`berger`], from 0, for at least one player.
fn berger_round(n: usize, number: usize) -> Vec<[usize; 2]> {
    let even = n.next_multiple_of(2);
    let moving = rounds_once(n);
    let shift = number * (even / 2) % moving;
    let at = |place: usize| (place + shift) % moving;
    let fixed = if number.is_multiple_of(2) {
        [at(0), moving]
    } else {
        [moving, at(0)]
    };
    let others = (1..even / 2).map(|table| [at(table), at(moving - table)]);
    core::iter::once(fixed).chain(others).collect()
}

pub(crate) fn n_rounds(n: usize, legs: u8) -> u16 {
    u16::try_from(rounds_once(n) * usize::from(legs)).unwrap_or(u16::MAX)
}

/// Pairs the next round. Also returns the entries present, the only input except the schedule. An entry whose opponent
/// is absent has a bye.
pub(crate) fn schedule(state: &State, stage: &Stage, legs: u8) -> (Vec<EntryId>, Pairing) {
    let number = usize::from(stage.scheduled(stage.next_round())) - 1;
    let once = rounds_once(stage.order.len()).max(1);
    let (round, mirrored) = (number % once, number / once % 2 == 1);
    debug_assert!(number < once * usize::from(legs));
    let present = |id: &EntryId| state.is_present(*id);
    let there: Vec<EntryId> = stage.order.iter().copied().filter(present).collect();
    let mut pairing = Pairing::default();
    for pair in berger_round(stage.order.len(), round) {
        let pair = if mirrored { [pair[1], pair[0]] } else { pair };
        let pair = pair.map(|at| stage.order.get(at).copied().filter(|id| there.contains(id)));
        match pair {
            [Some(one), Some(other)] => pairing.meetings.push(Meeting::of([one, other])),
            [Some(entry), None] | [None, Some(entry)] => {
                pairing.byes.push(Bye {
                    entry,
                    kind: ByeKind::Pairing,
                });
            }
            [None, None] => {}
        }
    }
    (there, pairing)
}
