//! Several servers over one store, in one process.

use capicu_bus::Wire;
use capicu_store::shards::{EDITION, Owner, SHARDS, Shard, Shards};
use tokio::time::Instant;

use super::*;
use crate::events::Events;
use crate::events::online::OnlinePlay;
use crate::lobby::{Lobby, Reception};
use crate::nodes::Nodes;

/// One of two servers.
struct Server {
    registry: Registry,
    shards: Shards,
}

impl Server {
    fn start(name: &str, store: &Memory, wire: &Wire) -> Self {
        let shards = Shards::new(name, EDITION);
        let nodes = Nodes::new(shards.clone(), Arc::new(wire.clone()));
        let (registry, _) = registry_with(secret::random);
        let services = Services {
            store: Arc::new(store.clone()),
            edition: nodes.edition(),
            lease: nodes.lease(),
            ..registry.services().clone()
        };
        let registry = Registry::of(services, Some(nodes.clone()));
        tokio::spawn(registry.clone().follow());
        let lobby = Lobby::new(registry.services().clock, [7; 8]);
        let lobby = Reception::new(lobby, Some(nodes.clone()));
        let events = Events::new(Arc::new(store.clone()), registry.services().clock);
        let online = OnlinePlay::new(registry.clone(), events.among(Some(nodes.clone())));
        let config = crate::config::Config::new(std::env::temp_dir());
        let stopping = tokio::sync::watch::channel(false).1;
        let owner_code = crate::conduct::OwnerCode::default();
        let site = crate::http::Site::new(
            registry.clone(),
            lobby,
            online,
            &config,
            stopping,
            owner_code,
        );
        tokio::spawn(nodes.run(site));
        Self { registry, shards }
    }

    /// As the database would have it: all tables are that server's.
    fn sees(&self, nodes: &[&str], owner: &str, epoch: i64) {
        let nodes: Vec<String> = nodes.iter().map(|node| (*node).to_owned()).collect();
        let shard = |number| Shard {
            number,
            node: owner.to_owned(),
            epoch,
        };
        let shards: Vec<Shard> = (0..SHARDS).map(shard).collect();
        self.shards.see(&nodes, &shards, EDITION);
    }
}

/// Two servers, the first of which has all tables, and a table.
async fn two() -> (Server, Server, Wire, String) {
    let (store, wire) = (Memory::new(), Wire::default());
    let one = Server::start("one", &store, &wire);
    let two = Server::start("two", &store, &wire);
    for server in [&one, &two] {
        server.sees(&["one", "two"], "one", 1);
    }
    let id = one.registry.create(four(TurnTime::Off)).await.unwrap();
    (one, two, wire, id)
}

impl Socket {
    /// Hears on until the table closes it.
    async fn closed(&mut self) -> Option<Closed> {
        loop {
            match self.hear().await {
                Some(Ok(_)) => {}
                Some(Err(why)) => return Some(why),
                None => return None,
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn any_server_takes_any_socket() {
    let (one, two, _, id) = two().await;
    let mut maker = Socket::connect(&two.registry, &id, 0).await;
    let mut other = Socket::connect(&one.registry, &id, 1).await;
    maker.say(name(1)).await;
    let named = maker.done().await;
    other.say(name(2)).await;
    assert_eq!(other.done().await, named + 1);
    // The table is in one memory only, and requests of a table find it as well.
    assert_eq!((one.registry.count(), two.registry.count()), (1, 0));
    let glance = two.registry.glance(&id).await.unwrap().unwrap();
    assert_eq!(
        glance.number,
        one.registry.glance(&id).await.unwrap().unwrap().number
    );
    assert!(two.registry.glance("nothing").await.unwrap().is_none());

    // Whoever goes is gone at the table.
    let table = maker.table.clone();
    let gone = Input::Disconnect {
        connection: maker.id,
    };
    table.send(gone.into()).await.unwrap();
    loop {
        let heard = other.hear().await.unwrap().unwrap();
        if let ServerMessage::Presence { .. } = heard {
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_missed_something_comes_back() {
    let (_one, two, wire, id) = two().await;
    let mut socket = Socket::connect(&two.registry, &id, 0).await;
    socket.say(name(1)).await;
    socket.done().await;
    // A command is lost on the way, and the next one shows it.
    wire.lose("one", 1);
    socket.say(name(2)).await;
    socket.say(name(3)).await;
    assert_eq!(socket.closed().await, Some(Closed::Restarted));
    // An answer is lost, and nothing comes after it.
    let mut socket = Socket::connect(&two.registry, &id, 0).await;
    let began = Instant::now();
    wire.lose("two", 9);
    socket.say(name(4)).await;
    assert_eq!(socket.closed().await, Some(Closed::Restarted));
    assert!(
        began.elapsed() < Duration::from_secs(4),
        "{:?}",
        began.elapsed()
    );
    wire.lose("two", 0);
    let mut socket = Socket::connect(&two.registry, &id, 0).await;
    socket.say(name(5)).await;
    socket.done().await;
}

#[tokio::test(start_paused = true)]
async fn a_table_goes_on_at_the_server_that_has_it_next() {
    let (one, two, _, id) = two().await;
    let mut here = Socket::connect(&one.registry, &id, 0).await;
    let mut there = Socket::connect(&two.registry, &id, 1).await;
    here.say(name(1)).await;
    let named = here.done().await;
    // The first one is asked to hand over.
    one.shards.let_go(&(0..SHARDS).collect::<Vec<_>>());
    assert_eq!(here.closed().await, Some(Closed::Restarted));
    assert_eq!(there.closed().await, Some(Closed::Restarted));
    let mut changes = one.shards.changes();
    while one.shards.gone().len() < usize::from(SHARDS) {
        let _ = timeout(Duration::from_millis(10), changes.changed()).await;
    }
    assert_eq!(one.registry.count(), 0);
    // Whoever comes in between waits for the next one.
    let (registry, of) = (one.registry.clone(), id.clone());
    let early = tokio::spawn(async move { Socket::connect(&registry, &of, 0).await });
    tokio::time::sleep(Duration::from_millis(500)).await;
    for server in [&one, &two] {
        server.sees(&["one", "two"], "two", 2);
    }
    let mut here = early.await.unwrap();
    // With the token that was shown when this person sat down.
    let mut there = Socket::come(&two.registry, &id, token(101), None).await;
    there.say(name(2)).await;
    assert!(there.done().await > named);
    here.say(name(3)).await;
    here.done().await;
    assert_eq!((one.registry.count(), two.registry.count()), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_nothing_loses_its_lines() {
    let (one, two, wire, id) = two().await;
    let mut socket = Socket::connect(&two.registry, &id, 0).await;
    socket.say(name(1)).await;
    socket.done().await;
    wire.cut("one", true);
    let began = Instant::now();
    assert_eq!(socket.closed().await, Some(Closed::Restarted));
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    // Nobody has taken over: whoever comes is told so before long.
    assert!(two.registry.glance(&id).await.is_err());
    // The server that has its tables goes on with those who are there.
    let mut near = Socket::connect(&one.registry, &id, 1).await;
    near.say(name(2)).await;
    near.done().await;
    // Lost by its own clock: it lets go, and takes nobody in.
    one.shards.lose();
    assert_eq!(near.closed().await, Some(Closed::Restarted));
    assert_eq!(one.shards.owner(&id), Owner::Nobody);
    assert!(one.registry.table(&id).await.is_err());
}
