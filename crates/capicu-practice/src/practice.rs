//! The practice table: a session with one person, bots that choose here, and a clock that the caller waits for.

use std::collections::VecDeque;

use capicu::fair::Seed;
use capicu::{Action, Waiting};
use capicu_ai::{Bot, Budget, Level, think_time};
use capicu_protocol::{ClientMessage, CreateTable, Hint, Plan, ServerMessage, Token, TurnTime};
use capicu_store::{DecodeError, Saved, saved_fact, saved_setup};
use capicu_table::{
    Chooser, Command, Entry, FoldError, Input, Output, Plan as Planned, PlanError, Session, Setup,
    Think, TokenHash, Who, name,
};
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;

use crate::record;

/// The time to think about a hint: some milliseconds.
const HINT: Budget = Budget::Nodes(50_000);

const PERSON: u64 = 1;

/// A table with one person and bots in the other seats. It reads no clock and does not wait: [`Self::wait`] returns the
/// next wait, and the caller calls [`Self::happen`] when it is over. [`Self::wait`] takes long while a bot thinks. All
/// times are in milliseconds since 1970.
///
/// ```
/// use capicu::Game;
/// use capicu_practice::Practice;
/// use capicu_protocol::{CreateTable, Plan, ServerMessage, TableRules};
///
/// let rules = Game::by_id("draw").and_then(|game| game.rules(2)).expect("a game for two");
/// let asked = CreateTable {
///     rules: TableRules::new("draw", &rules),
///     seats: vec![Plan::Me],
///     turn_time: None,
///     grace: None,
///     level: None,
///     hints: None,
///     watching: None,
///     passed: None,
///     name: Some("Ana".to_owned()),
/// };
/// let mut now = 1_700_000_000_000;
/// // A real table needs bytes that nobody can guess.
/// let (mut table, mut heard) = Practice::new(asked, || [7; 32], now).expect("a table");
/// assert!(matches!(heard[0], ServerMessage::Snapshot(_)));
/// // Until the table waits for the person: wait, and let it happen.
/// while let Some(wait) = table.wait(now) {
///     now += u64::from(wait.after);
///     heard.extend(table.happen(wait.step, now));
/// }
/// ```
pub struct Practice {
    session: Session,
    setup: Setup,
    facts: Vec<Entry>,
    /// How far the table's time is ahead of the device's, whose clock may have been set back, in milliseconds.
    ahead: u64,
    /// The number of saved lines that have been taken.
    saved: usize,
    /// The record of the match that ended last, until it is taken.
    record: Option<String>,
    /// Makes bytes that nobody can guess.
    chance: Box<dyn FnMut() -> [u8; 32]>,
    bots: fn(Level) -> Box<dyn Bot>,
    asked: Option<Think>,
    chosen: Option<Chosen>,
    wake: Option<u64>,
    /// Every wait has a number, so that a late call has no effect.
    step: u32,
}

struct Chosen {
    about: u64,
    by: Chooser,
    action: Option<Action>,
    at: u64,
}

#[derive(Debug)]
pub enum ResumeError {
    Unreadable(DecodeError),
    /// The facts do not form a table.
    NoTable(FoldError),
}

impl From<DecodeError> for ResumeError {
    fn from(error: DecodeError) -> Self {
        Self::Unreadable(error)
    }
}

