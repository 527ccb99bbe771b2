//! Programs that play: `docs/bot-protocol.md`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use capicu::{Action, Seat, Seen, View};
use capicu_protocol::{Act, Actor, Event, TableRules, Tile, Tiles, decode, encode};
use serde::{Deserialize, Serialize};

use crate::player::{Fault, Player};

/// The version of the protocol. Within a version, messages and fields are only ever added.
pub const PROTOCOL: u32 = 2;

/// How long a program may take to start at least: some have much to load.
const START: Duration = Duration::from_secs(20);

/// The longest line a program may write.
const LONGEST_LINE: usize = 64 * 1024;

/// How many lines are kept that nobody has read yet.
const UNREAD: usize = 4;

/// A program that plays, and the time it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// How long it is asked to think.
    pub time: Option<Duration>,
    /// How long it is waited for before it loses.
    pub patience: Duration,
}

/// What a program is told.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Told<'a> {
    Hello {
        protocol: u32,
        seat: capicu_protocol::Seat,
        rules: &'a TableRules,
    },
    Begin {
        seed: u64,
    },
    Act {
        id: u64,
        seat: capicu_protocol::Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        ms: Option<f64>,
        view: Known<'a>,
        legal: Vec<Act>,
    },
}

/// What a seat knows when it is its turn.
#[derive(Debug, Serialize)]
struct Known<'a> {
    hand: Tiles,
    held: &'a [u8],
    asleep: u8,
    ends: Vec<End>,
    scores: Vec<u16>,
    events: &'a [Event],
}

/// An open end.
#[derive(Debug, Serialize)]
struct End {
    on: Tile,
    pip: u8,
}

/// What a program says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Said {
    Hello {
        protocol: u32,
    },
    Act {
        id: u64,
        seat: capicu_protocol::Seat,
        action: Act,
    },
}

/// A program in one seat.
pub(crate) struct External {
    program: Program,
    seat: Seat,
    rules: TableRules,
    running: Option<Running>,
    events: Vec<Event>,
    n_deals: u32,
    asked: u64,
}

impl External {
    pub fn new(program: &Program, seat: Seat, rules: &TableRules) -> Self {
        Self {
            program: program.clone(),
            seat,
            rules: rules.clone(),
            running: None,
            events: Vec::new(),
            n_deals: 0,
            asked: 0,
        }
    }

    fn greet(&self) -> Result<Running, Fault> {
        let mut running = Running::start(&self.program.words)?;
        running.tell(&Told::Hello {
            protocol: PROTOCOL,
            seat: self.seat.into(),
            rules: &self.rules,
        })?;
        match running.hear(self.program.patience.max(START))? {
            (Said::Hello { protocol: PROTOCOL }, _) => Ok(running),
            (Said::Hello { protocol }, _) => Err(Fault::Protocol(protocol)),
            (_, line) => Err(garbage(&line)),
        }
    }

    fn ask(&mut self, view: &View) -> Result<Action, Fault> {
        self.asked += 1;
        let board = view.board();
        let ends = board.layout().ends().iter();
        let teams = capicu::Team::all(board.rules().n_teams());
        let told = Told::Act {
            id: self.asked,
            seat: self.seat.into(),
            ms: self.program.time.map(|time| time.as_secs_f64() * 1e3),
            view: Known {
                hand: Tiles(view.hand()),
                held: board.held().as_slice(),
                asleep: board.boneyard(),
                ends: ends
                    .map(|end| End {
                        on: end.tile().into(),
                        pip: end.pip().value(),
                    })
                    .collect(),
                scores: teams.map(|team| board.score(team)).collect(),
                events: &self.events,
            },
            legal: view.distinct_actions().into_iter().map(Act::from).collect(),
        };
        let running = self.running.as_mut().ok_or(Fault::Idle)?;
        running.tell(&told)?;
        match running.hear(self.program.patience)? {
            // A second answer to what was asked before.
            (Said::Act { id, .. }, _) if id < self.asked => Err(Fault::Flooded),
            (Said::Act { id, .. }, _) if id > self.asked => Err(Fault::WrongTurn {
                asked: self.asked,
                answered: id,
            }),
            (Said::Act { seat, .. }, _) if seat.0 != self.seat => Err(Fault::WrongSeat {
                seat: self.seat,
                answered: seat.0,
            }),
            (Said::Act { action, .. }, _) => {
                let action = Action::from(action);
                let legal = view.check(action);
                legal.map_err(|why| Fault::Illegal { action, why })?;
                Ok(action)
            }
            (_, line) => Err(garbage(&line)),
        }
    }
}

