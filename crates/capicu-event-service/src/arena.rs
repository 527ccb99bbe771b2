//! Arenas at tables of this server: free entries are paired as soon as possible.
//!
//! Only the log decides. The server reads it whenever it grows, since it records who leaves, comes or ends a meeting.

use std::collections::BTreeSet;
use std::sync::{Arc, MutexGuard, PoisonError};

use capicu_event::{
    Command, Consent, EntryId, Outcome, Presence, Refused, Stage, State, Status, Venue,
};
use capicu_protocol::EventId;

use super::work::is_large;
use super::{Events, Hall, NotDone, Sent, SharedHall};

/// The running arena, if the server pairs its free entries.
pub fn by_itself(state: &State) -> Option<&Stage> {
    let stage = state.running()?;
    let is_open = state.status == Status::Open && state.preset.usual_venue() == Venue::Online;
    (is_open && stage.method.is_continuous()).then_some(stage)
}

/// The withdrawals that follow an absence: an arena does not pair absent entries until they come back.
pub fn not_paired_any_more(state: &State, meeting: u16, outcome: &Outcome) -> Vec<EntryId> {
    let (Some(stage), Outcome::Forfeit { absent }) = (by_itself(state), outcome) else {
        return Vec::new();
    };
    let Some((round, at)) = stage.locate(meeting) else {
        return Vec::new();
    };
    let sides = stage.rounds[round].pairing.meetings[at]
        .sides
        .iter()
        .enumerate();
    let late = sides.filter(|(side, _)| absent.contains(&(*side as u8)));
    let has_left = |id: &EntryId| {
        let entry = state.entries.get(id);
        entry.is_none_or(|of| matches!(of.presence, Presence::Withdrawn { .. }))
    };
    let late = late.flat_map(|(_, side)| side).copied();
    late.filter(|id| !has_left(id)).collect()
}

impl Events {
    /// Pairs the free entries of an arena, unless its time is over or the desk has a draft. A large arena is paired on
    /// its own thread, and the log grows later.
    pub async fn pair_free(&self, shared: &SharedHall, hall: &mut Hall) {
        let state = hall.event.state();
        let is_due = by_itself(state).is_some_and(|stage| {
            let is_over = stage
                .ends_at()
                .is_some_and(|end| self.context.clock.now() >= end);
            stage.draft.is_none() && !is_over
        });
        if !is_due || !hall.is_written() {
            return;
        }
        if is_large(&hall.event) {
            return self.pair_apart(Arc::clone(shared), hall);
        }
        let (sent, pair) = pairs(hall.event.version());
        let done = self.carry_out(hall, &sent, pair).await;
        paired(&hall.id, done.err());
    }

    /// Pairs the free entries on a thread of its own, unless a pairing is running.
    fn pair_apart(&self, shared: SharedHall, hall: &Hall) {
        let (id, version) = (hall.id.clone(), hall.event.version());
        if !self.paired_apart().insert(id.clone()) {
            return;
        }
        let events = self.clone();
        tokio::spawn(async move {
            let (sent, pair) = pairs(version);
            let done = events.carry_out_apart(&shared, &sent, pair).await;
            events.paired_apart().remove(&id);
            if done.is_err() && shared.lock().await.event.version() != version {
                // An entry may have become free meanwhile.
                events.note_growth(&id);
            }
            paired(&id, done.err());
        });
    }

    fn paired_apart(&self) -> MutexGuard<'_, BTreeSet<EventId>> {
        self.pairing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The commands that pair an arena, at this version.
fn pairs(version: u64) -> (Sent, Vec<Command>) {
    let key = format!("arena.{version}");
    let pair = vec![Command::Draft(Consent::Withheld), Command::Publish];
    (Sent { key, seen: None }, pair)
}

/// Writes down why an arena was not paired, unless nobody was free.
fn paired(event: &EventId, why: Option<NotDone>) {
    match why {
        None => {}
        Some(NotDone::Refused(_, why)) if matches!(*why, Refused::NobodyFree) => {}
        Some(why) => tracing::warn!(event = event.as_str(), ?why, "an arena is not paired"),
    }
}
