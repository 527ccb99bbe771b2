//! Winner stays: the matches of all tables that are ready.

use super::{Costs, Pairing};
use crate::state::Stage;

pub(crate) const METHOD: &str = "winner-stays-1";

/// The matches that can begin. Entries that wait are in the queue, and have no bye.
pub(crate) fn pair(stage: &Stage) -> (Pairing, Vec<Costs>) {
    let queue = stage.queue.as_ref();
    let meetings = queue.map_or(Vec::new(), crate::queue::Queue::ready);
    let costs = vec![Costs::default(); meetings.len()];
    let pairing = Pairing {
        meetings,
        ..Pairing::default()
    };
    (pairing, costs)
}
