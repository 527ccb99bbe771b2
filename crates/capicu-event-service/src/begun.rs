//! The events whose last round began lately. The answer is computed once for each version of a log, so that bells do not
//! read the logs of old events.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use capicu_event::{Status, Table};
use capicu_protocol::{ApiErrorCode, EventId};

use super::{Events, Hall};

/// How long after its publication a round counts as begun lately, in milliseconds: a day, like a challenge.
pub const LATELY: u64 = 86_400_000;

/// The number of events whose answers are kept.
const MOST: usize = 10_000;

/// The answers for the latest versions of events. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Begun(Arc<Mutex<HashMap<EventId, Known>>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    version: u64,
    /// The publication of the last round, in milliseconds since 1970; `None` if every meeting has a result.
    at: Option<u64>,
}

impl Begun {
    fn of(&self, event: &EventId) -> Option<Known> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(event).copied()
    }

    fn keep(&self, event: &EventId, of: Known) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(event.clone(), of);
    }
}

impl Events {
    /// Returns an event if its last round began lately, and a meeting has no result yet. `version` is that of the store.
    ///
    /// # Errors
    ///
    /// If the event cannot be read.
    pub async fn begun(&self, id: &EventId, version: u64) -> Result<Option<Hall>, ApiErrorCode> {
        let now = self.context.clock.now();
        let is_late = |known: Known| known.at.is_none_or(|at| now.saturating_sub(at) > LATELY);
        let known = self.begun.of(id).filter(|known| known.version == version);
        if known.is_some_and(is_late) {
            return Ok(None);
        }
        let hall = self.hall(id).await?.lock().await.clone();
        let known = match known.filter(|known| known.version == hall.event.version()) {
            Some(known) => known,
            None => {
                let known = Known {
                    version: hall.event.version(),
                    at: hall.begun_at(),
                };
                self.begun.keep(id, known);
                known
            }
        };
        Ok((!is_late(known)).then_some(hall))
    }
}

impl Hall {
    /// The publication of the last round, if one of the meetings in play has no report yet.
    fn begun_at(&self) -> Option<u64> {
        let state = self.event.state();
        let is_on = self.is_written() && state.status == Status::Open && !state.cancelled;
        let stage = state.running().filter(|_| is_on)?;
        let mut tables = stage
            .rounds_in_play()
            .flat_map(|round| &stage.rounds[round].tables);
        tables.any(|table| *table == Table::Open).then_some(())?;
        self.rounds_made().last()
    }
}
