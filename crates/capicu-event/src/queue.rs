//! The queue of a stage in which the winner stays.
//!
//! A [`Queue`] follows the facts: it reads from the stage who came, who left, and which matches began and ended. The
//! rules of seats are those of [`WinnerStays`].

use std::collections::BTreeSet;

use serde::Serialize;

use crate::bracket;
use crate::id::EntryId;
use crate::meeting::{Meeting, Pairing};
use crate::outcome::Outcome;
use crate::preset::Method;
use crate::refused::Refused;
use crate::state::{Stage, State, Table};
use crate::winner_stays::{Change, ChangeError, MOST_PARTIES, Places, WinnerStays};
use crate::{Bound, Fact};

/// A meeting by its round and its place there, both from 0.
type Place = [usize; 2];

/// The tables of a stage, and the entries that wait for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Queue {
    now: WinnerStays<EntryId>,
    steps: Vec<Step>,
    /// The table of each meeting, by round.
    seated: Vec<Vec<usize>>,
    /// The meeting in play at each table.
    in_play: Vec<Option<Place>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum Step {
    Came(EntryId),
    Left(EntryId),
    Began {
        at: u64,
        table: usize,
        of: Place,
    },
    Ended {
        at: u64,
        table: usize,
        of: Place,
        ended: Ended,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Ended {
    Won(usize),
    NobodyCame,
    Void,
}

impl Queue {
    /// The queue of a method, without entries; `None` for methods without one.
    pub(crate) fn of(method: &Method) -> Option<Self> {
        let Method::WinnerStays { tables, .. } = *method else {
            return None;
        };
        let now = empty(tables.into()).ok()?;
        Some(Self {
            now,
            steps: Vec::new(),
            seated: Vec::new(),
            in_play: vec![None; tables.into()],
        })
    }

    /// The tables and the waiting entries.
    pub const fn seats(&self) -> &WinnerStays<EntryId> {
        &self.now
    }

    /// The table of a meeting, from 0, by indices of its round and its place there.
    pub fn table_of(&self, round: usize, at: usize) -> Option<usize> {
        self.seated.get(round)?.get(at).copied()
    }

    /// The table of a meeting that can begin, from 0.
    pub fn table_for(&self, meeting: &Meeting) -> Option<usize> {
        let tables = self.now.tables().iter().enumerate();
        let mut tables = tables.filter(|(at, _)| self.now.is_ready(*at));
        tables
            .find(|(_, table)| table.sides() == meeting.sides)
            .map(|(at, _)| at)
    }

    /// The last meeting at a table, in play or ended, by indices of its round and its place there.
    pub fn last_at(&self, table: usize) -> Option<(usize, usize)> {
        let rounds = self.seated.iter().enumerate().rev();
        let mut found = rounds.filter_map(|(round, tables)| {
            let at = tables.iter().position(|of| *of == table)?;
            Some((round, at))
        });
        found.next()
    }

    /// The matches that can begin, in the order of the tables.
    pub(crate) fn ready(&self) -> Vec<Meeting> {
        let tables = self.now.tables().iter().enumerate();
        let ready = tables.filter(|(at, _)| self.now.is_ready(*at));
        let sides = ready.map(|(_, table)| table.sides().to_vec());
        sides.map(|sides| Meeting { sides }).collect()
    }

    /// Whether all meetings of a draft can begin.
    pub(crate) fn can_begin(&self, pairing: &Pairing) -> bool {
        let mut meetings = pairing.meetings.iter();
        meetings.all(|meeting| self.table_for(meeting).is_some())
    }

    /// Follows a fact that was applied to the state at this time, in milliseconds.
    pub(crate) fn follow(
        &mut self,
        state: &State,
        stage: &Stage,
        at: u64,
        fact: &Fact,
    ) -> Result<(), Refused> {
        let at = at / 1_000;
        self.take_back(stage)?;
        self.begin(stage, at)?;
        self.end(stage, at)?;
        if let Fact::Corrected {
            stage: number,
            round,
            meeting,
            outcome,
            ..
        } = fact
            && *number == stage.number
        {
            let of = [usize::from(*round) - 1, usize::from(*meeting) - 1];
            self.correct(stage, of, ended(stage, outcome));
        }
        self.leave(state, stage)?;
        self.come(state, stage)
    }

    /// Forgets the beginnings of a round that was taken back.
    fn take_back(&mut self, stage: &Stage) -> Result<(), Refused> {
        let n = stage.rounds.len();
        if self.seated.len() <= n {
            return Ok(());
        }
        self.seated.truncate(n);
        self.steps
            .retain(|step| !matches!(step, Step::Began { of, .. } if of[0] >= n));
        self.now = replayed(&self.steps, stage, self.in_play.len()).ok_or(Refused::StaleDraft)?;
        for place in &mut self.in_play {
            *place = place.filter(|[round, _]| *round < n);
        }
        Ok(())
    }

    fn begin(&mut self, stage: &Stage, at: u64) -> Result<(), Refused> {
        for round in self.seated.len()..stage.rounds.len() {
            let mut tables = Vec::new();
            for (place, meeting) in stage.rounds[round].pairing.meetings.iter().enumerate() {
                let table = self.table_for(meeting).ok_or(Refused::StaleDraft)?;
                let of = [round, place];
                self.step(stage, Step::Began { at, table, of })?;
                self.in_play[table] = Some(of);
                tables.push(table);
            }
            self.seated.push(tables);
        }
        Ok(())
    }

    fn end(&mut self, stage: &Stage, at: u64) -> Result<(), Refused> {
        for table in 0..self.in_play.len() {
            let Some(of) = self.in_play[table] else {
                continue;
            };
            if let Table::Settled(outcome) = &stage.rounds[of[0]].tables[of[1]] {
                let ended = ended(stage, outcome);
                self.in_play[table] = None;
                let step = Step::Ended {
                    at,
                    table,
                    of,
                    ended,
                };
                self.step(stage, step)?;
            }
        }
        Ok(())
    }

    /// Seats the entries as the correct result would have done. If a match that began since would then have had other
    /// players, all keep their seats.
    fn correct(&mut self, stage: &Stage, corrected: Place, to: Ended) {
        let mut steps = self.steps.clone();
        for step in &mut steps {
            if let Step::Ended { of, ended, .. } = step
                && *of == corrected
            {
                *ended = to;
            }
        }
        if let Some(now) = replayed(&steps, stage, self.in_play.len()) {
            (self.now, self.steps) = (now, steps);
        }
    }

    /// An entry that leaves in the middle of its match leaves the table when the match has a result.
    fn leave(&mut self, state: &State, stage: &Stage) -> Result<(), Refused> {
        let here = self.here();
        let has_left =
            |id: &EntryId| here.contains(id) && !self.plays(stage, *id) && !state.is_present(*id);
        let left: Vec<EntryId> = stage.order.iter().copied().filter(has_left).collect();
        left.into_iter()
            .try_for_each(|id| self.step(stage, Step::Left(id)))
    }

    fn come(&mut self, state: &State, stage: &Stage) -> Result<(), Refused> {
        let here = self.here();
        let comes = |id: &EntryId| state.is_present(*id) && !here.contains(id);
        let mut coming = stage.order.iter().copied().filter(comes);
        coming.try_for_each(|id| self.step(stage, Step::Came(id)))
    }

    /// The entries that wait or sit at a table.
    fn here(&self) -> BTreeSet<EntryId> {
        let tables = self.now.tables().iter();
        let seated = tables.flat_map(|table| table.sides().iter().flatten());
        self.now.queue().iter().chain(seated).copied().collect()
    }

    fn plays(&self, stage: &Stage, id: EntryId) -> bool {
        self.in_play.iter().flatten().any(|[round, at]| {
            let meeting = &stage.rounds[*round].pairing.meetings[*at];
            meeting.side_of(id).is_some()
        })
    }

    fn step(&mut self, stage: &Stage, step: Step) -> Result<(), Refused> {
        add(&mut self.now, &step, stage).map_err(|why| match why {
            ChangeError::Full => Refused::TooMany {
                of: Bound::Playing,
                most: MOST_PARTIES,
            },
            _ => Refused::StaleDraft,
        })?;
        self.steps.push(step);
        Ok(())
    }
}

fn empty(tables: usize) -> Result<WinnerStays<EntryId>, ChangeError> {
    WinnerStays::new(tables, Places::new(2, 1)?)
}

fn ended(stage: &Stage, outcome: &Outcome) -> Ended {
    match (bracket::winning_side(outcome, stage), outcome) {
        (Some(side), _) => Ended::Won(side),
        (None, Outcome::Forfeit { .. }) => Ended::NobodyCame,
        (None, _) => Ended::Void,
    }
}

/// The seats after these steps; `None` if a match would begin with other players than it had.
fn replayed(steps: &[Step], stage: &Stage, tables: usize) -> Option<WinnerStays<EntryId>> {
    let mut now = empty(tables).ok()?;
    for step in steps {
        if let Step::Began { table, of, .. } = step {
            let meeting = &stage.rounds[of[0]].pairing.meetings[of[1]];
            if now.tables()[*table].sides() != meeting.sides {
                return None;
            }
        }
        add(&mut now, step, stage).ok()?;
    }
    Some(now)
}

fn add(now: &mut WinnerStays<EntryId>, step: &Step, stage: &Stage) -> Result<(), ChangeError> {
    match *step {
        Step::Came(id) => now.add(Change::Came(id)),
        Step::Left(id) => now.add(Change::Left(id)),
        Step::Began { at, table, .. } => now.add(Change::Started { table, at }),
        Step::Ended {
            at,
            table,
            of,
            ended,
        } => match ended {
            Ended::Won(side) => now.add(Change::Won { table, side, at }),
            Ended::Void => now.add(Change::Stopped { table }),
            // Both sides join the end of the queue.
            Ended::NobodyCame => {
                let meeting = &stage.rounds[of[0]].pairing.meetings[of[1]];
                for id in meeting.entries() {
                    now.add(Change::Left(id))?;
                }
                for id in meeting.entries() {
                    now.add(Change::Came(id))?;
                }
                Ok(())
            }
        },
    }
}
