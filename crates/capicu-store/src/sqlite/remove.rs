//! Removing tables, little by little: at no moment does the writer spend long on it.

use sqlx::{Row as _, SqliteConnection};
use tokio::sync::oneshot;

use super::write::Request;
use super::{Sqlite, unavailable};
use crate::{Held, Unavailable, codec};

/// Which of the tables at which nothing has happened for long.
#[derive(Clone, Copy, Debug)]
pub(super) enum Which {
    /// Those at which tiles were never dealt.
    Unused,
    /// All of them.
    Any,
}

/// One step of a removal. A step that fails does not answer.
#[derive(Debug)]
pub(super) enum Removal {
    /// Has nobody find these tables any more, if nothing has happened at them since `before`: answers
    /// with those to which that applies.
    Mark {
        /// As a list in JSON.
        tables: String,
        before: i64,
        done: oneshot::Sender<Vec<String>>,
    },
    /// Removes some rows of the tables that are marked: answers whether any may be left.
    Sweep { done: oneshot::Sender<bool> },
}

/// How many facts go in one step.
const STEP: u64 = 1000;

/// A page of the tables to remove. What has not happened since then is not about to: so the writer
/// need not look again for a deal.
const PAGE: &str = "SELECT id FROM tables
     WHERE id > ?1 AND removed = 0 AND made_at < ?2 AND ?2 > coalesce(
         (SELECT at FROM journal WHERE table_id = tables.id ORDER BY version DESC LIMIT 1), 0)
     AND (?3 IS NULL OR instr(setup, '\"meeting\":') = 0 AND NOT EXISTS (
         SELECT 1 FROM journal WHERE table_id = tables.id AND substr(fact, 1, length(?3)) = ?3))
     ORDER BY id LIMIT 500";

/// How much there is, by the same measures.
const HELD: &str = "SELECT
     (SELECT count(*) FROM tables WHERE removed = 0),
     (SELECT count(*) FROM tables WHERE removed = 0 AND made_at < ?1 AND ?1 > coalesce(
         (SELECT at FROM journal WHERE table_id = tables.id ORDER BY version DESC LIMIT 1), 0)
         AND instr(setup, '\"meeting\":') = 0 AND NOT EXISTS (SELECT 1 FROM journal
             WHERE table_id = tables.id AND substr(fact, 1, length(?3)) = ?3)),
     (SELECT count(*) FROM tables WHERE removed = 0 AND made_at < ?2 AND ?2 > coalesce(
         (SELECT at FROM journal WHERE table_id = tables.id ORDER BY version DESC LIMIT 1), 0)),
     (SELECT count(*) FROM journal JOIN tables ON id = table_id AND removed = 0),
     (SELECT count(*) FROM results)";

const MARK: &str = "UPDATE tables SET removed = 1
     WHERE id IN (SELECT value FROM json_each(?1)) AND removed = 0 AND ?2 > coalesce(
         (SELECT at FROM journal WHERE table_id = tables.id ORDER BY version DESC LIMIT 1), 0)
     RETURNING id";

const SWEEP: &str = "DELETE FROM journal WHERE (table_id, version) IN (
     SELECT table_id, version FROM tables JOIN journal ON table_id = id WHERE removed = 1 LIMIT ?)";

impl Sqlite {
    pub(super) async fn remove_those(
        &self,
        which: Which,
        before: u64,
    ) -> Result<Vec<String>, Unavailable> {
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        let without = match which {
            Which::Unused => Some(codec::DEAL),
            Which::Any => None,
        };
        let mut removed = Vec::new();
        let mut last = String::new();
        loop {
            let page = sqlx::query(PAGE)
                .bind(&last)
                .bind(before)
                .bind(without)
                .fetch_all(&self.readers)
                .await
                .map_err(unavailable)?;
            let page: Vec<String> = page
                .iter()
                .map(|row| row.try_get(0).map_err(unavailable))
                .collect::<Result<_, _>>()?;
            let Some(end) = page.last() else {
                break;
            };
            last.clone_from(end);
            removed.extend(self.mark(&page, before).await?);
        }
        self.sweep().await?;
        Ok(removed)
    }

    pub(super) async fn all_held(
        &self,
        unused_before: u64,
        older_before: u64,
    ) -> Result<Held, sqlx::Error> {
        let moment = |at| i64::try_from(at).unwrap_or(i64::MAX);
        let row = sqlx::query(HELD)
            .bind(moment(unused_before))
            .bind(moment(older_before))
            .bind(codec::DEAL)
            .fetch_one(&self.readers)
            .await?;
        let count = |column| row.try_get(column).map(i64::unsigned_abs);
        Ok(Held {
            tables: count(0)?,
            unused: count(1)?,
            older: count(2)?,
            facts: count(3)?,
            matches: count(4)?,
        })
    }

    /// Has nobody find these tables any more, and says which of them were there, if nothing has happened
    /// at them since.
    pub(super) async fn mark(
        &self,
        tables: &[String],
        before: i64,
    ) -> Result<Vec<String>, Unavailable> {
        let tables = serde_json::to_string(tables).expect("a list of ids is JSON");
        let mark = |done| {
            Request::Remove(Removal::Mark {
                tables,
                before,
                done,
            })
        };
        self.ask(mark).await.ok_or(Unavailable)
    }

    /// Removes all that is left of the tables that are marked.
    pub(super) async fn sweep(&self) -> Result<(), Unavailable> {
        let sweep = || self.ask(|done| Request::Remove(Removal::Sweep { done }));
        while sweep().await.ok_or(Unavailable)? {}
        Ok(())
    }
}

/// Takes one step.
pub(super) async fn step(
    connection: &mut SqliteConnection,
    removal: Removal,
) -> Result<(), sqlx::Error> {
    match removal {
        Removal::Mark {
            tables,
            before,
            done,
        } => {
            let rows = sqlx::query(MARK)
                .bind(tables)
                .bind(before)
                .fetch_all(connection)
                .await?;
            let marked = rows.iter().map(|row| row.try_get(0));
            let _ = done.send(marked.collect::<Result<_, _>>()?);
        }
        Removal::Sweep { done } => {
            let swept = sqlx::query(SWEEP)
                .bind(STEP as i64)
                .execute(&mut *connection)
                .await?
                .rows_affected();
            if swept < STEP {
                sqlx::query("DELETE FROM tables WHERE removed = 1")
                    .execute(connection)
                    .await?;
            }
            let _ = done.send(swept == STEP);
        }
    }
    Ok(())
}
