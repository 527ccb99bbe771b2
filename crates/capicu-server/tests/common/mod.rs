//! A server on a free port, and players that talk to it as a browser would.

// Each test binary uses its part of this.
#![allow(unused)]

pub mod authenticator;
pub mod browser;
pub mod forms;
pub mod process;
pub mod witness;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use capicu::TableView;
use capicu_client::{Change, ClientTable, Command, Input, Link, Output};
use capicu_protocol::{
    Act, ApiError, ApiErrorCode, ClientMessage, Clock, Closed, CreateTable, Created, Deadline,
    Event, Key, MatchOver, Plan, Refusal, Seat, SeatInfo, ServerMessage, Snapshot, TableRules,
    Token, TurnTime, VERSION, decode, encode,
};
use capicu_server::{Config, Limits, Listeners, Nodes, Pace, ServeError};
use capicu_store::Store;
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

type Stopped = Pin<Box<dyn Future<Output = ()> + Send>>;

pub struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
    folder: Option<Folder>,
}

impl Server {
    /// One in a folder of its own, which goes with it.
    pub async fn fresh(name: &str) -> Self {
        let folder = Folder::new(name);
        let mut server = Self::start(config(&folder.0)).await;
        server.folder = Some(folder);
        server
    }

    /// One with these limits, which keeps its data in this folder.
    pub async fn limited(folder: &Folder, limits: Limits) -> Self {
        let config = config(&folder.0);
        Self::start(Config { limits, ..config }).await
    }

    pub async fn start(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::start_at(listener.into(), config)
    }

    /// Starts a server with an admin listener; returns its address too.
    pub async fn start_with_admin(config: Config) -> (Self, SocketAddr) {
        let listen = || TcpListener::bind("127.0.0.1:0");
        let [public, admin] = [listen().await.unwrap(), listen().await.unwrap()];
        let private = admin.local_addr().unwrap();
        let listeners = Listeners {
            public,
            admin: Some(admin),
        };
        (Self::start_at(listeners, config), private)
    }

    /// One that another process is, which looks after itself.
    pub fn elsewhere(address: SocketAddr) -> Self {
        Self {
            address,
            stop: None,
            task: tokio::spawn(async {}),
            folder: None,
        }
    }

    /// One of several servers of a store.
    pub async fn start_with(store: Arc<dyn Store>, nodes: Nodes, config: Config) -> Self {
        let public = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = public.local_addr().unwrap();
        let run = |stopped| async move {
            capicu_server::run_with(store, nodes, public, config, async {}, stopped).await
        };
        Self::of(address, run)
    }

    fn start_at(listeners: Listeners, config: Config) -> Self {
        let address = listeners.public.local_addr().unwrap();
        let run =
            |stopped| async move { capicu_server::run(listeners, config, async {}, stopped).await };
        Self::of(address, run)
    }

    fn of<R>(address: SocketAddr, run: impl FnOnce(Stopped) -> R) -> Self
    where
        R: Future<Output = Result<(), ServeError>> + Send + 'static,
    {
        let (stop, stopped) = oneshot::channel();
        let stopped = async move { stopped.await.unwrap_or(()) };
        let running = run(Box::pin(stopped));
        let task = tokio::spawn(async move { running.await.unwrap() });
        Self {
            address,
            stop: Some(stop),
            task,
            folder: None,
        }
    }

    pub async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(LONG, &mut self.task).await.unwrap().unwrap();
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

    #[track_caller]
    pub fn has(&self, part: &str) {
        self.text().has(part);
    }

    #[track_caller]
    pub fn refused(&self, status: u16, code: ApiErrorCode) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(decode::<ApiError>(self.text()).unwrap().code, code);
    }

    /// Itself, which has to have this status.
    #[track_caller]
    pub fn with(self, status: u16) -> Self {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, status, "{text}");
        self
    }
}

pub trait Has {
    /// Asserts that this is in it.
    fn has(&self, part: &str);

    /// Asserts that this is not in it.
    fn has_not(&self, part: &str);
}

impl Has for str {
    #[track_caller]
    fn has(&self, part: &str) {
        assert!(self.contains(part), "no {part}: {self}");
    }

