//! A match that the check plays with the bot's token.

use std::io::{self, BufReader, ErrorKind};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use capicu_client::{ClientTable, Command};
use capicu_protocol::bot::{SeatLine, Turn};
use capicu_protocol::{Act, BotTable, ClientMessage, Key, ServerMessage, decode, encode};

use super::http::{Answer, Request, Site};

/// The table; its match is long enough for a turn with each trap.
pub const TABLE: &str = r#"{"rules":{"game":"block","players":2,"options":{"target":"300"}},"seats":["me","bot"],"level":"heaviest"}"#;

pub struct Game<'a> {
    site: &'a Site,
    token: &'a str,
    pub table: String,
    stream: BufReader<TcpStream>,
    client: ClientTable,
    owed: Option<Box<Turn>>,
}

fn wrong(what: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what.into())
}

pub fn new_key() -> Key {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Key::new(&format!("check-{}-{number}", now.as_micros())).expect("letters and digits")
}

impl<'a> Game<'a> {
    pub fn begin(site: &'a Site, token: &'a str) -> io::Result<Self> {
        let answer = site.ask(Request {
            method: "POST",
            path: "/api/bot/tables",
            token: Some(token),
            body: Some(TABLE),
        })?;
        let made: BotTable = serde_json::from_slice(&answer.body)
            .map_err(|_| wrong(format!("POST /api/bot/tables: {}", answer.told())))?;
        let (stream, client) = listen(site, token, made.table.as_str(), "")?;
        Ok(Self {
            site,
            token,
            table: made.table.to_string(),
            stream,
            client,
            owed: None,
        })
    }

    pub const fn version(&self) -> u64 {
        self.client.version()
    }

    pub fn listen_since(&self) -> io::Result<(BufReader<TcpStream>, ServerMessage)> {
        let path = format!(
            "/api/bot/tables/{}/stream?since={}",
            self.table,
            self.version()
        );
        let (status, mut stream) = self.site.open(self.request("GET", &path, None))?;
        if status != 200 {
            return Err(wrong(status.to_string()));
        }
        match next(&mut stream)? {
            SeatLine::Message(first) => Ok((stream, first)),
            SeatLine::Turn { .. } => Err(wrong("a turn comes first")),
        }
    }

    fn request<'b>(&'b self, method: &'b str, path: &'b str, body: Option<&'b str>) -> Request<'b> {
        Request {
            method,
            path,
            token: Some(self.token),
            body,
        }
    }

    /// Waits for its own turn, over several deals if necessary, and chooses an action. Fails if the stream ends, or
    /// contradicts the rules.
    pub fn turn(&mut self) -> io::Result<ClientMessage> {
        let mut ready_for = None;
        loop {
            let version = self.version();
            if let Some(turn) = self.owed.take_if(|turn| turn.version == version) {
                let actions = self.client.round().map(|round| round.distinct_actions());
                let actions = actions.filter(|_| self.client.is_my_turn());
                let actions = actions.unwrap_or_default();
                let legal: Vec<Act> = actions.iter().copied().map(Act::from).collect();
                if turn.legal != legal || legal.is_empty() {
                    return Err(wrong(format!("version {version}: {:?}", turn.legal)));
                }
                return Ok(Command::Act(actions[0]).message(new_key(), &self.client));
            }
            if self.client.matched().over.is_some() {
                return Err(wrong("the match ended before every trap was tried"));
            }
            let is_between = self.client.board().is_none() || self.client.table().last().is_some();
            if is_between && ready_for != Some(self.client.next_deal()) {
                ready_for = Some(self.client.next_deal());
                let ready = Command::Ready.message(new_key(), &self.client);
                self.say(&encode(&ready))?;
            }
            self.note()?;
        }
    }

    /// Reads lines up to the next message, and applies them.
    pub fn hear(&mut self) -> io::Result<ServerMessage> {
        loop {
            if let Some(message) = self.note()? {
                return Ok(message);
            }
        }
    }

    /// Reads and applies the next line; returns its message, if it has one.
    fn note(&mut self) -> io::Result<Option<ServerMessage>> {
        match next(&mut self.stream)? {
            SeatLine::Turn { turn } => {
                self.owed = Some(turn);
                Ok(None)
            }
            SeatLine::Message(message) => {
                let heard = self.client.hear(&message, 0.0);
                heard.map_err(|error| wrong(error.to_string()))?;
                Ok(Some(message))
            }
        }
    }

    pub fn reach(&mut self, version: u64) -> io::Result<()> {
        while self.version() < version {
            self.hear()?;
        }
        Ok(())
    }

    pub fn say(&self, body: &str) -> io::Result<Answer> {
        let path = format!("/api/bot/tables/{}/commands", self.table);
        self.site.ask(self.request("POST", &path, Some(body)))
    }

    /// Sends a command and closes the connection without reading the answer.
    pub fn say_and_go(&self, body: &str) -> io::Result<()> {
        let path = format!("/api/bot/tables/{}/commands", self.table);
        drop(self.site.send(self.request("POST", &path, Some(body)))?);
        Ok(())
    }
}

fn listen(
    site: &Site,
    token: &str,
    table: &str,
    query: &str,
) -> io::Result<(BufReader<TcpStream>, ClientTable)> {
    let (status, mut stream) = site.open(Request {
        method: "GET",
        path: &format!("/api/bot/tables/{table}/stream{query}"),
        token: Some(token),
        body: None,
    })?;
    match next(&mut stream) {
        Ok(SeatLine::Message(ServerMessage::Snapshot(snapshot))) => {
            let client = ClientTable::found(&snapshot, 0.0);
            Ok((stream, client.map_err(|error| wrong(error.to_string()))?))
        }
        _ => Err(wrong(format!(
            "the stream of the table began with {status} and no snapshot"
        ))),
    }
}

/// Reads the next line of a stream. Empty lines keep the connection alive.
pub fn next(stream: &mut impl io::BufRead) -> io::Result<SeatLine> {
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if !line.trim().is_empty() {
            return decode(&line).map_err(|_| wrong(line.trim().to_owned()));
        }
    }
}
