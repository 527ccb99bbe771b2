//! A server on a free port, and players that talk to it as a browser would.

// Each test binary uses its part of this.
#![allow(unused)]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use capicu::TableView;
use capicu_protocol::{
    Act, ClientMessage, Clock, Closed, CreateTable, Created, Deadline, Event, Key, MatchOver, Plan,
    Refusal, Seat, SeatInfo, ServerMessage, Snapshot, TableRules, Token, TurnTime, VERSION, decode,
    encode,
};
use capicu_server::{Config, Limits, Pace};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Long enough on a busy machine, short enough to say which test hangs.
pub const LONG: Duration = Duration::from_secs(20);

/// A folder of its own, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("capicu-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn config(folder: &Path) -> Config {
    Config {
        pace: Pace::Immediate,
        limits: Limits::NONE,
        ..Config::new(folder.to_owned())
    }
}

pub struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Server {
    pub async fn start(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async move { stopped.await.unwrap_or(()) };
            capicu_server::run(listener, config, async {}, stopped)
                .await
                .unwrap();
        });
        Self {
            address,
            stop: Some(stop),
            task,
        }
    }

    pub async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(LONG, self.task).await.unwrap().unwrap();
    }
}

/// The answer to an HTTP request: status, head and body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

pub async fn request(address: SocketAddr, head: &str, body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "{head}\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that refuses early may close before it has read all.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut answer))
        .await
        .unwrap();
    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec())
        .unwrap()
        .to_ascii_lowercase();
    Answer {
        status: head[9..12].parse().unwrap(),
        head,
        body: answer[end + 4..].to_vec(),
    }
}

pub fn rules(game: &str, players: u8, options: &[(&str, &str)]) -> TableRules {
    let options = options
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()));
    TableRules {
        game: game.into(),
        players,
        title: None,
        options: options.collect(),
    }
}

pub fn four(plans: [Plan; 4], options: &[(&str, &str)]) -> CreateTable {
    CreateTable {
        rules: rules("jamaican-partner", 4, options),
        seats: plans.into(),
        turn_time: Some(TurnTime::Off),
        level: None,
        hints: None,
        name: None,
    }
}

pub const FRIENDS: [Plan; 4] = [Plan::Me, Plan::Open, Plan::Open, Plan::Open];
pub const BOTS: [Plan; 4] = [Plan::Me, Plan::Bot, Plan::Bot, Plan::Bot];

pub async fn create(address: SocketAddr, table: &CreateTable) -> Created {
    let answer = request(
        address,
        "POST /api/tables HTTP/1.1",
        encode(table).as_bytes(),
    )
    .await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    decode(answer.text()).unwrap()
}

/// The tokens of all people, in the order of the seats.
pub fn tokens(created: &Created) -> Vec<Token> {
    let mut tokens = vec![(created.seat, created.token.clone())];
    tokens.extend(
        created
            .open
            .iter()
            .map(|open| (open.seat, open.token.clone())),
    );
    tokens.sort_by_key(|(seat, _)| *seat);
    tokens.into_iter().map(|(_, token)| token).collect()
}

pub type Socket = WebSocketStream<TcpStream>;

pub async fn socket(address: SocketAddr, table: &str) -> Socket {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let url = format!("ws://{address}/api/tables/{table}/ws");
    client_async(url, stream).await.unwrap().0
}

pub fn hello(token: &Token, since: Option<u64>) -> ClientMessage {
    ClientMessage::Hello {
        protocol: VERSION,
        token: token.clone(),
        since,
    }
}

pub async fn say(socket: &mut Socket, message: &ClientMessage) {
    socket.send(Message::text(encode(message))).await.unwrap();
}

