//! Matches that are analyzed here for people whose devices are slow: where the host allows it, and after everything
//! else.

use std::collections::BTreeSet;
use std::sync::Arc;

use capicu::Seat;
use capicu_analysis::{NODES, Plan, Played};
use capicu_i18n::Texts;
use capicu_record::{Record, side};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::config;
use crate::pool::Pool;

/// So many are under way at most. They take turns, job by job.
const MOST: usize = 16;

/// Where matches are analyzed. Clones share it.
#[derive(Clone, Debug)]
pub struct Analyses {
    pool: Pool,
    free: Arc<Semaphore>,
}

/// A match that is analyzed, which counts as one until this is dropped.
#[derive(Debug)]
pub struct Analysis {
    analyses: Analyses,
    played: Arc<Played>,
    seat: Seat,
    jobs: std::vec::IntoIter<usize>,
    _room: OwnedSemaphorePermit,
}

/// Why a match is not analyzed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// As many are as may be.
    Full,
    /// It cannot be, as this says in words.
    Unfit(String),
    /// The server failed.
    Failed,
}

impl Analyses {
    /// Room for some, if the host allows any.
    pub fn of(allowed: config::Analyses) -> Option<Self> {
        match allowed {
            config::Analyses::Off => None,
            config::Analyses::On => Some(Self {
                pool: Pool::last(),
                free: Arc::new(Semaphore::new(MOST)),
            }),
        }
    }

    /// Begins with the match of a record, of which these jobs are done already, for a seat.
    ///
    /// # Errors
    ///
    /// If there is no room, or the text is no record of a match that can be analyzed.
    pub async fn begin(
        &self,
        record: String,
        seat: char,
        known: BTreeSet<usize>,
        texts: Texts,
    ) -> Result<Analysis, Refused> {
        let room = Arc::clone(&self.free).try_acquire_owned();
        let room = room.map_err(|_| Refused::Full)?;
        let opened = move |_| {
            let (record, places) = Record::parse(&record).map_err(|error| error.told(texts))?;
            let played = Played::of(&record, Some(&places)).map_err(|why| why.told(texts))?;
            let seat = side::seat(seat).filter(|seat| seat.index() < record.rules.n_seats().into());
            let seat = seat.unwrap_or_default();
            let jobs = 0..Plan::new(&played, NODES, seat).len();
            let jobs: Vec<usize> = jobs.filter(|job| !known.contains(job)).collect();
            Ok((Arc::new(played), seat, jobs.into_iter()))
        };
        match self.pool.think(Instant::now(), opened).await {
            None => Err(Refused::Failed),
            Some(Err(why)) => Err(Refused::Unfit(why)),
            Some(Ok((played, seat, jobs))) => Ok(Analysis {
                analyses: self.clone(),
                played,
                seat,
                jobs,
                _room: room,
            }),
        }
    }
}

impl Analysis {
    /// Does the next job: its number, and what it found as [`Done::kept`](capicu_analysis::Done::kept) has it. `None` where nothing
    /// is left, or the server failed.
    pub async fn next(&mut self) -> Option<(usize, String)> {
        let job = self.jobs.next()?;
        let (played, seat) = (Arc::clone(&self.played), self.seat);
        let work = move |_| Plan::new(&played, NODES, seat).work(job).kept();
        let found = self.analyses.pool.think(Instant::now(), work).await?;
        Some((job, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = include_str!("../../capicu-record/tests/golden/capicu.domino");

    /// As many as may be are under way, and there is room again when one ends or is left.
    #[tokio::test]
    async fn whoever_leaves_makes_room() {
        let analyses = Analyses::of(config::Analyses::On).expect("they are allowed");
        let begin = || analyses.begin(RECORD.to_owned(), 'A', BTreeSet::new(), Texts::default());
        let mut under_way = Vec::new();
        for _ in 0..MOST {
            under_way.push(begin().await.expect("there is room"));
        }
        assert_eq!(begin().await.err(), Some(Refused::Full));
        under_way.pop();
        assert!(begin().await.is_ok());
        let unfit = analyses.begin(
            "no record".to_owned(),
            'A',
            BTreeSet::new(),
            Texts::default(),
        );
        assert!(matches!(unfit.await, Err(Refused::Unfit(_))));
        under_way.push(begin().await.expect("what was refused has no room"));
        assert_eq!(begin().await.err(), Some(Refused::Full));
    }
}
