//! A host for tests: it stores facts, delivers messages and lets bots choose.

use std::collections::BTreeMap;

use capicu::fair::Seed;
use capicu::{Action, Game, Rules, Seat, Table, Viewer, Waiting};
use capicu_protocol::{
    Closed, Event, Holder, Key, Level, Passed, PlayerId, ServerMessage, Snapshot, Token, TurnTime,
    Watching,
};
use capicu_table::{
    Advice, Chooser, Command, Entry, Fact, Input, MatchEnd, NotStored, Output, Plan, QueueRefusal,
    Session, Setup, Stakes, State, Think, TokenHash, Who,
};
use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

pub fn token(n: u8) -> TokenHash {
    TokenHash::of(&Token::new([n; 32]))
}

/// The setup of a table by seats: `p` a person, `o` an open seat, `b` a bot. Tokens are the numbers of the seats from
/// 1; the first person is the host.
pub fn setup(rules: Rules, game: &str, seats: &str) -> Setup {
    let plan = |(at, what): (usize, char)| match what {
        'p' => Plan::Person {
            token: token(at as u8 + 1),
            name: None,
        },
        'o' => Plan::Open {
            token: token(at as u8 + 1),
        },
        _ => Plan::Bot,
    };
    Setup {
        game: game.to_owned(),
        title: None,
        rules,
        host: Some(seat(seats.find('p').expect("the table has a host") as u8)),
        seats: seats.chars().enumerate().map(plan).collect(),
        turn_time: TurnTime::Off,
        grace: 20,
        level: Level::Table,
        advice: Advice::On,
        stakes: Stakes::Casual,
        watching: Watching::On,
        passed: Passed::On,
        meeting: None,
    }
}

pub fn seat(n: u8) -> Seat {
    Seat::new(n).expect("a seat")
}

pub fn rules(game: &str, players: u8, target: &str) -> Rules {
    let mut choices = Game::by_id(game).unwrap().choices(players).unwrap();
    choices.set("target", target).unwrap();
    Rules::new(choices).unwrap()
}

#[derive(Debug, Default)]
pub struct Client {
    pub messages: Vec<ServerMessage>,
    pub closed: Option<Closed>,
}

impl Client {
    pub fn snapshot(&self) -> &Snapshot {
        let found = self
            .messages
            .iter()
            .rev()
            .find_map(|message| match message {
                ServerMessage::Snapshot(snapshot) => Some(&**snapshot),
                _ => None,
            });
        found.expect("a snapshot")
    }

    pub fn last(&self) -> &ServerMessage {
        self.messages.last().expect("a message")
    }

    pub fn events(&self) -> Vec<Event> {
        let of = |message: &ServerMessage| match message {
            ServerMessage::Snapshot(snapshot) => snapshot.events.clone(),
            ServerMessage::Events { events, .. } | ServerMessage::Delta { events, .. } => {
                events.clone()
            }
            _ => Vec::new(),
        };
        self.messages.iter().flat_map(of).collect()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    Before,
    /// It is stored, but the session does not learn that.
    After,
}

pub struct Host {
    pub setup: Setup,
    pub session: Session,
    pub journal: Vec<Entry>,
    pub clients: BTreeMap<u64, Client>,
    pub now: u64,
    pub wake: Option<u64>,
    pub thinks: Vec<Think>,
    /// How often the bot that thinks was to answer at once.
    pub hurried: u32,
    pub fault: Fault,
    /// When the next command arrived, if that was earlier than `now`.
    pub arrived: Option<u64>,
    /// When everybody heard of the last fact that affected the round, or the table was loaded.
    pub told: u64,
    /// How long the next writes take, in milliseconds.
    pub slow: u64,
    pub removed: bool,
    pub ended: usize,
    pub ends: Vec<MatchEnd>,
    pub seated: Vec<(u64, Option<Seat>)>,
    pub queued: Vec<(u64, Option<QueueRefusal>)>,
    /// Called for every message with the state after it.
    pub watch: fn(&State, Viewer, &ServerMessage),
    viewers: BTreeMap<u64, Viewer>,
    chance: ChaCha8Rng,
    next: u64,
}

impl Host {
    pub fn new(setup: Setup, seed: u64) -> Self {
        Self::new_for(&[], setup, seed)
    }

    pub fn new_for(players: &[(Seat, PlayerId)], setup: Setup, seed: u64) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let (now, made) = (1_000_000, setup.clone());
        let (session, out) =
            Session::create_for(players, made, now, &mut || fresh(&mut chance)).unwrap();
        let mut host = Self {
            setup,
            session,
            journal: Vec::new(),
            clients: BTreeMap::new(),
            now,
            wake: None,
            thinks: Vec::new(),
            hurried: 0,
            fault: Fault::None,
            arrived: None,
            told: now,
            slow: 0,
            removed: false,
            ended: 0,
            ends: Vec::new(),
            seated: Vec::new(),
            queued: Vec::new(),
            watch: |_, _, _| {},
            viewers: BTreeMap::new(),
            chance,
            next: 0,
        };
        host.does(out);
        host
    }

