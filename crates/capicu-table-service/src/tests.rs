//! Tests of tables for cases that cannot be caused over sockets.

mod cluster;

use std::sync::Arc;
use std::time::Duration;

use capicu::{Game, Seat, Waiting};
use capicu_accounts::{Clock, Context, Randomness};
use capicu_protocol::{
    Actor, ClientMessage, Closed, CreateTable, Event, Key, Plan, Refusal, ServerMessage, TableId,
    TableRules, Token, TurnTime, Watching, decode,
};
use capicu_store::{Append, Journal as _, Results as _};
use capicu_store_contract::{Fault, Memory};
use capicu_table::{Command, Entry, Fact, Input, Setup, State, TokenHash, Who};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::card::TableList;
use crate::cluster::Nodes;
use crate::registry::Registry;
use crate::table::{Bots, Connect, Mail, Outgoing, Pace};

const LONG: Duration = Duration::from_secs(20);

fn token(seat: u8) -> Token {
    Token::new([seat + 1; 32])
}

fn asked(game: &str, players: u8, plans: &[Plan]) -> CreateTable {
    let rules = Game::by_id(game).unwrap().rules(players).unwrap();
    CreateTable {
        rules: TableRules::new(game, &rules),
        seats: plans.to_vec(),
        turn_time: None,
        grace: None,
        level: None,
        hints: None,
        watching: None,
        passed: None,
        name: None,
    }
}

/// The setup of a table where each seat has its own token.
fn setup(asked: &CreateTable) -> Setup {
    let host = asked.seats.iter().position(|plan| *plan == Plan::Me);
    let own = TokenHash::of(&token(host.unwrap() as u8));
    let link = |seat: Seat| TokenHash::of(&token(seat.index() as u8));
    Setup::of(asked, own, link).unwrap()
}

fn four(turn_time: TurnTime) -> Setup {
    let plans = [Plan::Me, Plan::Open, Plan::Open, Plan::Open];
    setup(&CreateTable {
        turn_time: Some(turn_time),
        ..asked("jamaican-partner", 4, &plans)
    })
}

struct Socket {
    table: mpsc::Sender<Mail>,
    id: u64,
    out: mpsc::Receiver<Outgoing>,
}

impl Socket {
    /// Connects with the token of a seat. The new token is used if the seat is open.
    async fn connect(registry: &Registry, id: &TableId, seat: u8) -> Self {
        Self::come(registry, id, token(seat), Some(token(seat + 100))).await
    }

    async fn come(registry: &Registry, id: &TableId, shown: Token, own: Option<Token>) -> Self {
        let who = Who::Token {
            shown: TokenHash::of(&shown),
            own: own.as_ref().map(TokenHash::of),
        };
        Self::come_as(registry, id, who).await
    }

    async fn come_as(registry: &Registry, id: &TableId, who: Who) -> Self {
        let table = registry.table(id).await.unwrap().unwrap();
        let (out, receiver) = mpsc::channel(64);
        let (answer, answered) = oneshot::channel();
        let connect = Connect {
            ear: crate::table::Hears::Everybody,
            who,
            since: None,
            out,
            answer,
        };
        table.send(Mail::Connect(Box::new(connect))).await.unwrap();
        Self {
            table,
            id: answered.await.unwrap(),
            out: receiver,
        }
    }

    /// Whether the table has dropped the connection.
    fn is_let_go(&self) -> bool {
        self.out.is_closed()
    }

    async fn hear(&mut self) -> Option<Result<ServerMessage, Closed>> {
        match timeout(LONG, self.out.recv()).await.unwrap()? {
            Outgoing::Text(text) | Outgoing::Said(text, _) => Some(Ok(decode(&text).unwrap())),
            Outgoing::Close(why) => Some(Err(why)),
        }
    }

    async fn say(&self, message: ClientMessage) {
        let (key, command) = Command::of(message).unwrap();
        let said = Input::Command {
            connection: self.id,
            key,
            command,
            arrived: 0,
        };
        self.table.send(said.into()).await.unwrap();
    }

    /// Waits until a command is done, and returns its version.
    async fn done(&mut self) -> u64 {
        loop {
            match self.hear().await.unwrap().unwrap() {
                ServerMessage::Done { version, .. } => return version,
                ServerMessage::Refused { refusal, .. } => panic!("{refusal:?}"),
                _ => {}
            }
        }
    }
}

fn key(text: &str) -> Key {
    Key::new(text).unwrap()
}

fn name(n: u32) -> ClientMessage {
    ClientMessage::Name {
        key: key(&format!("name-{n}")),
        name: format!("Player {n}"),
    }
}

