//! Entries that come and leave, and other events between the rounds.

use std::collections::BTreeSet;

use capicu_event::{
    Command, Digest, Entrants, EntryId, NewEntry, Payment, Presence, Refused, Shown,
};

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
                // The entry may have been undone, or lost in a crash.
                let _ = self.try_send(Command::CheckIn(last));
            }
        }
        Ok(())
    }

    /// Changes to the waiting list before the first stage.
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
        self.plans_change(id);
        self.schedule_changes();
        self.seats_change(id);
        self.desk();
        // An entry may return only to an arena.
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
        // A venue takes over the evening and returns it, or the desk recalls it.
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

    /// An entry returns, is corrected, or the number of rounds changes.
    fn plans_change(&mut self, id: EntryId) {
        let gone: Vec<EntryId> = {
            let entries = self.event.state().entries.iter();
            let left = |(_, entry): &(&EntryId, &capicu_event::Entry)| {
                matches!(entry.presence, Presence::Withdrawn { .. })
            };
            entries.filter(left).map(|(id, _)| *id).collect()
        };
        if !gone.is_empty() && self.chance(3) {
            let back = gone[self.below(gone.len())];
            let _ = self.try_send(Command::ComeBack(back));
        }
        if self.chance(12) {
            self.names += 1;
            let members = self.event.state().entries.get(&id);
            let mut members = members.map_or(Vec::new(), |entry| entry.members.clone());
            if let Some(first) = members.first_mut() {
                first.push('á');
            }
            let club = [None, Some("North".to_owned())][self.below(2)].clone();
            let _ = self.try_send(Command::CorrectEntry {
                entry: id,
                name: format!("Corrected {}", self.names),
                members,
                club,
                rating: Some(1_000),
            });
        }
        if self.chance(15) {
            let published = self.event.state().running();
            let published = published.map_or(0, |stage| stage.rounds.len() as u16);
            let below = self.try_send(Command::ChangeRounds {
                rounds: published.saturating_sub(1),
                reason: "the hall closes".into(),
            });
            self.expect(
                below.is_err(),
                "I1",
                "there are fewer rounds than are published",
            );
            let rounds = published + self.below(4) as u16;
            let _ = self.try_send(Command::ChangeRounds {
                rounds,
                reason: "the hall closes".into(),
            });
        }
    }

    /// The desk keeps entries apart, and gives them tables.
    pub(super) fn seats_change(&mut self, id: EntryId) {
        let n = self.event.state().entries.len();
        let other = EntryId(1 + self.below(n) as u32);
        if self.chance(8) {
            let _ = self.try_send(Command::KeepApart {
                entries: [id, other],
                reason: "married".into(),
            });
        }
        if self.chance(12)
            && let Some(pair) = self.event.state().apart.first().copied()
        {
            let _ = self.try_send(Command::AllowToMeet(pair));
        }
        if self.chance(8) {
            let table = [None, Some(1), Some(2), Some(12)][self.below(4)];
            let _ = self.try_send(Command::FixTable { entry: id, table });
        }
        if self.chance(20) {
            let first = 1 + self.below(12) as u16;
            let _ = self.try_send(Command::NumberTables(first));
        }
    }

    /// The desk moves the tables of a schedule, or plays a later round first.
    pub(super) fn schedule_changes(&mut self) {
        if !self.chance(6) {
            return;
        }
        let Some(stage) = self.event.state().running() else {
            return;
        };
        let (next, last) = (stage.next_round(), stage.n_rounds);
        let round = next + self.below(3) as u16;
        let with = round + 1 + self.below(3) as u16;
        let _ = self.try_send(Command::ExchangeRounds {
            round,
            with,
            reason: "the hall is taken".into(),
        });
        let before = self.try_send(Command::ExchangeRounds {
            round: next.saturating_sub(1),
            with: last,
            reason: "too late".into(),
        });
        self.expect(before.is_err(), "I2", "a played round was exchanged");
    }

    /// The clock is started, paused and extended, the event is renamed, and results are contested.
    fn desk(&mut self) {
        let minutes = self.below(7) as u16;
        let meeting = [None, Some(1), Some(9)][self.below(3)];
        let commands = [
            Command::StartClock,
            Command::PauseClock,
            Command::ExtendClock { meeting, minutes },
            Command::Rename(format!("Evening {}", self.names)),
            Command::Hide,
            Command::List,
        ];
        let at = self.below(12);
        if let Some(command) = commands.get(at) {
            let _ = self.try_send(command.clone());
        }
        if self.chance(6) {
            let stages = &self.event.state().stages;
            let stage = stages.len() as u16;
            let round = stages.last().map_or(0, |stage| stage.rounds.len()) as u16;
            let meeting = 1 + self.below(3) as u16;
            let by = EntryId(1 + self.below(8) as u32);
            let _ = self.try_send(Command::Contest {
                stage,
                round,
                meeting,
                by,
                reason: "the sheet says otherwise".into(),
            });
        }
    }

    /// An event cannot end with contested results, so the desk rejects all contests.
    pub(super) fn contested_to_the_end(&mut self) -> Result<(), Refused> {
        while let Some([stage, round, meeting]) = self.contest() {
            let refused = self.try_send(Command::Freeze).is_err();
            self.expect(refused, "I5", "the event ended with a contested result");
            let reason = "the sheet is right".to_owned();
            self.send(Command::RejectContest {
                stage,
                round,
                meeting,
                reason,
            })?;
        }
        Ok(())
    }

    fn contest(&self) -> Option<[u16; 3]> {
        for stage in &self.event.state().stages {
            for (round, found) in (1..).zip(&stage.rounds) {
                if let Some(at) = found.contests.keys().next() {
                    return Some([stage.number, round, *at as u16 + 1]);
                }
            }
        }
        None
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
