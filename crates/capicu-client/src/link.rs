//! The connection of a seat. It opens, detects a dead connection and reconnects, and loses or repeats no command.

use std::collections::VecDeque;

use capicu_protocol::{ClientMessage, Closed, Hint, Key, Refusal, ServerMessage, Token, VERSION};

/// A connection that is silent for longer than this counts as dead, in milliseconds.
pub const SILENCE: f64 = 25_000.0;

/// The interval between pings, in milliseconds.
pub const PING: f64 = 10_000.0;

/// A command that could not be carried out yet is sent again after this time, in milliseconds.
const AGAIN: f64 = 1_000.0;

/// The first and the longest wait before reconnecting, in milliseconds.
const WAITS: (f64, f64) = (300.0, 10_000.0);

/// The state of a seat's connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// Connecting for the first time, or back to a table that the player left.
    Connecting,
    /// Connected, with the state of the table received.
    Connected,
    /// The connection is lost; the next attempt is at this time of the device, in milliseconds.
    Lost {
        /// When the next attempt begins.
        until: f64,
    },
    /// The server closed the connection, and the link does not try again on its own.
    Closed(Closed),
}

/// An input of a link.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Connect now: for the first time, before the wait is over, or to come back to the table.
    Connect,
    /// The requested connection is open.
    Opened,
    /// The server sent this message.
    Heard(ServerMessage),
    /// The connection is lost, or could not be opened.
    Closed,
    /// Time has passed. Send it about every second.
    Tick,
    /// The person gives this command, with a key of its own.
    Say(ClientMessage),
    /// Tokens that may open the seat too, found after [`Closed::BadToken`]: another tab may have stored them.
    Tokens(Vec<Token>),
}

/// Something for the caller to do, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Close the current connection, if any, and open another after this time.
    Connect {
        /// The time to wait, in milliseconds; 0 for none.
        after: f64,
    },
    /// Close the connection.
    HangUp,
    /// Store this token as the only one that opens the seat.
    KeepOwn(Token),
    /// Store this token in addition to the other: after the next message, either may open the seat.
    KeepNext(Token),
    /// Delete the token that was stored in addition to the other.
    ForgetNext,
    /// Send this to the server.
    Send(ClientMessage),
    /// Handle this change.
    Changed(Change),
}

/// News for the user of the link.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The state of the connection has changed.
    Status(Status),
    /// A message about the table, each once and in order: for [`ClientTable::hear`](crate::ClientTable::hear).
    Told(ServerMessage),
    /// A command was answered.
    Answered {
        /// The command with its key.
        command: ClientMessage,
        /// Why it was refused; `None` if it was carried out.
        refusal: Option<Refusal>,
    },
    /// The hint that was requested.
    Hint(Hint),
}

#[derive(Clone, Debug)]
struct Waiting {
    command: ClientMessage,
    /// When to send it again, if it could not be carried out yet.
    again: Option<f64>,
}

/// The token of the last `hello`.
#[derive(Clone, Debug)]
struct Shown {
    token: Token,
    with: With,
}

/// Whether a token was shown with an own token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum With {
    /// Without an own token: it opens a seat that has its person.
    Nothing,
    /// With an own token to sit down with.
    Own,
}