impl From<FoldError> for ResumeError {
    fn from(error: FoldError) -> Self {
        Self::NoTable(error)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The number of the step, for [`Practice::happen`].
    pub step: u32,
    /// The time to wait, in milliseconds.
    pub after: u32,
}

impl Practice {
    /// Makes a table, with the person's first messages. Unless the request assigns seats, the person has the first.
    /// `chance` makes bytes that nobody can guess; `now` is the time in milliseconds since 1970. Fails if no such table
    /// can be made.
    pub fn new(
        asked: CreateTable,
        mut chance: impl FnMut() -> [u8; 32] + 'static,
        now: u64,
    ) -> Result<(Self, Vec<ServerMessage>), PlanError> {
        // By name, so that every field of a request is decided here too.
        let CreateTable {
            rules,
            seats: plans,
            turn_time: _,
            grace,
            level,
            hints,
            watching: _,
            passed,
            name: own_name,
        } = asked;
        let n_seats = usize::from(rules.rules()?.n_seats());
        let at = plans.iter().position(|plan| *plan == Plan::Me);
        let mut seats = vec![Plan::Bot; n_seats];
        seats[at.filter(|at| *at < n_seats).unwrap_or(0)] = Plan::Me;
        let asked = CreateTable {
            rules,
            seats,
            // There is nobody to hurry and nobody to introduce.
            turn_time: Some(TurnTime::Off),
            grace,
            level,
            hints,
            watching: None,
            passed,
            name: own_name.and_then(|text| name(&text)),
        };
        let shown = TokenHash::of(&Token::new(chance()));
        let setup = Setup::of(&asked, shown, |_| shown)?;
        let mut seed = || Seed::new(chance());
        let (session, out) =
            Session::create(setup.clone(), now, &mut seed).map_err(|_| PlanError::Seats)?;
        let mut table = Self::of(session, setup, Vec::new(), chance);
        let mut told = table.does(out, now);
        told.extend(table.sit(shown, now));
        Ok((table, told))
    }

    /// Resumes a table from the lines of [`Self::take_unsaved`], with the person's first messages. Fails if the lines
    /// are not of a practice table, or a newer version wrote them.
    pub fn resume(
        lines: &str,
        chance: impl FnMut() -> [u8; 32] + 'static,
        now: u64,
    ) -> Result<(Self, Vec<ServerMessage>), ResumeError> {
        let Saved { setup, entries } = Saved::read(lines)?;
        let person = setup.seats.iter().find_map(|plan| match plan {
            Planned::Person { token, .. } => Some(*token),
            Planned::Open { .. } | Planned::Bot => None,
        });
        let shown = person.ok_or(FoldError::Setup)?;
        let last = entries.last().map_or(0, |last| last.at);
        let ahead = last.saturating_sub(now);
        let session = Session::load(setup.clone(), &entries, now + ahead)?;
        let mut table = Self::of(session, setup, entries, chance);
        table.ahead = ahead;
        table.saved = 1 + table.facts.len();
        let told = table.sit(shown, now + ahead);
        Ok((table, told))
    }

    fn of(
        session: Session,
        setup: Setup,
        facts: Vec<Entry>,
        chance: impl FnMut() -> [u8; 32] + 'static,
    ) -> Self {
        Self {
            session,
            setup,
            facts,
            ahead: 0,
            saved: 0,
            record: None,
            chance: Box::new(chance),
            bots: Level::bot,
            asked: None,
            chosen: None,
            wake: None,
            step: 0,
        }
    }

    fn sit(&mut self, shown: TokenHash, now: u64) -> Vec<ServerMessage> {
        let connect = Input::Connect {
            connection: PERSON,
            who: Who::Token { shown, own: None },
            since: None,
        };
        self.handle(connect, now)
    }

    /// Takes the lines that still have to be saved: together with the earlier ones they are the whole table.
    pub fn take_unsaved(&mut self) -> Vec<String> {
        let first = (self.saved == 0).then(|| saved_setup(&self.setup));
        let new = self.facts.iter().skip(self.saved.saturating_sub(1));
        let lines: Vec<String> = first.into_iter().chain(new.map(saved_fact)).collect();
        self.saved += lines.len();
        lines
    }

    /// The id of the game, and the name of the rules if they have their own.
    pub fn game(&self) -> (&str, Option<&str>) {
        (&self.setup.game, self.setup.title.as_deref())
    }

    pub fn is_over(&self) -> bool {
        self.session.state().waiting() == Waiting::Nothing
    }

    /// Replaces the bots of each level: tests use faster ones.
    #[must_use]
    pub fn with_bots(mut self, bots: fn(Level) -> Box<dyn Bot>) -> Self {
        self.bots = bots;
        self
    }

    pub fn facts(&self) -> &[Entry] {
        &self.facts
    }

    /// Takes the record of the last finished match, in the format of `docs/record-format.md`.
    pub fn take_record(&mut self) -> Option<String> {
        self.record.take()
    }

    /// Handles a message of the person and returns the answers.
    pub fn hear(&mut self, message: ClientMessage, now: u64) -> Vec<ServerMessage> {
        let now = now + self.ahead;
        if let ClientMessage::Ping { n } = message {
            return vec![ServerMessage::Pong { n, now }];
        }
        match Command::of(message) {
            Some((key, command)) => self.handle(
                Input::Command {
                    connection: PERSON,
                    key,
                    command,
                    arrived: now,
                },
                now,
            ),
            None => Vec::new(),
        }
    }

