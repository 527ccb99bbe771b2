//! Tables from inside: what a test over sockets cannot bring about.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use capicu::{Game, Seat, Waiting};
use capicu_protocol::{
    Actor, ClientMessage, Closed, Event, Hints, Key, Level, Refusal, ServerMessage, TableRules,
    Token, TurnTime, decode,
};
use proptest::prelude::*;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::config::Pace;
use crate::journal::{Entry, Fact, Journal, SeatSetup, Setup};
use crate::registry::Registry;
use crate::secret::{self, TokenHash};
use crate::table::{self, Bots, Connect, Mail, Outgoing, Present, Services, State};

const LONG: Duration = Duration::from_secs(20);

fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("capicu-inside-{}-{number}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn token(seat: u8) -> Token {
    Token::new([seat + 1; 32])
}

/// A table at which everybody is a person.
fn setup(game: &Game, players: u8) -> Setup {
    let seat = |seat| SeatSetup::Person {
        token: TokenHash::of(&token(seat)).hex(),
        name: None,
    };
    Setup {
        rules: TableRules::new(game.id, &game.rules(players).unwrap()),
        maker: 0,
        seats: (0..players).map(seat).collect(),
        turn_time: TurnTime::Off,
        level: Level::default(),
        hints: Hints::default(),
    }
}

fn match_began(seed: &capicu::fair::Seed) -> Entry {
    Entry {
        version: 1,
        at: 1,
        command: None,
        fact: Fact::MatchBegan {
            seed: seed.to_string(),
        },
    }
}

async fn make(registry: &Registry) -> String {
    let id = secret::table_id();
    let setup = setup(Game::by_id("jamaican-partner").unwrap(), 4);
    let lines = vec![table::line(&id, &match_began(&secret::seed()))];
    let journal = &registry.services().journal;
    journal.make(&id, &setup, lines).await.unwrap();
    id
}

struct Socket {
    table: mpsc::Sender<Mail>,
    id: u64,
    out: mpsc::Receiver<Outgoing>,
}

impl Socket {
    async fn connect(registry: &Registry, id: &str, seat: u8) -> Self {
        let table = registry.table(id).await.unwrap().unwrap();
        let (out, receiver) = mpsc::channel(64);
        let (answer, answered) = oneshot::channel();
        let connect = Connect {
            token: TokenHash::of(&token(seat)),
            since: None,
            out,
            answer,
        };
        table.send(Mail::Connect(connect)).await.unwrap();
        Self {
            table,
            id: answered.await.unwrap().unwrap(),
            out: receiver,
        }
    }

    async fn hear(&mut self) -> Option<Result<ServerMessage, Closed>> {
        match timeout(LONG, self.out.recv()).await.unwrap()? {
            Outgoing::Text(text) => Some(Ok(decode(&text).unwrap())),
            Outgoing::Close(why) => Some(Err(why)),
        }
    }

    async fn say(&self, message: ClientMessage) {
        let mail = Mail::Command(self.id, Box::new(message));
        self.table.send(mail).await.unwrap();
    }
}

fn name(n: u32) -> ClientMessage {
    ClientMessage::Name {
        key: Key::new(&format!("name-{n}")).unwrap(),
        name: format!("Player {n}"),
    }
}

async fn registry() -> (Registry, PathBuf, std::fs::File) {
    let folder = folder();
    let clocks = Arc::new(AtomicUsize::new(0));
    let (journal, lock) = Journal::open(&folder, Arc::clone(&clocks)).await.unwrap();
    let bots = Bots::new(Pace::Immediate);
    let services = Services::new(journal, Vec::new(), bots, clocks);
    (Registry::new(services), folder, lock)
}

