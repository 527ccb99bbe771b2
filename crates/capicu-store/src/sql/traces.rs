//! Facts that name a player at a table.

use serde::Deserialize;

/// A fact about a name or about seats. Only these show where a player sat when they had a name.
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
}

/// Finds the facts of a table that name the player of a seat, and the first seat of that player. `seat` is the seat at
/// the end; the facts are [traces](Trace), latest first, each with a value to return.
pub(super) fn names_of<T>(
    mut seat: u8,
    facts: impl IntoIterator<Item = (T, Trace)>,
) -> (u8, Vec<T>) {
    let mut named = Vec::new();
    for (of, fact) in facts {
        match fact {
            Trace::Named { seat: at } if at == seat => named.push(of),
            Trace::Named { .. } => {}
            Trace::Reseated { to } => {
                let from = to.iter().position(|to| *to == seat);
                seat = from.map_or(seat, |from| from as u8);
            }
        }
    }
    (seat, named)
}
