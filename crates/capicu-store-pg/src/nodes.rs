//! A server of a cluster. It has shards while it renews its presence in the database.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use capicu_store::shards::{Directory, HOLDS, Keeper, LOOKS, Roster, SHARDS, Shard, Shards};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, Row as _};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Membership in the cluster, while its task runs.
pub(crate) struct Node {
    pub shards: Shards,
    /// The key by which servers seal their messages.
    pub bus_key: [u8; 32],
    options: PgConnectOptions,
    keeping: Mutex<Option<JoinHandle<()>>>,
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Debug` must not show the key.
        f.debug_struct("Node")
            .field("shards", &self.shards)
            .finish_non_exhaustive()
    }
}

impl Node {
    /// Joins the cluster; waits while a lone server has the lease.
    pub async fn join(
        options: &PgConnectOptions,
        connection: PgConnection,
        newest: u16,
    ) -> Result<Self, sqlx::Error> {
        let mut connection = connection;
        let name: String =
            sqlx::query_scalar("SELECT substr(replace(gen_random_uuid()::TEXT, '-', ''), 1, 12)")
                .fetch_one(&mut connection)
                .await?;
        let bus_key: Vec<u8> = sqlx::query_scalar("SELECT key FROM bus")
            .fetch_one(&mut connection)
            .await?;
        let bus_key = bus_key.try_into().map_err(|_| {
            sqlx::Error::Protocol("the key of the table bus is not 32 bytes long".to_owned())
        })?;
        let shards = Shards::new(name, newest);
        while !join(&mut connection, shards.name(), newest).await? {
            sleep(LOOKS).await;
        }
        let table = Table {
            options: options.clone(),
            connection: Some(connection),
            newest,
        };
        let mut keeper = Keeper::new(shards.clone(), table);
        keeper.once().await?;
        Ok(Self {
            shards,
            bus_key,
            options: options.clone(),
            keeping: Mutex::new(Some(tokio::spawn(keeper.run()))),
        })
    }

    /// Frees all its shards at once.
    pub async fn give_back(&self) {
        let keeping = self.keeping.lock();
        let Some(keeping) = keeping.unwrap_or_else(PoisonError::into_inner).take() else {
            return;
        };
        keeping.abort();
        let _ = keeping.await;
        let given_back = timeout(Duration::from_secs(1), async {
            let mut connection = self.options.connect().await?;
            for statement in [
                "UPDATE shards SET node = '' WHERE node = $1",
                "DELETE FROM nodes WHERE id = $1",
            ] {
                let given = sqlx::query(statement).bind(self.shards.name());
                given.execute(&mut connection).await?;
            }
            connection.close().await
        });
        if !matches!(given_back.await, Ok(Ok(()))) {
            tracing::warn!("the shards of this server become free when their leases expire");
        }
        self.shards.lose();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let keeping = self.keeping.lock();
        if let Some(keeping) = keeping.unwrap_or_else(PoisonError::into_inner).take() {
            keeping.abort();
        }
    }
}

async fn join(connection: &mut PgConnection, name: &str, newest: u16) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT join_nodes($1, $2, $3, $4)")
        .bind(name)
        .bind(env!("CARGO_PKG_VERSION"))
        .bind(HOLDS.as_millis() as i64)
        .bind(i64::from(newest))
        .fetch_one(connection)
        .await
}

#[derive(Debug)]
struct Table {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    newest: u16,
}

impl Table {
    async fn connection(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }
}

impl Directory for Table {
    type Error = sqlx::Error;

    async fn renew(&mut self, name: &str, is_leaving: bool) -> Result<(), sqlx::Error> {
        let newest = self.newest;
        let connection = self.connection().await?;
        // A server that was forgotten while the edition was raised must not reappear: it joins again, and is refused.
        // The lock makes it wait for a server that raises the edition.
        let renewed = sqlx::query(
            "WITH written AS (SELECT edition FROM lease FOR KEY SHARE)
             UPDATE nodes SET until = moment() + $2, leaving = $3 FROM written
             WHERE nodes.id = $1 AND nodes.edition >= written.edition",
        )
        .bind(name)
        .bind(HOLDS.as_millis() as i64)
        .bind(i64::from(is_leaving))
        .execute(&mut *connection)
        .await?;
        if renewed.rows_affected() == 0 && !join(connection, name, newest).await? {
            return Err(sqlx::Error::Protocol(
                "a server that is the only one has taken over".to_owned(),
            ));
        }
        Ok(())
    }

    async fn free(&mut self, name: &str, shards: &[u16]) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE shards SET node = '' WHERE node = $1 AND id = ANY ($2)")
            .bind(name)
            .bind(numbers(shards))
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }

    async fn seen(&mut self) -> Result<Roster, sqlx::Error> {
        let newest = self.newest;
        let connection = self.connection().await?;
        let rows = sqlx::query(
            "SELECT id, leaving, edition FROM nodes WHERE until >= moment() ORDER BY id",
        )
        .fetch_all(&mut *connection)
        .await?;
        let (mut nodes, mut staying) = (Vec::new(), BTreeSet::new());
        let mut readable = newest;
        for row in rows {
            let name: String = row.try_get(0)?;
            if row.try_get::<i64, _>(1)? == 0 {
                staying.insert(name.clone());
            }
            nodes.push(name);
            readable = readable.min(edition(row.try_get(2)?));
        }
        let rows = sqlx::query("SELECT id, node, epoch FROM shards ORDER BY id")
            .fetch_all(&mut *connection)
            .await?;
        let written = sqlx::query_scalar("SELECT edition FROM lease")
            .fetch_one(connection)
            .await?;
        let shards = rows.iter().map(|row| {
            Ok(Shard {
                number: u16::try_from(row.try_get::<i64, _>(0)?).unwrap_or(SHARDS),
                node: row.try_get(1)?,
                epoch: row.try_get(2)?,
            })
        });
        Ok(Roster {
            nodes,
            staying,
            shards: shards.collect::<Result<_, sqlx::Error>>()?,
            edition: edition(written),
            readable,
        })
    }

    async fn take(&mut self, name: &str, shards: &[u16]) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT take_shards($1, $2)")
            .bind(name)
            .bind(numbers(shards))
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }

    async fn raise(&mut self, edition: u16) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT raise_edition($1)")
            .bind(i64::from(edition))
            .execute(self.connection().await?)
            .await?;
        Ok(())
    }

    fn give_up(&mut self) {
        self.connection = None;
    }
}

fn edition(number: i64) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn numbers(shards: &[u16]) -> Vec<i64> {
    shards.iter().copied().map(i64::from).collect()
}