async fn close(registry: Registry, folder: PathBuf) {
    registry.stop().await;
    registry.services().journal.clone().close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn a_failure_at_one_table_leaves_the_others_and_its_journal() {
    let (registry, folder, _lock) = registry().await;
    let (failing, other) = (make(&registry).await, make(&registry).await);
    let mut socket = Socket::connect(&registry, &failing, 0).await;
    let mut witness = Socket::connect(&registry, &other, 0).await;
    socket.say(name(1)).await;
    let version = loop {
        if let Ok(ServerMessage::Done { version, .. }) = socket.hear().await.unwrap() {
            break version;
        }
    };
    socket.table.send(Mail::Panic).await.unwrap();
    while socket.hear().await.is_some() {}
    // The other table has noticed nothing.
    witness.say(name(1)).await;
    while !matches!(witness.hear().await, Some(Ok(ServerMessage::Done { .. }))) {}
    // And the failed one is back as it was.
    let mut again = Socket::connect(&registry, &failing, 0).await;
    let Some(Ok(ServerMessage::Snapshot(snapshot))) = again.hear().await else {
        panic!("a snapshot comes first")
    };
    assert!(snapshot.version >= version);
    assert_eq!(snapshot.seats[0].name.as_deref(), Some("Player 1"));
    close(registry, folder).await;
}

#[tokio::test]
async fn whoever_does_not_read_is_given_up_and_the_others_play_on() {
    let (registry, folder, _lock) = registry().await;
    let id = make(&registry).await;
    let mut deaf = Socket::connect(&registry, &id, 1).await;
    let mut talker = Socket::connect(&registry, &id, 0).await;
    for n in 0..100 {
        talker.say(name(n)).await;
        while !matches!(talker.hear().await, Some(Ok(ServerMessage::Done { .. }))) {}
    }
    let mut heard = 0;
    while deaf.hear().await.is_some() {
        heard += 1;
    }
    assert!(
        heard <= 64,
        "{heard} messages were kept for somebody who does not read"
    );
    close(registry, folder).await;
}

#[tokio::test]
async fn what_cannot_be_written_is_not_told() {
    let (registry, folder, _lock) = registry().await;
    let id = make(&registry).await;
    let mut socket = Socket::connect(&registry, &id, 0).await;
    socket.say(name(1)).await;
    while !matches!(socket.hear().await, Some(Ok(ServerMessage::Done { .. }))) {}
    // Somebody else wrote the next version: as if the disk had failed, the write does not succeed.
    let lines = |version| {
        let fact = Fact::Named {
            seat: 1,
            name: "Thief".into(),
        };
        let entry = Entry {
            version,
            at: 1,
            command: None,
            fact,
        };
        vec![table::line(&id, &entry)]
    };
    let journal = registry.services().journal.clone();
    let (_, entries) = journal.read(&id).await.unwrap();
    journal
        .append(lines(entries.len() as u64 + 1))
        .await
        .unwrap();
    socket.say(name(2)).await;
    let mut told = Vec::new();
    while let Some(message) = socket.hear().await {
        told.push(message);
    }
    let key = Key::new("name-2").unwrap();
    let version = entries.len() as u64;
    let refused = ServerMessage::Refused {
        key,
        refusal: Refusal::Unavailable,
        version,
    };
    assert_eq!(told, [Ok(refused), Err(Closed::Unavailable)]);
    // One bad write in a batch does not take the others with it.
    assert!(journal.append(lines(1)).await.is_err());
    assert!(
        journal
            .append(lines(entries.len() as u64 + 2))
            .await
            .is_ok()
    );
    close(registry, folder).await;
}

#[test]
fn a_bot_plays_one_turn_when_the_time_runs_out() {
    let setup = Setup {
        turn_time: TurnTime::Thirty,
        level: Level::default(),
        hints: Hints::default(),
        ..setup(Game::by_id("jamaican-partner").unwrap(), 4)
    };
    let state = State::fold(&setup, &[match_began(&secret::seed())]).unwrap();
    let connected = [true, true, true, true];
    let present = Present {
        connected: &connected,
        since: 1,
    };
    let dealt = state.due(present, 5, &[]).unwrap();
    assert_eq!(dealt, Fact::Dealt { number: 0 });
    let mut state = state;
    let entry = Entry {
        version: 2,
        at: 5,
        command: None,
        fact: dealt,
    };
    state.apply(&entry).unwrap();
    let Waiting::Act(seat) = state.waiting() else {
        panic!("somebody is to lead")
    };
    let at = 5 + 30_000;
    let deadline = capicu_protocol::Deadline::Turn {
        seat: seat.into(),
        at,
    };
    assert_eq!(state.deadline(present, &[]), Some(deadline));
    let action = state.view(seat).unwrap().legal_actions()[0];
    let fact = state.acted(Actor::Clock, action).unwrap();
    let entry = Entry {
        version: 3,
        at,
        command: None,
        fact,
    };
    state.apply(&entry).unwrap();
    let told = state.since(2, seat).unwrap();
    assert!(matches!(&told[0], Event::Done(step) if step.by == Actor::Clock));
}

/// Plays a table from inside for so many facts, choices by `choice`.
fn played(game: &Game, players: u8, seed: u64, facts: usize) -> (Setup, Vec<Entry>, State) {
    let setup = setup(game, players);
    let mut entries = vec![match_began(&capicu::fair::Seed::from_number(seed))];
    let mut state = State::fold(&setup, &entries).unwrap();
    let connected = vec![true; usize::from(players)];
    let mut luck = seed;
    while entries.len() < facts {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let pick = (luck >> 33) as usize;
        let seat = Seat::new((pick % usize::from(players)) as u8).unwrap();
        let key = Key::new(&format!("k{}", entries.len())).unwrap();
        let present = Present {
            connected: &connected,
            since: 1,
        };
        let mut command = None;
        let due = state.due(present, entries.len() as u64, &[]);
        let fact = match (due, state.waiting()) {
            (Some(fact), _) => fact,
            (None, _) if pick.is_multiple_of(7) => {
                let name = ClientMessage::Name {
                    key: key.clone(),
                    name: format!("N{pick}"),
                };
                command = Some((seat, key));
                state.decide(seat, &name).unwrap().unwrap()
            }
            (None, Waiting::Act(seat)) => {
                let actions = state.view(seat).unwrap().legal_actions();
                let act = ClientMessage::Act {
                    key: key.clone(),
                    expected: state.version(),
                    action: actions[pick % actions.len()].into(),
                };
                command = Some((seat, key));
                state.decide(seat, &act).unwrap().unwrap()
            }
            (None, Waiting::Nothing) => {
                let after = state.game().unwrap().number;
                let rematch = ClientMessage::Rematch { key, after };
                match state.decide(seat, &rematch).unwrap() {
                    Some(fact) => fact,
                    None => continue,
                }
            }
            (None, _) => {
                let deal = state.game().unwrap().table.n_deals();
                let ready = ClientMessage::Ready { key, deal };
                match state.decide(seat, &ready).unwrap() {
                    Some(fact) => fact,
                    None => continue,
                }
            }
        };
        let entry = Entry {
            version: state.version() + 1,
            at: entries.len() as u64,
            command,
            fact,
        };
        state.apply(&entry).unwrap();
        entries.push(entry);
    }
    (setup, entries, state)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_fold_of_the_journal_is_the_live_state(
        game in prop::sample::select(Game::ALL.to_vec()),
        players in any::<prop::sample::Index>(),
        seed in any::<u64>(),
        facts in 2_usize..200,
    ) {
        let players = game.players[players.index(game.players.len())];
        let (setup, entries, state) = played(&game, players, seed, facts);
        // As the journal holds it.
        let setup = serde_json::from_str(&serde_json::to_string(&setup).unwrap()).unwrap();
        let written: Vec<Entry> = entries
            .iter()
            .map(|entry| Entry {
                fact: serde_json::from_str(&serde_json::to_string(&entry.fact).unwrap()).unwrap(),
                ..entry.clone()
            })
            .collect();
        prop_assert_eq!(State::fold(&setup, &written), Ok(state.clone()));
        // And what a seat was told in parts is what it is told at once.
        for seat in Seat::all(players) {
            let all = state.since_deal(seat);
            if let Some(from) = state.since(state.version(), seat) {
                prop_assert!(from.is_empty());
            }
            prop_assert!(!all.is_empty());
        }
        // A gap is noticed.
        if written.len() > 2 {
            let mut gap = written;
            gap.remove(1);
            prop_assert!(State::fold(&setup, &gap).is_err());
        }
    }
}
