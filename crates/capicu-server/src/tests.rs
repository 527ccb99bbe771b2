//! Tables from inside: what a test over sockets cannot bring about.

mod nodes;
mod ready;

use std::sync::Arc;
use std::time::Duration;

use capicu::{Game, Seat, Waiting};
use capicu_protocol::{
    Actor, ClientMessage, Closed, CreateTable, Event, Key, Plan, Refusal, ServerMessage,
    TableRules, Token, TurnTime, Watching, decode,
};
use capicu_store::{Append, Fault, Journal as _, Memory, Results as _};
use capicu_table::{Command, Entry, Fact, Input, Setup, State, TokenHash, Who};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::config::Pace;
use crate::in_memory::InMemoryTables;
use crate::invited::Codes;
use crate::lobby::OpenTables;
use crate::metrics::Metrics;
use crate::registry::Registry;
use crate::secret;
use crate::table::{Bots, Connect, Mail, Outgoing, Services};
use crate::time::Clock;
use crate::watched::WatchedTables;

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

/// A table whose tokens are those of its seats.
fn setup(asked: &CreateTable) -> Setup {
    let maker = asked.seats.iter().position(|plan| *plan == Plan::Me);
    let own = TokenHash::of(&token(maker.unwrap() as u8));
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
    /// Comes with the token of a seat, and has a token of its own for an open one.
    async fn connect(registry: &Registry, id: &str, seat: u8) -> Self {
        Self::come(registry, id, token(seat), Some(token(seat + 100))).await
    }

    async fn come(registry: &Registry, id: &str, shown: Token, own: Option<Token>) -> Self {
        let who = Who::Token {
            shown: TokenHash::of(&shown),
            own: own.as_ref().map(TokenHash::of),
        };
        Self::come_as(registry, id, who).await
    }

    async fn come_as(registry: &Registry, id: &str, who: Who) -> Self {
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

    /// Whether the table has nothing to do with it any more.
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

    /// Hears on until a command is done, and returns its version.
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

fn registry_with(chance: fn() -> [u8; 32]) -> (Registry, Memory) {
    let store = Memory::new();
    let services = Services {
        store: Arc::new(store.clone()),
        bots: Bots::new(Pace::Immediate, chance),
        clock: Clock::set(1_000_000),
        uptime: Default::default(),
        open: OpenTables::default(),
        codes: Codes::default(),
        watched: WatchedTables::default(),
        in_memory: InMemoryTables::default(),
        meetings: Default::default(),
        edition: Default::default(),
        lease: Default::default(),
        metrics: Metrics::default(),
        chance,
    };
    (Registry::new(services), store)
}

fn registry() -> (Registry, Memory) {
    registry_with(secret::random)
}

/// More watchers than are usual, none of whom reads.
#[tokio::test(start_paused = true)]
async fn watchers_who_do_not_read_are_given_up_and_harm_no_seat() {
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
        // One of them reads.
        while let Ok(Outgoing::Text(_)) = watchers[0].out.try_recv() {
            seen += 1;
        }
    }
    assert!(seen > 80, "{seen}");
    assert!(watchers[1..].iter().all(|watcher| watcher.is_let_go()));
    tokio::time::advance(Duration::from_secs(2)).await;
    talker.say(name(1_000)).await;
    talker.done().await;
    let listed = registry.services().watched.some(9, |table| table.watchers);
    assert_eq!(listed[0].1.watchers, 1);
    registry.stop().await;
}

#[tokio::test]
async fn a_failure_at_one_table_leaves_the_others_and_its_journal() {
    let (registry, _) = registry();
    let failing = registry.create(four(TurnTime::Off)).await.unwrap();
    let other = registry.create(four(TurnTime::Off)).await.unwrap();
    let mut socket = Socket::connect(&registry, &failing, 0).await;
    let mut witness = Socket::connect(&registry, &other, 0).await;
    socket.say(name(1)).await;
    let version = socket.done().await;
    socket.table.send(Mail::Panic).await.unwrap();
    while socket.hear().await.is_some() {}
    // The other table has noticed nothing.
    witness.say(name(1)).await;
    witness.done().await;
    // And the failed one is back as it was.
    let mut again = Socket::connect(&registry, &failing, 0).await;
    let Some(Ok(ServerMessage::Snapshot(snapshot))) = again.hear().await else {
        panic!("a snapshot comes first")
    };
    assert!(snapshot.version >= version);
    assert_eq!(snapshot.seats[0].name.as_deref(), Some("Player 1"));
    registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn whoever_does_not_read_is_given_up_and_the_others_play_on() {
    let (registry, _) = registry();
    let id = registry.create(four(TurnTime::Off)).await.unwrap();
    let mut deaf = Socket::connect(&registry, &id, 1).await;
    let mut talker = Socket::connect(&registry, &id, 0).await;
    let mut others = [
        Socket::connect(&registry, &id, 2).await,
        Socket::connect(&registry, &id, 3).await,
    ];
    // More messages than are kept for anybody, and no more often than a name may be changed.
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
async fn what_cannot_be_written_is_not_told_and_the_table_heals() {
    for fault in [Fault::Before, Fault::After] {
        let (registry, store) = registry();
        let id = registry.create(four(TurnTime::Off)).await.unwrap();
        let other = registry.create(four(TurnTime::Off)).await.unwrap();
        let mut witness = Socket::connect(&registry, &other, 0).await;
        let mut socket = Socket::connect(&registry, &id, 0).await;
        socket.say(name(1)).await;
        let version = socket.done().await;
        store.plan([fault]);
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
        // The other table has noticed nothing, and this one is there again.
        witness.say(name(1)).await;
        witness.done().await;
        let mut again = Socket::connect(&registry, &id, 0).await;
        again.say(name(2)).await;
        assert_eq!(again.done().await, version + 1, "done once");
        registry.stop().await;
    }
}

#[tokio::test]
async fn whoever_finds_that_somebody_else_wrote_steps_down() {
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
async fn a_bot_plays_a_turn_whose_time_runs_out() {
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
        panic!("somebody is to lead")
    };
    // Nobody does anything; the clock of the test runs to whatever happens next.
    let step = loop {
        let message = people[seat.index()].hear_in(60).await;
        if let ServerMessage::Events { events, .. } = message
            && let Some(Event::Done(step)) = events.into_iter().next()
        {
            break step;
        }
    };
    assert_eq!((step.by, step.deed.seat.0), (Actor::Clock, seat));
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
    /// The next message, however long that takes by the clock of the test, in seconds.
    async fn hear_in(&mut self, seconds: u64) -> ServerMessage {
        // Bots think in threads, which that clock does not wait for: it goes on step by step, and they in between.
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

/// The same bytes each time, so that two tables have the same deals and the same bots.
const fn constant() -> [u8; 32] {
    [7; 32]
}

/// A message without what is different at each host: its time.
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
async fn a_table_of_the_server_and_one_on_the_device_say_the_same() {
    for (game, players) in [
        ("jamaican-partner", 4),
        ("cut-throat", 3),
        ("doscientos", 4),
        ("draw", 2),
        ("all-fives", 2),
        ("club", 2),
        ("double-nine-cross", 4),
    ] {
        let (registry, store) = registry_with(constant);
        let mut plans = vec![Plan::Bot; players.into()];
        plans[0] = Plan::Me;
        let asked = asked(game, players, &plans);
        let id = registry.create(setup(&asked)).await.unwrap();
        let mut socket = Socket::come(&registry, &id, token(0), None).await;
        let (mut practice, mut told) =
            capicu_practice::Practice::new(asked, constant, 1_000_000).unwrap();
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let mut view = capicu::TableView::new(*view_rules(game, players), Seat::default());
        let (mut now, mut version, mut deal) = (1_000_000, 0, 0);
        for n in 0..60 {
            // The device goes on until it waits for the person.
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
            // The person does the same at both.
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
            // The server may still be on its way there.
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
async fn the_end_of_a_match_is_a_result() {
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
        (&*id, over.number)
    );
    let seed: capicu::fair::Seed = over.seed.parse().unwrap();
    assert_eq!(ended.result.commitment, seed.commitment());
    assert_eq!(ended.result.game, "cut-throat");
    registry.stop().await;
}
