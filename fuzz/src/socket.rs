//! Frames of a socket, and the session behind it.

use std::collections::BTreeMap;

use capicu::fair::Seed;
use capicu::{Duty, Rules, Seat, TileSet, Viewer, Waiting};
use capicu_protocol::{
    ClientMessage, CreateTable, Event, Key, MAX_MESSAGE, Plan, ServerMessage, StandIn, TableRules,
    Token, Watching, decode, encode,
};
use capicu_table::{
    Command, Entry, Input, NotStored, Output, Session, Setup, State, TokenHash, Who,
};

/// The most frames, and the most choices of bots after each.
const FRAMES: usize = 200;
const CHOICES: usize = 400;

/// The token of the host. The token in the link of a seat is the seat's number, from 1, 32 times.
const HOST: Token = Token::new([0xaa; 32]);

/// The first line asks for a table. Each further line is a frame on its host's socket, or on that of the viewer that a
/// `hello` made it; a spectator sends the same. A line that is no message drops the connection and lets time pass.
///
/// Nothing panics, and spectators change nothing. No message contains a hidden tile. Replaying the stored facts gives
/// the present state.
pub fn socket(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let asked = lines.next().and_then(|line| decode(line).ok());
    let made = asked.and_then(|asked| setup(&asked));
    let setup = made.unwrap_or_else(|| setup(&usual()).expect("a table of the usual rules"));
    let mut host = Host::new(setup);
    for line in lines.take(FRAMES) {
        host.hear(line);
    }
    let state = State::fold(host.setup.clone(), &host.journal);
    assert_eq!(state.as_ref(), Ok(host.session.state()));
}

fn usual() -> CreateTable {
    let rules = Rules::new(
        capicu::Game::by_id("jamaican-partner")
            .and_then(|game| game.choices(4))
            .expect("a game of four"),
    )
    .expect("its rules");
    CreateTable {
        rules: TableRules::new("jamaican-partner", &rules),
        seats: vec![Plan::Me, Plan::Bot, Plan::Bot, Plan::Bot],
        turn_time: None,
        grace: None,
        level: None,
        hints: None,
        watching: Some(Watching::On),
        passed: None,
        name: None,
    }
}

fn setup(asked: &CreateTable) -> Option<Setup> {
    let link = |seat: Seat| TokenHash::of(&Token::new([seat.index() as u8 + 1; 32]));
    Setup::of(asked, TokenHash::of(&HOST), link).ok()
}

/// A table with a spectator.
struct Host {
    setup: Setup,
    session: Session,
    journal: Vec<Entry>,
    /// The state from the stored journal.
    folded: State,
    now: u64,
    wake: Option<u64>,
    /// The open connections, with their viewers.
    viewers: BTreeMap<u64, Viewer>,
    /// The connection whose frames are read.
    talking: u64,
    watching: u64,
    last: u64,
    seeds: u64,
}

impl Host {
    fn new(setup: Setup) -> Self {
        let now = 1_000_000;
        let mut first = || Seed::from_number(0);
        let made = Session::create(setup.clone(), now, &mut first);
        let (session, out) = made.expect("plans that fit the rules");
        let folded = State::new(setup.clone()).expect("a valid setup");
        let mut host = Self {
            setup,
            session,
            journal: Vec::new(),
            folded,
            now,
            wake: None,
            viewers: BTreeMap::new(),
            talking: 0,
            watching: 0,
            last: 0,
            seeds: 0,
        };
        host.does(out);
        host.watching = host.connect(Who::Public { ids: Vec::new() }, Viewer::Public, None);
        host.talking = host.come(&HOST, None, None);
        host
    }

    fn hear(&mut self, line: &str) {
        let message = Some(line).filter(|line| line.len() <= MAX_MESSAGE);
        match message.and_then(|line| decode::<ClientMessage>(line).ok()) {
            Some(ClientMessage::Hello {
                token, own, since, ..
            }) => {
                self.talking = match token {
                    Some(token) => self.come(&token, own.as_ref(), since),
                    None => self.connect(Who::Public { ids: Vec::new() }, Viewer::Public, since),
                }
            }
            Some(message) => {
                let Some((key, command)) = Command::of(message) else {
                    return;
                };
                let before = self.session.state().clone();
                self.say(self.watching, &key, &command);
                assert_eq!(
                    *self.session.state(),
                    before,
                    "a spectator changed the state"
                );
                self.say(self.talking, &key, &command);
            }
            None => {
                let connection = self.talking;
                self.viewers.remove(&connection);
                self.handle(Input::Disconnect { connection });
                self.now += 100 * line.len() as u64;
                while let Some(wake) = self.wake.filter(|wake| *wake <= self.now) {
                    self.wake = None;
                    self.handle(Input::Tick);
                    assert_ne!(self.wake, Some(wake), "the session wakes without a reason");
                }
            }
        }
    }

    fn say(&mut self, connection: u64, key: &Key, command: &Command) {
        self.handle(Input::Command {
            connection,
            key: key.clone(),
            command: command.clone(),
            arrived: self.now,
        });
    }

