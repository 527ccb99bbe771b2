//! The store in a file: `capicu.db`, by SQLite.
//!
//! One task writes. What many tables ask for while the last flush ran goes to the disk in one
//! transaction, and nobody is answered before the flush (`synchronous = FULL`). Readers have
//! connections of their own, which the writer does not hold up, nor they the writer.

mod batch;
mod bots;
mod check;
mod clubs;
mod conduct;
pub mod copies;
mod events;
mod friends;
mod migrations;
mod open;
mod passkeys;
mod people;
mod puzzles;
mod rated;
mod remove;
mod write;

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{Row as _, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use crate::codec::{self, Row};
use crate::{
    Answer, Append, AppendError, Effect, Ended, Health, Held, Journal, Rated, ReadError, Results,
    RowName, Stored, Unavailable, Unreadable,
};
use batch::{EffectRow, Made, Write};
pub use check::Damage;
pub use open::OpenError;
use rated::RateRow;
use write::Request;

/// A store in a folder. It works within a tokio runtime, whose tasks it needs until it is
/// [closed](Journal::close).
#[derive(Debug)]
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Request>,
    health: Arc<Mutex<Health>>,
    /// Keeps other servers out of the folder.
    lock: Mutex<Option<open::Lock>>,
}

impl Sqlite {
    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Option<T> {
        let (done, answer) = oneshot::channel();
        self.writer.send(request(done)).await.ok()?;
        answer.await.ok()
    }

    async fn stored(&self, table: &str) -> Result<Option<Stored>, ReadError> {
        let failed = |error| ReadError::Unavailable(unavailable(error));
        // Both within one transaction: between them, the table might be removed.
        let mut moment = self.readers.begin().await.map_err(failed)?;
        let setup = sqlx::query("SELECT setup, format FROM tables WHERE id = ? AND removed = 0")
            .bind(table)
            .fetch_optional(&mut *moment)
            .await
            .map_err(failed)?;
        let Some(setup) = setup else {
            return Ok(None);
        };
        let rows = sqlx::query(
            "SELECT version, at, seat, key, format, fact FROM journal
             WHERE table_id = ? ORDER BY version",
        )
        .bind(table)
        .fetch_all(&mut *moment)
        .await
        .map_err(failed)?;
        drop(moment);
        let rows: Vec<Row> = rows
            .iter()
            .map(|row| {
                Ok(Row {
                    version: row.try_get(0)?,
                    at: row.try_get(1)?,
                    seat: row.try_get(2)?,
                    key: row.try_get(3)?,
                    format: row.try_get(4)?,
                    fact: row.try_get(5)?,
                })
            })
            .collect::<Result<_, sqlx::Error>>()
            .map_err(failed)?;
        let format = setup.try_get(1).map_err(failed)?;
        let setup: &str = setup.try_get(0).map_err(failed)?;
        Ok(Some(Stored {
            setup: codec::decode_setup(format, setup).map_err(|why| Unreadable {
                row: RowName::Setup {
                    table: table.to_owned(),
                },
                why,
            })?,
            entries: codec::decode_all(table, rows.iter())?,
        }))
    }

    async fn ended(&self, after: u64, limit: u32) -> Result<Vec<Ended>, ReadError> {
        let failed = |error| ReadError::Unavailable(unavailable(error));
        let rows = sqlx::query(
            "SELECT sequence, table_id, number, at, format, result FROM results
             WHERE sequence > ? ORDER BY sequence LIMIT ?",
        )
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.readers)
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
}

impl Journal for Sqlite {
    fn append<'a>(&'a self, table: &'a str, append: Append) -> Answer<'a, Result<(), AppendError>> {
        Box::pin(async move {
            let Append {
                make,
                entries,
                effects,
            } = append;
            if make.is_none() && entries.is_empty() && effects.is_empty() {
                return Ok(());
            }
            let write = |done| Write {
                table: table.to_owned(),
                made: make.map(|make| Made {
                    setup: codec::encode_setup(&make.setup),
                    at: make.at,
                }),
                rows: entries.iter().map(codec::encode).collect(),
                effects: effects.into_iter().map(effect_row).collect(),
                done,
            };
            let answer = self.ask(|done| Request::Write(write(done))).await;
            answer.unwrap_or(Err(AppendError::Failed))
        })
    }

    fn read<'a>(&'a self, table: &'a str) -> Answer<'a, Result<Option<Stored>, ReadError>> {
        Box::pin(self.stored(table))
    }

    fn has<'a>(&'a self, table: &'a str) -> Answer<'a, Result<bool, Unavailable>> {
        Box::pin(async move {
            sqlx::query("SELECT 1 FROM tables WHERE id = ? AND removed = 0")
                .bind(table)
                .fetch_optional(&self.readers)
                .await
                .map(|row| row.is_some())
                .map_err(unavailable)
        })
    }

    fn recent(&self, since: u64, limit: u32) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(async move {
            let rows = sqlx::query(RECENT)
                .bind(i64::try_from(since).unwrap_or(i64::MAX))
                .bind(limit)
                .fetch_all(&self.readers)
                .await
                .map_err(unavailable)?;
            rows.iter()
                .map(|row| row.try_get(0).map_err(unavailable))
                .collect()
        })
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
        let health = self.health.lock();
        health.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.ask(Request::Close).await;
            self.readers.close().await;
            let lock = self.lock.lock();
            lock.unwrap_or_else(PoisonError::into_inner).take();
        })
    }
}

impl Results for Sqlite {
    fn since(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Ended>, ReadError>> {
        Box::pin(self.ended(sequence, limit))
    }

    fn record(&self, sequence: u64) -> Answer<'_, Result<Option<String>, Unavailable>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT record FROM records WHERE sequence = ?")
                .bind(i64::try_from(sequence).unwrap_or(i64::MAX))
                .fetch_optional(&self.readers)
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
            let answer = self.ask(|done| Request::Rate(row, done)).await;
            answer.unwrap_or(Err(AppendError::Failed))
        })
    }

    fn rated(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Rated>, Unavailable>> {
        Box::pin(self.rated_after(sequence, limit))
    }

    fn forget_rated(&self) -> Answer<'_, Result<(), AppendError>> {
        Box::pin(async move {
            let answer = self.ask(|done| Request::Rate(RateRow::Forget, done)).await;
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

/// By the index of times, so that a start reads no more of the journal than it needs.
const RECENT: &str = "SELECT table_id FROM journal INDEXED BY journal_at WHERE at >= ?
     GROUP BY table_id ORDER BY max(at) DESC, table_id LIMIT ?";

fn unavailable(error: sqlx::Error) -> Unavailable {
    tracing::error!(%error, "cannot read the journal");
    Unavailable
}
