//! Opening the database, and saying in one sentence what is wrong with it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use capicu_i18n::Texts;
use capicu_store::shards::EDITION;
use capicu_store::sql::{Sql, Writer};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, PgConnection, Row as _, SqlSafeStr as _};
use tokio::time::sleep;

use crate::connection::{code, is_newer};
use crate::lease::{Lease, Role};
use crate::nodes::Node;
use crate::write::Database;
use crate::{Part, Postgres, PostgresEngine, WRITERS};

/// The steps that the tables came about by: a hundred times the number of the step of SQLite after which they hold
/// the same, and then those that concern this database alone.
const STEPS: [(i64, &str, &str); 6] = [
    (
        1600,
        "everything",
        include_str!("../migrations/1600_everything.sql"),
    ),
    (
        1601,
        "shards",
        include_str!("../migrations/1601_shards.sql"),
    ),
    (
        1602,
        "editions",
        include_str!("../migrations/1602_editions.sql"),
    ),
    (1603, "bus", include_str!("../migrations/1603_bus.sql")),
    (
        1700,
        "stopped events",
        include_str!("../migrations/1700_stopped_events.sql"),
    ),
    (1800, "notes", include_str!("../migrations/1800_notes.sql")),
];

/// The oldest version whose statements we know.
const OLDEST: i64 = 150_000;

/// Connections that read.
const READERS: u32 = 8;

/// The most connections that a server has at the same time: those that read, those that write, that of the lease, and
/// one that hands things back in the end.
const CONNECTIONS: u32 = READERS + WRITERS as u32 + 3;

/// Where a database is, and how one gets in. It tells its password to nobody.
#[derive(Clone)]
pub struct Address(PgConnectOptions);

/// What is no address of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAddress;

impl FromStr for Address {
    type Err = NoAddress;

