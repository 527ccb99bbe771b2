//! People: each has a device with the client of browsers, makes or seeks tables, plays, and is slow.

use std::time::Duration;

use capicu::Viewer;
use capicu_client::{Attendance, Change, ClientTable, Command, Input, Link, Output, Status};
use capicu_protocol::{Key, Phrase, Saying, ServerMessage, Token, decode, encode};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::DuplexStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::Lie;
use super::chance::Chance;
use super::net::{Net, Way};
use super::request::{Answer, ask};
use super::story::{Heard, Story};

type Socket = WebSocketStream<DuplexStream>;

/// Timeout of a handshake.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often the client checks its clock.
const TICK: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Person {
    pub number: u32,
    pub net: Net,
    pub story: Story,
    pub chance: Chance,
    /// The cookie of the session.
    pub cookie: Option<String>,
    pub lie: Lie,
}

/// Access to a table.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub table: String,
    /// The token of the seat; `None` for signed-in players and spectators.
    pub token: Option<Token>,
    /// The number of matches to play.
    pub matches: u32,
}

impl Person {
    pub fn name(&self) -> String {
        format!("p{}", self.number)
    }

    /// Sends a request, and stores the cookie.
    pub async fn ask(&mut self, line: &str, body: &str) -> Option<Answer> {
        let answer = ask(&self.net, self.number, line, self.cookie.as_deref(), body).await;
        let told = answer.as_ref().map(|answer| answer.status);
        self.story
            .log(self.name(), format_args!("{line}: {told:?}"));
        let set = answer.as_ref().and_then(|answer| answer.line("set-cookie"));
        if let Some(set) = set.filter(|set| set.starts_with("capicu=")) {
            self.cookie = set.split(';').next().map(str::to_owned);
        }
        answer
    }

    /// Repeats a request until it succeeds.
    pub async fn insist(&mut self, line: &str, body: &str) -> Answer {
        loop {
            match self.ask(line, body).await {
                Some(answer) if answer.status < 400 => return answer,
                Some(answer) if !matches!(answer.status, 429 | 503) => {
                    self.story
                        .wrong(format_args!("{line}: {} {}", answer.status, answer.body));
                    return answer;
                }
                _ => {}
            }
            sleep(Duration::from_millis(500 + self.chance.below(1_000))).await;
        }
    }

    /// Becomes a member.
    pub async fn join(&mut self) {
        let name = format!("member{}", self.number);
        self.insist("POST /api/me", &format!("{{\"name\":\"{name}\"}}"))
            .await;
        self.insist(
            "POST /api/me/member",
            &format!("{{\"username\":\"{name}\"}}"),
        )
        .await;
    }

    /// Seeks a rated match, and waits for the table. `None` if nobody else comes.
    pub async fn seek(&mut self) -> Option<String> {
        const WISH: &str = "game=draw&speed=fast&stakes=rated";
        for _ in 0..10 {
            self.insist("POST /lobby", WISH).await;
            for _ in 0..20 {
                let answer = self.ask("GET /lobby/wait", "").await;
                let answer = answer.filter(|answer| answer.status == 303);
                let table = answer.as_ref().and_then(table_of);
                if table.is_some() {
                    return table;
                }
                sleep(Duration::from_secs(2)).await;
            }
        }
        None
    }

    /// Sits down at a rated table with bots.
    pub async fn against_bots(&mut self) -> Option<String> {
        let answer = self
            .insist("POST /lobby", "company=bots&game=draw&speed=fast&level=1")
            .await;
        table_of(&answer)
    }

    /// Plays the matches at a table.
    pub async fn plays(mut self, ticket: Ticket) {
        let own = Token::new(self.chance.bytes());
        let mut device = Device {
            link: Link::new(ticket.token.clone(), own),
            table: None,
            socket: None,
            connects: None,
            acts: None,
            said: 0,
            ticket,
            person: self,
        };
        device.run().await;
    }
}

fn table_of(answer: &Answer) -> Option<String> {
    let to = answer.line("location")?.strip_prefix("/t/")?;
    Some(to.to_owned())
}

/// A client at a table.
struct Device {
    person: Person,
    ticket: Ticket,
    link: Link,
    table: Option<ClientTable>,
    socket: Option<Socket>,
    /// When to connect.
    connects: Option<Instant>,
    /// When to send something.
    acts: Option<Instant>,
    said: u32,
}

