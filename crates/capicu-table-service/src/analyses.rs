//! Analyses of matches for players with slow devices. They run on the server, if its admin allows it, with the lowest
//! priority.

use std::collections::BTreeSet;
use std::sync::Arc;

use capicu::Seat;
use capicu_analysis::{NODES, Plan, Played};
use capicu_i18n::Texts;
use capicu_record::{Record, side};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::pool::Pool;

/// The most analyses at once. They take turns, job by job.
const MOST: usize = 16;

/// The analyses of this server. Clones share them.
#[derive(Clone, Debug)]
pub struct Analyses {
    pool: Pool,
    free: Arc<Semaphore>,
}

/// A match that is being analyzed. It counts toward the limit until this is dropped.
#[derive(Debug)]
pub struct Analysis {
    analyses: Analyses,
    played: Arc<Played>,
    seat: Seat,
    jobs: std::vec::IntoIter<usize>,
    _room: OwnedSemaphorePermit,
}

/// The reason why a match is not analyzed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The most analyses are already running.
    Full,
    /// The match cannot be analyzed, for this reason in words.
    Unfit(String),
    /// The server failed.
    Failed,
}

impl Default for Analyses {
    /// Analyses with room for the most matches at once.
    fn default() -> Self {
        Self {
            pool: Pool::last(),
            free: Arc::new(Semaphore::new(MOST)),
        }
    }
}

impl Analyses {
    /// Begins the analysis of a record for a seat, without the jobs that are done already.
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
    /// Does the next job, and returns its number and its result in the form of
    /// [`Done::kept`](capicu_analysis::Done::kept). `None` if no job is left, or the server failed.
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

    /// The most analyses run at once. A new one may begin when one ends or is dropped.
    #[tokio::test]
    async fn dropped_analysis_makes_room() {
        let analyses = Analyses::default();
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
        under_way.push(begin().await.expect("a refused analysis takes no room"));
        assert_eq!(begin().await.err(), Some(Refused::Full));
    }
}
