//! Facts that name a player at a table.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// A fact about a name, or about who has a seat. Only these show whose name a fact contains.
#[derive(Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub(super) enum Trace {
    Named {
        seat: u8,
    },
    Reseated {
        /// New seats, in the order of the old ones.
        to: Vec<u8>,
    },
    Rotated {
        seat: u8,
    },
    Renewed {
        seat: u8,
    },
    Bound {
        seat: u8,
        player: String,
    },
    QueueSat {
        newcomers: Vec<Newcomer>,
    },
}

/// A player of the queue in a new seat.
#[derive(Deserialize)]
pub(super) struct Newcomer {
    seat: u8,
    player: String,
}

/// The kinds of facts that are traces, as SQL finds them.
pub(super) const KINDS: [&str; 6] = [
    "named",
    "reseated",
    "rotated",
    "renewed",
    "bound",
    "queue-sat",
];

/// Finds the facts of a table that name a player, and the player's seats at the beginning. A seat that is given to
/// another player begins a new tenancy, and only tenancies of the player count. `seats` are the player's at the end; the
/// facts are [traces](Trace) in order, each with a value to return.
///
/// A player who changes the link may give it to another. Names between that and the next player's coming are of both.
pub(super) fn names_of<T>(
    player: &str,
    seats: &[u8],
    facts: impl IntoIterator<Item = (T, Trace)>,
) -> (Vec<u8>, Vec<T>) {
    // A seat without an entry has its first tenancy, whose number is that of the seat.
    let mut tenancies: BTreeMap<u8, u32> = BTreeMap::new();
    let mut next = u32::from(u8::MAX) + 1;
    // The tenancies after a changed link, each with the one before.
    let mut changed: BTreeMap<u32, u32> = BTreeMap::new();
    let mut named = Vec::new();
    let mut own = BTreeSet::new();
    let of = |tenancies: &BTreeMap<u8, u32>, seat: u8| {
        let known = tenancies.get(&seat).copied();
        known.unwrap_or_else(|| seat.into())
    };
    for (value, fact) in facts {
        match fact {
            Trace::Named { seat } => named.push((of(&tenancies, seat), value)),
            Trace::Reseated { to } => {
                let moved = (0..).zip(to);
                let moved = moved.map(|(from, to)| (to, of(&tenancies, from)));
                tenancies = moved.collect();
            }
            Trace::Rotated { seat } => {
                changed.insert(next, of(&tenancies, seat));
                tenancies.insert(seat, next);
                next += 1;
            }
            Trace::Renewed { seat } => {
                tenancies.insert(seat, next);
                next += 1;
            }
            Trace::Bound {
                seat,
                player: of_seat,
            } => {
                let before = of(&tenancies, seat);
                if changed.contains_key(&before) {
                    tenancies.insert(seat, next);
                    next += 1;
                }
                if of_seat == player {
                    own.extend([before, of(&tenancies, seat)]);
                }
            }
            Trace::QueueSat { newcomers } => {
                for new in newcomers {
                    tenancies.insert(new.seat, next);
                    if new.player == player {
                        own.insert(next);
                    }
                    next += 1;
                }
            }
        }
    }
    own.extend(seats.iter().map(|seat| of(&tenancies, *seat)));
    // Each has a higher number than the one before.
    for (tenancy, before) in changed {
        if own.contains(&before) {
            own.insert(tenancy);
        }
    }
    let first = own.iter().filter_map(|tenancy| u8::try_from(*tenancy).ok());
    let first = first.collect();
    let named = named
        .into_iter()
        .filter(|(tenancy, _)| own.contains(tenancy));
    (first, named.map(|(_, value)| value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(seat: u8, player: &str) -> Trace {
        let player = player.to_owned();
        let newcomers = vec![Newcomer { seat, player }];
        Trace::QueueSat { newcomers }
    }

    fn bound(seat: u8, player: &str) -> Trace {
        let player = player.to_owned();
        Trace::Bound { seat, player }
    }

    fn found(player: &str, seats: &[u8], facts: Vec<Trace>) -> (Vec<u8>, Vec<usize>) {
        names_of(player, seats, facts.into_iter().enumerate())
    }

    #[test]
    fn name_belongs_to_who_had_the_seat() {
        let evening = || {
            vec![
                bound(0, "a"),
                Trace::Named { seat: 0 },
                bound(1, "b"),
                Trace::Named { seat: 1 },
                new(1, "c"),
                Trace::Named { seat: 1 },
                new(0, "b"),
                Trace::Named { seat: 0 },
                Trace::Reseated { to: vec![1, 0] },
                Trace::Named { seat: 0 },
            ]
        };
        assert_eq!(found("a", &[], evening()), (vec![0], vec![1]));
        assert_eq!(found("b", &[1], evening()), (vec![1], vec![3, 7]));
        assert_eq!(found("c", &[0], evening()), (vec![], vec![5, 9]));
        assert_eq!(found("d", &[], evening()), (vec![], vec![]));
    }

    #[test]
    fn changed_link_may_bring_another_player() {
        let facts = |next: &str| {
            vec![
                bound(1, "a"),
                Trace::Named { seat: 1 },
                Trace::Rotated { seat: 1 },
                Trace::Named { seat: 1 },
                Trace::Rotated { seat: 1 },
                Trace::Named { seat: 1 },
                bound(1, next),
                Trace::Named { seat: 1 },
            ]
        };
        assert_eq!(found("a", &[], facts("b")), (vec![1], vec![1, 3, 5]));
        assert_eq!(found("b", &[1], facts("b")), (vec![], vec![5, 7]));
        assert_eq!(found("a", &[1], facts("a")), (vec![1], vec![1, 3, 5, 7]));
    }

    #[test]
    fn renewed_seat_has_another_player() {
        let facts = || {
            vec![
                bound(1, "a"),
                Trace::Named { seat: 1 },
                Trace::Renewed { seat: 1 },
                Trace::Named { seat: 1 },
                bound(1, "b"),
            ]
        };
        assert_eq!(found("a", &[], facts()), (vec![1], vec![1]));
        assert_eq!(found("b", &[1], facts()), (vec![], vec![3]));
    }
}
