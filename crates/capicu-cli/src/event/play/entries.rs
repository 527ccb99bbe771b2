//! Who comes, who leaves, and what else happens between the rounds.

use std::collections::BTreeSet;

use capicu_event::{Command, Digest, Entrants, EntryId, NewEntry, Payment, Refused, Shown};

use super::Evening;

impl Evening {
    pub(super) fn enter(&mut self) -> Result<(), Refused> {
        self.names += 1;
        let name = format!("Entry {}", self.names);
        let preset = &self.event.state().preset;
        let members = match preset.entrants {
            Entrants::Player => 0,
            Entrants::Pair | Entrants::Team => preset.members[0],
        };
        let members = (0..members).map(|at| format!("{name}/{at}")).collect();
        let clubs = [None, Some("North"), Some("South"), Some("Harbor")];
        let club = clubs[self.below(4)].map(str::to_owned);
        let rating = Some(1_000 + self.names as i32 * 7 % 900);
        let shown = if self.chance(6) {
            Shown::Number
        } else {
            Shown::Name
        };
        self.send(Command::Enter(NewEntry {
            name,
            members,
            club,
            rating,
            shown,
        }))?;
        if !self.chance(12) {
            let last = EntryId(self.event.state().entries.len() as u32);
            if self.event.state().entries.contains_key(&last) {
                // An entry can be undone, or lost in a crash, before it checks in.
                let _ = self.try_send(Command::CheckIn(last));
            }
        }
        Ok(())
    }

    /// What moves the waiting list before anything is played.
    pub(super) fn queue(&mut self) {
        let n = self.event.state().entries.len();
        let id = EntryId(1 + self.below(n) as u32);
        if self.chance(8) {
            let _ = self.try_send(Command::Withdraw(id, "cannot come".into()));
        }
        if self.chance(12) {
            let _ = self.try_send(Command::LetIn(id));
        }
        if self.chance(12) {
            let places = Some(6 + self.below(10) as u16);
            let _ = self.try_send(Command::Limit(places));
        }
    }

    pub(super) fn incidents(&mut self) -> Result<(), Refused> {
        if self.chance(8) {
            match self.enter() {
                Ok(()) | Err(Refused::EntryClosed) => {}
                Err(why) => return Err(why),
            }
        }
        let ids: Vec<EntryId> = self.event.state().entries.keys().copied().collect();
        let id = ids[self.below(ids.len())];
        let round = self
            .event
            .state()
            .running()
            .map_or(1, |stage| stage.next_round());
        if self.chance(3) {
            let _ = self.try_send(Command::ReEnter(id));
        }
        if self.chance(8) && self.present() > 3 {
            let _ = self.try_send(Command::Withdraw(id, "went home".into()));
        }
        // Whoever left an arena may come back to it; nobody else does.
        if self.chance(4) {
            let _ = self.try_send(Command::CheckIn(id));
        }
        if self.chance(4) {
            let payment = [Payment::Paid, Payment::Due][self.below(2)];
            let _ = self.try_send(Command::Pay(id, payment));
        }
        if self.chance(6) {
            let _ = self.try_send(Command::LetIn(id));
        }
        if self.chance(20) {
            let places = [None, Some(12), Some(5)][self.below(3)];
            let _ = self.try_send(Command::Limit(places));
        }
        if self.chance(3) {
            let mut categories: BTreeSet<String> = self
                .event
                .state()
                .preset
                .categories()
                .into_iter()
                .map(str::to_owned)
                .collect();
            categories.retain(|_| self.below(2) == 0);
            let _ = self.try_send(Command::Categorise(id, categories));
        }
        if self.chance(6) {
            let round = round + self.below(2) as u16;
            let _ = self.try_send(Command::RequestBye(id, round));
        }
        if self.chance(8) {
            let (points, score) = (self.below(2) as u16, self.below(3) as u32 * 10);
            let reason = "late".to_owned();
            let _ = self.try_send(Command::Penalise {
                entry: id,
                points,
                score,
                reason,
            });
        }
        if self.chance(8) {
            self.names += 1;
            let members = self
                .event
                .state()
                .entries
                .get(&id)
                .map(|entry| entry.members.clone());
            let leaves = members
                .unwrap_or_default()
                .first()
                .cloned()
                .unwrap_or_default();
            let joins = format!("Substitute {}", self.names);
            let _ = self.try_send(Command::Substitute {
                entry: id,
                leaves,
                joins,
            });
        }
        // The evening goes on at a venue, and comes back, or is called back.
        let key = Digest::of(&[b"venue"]);
        if self.chance(20) {
            let _ = self.try_send(Command::HandOver(key));
        }
        if self.chance(10) {
            let _ = self.try_send(Command::Return(key));
        }
        if self.chance(30) {
            let _ = self.try_send(Command::Recall("the laptop is lost".into()));
        }
        if self.chance(10) {
            self.send(Command::Announce("coffee".into()))?;
        }
        Ok(())
    }

    fn present(&self) -> usize {
        let state = self.event.state();
        state
            .entries
            .keys()
            .filter(|id| state.is_present(**id))
            .count()
    }
}
