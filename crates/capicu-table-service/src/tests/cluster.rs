//! Several servers with one store, in one process.

use capicu_accounts::Attendance;
use capicu_bus::Wire;
use capicu_protocol::{EventId, PlayerId};
use capicu_store::shards::{EDITION, Owner, SHARDS, Shard, Shards};
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use super::*;
use crate::cluster::Host;
use crate::cluster::requests::{AnswerHead, Answers, Body, RequestHead};
use crate::lobby::{Challenger, Lobby, NotAccepted, Progress, Reception, Relation, Speed, Wish};

/// One of two servers.
struct Server {
    registry: Registry,
    lobby: Reception,
    shards: Shards,
}

/// A server without parts above the tables.
#[derive(Debug)]
struct Nothing;

impl Answers for Nothing {
    fn answer(&self, _: RequestHead, _: Body) -> BoxFuture<'static, (AnswerHead, Body)> {
        unreachable!("no request is forwarded")
    }

    fn note_growth(&self, _: &EventId) {}

    fn take_owner_code(&self, _: &TokenHash) -> bool {
        false
    }

    fn take_admin_code(&self, _: &TokenHash) -> Option<PlayerId> {
        None
    }
}

impl Server {
    fn start(name: &str, store: &Memory, wire: &Wire) -> Self {
        let shards = Shards::new(name, EDITION);
        let nodes = Nodes::new(shards.clone(), Arc::new(wire.clone()));
        let registry = registry_of(store, Randomness::SYSTEM, nodes.clone());
        tokio::spawn(registry.clone().follow());
        let context = &registry.services().context;
        let lobby = Reception::new(Lobby::new(context, [7; 8]), nodes.clone());
        let host = Host {
            registry: registry.clone(),
            lobby: lobby.clone(),
            attendance: Attendance::new(context.clock),
            answers: Arc::new(Nothing),
        };
        tokio::spawn(nodes.run(host));
        Self {
            registry,
            lobby,
            shards,
        }
    }

    /// Sets the owner of all tables, as the database would.
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

/// Two servers and a table. The first server owns all tables.
async fn two() -> (Server, Server, Wire, TableId) {
    let (store, wire) = (Memory::default(), Wire::default());
    let one = Server::start("one", &store, &wire);
    let two = Server::start("two", &store, &wire);
    for server in [&one, &two] {
        server.sees(&["one", "two"], "one", 1);
    }
    let id = one.registry.create(four(TurnTime::Off)).await.unwrap();
    (one, two, wire, id)
}

impl Socket {
    /// Waits until the table closes the connection, and returns the reason.
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
    let mut host = Socket::connect(&two.registry, &id, 0).await;
    let mut other = Socket::connect(&one.registry, &id, 1).await;
    host.say(name(1)).await;
    let named = host.done().await;
    other.say(name(2)).await;
    assert_eq!(other.done().await, named + 1);
    // The table is in the memory of one server only, and lookups find it.
    assert_eq!((one.registry.count(), two.registry.count()), (1, 0));
    let glance = two.registry.glance(&id).await.unwrap().unwrap();
    assert_eq!(
        glance.number,
        one.registry.glance(&id).await.unwrap().unwrap().number
    );
    assert!(
        two.registry
            .glance(&TableId::new([0; 12]))
            .await
            .unwrap()
            .is_none()
    );