fn registry_of(store: &Memory, randomness: Randomness, nodes: Nodes) -> Registry {
    let store = Arc::new(store.clone());
    let context = Context::new(store, Clock::set(1_000_000), randomness);
    Registry::new(context, Bots::new(Pace::Immediate, randomness), nodes)
}

fn registry_with(randomness: Randomness) -> (Registry, Memory) {
    let store = Memory::default();
    (registry_of(&store, randomness, Nodes::alone()), store)
}

fn registry() -> (Registry, Memory) {
    registry_with(Randomness::SYSTEM)
}

#[tokio::test(start_paused = true)]
async fn spectators_who_do_not_read_are_dropped_without_harm() {
    let (registry, _) = registry();
    let setup = Setup {
        watching: Watching::On,
        ..four(TurnTime::Off)
    };
    let id = registry.create(setup).await.unwrap();
    let mut talker = Socket::connect(&registry, &id, 0).await;
    let mut watchers = Vec::new();
    for _ in 0..200 {
        let who = Who::Public { ids: Vec::new() };
        watchers.push(Socket::come_as(&registry, &id, who).await);
    }
    let mut seen = 0;
    for n in 0..80 {
        tokio::time::advance(Duration::from_secs(2)).await;
        talker.say(name(n)).await;
        talker.done().await;
        // One of the spectators reads.
        while let Ok(Outgoing::Text(_)) = watchers[0].out.try_recv() {
            seen += 1;
        }
    }
    assert!(seen > 80, "{seen}");
    assert!(watchers[1..].iter().all(|watcher| watcher.is_let_go()));
    tokio::time::advance(Duration::from_secs(2)).await;
    talker.say(name(1_000)).await;
    talker.done().await;
    let listed = registry.services().board.list(&TableList::Watched, 9);
    assert_eq!(listed[0].1.watchers, 1);
    registry.stop().await;
}