    pub fn handle(&mut self, input: Input) {
        let (now, chance) = (self.now, &mut self.chance);
        let before = self.session.state().moved();
        let out = self.session.handle(input, now, &mut || fresh(chance));
        if self.session.state().moved() != before {
            self.told = now;
        }
        self.does(out);
    }

    fn does(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Append {
                    make,
                    entries,
                    ended,
                } => {
                    assert_eq!(make.is_some(), self.journal.is_empty());
                    let answer = self.store(entries);
                    self.now += self.slow;
                    self.ends
                        .extend(ended.as_deref().filter(|_| answer.is_ok()).cloned());
                    self.ended += usize::from(ended.is_some() && answer.is_ok());
                    self.handle(Input::Stored(answer));
                }
                Output::Remove => {
                    let fault = std::mem::take(&mut self.fault);
                    self.removed = fault != Fault::Before;
                    let failed = fault != Fault::None;
                    let answer = if failed {
                        Err(NotStored::Failed)
                    } else {
                        Ok(())
                    };
                    self.handle(Input::Stored(answer));
                }
                Output::Tell { to, message } => {
                    for id in to {
                        let viewer = self.viewer(id);
                        (self.watch)(self.session.state(), viewer, &message);
                        let client = self
                            .clients
                            .get_mut(&id)
                            .expect("the receiver is connected");
                        assert!(client.closed.is_none(), "told after the last word");
                        client.messages.push(message.clone());
                    }
                }
                Output::Close { which, why } => {
                    for id in which {
                        let client = self
                            .clients
                            .get_mut(&id)
                            .expect("the closed client is connected");
                        client.closed = Some(why);
                    }
                }
                Output::Think(think) => self.thinks = vec![*think],
                Output::Advise {
                    connection,
                    key,
                    about,
                    ..
                } => self.handle(Input::Advised {
                    connection,
                    key,
                    about,
                    hint: None,
                }),
                Output::Seated { number, seat } => self.seated.push((number, seat)),
                Output::Queued { number, refused } => self.queued.push((number, refused)),
                Output::Wake(wake) => self.wake = wake,
                Output::Hurry => self.hurried += 1,
                Output::Stop => {}
            }
        }
    }

    fn store(&mut self, entries: Vec<Entry>) -> Result<(), NotStored> {
        let fault = std::mem::take(&mut self.fault);
        if fault == Fault::Before {
            return Err(NotStored::Failed);
        }
        if self.removed {
            return Err(NotStored::Conflict);
        }
        for (entry, version) in entries.iter().zip(self.journal.len() as u64 + 1..) {
            assert_eq!(entry.version, version, "no gap");
            let used = |known: &&Entry| known.command.is_some() && known.command == entry.command;
            if let Some(known) = self.journal.iter().find(used) {
                let version = known.version;
                return Err(NotStored::KeyUsed { version });
            }
        }
        for entry in &entries {
            if let Fact::Reseated { seating, .. } = &entry.fact {
                for viewer in self.viewers.values_mut() {
                    if let Viewer::Seat(seat) = viewer {
                        *seat = seating.to(*seat);
                    }
                }
            }
        }
        self.journal.extend(entries);
        match fault {
            Fault::After => Err(NotStored::Failed),
            _ => Ok(()),
        }
    }

    pub fn restart(&mut self) {
        for client in self.clients.values_mut() {
            client.closed.get_or_insert(Closed::Stopping);
        }
        self.viewers.clear();
        self.thinks.clear();
        self.wake = None;
        self.told = self.now;
        self.session = Session::load(self.setup.clone(), &self.journal, self.now).unwrap();
        self.handle(Input::Tick);
    }

    pub fn seat_of(&self, id: u64) -> Option<Seat> {
        self.viewer(id).seat()
    }

    fn viewer(&self, id: u64) -> Viewer {
        self.viewers.get(&id).copied().unwrap_or(Viewer::Public)
    }

    pub fn connect(&mut self, shown: TokenHash, own: Option<TokenHash>, since: Option<u64>) -> u64 {
        let opens = self.session.state().seat_of(&shown);
        self.come(Who::Token { shown, own }, opens, since)
    }

    /// A player with these ids connects with a token.
    pub fn connect_as(&mut self, ids: &[u8], shown: TokenHash, own: Option<TokenHash>) -> u64 {
        let ids: Vec<PlayerId> = ids.iter().map(|n| PlayerId::new([*n; 16])).collect();
        let state = self.session.state();
        let opens = state.seat_of(&shown).or_else(|| state.seat_of_player(&ids));
        self.come(Who::Player { shown, own, ids }, opens, None)
    }

    fn come(&mut self, who: Who, opens: Option<Seat>, since: Option<u64>) -> u64 {
        self.next += 1;
        let id = self.next;
        self.clients.insert(id, Client::default());
        if let Some(seat) = opens {
            self.viewers.insert(id, seat.into());
        }
        self.handle(Input::Connect {
            connection: id,
            who,
            since,
        });
        id
    }

    pub fn watch(&mut self) -> u64 {
        self.come_without_a_token(&[])
    }

    /// A player with these ids connects without a token.
    pub fn come_without_a_token(&mut self, ids: &[u8]) -> u64 {
        let ids: Vec<PlayerId> = ids.iter().map(|n| PlayerId::new([*n; 16])).collect();
        let opens = self.session.state().seat_of_player(&ids);
        self.come(Who::Public { ids }, opens, None)
    }

    /// A player without a seat connects, having seen this version last.
    pub fn come_as(&mut self, who: Who, since: Option<u64>) -> u64 {
        self.come(who, None, since)
    }

    pub fn leave(&mut self, id: u64) {
        self.handle(Input::Disconnect { connection: id });
        self.clients
            .get_mut(&id)
            .unwrap()
            .closed
            .get_or_insert(Closed::TooSlow);
    }

    pub fn is_open(&self, id: u64) -> bool {
        self.clients[&id].closed.is_none()
    }

    pub fn say(&mut self, id: u64, key: &str, command: Command) -> Option<ServerMessage> {
        let key = Key::new(key).unwrap();
        let from = self.clients[&id].messages.len();
        let arrived = self.arrived.take().unwrap_or(self.now);
        self.handle(Input::Command {
            connection: id,
            key: key.clone(),
            command,
            arrived,
        });
        let said = &self.clients[&id].messages[from..];
        let of = |message: &&ServerMessage| match message {
            ServerMessage::Done { key: of, .. }
            | ServerMessage::Refused { key: of, .. }
            | ServerMessage::Hint { key: of, .. } => *of == key,
            _ => false,
        };
        said.iter().find(of).cloned()
    }

    pub fn choose(&mut self) -> bool {
        let Some(think) = self.thinks.pop() else {
            return false;
        };
        let actions = think.view.distinct_actions();
        let at = self.chance.next_u32() as usize % actions.len().max(1);
        let action = actions.get(at).copied();
        self.handle(Input::Chosen {
            about: think.about,
            by: think.by,
            action,
        });
        true
    }

    /// Lets time pass until an automatic event, with bots choosing at once. `false` if there is none.
    pub fn go_on(&mut self) -> bool {
        if self.choose() {
            return true;
        }
        let Some(wake) = self.wake else {
            return false;
        };
        self.now = self.now.max(wake);
        self.handle(Input::Tick);
        true
    }

    pub fn waiting(&self) -> Waiting {
        self.session.state().waiting()
    }

    pub fn table(&self) -> &Table {
        self.session.state().table().expect("a match")
    }

    pub fn version(&self) -> u64 {
        self.session.state().version()
    }

    /// Takes any legal action for a seat.
    pub fn act(&mut self, id: u64, seat: Seat, key: &str) -> Option<ServerMessage> {
        let view = self.session.state().view(seat)?;
        let actions = view.distinct_actions();
        let at = self.chance.next_u32() as usize % actions.len().max(1);
        let action = *actions.get(at)?;
        self.act_so(id, key, action)
    }

    pub fn act_so(&mut self, id: u64, key: &str, action: Action) -> Option<ServerMessage> {
        let expected = self.version();
        self.say(id, key, Command::Act { expected, action })
    }

    /// Checks that replaying the journal leads to the current state.
    pub fn check_refold(&self) {
        let state = State::fold(self.setup.clone(), &self.journal).unwrap();
        assert_eq!(state, *self.session.state());
    }

    pub fn choosers(&self) -> Vec<Chooser> {
        let chooser = |entry: &Entry| match &entry.fact {
            Fact::Acted { by, .. } => Some(*by),
            _ => None,
        };
        self.journal.iter().filter_map(chooser).collect()
    }

    pub fn holder(&self, seat: Seat) -> Holder {
        self.session.state().seat(seat).holder()
    }
}

fn fresh(chance: &mut ChaCha8Rng) -> Seed {
    let mut bytes = [0; 32];
    chance.fill_bytes(&mut bytes);
    Seed::new(bytes)
}
