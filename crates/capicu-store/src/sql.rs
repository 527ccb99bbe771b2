//! A store in the tables of a database that speaks SQL.
//!
//! What is stored where, and what is asked, stands here once. An [`Engine`] is a database: it runs statements, and writes
//! the journal in its own way, for that is where speed matters.

mod bots;
mod clubs;
mod conduct;
mod events;
mod friends;
mod guests;
mod job;
mod notes;
mod passkeys;
mod people;
mod puzzles;
mod query;
mod rated;
mod remove;
mod writer;

use std::fmt;

use capicu_protocol::PlayerId;
use tokio::sync::oneshot;

pub use crate::codec::Row as Line;
use crate::{
    Answer, Append, AppendError, Effect, Ended, Health, Held, Journal, Rated, ReadError, Results,
    RowName, Stored, Unavailable, Unreadable, codec,
};
pub use job::Job;
use job::Task;
pub(crate) use query::query;
pub use query::{Connection, Dialect, Error, Found, Query, Row, Value};
use rated::RateRow;
pub use writer::{Access, Writer, Written};

/// A database with a task that writes.
pub trait Engine: Send + Sync + fmt::Debug + 'static {
    /// What it understands.
    fn dialect(&self) -> Dialect;

    /// Runs a statement that changes nothing, and shows one moment.
    fn read(&self, query: Query) -> Answer<'_, Result<Found, Error>>;

    /// Hands something over to be done after what this caller asked for before. A job that cannot be done is dropped.
    fn change(&self, job: Job) -> Answer<'_, ()>;

    /// Adds to a table, as [`Journal::append`] says.
    fn append(&self, write: Write) -> Answer<'_, Written>;

    /// What [`Journal::health`] says.
    fn health(&self) -> Health;

    /// What [`Journal::close`] does.
    fn close(&self) -> Answer<'_, ()>;
}

/// What one table asks for; all of it is written, or nothing.
#[derive(Debug)]
pub struct Write {
    /// The table.
    pub table: String,
    /// The table itself, if it is new.
    pub made: Option<Made>,
    /// Rows of the journal.
    pub rows: Vec<Line>,
    /// What follows from them.
    pub effects: Vec<EffectRow>,
}

/// A new table.
#[derive(Debug)]
pub struct Made {
    /// The table as it was made, as JSON.
    pub setup: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// What follows from facts.
#[derive(Debug)]
pub enum EffectRow {
    /// The result of a match.
    Result {
        /// The number of the match at its table.
        number: u32,
        /// When it ended, in milliseconds since 1970.
        at: u64,
        /// The result, as JSON.
        result: String,
        /// How it was played.
        record: Option<String>,
        /// Who sat where.
        players: Vec<(i64, PlayerId)>,
    },
    /// Whose a seat is.
    Bound {
        /// The seat.
        seat: i64,
        /// Whose it is.
        player: Option<PlayerId>,
    },
}

/// A store in an engine.
#[derive(Debug)]
pub struct Sql<E>(pub(crate) E);

/// The table as row 0, and its facts after it.
const STORED: &str = "SELECT 0 AS version, made_at, NULL, NULL, format, setup FROM tables
     WHERE id = ?1 AND removed = 0
     UNION ALL SELECT version, at, seat, key, format, fact FROM journal
     WHERE table_id = ?1 ORDER BY version";

const ENDED: &str = "SELECT sequence, table_id, number, at, format, result FROM results
     WHERE sequence > ? ORDER BY sequence LIMIT ?";

impl<E: Engine> Sql<E> {
    /// A store in this engine, whose tables are made.
    pub const fn new(engine: E) -> Self {
        Self(engine)
    }

    /// The engine.
    pub const fn engine(&self) -> &E {
        &self.0
    }

    async fn ask<T>(&self, task: impl FnOnce(oneshot::Sender<T>) -> Task) -> Option<T> {
        let (done, answer) = oneshot::channel();
        self.0.change(task(done).into()).await;
        answer.await.ok()
    }

    async fn stored(&self, table: &str) -> Result<Option<Stored>, ReadError> {
        let failed = |error| ReadError::Unavailable(unavailable(error));
        let rows = query(STORED).bind(table).fetch_all(&self.0).await;
        let rows = rows.map_err(failed)?;
        let line = |row: &Row| {
            Ok(Line {
                version: row.try_get(0)?,
                at: row.try_get(1)?,
                seat: row.try_get(2)?,
                key: row.try_get(3)?,
                format: row.try_get(4)?,
                fact: row.try_get(5)?,
            })
        };
        let rows: Result<Vec<Line>, Error> = rows.iter().map(line).collect();
        let rows = rows.map_err(failed)?;
        let Some((setup, facts)) = rows.split_first().filter(|(setup, _)| setup.version == 0)
        else {
            return Ok(None);
        };
        let decoded = codec::decode_setup(setup.format, &setup.fact);
        Ok(Some(Stored {
            setup: decoded.map_err(|why| Unreadable {
                row: RowName::Setup {
                    table: table.to_owned(),
                },
                why,
            })?,
            entries: codec::decode_all(table, facts.iter())?,
        }))
    }

