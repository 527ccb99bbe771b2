//! Storing facts: nobody hears of a fact before it is stored.

use capicu::Seat;
use capicu_protocol::{Closed, Key, Refusal, ServerMessage};

use super::greeting::By;
use super::{Input, MatchEnd, NotStored, Output, Session, Step};
use crate::due::Now;
use crate::presence::Presence;
use crate::{Entry, Fact, Seating, State};

/// The most facts that are stored at once. Repeated deals beyond that continue a second later.
const CHAIN: usize = 20;

/// How long such a table rests, in milliseconds.
const REST: u64 = 1_000;

#[derive(Debug)]
pub(super) enum Pending {
    /// Facts, the state they lead to, and the next step.
    Facts {
        next: Box<State>,
        then: Then,
        seating: Option<Seating>,
        /// The seats that people of the queue take.
        taken: Vec<Seat>,
    },
    Removal {
        connection: u64,
        key: Key,
    },
}

#[derive(Debug)]
pub(super) enum Then {
    Tell,
    /// Answer a command, and close all but one of the seat's connections.
    Answer {
        connection: u64,
        key: Key,
        gone: Option<Gone>,
    },
    Seated {
        number: u64,
        seat: Seat,
    },
    Queued {
        number: u64,
    },
    Welcome {
        connection: u64,
        seat: Seat,
        by: By,
        since: Option<u64>,
    },
}

