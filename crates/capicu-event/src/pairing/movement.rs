//! Movements for duplicate: pairs and boards move between tables.

use super::{Bye, ByeKind, Meeting, Pairing};
use crate::id::EntryId;
use crate::preset::{BoardsMove, Length, Method, Movement, Traits, Winners};
use crate::state::{Stage, State};

pub(crate) const MITCHELL: &str = "mitchell-1";
pub(crate) const HOWELL: &str = "howell-1";

/// A table in a round of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// North and South, then East and West; pairs count from 0.
    pub pairs: [usize; 2],
    /// The set of boards, from 0.
    pub set: usize,
}

/// The number of rounds of a Mitchell movement.
pub const fn mitchell_rounds(tables: usize) -> usize {
    if tables.is_multiple_of(2) {
        tables - 1
    } else {
        tables
    }
}

/// A round, from 0, of a Mitchell movement with this number of rounds.
///
/// Pairs 0, 2, 4 and so on keep their tables. The odd pairs move up one table per round, and the sets move down one.
/// With an even number of tables, the moving pairs skip one table halfway, since they have played its boards. In about
/// an eighth of the rounds, the last ones, the sides are exchanged.
///
/// ```
/// let tables = capicu_event::pairing::mitchell(3, 3, 1);
/// let pairs: Vec<_> = tables.iter().map(|place| (place.pairs, place.set)).collect();
/// assert_eq!(pairs, [([0, 5], 1), ([2, 1], 2), ([4, 3], 0)]);
/// ```
pub fn mitchell(tables: usize, rounds: usize, round: usize) -> Vec<Place> {
    let skipped = usize::from(tables.is_multiple_of(2) && round >= tables / 2);
    let exchanged = ((rounds + 4) / 8).max(1);
    let place = |table: usize| {
        let moving = (2 * tables + table - round % tables - skipped) % tables;
        let mut pairs = [2 * table, 2 * moving + 1];
        if round + exchanged >= rounds {
            pairs.reverse();
        }
        let set = (table + round) % tables;
        Place { pairs, set }
    };
    (0..tables).map(place).collect()
}

/// A table in the first round of a Howell movement: pairs `x` and `y`, a number `a`, and whether `x` is East-West. The
/// set is the round minus `a`.
type Start = (usize, usize, usize, bool);

/// The first round for this number of tables, and whether the fixed pair is East-West.
const fn howell_start(tables: usize) -> Option<(&'static [Start], bool)> {
    Some(match tables {
        4 => (
            &[(3, 4, 1, false), (6, 1, 2, false), (2, 5, 4, false)],
            true,
        ),
        5 => (
            &[
                (2, 3, 1, false),
                (6, 8, 8, false),
                (4, 7, 4, false),
                (1, 5, 5, false),
            ],
            false,
        ),
        6 => (
            &[
                (9, 10, 3, false),
                (2, 4, 5, true),
                (5, 8, 9, false),
                (3, 7, 1, false),
                (1, 6, 4, false),
            ],
            false,
        ),
        7 => (
            &[
                (10, 11, 4, false),
                (4, 6, 1, false),
                (12, 2, 10, false),
                (5, 9, 12, false),
                (3, 8, 3, true),
                (1, 7, 9, true),
            ],
            false,
        ),
        8 => (
            &[
                (4, 5, 1, false),
                (12, 14, 4, false),
                (7, 10, 3, true),
                (13, 2, 10, false),
                (6, 11, 13, true),
                (3, 9, 8, false),
                (1, 8, 6, true),
            ],
            true,
        ),
        _ => return None,
    })
}

/// A round, from 0, of a Howell movement. Pair 0 keeps its table, and every pair meets every other and plays every set
/// once. Empty unless there are 4 to 8 tables.
///
/// ```
/// let tables = capicu_event::pairing::howell(4, 0);
/// let pairs: Vec<_> = tables.iter().map(|place| (place.pairs, place.set)).collect();
/// assert_eq!(pairs, [([1, 0], 0), ([4, 5], 6), ([7, 2], 5), ([3, 6], 3)]);
/// ```
pub fn howell(tables: usize, round: usize) -> Vec<Place> {
    let Some((start, fixed_is_east_west)) = howell_start(tables) else {
        return Vec::new();
    };
    let moving = 2 * tables - 1;
    let seated = |[one, other]: [usize; 2], east_west: bool, set| {
        let pairs = if east_west {
            [other, one]
        } else {
            [one, other]
        };
        Place { pairs, set }
    };
    let pair = |number: usize| 1 + (number + round) % moving;
    let first = seated([0, pair(0)], fixed_is_east_west, round % moving);
    let others = start.iter().map(|(x, y, a, east_west)| {
        let set = (round + moving - a) % moving;
        seated([pair(*x), pair(*y)], *east_west, set)
    });
    core::iter::once(first).chain(others).collect()
}

/// The numbers of rounds and of sets in a movement of `n` pairs.
pub(crate) fn size(method: &Method, n: usize) -> (u16, u16) {
    let tables = n.div_ceil(2);
    let cut =
        |all: usize, rounds: Option<u16>| rounds.map_or(all as u16, |few| few.min(all as u16));
    let Traits { boards, length, .. } = method.traits();
    let (BoardsMove::By(movement), Length::AtMost(rounds)) = (boards, length) else {
        return (0, 0);
    };
    match movement {
        Movement::Mitchell { .. } => (cut(mitchell_rounds(tables), rounds), tables as u16),
        Movement::Howell => {
            let all = 2 * tables - 1;
            (cut(all, rounds), all as u16)
        }
    }
}

/// Pairs the next round. Also returns the entries present, the only input except the schedule. An entry whose opponent
/// is absent has a bye.
pub(crate) fn schedule(
    state: &State,
    stage: &Stage,
    movement: Movement,
) -> (Vec<EntryId>, Pairing) {
    let (tables, round) = (stage.order.len().div_ceil(2), stage.rounds.len());
    let places = match movement {
        Movement::Mitchell { winners } => {
            let rounds = stage.n_rounds.into();
            let mut places = mitchell(tables, rounds, round);
            if winners == Winners::Two {
                // The pairs that keep their tables keep their direction too.
                for place in &mut places {
                    place.pairs.sort_by_key(|pair| pair % 2);
                }
            }
            places
        }
        Movement::Howell => howell(tables, round),
    };
    let present = |id: &EntryId| state.is_present(*id);
    let there: Vec<EntryId> = stage.order.iter().copied().filter(present).collect();
    let mut pairing = Pairing::default();
    for Place { pairs, set } in places {
        let pair = pairs.map(|at| stage.order.get(at).copied().filter(|id| there.contains(id)));
        match pair {
            [Some(one), Some(other)] => {
                pairing.meetings.push(Meeting::of([one, other]));
                pairing.sets.push(set as u16 + 1);
            }
            [Some(entry), None] | [None, Some(entry)] => {
                let kind = ByeKind::Pairing;
                pairing.byes.push(Bye { entry, kind });
            }
            [None, None] => {}
        }
    }
    (there, pairing)
}
