//! Serving with PostgreSQL.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use capicu_bus_nats::Nats;
use capicu_server::{Config, Nodes};
use capicu_store_pg::{Address, EDITION, Role, open_up_to};

use super::{Company, Database};
use crate::language::texts;
use crate::serve::{self, Addresses, interrupted};

/// The newest edition of facts and messages that this program can read.
const NEWEST: u16 = EDITION - cfg!(feature = "previous") as u16;

/// Serves until Ctrl-C, or until another server has taken over. Whoever stands by listens nowhere before it is its turn,
/// so that a proxy goes to the one that serves.
pub async fn serve(database: Database, at: Addresses, config: Config) -> Result<()> {
    let texts = texts();
    let Database { url, company } = database;
    // What was typed is not repeated: it may hold a password.
    let address: Address = url.parse().map_err(|_| anyhow!(texts.store_no_address()))?;
    let role = match company {
        Company::Nobody => Role::Alone,
        Company::StandBy => Role::StandBy,
        Company::Together(_) => Role::Together,
    };
    let bus = match company {
        Company::Together(bus) if !capicu_bus_nats::is_address(&bus) => {
            return Err(anyhow!(texts.store_no_bus()));
        }
        Company::Together(bus) => Some(Nats::connect(&bus).await?),
        Company::Nobody | Company::StandBy => None,
    };
    if role == Role::StandBy {
        tracing::info!(%address, "standing by until no other server uses the database");
    }
    let store = tokio::select! {
        opened = open_up_to(&address, role, NEWEST) => opened.map_err(|error| anyhow!(error.tell(texts)))?,
        () = interrupted() => return Ok(()),
    };
    let store = Arc::new(store);
    let nodes = bus.zip(store.engine().shards().cloned());
    let nodes = nodes.map(|(bus, shards)| Nodes::new(shards, Arc::new(bus)));
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