/// The next message, or why the connection was closed.
pub async fn hear(socket: &mut Socket) -> Result<ServerMessage, Option<Closed>> {
    loop {
        match timeout(LONG, socket.next())
            .await
            .expect("the server answers")
        {
            Some(Ok(Message::Text(text))) => match decode(&text).expect("a message of ours") {
                ServerMessage::Closed { why } => return Err(Some(why)),
                message => return Ok(message),
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(None),
        }
    }
}

/// A player with all it knows.
pub struct Player {
    pub socket: Socket,
    pub seat: Seat,
    pub version: u64,
    pub view: TableView,
    pub snapshot: Option<Box<Snapshot>>,
    pub events: Vec<Event>,
    /// The number of the next deal.
    pub next_deal: u32,
    pub over: Option<MatchOver>,
    pub match_number: u32,
    pub clock: Option<Clock>,
}

impl Player {
    pub async fn sit(address: SocketAddr, table: &str, token: &Token) -> Self {
        let mut socket = socket(address, table).await;
        say(&mut socket, &hello(token, None)).await;
        let ServerMessage::Snapshot(snapshot) = hear(&mut socket).await.unwrap() else {
            panic!("a snapshot comes first")
        };
        Self::from_snapshot(socket, snapshot)
    }

    pub fn from_snapshot(socket: Socket, snapshot: Box<Snapshot>) -> Self {
        let mut player = Self {
            socket,
            seat: snapshot.seat,
            version: snapshot.version,
            view: TableView::new(snapshot.rules.rules().unwrap(), snapshot.seat.0),
            events: Vec::new(),
            next_deal: 0,
            over: snapshot.game.over.clone(),
            match_number: snapshot.game.number,
            clock: Some(snapshot.clock),
            snapshot: None,
        };
        player.take(&snapshot.events);
        player.snapshot = Some(snapshot);
        player
    }

    pub fn take(&mut self, events: &[Event]) {
        for event in events {
            if let Some(seen) = event.seen().unwrap() {
                self.view.observe(&seen);
            }
            match event {
                Event::MatchBegan { number, .. } => {
                    self.match_number = *number;
                    self.next_deal = 0;
                    self.over = None;
                    self.view = TableView::new(*self.view.rules(), self.seat.0);
                }
                Event::Dealt(dealt) => self.next_deal = dealt.deal + 1,
                Event::MatchOver(over) => self.over = Some(over.clone()),
                _ => {}
            }
            self.events.push(event.clone());
        }
    }

    pub fn key(&mut self) -> Key {
        // No two of a seat are alike, as with a browser's random ones.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Key::new(&format!("{}-{number}", std::process::id())).unwrap()
    }

    /// Takes note of the next message.
    pub async fn hear(&mut self) -> Result<ServerMessage, Option<Closed>> {
        let message = hear(&mut self.socket).await?;
        if let ServerMessage::Events {
            version,
            events,
            clock,
        }
        | ServerMessage::Delta {
            version,
            events,
            clock,
            ..
        } = &message
        {
            assert!(
                *version > self.version || events.is_empty(),
                "versions grow"
            );
            self.version = *version;
            self.clock = Some(*clock);
            self.take(events);
        }
        Ok(message)
    }

    pub async fn say(&mut self, message: &ClientMessage) {
        say(&mut self.socket, message).await;
    }

    /// Sends a command and waits for its answer.
    pub async fn ask(&mut self, command: &ClientMessage) -> Result<u64, (Refusal, u64)> {
        self.say(command).await;
        let of = command.key().unwrap();
        loop {
            match self.hear().await.unwrap() {
                ServerMessage::Done { key, version } if key == *of => return Ok(version),
                ServerMessage::Refused {
                    key,
                    refusal,
                    version,
                } if key == *of => return Err((refusal, version)),
                _ => {}
            }
        }
    }

    pub fn my_turn(&self) -> bool {
        self.view.round().is_some_and(capicu::View::is_my_turn)
    }

    /// The command that this player owes the table, if any.
    pub fn owed(&mut self) -> Option<ClientMessage> {
        if self.over.is_some() {
            return None;
        }
        if self.my_turn() {
            let actions = self.view.round().unwrap().legal_actions();
            let action = actions[actions.len() / 2].into();
            return Some(ClientMessage::Act {
                key: self.key(),
                expected: self.version,
                action,
            });
        }
        let between = self.view.round().is_none() || self.view.last().is_some();
        between.then(|| ClientMessage::Ready {
            key: self.key(),
            deal: self.next_deal,
        })
    }

    /// Plays until the match is over, or so many deals have been made.
    pub async fn play(mut self, deals: u32) -> Self {
        let mut ready_for = None;
        while self.over.is_none() && self.next_deal <= deals {
            let owed = self.owed();
            match owed {
                Some(ClientMessage::Ready { .. }) if ready_for == Some(self.next_deal) => {}
                Some(ready @ ClientMessage::Ready { .. }) => {
                    ready_for = Some(self.next_deal);
                    self.say(&ready).await;
                }
                Some(act) => {
                    let done = self.ask(&act).await;
                    assert!(done.is_ok(), "{done:?}");
                    continue;
                }
                None => {}
            }
            self.hear().await.unwrap();
        }
        self
    }
}
