//! Whist tournaments: every player partners every other once and opposes every other twice.

use super::{Bye, ByeKind, Meeting, Pairing};
use crate::id::EntryId;
use crate::state::{Stage, State};

pub(crate) const METHOD: &str = "whist-1";

/// The player whose place stays while the others move on.
const FIXED: usize = usize::MAX;

/// The first round: tables `a b c d`, where `a` and `c` play against `b` and `d`. [`later`] gives the players of later
/// rounds.
type Tables = &'static [[usize; 4]];

/// The tables for `n` players; `None` if they are not listed here. They exist for all multiples of four, and for those
/// plus one.
const fn first_round(n: usize) -> Option<Tables> {
    const F: usize = FIXED;
    Some(match n {
        4 => &[[F, 1, 0, 2]],
        5 => &[[1, 2, 4, 3]],
        8 => &[[F, 4, 0, 5], [1, 2, 3, 6]],
        9 => &[[1, 6, 2, 3], [4, 7, 8, 5]],
        12 => &[[F, 2, 0, 8], [1, 5, 4, 6], [3, 7, 10, 9]],
        13 => &[[1, 5, 11, 12], [2, 3, 10, 7], [4, 8, 6, 9]],
        16 => &[[F, 11, 0, 14], [1, 6, 2, 8], [3, 4, 10, 13], [5, 7, 9, 12]],
        17 => &[
            [1, 14, 6, 16],
            [2, 8, 9, 12],
            [3, 7, 4, 15],
            [5, 10, 11, 13],
        ],
        20 => &[
            [F, 11, 0, 17],
            [1, 6, 16, 13],
            [2, 7, 4, 8],
            [3, 12, 14, 15],
            [5, 9, 10, 18],
        ],
        21 => &[
            [1, 2, 19, 15],
            [3, 8, 17, 14],
            [4, 6, 13, 16],
            [5, 11, 9, 10],
            [7, 18, 12, 20],
        ],
        24 => &[
            [F, 10, 0, 1],
            [2, 6, 17, 7],
            [3, 18, 22, 5],
            [4, 9, 11, 20],
            [8, 19, 13, 16],
            [12, 15, 14, 21],
        ],
        25 => &[
            [1, 3, 4, 2],
            [11, 8, 19, 22],
            [24, 12, 6, 18],
            [10, 5, 15, 20],
            [13, 9, 17, 21],
            [16, 23, 14, 7],
        ],
        28 => &[
            [F, 8, 0, 1],
            [2, 21, 10, 22],
            [3, 18, 24, 20],
            [4, 5, 14, 9],
            [6, 16, 19, 13],
            [7, 23, 25, 11],
            [12, 26, 17, 15],
        ],
        29 => &[
            [1, 12, 28, 17],
            [2, 24, 27, 5],
            [4, 19, 25, 10],
            [8, 9, 21, 20],
            [16, 18, 13, 11],
            [3, 7, 26, 22],
            [6, 14, 23, 15],
        ],
        _ => return None,
    })
}

pub(crate) const fn exists(n: usize) -> bool {
    first_round(n).is_some()
}

/// The number of rounds for `n` players: one with every partner, and with an odd number one bye each.
pub(crate) const fn n_rounds(n: usize) -> u16 {
    (if n.is_multiple_of(4) { n - 1 } else { n }) as u16
}

/// The tables of a round of a whist tournament of `n` players, both from 0: two sides of two each. Players at no table
/// have a bye. Empty if there are no tables for `n`.
///
/// ```
/// let tables = capicu_event::pairing::whist(8, 1);
/// assert_eq!(tables, [[[7, 1], [5, 6]], [[2, 4], [3, 0]]]);
/// ```
pub fn whist(n: usize, round: usize) -> Vec<[[usize; 2]; 2]> {
    let seat = |number: usize| match number {
        FIXED => n - 1,
        number => later(n, number, round),
    };
    let table = |[a, b, c, d]: &[usize; 4]| [[seat(*a), seat(*c)], [seat(*b), seat(*d)]];
    first_round(n)
        .unwrap_or_default()
        .iter()
        .map(table)
        .collect()
}

/// The player of a number of the first round in a later one. The round is added modulo the number of rounds. For 9 and
/// 25, which are squares, it is added digit by digit in base 3 or 5.
const fn later(n: usize, number: usize, round: usize) -> usize {
    let base = match n {
        9 => 3,
        25 => 5,
        _ => return (number + round) % n_rounds(n) as usize,
    };
    let high = (number / base + round / base) % base;
    let low = (number % base + round % base) % base;
    high * base + low
}

/// Pairs the next round. Also returns the entries present, the only input except the schedule. Players at a table with
/// an absent player have a bye.
pub(crate) fn schedule(state: &State, stage: &Stage) -> (Vec<EntryId>, Pairing) {
    let present = |id: &EntryId| state.is_present(*id);
    let there: Vec<EntryId> = stage.order.iter().copied().filter(present).collect();
    let mut pairing = Pairing::default();
    let mut seated = Vec::new();
    for table in whist(stage.order.len(), stage.rounds.len()) {
        let sides = table
            .map(|side| side.map(|at| stage.order[at]).to_vec())
            .to_vec();
        let meeting = Meeting { sides };
        if meeting.entries().all(|id| there.contains(&id)) {
            seated.extend(meeting.entries());
            pairing.meetings.push(meeting);
        }
    }
    let free = there.iter().copied().filter(|id| !seated.contains(id));
    let kind = ByeKind::Pairing;
    pairing.byes = free.map(|entry| Bye { entry, kind }).collect();
    (there, pairing)
}
