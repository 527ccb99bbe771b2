//! A server that is one of several: it has some shards, as long as the database hears of it.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use capicu_store::shards::{SHARDS, Shard, Shards, claim};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, Row as _};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::lease::{HOLDS, MARGIN};

/// How often the database is asked who is there.
const LOOKS: Duration = Duration::from_millis(350);

/// So many shards are handed over at a time.
const AT_ONCE: usize = 32;

/// A node, as long as its task runs.
#[derive(Debug)]
pub(crate) struct Node {
    pub shards: Shards,
    options: PgConnectOptions,
    looking: Mutex<Option<JoinHandle<()>>>,
}

impl Node {
    /// Joins the others; waits while a server that is the only one has the lease.
    pub async fn join(
        options: &PgConnectOptions,
        connection: PgConnection,
    ) -> Result<Self, sqlx::Error> {
        let mut connection = connection;
        let name: String =
            sqlx::query_scalar("SELECT substr(replace(gen_random_uuid()::TEXT, '-', ''), 1, 12)")
                .fetch_one(&mut connection)
                .await?;
        let shards = Shards::new(name);
        while !join(&mut connection, shards.name()).await? {
            sleep(LOOKS).await;
        }
        let mut look = Look {
            shards: shards.clone(),
            options: options.clone(),
            connection: Some(connection),
            renewed: Instant::now(),
        };
        look.once().await?;
        Ok(Self {
            shards,
            options: options.clone(),
            looking: Mutex::new(Some(tokio::spawn(look.run()))),
        })
    }

    /// Lets others have at once what is still its own.
    pub async fn give_back(&self) {
        let looking = self.looking.lock();
        let Some(looking) = looking.unwrap_or_else(PoisonError::into_inner).take() else {
            return;
        };
        looking.abort();
        let _ = looking.await;
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
            tracing::warn!("the shards of this server get free by themselves");
        }
        self.shards.lose();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let looking = self.looking.lock();
        if let Some(looking) = looking.unwrap_or_else(PoisonError::into_inner).take() {
            looking.abort();
        }
    }
}

async fn join(connection: &mut PgConnection, name: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT join_nodes($1, $2, $3)")
        .bind(name)
        .bind(env!("CARGO_PKG_VERSION"))
        .bind(HOLDS.as_millis() as i64)
        .fetch_one(connection)
        .await
}

/// The task that asks the database who is there and who has what, and takes what is free.
struct Look {
    shards: Shards,
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    /// When the database was last asked with success.
    renewed: Instant,
}

impl Look {
    async fn run(mut self) {
        let mut is_lost = false;
        loop {
            tokio::select! {
                () = sleep(LOOKS) => {}
                () = self.shards.wanted() => {}
            }
            // Whoever has nothing to lose any more may take its time.
            let left = match is_lost {
                true => HOLDS,
                false => (HOLDS - MARGIN).saturating_sub(self.renewed.elapsed()),
            };
            match timeout(left.max(LOOKS), self.once()).await {
                Ok(Ok(())) => {
                    if std::mem::take(&mut is_lost) {
                        tracing::info!("the database is there again");
                    }
                    continue;
                }
                Ok(Err(why)) => tracing::warn!(%why, "cannot ask who has which tables"),
                Err(_) => tracing::warn!("cannot ask in time who has which tables"),
            }
            // An answer that was given up may still come.
            self.connection = None;
            if self.renewed.elapsed() >= HOLDS - MARGIN && !std::mem::replace(&mut is_lost, true) {
                tracing::error!(
                    "other servers may have taken over the tables of this one: letting go of all of them"
                );
                self.shards.lose();
            }
        }
    }