    fn come(&mut self, token: &Token, own: Option<&Token>, since: Option<u64>) -> u64 {
        let who = Who::Token {
            shown: TokenHash::of(token),
            own: own.map(TokenHash::of),
        };
        let seat = self.session.state().seat_of(&TokenHash::of(token));
        self.connect(who, seat.map_or(Viewer::Public, Viewer::Seat), since)
    }

    fn connect(&mut self, who: Who, viewer: Viewer, since: Option<u64>) -> u64 {
        self.last += 1;
        let connection = self.last;
        self.viewers.insert(connection, viewer);
        self.handle(Input::Connect {
            connection,
            who,
            since,
        });
        connection
    }

    /// Passes an input to the session, and lets bots choose as long as it is their turn.
    fn handle(&mut self, input: Input) {
        let mut next = self.take(input);
        for _ in 0..CHOICES {
            let Some(input) = next else { return };
            next = self.take(input);
        }
    }

    fn take(&mut self, input: Input) -> Option<Input> {
        let seeds = &mut self.seeds;
        let mut seed = || {
            *seeds += 1;
            Seed::from_number(*seeds)
        };
        let out = self.session.handle(input, self.now, &mut seed);
        self.does(out)
    }

    /// Carries out outputs. Returns the next input, if one follows.
    fn does(&mut self, out: Vec<Output>) -> Option<Input> {
        let mut then = None;
        for output in out {
            match output {
                Output::Append { entries, .. } => {
                    let stored = self.store(entries);
                    let later = self.take(Input::Stored(stored));
                    assert_eq!(self.folded, *self.session.state());
                    then = later.or(then);
                }
                // The removal fails, so that the run continues with a table.
                Output::Remove => {
                    let kept = Input::Stored(Err(NotStored::Failed));
                    then = self.take(kept).or(then);
                }
                Output::Tell { to, message } => {
                    for connection in to {
                        let viewer = self.viewers.get(&connection);
                        let viewer = viewer.expect("a message to an open connection");
                        look(self.session.state(), *viewer, &message);
                    }
                }
                Output::Close { which, .. } => {
                    for connection in which {
                        self.viewers.remove(&connection);
                    }
                }
                Output::Think(think) => {
                    let action = think.agreed();
                    then = Some(Input::Chosen {
                        about: think.about,
                        by: think.by,
                        action: action.or_else(|| think.view.distinct_actions().first().copied()),
                    });
                }
                Output::Advise {
                    connection,
                    key,
                    about,
                    ..
                } => {
                    then = Some(Input::Advised {
                        connection,
                        key,
                        about,
                        hint: None,
                    });
                }
                Output::Seated { .. } | Output::Queued { .. } | Output::Hurry => {}
                Output::Wake(wake) => self.wake = wake,
                Output::Stop => panic!("the session is over"),
            }
        }
        then
    }

    fn store(&mut self, entries: Vec<Entry>) -> Result<(), NotStored> {
        for entry in &entries {
            let same = |known: &&Entry| known.command.is_some() && known.command == entry.command;
            if let Some(known) = self.journal.iter().find(same) {
                let version = known.version;
                return Err(NotStored::KeyUsed { version });
            }
        }
        for entry in &entries {
            self.folded.apply(entry).expect("a possible stored fact");
        }
        self.journal.extend(entries);
        Ok(())
    }
}

/// Checks that a message reveals nothing of the round in play that its receiver may not know.
fn look(state: &State, viewer: Viewer, message: &ServerMessage) {
    let events = match message {
        ServerMessage::Events { events, .. } | ServerMessage::Delta { events, .. } => events,
        ServerMessage::Snapshot(snapshot) => &snapshot.events,
        _ => return,
    };
    let (Waiting::Act(_), Some(round)) = (state.waiting(), state.table().and_then(|t| t.round()))
    else {
        return;
    };
    let board = round.board();
    let mut hidden = board.rules().tiles();
    for tile in board.layout().laid() {
        hidden.remove(tile);
    }
    // Everybody knows the tile that must open.
    if let Duty::Tile(tile) | Duty::Holder(tile) = board.opening().duty {
        hidden.remove(tile);
    }
    if let Some(seat) = viewer.seat()
        && state.stand_in(seat) != Some(StandIn::NextDeal)
    {
        hidden -= round.hands()[seat];
    }
    // Tiles that were open before the deal may be hidden now, and a name may be any text.
    let dealt = |event: &Event| matches!(event, Event::Dealt(_));
    let from = events.iter().rposition(dealt).unwrap_or(0);
    let mut told = Vec::new();
    for event in &events[from..] {
        match event {
            Event::Done(step) if step.mv.shown => {
                let shown: TileSet = step.mv.drawn.iter().map(|tile| tile.0).collect();
                hidden -= shown;
            }
            Event::SeatChanged { .. } => continue,
            _ => {}
        }
        told.push(event);
    }
    let text = encode(&told);
    for tile in hidden {
        let told = text.contains(&tile.to_string());
        assert!(!told, "{viewer:?} was sent {tile}: {text}");
    }
}
