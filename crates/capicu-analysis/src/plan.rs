//! The work, as jobs that have nothing to do with each other.

use std::sync::atomic::{AtomicBool, Ordering};

use capicu::Seat;

use crate::analysis::Analysis;
use crate::chance::{self, RoundChances};
use crate::compare::NEVER;
use crate::judged::Judged;
use crate::played::Played;

/// How many nodes each choice is given where nothing else is said.
pub const NODES: u64 = 20_000;

/// All there is to do for a match. The same plan gives the same findings whatever does the jobs, in
/// whatever order.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    played: &'a Played,
    nodes: u64,
    seat: Seat,
    jobs: Vec<Job>,
}

#[derive(Clone, Copy, Debug)]
enum Job {
    /// A choice, by its number.
    Decision(usize),
    /// The chances in a round, by its index.
    Round(usize),
}

/// What a job found.
#[derive(Clone, Debug)]
pub struct Done(pub(crate) Found);

#[derive(Clone, Debug)]
pub(crate) enum Found {
    Decision(usize, Option<Box<Judged>>),
    Round(usize, Option<Box<RoundChances>>),
}

impl<'a> Plan<'a> {
    /// The work for a match with so many nodes (actions done or weighed) for each choice, up to twenty times as
    /// many for one that they do not settle, and for everything else in proportion. The choices of this
    /// seat come first.
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

    /// The match.
    pub(crate) const fn played(&self) -> &'a Played {
        self.played
    }

    /// How many jobs there are.
    pub const fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there is nothing to do.
    pub const fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Does one of the jobs.
    ///
    /// # Panics
    ///
    /// If there is no job of this number.
    pub fn work(&self, job: usize) -> Done {
        self.done(job, &NEVER)
    }

    /// Does one of the jobs, unless this flag is or gets raised: then it ends within milliseconds, however many nodes
    /// there are.
    ///
    /// # Panics
    ///
    /// If there is no job of this number.
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

    /// Puts together what was found, in whatever order; jobs may be missing.
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
