//! Single knock-outs by a bracket.

use super::{Bye, ByeKind, Meeting, Pairing};
use crate::id::EntryId;

pub(crate) const METHOD: &str = "knock-out-1";

/// The seeds, from 1, in the order of a bracket of `size`, a power of 2. Neighbors meet, and the winners of neighboring
/// meetings meet next. The first two seeds can meet only in the final, the first four only in the semifinals or later.
///
/// ```
/// assert_eq!(capicu_event::pairing::seeds(8), [1, 8, 5, 4, 3, 6, 7, 2]);
/// ```
pub fn seeds(size: usize) -> Vec<usize> {
    let mut order = vec![1];
    while order.len() < size {
        let sum = 2 * order.len() + 1;
        let mirrored = |(at, seed): (usize, &usize)| match at % 2 {
            0 => [*seed, sum - seed],
            _ => [sum - seed, *seed],
        };
        order = order.iter().enumerate().flat_map(mirrored).collect();
    }
    order
}

/// Pairs neighbors, then the entries that play for the third place; an entry without a neighbor has a bye.
pub(crate) fn round(slots: &[Option<EntryId>], third: &[EntryId]) -> Pairing {
    let mut pairing = Pairing::default();
    let third: Vec<Option<EntryId>> = third.iter().copied().map(Some).collect();
    for pair in slots.chunks(2).chain(third.chunks(2)) {
        let both: Vec<EntryId> = pair.iter().flatten().copied().collect();
        match both[..] {
            [one, other] => pairing.meetings.push(Meeting::of([one, other])),
            [entry] => {
                let kind = ByeKind::Pairing;
                pairing.byes.push(Bye { entry, kind });
            }
            _ => {}
        }
    }
    pairing
}
