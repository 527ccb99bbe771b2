//! A table that is played at: what comes in, at what time, and what has to be done about it.

use std::collections::VecDeque;

use capicu::fair::Seed;
use capicu::{Action, ByTeam, Seat, Team, View, Viewer, Waiting};
use capicu_protocol::{
    Clock, Closed, Deadline, Hint, Holder, Key, Level, Refusal, SeatInfo, ServerMessage, Snapshot,
};

use crate::budget::Budget;
use crate::due::Now;
use crate::presence::Presence;
use crate::{Absence, Chooser, Command, Entry, Fact, FoldError, Setup, State, TokenHash, Wish};

/// More facts than this are never stored at once: deals thrown in, one after another, go on a second later.
const CHAIN: usize = 20;

/// How long such a table rests, in milliseconds.
const REST: u64 = 1_000;

/// Something that comes in.
#[derive(Debug)]
pub enum Input {
    /// Somebody came. The connection is told the table, or closed.
    Connect {
        /// Its number, used for no other before or after.
        connection: u64,
        /// Who it is.
        who: Who,
        /// The last version it saw.
        since: Option<u64>,
    },
    /// A connection sent a command.
    Command {
        /// Which.
        connection: u64,
        /// What the client calls the command.
        key: Key,
        /// The command.
        command: Command,
    },
    /// A connection went.
    Disconnect {
        /// Which.
        connection: u64,
    },
    /// What became of the last [`Output::Append`].
    Stored(Result<(), NotStored>),
    /// A bot has chosen, as [`Output::Think`] asked.
    Chosen {
        /// As it was asked.
        about: u64,
        /// As it was asked.
        by: Chooser,
        /// What it chose; `None` if it failed, and the first legal action is taken.
        action: Option<Action>,
    },
    /// What is advised, as [`Output::Advise`] asked; `None` if there is nothing to say.
    Advised {
        /// As it was asked.
        connection: u64,
        /// As it was asked.
        key: Key,
        /// As it was asked.
        about: u64,
        /// The advice.
        hint: Option<Hint>,
    },
    /// The time of the last [`Output::Wake`] has come.
    Tick,
}

/// Who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whoever has a token.
    Token {
        /// The hash of the token that was shown.
        shown: TokenHash,
        /// The hash of the token that an open seat is to be had with from now on.
        own: Option<TokenHash>,
    },
    /// Anybody who wants to watch.
    Public,
}

/// Why facts are not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotStored {
    /// The seat used this key before, longer ago than the session remembers.
    KeyUsed {
        /// The version that the command made then.
        version: u64,
    },
    /// Somebody else wrote to this table.
    Conflict,
    /// They could not be written, or it is not certain whether they were.
    Failed,
}

/// Something that has to be done, in the order told.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Store this, all of it or nothing, and then say [`Input::Stored`]. Nobody is told of it before.
    Append {
        /// The table itself, if it is new.
        make: Option<Box<Setup>>,
        /// What happened: at least one.
        entries: Vec<Entry>,
        /// The end of a match among these facts.
        ended: Option<Box<MatchEnd>>,
    },
    /// Send this to these connections.
    Tell {
        /// To whom.
        to: Vec<u64>,
        /// What.
        message: ServerMessage,
    },
    /// Let go of these connections, after what was told them.
    Close {
        /// Which.
        which: Vec<u64>,
        /// Why.
        why: Closed,
    },
    /// Have a bot choose, and then say [`Input::Chosen`]. What was asked before is not needed any more.
    Think(Box<Think>),
    /// Think about advice, and then say [`Input::Advised`].
    Advise {
        /// For whom.
        connection: u64,
        /// For which command.
        key: Key,
        /// At which version.
        about: u64,
        /// What the player sees.
        view: Box<View>,
    },
    /// Say [`Input::Tick`] at this time, and not at the one told before.
    Wake(Option<u64>),
    /// The session is over: its state is not certain. Whoever comes next needs one folded anew.
    Stop,
}