impl Player for External {
    fn begin(&mut self, seed: [u8; 32]) -> Result<(), Fault> {
        self.events.clear();
        self.n_deals = 0;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.greet()?,
        };
        let [s0, s1, s2, s3, ..] = seed;
        running.tell(&Told::Begin {
            seed: u64::from(u32::from_be_bytes([s0, s1, s2, s3])),
        })?;
        self.running = Some(running);
        Ok(())
    }

    fn observe(&mut self, seen: &Seen) {
        if matches!(seen, Seen::Dealt { .. }) {
            self.events.clear();
        }
        let deal = self.n_deals;
        if matches!(seen, Seen::Dealt { .. } | Seen::Redealt(_)) {
            self.n_deals += 1;
        }
        self.events.push(Event::from_seen(seen, deal, Actor::Bot));
    }

    fn act(&mut self, view: &View) -> Result<Action, Fault> {
        let answer = self.ask(view);
        if answer.is_err() {
            // Whatever it still has to say, it starts anew.
            self.running = None;
        }
        answer
    }
}

/// A program that was started. It is ended when this is dropped.
struct Running {
    child: Child,
    to: Sender<String>,
    from: Receiver<Line>,
    last_words: Arc<Mutex<String>>,
}

enum Line {
    Text(String),
    TooLong,
}

impl Running {
    fn start(words: &[String]) -> Result<Self, Fault> {
        let not_started = |why: String| Fault::NotStarted(why);
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| not_started("the command is empty".into()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // A Ctrl-C for the arena is not one for the players.
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        let mut child = command
            .spawn()
            .map_err(|error| not_started(format!("{program}: {error}")))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(not_started("its pipes are missing".into()));
        };
        let (to, lines) = mpsc::channel();
        thread::spawn(move || write_lines(stdin, &lines));
        let (send, from) = mpsc::sync_channel(UNREAD);
        thread::spawn(move || read_lines(stdout, &send));
        let last_words = Arc::new(Mutex::new(String::new()));
        let words = Arc::clone(&last_words);
        thread::spawn(move || keep_last_line(stderr, &words));
        Ok(Self {
            child,
            to,
            from,
            last_words,
        })
    }

    fn tell(&mut self, told: &Told<'_>) -> Result<(), Fault> {
        // What it wrote before it was asked is no answer.
        match self.from.try_recv() {
            Err(TryRecvError::Empty) => {}
            Ok(Line::Text(_)) => return Err(Fault::Flooded),
            Ok(Line::TooLong) => return Err(Fault::TooLong(LONGEST_LINE)),
            Err(TryRecvError::Disconnected) => return Err(self.ended()),
        }
        let mut line = encode(told);
        line.push('\n');
        self.to.send(line).map_err(|_| self.ended())
    }

    fn hear(&mut self, patience: Duration) -> Result<(Said, String), Fault> {
        match self.from.recv_timeout(patience) {
            Ok(Line::Text(line)) => match decode(&line) {
                Ok(said) => Ok((said, line)),
                Err(_) => Err(garbage(&line)),
            },
            Ok(Line::TooLong) => Err(Fault::TooLong(LONGEST_LINE)),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Silent(patience.as_millis())),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// That the program closed its output, with what it said about it.
    fn ended(&self) -> Fault {
        // What it wrote just before it ended may still be on its way.
        let begin = Instant::now();
        loop {
            let words = match self.last_words.lock() {
                Ok(words) => words.clone(),
                Err(_) => String::new(),
            };
            if !words.is_empty() || begin.elapsed() > Duration::from_millis(100) {
                return Fault::Ended(words);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_lines(mut to: impl Write, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if to
            .write_all(line.as_bytes())
            .and_then(|()| to.flush())
            .is_err()
        {
            break;
        }
    }
}

fn read_lines(from: impl Read, send: &SyncSender<Line>) {
    let mut from = BufReader::new(from);
    loop {
        let mut bytes = Vec::new();
        let mut limited = from.by_ref().take(LONGEST_LINE as u64 + 1);
        let line = match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(n) if n > LONGEST_LINE => Line::TooLong,
            Ok(_) => Line::Text(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
        };
        let last = matches!(line, Line::TooLong);
        if send.send(line).is_err() || last {
            break;
        }
    }
}

fn keep_last_line(from: impl Read, words: &Mutex<String>) {
    let mut from = BufReader::new(from);
    loop {
        let mut bytes = Vec::new();
        match from.by_ref().take(4096).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if let (false, Ok(mut words)) = (text.is_empty(), words.lock()) {
            *words = text;
        }
    }
}

/// What was written instead of a message, as far as it is worth showing.
fn garbage(line: &str) -> Fault {
    const SHOWN: usize = 80;
    let mut shown: String = line.chars().take(SHOWN).collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    Fault::Garbage(format!("{shown:?}"))
}
