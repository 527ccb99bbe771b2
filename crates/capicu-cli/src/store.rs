//! The store of `capicu serve`, if not its data folder. A build without the feature `postgres` names the build that has
//! it.

#[cfg(feature = "postgres")]
mod postgres;

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::ValueEnum;

use crate::language::texts;
use crate::settings;
#[cfg(feature = "postgres")]
pub use postgres::serve;

#[cfg(not(feature = "postgres"))]
pub async fn serve(
    _: Database,
    _: crate::serve::Addresses,
    _: capicu_server::Config,
) -> Result<()> {
    Err(anyhow!(texts().store_left_out()))
}

/// Names the store, without a password.
pub fn name(database: Option<&Database>) -> String {
    match database {
        Some(database) if database.url.contains("://") => {
            settings::without_passwords(&database.url)
        }
        // It is refused, and may contain a password anywhere.
        Some(_) => "?".to_owned(),
        None => "sqlite".to_owned(),
    }
}

/// Which database, and who else uses it.
#[derive(Debug, clap::Args)]
pub struct StoreArguments {
    /// PostgreSQL database to use instead of the data folder, such as postgres://capicu@localhost/capicu
    #[arg(long, env = "CAPICU_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<String>,
    /// Start as a standby: wait while another server uses the database, and take over when it is gone
    #[arg(
        long,
        env = "CAPICU_STAND_BY",
        value_enum,
        value_name = "off|on",
        default_value_t = StandBy::Off
    )]
    stand_by: StandBy,
    /// NATS servers that connect a cluster with one database, such as nats://localhost:4222; separated by commas
    #[arg(long, env = "CAPICU_BUS", value_name = "URL", hide_env_values = true)]
    bus: Option<String>,
    /// NATS user, unless the address contains it
    #[arg(long, env = "CAPICU_BUS_USER", value_name = "NAME")]
    bus_user: Option<String>,
    /// Password of --bus-user; prefer the variable, as other users of the machine can read arguments
    #[arg(
        long,
        env = "CAPICU_BUS_PASSWORD",
        value_name = "PASSWORD",
        hide_env_values = true
    )]
    bus_password: Option<String>,
    /// NATS credentials file from nsc, instead of user and password
    #[arg(long, env = "CAPICU_BUS_CREDENTIALS", value_name = "FILE")]
    bus_credentials: Option<PathBuf>,
}

/// The arguments of NATS; see [`StoreArguments`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StandBy {
    Off,
    On,
}

impl StoreArguments {
    /// Returns the database, if the options name one. Fails if they name a cluster without a database, or this build
    /// has no PostgreSQL.
    pub fn database(self) -> Result<Option<Database>> {
        self.database_of(cfg!(feature = "postgres"))
    }

    #[cfg(feature = "full")]
    pub const fn is_named(&self) -> bool {
        self.store.is_some()
    }

    fn database_of(self, has_postgres: bool) -> Result<Option<Database>> {
        let Self {
            store,
            stand_by,
            bus,
            bus_user,
            bus_password,
            bus_credentials,
        } = self;
        if (store.is_some() || bus.is_some()) && !has_postgres {
            return Err(anyhow!(texts().store_left_out()));
        }
        let credentials = match (bus_user, bus_password, bus_credentials) {
            (None, None, None) => Credentials::OfTheAddress,
            (Some(user), Some(password), None) => Credentials::Password(user, password),
            (None, None, Some(file)) => Credentials::File(file),
            (Some(_), None, _) | (None, Some(_), _) | (Some(_), Some(_), Some(_)) => {
                return Err(anyhow!(texts().store_bus_credentials()));
            }
        };
        let company = match (bus, stand_by) {
            (None, _) if !matches!(credentials, Credentials::OfTheAddress) => {
                return Err(anyhow!(texts().store_credentials_alone()));
            }
            (Some(bus), StandBy::Off) => Company::Together(bus, credentials),
            (Some(_), StandBy::On) => return Err(anyhow!(texts().store_bus_stand_by())),
            (None, StandBy::On) => Company::StandBy,
            (None, StandBy::Off) => Company::Nobody,
        };
        match (store, company) {
            (None, Company::Together(..)) => Err(anyhow!(texts().store_bus_alone())),
            (None, _) => Ok(None),
            (Some(url), company) => Ok(Some(Database { url, company })),
        }
    }
}

#[cfg_attr(
    not(feature = "postgres"),
    expect(dead_code, reason = "another build serves it")
)]
pub struct Database {
    url: String,
    company: Company,
}

#[cfg_attr(
    not(feature = "postgres"),
    expect(dead_code, reason = "another build serves it")
)]
enum Company {
    Nobody,
    /// A standby takes over.
    StandBy,
    /// Servers of a cluster, connected by this bus.
    Together(String, Credentials),
}

#[cfg_attr(
    not(feature = "postgres"),
    expect(dead_code, reason = "another build serves it")
)]
enum Credentials {
    /// Those of the address, if any.
    OfTheAddress,
    Password(String, String),
    File(PathBuf),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_without_postgres_names_the_build_that_has_it() {
        let named = |store: Option<&str>, bus: Option<&str>, stand_by| StoreArguments {
            store: store.map(str::to_owned),
            stand_by,
            bus: bus.map(str::to_owned),
            bus_user: None,
            bus_password: None,
            bus_credentials: None,
        };
        let (store, bus) = (Some("postgres://db/capicu"), Some("nats://bus:4222"));
        for arguments in [
            named(store, None, StandBy::Off),
            named(store, None, StandBy::On),
            named(None, bus, StandBy::Off),
            named(store, bus, StandBy::Off),
        ] {
            let refused = arguments.database_of(false).err().expect("it has none");
            assert!(refused.to_string().contains("cargo xtask build --release"));
        }
        let nothing = named(None, None, StandBy::Off).database_of(false);
        assert!(nothing.unwrap().is_none(), "a folder serves everybody");
        let both = named(store, bus, StandBy::Off).database_of(true);
        assert!(both.unwrap().is_some());
    }

    #[test]
    fn credentials_need_a_bus_and_have_one_source() {
        let text = |is_given: bool| is_given.then(|| "a".to_owned());
        for (bus, user, password, file, is_taken) in [
            (true, true, true, false, true),
            (true, false, false, true, true),
            (true, true, false, false, false),
            (true, false, true, false, false),
            (true, true, true, true, false),
            (false, true, true, false, false),
            (false, false, false, true, false),
        ] {
            let arguments = StoreArguments {
                store: Some("postgres://db/capicu".to_owned()),
                stand_by: StandBy::Off,
                bus: text(bus),
                bus_user: text(user),
                bus_password: text(password),
                bus_credentials: text(file).map(Into::into),
            };
            let taken = arguments.database_of(true).is_ok();
            assert_eq!(taken, is_taken, "{bus} {user} {password} {file}");
        }
    }
}
