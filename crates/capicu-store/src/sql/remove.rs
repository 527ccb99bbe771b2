//! Removal of tables, in small steps that do not hold up the writer.

use capicu_protocol::TableId;
use tokio::sync::oneshot;

use super::{Connection, Dialect, Engine, Error, Sql, Task, query, unavailable};
use crate::{Held, Unavailable, codec};

#[derive(Clone, Copy, Debug)]
pub(super) enum Which {
    /// Tables without a deal.
    Unused,
    Any,
}

#[derive(Debug)]
pub(super) enum Removal {
    /// Hides these tables if nothing has happened at them since `before`; answers with those hidden.
    Mark {
        /// A list in JSON.
        tables: String,
        before: i64,
        done: oneshot::Sender<Vec<TableId>>,
    },
    /// Removes some rows of hidden tables; answers whether any may be left.
    Sweep { done: oneshot::Sender<bool> },
}

/// Facts to remove in one step.
const STEP: u64 = 1000;

/// Time of the last fact of a table.
const LAST: &str = "coalesce(
         (SELECT at FROM journal WHERE table_id = tables.id ORDER BY version DESC LIMIT 1), 0)";

/// Returns a condition: a table has no deal and belongs to no event; `?3` is the beginning of deals.
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

/// Returns a query for a page of tables to remove. Tables without a deal by then get none later, so the writer does not
/// check again.
fn page(dialect: Dialect) -> String {
    let unused = unused(dialect);
    format!(
        "SELECT id FROM tables
         WHERE id > ?1 AND removed = 0 AND made_at < ?2 AND ?2 > {LAST}
         AND (?3 IS NULL OR {unused}) ORDER BY id LIMIT 500"
    )
}

/// Returns a query that counts tables by the same conditions.
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
    ) -> Result<Vec<TableId>, Unavailable> {
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        let without = match which {
            Which::Unused => Some(codec::DEAL),
            Which::Any => None,
        };
        let mut removed = Vec::new();
        let mut last = String::new();
        loop {
            let page = query(page(self.0.dialect()))
                .bind_all(values![&last, before, without])
                .fetch_all(&self.0)
                .await
                .map_err(unavailable)?;
            let page: Vec<TableId> = page
                .iter()
                .map(|row| row.try_get(0).map_err(unavailable))
                .collect::<Result<_, _>>()?;
            let Some(end) = page.last() else {
                break;
            };
            last = end.to_string();
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
            .bind_all(values![
                moment(unused_before),
                moment(older_before),
                codec::DEAL
            ])
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

    /// Hides these tables if nothing has happened at them since; returns those that existed.
    pub(super) async fn mark(
        &self,
        tables: &[TableId],
        before: i64,
    ) -> Result<Vec<TableId>, Unavailable> {
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

    /// Removes all rows of hidden tables.
    pub(super) async fn sweep(&self) -> Result<(), Unavailable> {
        let sweep = || self.ask(|done| Task::Remove(Removal::Sweep { done }));
        while sweep().await.ok_or(Unavailable)? {}
        Ok(())
    }
}

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
                // An append in progress locks the row of its table. Its facts are visible only to statements after it
                // has finished.
                let list = dialect.list();
                query(format!(
                    "SELECT id FROM tables WHERE id IN (SELECT value FROM {list}) ORDER BY id FOR UPDATE"
                ))
                .bind(&tables)
                .execute(&mut *connection)
                .await?;
            }
            let rows = query(mark(dialect))
                .bind_all(values![&tables, before])
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