    async fn ended(&self, after: u64, limit: u32) -> Result<Vec<Ended>, ReadError> {
        let failed = |error| ReadError::Unavailable(unavailable(error));
        let rows = query(ENDED)
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .bind(limit)
            .fetch_all(&self.0)
            .await
            .map_err(failed)?;
        let mut ended = Vec::with_capacity(rows.len());
        for row in rows {
            let sequence = row.try_get(0).map_err(failed)?;
            let (format, number) = (
                row.try_get(4).map_err(failed)?,
                row.try_get(2).map_err(failed)?,
            );
            let (at, text) = (
                row.try_get(3).map_err(failed)?,
                row.try_get(5).map_err(failed)?,
            );
            match codec::decode_result(format, number, at, text) {
                Ok(result) => ended.push(Ended {
                    sequence,
                    table: row.try_get(1).map_err(failed)?,
                    result,
                }),
                Err(why) if ended.is_empty() => {
                    let row = RowName::Result { sequence };
                    return Err(Unreadable { row, why }.into());
                }
                Err(_) => break,
            }
        }
        Ok(ended)
    }

    async fn latest(&self, since: u64, limit: u32) -> Result<Vec<String>, Error> {
        // By the index of times, so that a start reads no more of the journal than it needs.
        let by = match self.0.dialect() {
            Dialect::Sqlite => "INDEXED BY journal_at",
            Dialect::Postgres => "",
        };
        let rows = query(format!(
            "SELECT table_id FROM journal {by} WHERE at >= ?
             GROUP BY table_id ORDER BY max(at) DESC, table_id LIMIT ?"
        ))
        .bind(i64::try_from(since).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.0)
        .await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }
}

impl<E: Engine> Journal for Sql<E> {
    fn append<'a>(&'a self, table: &'a str, append: Append) -> Answer<'a, Result<(), AppendError>> {
        let Append {
            make,
            entries,
            effects,
        } = append;
        if make.is_none() && entries.is_empty() && effects.is_empty() {
            return Box::pin(async { Ok(()) });
        }
        self.0.append(Write {
            table: table.to_owned(),
            made: make.map(|make| Made {
                setup: codec::encode_setup(&make.setup),
                at: make.at,
            }),
            rows: entries.iter().map(codec::encode).collect(),
            effects: effects.into_iter().map(effect_row).collect(),
        })
    }

    fn read<'a>(&'a self, table: &'a str) -> Answer<'a, Result<Option<Stored>, ReadError>> {
        Box::pin(self.stored(table))
    }

    fn has<'a>(&'a self, table: &'a str) -> Answer<'a, Result<bool, Unavailable>> {
        Box::pin(async move {
            query("SELECT 1 FROM tables WHERE id = ? AND removed = 0")
                .bind(table)
                .fetch_optional(&self.0)
                .await
                .map(|row| row.is_some())
                .map_err(unavailable)
        })
    }

    fn recent(&self, since: u64, limit: u32) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(async move { self.latest(since, limit).await.map_err(unavailable) })
    }

    fn remove_unused(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(self.remove_those(remove::Which::Unused, before))
    }

    fn remove_older(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(self.remove_those(remove::Which::Any, before))
    }

    fn held(&self, unused_before: u64, older_before: u64) -> Answer<'_, Result<Held, Unavailable>> {
        Box::pin(async move {
            let held = self.all_held(unused_before, older_before).await;
            held.map_err(unavailable)
        })
    }

    fn remove<'a>(&'a self, table: &'a str) -> Answer<'a, Result<(), Unavailable>> {
        Box::pin(async move {
            self.mark(&[table.to_owned()], i64::MAX).await?;
            self.sweep().await
        })
    }

    fn health(&self) -> Health {
        self.0.health()
    }

    fn close(&self) -> Answer<'_, ()> {
        self.0.close()
    }
}

impl<E: Engine> Results for Sql<E> {
    fn since(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Ended>, ReadError>> {
        Box::pin(self.ended(sequence, limit))
    }

    fn record(&self, sequence: u64) -> Answer<'_, Result<Option<String>, Unavailable>> {
        Box::pin(async move {
            let row = query("SELECT record FROM records WHERE sequence = ?")
                .bind(i64::try_from(sequence).unwrap_or(i64::MAX))
                .fetch_optional(&self.0)
                .await;
            row.and_then(|row| row.map(|row| row.try_get(0)).transpose())
                .map_err(unavailable)
        })
    }

    fn rate(&self, rated: Rated) -> Answer<'_, Result<(), AppendError>> {
        Box::pin(async move {
            let row = RateRow::Write {
                sequence: i64::try_from(rated.sequence).unwrap_or(i64::MAX),
                algorithm: rated.algorithm,
                changes: codec::encode_rated(&rated.changes),
            };
            let answer = self.ask(|done| Task::Rate(row, done)).await;
            answer.unwrap_or(Err(AppendError::Failed))
        })
    }

    fn rated(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Rated>, Unavailable>> {
        Box::pin(self.rated_after(sequence, limit))
    }

    fn forget_rated(&self) -> Answer<'_, Result<(), AppendError>> {
        Box::pin(async move {
            let answer = self.ask(|done| Task::Rate(RateRow::Forget, done)).await;
            answer.unwrap_or(Err(AppendError::Failed))
        })
    }
}

fn effect_row(effect: Effect) -> EffectRow {
    match effect {
        Effect::MatchOver { result, record } => EffectRow::Result {
            number: result.number,
            at: result.at,
            result: codec::encode_result(&result),
            record,
            players: (0..)
                .zip(&result.seats)
                .filter_map(|(seat, sitter)| Some((seat, sitter.player()?)))
                .collect(),
        },
        Effect::Bound { seat, player } => EffectRow::Bound {
            seat: seat.index() as i64,
            player,
        },
    }
}

fn unavailable(error: Error) -> Unavailable {
    tracing::error!(%error, "cannot read the journal");
    Unavailable
}
