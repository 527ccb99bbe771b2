//! Random losses on the way, and a device that forgets all but the stored tokens: no command is lost or repeated, and
//! the seat is never lost.

use crate::common;
use std::collections::VecDeque;

use capicu_client::{Change, Input, Link, Output, Status};
use capicu_protocol::{
    ClientMessage, Clock, Closed, Event, Key, Refusal, Seat, ServerMessage, Token,
};
use proptest::prelude::*;

const LINK: u8 = 1;

fn token(n: u8) -> Token {
    Token::new([n; 32])
}

/// A table with one seat. Its facts are the keys of the commands it carried out.
struct Server {
    /// The token that opens the seat: its link, until a player has sat down.
    opens: Token,
    is_open: bool,
    done: Vec<Key>,
    /// The number of commands that will find the disk full.
    full: u8,
}

impl Server {
    fn version(&self) -> u64 {
        self.done.len() as u64 + 1
    }

    /// The events after a version: each stands for the fact of one version.
    fn since(&self, version: u64) -> Vec<Event> {
        (version..self.version())
            .map(|_| Event::Rematch {
                seat: Seat(capicu::Seat::default()),
            })
            .collect()
    }

    /// The answers to a message; `Err` if the server closes the connection.
    fn hear(&mut self, message: ClientMessage) -> Result<Vec<ServerMessage>, Closed> {
        let clock = Clock {
            now: 0,
            deadline: None,
            banks: Vec::new(),
        };
        match message {
            ClientMessage::Hello {
                token, own, since, ..
            } => {
                if token != Some(self.opens.clone()) {
                    return Err(Closed::BadToken);
                }
                if self.is_open {
                    let own = own.ok_or(Closed::NoOwnToken)?;
                    (self.opens, self.is_open) = (own, false);
                }
                let version = self.version();
                Ok(vec![match since {
                    Some(since) => ServerMessage::Delta {
                        version,
                        events: self.since(since),
                        presence: Vec::new(),
                        clock,
                    },
                    None => snapshot(version),
                }])
            }
            ClientMessage::Ping { n } => Ok(vec![ServerMessage::Pong { n, now: 0 }]),
            command => {
                let key = command.key().expect("a command").clone();
                let before = self.version();
                if !self.done.contains(&key) {
                    if self.full > 0 {
                        self.full -= 1;
                        return Ok(vec![ServerMessage::Refused {
                            key,
                            refusal: Refusal::Unavailable,
                            version: before,
                        }]);
                    }
                    if let ClientMessage::Rotate { token, .. } = command {
                        self.opens = token;
                    }
                    self.done.push(key.clone());
                }
                let version = self.version();
                let mut told = Vec::new();
                if version > before {
                    told.push(ServerMessage::Events {
                        version,
                        events: self.since(before),
                        clock,
                    });
                }
                told.push(ServerMessage::Done { key, version });
                Ok(told)
            }
        }
    }
}

fn snapshot(version: u64) -> ServerMessage {
    let game = capicu::Game::by_id("draw").expect("a game");
    let rules = game.rules(2).expect("the game has rules for two");
    let mut snapshot = common::snapshot(game.id, &rules);
    snapshot.version = version;
    ServerMessage::Snapshot(Box::new(snapshot))
}

/// Everything that a device stores.
#[derive(Default)]
struct Kept {
    own: Option<Token>,
    next: Option<Token>,
}

struct World {
    server: Server,
    link: Link,
    kept: Kept,
    now: f64,
    /// Whether a connection was requested, and whether it is open.
    asked: bool,
    open: bool,
    /// The server accepts messages on this connection.
    greeted: bool,
    welcome: bool,
    up: VecDeque<ClientMessage>,
    down: VecDeque<ServerMessage>,
    /// Messages sent on lost connections that may still arrive.
    late: VecDeque<ClientMessage>,
    made: u8,
    keys: u32,
    said: Vec<Key>,
    answered: Vec<Key>,
    /// The version of the table that the client last received.
    version: u64,
    /// Whether it received one since the page was loaded.
    knows: bool,
}

impl World {
    fn new() -> Self {
        let mut world = Self {
            server: Server {
                opens: token(LINK),
                is_open: true,
                done: Vec::new(),
                full: 0,
            },
            link: Link::new([], token(0)),
            kept: Kept::default(),
            now: 0.0,
            asked: false,
            open: false,
            greeted: false,
            welcome: false,
            up: VecDeque::new(),
            down: VecDeque::new(),
            late: VecDeque::new(),
            made: LINK,
            keys: 0,
            said: Vec::new(),
            answered: Vec::new(),
            version: 0,
            knows: false,
        };
        world.start();
        world
    }

    fn new_token(&mut self) -> Token {
        self.made += 1;
        token(self.made)
    }

    /// The page is loaded by its link and what it stored. Messages on their way arrive before.
    fn start(&mut self) {
        self.cut();
        while !self.late.is_empty() {
            self.step(&Step::Late);
        }
        let (next, own) = (self.kept.next.clone(), self.kept.own.clone());
        let fresh = match &next {
            Some(next) => next.clone(),
            None => self.new_token(),
        };
        let tokens = next.into_iter().chain(own).chain([token(LINK)]);
        self.link = Link::new(tokens, fresh);
        self.knows = false;
        // Commands that were given and not answered are lost with the page.
        self.said = self.answered.clone();
        self.does(Input::Connect);
    }

    /// Everything on its way is lost, or arrives when nobody waits for it any more.
    fn cut(&mut self) {
        (self.asked, self.open) = (false, false);
        if self.greeted || self.up.len() == 1 {
            self.late.append(&mut self.up);
        }
        (self.greeted, self.welcome) = (false, false);
        self.up.clear();
        self.down.clear();
    }

