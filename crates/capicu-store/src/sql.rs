//! A store in an SQL database.
//!
//! Tables and queries are defined here once. An [`Engine`] is a database: it runs statements, and writes the journal in
//! its own way, since that is where speed matters.

/// Values of a statement, for [`Query::bind_all`].
macro_rules! values {
    ($($value:expr),+ $(,)?) => { [$($crate::sql::Value::from($value)),+] };
}

mod bots;
mod club_matches;
mod clubs;
mod conduct;
mod events;
mod friends;
mod guests;
mod job;
mod notes;
mod passkeys;
mod people;
mod pushes;
mod puzzles;
mod query;
mod rated;
mod remove;
mod traces;
mod writer;

use std::collections::BTreeSet;
use std::fmt;

use capicu_protocol::{PlayerId, TableId, Watching};
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

pub trait Engine: Send + Sync + fmt::Debug + 'static {
    fn dialect(&self) -> Dialect;

    /// Runs a statement that changes nothing, and returns a consistent state.
    fn read(&self, query: Query) -> Answer<'_, Result<Found, Error>>;

    /// Queues a job after this caller's earlier ones. A job that cannot run is dropped.
    fn change(&self, job: Job) -> Answer<'_, ()>;

    /// Appends to a table as [`Journal::append`] describes.
    fn append(&self, write: Write) -> Answer<'_, Written>;

    fn health(&self) -> Health;

    fn close(&self) -> Answer<'_, ()>;
}

#[derive(Debug)]
pub struct Write {
    pub table: TableId,
    pub made: Option<Made>,
    pub rows: Vec<Line>,
    pub effects: Vec<EffectRow>,
}

#[derive(Debug)]
pub struct Made {
    /// The setup as JSON.
    pub setup: String,
    /// In milliseconds since 1970.
    pub at: u64,
}

#[derive(Debug)]
pub enum EffectRow {
    Result {
        /// The number of the match at its table.
        number: u32,
        /// In milliseconds since 1970.
        at: u64,
        /// The result as JSON.
        result: String,
        /// The match record.
        record: Option<String>,
        players: Vec<(i64, PlayerId)>,
    },
    Bound {
        seat: i64,
        player: Option<PlayerId>,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Sql<E>(pub(crate) E);

/// The setup as row 0, followed by the facts.
const STORED: &str = "SELECT 0 AS version, made_at, NULL, NULL, format, setup FROM tables
     WHERE id = ?1 AND removed = 0
     UNION ALL SELECT version, at, seat, key, format, fact FROM journal
     WHERE table_id = ?1 ORDER BY version";

const ENDED: &str = "SELECT sequence, table_id, number, at, format, result FROM results
     WHERE sequence > ? ORDER BY sequence LIMIT ?";

impl<E: Engine> Sql<E> {
    pub const fn new(engine: E) -> Self {
        Self(engine)
    }

    pub const fn engine(&self) -> &E {
        &self.0
    }

    async fn ask<T>(&self, task: impl FnOnce(oneshot::Sender<T>) -> Task) -> Option<T> {
        let (done, answer) = oneshot::channel();
        self.0.change(task(done).into()).await;
        answer.await.ok()
    }

    async fn stored(&self, table: &TableId) -> Result<Option<Stored>, ReadError> {
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
        let unreadable = |row, why| ReadError::Unreadable(Unreadable { row, why });
        let table = table.to_owned();
        let setup = match codec::decode_setup(setup.format, &setup.fact) {
            Ok(setup) => setup,
            Err(why) => return Err(unreadable(RowName::Setup { table }, why)),
        };
        match codec::decode_all(facts.iter()) {
            Ok(entries) => Ok(Some(Stored { setup, entries })),
            Err((version, why)) => Err(unreadable(RowName::Fact { table, version }, why)),
        }
    }

    async fn ended(&self, after: u64, limit: u32) -> Result<Vec<Ended>, ReadError> {
        let failed = |error| ReadError::Unavailable(unavailable(error));
        let rows = query(ENDED)
            .bind_all(values![i64::try_from(after).unwrap_or(i64::MAX), limit])
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

    async fn watchable_of(&self, tables: Vec<TableId>) -> Result<BTreeSet<TableId>, Error> {
        let ids: Vec<&str> = tables.iter().map(TableId::as_str).collect();
        let list = self.0.dialect().list();
        let rows = query(format!(
            "SELECT tables.id, format, setup FROM {list}
             JOIN tables ON tables.id = value AND removed = 0"
        ))
        .bind(serde_json::Value::from(ids).to_string())
        .fetch_all(&self.0)
        .await?;
        let mut watchable = BTreeSet::new();
        for row in &rows {
            let table: TableId = row.try_get(0)?;
            match codec::decode_setup(row.try_get(1)?, row.try_get(2)?) {
                Ok(setup) if setup.watching == Watching::On => drop(watchable.insert(table)),
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(table = table.as_str(), %error, "a table is left out")
                }
            }
        }
        Ok(watchable)
    }

    async fn latest(&self, since: u64, limit: u32) -> Result<Vec<TableId>, Error> {
        // Use the index of times, so that a start reads only the recent part of the journal.
        let by = match self.0.dialect() {
            Dialect::Sqlite => "INDEXED BY journal_at",
            Dialect::Postgres => "",
        };
        let rows = query(format!(
            "SELECT table_id FROM journal {by} WHERE at >= ?
             GROUP BY table_id ORDER BY max(at) DESC, table_id LIMIT ?"
        ))
        .bind_all(values![i64::try_from(since).unwrap_or(i64::MAX), limit])
        .fetch_all(&self.0)
        .await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }
}

impl<E: Engine> Journal for Sql<E> {
    fn append<'a>(
        &'a self,
        table: &'a TableId,
        append: Append,
    ) -> Answer<'a, Result<(), AppendError>> {
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

    fn read<'a>(&'a self, table: &'a TableId) -> Answer<'a, Result<Option<Stored>, ReadError>> {
        Box::pin(self.stored(table))
    }

    fn has<'a>(&'a self, table: &'a TableId) -> Answer<'a, Result<bool, Unavailable>> {
        Box::pin(async move {
            query("SELECT 1 FROM tables WHERE id = ? AND removed = 0")
                .bind(table)
                .fetch_optional(&self.0)
                .await
                .map(|row| row.is_some())
                .map_err(unavailable)
        })
    }

    fn watchable(
        &self,
        tables: Vec<TableId>,
    ) -> Answer<'_, Result<BTreeSet<TableId>, Unavailable>> {
        Box::pin(async move { self.watchable_of(tables).await.map_err(unavailable) })
    }

    fn recent(&self, since: u64, limit: u32) -> Answer<'_, Result<Vec<TableId>, Unavailable>> {
        Box::pin(async move { self.latest(since, limit).await.map_err(unavailable) })
    }

    fn remove_unused(&self, before: u64) -> Answer<'_, Result<Vec<TableId>, Unavailable>> {
        Box::pin(self.remove_those(remove::Which::Unused, before))
    }

    fn remove_older(&self, before: u64) -> Answer<'_, Result<Vec<TableId>, Unavailable>> {
        Box::pin(self.remove_those(remove::Which::Any, before))
    }

    fn held(&self, unused_before: u64, older_before: u64) -> Answer<'_, Result<Held, Unavailable>> {
        Box::pin(async move {
            let held = self.all_held(unused_before, older_before).await;
            held.map_err(unavailable)
        })
    }

    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, Result<(), Unavailable>> {
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
