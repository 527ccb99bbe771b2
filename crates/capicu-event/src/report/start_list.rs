//! The start list of an event: its entries in the order of their seeds.

use crate::decide;
use crate::id::EntryId;
use crate::state::{Presence, State};

/// The entries in the order of the seeds of the first stage. Before it opens, as it would open now if everybody were
/// present; club mates in a bracket can then still exchange seeds. Entries that wait or left are not in it.
pub fn start_list(state: &State) -> Vec<EntryId> {
    if let Some(first) = state.stages.first() {
        return first.order.clone();
    }
    let has_place = |id: EntryId| {
        let presence = state.entries.get(&id).map(|entry| entry.presence);
        matches!(presence, Some(Presence::Entered | Presence::CheckedIn))
    };
    decide::by_rating(state, has_place)
}