    /// Reads `postgres://user:password@host:port/database`. What is left out comes from the environment, as other
    /// clients of PostgreSQL have it: `PGPASSWORD`, or `~/.pgpass`.
    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let is_ours = text.starts_with("postgres://") || text.starts_with("postgresql://");
        let read = is_ours
            .then(|| PgConnectOptions::from_str(text).ok())
            .flatten();
        let options = read.ok_or(NoAddress)?;
        Ok(Self(
            options
                .application_name("capicu")
                .disable_statement_logging(),
        ))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let database = self
            .0
            .get_database()
            .unwrap_or_else(|| self.0.get_username());
        match self.0.get_socket() {
            Some(socket) => write!(f, "{}, {database}", socket.display()),
            None => write!(f, "{}:{}/{database}", self.0.get_host(), self.0.get_port()),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// Why a database cannot be used. Nothing in it was changed.
#[derive(Debug)]
pub enum OpenError {
    /// Another server uses it.
    InUse(Address),
    /// It was written by a newer version.
    Newer(Address),
    /// Another program's tables are in it.
    OtherProgram(Address),
    /// PostgreSQL itself is too old, or keeps texts in another encoding than UTF-8; what it says.
    Unfit(Address, String),
    /// It cannot be reached, or something else.
    Other(Address, sqlx::Error),
}

impl OpenError {
    /// What is wrong and what to do about it, in one sentence.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::InUse(address) => texts.store_in_use(&address.to_string()),
            Self::Newer(address) => texts.store_newer(&address.to_string()),
            Self::OtherProgram(address) => texts.store_other_program(&address.to_string()),
            Self::Unfit(address, what) => texts.store_unfit(&address.to_string(), what),
            Self::Other(address, why) => {
                texts.store_cannot_open(&address.to_string(), &why.to_string())
            }
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl std::error::Error for OpenError {}

/// Opens the store in this database, and makes its tables where there are none. A database of an earlier version is
/// brought up to date. Whoever stands by waits here until the other servers have gone.
///
/// # Errors
///
/// If the database cannot be used.
pub async fn open(address: &Address, role: Role) -> Result<Postgres, OpenError> {
    open_up_to(address, role, EDITION).await
}

/// Opens it as [`open`] does, for a server that can read facts and messages up to this [edition](EDITION). While
/// PostgreSQL has no connection left, it waits.
///
/// # Errors
///
/// If the database cannot be used.
pub async fn open_up_to(address: &Address, role: Role, newest: u16) -> Result<Postgres, OpenError> {
    let mut is_told = false;
    loop {
        match open_at_once(address, role, newest).await {
            Err(OpenError::Other(_, why)) if is_crowded(&why) => {
                if !std::mem::replace(&mut is_told, true) {
                    tracing::warn!(
                        %address,
                        %why,
                        "PostgreSQL has no connection left; a server takes up to {CONNECTIONS}: raise max_connections, or end \
                         other programs. Trying again until it works"
                    );
                }
                sleep(Duration::from_millis(500)).await;
            }
            opened => return opened,
        }
    }
}

/// Whether PostgreSQL has as many clients as it may have. A pool that meets this tries for a while and then gives up.
fn is_crowded(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::PoolTimedOut) || code(error).is_some_and(|code| code == "53300")
}

async fn open_at_once(address: &Address, role: Role, newest: u16) -> Result<Postgres, OpenError> {
    let other = |why| match is_newer(&why) {
        true => OpenError::Newer(address.clone()),
        false => OpenError::Other(address.clone(), why),
    };
    let options = &address.0;
    let mut connection = reached(address, role, newest).await?;
    brought_up_to_date(address, &mut connection).await?;
    let part = match role {
        Role::Together => {
            let node = Node::join(options, connection, newest);
            Part::Node(node.await.map_err(other)?)
        }
        Role::Alone | Role::StandBy => {
            let lease = Lease::take(options, connection, role, newest);
            let lease = lease.await.map_err(other)?;
            Part::Only(lease.ok_or_else(|| OpenError::InUse(address.clone()))?)
        }
    };
    let changes = options
        .clone()
        // What a server that is gone has begun holds nobody up.
        .options([
            ("idle_in_transaction_session_timeout", "5000"),
            ("tcp_user_timeout", "5000"),
        ]);
    // Whoever adds to a table gives way to whoever changes much: it has nothing to find out anew.
    let appends = changes.clone().options([("lock_timeout", "500")]);
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(Duration::from_secs(5))
        .connect_with(options.clone())
        .await
        .map_err(other)?;
    let writer = async |options| {
        let fence = part.fence();
        let database = Database { options, fence };
        let connection = database.options.connect().await.map_err(other)?;
        let link = database.link(connection).await;
        let link = link.map_err(|why| other(sqlx::Error::Protocol(why.to_string())))?;
        Ok(Writer::begin(database, link))
    };
    Ok(Sql::new(PostgresEngine {
        readers,
        writers: [
            writer(appends.clone()).await?,
            writer(appends.clone()).await?,
            writer(appends.clone()).await?,
            writer(appends).await?,
        ],
        worker: writer(changes).await?,
        part,
    }))
}

/// The same as [`prepared`]. Whoever is not alone waits for a database that is down.
async fn reached(address: &Address, role: Role, newest: u16) -> Result<PgConnection, OpenError> {
    let mut is_told = false;
    loop {
        match prepared(address, Some(newest)).await {
            Err(OpenError::Other(_, why)) if role != Role::Alone && is_down(&why) => {
                if !std::mem::replace(&mut is_told, true) {
                    tracing::warn!(%address, %why, "cannot reach the database; trying again until it works");
                }
                sleep(Duration::from_millis(500)).await;
            }
            reached => return reached,
        }
    }
}

/// Whether this may pass by itself: nobody answers, or the database starts or ends.
fn is_down(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(_)) || code(error).is_some_and(|code| code.starts_with("57P"))
}

/// Makes the tables that are missing.
pub(crate) async fn brought_up_to_date(
    address: &Address,
    connection: &mut PgConnection,
) -> Result<(), OpenError> {
    // Steps of the next version only add, or it would have counted the edition up.
    let mut steps = steps();
    steps.set_ignore_missing(true);
    let done = steps.run_direct(None, connection, false).await;
    done.map_err(|why| OpenError::Other(address.clone(), why.into()))
}

/// A connection to a database that we may use; one of a newer version only for a server that can read all that may be
/// written there, up to this edition.
pub(crate) async fn prepared(
    address: &Address,
    newest_read: Option<u16>,
) -> Result<PgConnection, OpenError> {
    let other = |why| OpenError::Other(address.clone(), why);
    let mut connection = address.0.connect().await.map_err(other)?;
    let row = sqlx::query(
        "SELECT current_setting('server_version_num')::BIGINT, current_setting('server_version'),
             current_setting('server_encoding')",
    )
    .fetch_one(&mut connection)
    .await
    .map_err(other)?;
    let number: i64 = row.try_get(0).map_err(other)?;
    let (version, encoding): (String, String) = (
        row.try_get(1).map_err(other)?,
        row.try_get(2).map_err(other)?,
    );
    if number < OLDEST {
        return Err(OpenError::Unfit(
            address.clone(),
            format!("PostgreSQL {version}"),
        ));
    }
    if encoding != "UTF8" {
        return Err(OpenError::Unfit(address.clone(), encoding));
    }
    match applied(&mut connection).await.map_err(other)? {
        Applied::Foreign => Err(OpenError::OtherProgram(address.clone())),
        Applied::UpTo(step) if step <= newest() => Ok(connection),
        Applied::UpTo(_) => {
            let written: i64 = sqlx::query_scalar("SELECT edition FROM lease")
                .fetch_one(&mut connection)
                .await
                .map_err(other)?;
            match newest_read.is_some_and(|read| written <= i64::from(read)) {
                true => Ok(connection),
                false => Err(OpenError::Newer(address.clone())),
            }
        }
    }
}

enum Applied {
    Foreign,
    UpTo(i64),
}

async fn applied(connection: &mut PgConnection) -> Result<Applied, sqlx::Error> {
    let row = sqlx::query(
        "SELECT to_regclass('_sqlx_migrations') IS NOT NULL, EXISTS (
             SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r')",
    )
    .fetch_one(&mut *connection)
    .await?;
    match (row.try_get(0)?, row.try_get(1)?) {
        (false, true) => return Ok(Applied::Foreign),
        (false, false) => return Ok(Applied::UpTo(0)),
        (true, _) => {}
    }
    let row = sqlx::query("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?;
    Ok(Applied::UpTo(row.try_get(0)?))
}

/// The number of the last step.
fn newest() -> i64 {
    STEPS.iter().map(|(number, ..)| *number).max().unwrap_or(0)
}

/// All of them, in order.
fn steps() -> Migrator {
    let steps = STEPS.iter().map(|(number, about, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(
            *number,
            Cow::Borrowed(*about),
            kind,
            sql.into_sql_str(),
            false,
        )
    });
    Migrator::with_migrations(steps.collect())
}

#[cfg(test)]
mod tests {
    use capicu_store::copies::text::SCHEMA;

    use super::*;

    #[test]
    fn the_last_step_goes_with_the_last_one_of_sqlite() {
        assert_eq!(newest() / 100, SCHEMA, "a step of SQLite is missing here");
    }
}
