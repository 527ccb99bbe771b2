//! Opens the database, or describes its problem in one sentence.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use capicu_i18n::Texts;
use capicu_store::shards::{EDITION, TOGETHER};
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

/// Migrations. Numbers are a hundred times those of the SQLite migration with equal tables, plus one for each that
/// concerns this database only.
const STEPS: [(i64, &str, &str); 11] = [
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
    (
        1900,
        "club zones",
        include_str!("../migrations/1900_club_zones.sql"),
    ),
    (
        2000,
        "pushes",
        include_str!("../migrations/2000_pushes.sql"),
    ),
    (
        2100,
        "club matches",
        include_str!("../migrations/2100_club_matches.sql"),
    ),
    (
        2200,
        "accepted requests",
        include_str!("../migrations/2200_accepted_requests.sql"),
    ),
    (
        2300,
        "former seats",
        include_str!("../migrations/2300_former_seats.sql"),
    ),
];

/// The oldest PostgreSQL version that supports our statements.
const OLDEST: i64 = 150_000;

const READERS: u32 = 8;

/// The most connections that a server has at a time: readers, writers, the two of the lease or cluster, and one that
/// frees it at the end.
const CONNECTIONS: u32 = READERS + WRITERS as u32 + 3;

/// Address and credentials of a database. `Debug` does not show passwords.
#[derive(Clone)]
pub struct Address(PgConnectOptions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAddress;

impl FromStr for Address {
    type Err = NoAddress;

    /// Parses `postgres://user:password@host:port/database`. Missing parts come from the environment, as in other
    /// PostgreSQL clients: `PGPASSWORD`, or `~/.pgpass`.
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
    InUse(Address),
    Newer(Address),
    /// Servers of another version use it that cannot share a cluster with this one.
    Older(Address),
    OtherProgram(Address),
    /// PostgreSQL is too old, or its encoding is not UTF-8. Contains the reason.
    Unfit(Address, String),
    /// It cannot be reached, or another error.
    Other(Address, sqlx::Error),
}

impl OpenError {
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::InUse(address) => texts.store_in_use(&address.to_string()),
            Self::Newer(address) => texts.store_newer(&address.to_string()),
            Self::Older(address) => texts.store_older_servers(&address.to_string()),
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

/// Opens the store in this database, and creates its tables if missing. Upgrades a database of an earlier version. A
/// standby waits here until it may write. Fails if the database cannot be used.
pub async fn open(address: &Address, role: Role) -> Result<Postgres, OpenError> {
    open_up_to(address, role, EDITION).await
}

/// Opens the store like [`open`], for a server that can read facts and messages up to the [edition](EDITION) `newest`.
/// Waits while PostgreSQL has no free connection. Fails if the database cannot be used.
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

/// Whether PostgreSQL has no free connection. A pool retries this error for a while, then gives up.
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
            let node = node.await.map_err(other)?;
            // The edition was raised, unless an older server is present.
            if newest >= TOGETHER && node.shards.edition() < TOGETHER {
                node.give_back().await;
                return Err(OpenError::Older(address.clone()));
            }
            Part::Node(node)
        }
        Role::Alone | Role::StandBy => {
            let lease = Lease::take(options, connection, role, newest);
            let lease = lease.await.map_err(other)?;
            Part::Only(lease.ok_or_else(|| OpenError::InUse(address.clone()))?)
        }
    };
    let changes = options
        .clone()
        // Unfinished transactions of a stopped server must not block others.
        .options([
            ("idle_in_transaction_session_timeout", "5000"),
            ("tcp_user_timeout", "5000"),
        ]);
    // Appends give way to large changes: an append can be repeated without reading again.
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

/// Prepares a database like [`prepared`]. A standby or a server of a cluster waits for a database that is down.
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

/// Whether the error may pass without help: the database does not answer, or is starting or stopping.
fn is_down(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(_)) || code(error).is_some_and(|code| code.starts_with("57P"))
}

pub(crate) async fn brought_up_to_date(
    address: &Address,
    connection: &mut PgConnection,
) -> Result<(), OpenError> {
    // Migrations of the next version only add; otherwise it would have raised the edition.
    let mut steps = steps();
    steps.set_ignore_missing(true);
    let done = steps.run_direct(None, connection, false).await;
    done.map_err(|why| OpenError::Other(address.clone(), why.into()))
}

/// Connects to a database that this version may use. Accepts a database of a newer version only if a server up to
/// edition `newest` can read all that may be written there.
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

fn newest() -> i64 {
    STEPS.iter().map(|(number, ..)| *number).max().unwrap_or(0)
}

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
    fn last_migration_matches_the_last_of_sqlite() {
        assert_eq!(
            newest() / 100,
            SCHEMA,
            "a migration of SQLite has no counterpart here"
        );
    }
}
