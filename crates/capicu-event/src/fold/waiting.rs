//! Facts about places, the waiting list and payments.

use crate::id::EntryId;
use crate::refused::Refused;
use crate::state::{Payment, Presence, State};

impl State {
    pub(super) fn paid(&mut self, id: EntryId, payment: Payment) -> Result<(), Refused> {
        // An entry that left may still pay or be paid back.
        let entry = self.entries.get_mut(&id).ok_or(Refused::NoEntry(id))?;
        match entry.payment == payment {
            true => Err(Refused::NoChange),
            false => {
                entry.payment = payment;
                Ok(())
            }
        }
    }

    pub(super) fn limited(&mut self, places: Option<u16>) -> Result<(), Refused> {
        if self.places == places || places == Some(0) {
            return Err(Refused::NoChange);
        }
        self.places = places;
        self.come_up();
        Ok(())
    }

    /// Gives a waiting entry a place, even if all are taken. After the first stage began, it is a late entry.
    pub(super) fn let_in(&mut self, id: EntryId) -> Result<(), Refused> {
        let entry = self.entries.get(&id).ok_or(Refused::NoEntry(id))?;
        if entry.presence != Presence::Waiting {
            return Err(Refused::NotWaiting(id));
        }
        let late = self.late_round()?;
        self.seat(id, late);
        Ok(())
    }

    pub(super) fn is_full(&self) -> bool {
        let has_one = |entry: &&crate::Entry| {
            matches!(entry.presence, Presence::Entered | Presence::CheckedIn)
        };
        let taken = self.entries.values().filter(has_one).count();
        self.places
            .is_some_and(|places| taken >= usize::from(places))
    }

    /// Before the first stage, gives free places to waiting entries in their order.
    pub(super) fn come_up(&mut self) {
        while self.stages.is_empty() && !self.is_full() {
            let Some(first) = self.waiting().next() else {
                return;
            };
            self.seat(first, None);
        }
    }

    /// Gives an entry a place, in the running stage from round `late` on.
    pub(super) fn seat(&mut self, id: EntryId, late: Option<u16>) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.presence = Presence::Entered;
        }
        if let (Some(round), Some(stage)) = (late, self.running_mut()) {
            stage.order.push(id);
            stage.joined.insert(id, round);
        }
    }
}
