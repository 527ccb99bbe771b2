//! Serving with PostgreSQL.

use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use capicu_bus_nats::{Nats, NatsError, Sealed};
use capicu_server::{Config, Nodes};
use capicu_store_pg::{Address, EDITION, Role, open_up_to};

use super::{Company, Credentials, Database};
use crate::language::texts;
use crate::serve::{self, Addresses, interrupted};

/// Returns the newest edition of facts and messages that this program can read. Tests let another program act as the
/// previous or the next version.
fn newest() -> u16 {
    let played = match cfg!(feature = "previous") {
        true => std::env::var("CAPICU_READS").ok(),
        false => None,
    };
    played
        .and_then(|reads| reads.parse().ok())
        .unwrap_or(EDITION)
}

/// The first edition whose servers seal their messages.
const SEALED: u16 = 3;

async fn connected(bus: &str, credentials: Credentials) -> Result<Nats> {
    let texts = texts();
    // Do not repeat the argument: it may contain a password.
    let address: capicu_bus_nats::Address =
        bus.parse().map_err(|_| anyhow!(texts.store_no_bus()))?;
    let address = address.with(match credentials {
        Credentials::OfTheAddress => capicu_bus_nats::Credentials::None,
        Credentials::Password(user, password) => {
            capicu_bus_nats::Credentials::Password(user, password)
        }
        Credentials::File(file) => capicu_bus_nats::Credentials::File(file),
    });
    Nats::connect(&address).await.map_err(|error| match error {
        NatsError::Credentials(bad) => {
            let (file, why) = (bad.file.display().to_string(), texts.io_error(&bad.why));
            anyhow!(texts.store_bad_credentials(&file, &why))
        }
        NatsError::Connect(why) => anyhow!(why),
    })
}

/// Serves until Ctrl-C, or until another server takes over. A standby does not listen before its turn, so that a proxy
/// finds the active server.
pub async fn serve(database: Database, at: Addresses, config: Config) -> Result<()> {
    let texts = texts();
    let Database { url, company } = database;
    // Do not repeat the argument: it may contain a password.
    let address: Address = url.parse().map_err(|_| anyhow!(texts.store_no_address()))?;
    let role = match company {
        Company::Nobody => Role::Alone,
        Company::StandBy => Role::StandBy,
        Company::Together(..) => Role::Together,
    };
    let bus = match company {
        Company::Together(bus, credentials) => Some(connected(&bus, credentials).await?),
        Company::Nobody | Company::StandBy => None,
    };
    if role == Role::StandBy {
        tracing::info!(%address, "standing by until no other server uses the database");
    }
    let store = tokio::select! {
        opened = open_up_to(&address, role, newest()) => opened.map_err(|error| anyhow!(error.tell(texts)))?,
        () = interrupted() => return Ok(()),
    };
    let store = Arc::new(store);
    let nodes = match bus.zip(store.engine().shards().zip(store.engine().bus_key())) {
        Some((bus, (shards, key))) => {
            let edition = shards.clone();
            let sealed = Sealed::new(Arc::new(bus), key, move || edition.edition() >= SEALED);
            let sealed = sealed.context("the system gives no random bytes")?;
            Nodes::new(shards.clone(), Arc::new(sealed))
        }
        None => Nodes::alone(),
    };
    let lost = store.engine().lost();
    let mut is_lost = false;
    let stop = async {
        tokio::select! {
            () = lost => is_lost = true,
            () = interrupted() => {}
        }
    };
    serve::here(at, config, async |listeners, config, ready| {
        capicu_server::run_with(store, nodes, listeners, config, ready, stop).await
    })
    .await?;
    match is_lost {
        true => Err(anyhow!(texts.store_lost(&address.to_string()))),
        false => Ok(()),
    }
}
