//! A table in play: inputs with their time, and what to do about them.

mod accounts;
mod greeting;
mod input;
mod output;
mod queue;
mod storing;
mod talk;

use std::collections::{BTreeMap, VecDeque};

use capicu::fair::Seed;
use capicu::{Action, Seat, Waiting};
use capicu_protocol::{
    BotPace, Clock, Closed, Deadline, Holder, Key, Level, PlayerId, Refusal, ServerMessage,
};

use crate::budget::Budget;
use crate::due::Now;
use crate::lag::Lags;
use crate::presence::Presence;
use crate::{Account, Chooser, Code, Command, Entry, Fact, FoldError, Setup, Stakes, State, Wish};
pub use input::{Input, NotStored, Sitting, Vacancy, Who};
pub use output::{MatchEnd, Output, Sitter, Think};
use queue::Offers;
pub use queue::{OFFER, QueueAsk, QueueCall, QueueRefusal};
use storing::{Gone, Pending, Then};

/// The level of stand-ins, at every table: nobody gains by leaving, and nobody loses much by being left.
pub const STAND_IN: Level = Level::Club;

/// The rate limit of a table for names, links and other facts that make its journal grow: this number at once, and then
/// one more after `EACH` milliseconds.
const BURST: u64 = 40;
const EACH: u64 = 2_000;

/// A table in play: the state, who is there, and what is in progress. Every input comes with the time, in milliseconds
/// since 1970; time must not go backwards.
#[derive(Debug)]
pub struct Session {
    state: State,
    there: Presence,
    accounts: BTreeMap<PlayerId, Account>,
    budget: Budget,
    offers: Offers,
    lags: Lags,
    talk: Vec<Budget>,
    /// How fast bots play while one person has a seat.
    pace: BotPace,
    /// Since when the table has waited for its next action.
    since: u64,
    pending: Option<Pending>,
    queue: VecDeque<Input>,
    thinking: Option<Thinking>,
    advising: bool,
    /// Until when nothing automatic happens.
    rests_until: u64,
    wake: Option<u64>,
    /// The presence that was last sent.
    told_presence: Vec<(u8, Option<u64>)>,
    /// The host of the table and the code that were last sent.
    told_code: (Option<Seat>, Option<Code>),
    /// The number of spectators that was last sent, and when.
    told_watchers: (u32, u64),
    over: bool,
}

struct Step<'a> {
    now: u64,
    seed: &'a mut dyn FnMut() -> Seed,
    out: Vec<Output>,
}