    /// The next wait, unless it is the person's turn. A bot thinks here.
    pub fn wait(&mut self, now: u64) -> Option<Wait> {
        let now = now + self.ahead;
        if let Some(think) = self.asked.take() {
            let mut rng = ChaCha20Rng::from_seed((self.chance)());
            let after = match think.by {
                Chooser::Clock => 0,
                Chooser::Bot | Chooser::Person => {
                    think.time(think_time(think.view.board(), &mut rng))
                }
            };
            self.chosen = Some(Chosen {
                about: think.about,
                by: think.by,
                action: self.choose(&think),
                at: now + u64::from(after),
            });
        }
        let at = [self.chosen.as_ref().map(|chosen| chosen.at), self.wake];
        let at = at.into_iter().flatten().min()?;
        self.step += 1;
        let after = u32::try_from(at.saturating_sub(now)).unwrap_or(u32::MAX);
        Some(Wait {
            step: self.step,
            after,
        })
    }

    fn choose(&mut self, think: &Think) -> Option<Action> {
        if let Some(action) = think.agreed() {
            return Some(action);
        }
        let level = Level::named(think.level.name()).unwrap_or(Level::QUICK);
        let mut rng = ChaCha20Rng::from_seed((self.chance)());
        (self.bots)(level).choose(&think.view, &mut rng)
    }

    /// Returns the messages when the time of a step has come; none if another wait has begun since.
    pub fn happen(&mut self, step: u32, now: u64) -> Vec<ServerMessage> {
        if step != self.step {
            return Vec::new();
        }
        let now = now + self.ahead;
        match self.chosen.take_if(|chosen| chosen.at <= now) {
            Some(Chosen {
                about, by, action, ..
            }) => self.handle(Input::Chosen { about, by, action }, now),
            None => self.handle(Input::Tick, now),
        }
    }

    fn handle(&mut self, input: Input, now: u64) -> Vec<ServerMessage> {
        let out = self.take(input, now);
        self.does(out, now)
    }

    fn take(&mut self, input: Input, now: u64) -> Vec<Output> {
        let chance = &mut self.chance;
        self.session.handle(input, now, &mut || Seed::new(chance()))
    }

    fn does(&mut self, out: Vec<Output>, now: u64) -> Vec<ServerMessage> {
        let (mut out, mut told) = (VecDeque::from(out), Vec::new());
        while let Some(output) = out.pop_front() {
            match output {
                Output::Append { entries, ended, .. } => {
                    self.facts.extend(entries);
                    if let Some(end) = ended {
                        self.record = record::made(&self.setup, &self.facts, &end);
                    }
                    out.extend(self.take(Input::Stored(Ok(())), now));
                }
                Output::Remove => {
                    self.facts.clear();
                    out.extend(self.take(Input::Stored(Ok(())), now));
                }
                Output::Tell { message, .. } => told.push(message),
                // Nobody else comes to a practice table.
                Output::Seated { .. } | Output::Queued { .. } => {}
                Output::Close { why, .. } => told.push(ServerMessage::Closed { why }),
                Output::Hurry => {
                    if let Some(chosen) = &mut self.chosen {
                        chosen.at = now;
                    }
                }
                Output::Think(think) => {
                    self.chosen = None;
                    self.asked = Some(*think);
                }
                Output::Advise {
                    connection,
                    key,
                    about,
                    view,
                } => {
                    let mut rng = ChaCha20Rng::from_seed((self.chance)());
                    let hint = capicu_ai::Hint::of(&view, HINT, &mut rng).map(|hint| {
                        let told = |(action, chance): (Action, f64)| (action.into(), chance);
                        let best = told((hint.best, hint.chance));
                        Hint::new(best, told(hint.next), hint.shuts_out, &hint.clues)
                    });
                    let advised = Input::Advised {
                        connection,
                        key,
                        about,
                        hint,
                    };
                    out.extend(self.take(advised, now));
                }
                Output::Wake(wake) => self.wake = wake,
                Output::Stop => {}
            }
        }
        told
    }
}