/// A choice that a bot is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Think {
    /// The version it is about.
    pub about: u64,
    /// Whether it plays for the seat, or only once because the time has run out. In the latter case it
    /// should answer after the same short time whatever the hand.
    pub by: Chooser,
    /// How well it plays.
    pub level: Level,
    /// What it sees.
    pub view: View,
    /// What its partner said in the huddle.
    pub wish: Option<Wish>,
}

impl Think {
    /// What the bot does without thinking: it leaves the pose to a partner who asks for it.
    pub fn agreed(&self) -> Option<Action> {
        let asked = self.wish == Some(Wish::Mine) && self.view.check(Action::HandOver).is_ok();
        asked.then_some(Action::HandOver)
    }
}

/// The end of a match, for whoever keeps results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// Its number at the table, from 1.
    pub number: u32,
    /// The number of the rules engine it was played by.
    pub engine: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who won.
    pub winner: Team,
    /// The score of each side.
    pub scores: ByTeam<u16>,
    /// How many rounds were finished.
    pub rounds: u16,
    /// The seed of its deals.
    pub seed: Seed,
    /// Who sat where at the end.
    pub seats: Vec<Sitter>,
}

/// Who sat in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Who held it.
    pub holder: Holder,
    /// What the player was called.
    pub name: Option<String>,
    /// Why a bot played for the person at the end, if one did.
    pub absence: Option<Absence>,
}

/// A table in play: the state, who is there, and what is under way. It is told the time with every input,
/// in milliseconds since 1970; that time must not go backwards.
#[derive(Debug)]
pub struct Session {
    state: State,
    there: Presence,
    budget: Budget,
    /// Since when the table has waited for what it waits for.
    since: u64,
    /// What waits to be stored.
    pending: Option<Pending>,
    /// What came in meanwhile.
    queue: VecDeque<Input>,
    /// What a bot thinks about.
    thinking: Option<Thinking>,
    /// Whether somebody thinks about advice: one at a time.
    advising: bool,
    /// Until when nothing happens by itself.
    rests_until: u64,
    wake: Option<u64>,
    /// What was told last of who is there.
    told_presence: Vec<(u8, Option<u64>)>,
    over: bool,
}

/// One input being handled.
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

/// What a bot was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thinking {
    about: u64,
    by: Chooser,
    wish: Option<Wish>,
}

/// Facts that wait to be stored, and what is to be done then.
#[derive(Debug)]
struct Pending {
    next: State,
    then: Then,
}

/// What is to be done when facts are stored.
#[derive(Debug)]
enum Then {
    /// Nothing but telling of them.
    Tell,
    /// To answer a command, and to let go of the connections of a seat but for one.
    Answer {
        connection: u64,
        key: Key,
        gone: Option<Gone>,
    },
    /// To welcome somebody.
    Welcome {
        connection: u64,
        seat: Seat,
        since: Option<u64>,
    },
}

/// Connections that a command closes.
#[derive(Clone, Copy, Debug)]
struct Gone {
    seat: Seat,
    but: Option<u64>,
    why: Closed,
}

impl Session {
    /// A new table; it is stored with its first fact. `seed` makes seeds that nobody can guess.
    ///
    /// # Errors
    ///
    /// If the plans for the seats do not go with the rules.
    pub fn create(
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
        session.advance(&mut step);
        Ok((session, step.out))
    }

    /// A table as it was stored. A turn that runs begins anew: time in which nobody kept the table counts
    /// against nobody.
    ///
    /// # Errors
    ///
    /// If the facts are not those of a table.
    pub fn load(setup: Setup, entries: &[Entry], now: u64) -> Result<Self, FoldError> {
        Ok(Self::of(State::fold(setup, entries)?, now))
    }

