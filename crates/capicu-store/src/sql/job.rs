//! What a writer is asked to do besides the journal.

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

/// Something to be done in a transaction of its own. Whoever asked is answered when it is done, or finds out that it
/// was dropped.
#[derive(Debug)]
pub struct Job(Task);

#[derive(Debug)]
pub(super) enum Task {
    /// To wait for its turn, and to change nothing.
    #[cfg(feature = "sqlite")]
    Probe(oneshot::Sender<()>),
    /// To remove some rows.
    Remove(Removal),
    /// To remove guests who left nothing behind.
    Guests(Leaving),
    /// To change something about people.
    People(Box<Change>, Done<(), PeopleError>),
    /// To change what ties people.
    Tie(Tie, TieLimits, Done<(), TieError>),
    /// To write down how somebody behaved, or what was done about it.
    Conduct(Box<ConductRow>, Done<u64, ConductError>),
    /// To add to the log of an event, or to say who has a part in it.
    Event(Box<EventRow>, Done<(), EventError>),
    /// To change something about a club.
    Club(Box<ClubChange>, Done<(), ClubError>),
    /// To keep or forget a puzzle, or an answer to one.
    Puzzle(Box<PuzzleRow>, Done<(), PuzzleError>),
    /// To write down something about the server itself.
    Note(NoteRow, oneshot::Sender<()>),
    /// To write down what a result did to ratings, or to forget all of that.
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

    /// Does it, and answers whoever asked.
    ///
    /// # Errors
    ///
    /// If the database fails. It may have been done all the same; the connection is of no more use.
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
