//! A server from inside: what a test over sockets cannot bring about.

mod forwarded;
mod ready;

use std::sync::Arc;
use std::time::Duration;

use capicu_accounts::{Clock, Context};
use capicu_event_service::Events;
use capicu_event_service::online::OnlinePlay;
use capicu_site::Site;
use capicu_store_contract::Memory;
use capicu_table_service::cluster::Nodes;
use capicu_table_service::lobby::{Lobby, Reception};
use capicu_table_service::registry::Registry;
use capicu_table_service::table::{Bots, Pace};

use crate::config::Config;
use crate::secret;

fn site(store: &Memory, nodes: Nodes) -> Site {
    let store = Arc::new(store.clone());
    let context = Context::new(store, Clock::set(1_000_000), secret::SOURCE);
    let events = Events::new(context.clone(), nodes.clone());
    let lobby = Reception::new(Lobby::new(&context, [7; 8]), nodes.clone());
    let bots = Bots::new(Pace::Immediate, secret::SOURCE);
    let registry = Registry::new(context, bots, nodes);
    let online = OnlinePlay::new(registry.clone(), events);
    let config = Config::new(std::env::temp_dir());
    let stopping = tokio::sync::watch::channel(false).1;
    Site::new(
        registry,
        lobby,
        online,
        config.site(),
        stopping,
        Default::default(),
    )
}
