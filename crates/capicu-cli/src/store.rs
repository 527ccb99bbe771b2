//! Where `capicu serve` keeps everything, if not in its data folder. A build without the feature `postgres` says which
//! one can do that.

#[cfg(feature = "postgres")]
mod postgres;

use clap::ValueEnum;

#[cfg(feature = "postgres")]
pub use postgres::serve;

/// Says which build serves a database.
#[cfg(not(feature = "postgres"))]
pub async fn serve(
    _: Database,
    _: crate::serve::Addresses,
    _: capicu_server::Config,
) -> anyhow::Result<()> {
    Err(anyhow::anyhow!(crate::language::texts().store_left_out()))
}

/// Which database, and who else uses it.
#[derive(Debug, clap::Args)]
pub struct StoreArguments {
    /// A database of PostgreSQL to keep everything in instead of the data folder, such as
    /// postgres://capicu@localhost/capicu
    #[arg(long, env = "CAPICU_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,
    /// Whether other servers may use this database: this one then waits until none does, takes over when the one that
    /// does is gone, and lets go when it cannot reach the database
    #[arg(
        long,
        env = "CAPICU_STAND_BY",
        value_enum,
        value_name = "off|on",
        default_value_t = StandBy::Off
    )]
    stand_by: StandBy,
}

/// See [`StoreArguments`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StandBy {
    Off,
    On,
}

impl StoreArguments {
    /// The database, if one is named.
    pub fn database(self) -> Option<Database> {
        let stand_by = self.stand_by;
        self.store.map(|url| Database { url, stand_by })
    }
}

/// A database, and who else uses it.
#[cfg_attr(
    not(feature = "postgres"),
    expect(dead_code, reason = "another build serves it")
)]
pub struct Database {
    url: String,
    stand_by: StandBy,
}