    async fn once(&mut self) -> Result<(), sqlx::Error> {
        let asked = Instant::now();
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => self.connection.insert(self.options.connect().await?),
        };
        let name = self.shards.name();
        let renewed =
            sqlx::query("UPDATE nodes SET until = moment() + $2, leaving = $3 WHERE id = $1")
                .bind(name)
                .bind(HOLDS.as_millis() as i64)
                .bind(i64::from(self.shards.is_leaving()))
                .execute(&mut *connection)
                .await?;
        if renewed.rows_affected() == 0 && !join(connection, name).await? {
            return Err(sqlx::Error::Protocol(
                "a server that is the only one has taken over".to_owned(),
            ));
        }
        let free: Vec<i64> = self.shards.gone().into_iter().map(i64::from).collect();
        if !free.is_empty() {
            sqlx::query("UPDATE shards SET node = '' WHERE node = $1 AND id = ANY ($2)")
                .bind(name)
                .bind(&free)
                .execute(&mut *connection)
                .await?;
        }
        let mut seen = Seen::of(connection).await?;
        let mine = match self.shards.is_leaving() {
            true => Vec::new(),
            false => seen.free_for(name),
        };
        if !mine.is_empty() {
            sqlx::query("SELECT take_shards($1, $2)")
                .bind(name)
                .bind(&mine)
                .execute(&mut *connection)
                .await?;
            seen = Seen::of(connection).await?;
        }
        self.renewed = asked;
        self.shards.see(&seen.nodes, &seen.shards);
        let of_others = seen.better_with_others(name);
        let going = self.shards.going();
        if going.is_empty() && !of_others.is_empty() {
            self.shards
                .let_go(&of_others[..of_others.len().min(AT_ONCE)]);
        }
        Ok(())
    }
}

/// What the database says.
struct Seen {
    /// Servers that are there.
    nodes: Vec<String>,
    /// Those of them that stay.
    staying: BTreeSet<String>,
    shards: Vec<Shard>,
}

impl Seen {
    async fn of(connection: &mut PgConnection) -> Result<Self, sqlx::Error> {
        let rows = sqlx::query("SELECT id, leaving FROM nodes WHERE until >= moment() ORDER BY id")
            .fetch_all(&mut *connection)
            .await?;
        let (mut nodes, mut staying) = (Vec::new(), BTreeSet::new());
        for row in rows {
            let name: String = row.try_get(0)?;
            if row.try_get::<i64, _>(1)? == 0 {
                staying.insert(name.clone());
            }
            nodes.push(name);
        }
        let rows = sqlx::query("SELECT id, node, epoch FROM shards ORDER BY id")
            .fetch_all(connection)
            .await?;
        let shards = rows.iter().map(|row| {
            Ok(Shard {
                number: u16::try_from(row.try_get::<i64, _>(0)?).unwrap_or(SHARDS),
                node: row.try_get(1)?,
                epoch: row.try_get(2)?,
            })
        });
        Ok(Self {
            nodes,
            staying,
            shards: shards.collect::<Result<_, sqlx::Error>>()?,
        })
    }

    /// Who is to have a shard, of those that stay.
    fn best(&self, shard: u16) -> Option<&str> {
        let best = self.staying.iter().max_by_key(|node| claim(node, shard));
        best.map(String::as_str)
    }

    /// The shards that nobody has and that this server is to have.
    fn free_for(&self, name: &str) -> Vec<i64> {
        let free = self.shards.iter().filter(|shard| {
            !self.nodes.contains(&shard.node) && self.best(shard.number) == Some(name)
        });
        free.map(|shard| i64::from(shard.number)).collect()
    }

    /// The shards that this server has and that another one is to have.
    fn better_with_others(&self, name: &str) -> Vec<u16> {
        let mut others = self
            .shards
            .iter()
            .filter(|shard| {
                shard.node == name && self.best(shard.number).is_some_and(|best| best != name)
            })
            .map(|shard| shard.number)
            .collect::<Vec<_>>();
        // Where nobody else is there, whoever comes next finds them free.
        if others.is_empty() && self.staying.is_empty() {
            others = self
                .shards
                .iter()
                .filter(|shard| shard.node == name)
                .map(|shard| shard.number)
                .collect();
        }
        others
    }
}
