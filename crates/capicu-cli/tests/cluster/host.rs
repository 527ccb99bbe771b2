//! A cluster of servers, and people at its tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::cluster::link::{Link, Server};
use crate::server::Postgres;

/// How long a person waits for an answer before trying another server.
pub const PATIENCE: Duration = Duration::from_millis(700);

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Returns the NATS program. Outside CI, the tests are skipped without it.
fn nats() -> Option<PathBuf> {
    let told = std::env::var_os("CAPICU_NATS").map(PathBuf::from);
    let path = || {
        let path = std::env::var_os("PATH")?;
        let mut folders = std::env::split_paths(&path);
        folders.find_map(|folder| Some(folder.join("nats-server")).filter(|found| found.is_file()))
    };
    let found = told.or_else(path).filter(|program| program.is_file());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "NATS is not installed");
        eprintln!("skipped: NATS is not installed");
    }
    found
}

/// A process that ends when dropped.
pub struct Process(pub Child);

impl Process {
    pub fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        let status = Command::new("kill").args([signal, &id]).status();
        assert!(status.unwrap().success());
    }

    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn free_port() -> u16 {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}

pub const BUS_USER: &str = "capicu";
pub const BUS_PASSWORD: &str = "another-secret";

pub struct Bus {
    pub program: PathBuf,
    pub port: u16,
    pub process: Process,
}

impl Bus {
    pub fn start(program: PathBuf) -> Self {
        let port = free_port();
        let process = Self::run(&program, port);
        Self {
            program,
            port,
            process,
        }
    }

    pub fn run(program: &PathBuf, port: u16) -> Process {
        let child = Command::new(program)
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .args(["--user", BUS_USER, "--pass", BUS_PASSWORD])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Process(child.unwrap())
    }
}

pub struct Node {
    pub address: String,
    pub to_bus: Link,
    pub to_store: Link,
    pub process: Process,
    pub log: PathBuf,
    pub program: PathBuf,
}

impl Node {
    async fn start(program: &Path, postgres: &Postgres, bus: &Bus, log: PathBuf) -> Self {
        let to_bus = Link::to(Server::Port(bus.port)).await;
        let socket = postgres.socket();
        let to_store = Link::to(Server::Socket(socket)).await;
        let address = format!("127.0.0.1:{}", free_port());
        let process = Self::run(program, &address, &to_bus, &to_store, &log);
        Self {
            address,
            to_bus,
            to_store,
            process,
            log,
            program: program.to_owned(),
        }
    }

    fn run(
        program: &Path,
        address: &str,
        to_bus: &Link,
        to_store: &Link,
        log: &PathBuf,
    ) -> Process {
        let log = std::fs::File::options().create(true).append(true).open(log);
        let child = Command::new(program)
            .args(["serve", "--listen", address])
            .arg("--bus")
            .arg(format!("nats://127.0.0.1:{}", to_bus.port))
            .args(["--limit-tables", "100000/100000"])
            .args(["--limit-sockets", "100000/100000"])
            .args(["--limit-messages", "100000/100000"])
            .args(["--log", "info"])
            .env("CAPICU_STORE", address_of(to_store))
            .env("CAPICU_BUS_USER", BUS_USER)
            .env("CAPICU_BUS_PASSWORD", BUS_PASSWORD)
            .stdout(Stdio::null())
            .stderr(log.unwrap())
            .spawn();
        Process(child.unwrap())
    }

    pub fn start_again(&mut self) {
        let Self {
            address,
            to_bus,
            to_store,
            log,
            program,
            ..
        } = self;
        self.process = Self::run(program, address, to_bus, to_store, log);
    }

    /// Terminates the server and waits for it.
    pub fn end(&mut self) {
        self.process.signal("-TERM");
        let ended = tokio::task::block_in_place(|| self.process.0.wait());
        assert!(ended.unwrap().success(), "it ends as it should");
    }

    pub fn store(&self) -> String {
        address_of(&self.to_store)
    }

