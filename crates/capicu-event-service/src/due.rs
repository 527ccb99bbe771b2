//! Whether the next stage or round of an event can begin. The answer is computed once for each version of the event, and
//! no other request for the event waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use capicu_event::{Command, Consent, Refused};
use capicu_protocol::EventId;
use tokio::sync::Mutex as AsyncMutex;

use super::work::is_large;
use super::{Events, Hall, NotDone, arena};

/// The number of events whose answers are kept.
const MOST: usize = 64;

/// The answers for the latest versions of events. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Due(Arc<Mutex<HashMap<EventId, Slot>>>);

/// The answer for a version, and the lock of the request that computes it.
type Slot = Arc<AsyncMutex<Option<(u64, Option<Refused>)>>>;

impl Due {
    fn slot(&self, event: &EventId) -> Slot {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MOST && !slots.contains_key(event) {
            slots.clear();
        }
        Arc::clone(slots.entry(event.clone()).or_default())
    }
}

impl Events {
    /// Returns why the next stage cannot be opened, or the next round cannot be paired; `None` if nothing speaks against
    /// it. In a large event, the answer does not pair: pairing takes seconds, and the command itself will say more.
    pub async fn why_not_due(&self, hall: &Hall) -> Option<Refused> {
        let state = hall.event.state();
        let command = match state.running() {
            None if is_large(&hall.event) => return None,
            None => Command::OpenStage,
            Some(stage) if stage.draft.is_some() || arena::by_itself(state).is_some() => {
                return None;
            }
            Some(_) if is_large(&hall.event) => return hall.event.is_due().err(),
            Some(_) => Command::Draft(Consent::Withheld),
        };
        let version = hall.event.version();
        let slot = self.due.slot(&hall.id);
        let mut known = slot.lock().await;
        if let Some((_, why)) = known.as_ref().filter(|(of, _)| *of == version) {
            return why.clone();
        }
        let why = match self.preview(hall, vec![command], |_, _| ()).await {
            Ok(()) => None,
            Err(NotDone::Refused(_, why)) => Some(*why),
            Err(NotDone::Failed | NotDone::Broken | NotDone::Stopped) => return None,
        };
        *known = Some((version, why.clone()));
        why
    }
}
