//! Removal of guests who left nothing behind, in small steps that do not hold up the writer.

use tokio::sync::oneshot;

use super::{Connection, Dialect, Engine, Error, Sql, Task, query, unavailable};
use crate::Unavailable;

/// Rows that keep a guest, however long ago the guest was seen: they concern others too, or a match.
const KEPT_BY: [(&str, &str); 25] = [
    ("seats", "player"),
    ("former_seats", "player"),
    ("played", "player"),
    ("aliases", "guest"),
    ("aliases", "member"),
    ("codes", "player"),
    ("passkeys", "player"),
    ("settings", "player"),
    ("hidden", "player"),
    ("audit", "actor"),
    ("audit", "about"),
    ("house_audit", "actor"),
    ("house_audit", "about"),
    ("reports", "reporter"),
    ("reports", "reported"),
    ("bots", "player"),
    ("bots", "owner"),
    ("puzzles", "giver"),
    ("event_players", "player"),
    ("event_officials", "player"),
    ("club_people", "player"),
    ("club_audit", "actor"),
    ("club_audit", "about"),
    ("club_matches", "writer"),
    ("club_match_players", "player"),
];

/// Rows that are removed with a guest.
const GONE_WITH: [(&str, &str); 6] = [
    ("sessions", "player"),
    ("device_links", "player"),
    ("puzzle_answers", "player"),
    ("ties", "player"),
    ("ties", "other"),
    ("club_notices", "player"),
];

/// Guests to remove in one step.
const STEP: usize = 200;

/// One step of the removal. A failed step sends no answer.
#[derive(Debug)]
pub(super) struct Leaving {
    /// A list in JSON.
    guests: String,
    before: i64,
    done: oneshot::Sender<u64>,
}

/// Returns a condition: the player is a guest who left nothing behind and was last seen before `?2`.
fn is_idle() -> String {
    let kept = KEPT_BY.map(|(table, column)| {
        format!(" AND id NOT IN (SELECT {column} FROM {table} WHERE {column} IS NOT NULL)")
    });
    format!(
        "kind = 'guest' AND made_at < ?2
         AND NOT EXISTS (SELECT 1 FROM sessions WHERE player = id AND seen_at >= ?2){}",
        kept.concat()
    )
}

impl<E: Engine> Sql<E> {
    pub(super) async fn forget_idle_guests(&self, before: u64) -> Result<u64, Unavailable> {
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        let (mut gone, mut last) = (0, String::new());
        let page = format!(
            "SELECT id FROM players WHERE id > ?1 AND {} ORDER BY id LIMIT {STEP}",
            is_idle()
        );
        loop {
            let rows = query(page.clone())
                .bind_all(values![&last, before])
                .fetch_all(&self.0)
                .await
                .map_err(unavailable)?;
            let guests: Vec<String> = rows
                .iter()
                .map(|row| row.try_get(0).map_err(unavailable))
                .collect::<Result<_, _>>()?;
            let Some(end) = guests.last() else {
                return Ok(gone);
            };
            last.clone_from(end);
            let guests = serde_json::to_string(&guests).expect("a list of ids is JSON");
            let leaving = |done| {
                Task::Guests(Leaving {
                    guests,
                    before,
                    done,
                })
            };
            gone += self.ask(leaving).await.ok_or(Unavailable)?;
        }
    }
}

pub(super) async fn step(connection: &mut dyn Connection, leaving: Leaving) -> Result<(), Error> {
    let Leaving {
        guests,
        before,
        done,
    } = leaving;
    connection.begin().await?;
    let dialect = connection.dialect();
    let found = query(format!(
        "SELECT id FROM players WHERE id IN (SELECT value FROM {}) AND {}",
        dialect.list(),
        is_idle()
    ))
    .bind_all(values![&guests, before])
    .fetch_all(&mut *connection)
    .await?;
    let found: Vec<String> = found
        .iter()
        .map(|row| row.try_get(0))
        .collect::<Result<_, _>>()?;
    let guests = serde_json::to_string(&found).expect("a list of ids is JSON");
    for (table, column) in GONE_WITH.into_iter().chain([("players", "id")]) {
        query(remove(dialect, table, column))
            .bind(&guests)
            .execute(&mut *connection)
            .await?;
    }
    connection.end(true).await?;
    let _ = done.send(found.len() as u64);
    Ok(())
}

fn remove(dialect: Dialect, table: &str, column: &str) -> String {
    let list = dialect.list();
    format!("DELETE FROM {table} WHERE {column} IN (SELECT value FROM {list})")
}

#[cfg(all(test, feature = "sqlite"))]
mod tests {
    use super::*;
    use crate::{Journal as _, Sqlite};

    #[tokio::test(flavor = "multi_thread")]
    async fn every_reference_to_players_keeps_a_guest_or_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(folder.path()).await.unwrap();
        let pointing = query(
            "SELECT name, \"from\" FROM sqlite_schema, pragma_foreign_key_list(name)
             WHERE type = 'table' AND \"table\" = 'players'",
        );
        let rows = pointing.fetch_all(store.engine()).await.unwrap();
        assert!(rows.len() > 20, "{}", rows.len());
        for row in rows {
            let (table, column): (String, String) =
                (row.try_get(0).unwrap(), row.try_get(1).unwrap());
            let known = KEPT_BY.iter().chain(&GONE_WITH);
            assert!(
                known.into_iter().any(|(t, c)| *t == table && *c == column),
                "{table}.{column}: add it to KEPT_BY or GONE_WITH"
            );
        }
        store.close().await;
    }
}