    pub fn told(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    pub async fn ask(&self, request: String) -> Option<String> {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        timeout(Duration::from_secs(2), async {
            let mut stream = TcpStream::connect(&self.address).await.ok()?;
            stream.write_all(request.as_bytes()).await.ok()?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.ok()?;
            Some(answer)
        })
        .await
        .ok()?
    }

    pub async fn is_well(&self) -> bool {
        let request = "GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let answer = self.ask(request.to_owned()).await;
        answer.is_some_and(|answer| answer.starts_with("HTTP/1.1 200"))
    }

    /// Creates a table; returns its id, the host's token, and the token in the link of an open seat.
    pub async fn make_table(&self) -> [String; 3] {
        let body = json!({
            "rules": { "game": "jamaican-partner", "players": 4, "options": {} },
            "seats": ["me", "open", "open", "open"],
        });
        let body = body.to_string();
        let answer = self
            .ask(format!(
                "POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            ))
            .await
            .expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 201"), "{answer}");
        let made: Value = serde_json::from_str(body).unwrap();
        let open = &made["open"][0]["token"];
        [&made["table"], &made["token"], open].map(|text| text.as_str().unwrap().to_owned())
    }
}

fn address_of(to_store: &Link) -> String {
    let port = to_store.port;
    format!("postgres://capicu:secret-word@127.0.0.1:{port}/host")
}

/// A person at a table who keeps changing their name.
pub struct Person {
    pub addresses: Vec<String>,
    pub table: String,
    pub token: String,
    pub open: String,
    /// Answered commands by key: the times of the first attempt and of the answer.
    pub answered: Mutex<BTreeMap<String, (Instant, Instant)>>,
    pub pause: Duration,
    pub hurry: Notify,
}

impl Person {
    pub async fn connect(&self, at: usize) -> Option<(Socket, Value)> {
        let address = &self.addresses[at % self.addresses.len()];
        let url = format!("ws://{address}/api/tables/{}/ws", self.table);
        let (mut socket, _) = timeout(PATIENCE, connect_async(url)).await.ok()?.ok()?;
        let hello = json!({"hello": {"protocol": 4, "token": self.token}});
        socket.send(Message::text(hello.to_string())).await.ok()?;
        let first = next(&mut socket, PATIENCE * 3).await?;
        first.get("closed").is_none().then_some((socket, first))
    }

    pub async fn plays(self: Arc<Self>, first: usize, is_over: Arc<AtomicBool>) {
        let (mut at, mut n) = (first, 0);
        let mut socket: Option<Socket> = None;
        while !is_over.load(Ordering::Relaxed) {
            n += 1;
            let key = format!("k-{n}");
            let began = Instant::now();
            let said = json!({"name": {"key": key, "name": format!("Ana {n}")}}).to_string();
            // Repeat it with the same key until the server answers.
            loop {
                if socket.is_none() {
                    socket = self.connect(at).await.map(|(socket, _)| socket);
                }
                if let Some(connected) = &mut socket
                    && says(connected, &key, &said).await
                {
                    break;
                }
                socket = None;
                at += 1;
                sleep(Duration::from_millis(50)).await;
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
            }
            let times = (began, Instant::now());
            self.answered.lock().unwrap().insert(key, times);
            // After a fault, send the next command at once.
            let _ = timeout(self.pause, self.hurry.notified()).await;
        }
    }

    /// Returns the time of the answer to the first command sent after that moment.
    pub fn first_after(&self, moment: Instant) -> Option<Instant> {
        let answered = self.answered.lock().unwrap();
        let after = answered.values().filter(|(sent, _)| *sent > moment);
        after.map(|(_, answered)| *answered).min()
    }
}

/// Sends a command; returns whether it was done.
pub async fn says(socket: &mut Socket, key: &str, said: &str) -> bool {
    if socket.send(Message::text(said)).await.is_err() {
        return false;
    }
    loop {
        match next(socket, PATIENCE).await {
            Some(told) if told["done"]["key"] == key => return true,
            Some(told) if told.get("closed").is_some() => return false,
            Some(told) if told["refused"]["key"] == key => {
                // The store failed: repeat the command later.
                assert_eq!(told["refused"]["refusal"], "unavailable", "{told}");
                return false;
            }
            Some(_) => {}
            None => return false,
        }
    }
}

pub async fn next(socket: &mut Socket, within: Duration) -> Option<Value> {
    loop {
        match timeout(within, socket.next()).await.ok()?? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

pub const THIS: &str = env!("CARGO_BIN_EXE_capicu");

pub struct Host {
    pub postgres: Postgres,
    pub bus: Bus,
    pub nodes: Vec<Node>,
    pub people: Vec<Arc<Person>>,
    is_over: Arc<AtomicBool>,
    playing: Vec<JoinHandle<()>>,
    _logs: TempDir,
}

impl Host {
    /// Starts this many servers with this program; `None` without PostgreSQL or NATS.
    pub async fn start(program: &Path, servers: usize) -> Option<Self> {
        let bus = Bus::start(nats()?);
        let postgres = Postgres::start()?;
        postgres.create("host", "template0");
        let logs = TempDir::new().unwrap();
        let mut nodes = Vec::new();
        for n in 0..servers {
            let log = logs.path().join(format!("node {n}"));
            nodes.push(Node::start(program, &postgres, &bus, log).await);
        }
        let host = Self {
            postgres,
            bus,
            nodes,
            people: Vec::new(),
            is_over: Arc::default(),
            playing: Vec::new(),
            _logs: logs,
        };
        host.is_well().await;
        sleep(Duration::from_secs(2)).await;
        Some(host)
    }

    /// Lets this many people play, each at their own table, with this pause between commands.
    pub async fn seat(&mut self, people: usize, pause: Duration) {
        let all = self.nodes.iter();
        let addresses: Vec<String> = all.map(|node| node.address.clone()).collect();
        let servers = self.nodes.len();
        for n in 0..people {
            let [table, token, open] = self.nodes[n % servers].make_table().await;
            let person = Arc::new(Person {
                addresses: addresses.clone(),
                table,
                token,
                open,
                answered: Mutex::default(),
                pause,
                hurry: Notify::new(),
            });
            self.people.push(Arc::clone(&person));
            let plays = person.plays(n / servers, Arc::clone(&self.is_over));
            self.playing.push(tokio::spawn(plays));
        }
        sleep(Duration::from_secs(1)).await;
    }

    /// Waits until each table answers a command sent after that moment; returns the time of the slowest table's first
    /// answer.
    pub async fn goes_on(&self, after: Instant, what: &str) -> Duration {
        self.people.iter().for_each(|one| one.hurry.notify_one());
        let mut last = Duration::ZERO;
        for person in &self.people {
            let first = loop {
                if let Some(first) = person.first_after(after) {
                    break first;
                }
                assert!(
                    after.elapsed() < Duration::from_secs(30),
                    "a table is stuck after {what}:\n{}",
                    self.nodes.iter().map(Node::told).collect::<String>()
                );
                sleep(Duration::from_millis(20)).await;
            };
            last = last.max(first - after);
        }
        last
    }

    /// Stops everybody. Each answered command is stored once, and all servers show the same; returns the number of
    /// commands.
    pub async fn ends_well(&mut self) -> usize {
        self.is_over.store(true, Ordering::Relaxed);
        for person in self.playing.drain(..) {
            person.await.unwrap();
        }
        let mut commands = 0;
        for person in &self.people {
            let kept = self.postgres.ask(
                "host",
                &format!("SELECT key FROM journal WHERE table_id = '{}' AND key IS NOT NULL ORDER BY version", person.table),
            );
            let mut kept: Vec<&str> = kept.lines().collect();
            let all = kept.len();
            kept.sort_unstable();
            kept.dedup();
            assert_eq!(kept.len(), all, "a command was done twice");
            for key in person.answered.lock().unwrap().keys() {
                assert!(kept.binary_search(&key.as_str()).is_ok(), "{key} is lost");
                commands += 1;
            }
            let mut views = Vec::new();
            for at in 0..self.nodes.len() {
                let (_socket, view) = person.connect(at).await.expect("a view");
                views.push(without_times(view));
            }
            assert!(views.windows(2).all(|two| two[0] == two[1]), "{views:#?}");
        }
        commands
    }

    pub async fn is_well(&self) {
        let began = Instant::now();
        for node in &self.nodes {
            while !node.is_well().await {
                assert!(
                    began.elapsed() < Duration::from_secs(30),
                    "{} has a fault: {}",
                    node.address,
                    node.told()
                );
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Removes times from a view.
fn without_times(mut view: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("now");
                fields.remove("clock");
                fields.remove("presence");
                fields.remove("bot_at");
                // A socket that was just closed may still count.
                fields.remove("devices");
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut view);
    view
}