/// Whether this is a chat message or a pace, which is sent once and stored nowhere.
const fn is_said(command: &ClientMessage) -> bool {
    matches!(
        command,
        ClientMessage::Say { .. } | ClientMessage::Pace { .. }
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Down,
    Opening,
    Greeting,
    Up,
    Ended(Closed),
}

/// The connection of one seat, as a state machine. See [`Link::handle`].
#[derive(Clone, Debug)]
pub struct Link {
    /// Tokens that may open the seat, the likeliest first.
    tokens: Vec<Token>,
    /// Tokens that no longer open it.
    dead: Vec<Token>,
    /// Tokens unknown to the table, so that the account opened the seat.
    unknown: Vec<Token>,
    /// The token to sit down with.
    own: Token,
    /// The token that turned out to be the link of a seat nobody has taken.
    open: Option<Token>,
    shown: Option<Shown>,
    line: Line,
    status: Status,
    /// The last version received.
    version: Option<u64>,
    /// The number of failed attempts in a row.
    failed: u32,
    /// When the server last sent something; during a wait, when the connection is to be opened.
    heard: f64,
    pinged: f64,
    unanswered: VecDeque<Waiting>,
}

impl Link {
    /// Makes a link with tokens that may open the seat, the likeliest first. Without tokens, the server opens the
    /// account's seat or lets the client watch. `own` is a new token, or one [stored](Output::KeepNext) and still
    /// undecided: it will open the seat if a token is the link of an open seat.
    pub fn new(tokens: impl IntoIterator<Item = Token>, own: Token) -> Self {
        let mut link = Self {
            tokens: Vec::new(),
            dead: Vec::new(),
            unknown: Vec::new(),
            own,
            open: None,
            shown: None,
            line: Line::Down,
            status: Status::Connecting,
            version: None,
            failed: 0,
            heard: 0.0,
            pinged: 0.0,
            unanswered: VecDeque::new(),
        };
        link.add(tokens);
        link
    }

    /// The state of the connection.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Commands that have not been answered, in the order they were given.
    pub fn unanswered(&self) -> impl Iterator<Item = &ClientMessage> {
        self.unanswered.iter().map(|waiting| &waiting.command)
    }

    /// Handles an input and returns what to do. `now` is the device's time in milliseconds. `chance`, from 0 to 1,
    /// spreads the reconnections of clients that lost their server together.
    ///
    /// Do not pass in anything from a connection that was closed.
    pub fn handle(&mut self, input: Input, now: f64, chance: f64) -> Vec<Output> {
        let mut out = Vec::new();
        match input {
            Input::Connect => self.connect_now(now, &mut out),
            Input::Opened if self.line == Line::Opening => self.greet(now, &mut out),
            Input::Heard(message) if self.is_open() => {
                self.heard = now;
                self.hear(message, now, chance, &mut out);
            }
            Input::Closed if self.is_open() => self.lost(now, chance, &mut out),
            Input::Tick => self.tick(now, chance, &mut out),
            Input::Say(command) => self.say(command, &mut out),
            Input::Tokens(tokens) if self.line == Line::Ended(Closed::BadToken) => {
                self.add(tokens);
                if !self.tokens.is_empty() {
                    self.come_back(now, &mut out);
                }
            }
            Input::Opened | Input::Heard(_) | Input::Closed | Input::Tokens(_) => {}
        }
        out
    }

    const fn is_open(&self) -> bool {
        !matches!(self.line, Line::Down | Line::Ended(_))
    }

    fn add(&mut self, tokens: impl IntoIterator<Item = Token>) {
        for token in tokens {
            if !self.dead.contains(&token) && !self.tokens.contains(&token) {
                self.tokens.push(token);
            }
        }
    }
}

impl Link {
    fn connect_now(&mut self, now: f64, out: &mut Vec<Output>) {
        match self.line {
            Line::Down | Line::Ended(Closed::Left) => self.come_back(now, out),
            // The wait is not over yet.
            Line::Opening if now < self.heard => self.connect(now, 0.0, out),
            _ => {}
        }
    }

    fn come_back(&mut self, now: f64, out: &mut Vec<Output>) {
        self.set_status(Status::Connecting, out);
        self.connect(now, 0.0, out);
    }

    fn connect(&mut self, now: f64, after: f64, out: &mut Vec<Output>) {
        self.line = Line::Opening;
        self.shown = None;
        self.unanswered.retain(|waiting| !is_said(&waiting.command));
        self.heard = now + after;
        out.push(Output::Connect { after });
    }

    fn lost(&mut self, now: f64, chance: f64, out: &mut Vec<Output>) {
        let (first, longest) = WAITS;
        let wait = (first * f64::from(1_u32 << self.failed.min(6))).min(longest);
        // A quarter of it is random.
        let wait = wait * (0.75 + 0.25 * chance.clamp(0.0, 1.0));
        self.failed += 1;
        self.set_status(Status::Lost { until: now + wait }, out);
        self.connect(now, wait, out);
    }

    fn end(&mut self, why: Closed, out: &mut Vec<Output>) {
        self.line = Line::Ended(why);
        self.shown = None;
        out.push(Output::HangUp);
        self.set_status(Status::Closed(why), out);
    }

    fn set_status(&mut self, status: Status, out: &mut Vec<Output>) {
        if self.status != status {
            self.status = status;
            out.push(Output::Changed(Change::Status(status)));
        }
    }

    fn greet(&mut self, now: f64, out: &mut Vec<Output>) {
        let token = self.tokens.first().cloned();
        if token.is_none() && !self.dead.is_empty() {
            return self.end(Closed::BadToken, out);
        }
        self.heard = now;
        self.line = Line::Greeting;
        let Some(token) = token else {
            return out.push(Output::Send(ClientMessage::Hello {
                protocol: VERSION,
                token: None,
                own: None,
                since: self.version,
            }));
        };
        let sits_down = self.open.as_ref() == Some(&token);
        let with = if sits_down { With::Own } else { With::Nothing };
        if sits_down {
            out.push(Output::KeepNext(self.own.clone()));
            // If the answer gets lost, the player's token may already be the seat's.
            self.tokens.retain(|kept| *kept != self.own);
            self.tokens.insert(0, self.own.clone());
        }
        out.push(Output::Send(ClientMessage::Hello {
            protocol: VERSION,
            token: Some(token.clone()),
            own: sits_down.then(|| self.own.clone()),
            since: self.version,
        }));
        self.shown = Some(Shown { token, with });
    }

    /// The table sent its state: the token that was shown opens the seat.
    fn welcome(&mut self, now: f64, out: &mut Vec<Output>) {
        self.line = Line::Up;
        self.failed = 0;
        self.pinged = now;
        if let Some(shown) = &self.shown {
            let token = match shown.with {
                With::Nothing => shown.token.clone(),
                With::Own => self.own.clone(),
            };
            self.settle(token, out);
        }
        self.set_status(Status::Connected, out);
        for waiting in &mut self.unanswered {
            waiting.again = None;
            out.push(Output::Send(waiting.command.clone()));
        }
    }

    /// The account opened the seat, so the token that was shown is not the seat's. Returns whether another token may
    /// be; it is then the next to be shown.
    fn prefers_another(&mut self) -> bool {
        self.unknown
            .extend(self.shown.take().map(|shown| shown.token));
        let mut tokens = self.tokens.iter();
        let Some(at) = tokens.position(|token| !self.unknown.contains(token)) else {
            return false;
        };
        self.tokens[..=at].rotate_right(1);
        true
    }

    /// This token opens the seat, and no other, unless a change is in progress.
    fn settle(&mut self, token: Token, out: &mut Vec<Output>) {
        self.open = None;
        self.unknown.clear();
        self.shown = Some(Shown {
            token: token.clone(),
            with: With::Nothing,
        });
        self.tokens = vec![token.clone()];
        out.push(Output::KeepOwn(token));
        if let Some(next) = self.next() {
            out.push(Output::KeepNext(next.clone()));
            self.add([next]);
        }
    }

    /// The new token that the seat was asked to change to.
    fn next(&self) -> Option<Token> {
        self.unanswered().find_map(|command| match command {
            ClientMessage::Rotate { token, .. } => Some(token.clone()),
            _ => None,
        })
    }

    fn tick(&mut self, now: f64, chance: f64, out: &mut Vec<Output>) {
        if self.is_open() && now - self.heard > SILENCE {
            return self.lost(now, chance, out);
        }
        if self.line != Line::Up {
            return;
        }
        if now - self.pinged >= PING {
            self.pinged = now;
            out.push(Output::Send(ClientMessage::Ping { n: 0 }));
        }
        for waiting in &mut self.unanswered {
            if waiting.again.is_some_and(|again| again <= now) {
                waiting.again = None;
                out.push(Output::Send(waiting.command.clone()));
            }
        }
    }
}

impl Link {
    fn say(&mut self, command: ClientMessage, out: &mut Vec<Output>) {
        if command.key().is_none() || matches!(self.line, Line::Ended(_)) {
            return;
        }
        // A chat message is sent now or not at all.
        if is_said(&command) && self.line != Line::Up {
            return;
        }
        if let ClientMessage::Rotate { token, .. } = &command {
            // Only one additional token can be stored, so one change at a time, and none while sitting down.
            if self.next().is_some() || self.version.is_none() {
                return;
            }
            out.push(Output::KeepNext(token.clone()));
            self.tokens.push(token.clone());
        }
        if self.line == Line::Up {
            out.push(Output::Send(command.clone()));
        }
        self.unanswered.push_back(Waiting {
            command,
            again: None,
        });
    }

    fn hear(&mut self, message: ServerMessage, now: f64, chance: f64, out: &mut Vec<Output>) {
        match message {
            ServerMessage::Snapshot(ref snapshot) => {
                if snapshot.by_session && self.prefers_another() {
                    return self.connect(now, 0.0, out);
                }
                self.version = Some(snapshot.version);
                out.push(Output::Changed(Change::Told(message)));
                self.welcome(now, out);
            }
            ServerMessage::Delta { version, .. } => {
                if self.version.is_some_and(|seen| seen <= version) {
                    self.version = Some(version);
                    out.push(Output::Changed(Change::Told(message)));
                }
                self.welcome(now, out);
            }
            ServerMessage::Events {
                version,
                ref events,
                ..
            } => {
                // Known events are not passed on again, but the clock may be.
                let new = self.version.is_some_and(|seen| match version.cmp(&seen) {
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Equal => events.is_empty(),
                    std::cmp::Ordering::Greater => true,
                });
                if self.line == Line::Up && new {
                    self.version = Some(version);
                    out.push(Output::Changed(Change::Told(message)));
                }
            }
            ServerMessage::Presence(_)
            | ServerMessage::Code { .. }
            | ServerMessage::Queue { .. }
            | ServerMessage::Watchers { .. }
            | ServerMessage::Said { .. }
                if self.line == Line::Up =>
            {
                out.push(Output::Changed(Change::Told(message)));
            }
            ServerMessage::Done { key, .. } => self.done(&key, out),
            ServerMessage::Hint { key, hint } => {
                if self.answered(&key).is_some() {
                    out.push(Output::Changed(Change::Hint(hint)));
                }
            }
            ServerMessage::Refused { key, refusal, .. } => self.refused(&key, refusal, now, out),
            ServerMessage::Presence(_)
            | ServerMessage::Code { .. }
            | ServerMessage::Queue { .. }
            | ServerMessage::Watchers { .. }
            | ServerMessage::Said { .. }
            | ServerMessage::Pong { .. } => {}
            ServerMessage::Closed { why } => self.closed(why, now, chance, out),
        }
    }

    fn answered(&mut self, key: &Key) -> Option<ClientMessage> {
        let of = |waiting: &Waiting| waiting.command.key() == Some(key);
        let at = self.unanswered.iter().position(of)?;
        self.unanswered.remove(at).map(|waiting| waiting.command)
    }

    fn done(&mut self, key: &Key, out: &mut Vec<Output>) {
        let Some(command) = self.answered(key) else {
            return;
        };
        if let ClientMessage::Rotate { token, .. } = &command {
            self.settle(token.clone(), out);
        }
        out.push(Output::Changed(Change::Answered {
            command,
            refusal: None,
        }));
    }

    fn refused(&mut self, key: &Key, refusal: Refusal, now: f64, out: &mut Vec<Output>) {
        let is_passing = matches!(refusal, Refusal::Unavailable | Refusal::TooOften);
        let mut of_the_key = self.unanswered.iter_mut();
        let found = of_the_key.find(|waiting| waiting.command.key() == Some(key));
        if is_passing && !found.as_ref().is_some_and(|found| is_said(&found.command)) {
            if let Some(waiting) = found {
                waiting.again = Some(now + AGAIN);
            }
            return;
        }
        let Some(command) = self.answered(key) else {
            return;
        };
        if let ClientMessage::Rotate { token, .. } = &command {
            if self
                .shown
                .as_ref()
                .is_some_and(|shown| shown.token == *token)
            {
                // The token was changed after all: it has just opened the seat.
                self.settle(token.clone(), out);
            } else {
                self.tokens.retain(|kept| kept != token);
                out.push(Output::ForgetNext);
            }
        }
        let refusal = Some(refusal);
        out.push(Output::Changed(Change::Answered { command, refusal }));
    }

    fn closed(&mut self, why: Closed, now: f64, chance: f64, out: &mut Vec<Output>) {
        let shown = self.shown.take();
        match (why, shown) {
            (Closed::BadToken, Some(shown)) => {
                self.tokens.retain(|token| *token != shown.token);
                self.dead.push(shown.token);
                if self.tokens.is_empty() {
                    self.end(why, out);
                } else {
                    self.connect(now, 0.0, out);
                }
            }
            (Closed::NoOwnToken, Some(shown)) if shown.with == With::Nothing => {
                self.open = Some(shown.token);
                self.connect(now, 0.0, out);
            }
            // The player's token is in use: by this seat, if an answer was lost.
            (Closed::NoOwnToken, Some(_)) if !self.dead.contains(&self.own) => {
                self.connect(now, 0.0, out);
            }
            (Closed::Left, _) => {
                // Coming back must not mean leaving again.
                let left =
                    |waiting: &Waiting| matches!(waiting.command, ClientMessage::Leave { .. });
                self.unanswered.retain(|waiting| !left(waiting));
                self.end(why, out);
            }
            _ if why.is_passing() => self.lost(now, chance, out),
            _ => self.end(why, out),
        }
    }
}
