//! The lease of the only server that may write.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use capicu_store::shards::{HOLDS, MARGIN};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::is_newer;

const RENEWED: Duration = Duration::from_millis(700);

/// How often a standby checks whether the lease is free.
const LOOKS: Duration = Duration::from_millis(250);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A lone server. A lease of another server is an error. It keeps its lease while the database is unreachable.
    Alone,
    /// A standby: it waits until the lease is free, and gives it up in time for others.
    StandBy,
    /// A server of a cluster, which has the tables of some [shards](capicu_store::shards).
    Together,
}

/// The lease of a server, renewed until it is given back or lost.
#[derive(Debug)]
pub(crate) struct Lease {
    epoch: i64,
    options: PgConnectOptions,
    lost: watch::Sender<bool>,
    renewing: Mutex<Option<JoinHandle<()>>>,
}

impl Lease {
    /// Takes the lease once it is free. For a lone server, `None` if another server has it.
    pub async fn take(
        options: &PgConnectOptions,
        connection: PgConnection,
        role: Role,
        newest: u16,
    ) -> Result<Option<Self>, sqlx::Error> {
        let mut connection = connection;
        let mut is_told = false;
        let began = Instant::now();
        // The lease of a server that was just killed is still in force.
        let patience = HOLDS + LOOKS;
        let epoch = loop {
            match claim(&mut connection, newest).await {
                Ok(Some(epoch)) => break epoch,
                Ok(None) if role == Role::Alone && began.elapsed() > patience => return Ok(None),
                Ok(None) => {}
                Err(why) if role == Role::Alone || is_newer(&why) => return Err(why),
                // A standby continues when the database is back.
                Err(why) => {
                    if !std::mem::replace(&mut is_told, true) {
                        tracing::warn!(%why, "cannot look for the lease; trying again until it works");
                    }
                    if let Ok(Ok(again)) = timeout(HOLDS, options.connect()).await {
                        connection = again;
                    }
                }
            }
            sleep(LOOKS).await;
        };
        let (lost, _) = watch::channel(false);
        let task = renew(options.clone(), connection, epoch, role, lost.clone());
        Ok(Some(Self {
            epoch,
            options: options.clone(),
            lost,
            renewing: Mutex::new(Some(tokio::spawn(task))),
        }))
    }

    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    pub fn lost(&self) -> watch::Receiver<bool> {
        self.lost.subscribe()
    }

    /// Frees the lease at once.
    pub async fn give_back(&self) {
        let renewing = self.renewing.lock();
        let Some(renewing) = renewing.unwrap_or_else(PoisonError::into_inner).take() else {
            return;
        };
        renewing.abort();
        let _ = renewing.await;
        let given_back = timeout(RENEWED, async {
            let mut connection = self.options.connect().await?;
            sqlx::query("UPDATE lease SET until = 0 WHERE epoch = $1")
                .bind(self.epoch)
                .execute(&mut connection)
                .await?;
            connection.close().await
        });
        if !matches!(given_back.await, Ok(Ok(()))) {
            tracing::warn!("the lease expires without renewal");
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let renewing = self.renewing.lock();
        if let Some(renewing) = renewing.unwrap_or_else(PoisonError::into_inner).take() {
            renewing.abort();
        }
    }
}

async fn claim(connection: &mut PgConnection, newest: u16) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar("SELECT take_lease($1, $2)")
        .bind(HOLDS.as_millis() as i64)
        .bind(i64::from(newest))
        .fetch_one(connection)
        .await
}

async fn renew(
    options: PgConnectOptions,
    connection: PgConnection,
    epoch: i64,
    role: Role,
    lost: watch::Sender<bool>,
) {
    let mut connection = Some(connection);
    let mut renewed = Instant::now();
    loop {
        sleep(RENEWED.saturating_sub(renewed.elapsed()).max(LOOKS)).await;
        let asked = Instant::now();
        let left = (HOLDS - MARGIN)
            .saturating_sub(renewed.elapsed())
            .max(LOOKS);
        let done = timeout(left, async {
            let mut connected = match connection.take() {
                Some(connected) => connected,
                None => options.connect().await?,
            };
            let done = sqlx::query("UPDATE lease SET until = moment() + $2 WHERE epoch = $1")
                .bind(epoch)
                .bind(HOLDS.as_millis() as i64)
                .execute(&mut connected)
                .await?;
            connection = Some(connected);
            Ok::<_, sqlx::Error>(done.rows_affected() > 0)
        });
        match done.await {
            Ok(Ok(true)) => renewed = asked,
            Ok(Ok(false)) => break tracing::error!("another server has taken over"),
            Ok(Err(why)) => tracing::warn!(%why, "cannot renew the lease"),
            Err(_) => tracing::warn!("cannot renew the lease in time"),
        }
        if role == Role::StandBy && renewed.elapsed() >= HOLDS - MARGIN {
            break tracing::error!(
                "the lease could not be renewed: another server may have taken over"
            );
        }
    }
    lost.send_replace(true);
}
