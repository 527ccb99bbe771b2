//! The work of an analysis, as independent jobs.

use std::sync::atomic::{AtomicBool, Ordering};

use capicu::Seat;

use crate::analysis::Analysis;
use crate::chance::{self, RoundChances};
use crate::compare::NEVER;
use crate::loss::Judged;
use crate::played::Played;

/// The default number of nodes for each choice.
pub const NODES: u64 = 20_000;

/// All jobs of a match. The result does not depend on their order, or on the threads that run them.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    played: &'a Played,
    nodes: u64,
    seat: Seat,
    jobs: Vec<Job>,
}

#[derive(Clone, Copy, Debug)]
enum Job {
    /// A choice, by its index.
    Decision(usize),
    /// The chances in a round, by its index.
    Round(usize),
}

#[derive(Clone, Debug)]
pub struct Done(pub(crate) Found);

#[derive(Clone, Debug)]
pub(crate) enum Found {
    Decision(usize, Option<Box<Judged>>),
    Round(usize, Option<Box<RoundChances>>),
}

impl<'a> Plan<'a> {
    /// The work for a match. `nodes` (actions played or weighed) is the effort for each choice; unclear choices get up
    /// to twenty times more, and all else in proportion. The choices of `seat` come first.
    pub fn new(played: &'a Played, nodes: u64, seat: Seat) -> Self {
        let decisions = || {
            let decisions = played.decisions.iter().enumerate();
            decisions.map(|(number, decision)| (decision.seat() == seat, Job::Decision(number)))
        };
        let own = decisions().filter(|(own, _)| *own).map(|(_, job)| job);
        let rounds = (0..played.rounds.len()).map(Job::Round);
        let others = decisions().filter(|(own, _)| !*own).map(|(_, job)| job);
        Self {
            played,
            nodes,
            seat,
            jobs: own.chain(rounds).chain(others).collect(),
        }
    }

    pub(crate) const fn played(&self) -> &'a Played {
        self.played
    }

    pub const fn len(&self) -> usize {
        self.jobs.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// The number of jobs for the choices of the seat, which come first.
    pub fn own(&self) -> usize {
        let decisions = self.played.decisions.iter();
        decisions
            .filter(|decision| decision.seat() == self.seat)
            .count()
    }

    /// The round of a job, from 1; `None` if there is none with this number.
    pub fn round(&self, job: usize) -> Option<usize> {
        Some(match *self.jobs.get(job)? {
            Job::Decision(number) => self.played.decisions[number].round,
            Job::Round(number) => self.played.rounds[number].number,
        })
    }

    /// Does a job. Panics if there is none with this number.
    pub fn work(&self, job: usize) -> Done {
        self.done(job, &NEVER)
    }

    /// Does a job, or returns `None` within milliseconds once `stop` is raised. Panics if there is none with this
    /// number.
    pub fn work_until(&self, job: usize, stop: &AtomicBool) -> Option<Done> {
        let done = self.done(job, stop);
        (!stop.load(Ordering::Relaxed)).then_some(done)
    }

    fn done(&self, job: usize, stop: &AtomicBool) -> Done {
        Done(match self.jobs[job] {
            Job::Decision(number) => {
                let found = Judged::until(&self.played.decisions[number], self.nodes, stop);
                Found::Decision(number, found.map(Box::new))
            }
            Job::Round(number) => {
                let found = chance::of_round(self.played, number, self.nodes, stop);
                Found::Round(number, found.map(Box::new))
            }
        })
    }

    /// Combines results in any order; some may be missing.
    pub fn finish(&self, done: impl IntoIterator<Item = Done>) -> Analysis<'a> {
        let mut judged: Vec<Option<Judged>> = vec![None; self.played.decisions.len()];
        let mut rounds: Vec<Option<RoundChances>> = vec![None; self.played.rounds.len()];
        let mut n = 0;
        for Done(found) in done {
            n += 1;
            match found {
                Found::Decision(number, found) => judged[number] = found.map(|found| *found),
                Found::Round(number, found) => rounds[number] = found.map(|found| *found),
            }
        }
        let stopped = n < self.jobs.len();
        Analysis::new(self.played, self.nodes, self.seat, judged, rounds, stopped)
    }
}