#[tokio::test]
async fn failed_table_keeps_its_journal_and_spares_the_others() {
    let (registry, _) = registry();
    let failing = registry.create(four(TurnTime::Off)).await.unwrap();
    let other = registry.create(four(TurnTime::Off)).await.unwrap();
    let mut socket = Socket::connect(&registry, &failing, 0).await;
    let mut witness = Socket::connect(&registry, &other, 0).await;
    socket.say(name(1)).await;
    let version = socket.done().await;
    socket.table.send(Mail::Panic).await.unwrap();
    while socket.hear().await.is_some() {}
    // The other table is not affected.
    witness.say(name(1)).await;
    witness.done().await;
    // The failed table is back with its old state.
    let mut again = Socket::connect(&registry, &failing, 0).await;
    let Some(Ok(ServerMessage::Snapshot(snapshot))) = again.hear().await else {
        panic!("a snapshot comes first")
    };
    assert!(snapshot.version >= version);
    assert_eq!(snapshot.seats[0].name.as_deref(), Some("Player 1"));
    registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn player_who_does_not_read_is_dropped_and_others_continue() {
    let (registry, _) = registry();
    let id = registry.create(four(TurnTime::Off)).await.unwrap();
    let mut deaf = Socket::connect(&registry, &id, 1).await;
    let mut talker = Socket::connect(&registry, &id, 0).await;
    let mut others = [
        Socket::connect(&registry, &id, 2).await,
        Socket::connect(&registry, &id, 3).await,
    ];
    // More messages than a queue keeps, at the highest allowed rate of name changes.
    for n in 0..80 {
        tokio::time::advance(Duration::from_secs(2)).await;
        talker.say(name(n)).await;
        talker.done().await;
        for other in &mut others {
            while other.out.try_recv().is_ok() {}
        }
    }
    let mut heard = 0;
    while let Ok(message) = deaf.out.try_recv() {
        heard += usize::from(matches!(message, Outgoing::Text(_)));
    }
    assert!(
        heard <= 64,
        "{heard} messages were kept for somebody who does not read"
    );
    talker.say(name(1_000)).await;
    talker.done().await;
    registry.stop().await;
}

#[tokio::test]
async fn unstored_fact_is_not_sent_and_the_table_recovers() {
    for fault in [Fault::Before, Fault::After] {
        let (registry, store) = registry();
        let id = registry.create(four(TurnTime::Off)).await.unwrap();
        let other = registry.create(four(TurnTime::Off)).await.unwrap();
        let mut witness = Socket::connect(&registry, &other, 0).await;
        let mut socket = Socket::connect(&registry, &id, 0).await;
        socket.say(name(1)).await;
        let version = socket.done().await;
        store.engine().plan([fault]);
        socket.say(name(2)).await;
        let mut told = Vec::new();
        while let Some(message) = socket.hear().await {
            told.push(message);
        }
        let refused = ServerMessage::Refused {
            key: key("name-2"),
            refusal: Refusal::Unavailable,
            version,
        };
        assert_eq!(told, [Ok(refused), Err(Closed::Unavailable)]);
        // The other table is not affected, and this one is back.
        witness.say(name(1)).await;
        witness.done().await;
        let mut again = Socket::connect(&registry, &id, 0).await;
        again.say(name(2)).await;
        assert_eq!(again.done().await, version + 1, "done once");
        registry.stop().await;
    }
}

#[tokio::test]
async fn owner_steps_down_when_another_server_wrote_its_journal() {
    let (registry, store) = registry();
    let id = registry.create(four(TurnTime::Off)).await.unwrap();
    let mut socket = Socket::connect(&registry, &id, 0).await;
    socket.say(name(1)).await;
    let version = socket.done().await;
    let thief = Entry {
        version: version + 1,
        at: 2_000_000,
        command: None,
        fact: Fact::Named {
            seat: Seat::default(),
            name: "Thief".into(),
        },
    };
    store.append(&id, Append::facts(vec![thief])).await.unwrap();
    socket.say(name(2)).await;
    let mut last = None;
    while let Some(message) = socket.hear().await {
        last = Some(message);
    }
    assert_eq!(last, Some(Err(Closed::Restarted)));
    let mut again = Socket::connect(&registry, &id, 0).await;
    let Some(Ok(ServerMessage::Snapshot(snapshot))) = again.hear().await else {
        panic!("a snapshot comes first")
    };
    assert_eq!(snapshot.seats[0].name.as_deref(), Some("Thief"));
    registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn bot_plays_a_turn_that_runs_out_of_time() {
    let (registry, store) = registry();
    let id = registry.create(four(TurnTime::Thirty)).await.unwrap();
    let mut people = Vec::new();
    for seat in 0..4 {
        people.push(Socket::connect(&registry, &id, seat).await);
    }
    for person in &mut people {
        let ready = ClientMessage::Ready {
            key: key("ready"),
            deal: 0,
        };
        person.say(ready).await;
        person.done().await;
    }
    let stored = store.read(&id).await.unwrap().unwrap();
    let dealt = stored.entries.last().unwrap().at;
    let state = State::fold(stored.setup, &stored.entries).unwrap();
    let Waiting::Act(seat) = state.waiting() else {
        panic!("one seat must lead")
    };
    // Nobody moves, and the test clock advances to the next event.
    let step = loop {
        let message = people[seat.index()].hear_in(60).await;
        if let ServerMessage::Events { events, .. } = message
            && let Some(Event::Done(step)) = events.into_iter().next()
        {
            break step;
        }
    };
    assert_eq!((step.by, step.mv.seat.0), (Actor::Clock, seat));
    let stored = store.read(&id).await.unwrap().unwrap();
    let acted = stored
        .entries
        .iter()
        .find(|entry| entry.version > state.version());
    let after = acted.unwrap().at - dealt;
    assert!((30_000..32_000).contains(&after), "after {after} ms");
    registry.stop().await;
}

impl Socket {
    /// The next message, within this number of seconds of the test clock.
    async fn hear_in(&mut self, seconds: u64) -> ServerMessage {
        // The test clock does not wait for threads of bots, so it advances in small steps.
        let step = Duration::from_millis(100);
        let mut said = None;
        for _ in 0..10 * seconds {
            said = timeout(step, self.out.recv()).await.ok();
            if said.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        match said.unwrap().unwrap() {
            Outgoing::Text(text) | Outgoing::Said(text, _) => decode(&text).unwrap(),
            Outgoing::Close(why) => panic!("{why:?}"),
        }
    }
}

/// Constant bytes, so that two tables have the same deals and the same bots.
const CONSTANT: Randomness = Randomness::from_source(|bytes| bytes.fill(7));

/// A message without its time, which differs between hosts.
fn plain(message: ServerMessage) -> String {
    let mut value = serde_json::to_value(&message).unwrap();
    if let Some(inside) = value
        .as_object_mut()
        .and_then(|all| all.values_mut().next())
    {
        inside.as_object_mut().map(|fields| fields.remove("clock"));
    }
    value.to_string()
}

#[tokio::test]
async fn server_table_and_practice_table_send_the_same_messages() {
    for (game, players) in [
        ("jamaican-partner", 4),
        ("cut-throat", 3),
        ("doscientos", 4),
        ("draw", 2),
        ("all-fives", 2),
        ("club", 2),
        ("double-nine-cross", 4),
    ] {
        let (registry, store) = registry_with(CONSTANT);
        let mut plans = vec![Plan::Bot; players.into()];
        plans[0] = Plan::Me;
        let asked = asked(game, players, &plans);
        let id = registry.create(setup(&asked)).await.unwrap();
        let mut socket = Socket::come(&registry, &id, token(0), None).await;
        let (mut practice, mut told) =
            capicu_practice::Practice::new(asked, || [7; 32], 1_000_000).unwrap();
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let mut view = capicu::TableView::new(*view_rules(game, players), Seat::default());
        let (mut now, mut version, mut deal) = (1_000_000, 0, 0);
        for n in 0..60 {
            // The device plays until it waits for the person.
            loop {
                for message in told.drain(..) {
                    match &message {
                        ServerMessage::Snapshot(snapshot) => version = snapshot.version,
                        ServerMessage::Events { version: v, .. } => version = *v,
                        _ => {}
                    }
                    for event in events_of(&message) {
                        deal += u32::from(matches!(event, Event::Dealt(_) | Event::Redealt(_)));
                        if let Some(seen) = event.seen().unwrap() {
                            view.observe(&seen);
                        }
                    }
                    there.push(plain(message));
                }
                let Some(wait) = practice.wait(now) else {
                    break;
                };
                now += u64::from(wait.after);
                told = practice.happen(wait.step, now);
            }
            // The person makes the same move at both tables.
            let key = key(&format!("k{n}"));
            let actions = view.round().map(|round| round.distinct_actions());
            let message = match actions.as_ref().and_then(|actions| actions.first()) {
                _ if view.result().is_some() => break,
                Some(action) => ClientMessage::Act {
                    key,
                    expected: version,
                    action: (*action).into(),
                },
                None => ClientMessage::Ready { key, deal },
            };
            // The server may still be behind.
            while here.len() < there.len() {
                here.push(plain(socket.hear().await.unwrap().unwrap()));
            }
            socket.say(message.clone()).await;
            told = practice.hear(message, now);
        }
        assert!(there.len() > 20, "{game}: {} messages", there.len());
        for (at, (here, there)) in here.iter().zip(&there).enumerate() {
            assert_eq!(here, there, "{game}: message {at}");
        }
        let stored = store.read(&id).await.unwrap().unwrap();
        assert!(stored.entries.len() > 20);
        registry.stop().await;
    }
}

fn view_rules(game: &str, players: u8) -> Box<capicu::Rules> {
    Box::new(Game::by_id(game).unwrap().rules(players).unwrap())
}

fn events_of(message: &ServerMessage) -> Vec<Event> {
    match message {
        ServerMessage::Snapshot(snapshot) => snapshot.events.clone(),
        ServerMessage::Events { events, .. } => events.clone(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn end_of_a_match_is_stored_as_a_result() {
    let (registry, store) = registry();
    let mut asked = asked("cut-throat", 3, &[Plan::Me, Plan::Bot, Plan::Bot]);
    asked.rules.options.insert("target".into(), "1".into());
    asked.name = Some("Ana".into());
    let id = registry.create(setup(&asked)).await.unwrap();
    let mut socket = Socket::come(&registry, &id, token(0), None).await;
    let rules = asked.rules.rules().unwrap();
    let mut view = capicu::TableView::new(rules, Seat::default());
    let (mut n, mut deal) = (0, 0);
    let mut version;
    let over = 'match_: loop {
        let message = socket.hear().await.unwrap().unwrap();
        match &message {
            ServerMessage::Snapshot(snapshot) => version = snapshot.version,
            ServerMessage::Events { version: v, .. } => version = *v,
            _ => continue,
        }
        for event in events_of(&message) {
            if let Event::MatchOver(over) = &event {
                break 'match_ over.clone();
            }
            deal += u32::from(matches!(event, Event::Dealt(_) | Event::Redealt(_)));
            if let Some(seen) = event.seen().unwrap() {
                view.observe(&seen);
            }
        }
        n += 1;
        let key = key(&format!("k{n}"));
        let actions = view.round().map(|round| round.distinct_actions());
        match actions.as_ref().and_then(|actions| actions.first()) {
            Some(action) => {
                socket
                    .say(ClientMessage::Act {
                        key,
                        expected: version,
                        action: (*action).into(),
                    })
                    .await;
            }
            None if view.last().is_some() => {
                socket.say(ClientMessage::Ready { key, deal }).await;
            }
            None => {}
        }
    };
    let results = store.since(0, 10).await.unwrap();
    let [ended] = &results[..] else {
        panic!("{results:?}")
    };
    assert_eq!(
        (ended.table.as_str(), ended.result.number),
        (id.as_str(), over.number)
    );
    let seed: capicu::fair::Seed = over.seed.parse().unwrap();
    assert_eq!(ended.result.commitment, seed.commitment());
    assert_eq!(ended.result.game, "cut-throat");
    registry.stop().await;
}