impl Device {
    async fn run(&mut self) {
        let mut tick = Instant::now() + TICK;
        self.take(Input::Connect).await;
        while !self.has_enough() {
            tokio::select! {
                biased;
                heard = hear(&mut self.socket) => {
                    let input = match heard {
                        Some(message) => {
                            self.note(&message);
                            Input::Heard(message)
                        }
                        None => {
                            self.socket = None;
                            Input::Closed
                        }
                    };
                    self.take(input).await;
                }
                () = at(self.connects) => {
                    self.connects = None;
                    self.socket = self.connect().await;
                    let input = match self.socket {
                        Some(_) => Input::Opened,
                        None => Input::Closed,
                    };
                    self.take(input).await;
                }
                () = at(self.acts) => {
                    self.acts = None;
                    if let Some(command) = self.wants() {
                        self.say(command).await;
                    }
                }
                () = sleep_until(tick) => {
                    tick += TICK;
                    self.take(Input::Tick).await;
                }
            }
            if let Status::Closed(why) = self.link.status() {
                self.person.story.wrong(format_args!(
                    "{} lost the seat: {why:?}",
                    self.person.name()
                ));
                return;
            }
            self.plan();
        }
        self.person.story.log(self.person.name(), "has enough");
    }

    fn has_enough(&self) -> bool {
        self.table.as_ref().is_some_and(|table| {
            let played = table.matched();
            played.number > self.ticket.matches
                || played.number == self.ticket.matches && played.over.is_some()
        })
    }

    /// Plans the next command, if there is one.
    fn plan(&mut self) {
        let is_free =
            self.link.status() == Status::Connected && self.link.unanswered().next().is_none();
        if !is_free
            || self.acts.is_some()
            || self
                .table
                .as_ref()
                .is_none_or(|table| owed(table).is_none())
        {
            return;
        }
        let chance = &mut self.person.chance;
        let time = match chance.below(100) {
            0..=1 => chance.among(30_000, 120_000),
            2..=9 => chance.among(3_000, 12_000),
            _ => chance.among(50, 1_200),
        };
        self.acts = Some(Instant::now() + Duration::from_millis(time));
    }

    /// Chooses the next command: sometimes another than the due one.
    fn wants(&mut self) -> Option<Command> {
        let table = self.table.as_ref()?;
        let owed = owed(table)?;
        let chance = &mut self.person.chance;
        Some(match chance.below(30) {
            0 => Command::Name(format!("p{} no {}", self.person.number, self.said)),
            1 => Command::Say(Saying::Phrase(
                chance.pick(&[Phrase::Hello, Phrase::GoodLuck]),
            )),
            _ => match owed {
                Command::Act(_) => {
                    let actions = table.round()?.distinct_actions();
                    Command::Act(actions[chance.below(actions.len() as u64) as usize])
                }
                owed => owed,
            },
        })
    }

    async fn say(&mut self, command: Command) {
        let Some(table) = &self.table else { return };
        self.said += 1;
        let key = Key::new(&format!("p{}n{}", self.person.number, self.said)).expect("a key");
        let message = command.message(key, table);
        self.person.story.log(
            self.person.name(),
            format_args!("says {}", encode(&message)),
        );
        self.take(Input::Say(message)).await;
        // Some are impatient, and reconnect before the answer arrives.
        if self.person.chance.once_in(60) {
            self.socket = None;
            self.take(Input::Closed).await;
        }
    }