    fn does(&mut self, input: Input) {
        for output in self.link.handle(input, self.now, 0.5) {
            match output {
                Output::Connect { .. } => {
                    self.cut();
                    self.asked = true;
                }
                Output::HangUp => self.cut(),
                Output::KeepOwn(own) => {
                    let own = Some(own);
                    self.kept = Kept { own, next: None };
                }
                Output::KeepNext(next) => self.kept.next = Some(next),
                Output::ForgetNext => self.kept.next = None,
                Output::Send(message) => {
                    let gives = match &message {
                        ClientMessage::Hello { own, .. } => own.as_ref(),
                        ClientMessage::Rotate { token, .. } => Some(token),
                        _ => None,
                    };
                    if let Some(token) = gives {
                        let kept = [&self.kept.own, &self.kept.next];
                        assert!(
                            kept.contains(&&Some(token.clone())),
                            "the token was sent before it was stored"
                        );
                    }
                    assert!(self.open, "sent without a connection");
                    self.up.push_back(message);
                }
                Output::Changed(Change::Told(message)) => self.told(message),
                Output::Changed(Change::Answered { command, refusal }) => {
                    assert_eq!(refusal, None);
                    self.answered
                        .push(command.key().expect("a command").clone());
                }
                Output::Changed(_) => {}
            }
        }
    }

    /// Checks that every fact arrives once: there are as many events as versions.
    fn told(&mut self, message: ServerMessage) {
        self.knows = true;
        match message {
            ServerMessage::Snapshot(snapshot) => self.version = snapshot.version,
            ServerMessage::Delta {
                version, events, ..
            }
            | ServerMessage::Events {
                version, events, ..
            } => {
                self.version += events.len() as u64;
                assert_eq!(self.version, version, "a gap, or an event told twice");
            }
            _ => {}
        }
    }

    fn say(&mut self, rotates: bool) {
        self.keys += 1;
        let key = Key::new(&format!("k{}", self.keys)).expect("a key");
        let rotating = |command: &ClientMessage| matches!(command, ClientMessage::Rotate { .. });
        // A page gives no command before it knows its table.
        if !self.knows || (rotates && self.link.unanswered().any(rotating)) {
            return;
        }
        self.said.push(key.clone());
        let command = if rotates {
            let token = self.new_token();
            ClientMessage::Rotate { key, token }
        } else {
            ClientMessage::Ready { key, deal: 0 }
        };
        self.does(Input::Say(command));
    }

    fn arrives(&mut self) {
        let Some(message) = self.up.pop_front() else {
            return;
        };
        let hello = matches!(message, ClientMessage::Hello { .. });
        assert!(hello || self.greeted, "a command before hello");
        self.greeted = true;
        match self.server.hear(message) {
            Ok(told) => {
                self.welcome = true;
                self.down.extend(told);
            }
            Err(why) => self.down.push_back(ServerMessage::Closed { why }),
        }
    }

    fn step(&mut self, what: &Step) {
        match what {
            Step::Say => self.say(false),
            Step::Rotate => self.say(true),
            Step::Opens if self.asked => {
                (self.asked, self.open) = (false, true);
                self.does(Input::Opened);
            }
            Step::Arrives => self.arrives(),
            Step::Hears => {
                if let Some(message) = self.down.pop_front() {
                    self.does(Input::Heard(message));
                }
            }
            Step::Late => {
                if let Some(message) = self.late.pop_front() {
                    let told = self.server.hear(message).unwrap_or_default();
                    // The connected client receives the events, and not the answer.
                    let events =
                        |told: &ServerMessage| matches!(told, ServerMessage::Events { .. });
                    if self.welcome {
                        self.down.extend(told.into_iter().filter(events));
                    }
                }
            }
            Step::Cut if self.asked || self.open => {
                self.cut();
                self.does(Input::Closed);
            }
            Step::Wait => {
                self.now += 4_000.0;
                self.does(Input::Tick);
            }
            Step::DiskFull => self.server.full = 2,
            Step::Reload => self.start(),
            Step::Opens | Step::Cut => {}
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Say,
    Rotate,
    Opens,
    Arrives,
    Hears,
    Late,
    Cut,
    Wait,
    DiskFull,
    Reload,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Say),
        1 => Just(Step::Rotate),
        6 => Just(Step::Opens),
        8 => Just(Step::Arrives),
        8 => Just(Step::Hears),
        2 => Just(Step::Late),
        3 => Just(Step::Cut),
        2 => Just(Step::Wait),
        1 => Just(Step::DiskFull),
        1 => Just(Step::Reload),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_command_is_lost_or_done_twice(steps in prop::collection::vec(step(), 0..120)) {
        let mut world = World::new();
        for step in &steps {
            world.step(step);
        }
        // From now on nothing is lost.
        while !world.late.is_empty() {
            world.step(&Step::Late);
        }
        for _ in 0..400 {
            for step in [Step::Opens, Step::Arrives, Step::Hears, Step::Wait] {
                world.step(&step);
            }
        }
        prop_assert_eq!(world.link.status(), Status::Connected);
        prop_assert_eq!(world.link.unanswered().count(), 0);
        for key in &world.said {
            let n = world.server.done.iter().filter(|done| *done == key).count();
            prop_assert_eq!(n, 1, "{} of {:?}", key, world.server.done);
            let n = world.answered.iter().filter(|done| *done == key).count();
            prop_assert_eq!(n, 1, "answers to {}", key);
        }
        let mut once = world.server.done.clone();
        once.sort();
        once.dedup();
        prop_assert_eq!(once.len(), world.server.done.len());
        prop_assert_eq!(world.version, world.server.version());
        prop_assert_eq!(world.kept.own, Some(world.server.opens.clone()));
        prop_assert_eq!(world.kept.next, None);
    }
}