    // A client that leaves is also gone at the table.
    let table = host.table.clone();
    let gone = Input::Disconnect {
        connection: host.id,
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
async fn client_that_missed_a_message_reconnects() {
    let (_one, two, wire, id) = two().await;
    let mut socket = Socket::connect(&two.registry, &id, 0).await;
    socket.say(name(1)).await;
    socket.done().await;
    // A command is lost, and the next one reveals it.
    wire.lose("one", 1);
    socket.say(name(2)).await;
    socket.say(name(3)).await;
    assert_eq!(socket.closed().await, Some(Closed::Restarted));
    // An answer is lost, and nothing follows it.
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
async fn table_continues_at_its_next_server() {
    let (one, two, _, id) = two().await;
    let mut here = Socket::connect(&one.registry, &id, 0).await;
    let mut there = Socket::connect(&two.registry, &id, 1).await;
    here.say(name(1)).await;
    let named = here.done().await;
    // The first server must hand over its tables.
    one.shards.let_go(&(0..SHARDS).collect::<Vec<_>>());
    assert_eq!(here.closed().await, Some(Closed::Restarted));
    assert_eq!(there.closed().await, Some(Closed::Restarted));
    let mut changes = one.shards.changes();
    while one.shards.gone().len() < usize::from(SHARDS) {
        let _ = timeout(Duration::from_millis(10), changes.changed()).await;
    }
    assert_eq!(one.registry.count(), 0);
    // A client that connects in between waits for the next owner.
    let (registry, of) = (one.registry.clone(), id.clone());
    let early = tokio::spawn(async move { Socket::connect(&registry, &of, 0).await });
    tokio::time::sleep(Duration::from_millis(500)).await;
    for server in [&one, &two] {
        server.sees(&["one", "two"], "two", 2);
    }
    let mut here = early.await.unwrap();
    // The token is the one that this player showed on sitting down.
    let mut there = Socket::come(&two.registry, &id, token(101), None).await;
    there.say(name(2)).await;
    assert!(there.done().await > named);
    here.say(name(3)).await;
    here.done().await;
    assert_eq!((one.registry.count(), two.registry.count()), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn silent_server_loses_its_connections() {
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
    // No server has taken over, so requests fail soon.
    assert!(two.registry.glance(&id).await.is_err());
    // The server that owns its tables continues with its own clients.
    let mut near = Socket::connect(&one.registry, &id, 1).await;
    near.say(name(2)).await;
    near.done().await;
    // The lease has expired by its own clock: it closes connections and accepts no new ones.
    one.shards.lose();
    assert_eq!(near.closed().await, Some(Closed::Restarted));
    assert_eq!(one.shards.owner(&id), Owner::Nobody);
    assert!(one.registry.table(&id).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn lobby_is_reached_from_any_server() {
    let (_one, two, wire, _) = two().await;
    let [ana, eva] = [1, 2].map(|n| PlayerId::new([n; 16]));
    let wish = Wish::of("jamaican-partner", Speed::Usual).unwrap();
    two.lobby.seek(ana, None, wish).await.unwrap();
    let progress = two.lobby.ask(ana).await.unwrap();
    assert!(matches!(progress, Progress::Waiting(_)), "{progress:?}");
    assert_eq!(two.lobby.count().await, Ok(1));
    assert_eq!(two.lobby.here().count(), 0);
    let code = two.lobby.invite(ana, None, wish).await.unwrap().unwrap();
    let invitation = two.lobby.invitation(code.clone()).await.unwrap();
    assert_eq!(invitation.map(|of| of.host), Some(ana));
    assert_eq!(two.lobby.join(code, eva, None).await, Ok(Some(wish)));
    let challenger = |player, name: &str| Challenger {
        player,
        username: name.to_owned(),
        name: None,
    };
    let (host, guest) = (challenger(ana, "ana"), challenger(eva, "eva"));
    let challenged = two
        .lobby
        .challenge(host, guest, wish, Relation::Partner)
        .await;
    assert_eq!(challenged, Ok(true));
    let [challenge] = &two.lobby.challenges(eva).await.unwrap().to[..] else {
        panic!("one challenge")
    };
    let accepted = two.lobby.accept(challenge.id.clone(), eva, None).await;
    assert_eq!(accepted.unwrap().unwrap().id, challenge.id);
    let over = two.lobby.accept("other".to_owned(), eva, None).await;
    assert_eq!(over.unwrap(), Err(NotAccepted::Over));
    // A request that may have arrived is not sent again.
    wire.cut("one", true);
    assert!(two.lobby.leave(ana).await.is_err());
}