impl Then {
    /// The same step after people changed seats.
    fn moved(mut self, seating: &Seating) -> Self {
        match &mut self {
            Self::Welcome { seat, .. } | Self::Seated { seat, .. } => *seat = seating.to(*seat),
            Self::Answer {
                gone: Some(gone), ..
            } => gone.seat = seating.to(gone.seat),
            Self::Answer { gone: None, .. } | Self::Tell | Self::Queued { .. } => {}
        }
        self
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Gone {
    pub(super) seat: Seat,
    pub(super) but: Option<u64>,
    pub(super) why: Closed,
}

impl Session {
    /// Starts storing a fact and everything due after it. `false` if the fact cannot happen.
    pub(super) fn commit(
        &mut self,
        fact: Fact,
        command: Option<(Seat, Key)>,
        then: Then,
        step: &mut Step<'_>,
    ) -> bool {
        self.commit_all([fact], command, then, step)
    }

    /// Starts storing several facts in order and everything due after them. The command made the first one.
    pub(super) fn commit_all(
        &mut self,
        facts: impl IntoIterator<Item = Fact>,
        mut command: Option<(Seat, Key)>,
        then: Then,
        step: &mut Step<'_>,
    ) -> bool {
        let (mut next, mut entries) = (self.state.clone(), Vec::new());
        for fact in facts {
            let entry = Entry {
                version: next.version() + 1,
                at: step.now.max(next.at()),
                command: command.take(),
                fact,
            };
            if next.apply(&entry).is_err() {
                return false;
            }
            entries.push(entry);
        }
        let happened = self.add_due(&mut next, &mut entries, step);
        if happened {
            self.append(next, entries, then, step);
        }
        happened
    }

    /// Starts storing everything that is due. `false` if nothing is.
    pub(super) fn commit_due(&mut self, step: &mut Step<'_>) -> bool {
        if self.state.due(self.at(step.now), step.seed).is_none() {
            return false;
        }
        let (mut next, mut entries) = (self.state.clone(), Vec::new());
        let happened = self.add_due(&mut next, &mut entries, step);
        if happened {
            self.append(next, entries, Then::Tell, step);
        }
        happened
    }

    /// Applies everything that is due. `false` if a due fact cannot happen, which would be a bug.
    pub(super) fn add_due(
        &mut self,
        next: &mut State,
        entries: &mut Vec<Entry>,
        step: &mut Step<'_>,
    ) -> bool {
        let after = |there: &Option<Presence>, entry: &Entry| {
            follow(there.as_ref().unwrap_or(&self.there), entry, step.now)
        };
        let mut there = None;
        for entry in &*entries {
            there = after(&there, entry).or(there);
        }
        while entries.len() < CHAIN {
            let now = Now {
                there: there.as_ref().unwrap_or(&self.there),
                since: self.since_of(next, step.now),
                now: step.now,
            };
            let Some(fact) = next.due(now, step.seed) else {
                return true;
            };
            let entry = Entry {
                version: next.version() + 1,
                at: step.now.max(next.at()),
                command: None,
                fact,
            };
            if next.apply(&entry).is_err() {
                debug_assert!(false, "{entry:?} was due and cannot happen");
                return false;
            }
            there = after(&there, &entry).or(there);
            entries.push(entry);
        }
        self.rests_until = step.now + REST;
        true
    }

    /// Since when a state has waited for its next action.
    pub(super) fn since_of(&self, state: &State, now: u64) -> u64 {
        if state.moved() == self.state.moved() {
            self.since
        } else {
            let turn = self.state.turn_since(state, self.since, now);
            turn.unwrap_or(now)
        }
    }

    pub(super) fn append(
        &mut self,
        next: State,
        entries: Vec<Entry>,
        then: Then,
        step: &mut Step<'_>,
    ) {
        let make = (self.state.version() == 0).then(|| Box::new(self.state.setup().clone()));
        let ended = MatchEnd::among(&entries, &next).map(Box::new);
        let next = Box::new(next);
        let seating = entries.iter().find_map(|entry| match &entry.fact {
            Fact::Reseated { seating, .. } => Some(seating.clone()),
            _ => None,
        });
        let taken = entries.iter().flat_map(|entry| taken(&entry.fact));
        self.pending = Some(Pending::Facts {
            next,
            then,
            seating,
            taken: taken.collect(),
        });
        step.out.push(Output::Append {
            make,
            entries,
            ended,
        });
    }

    pub(super) fn stored(&mut self, stored: Result<(), NotStored>, step: &mut Step<'_>) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        let (next, then, seating, taken) = match pending {
            Pending::Facts {
                next,
                then,
                seating,
                taken,
            } => (next, then, seating, taken),
            Pending::Removal { connection, key } => {
                return self.removed(stored.is_ok(), connection, key, step);
            }
        };
        match stored {
            Ok(()) => {
                let before = self.state.version();
                self.since = self.since_of(&next, step.now);
                self.state = *next;
                self.stand_up(&taken, step);
                let then = match &seating {
                    Some(seating) => {
                        self.there = self.there.moved(seating);
                        self.lags.reseat(seating);
                        self.tell_anew(step);
                        then.moved(seating)
                    }
                    None => {
                        self.tell_since(before, step);
                        then
                    }
                };
                self.then(then, before + 1, step);
            }
            Err(NotStored::KeyUsed { version }) => match then {
                Then::Answer {
                    connection, key, ..
                } => match self.is_of_another(connection, version) {
                    true => self.refuse(connection, key, Refusal::NotNow, step),
                    false => step.tell(connection, ServerMessage::Done { key, version }),
                },
                // Only a command has a key.
                Then::Tell | Then::Seated { .. } | Then::Queued { .. } | Then::Welcome { .. } => {
                    self.give_up(Closed::Restarted, step);
                }
            },
            Err(failed) => {
                let why = match failed {
                    NotStored::Conflict => Closed::Restarted,
                    _ => Closed::Unavailable,
                };
                match then {
                    Then::Answer {
                        connection, key, ..
                    } => self.refuse(connection, key, Refusal::Unavailable, step),
                    Then::Welcome { connection, .. } => step.close(connection, why),
                    Then::Tell | Then::Seated { .. } | Then::Queued { .. } => {}
                }
                self.give_up(why, step);
            }
        }
    }

    /// Whether the seat of a connection had another player at a version.
    fn is_of_another(&self, connection: u64, version: u64) -> bool {
        let viewer = self.there.viewer(connection);
        let seat = viewer.and_then(|viewer| viewer.seat());
        seat.is_some_and(|seat| version <= self.state.seat(seat).since)
    }

    fn removed(&mut self, done: bool, connection: u64, key: Key, step: &mut Step<'_>) {
        if !done {
            // If the table is gone after all, the next fact will not be stored.
            return self.refuse(connection, key, Refusal::Unavailable, step);
        }
        let version = self.state.version();
        step.tell(connection, ServerMessage::Done { key, version });
        self.give_up(Closed::Deleted, step);
    }

    pub(super) fn give_up(&mut self, why: Closed, step: &mut Step<'_>) {
        for input in self.queue.drain(..) {
            if let Input::Connect { connection, .. } = input {
                step.close(connection, why);
            }
        }
        step.out.extend(self.stop(why));
    }

    pub(super) fn then(&mut self, then: Then, version: u64, step: &mut Step<'_>) {
        match then {
            Then::Tell => {}
            Then::Seated { number, seat } => {
                let seat = Some(seat);
                step.out.push(Output::Seated { number, seat });
            }
            Then::Queued { number } => step.out.push(Output::Queued {
                number,
                refused: None,
            }),
            Then::Answer {
                connection,
                key,
                gone,
            } => {
                step.tell(connection, ServerMessage::Done { key, version });
                if let Some(Gone { seat, but, why }) = gone {
                    let of = |id, of| of == seat && Some(id) != but;
                    let which = self.there.leave_seats(of, step.now);
                    if !which.is_empty() {
                        step.out.push(Output::Close { which, why });
                    }
                }
                self.tell_presence(step);
            }
            Then::Welcome {
                connection,
                seat,
                by,
                since,
            } => self.welcome(connection, seat.into(), by, since, step),
        }
    }

    /// Sends everybody the events since a version.
    pub(super) fn tell_since(&mut self, before: u64, step: &mut Step<'_>) {
        let clock = self.clock(step.now);
        let version = self.state.version();
        for viewer in self.there.viewers() {
            // Events that the log no longer has were not for anybody still there.
            let events = self.state.events_for(viewer, before).unwrap_or_default();
            step.out.push(Output::Tell {
                to: self.there.of(viewer),
                message: ServerMessage::Events {
                    version,
                    events,
                    clock: clock.clone(),
                },
            });
        }
        self.tell_code(step);
        self.tell_presence(step);
    }
}

/// Who is there after a fact; `None` if it moves nobody.
fn follow(there: &Presence, entry: &Entry, now: u64) -> Option<Presence> {
    match &entry.fact {
        Fact::Reseated { seating, .. } => Some(there.moved(seating)),
        Fact::QueueSat { .. } => {
            let mut next = there.clone();
            next.stand_up(&taken(&entry.fact).collect::<Vec<_>>(), now);
            Some(next)
        }
        _ => None,
    }
}

/// The seats that people of the queue take by a fact.
fn taken(fact: &Fact) -> impl Iterator<Item = Seat> + '_ {
    let newcomers = match fact {
        Fact::QueueSat { newcomers } => newcomers.as_slice(),
        _ => &[],
    };
    newcomers.iter().map(|new| new.seat)
}