    async fn take(&mut self, input: Input) {
        let (now, chance) = (self.now(), self.person.chance.part());
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            for output in self.link.handle(input, now, chance) {
                match output {
                    Output::Connect { after } => {
                        self.socket = None;
                        self.connects =
                            Some(Instant::now() + Duration::from_millis(after as u64 + 1));
                    }
                    Output::HangUp => self.socket = None,
                    Output::Send(message) => {
                        let text = Message::text(encode(&message));
                        if let Some(socket) = &mut self.socket
                            && socket.send(text).await.is_err()
                        {
                            self.socket = None;
                            inputs.push(Input::Closed);
                        }
                    }
                    Output::Changed(Change::Told(message)) => self.learn(&message),
                    _ => {}
                }
            }
        }
    }

    fn learn(&mut self, message: &ServerMessage) {
        let now = self.now();
        let known = self.table.as_ref().map_or(0, ClientTable::version);
        let learned = match (&mut self.table, message) {
            (table, ServerMessage::Snapshot(snapshot)) => {
                ClientTable::found(snapshot, now).map(|found| *table = Some(found))
            }
            (Some(table), message) => table.hear(message, now),
            (None, _) => Ok(()),
        };
        let told = self.table.as_ref().map_or(0, ClientTable::version);
        let (story, name) = (&self.person.story, self.person.name());
        if let Err(error) = learned {
            story.wrong(format_args!("{name} cannot follow: {error}"));
        }
        if told < known {
            story.wrong(format_args!(
                "{name} was told of {known} and then of {told}"
            ));
        }
    }

    /// Records a received message.
    fn note(&self, message: &ServerMessage) {
        let story = &self.person.story;
        let (name, table) = (self.person.name(), self.ticket.table.clone());
        story.log(&name, encode(message));
        let known = self.table.as_ref();
        let (version, seat) = match message {
            ServerMessage::Snapshot(snapshot) => {
                (snapshot.version, snapshot.seat.map(|seat| seat.0))
            }
            ServerMessage::Delta { version, .. } | ServerMessage::Events { version, .. } => {
                (*version, known.and_then(ClientTable::seat))
            }
            _ => (
                known.map_or(0, ClientTable::version),
                known.and_then(ClientTable::seat),
            ),
        };
        if let (ServerMessage::Done { key, version }, Some(seat)) = (message, seat) {
            let of = (table.clone(), seat, key.to_string());
            let mut unanswered = self.link.unanswered();
            let is_move = unanswered.any(|command| {
                command.key() == Some(key)
                    && matches!(command, capicu_protocol::ClientMessage::Act { .. })
            });
            let before = story.told().promises.get(&of).copied();
            if before.is_some_and(|(before, _)| before != *version) {
                story.wrong(format_args!(
                    "{name} was answered {key} with {before:?} and {version}"
                ));
            }
            let is_move = is_move || before.is_some_and(|(_, was)| was);
            story.told().promises.insert(of, (*version, is_move));
        }
        let viewer = match seat {
            Some(seat) if self.person.lie == Lie::WrongSeat => Viewer::Seat(next(seat, known)),
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        };
        let heard = Heard {
            who: name,
            viewer,
            version,
            message: message.clone(),
        };
        story.told().heard.entry(table).or_default().push(heard);
    }

    async fn connect(&mut self) -> Option<Socket> {
        let stream = self
            .person
            .net
            .connect(self.person.number, Way::Any)
            .await?;
        let url = format!("ws://capicu.example/api/tables/{}/ws", self.ticket.table);
        let mut request = url.into_client_request().expect("an address");
        if let Some(cookie) = &self.person.cookie {
            let cookie = cookie.parse().expect("a cookie");
            request.headers_mut().insert("cookie", cookie);
        }
        let come = timeout(PATIENCE, client_async(request, stream)).await;
        Some(come.ok()?.ok()?.0)
    }

    fn now(&self) -> f64 {
        self.person.story.now() as f64
    }
}

/// Returns the seat to which a lying network misdirects messages.
fn next(seat: capicu::Seat, table: Option<&ClientTable>) -> capicu::Seat {
    let n = table.map_or(2, |table| table.rules().n_seats());
    let mut after = capicu::Seat::all(n).skip(seat.index() + 1);
    after.next().unwrap_or_default()
}

/// Returns the command that a player of this table should send.
fn owed(table: &ClientTable) -> Option<Command> {
    let seat = table.seat()?;
    if table.matched().over.is_some() {
        return (!table.rematch().contains(&seat)).then_some(Command::Rematch);
    }
    match table.attendance(seat) {
        Attendance::StandIn(capicu_protocol::StandIn::NextDeal) => return None,
        Attendance::StandIn(_) => return Some(Command::Back),
        _ => {}
    }
    if table.is_my_turn() {
        Some(Command::Act(*table.round()?.distinct_actions().first()?))
    } else if (table.board().is_none() || table.table().last().is_some()) && !table.is_ready() {
        Some(Command::Ready)
    } else {
        None
    }
}

/// Waits for the next message; `None` if there will be none.
async fn hear(socket: &mut Option<Socket>) -> Option<ServerMessage> {
    let Some(socket) = socket else {
        return std::future::pending().await;
    };
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => match decode(&text) {
                Ok(message) => return Some(message),
                Err(error) => panic!("{error}: {text}"),
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return None,
        }
    }
}

async fn at(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when).await,
        None => std::future::pending().await,
    }
}
