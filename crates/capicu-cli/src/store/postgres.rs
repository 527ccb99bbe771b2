//! Serving with PostgreSQL.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use capicu_server::Config;
use capicu_store_pg::{Address, Role, open};

use super::{Database, StandBy};
use crate::language::texts;
use crate::serve::{self, Addresses, interrupted};

/// Serves until Ctrl-C, or until another server has taken over. Whoever stands by listens nowhere before it is its turn,
/// so that a proxy goes to the one that serves.
pub async fn serve(database: Database, at: Addresses, config: Config) -> Result<()> {
    let texts = texts();
    let Database { url, stand_by } = database;
    // What was typed is not repeated: it may hold a password.
    let address: Address = url.parse().map_err(|_| anyhow!(texts.store_no_address()))?;
    let role = match stand_by {
        StandBy::Off => Role::Alone,
        StandBy::On => Role::StandBy,
    };
    if role == Role::StandBy {
        tracing::info!(%address, "standing by until no other server uses the database");
    }
    let store = tokio::select! {
        opened = open(&address, role) => opened.map_err(|error| anyhow!(error.tell(texts)))?,
        () = interrupted() => return Ok(()),
    };
    let store = Arc::new(store);
    let lost = store.engine().lost();
    let mut is_lost = false;
    let stop = async {
        tokio::select! {
            () = lost => is_lost = true,
            () = interrupted() => {}
        }
    };
    serve::here(at, config, async |listeners, config, ready| {
        capicu_server::run_on(store, listeners, config, ready, stop).await
    })
    .await?;
    match is_lost {
        true => Err(anyhow!(texts.store_lost(&address.to_string()))),
        false => Ok(()),
    }
}