impl Step<'_> {
    fn tell(&mut self, connection: u64, message: ServerMessage) {
        let to = vec![connection];
        self.out.push(Output::Tell { to, message });
    }

    fn close(&mut self, connection: u64, why: Closed) {
        let which = vec![connection];
        self.out.push(Output::Close { which, why });
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thinking {
    about: u64,
    by: Chooser,
    wish: Option<Wish>,
}

impl Session {
    /// Makes a new table, which is stored with its first fact. `seed` makes seeds that nobody can guess. Fails if the
    /// plans for the seats do not fit the rules.
    pub fn create(
        setup: Setup,
        now: u64,
        seed: &mut dyn FnMut() -> Seed,
    ) -> Result<(Self, Vec<Output>), FoldError> {
        Self::create_for(&[], setup, now, seed)
    }

    /// Makes a new table with some seats reserved for players. Fails if the plans for the seats do not fit the rules,
    /// or such a seat is not a person's.
    pub fn create_for(
        players: &[(Seat, PlayerId)],
        setup: Setup,
        now: u64,
        seed: &mut dyn FnMut() -> Seed,
    ) -> Result<(Self, Vec<Output>), FoldError> {
        let state = State::new(setup)?;
        let mut session = Self::of(state, now);
        let mut step = Step {
            now,
            seed,
            out: Vec::new(),
        };
        let bound = players
            .iter()
            .map(|&(seat, player)| Fact::Bound { seat, player });
        if !players.is_empty() && !session.commit_all(bound, None, Then::Tell, &mut step) {
            return Err(FoldError::Setup);
        }
        session.advance(&mut step);
        Ok((session, step.out))
    }

    /// Loads a stored table. The current turn restarts, and restarts again if its player comes back within half a
    /// minute: downtime counts against nobody. Fails if the facts do not form a table.
    pub fn load(setup: Setup, entries: &[Entry], now: u64) -> Result<Self, FoldError> {
        Ok(Self::of(State::fold(setup, entries)?, now))
    }

    fn of(state: State, now: u64) -> Self {
        let n_seats = state.rules().n_seats();
        Self {
            there: Presence::new(n_seats, now),
            accounts: BTreeMap::new(),
            budget: Budget::new(BURST, EACH, now),
            offers: Offers::new(now),
            lags: Lags::new(n_seats),
            talk: Self::talk_budgets(n_seats, now),
            pace: BotPace::Natural,
            since: now,
            pending: None,
            queue: VecDeque::new(),
            thinking: None,
            advising: false,
            rests_until: 0,
            wake: None,
            told_presence: vec![(0, None); usize::from(n_seats)],
            told_code: (state.host(), state.code()),
            told_watchers: (0, 0),
            over: false,
            state,
        }
    }

    /// The state that is stored.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Whether nobody is there, no automatic event is due, and nothing is in progress. The host may then drop the
    /// session, and load it again when a player comes.
    pub fn is_idle(&self) -> bool {
        self.there.is_empty()
            && self.pending.is_none()
            && self.thinking.is_none()
            && self.wake.is_none()
    }

    /// Whether anybody is in a seat. Spectators do not count.
    pub fn is_attended(&self) -> bool {
        self.there.has_anybody()
    }

    pub fn is_there(&self, seat: Seat) -> bool {
        self.there.devices(seat) > 0
    }

    pub fn watchers(&self) -> u32 {
        self.there.watchers()
    }

    /// Whether the session is over: see [`Output::Stop`].
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Closes all connections for this reason, and ends the session.
    pub fn stop(&mut self, why: Closed) -> Vec<Output> {
        self.over = true;
        let which = self.there.all();
        vec![Output::Close { which, why }, Output::Stop]
    }

    /// Handles an input and returns the outputs. While facts are being stored, all other inputs wait. A change costs a
    /// few copies of the state.
    pub fn handle(
        &mut self,
        input: Input,
        now: u64,
        seed: &mut dyn FnMut() -> Seed,
    ) -> Vec<Output> {
        let mut step = Step {
            now,
            seed,
            out: Vec::new(),
        };
        if self.over {
            if let Input::Connect { connection, .. } = input {
                step.close(connection, Closed::Restarted);
            }
            return step.out;
        }
        match (input, self.pending.is_some()) {
            (Input::Stored(stored), true) => self.stored(stored, &mut step),
            (Input::Stored(_), false) => {}
            (input, true) => self.queue.push_back(input),
            (input, false) => self.take(input, &mut step),
        }
        self.advance(&mut step);
        while self.pending.is_none() && !self.over {
            let Some(input) = self.queue.pop_front() else {
                break;
            };
            self.take(input, &mut step);
            self.advance(&mut step);
        }
        step.out
    }

    fn take(&mut self, input: Input, step: &mut Step<'_>) {
        match input {
            Input::Connect {
                connection,
                who,
                since,
            } => self.connect(connection, who, since, step),
            Input::Accounts(accounts) => self.learn(accounts, step),
            Input::Sit(sitting) => self.sit(sitting, step),
            Input::Queue(call) => self.queue_call(call, step),
            Input::Command {
                connection,
                key,
                command,
                arrived,
            } => self.command(connection, key, &command, arrived, step),
            Input::Lag {
                connection,
                round_trip,
            } => {
                if self.there.viewer(connection).is_some() {
                    self.lags.measure(connection, round_trip);
                }
            }
            Input::Disconnect { connection } => {
                self.lags.forget(connection);
                self.there.leave(connection, step.now);
                self.tell_presence(step);
            }
            Input::Chosen { about, by, action } => self.chosen(about, by, action, step),
            Input::Advised {
                connection,
                key,
                about,
                hint,
            } => {
                self.advising = false;
                match hint {
                    _ if self.state.moved() != about => {
                        self.refuse(connection, key, Refusal::Stale, step);
                    }
                    Some(hint) => step.tell(connection, ServerMessage::Hint { key, hint }),
                    None => self.refuse(connection, key, Refusal::Unavailable, step),
                }
            }
            Input::Refused {
                connection,
                key,
                refusal,
            } => self.refuse(connection, key, refusal, step),
            Input::Halt(why) => {
                let can = self.state.setup().meeting.is_some() && !self.state.is_met();
                if can {
                    self.commit(Fact::Halted { why }, None, Then::Tell, step);
                }
            }
            // After each wake-up, the session sets the next one or none.
            Input::Tick => {
                self.wake = None;
                step.out.push(Output::Wake(None));
            }
            Input::Stored(_) => {}
        }
    }

    fn command(
        &mut self,
        connection: u64,
        key: Key,
        command: &Command,
        arrived: u64,
        step: &mut Step<'_>,
    ) {
        let Some(viewer) = self.there.viewer(connection) else {
            return;
        };
        let Some(seat) = viewer.seat() else {
            // Spectators may not send commands.
            return self.refuse(connection, key, Refusal::NotNow, step);
        };
        if let Command::Hint { expected } = command {
            match self.state.advised(seat, *expected) {
                Ok(view) if !self.advising => {
                    self.advising = true;
                    step.out.push(Output::Advise {
                        connection,
                        key,
                        about: self.state.moved(),
                        view: Box::new(view),
                    });
                }
                Ok(_) => self.refuse(connection, key, Refusal::Unavailable, step),
                Err(refusal) => self.refuse(connection, key, refusal, step),
            }
            return;
        }
        if let Command::Say(saying) = command {
            return self.say(connection, seat, key, saying, step);
        }
        if let Command::Pace(pace) = command {
            return self.hurry(connection, key, *pace, step);
        }
        if *command == Command::Delete {
            if self.state.owner_waits() {
                self.refuse(connection, key, Refusal::NotNow, step);
            } else if self.state.host() == Some(seat) {
                self.pending = Some(Pending::Removal { connection, key });
                step.out.push(Output::Remove);
            } else {
                self.refuse(connection, key, Refusal::NotHost, step);
            }
            return;
        }
        let done = self.state.done(seat, &key);
        // A client that lost the answer had to come back to send it again.
        let left = *command == Command::Leave && self.state.seat(seat).absence().is_none();
        if let Some(version) = done.filter(|_| !left) {
            step.tell(connection, ServerMessage::Done { key, version });
            return;
        }
        if let Some(refusal) = self.refused_to_account(seat, command) {
            return self.refuse(connection, key, refusal, step);
        }
        let seemed = millis(self.since, arrived);
        let lags = &mut self.lags;
        let time = || lags.take_off(seat, connection, seemed);
        let decided = self.state.decide(seat, command, &self.there, time);
        let fact = match decided {
            Ok(Some(fact)) => fact,
            Ok(None) => {
                let version = self.state.version();
                step.tell(connection, ServerMessage::Done { key, version });
                return;
            }
            Err(refusal) => return self.refuse(connection, key, refusal, step),
        };
        if is_counted(&fact) && !self.budget.spend(step.now) {
            return self.refuse(connection, key, Refusal::TooOften, step);
        }
        let gone = match &fact {
            Fact::Rotated { seat, .. } => Some(Gone {
                seat: *seat,
                but: Some(connection),
                why: Closed::BadToken,
            }),
            Fact::Renewed { seat, .. } => Some(Gone {
                seat: *seat,
                but: None,
                why: Closed::BadToken,
            }),
            Fact::Away { seat: of, .. } if *of == seat => Some(Gone {
                seat,
                but: None,
                why: Closed::Left,
            }),
            Fact::MatchBegan { .. }
            | Fact::TurnedUp { .. }
            | Fact::Dealt { .. }
            | Fact::Acted { .. }
            | Fact::Called { .. }
            | Fact::Slow { .. }
            | Fact::Withdrew { .. }
            | Fact::Settled { .. }
            | Fact::Wished { .. }
            | Fact::Ready { .. }
            | Fact::Rematch { .. }
            | Fact::OtherPartners { .. }
            | Fact::Reseated { .. }
            | Fact::Sat { .. }
            | Fact::Named { .. }
            | Fact::TableGiven { .. }
            | Fact::Away { .. }
            | Fact::Back { .. }
            | Fact::Bound { .. }
            | Fact::Halted { .. }
            | Fact::QueueSet { .. }
            | Fact::QueueJoined { .. }
            | Fact::QueueLeft { .. }
            | Fact::QueueSat { .. } => None,
        };
        let then = Then::Answer {
            connection,
            key: key.clone(),
            gone,
        };
        // The store knows the keys of earlier players of the seat too.
        let is_new = self.state.used_key(seat, &key).is_none();
        let command = is_new.then(|| (seat, key.clone()));
        if !self.commit(fact, command, then, step) {
            self.refuse(connection, key, Refusal::NotNow, step);
        }
    }

    /// Changes the pace of bots. The players of a table share its time, so only a person alone may.
    fn hurry(&mut self, connection: u64, key: Key, pace: BotPace, step: &mut Step<'_>) {
        if !self.is_alone() {
            return self.refuse(connection, key, Refusal::NotNow, step);
        }
        if pace != BotPace::Skip {
            self.pace = pace;
        }
        if matches!(pace, BotPace::Skip | BotPace::Instant) {
            step.out.push(Output::Hurry);
        }
        let version = self.state.version();
        step.tell(connection, ServerMessage::Done { key, version });
    }

    /// Whether one person has a seat, at a casual table without an event. Elsewhere no bot may show how long it thinks.
    fn is_alone(&self) -> bool {
        let seats = self.state.all_seats();
        let people = seats.filter(|seat| self.state.seat(*seat).holder() == Holder::Person);
        let setup = self.state.setup();
        setup.meeting.is_none() && setup.stakes == Stakes::Casual && people.count() == 1
    }

    fn chosen(&mut self, about: u64, by: Chooser, action: Option<Action>, step: &mut Step<'_>) {
        let asked = |thinking: &Thinking| thinking.about == about && thinking.by == by;
        if !self.thinking.as_ref().is_some_and(asked) || self.state.moved() != about {
            return;
        }
        self.thinking = None;
        let Waiting::Act(seat) = self.state.waiting() else {
            return;
        };
        // A player whose time ran out has used all of it.
        let legal = |action: &Action| self.state.acted(by, *action, u32::MAX).ok();
        let first = || {
            let view = self.state.view(seat)?;
            view.distinct_actions().iter().find_map(legal)
        };
        if let Some(fact) = action.as_ref().and_then(legal).or_else(first) {
            self.commit(fact, None, Then::Tell, step);
        }
    }

    fn refuse(&self, connection: u64, key: Key, refusal: Refusal, step: &mut Step<'_>) {
        let version = self.state.version();
        let message = ServerMessage::Refused {
            key,
            refusal,
            version,
        };
        step.tell(connection, message);
    }

    fn clock(&self, now: u64) -> Clock {
        Clock {
            now,
            deadline: self.state.deadline(self.at(now)),
            banks: self.state.banks(),
        }
    }

    /// Until when an action of a seat may arrive that was sent before its time ran out.
    fn with_lag(&self, deadline: Deadline) -> u64 {
        match deadline {
            Deadline::Turn { seat, at } if self.state.turn_time().bank().is_some() => {
                let of = self.there.of(seat.0.into());
                at + u64::from(self.lags.grant(seat.0, &of))
            }
            Deadline::Turn { at, .. } | Deadline::Deal { at } => at,
        }
    }

    const fn at(&self, now: u64) -> Now<'_> {
        Now {
            there: &self.there,
            since: self.since,
            now,
        }
    }

    /// Lets everything happen that is due, starts bots thinking, and sets the next wake-up.
    fn advance(&mut self, step: &mut Step<'_>) {
        if self.over || self.pending.is_some() {
            return;
        }
        let may = step.now >= self.rests_until;
        if may && (self.expire_offers(step) || self.commit_due(step)) {
            return;
        }
        self.tell_presence(step);
        self.tell_queue(step);
        self.tell_watchers(step);
        self.arrange(step);
    }

    fn arrange(&mut self, step: &mut Step<'_>) {
        let moved = self.state.moved();
        // A partner's wish in the huddle may change a bot's choice.
        let wish = match self.state.waiting() {
            Waiting::Act(seat) => self.wish_for(seat),
            _ => None,
        };
        let holds = |thinking: &Thinking| thinking.about == moved && thinking.wish == wish;
        self.thinking = self.thinking.filter(holds);
        let now = step.now;
        let deadline = self.state.deadline(self.at(now));
        let by_clock = deadline.map(|deadline| self.with_lag(deadline));
        let runs = matches!(deadline, Some(Deadline::Turn { .. }));
        let turn_over = runs && by_clock.is_some_and(|at| at <= now);
        let claim = self.state.next_claim().map(|(_, at)| at);
        let waits = self.state.bot_waits().filter(|until| *until > now);
        if let (Waiting::Act(seat), None) = (self.state.waiting(), self.thinking) {
            if !self.state.person_plays(seat) {
                if waits.is_none() {
                    self.think(seat, Chooser::Bot, step);
                }
            } else if turn_over && self.state.waits_for_people() {
                // At a table of an event no bot decides: the first legal action is taken.
                let (about, by) = (moved, Chooser::Clock);
                self.thinking = Some(Thinking { about, by, wish });
                return self.chosen(about, by, None, step);
            } else if turn_over {
                self.think(seat, Chooser::Clock, step);
            }
        }
        let times = [
            by_clock.filter(|_| self.thinking.is_none()),
            self.state.next_away(&self.there),
            waits,
            claim.filter(|at| *at > now),
            self.state.slow_at(self.at(now)),
            (self.rests_until > now).then_some(self.rests_until),
            self.watchers_due(),
            self.queue_due(now),
            self.state.meeting_due(self.at(now)),
        ];
        let wake = times.into_iter().flatten().min();
        if wake != self.wake {
            self.wake = wake;
            step.out.push(Output::Wake(wake));
        }
    }

    fn think(&mut self, seat: Seat, by: Chooser, step: &mut Step<'_>) {
        let Some(view) = self.state.view(seat) else {
            return;
        };
        let (about, wish) = (self.state.moved(), self.wish_for(seat));
        let last = view.moves().last();
        let drew = last.is_some_and(|last| last.seat == seat && last.action == Action::Draw);
        self.thinking = Some(Thinking { about, by, wish });
        step.out.push(Output::Think(Box::new(Think {
            about,
            by,
            level: match self.state.seat(seat).holder() {
                Holder::Person => STAND_IN,
                Holder::Bot | Holder::Open => self.state.level(),
            },
            view,
            wish,
            pace: match self.is_alone() {
                true => self.pace,
                false => BotPace::Natural,
            },
            drew,
        })));
    }

    fn wish_for(&self, seat: Seat) -> Option<Wish> {
        let partner = self.state.rules().partner(seat)?;
        self.state.wish(partner)
    }
}

fn millis(from: u64, to: u64) -> u32 {
    u32::try_from(to.saturating_sub(from)).unwrap_or(u32::MAX)
}

/// Whether repeating it would let a player make the journal grow.
const fn is_counted(fact: &Fact) -> bool {
    match fact {
        Fact::Named { .. }
        | Fact::Wished { .. }
        | Fact::Rematch { .. }
        | Fact::OtherPartners { .. }
        | Fact::Rotated { .. }
        | Fact::Renewed { .. }
        | Fact::Reseated { .. }
        | Fact::TableGiven { .. }
        | Fact::Away { .. }
        | Fact::Back { .. } => true,
        Fact::MatchBegan { .. }
        | Fact::TurnedUp { .. }
        | Fact::Dealt { .. }
        | Fact::Acted { .. }
        | Fact::Called { .. }
        | Fact::Slow { .. }
        | Fact::Withdrew { .. }
        | Fact::Settled { .. }
        | Fact::Ready { .. }
        | Fact::Sat { .. }
        | Fact::Bound { .. }
        | Fact::Halted { .. }
        | Fact::QueueSet { .. }
        | Fact::QueueJoined { .. }
        | Fact::QueueLeft { .. }
        | Fact::QueueSat { .. } => false,
    }
}
