//! Jobs of a writer other than the journal.

use tokio::sync::oneshot;

use super::clubs;
use super::conduct::{self, ConductRow};
use super::events::{self, EventRow};
use super::guests::{self, Leaving};
use super::notes::{self, NoteRow};
use super::puzzles::{self, PuzzleRow};
use super::rated::{self, RateRow};
use super::remove::{self, Removal};
use super::{Connection, Error, friends, people};
use crate::clubs::{ClubChange, ClubError};
use crate::{
    AppendError, Change, ConductError, EventError, PeopleError, PuzzleError, Tie, TieError,
    TieLimits,
};

type Done<T, E> = oneshot::Sender<Result<T, E>>;

/// A job for a transaction of its own. The caller gets an answer when it is done, or an error if it was dropped.
#[derive(Debug)]
pub struct Job(Task);

#[derive(Debug)]
pub(super) enum Task {
    #[cfg(feature = "sqlite")]
    Probe(oneshot::Sender<()>),
    Remove(Removal),
    Guests(Leaving),
    People(Box<Change>, Done<(), PeopleError>),
    Tie(Tie, TieLimits, Done<(), TieError>),
    Conduct(Box<ConductRow>, Done<u64, ConductError>),
    /// Adds to the log of an event, or assigns a role in it.
    Event(Box<EventRow>, Done<(), EventError>),
    Club(Box<ClubChange>, Done<(), ClubError>),
    Puzzle(Box<PuzzleRow>, Done<(), PuzzleError>),
    Note(NoteRow, oneshot::Sender<()>),
    /// Stores the changes of ratings by a result, or removes all of them.
    Rate(RateRow, Done<(), AppendError>),
}

impl From<Task> for Job {
    fn from(task: Task) -> Self {
        Self(task)
    }
}

impl Job {
    /// Waits for its turn, and changes nothing.
    #[cfg(feature = "sqlite")]
    pub(crate) fn probe(done: oneshot::Sender<()>) -> Self {
        Self(Task::Probe(done))
    }

    /// Runs the job and answers the caller. Fails if the database fails: the job may have been done anyway, and the
    /// connection must not be used again.
    pub async fn run(self, connection: &mut dyn Connection) -> Result<(), Error> {
        match self.0 {
            #[cfg(feature = "sqlite")]
            Task::Probe(done) => {
                connection.begin().await?;
                connection.end(false).await?;
                let _ = done.send(());
            }
            Task::Remove(removal) => remove::step(connection, removal).await?,
            Task::Guests(leaving) => guests::step(connection, leaving).await?,
            Task::People(change, done) => {
                let _ = done.send(people::apply(connection, &change).await?);
            }
            Task::Tie(tie, limits, done) => {
                let _ = done.send(friends::apply(connection, tie, limits).await?);
            }
            Task::Conduct(row, done) => {
                let _ = done.send(conduct::apply(connection, &row).await?);
            }
            Task::Event(row, done) => {
                let _ = done.send(events::apply(connection, &row).await?);
            }
            Task::Club(change, done) => {
                let _ = done.send(clubs::apply(connection, &change).await?);
            }
            Task::Puzzle(row, done) => {
                let _ = done.send(puzzles::apply(connection, &row).await?);
            }
            Task::Note(row, done) => {
                notes::apply(connection, &row).await?;
                let _ = done.send(());
            }
            Task::Rate(row, done) => {
                let _ = done.send(rated::apply(connection, row).await?);
            }
        }
        Ok(())
    }
}
