use capicu_protocol::PlayerId;
use capicu_table::TokenHash;

use super::people::{Done, hash_of, id_of, one, time};
use super::{Connection, Engine, Error, Row, Sql, query};
use crate::codec::hex;
use crate::people::MOST_PUSHES;
use crate::{PushTo, Pushed};

impl<E: Engine> Sql<E> {
    pub(super) async fn pushes_of(
        &self,
        of: Option<PlayerId>,
        now: u64,
    ) -> Result<Vec<Pushed>, Error> {
        let rows = query(
            "SELECT player, hash, push_endpoint, push_keys FROM sessions
             WHERE push_endpoint IS NOT NULL AND expires_at > ?2 AND (?1 IS NULL OR player = ?1)
             ORDER BY player, hash",
        )
        .bind_all(values![
            of.map(|player| player.as_str().to_owned()),
            time(now)
        ])
        .fetch_all(&self.0)
        .await?;
        let pushed = |row: &Row| {
            Ok(Pushed {
                player: id_of(row, 0)?,
                session: hash_of(row, 1)?,
                to: PushTo {
                    endpoint: row.try_get(2)?,
                    keys: row.try_get(3)?,
                },
            })
        };
        rows.iter().map(pushed).collect()
    }
}

pub(super) async fn set(
    connection: &mut dyn Connection,
    session: &TokenHash,
    to: Option<&PushTo>,
) -> Done {
    let session = hex(session.bytes());
    let endpoint = to.map(|to| to.endpoint.as_str());
    let keys = to.map(|to| to.keys.as_str());
    let done = query("UPDATE sessions SET push_endpoint = ?, push_keys = ? WHERE hash = ?")
        .bind_all(values![endpoint, keys, &session])
        .execute(&mut *connection)
        .await?;
    // Another session of this browser, and devices that nobody uses any more.
    query(
        "UPDATE sessions SET push_endpoint = NULL, push_keys = NULL
         WHERE push_endpoint = ? AND hash <> ?",
    )
    .bind_all(values![endpoint, &session])
    .execute(&mut *connection)
    .await?;
    query(
        "UPDATE sessions SET push_endpoint = NULL, push_keys = NULL WHERE hash IN (
             SELECT hash FROM sessions
             WHERE push_endpoint IS NOT NULL
                 AND player = (SELECT player FROM sessions WHERE hash = ?1)
             ORDER BY CASE hash WHEN ?1 THEN 0 ELSE 1 END, seen_at DESC, hash LIMIT 1000 OFFSET ?2)",
    )
    .bind_all(values![&session, MOST_PUSHES as i64])
    .execute(connection)
    .await?;
    Ok(one(done.rows_affected()))
}

pub(super) async fn remove(connection: &mut dyn Connection, endpoint: &str) -> Done {
    let done =
        query("UPDATE sessions SET push_endpoint = NULL, push_keys = NULL WHERE push_endpoint = ?")
            .bind(endpoint)
            .execute(connection)
            .await?;
    Ok(one(done.rows_affected()))
}