    #[track_caller]
    fn has_not(&self, part: &str) {
        assert!(!self.contains(part), "{part}: {self}");
    }
}

pub async fn request(address: SocketAddr, head: &str, body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let host = match head.contains("\r\nhost: ") {
        true => String::new(),
        false => format!("\r\nhost: {address}"),
    };
    let head = format!(
        "{head}{host}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
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
    let body = match head.contains("transfer-encoding: chunked") {
        true => joined(&answer[end + 4..]),
        false => answer[end + 4..].to_vec(),
    };
    Answer {
        status: head[9..12].parse().unwrap(),
        head,
        body,
    }
}

/// A body that was sent in chunks.
fn joined(mut sent: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = sent.windows(2).position(|w| w == b"\r\n").unwrap();
        let size = std::str::from_utf8(&sent[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return body;
        }
        let chunk = &sent[end + 2..];
        body.extend_from_slice(&chunk[..size]);
        sent = &chunk[size + 2..];
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
        grace: None,
        level: None,
        hints: None,
        watching: None,
        passed: None,
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

pub async fn socket(address: SocketAddr, table: impl AsRef<str>) -> Socket {
    socket_as(address, table, None).await
}

/// A socket with this cookie in its handshake.
pub async fn socket_as(
    address: SocketAddr,
    table: impl AsRef<str>,
    cookie: Option<&str>,
) -> Socket {
    let table = table.as_ref();
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let url = format!("ws://{address}/api/tables/{table}/ws");
    let mut request = url.into_client_request().unwrap();
    if let Some(cookie) = cookie {
        let headers = request.headers_mut();
        headers.insert("cookie", cookie.parse().unwrap());
    }
    client_async(request, stream).await.unwrap().0
}

pub fn hello(token: &Token, since: Option<u64>) -> ClientMessage {
    ClientMessage::Hello {
        protocol: VERSION,
        token: Some(token.clone()),
        own: None,
        since,
    }
}

pub fn new_token() -> Token {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut bytes = [7; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    bytes[4..8].copy_from_slice(&std::process::id().to_be_bytes());
    Token::new(bytes)
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

/// A key that nobody has used, as with a browser's random ones.
pub fn new_key() -> Key {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Key::new(&format!("{}-{number}", std::process::id())).unwrap()
}

/// The command that the player who knows this table owes it, if any.
pub fn owed(table: &ClientTable) -> Option<ClientMessage> {
    if table.matched().over.is_some() {
        return None;
    }
    let said = if table.is_my_turn() {
        let actions = table.round()?.distinct_actions();
        Command::Act(actions[actions.len() / 2])
    } else if table.board().is_none() || table.table().last().is_some() {
        Command::Ready
    } else {
        return None;
    };
    Some(said.message(new_key(), table))
}

/// Everybody gets ready, and the next round is dealt.
pub async fn deal(players: &mut [Player]) {
    for player in players.iter_mut() {
        if let Some(ready @ ClientMessage::Ready { .. }) = player.owed() {
            player.ask(&ready).await.unwrap();
        }
    }
    for player in players {
        while player.view().round().is_none() || player.view().last().is_some() {
            player.hear().await.unwrap();
        }
    }
}

pub struct Player {
    pub socket: Socket,
    pub link: Link,
    pub table: ClientTable,
    /// The current token of the seat.
    pub token: Token,
    /// Every event since it sat down or came back, those of the snapshot first.
    pub events: Vec<Event>,
    pub snapshot: Option<Box<Snapshot>>,
}

impl Player {
    /// Sits down with the token of a link, or comes back with that of the seat.
    pub async fn sit(address: SocketAddr, table: impl AsRef<str>, token: &Token) -> Self {
        Self::join(address, table, token).await.expect("a seat")
    }

    /// The same, or why there is no seat.
    pub async fn join(
        address: SocketAddr,
        table: impl AsRef<str>,
        token: &Token,
    ) -> Result<Self, Option<Closed>> {
        Self::join_as(address, table, token, None).await
    }

    /// The same in a browser with this cookie.
    pub async fn join_as(
        address: SocketAddr,
        table: impl AsRef<str>,
        token: &Token,
        cookie: Option<&str>,
    ) -> Result<Self, Option<Closed>> {
        let mut link = Link::new([token.clone()], new_token());
        let mut inputs = vec![Input::Connect];
        let mut open = None;
        let mut own = token.clone();
        loop {
            let Some(input) = inputs.pop() else {
                let message = match hear(open.as_mut().expect("a socket")).await {
                    Ok(message) => message,
                    Err(Some(why)) => ServerMessage::Closed { why },
                    Err(None) => return Err(None),
                };
                inputs.push(Input::Heard(message));
                continue;
            };
            let mut found = None;
            for output in link.handle(input, 0.0, 0.0) {
                match output {
                    Output::Connect { .. } => {
                        open = Some(socket_as(address, table.as_ref(), cookie).await);
                        inputs.push(Input::Opened);
                    }
                    Output::Send(message) => {
                        say(open.as_mut().expect("a socket"), &message).await;
                    }
                    Output::KeepOwn(token) => own = token,
                    Output::Changed(Change::Told(ServerMessage::Snapshot(snapshot))) => {
                        found = Some(snapshot);
                    }
                    Output::Changed(Change::Status(capicu_client::Status::Closed(why))) => {
                        return Err(Some(why));
                    }
                    _ => {}
                }
            }
            if let Some(snapshot) = found {
                return Ok(Self {
                    socket: open.expect("a socket"),
                    link,
                    table: ClientTable::found(&snapshot, 0.0).unwrap(),
                    token: own,
                    events: snapshot.events.clone(),
                    snapshot: Some(snapshot),
                });
            }
        }
    }

    pub fn seat(&self) -> Seat {
        self.table.seat().expect("a seat").into()
    }

    pub fn version(&self) -> u64 {
        self.table.version()
    }

    pub fn view(&self) -> &TableView {
        self.table.table()
    }

    pub fn over(&self) -> Option<&MatchOver> {
        self.table.matched().over.as_ref()
    }

    pub fn next_deal(&self) -> u32 {
        self.table.next_deal()
    }

    /// Returns the seat whose turn ends automatically, the deadline by the server's clock, and the time from the last
    /// message with a clock to it.
    pub fn turn_ends(&self) -> (Seat, u64, Duration) {
        match self.table.deadline() {
            Some((Deadline::Turn { seat, at }, left)) => {
                (seat, at, Duration::from_secs_f64(left / 1e3))
            }
            other => panic!("{other:?}"),
        }
    }

    pub fn key(&self) -> Key {
        new_key()
    }

    pub async fn hear(&mut self) -> Result<ServerMessage, Option<Closed>> {
        let message = hear(&mut self.socket).await?;
        let before = self.version();
        for output in self.link.handle(Input::Heard(message.clone()), 0.0, 0.0) {
            match output {
                Output::Send(message) => say(&mut self.socket, &message).await,
                Output::KeepOwn(token) => self.token = token,
                Output::Changed(Change::Told(told)) => self.table.hear(&told, 0.0).unwrap(),
                _ => {}
            }
        }
        if let ServerMessage::Events {
            version, events, ..
        }
        | ServerMessage::Delta {
            version, events, ..
        } = &message
        {
            assert!(*version > before || events.is_empty(), "versions grow");
            self.events.extend(events.iter().cloned());
        }
        Ok(message)
    }

    pub async fn say(&mut self, message: &ClientMessage) {
        say(&mut self.socket, message).await;
    }

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
        self.table.is_my_turn()
    }

    pub fn owed(&self) -> Option<ClientMessage> {
        owed(&self.table)
    }

    /// Plays until the match is over, or this many rounds were dealt.
    pub async fn play(self, deals: u32) -> Self {
        self.play_until(|player| player.over().is_some() || player.next_deal() > deals)
            .await
    }

    /// Acts at every turn, and gets ready for every round, until this is so.
    pub async fn play_until(mut self, enough: impl Fn(&Self) -> bool) -> Self {
        let mut ready_for = None;
        while !enough(&self) {
            let owed = self.owed();
            match owed {
                Some(ClientMessage::Ready { .. }) if ready_for == Some(self.next_deal()) => {}
                Some(ready @ ClientMessage::Ready { .. }) => {
                    ready_for = Some(self.next_deal());
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
