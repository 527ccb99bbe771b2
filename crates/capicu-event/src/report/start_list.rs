//! The start list of an event: its entries in the order of their seeds.

use core::cmp::Reverse;

use crate::draw;
use crate::id::EntryId;
use crate::state::{Presence, State};

/// The entries in the order of the seeds of the first stage. Before it opens, as it would open now if everybody were
/// present; club mates in a bracket can then still exchange seeds. Entries that wait or left are not in it.
pub fn start_list(state: &State) -> Vec<EntryId> {
    if let Some(first) = state.stages.first() {
        return first.order.clone();
    }
    let lot = |id: EntryId| draw::number(state.seed, "seeds", &[u64::from(id.0)]);
    let mut all: Vec<_> = state
        .entries
        .iter()
        .filter(|(_, entry)| matches!(entry.presence, Presence::Entered | Presence::CheckedIn))
        .map(|(id, entry)| (Reverse(entry.rating), lot(*id), *id))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, _, id)| id).collect()
}
