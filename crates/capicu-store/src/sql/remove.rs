//! Removing tables, little by little: at no moment does the writer spend long on it.

use tokio::sync::oneshot;

use super::{Connection, Dialect, Engine, Error, Sql, Task, query, unavailable};
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

/// When something happened at a table last.
const LAST: &str = "coalesce(
         (SELECT at FROM journal WHERE table_id = tables.id ORDER BY version DESC LIMIT 1), 0)";

/// Whether tiles were never dealt at a table, and it is none of an event; `?3` is how deals begin.
fn unused(dialect: Dialect) -> String {
    let find = match dialect {
        Dialect::Sqlite => "instr",
        Dialect::Postgres => "strpos",
    };
    format!(
        "{find}(setup, '\"meeting\":') = 0 AND NOT EXISTS (
         SELECT 1 FROM journal WHERE table_id = tables.id AND substr(fact, 1, length(?3)) = ?3)"
    )
}

/// A page of the tables to remove. What has not happened since then is not about to: so the writer
/// need not look again for a deal.
fn page(dialect: Dialect) -> String {
    let unused = unused(dialect);
    format!(
        "SELECT id FROM tables
         WHERE id > ?1 AND removed = 0 AND made_at < ?2 AND ?2 > {LAST}
         AND (?3 IS NULL OR {unused}) ORDER BY id LIMIT 500"
    )
}

/// How much there is, by the same measures.
fn held(dialect: Dialect) -> String {
    let unused = unused(dialect);
    format!(
        "SELECT
         (SELECT count(*) FROM tables WHERE removed = 0),
         (SELECT count(*) FROM tables WHERE removed = 0 AND made_at < ?1 AND ?1 > {LAST} AND {unused}),
         (SELECT count(*) FROM tables WHERE removed = 0 AND made_at < ?2 AND ?2 > {LAST}),
         (SELECT count(*) FROM journal JOIN tables ON id = table_id AND removed = 0),
         (SELECT count(*) FROM results)"
    )
}

fn mark(dialect: Dialect) -> String {
    let list = dialect.list();
    format!(
        "UPDATE tables SET removed = 1
         WHERE id IN (SELECT value FROM {list}) AND removed = 0 AND ?2 > {LAST} RETURNING id"
    )
}

const SWEEP: &str = "DELETE FROM journal WHERE (table_id, version) IN (
     SELECT table_id, version FROM tables JOIN journal ON table_id = id WHERE removed = 1 LIMIT ?)";

impl<E: Engine> Sql<E> {
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
            let page = query(page(self.0.dialect()))
                .bind(&last)
                .bind(before)
                .bind(without)
                .fetch_all(&self.0)
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
    ) -> Result<Held, Error> {
        let moment = |at| i64::try_from(at).unwrap_or(i64::MAX);
        let row = query(held(self.0.dialect()))
            .bind(moment(unused_before))
            .bind(moment(older_before))
            .bind(codec::DEAL)
            .fetch_one(&self.0)
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
            Task::Remove(Removal::Mark {
                tables,
                before,
                done,
            })
        };
        self.ask(mark).await.ok_or(Unavailable)
    }

    /// Removes all that is left of the tables that are marked.
    pub(super) async fn sweep(&self) -> Result<(), Unavailable> {
        let sweep = || self.ask(|done| Task::Remove(Removal::Sweep { done }));
        while sweep().await.ok_or(Unavailable)? {}
        Ok(())
    }
}

/// Takes one step.
pub(super) async fn step(connection: &mut dyn Connection, removal: Removal) -> Result<(), Error> {
    match removal {
        Removal::Mark {
            tables,
            before,
            done,
        } => {
            connection.begin().await?;
            let dialect = connection.dialect();
            if dialect == Dialect::Postgres {
                // An append that is on its way holds the row of its table. Only what is asked after it let go sees its
                // facts.
                let list = dialect.list();
                query(format!(
                    "SELECT id FROM tables WHERE id IN (SELECT value FROM {list}) ORDER BY id FOR UPDATE"
                ))
                .bind(&tables)
                .execute(&mut *connection)
                .await?;
            }
            let rows = query(mark(dialect))
                .bind(&tables)
                .bind(before)
                .fetch_all(&mut *connection)
                .await?;
            connection.end(true).await?;
            let marked = rows.iter().map(|row| row.try_get(0));
            let _ = done.send(marked.collect::<Result<_, _>>()?);
        }
        Removal::Sweep { done } => {
            connection.begin().await?;
            let swept = query(SWEEP)
                .bind(STEP as i64)
                .execute(&mut *connection)
                .await?
                .rows_affected();
            if swept < STEP {
                query("DELETE FROM tables WHERE removed = 1")
                    .execute(&mut *connection)
                    .await?;
            }
            connection.end(true).await?;
            let _ = done.send(swept == STEP);
        }
    }
    Ok(())
}