    fn of(state: State, now: u64) -> Self {
        let n_seats = state.rules().n_seats();
        Self {
            there: Presence::new(n_seats, now),
            budget: Budget::new(now),
            since: now,
            pending: None,
            queue: VecDeque::new(),
            thinking: None,
            advising: false,
            rests_until: 0,
            wake: None,
            told_presence: vec![(0, None); usize::from(n_seats)],
            over: false,
            state,
        }
    }

    /// The table as it stands: what is stored.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Whether nobody is there, nothing happens by itself, and nothing is under way: the host may drop
    /// the session and load it again when somebody comes.
    pub fn is_idle(&self) -> bool {
        self.there.is_empty()
            && self.pending.is_none()
            && self.thinking.is_none()
            && self.wake.is_none()
    }

    /// Whether the session is over: see [`Output::Stop`].
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Lets go of everybody, for this reason; the session is over then.
    pub fn stop(&mut self, why: Closed) -> Vec<Output> {
        self.over = true;
        let which = self.there.all();
        vec![Output::Close { which, why }, Output::Stop]
    }

    /// Takes something in, and says what has to be done. While facts wait to be stored, everything else
    /// waits for them. The cost is that of a few copies of the state for whatever changes it.
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
            Input::Command {
                connection,
                key,
                command,
            } => self.command(connection, key, &command, step),
            Input::Disconnect { connection } => {
                self.there.go(|id, _| id == connection, step.now);
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
                match hint.filter(|_| self.state.moved() == about) {
                    Some(hint) => step.tell(connection, ServerMessage::Hint { key, hint }),
                    None => self.refuse(connection, key, Refusal::NotNow, step),
                }
            }
            // Whoever wakes up is told anew when to wake up next.
            Input::Tick => self.wake = None,
            Input::Stored(_) => {}
        }
    }

    fn connect(&mut self, connection: u64, who: Who, since: Option<u64>, step: &mut Step<'_>) {
        let (shown, own) = match who {
            Who::Token { shown, own } => (shown, own),
            Who::Public => {
                match self.there.check(Viewer::Public) {
                    Ok(()) => self.welcome(connection, Viewer::Public, since, step),
                    Err(why) => step.close(connection, why),
                }
                return;
            }
        };
        let Some(seat) = self.state.seat_of(&shown) else {
            step.close(connection, Closed::BadToken);
            return;
        };
        if let Err(why) = self.there.check(seat.into()) {
            step.close(connection, why);
            return;
        }
        let state = self.state.seat(seat);
        let fact = match (state.holder(), state.absence()) {
            (Holder::Open, _) => match own.map(|own| self.state.new_token(&own)) {
                Some(Ok(own)) => Some(Fact::Sat {
                    seat,
                    token: Some(own),
                }),
                Some(Err(_)) | None => {
                    step.close(connection, Closed::NoOwnToken);
                    return;
                }
            },
            (_, Some(_)) => Some(Fact::Back { seat }),
            (_, None) => None,
        };
        match fact {
            None => self.welcome(connection, seat.into(), since, step),
            Some(fact) => {
                self.there.expect(seat, step.now);
                let then = Then::Welcome {
                    connection,
                    seat,
                    since,
                };
                if !self.commit(fact, None, then, step) {
                    step.close(connection, Closed::Unavailable);
                }
            }
        }
    }

    fn welcome(
        &mut self,
        connection: u64,
        viewer: Viewer,
        since: Option<u64>,
        step: &mut Step<'_>,
    ) {
        self.there.come(connection, viewer, step.now);
        let delta = since.and_then(|since| self.state.events_for(viewer, since));
        let clock = self.clock(step.now);
        let message = match (delta, self.state.match_info()) {
            (Some(events), _) => ServerMessage::Delta {
                version: self.state.version(),
                events,
                presence: self
                    .state
                    .all_seats()
                    .map(|seat| self.presence(seat))
                    .collect(),
                clock,
            },
            (None, Some(game)) => ServerMessage::Snapshot(Box::new(Snapshot {
                version: self.state.version(),
                seat: viewer.seat().map(Into::into),
                maker: self.state.setup().maker.into(),
                rules: self.state.table_rules().clone(),
                seats: self
                    .state
                    .all_seats()
                    .map(|seat| self.seat_info(seat))
                    .collect(),
                game,
                turn_time: self.state.turn_time(),
                grace: self.state.setup().grace,
                level: self.state.level(),
                hints: self.state.advice().into(),
                clock,
                events: self.state.events_since_deal(viewer),
            })),
            // A table is stored with its first match, and nobody comes before it is stored.
            (None, None) => return,
        };
        step.tell(connection, message);
        self.tell_presence(step);
    }

    fn seat_info(&self, seat: Seat) -> SeatInfo {
        let state = self.state.seat(seat);
        SeatInfo {
            holder: state.holder(),
            name: state.name().cloned(),
            stand_in: self.state.stand_in(seat),
            devices: self.there.devices(seat),
            bot_at: self.bot_at(seat),
        }
    }

    fn presence(&self, seat: Seat) -> capicu_protocol::Presence {
        capicu_protocol::Presence {
            seat: seat.into(),
            devices: self.there.devices(seat),
            bot_at: self.bot_at(seat),
        }
    }

    fn bot_at(&self, seat: Seat) -> Option<u64> {
        let playing = self.state.waiting() != Waiting::Nothing;
        self.there.bot_at(&self.state, seat).filter(|_| playing)
    }

    /// Tells everybody whatever changed about who is there.
    fn tell_presence(&mut self, step: &mut Step<'_>) {
        for seat in self.state.all_seats() {
            let presence = self.presence(seat);
            let new = (presence.devices, presence.bot_at);
            if std::mem::replace(&mut self.told_presence[seat.index()], new) != new {
                let to = self.there.all();
                if !to.is_empty() {
                    let message = ServerMessage::Presence(presence);
                    step.out.push(Output::Tell { to, message });
                }
            }
        }
    }

    fn command(&mut self, connection: u64, key: Key, command: &Command, step: &mut Step<'_>) {
        let Some(viewer) = self.there.viewer(connection) else {
            return;
        };
        let Some(seat) = viewer.seat() else {
            // Whoever only watches has no say.
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
                Ok(_) => self.refuse(connection, key, Refusal::NotNow, step),
                Err(refusal) => self.refuse(connection, key, refusal, step),
            }
            return;
        }
        if let Some(version) = self.state.done(seat, &key) {
            step.tell(connection, ServerMessage::Done { key, version });
            return;
        }
        let decided = self.state.decide(seat, command, &self.there);
        let fact = match decided {
            Ok(Some(fact)) => fact,
            Ok(None) => {
                let version = self.state.version();
                step.tell(connection, ServerMessage::Done { key, version });
                return;
            }
            Err(refusal) => return self.refuse(connection, key, refusal, step),
        };
        if is_talk(&fact) && !self.budget.spend(step.now) {
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
            _ => None,
        };
        let then = Then::Answer {
            connection,
            key: key.clone(),
            gone,
        };
        if !self.commit(fact, Some((seat, key.clone())), then, step) {
            self.refuse(connection, key, Refusal::NotNow, step);
        }
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
        let legal = |action: &Action| self.state.acted(by, *action).ok();
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

    /// Has a fact stored, and all that is due after it. `false` if it cannot happen.
    fn commit(
        &mut self,
        fact: Fact,
        command: Option<(Seat, Key)>,
        then: Then,
        step: &mut Step<'_>,
    ) -> bool {
        let mut next = self.state.clone();
        let first = Entry {
            version: next.version() + 1,
            at: step.now.max(next.at()),
            command,
            fact,
        };
        if next.apply(&first).is_err() {
            return false;
        }
        let mut entries = vec![first];
        let happened = self.add_due(&mut next, &mut entries, step);
        if happened {
            self.append(next, entries, then, step);
        }
        happened
    }

    /// Has all stored that is due. `false` if nothing is.
    fn commit_due(&mut self, step: &mut Step<'_>) -> bool {
        if self.state.due(self.at(step.now), step.seed).is_none() {
            return false;
        }
        let (mut next, mut entries) = (self.state.clone(), Vec::new());
        let happened = self.add_due(&mut next, &mut entries, step);
        if happened {
            self.append(next, entries, Then::Tell, step);
        }
        happened
    }

    /// Lets all happen that is due. `false` if something was due that cannot happen, which would be a bug.
    fn add_due(&mut self, next: &mut State, entries: &mut Vec<Entry>, step: &mut Step<'_>) -> bool {
        while entries.len() < CHAIN {
            let now = Now {
                there: &self.there,
                since: self.since_of(next, step.now),
                now: step.now,
            };
            let Some(fact) = next.due(now, step.seed) else {
                return true;
            };
            let entry = Entry {
                version: next.version() + 1,
                at: step.now.max(next.at()),
                command: None,
                fact,
            };
            if next.apply(&entry).is_err() {
                debug_assert!(false, "{entry:?} was due and cannot happen");
                return false;
            }
            entries.push(entry);
        }
        self.rests_until = step.now + REST;
        true
    }

    /// Since when a state waits for what it waits for.
    fn since_of(&self, state: &State, now: u64) -> u64 {
        if state.moved() == self.state.moved() {
            self.since
        } else {
            now
        }
    }

    fn append(&mut self, next: State, entries: Vec<Entry>, then: Then, step: &mut Step<'_>) {
        let make = (self.state.version() == 0).then(|| Box::new(self.state.setup().clone()));
        let ended = ended(&next, &entries).map(Box::new);
        self.pending = Some(Pending { next, then });
        step.out.push(Output::Append {
            make,
            entries,
            ended,
        });
    }

    fn stored(&mut self, stored: Result<(), NotStored>, step: &mut Step<'_>) {
        let Some(Pending { next, then }) = self.pending.take() else {
            return;
        };
        match stored {
            Ok(()) => {
                let before = self.state.version();
                self.since = self.since_of(&next, step.now);
                self.state = next;
                self.tell_since(before, step);
                self.then(then, before + 1, step);
            }
            Err(NotStored::KeyUsed { version }) => match then {
                Then::Answer {
                    connection, key, ..
                } => step.tell(connection, ServerMessage::Done { key, version }),
                // Only a command has a key.
                Then::Tell | Then::Welcome { .. } => self.give_up(Closed::Restarted, step),
            },
            Err(failed) => {
                let why = match failed {
                    NotStored::Conflict => Closed::Restarted,
                    _ => Closed::Unavailable,
                };
                match then {
                    Then::Answer {
                        connection, key, ..
                    } => self.refuse(connection, key, Refusal::Unavailable, step),
                    Then::Welcome { connection, .. } => step.close(connection, why),
                    Then::Tell => {}
                }
                self.give_up(why, step);
            }
        }
    }

    fn give_up(&mut self, why: Closed, step: &mut Step<'_>) {
        for input in self.queue.drain(..) {
            if let Input::Connect { connection, .. } = input {
                step.close(connection, why);
            }
        }
        step.out.extend(self.stop(why));
    }

    fn then(&mut self, then: Then, version: u64, step: &mut Step<'_>) {
        match then {
            Then::Tell => {}
            Then::Answer {
                connection,
                key,
                gone,
            } => {
                step.tell(connection, ServerMessage::Done { key, version });
                if let Some(Gone { seat, but, why }) = gone {
                    let of = |id, viewer| viewer == Viewer::Seat(seat) && Some(id) != but;
                    let which = self.there.go(of, step.now);
                    if !which.is_empty() {
                        step.out.push(Output::Close { which, why });
                    }
                }
                self.tell_presence(step);
            }
            Then::Welcome {
                connection,
                seat,
                since,
            } => self.welcome(connection, seat.into(), since, step),
        }
    }

    /// Tells everybody what happened since a version.
    fn tell_since(&mut self, before: u64, step: &mut Step<'_>) {
        let clock = self.clock(step.now);
        let version = self.state.version();
        for viewer in self.there.viewers() {
            // What is older than the log needs nobody who was there to hear it.
            let events = self.state.events_for(viewer, before).unwrap_or_default();
            step.out.push(Output::Tell {
                to: self.there.of(viewer),
                message: ServerMessage::Events {
                    version,
                    events,
                    clock,
                },
            });
        }
        self.tell_presence(step);
    }

    fn clock(&self, now: u64) -> Clock {
        Clock {
            now,
            deadline: self.state.deadline(self.at(now)),
        }
    }

    const fn at(&self, now: u64) -> Now<'_> {
        Now {
            there: &self.there,
            since: self.since,
            now,
        }
    }

    /// Lets everything happen that is due, sets bots thinking, and says when to come back.
    fn advance(&mut self, step: &mut Step<'_>) {
        if self.over || self.pending.is_some() {
            return;
        }
        if step.now >= self.rests_until && self.commit_due(step) {
            return;
        }
        self.tell_presence(step);
        self.arrange(step);
    }

    fn arrange(&mut self, step: &mut Step<'_>) {
        let moved = self.state.moved();
        // What a partner says in the huddle may change a bot's mind.
        let wish = match self.state.waiting() {
            Waiting::Act(seat) => self.wish_for(seat),
            _ => None,
        };
        let holds = |thinking: &Thinking| thinking.about == moved && thinking.wish == wish;
        self.thinking = self.thinking.filter(holds);
        let now = step.now;
        let deadline = self.state.deadline(self.at(now));
        let turn_over = matches!(deadline, Some(Deadline::Turn { at, .. }) if at <= now);
        if let (Waiting::Act(seat), None) = (self.state.waiting(), self.thinking) {
            if !self.state.person_plays(seat) {
                self.think(seat, Chooser::Bot, step);
            } else if turn_over {
                self.think(seat, Chooser::Clock, step);
            }
        }
        let by_clock = deadline.map(|deadline| match deadline {
            Deadline::Turn { at, .. } | Deadline::Deal { at } => at,
        });
        let times = [
            by_clock.filter(|_| self.thinking.is_none()),
            self.state.next_away(&self.there),
            (self.rests_until > now).then_some(self.rests_until),
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
        self.thinking = Some(Thinking { about, by, wish });
        step.out.push(Output::Think(Box::new(Think {
            about,
            by,
            level: self.state.level(),
            view,
            wish,
        })));
    }

    /// What the partner of a seat said in the huddle.
    fn wish_for(&self, seat: Seat) -> Option<Wish> {
        let partner = self.state.rules().partner(seat)?;
        self.state.wish(partner)
    }
}

/// Whether somebody could make a table's journal grow by doing it again and again.
const fn is_talk(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Named { .. }
            | Fact::Wished { .. }
            | Fact::Rotated { .. }
            | Fact::Renewed { .. }
            | Fact::Away { .. }
    )
}

fn ended(state: &State, entries: &[Entry]) -> Option<MatchEnd> {
    let played = |entry: &Entry| matches!(entry.fact, Fact::Acted { .. } | Fact::Called { .. });
    let game = state.game().filter(|game| game.stopped.is_none())?;
    let result = game.table.game().result()?;
    if !entries.iter().any(played) {
        return None;
    }
    let standing = game.table.game().standing();
    Some(MatchEnd {
        number: game.number,
        engine: game.engine,
        at: state.at(),
        winner: result.winner,
        scores: standing.scores,
        rounds: standing.round,
        seed: game.seed.clone(),
        seats: state
            .all_seats()
            .map(|seat| {
                let seat = state.seat(seat);
                Sitter {
                    holder: seat.holder(),
                    name: seat.name().cloned(),
                    absence: seat.absence(),
                }
            })
            .collect(),
    })
}
