//! Three servers, PostgreSQL and NATS as processes, while much goes wrong: what was answered is there once, and each table
//! goes on within five seconds.
//!
//! `CAPICU_FAULTS=200 CAPICU_SEED=7` has it do so many faults, chosen by that seed, in the place of one of each kind.
#![cfg(all(feature = "postgres", unix))]

#[path = "nodes/link.rs"]
mod link;
#[path = "../../capicu-store-pg/tests/server/mod.rs"]
mod server;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use link::{Link, Server};
use serde_json::{Value, json};
use server::Postgres;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The most that may pass between a fault and the first command that is answered at a table.
const BOUND: Duration = Duration::from_secs(5);

const NODES: usize = 3;

const TABLES: usize = 12;

/// How long a person waits for an answer before trying another server.
const PATIENCE: Duration = Duration::from_millis(700);

/// How long a person says nothing: a table takes forty names at once, and then one every two seconds.
const PAUSE: Duration = Duration::from_millis(900);
const PAUSE_OF_MANY: Duration = Duration::from_millis(2100);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Where NATS is; the test does without where this is not CI.
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

/// A process that ends with the value.
struct Process(Child);

impl Process {
    fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        let status = Command::new("kill").args([signal, &id]).status();
        assert!(status.unwrap().success());
    }

    fn kill(&mut self) {
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

struct Bus {
    program: PathBuf,
    port: u16,
    process: Process,
}

impl Bus {
    fn start(program: PathBuf) -> Self {
        let port = free_port();
        let process = Self::run(&program, port);
        Self {
            program,
            port,
            process,
        }
    }

    fn run(program: &PathBuf, port: u16) -> Process {
        let child = Command::new(program)
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Process(child.unwrap())
    }
}

struct Node {
    address: String,
    to_bus: Link,
    to_store: Link,
    process: Process,
    log: PathBuf,
}

impl Node {
    async fn start(postgres: &Postgres, bus: &Bus, log: PathBuf) -> Self {
        let to_bus = Link::to(Server::Port(bus.port)).await;
        let socket = postgres.socket();
        let to_store = Link::to(Server::Socket(socket)).await;
        let address = format!("127.0.0.1:{}", free_port());
        let process = Self::run(&address, &to_bus, &to_store, &log);
        Self {
            address,
            to_bus,
            to_store,
            process,
            log,
        }
    }

    fn run(address: &str, to_bus: &Link, to_store: &Link, log: &PathBuf) -> Process {
        let log = std::fs::File::options().create(true).append(true).open(log);
        let child = Command::new(env!("CARGO_BIN_EXE_capicu"))
            .args(["serve", "--listen", address])
            .arg("--bus")
            .arg(format!("nats://127.0.0.1:{}", to_bus.port))
            .args(["--limit-tables", "100000/100000"])
            .args(["--limit-sockets", "100000/100000"])
            .args(["--limit-messages", "100000/100000"])
            .args(["--log", "info"])
            .env(
                "CAPICU_STORE",
                format!(
                    "postgres://capicu:secret-word@127.0.0.1:{}/host",
                    to_store.port
                ),
            )
            .stdout(Stdio::null())
            .stderr(log.unwrap())
            .spawn();
        Process(child.unwrap())
    }

    fn start_again(&mut self) {
        self.process = Self::run(&self.address, &self.to_bus, &self.to_store, &self.log);
    }

    /// What is answered to a request, if anything.
    async fn ask(&self, request: String) -> Option<String> {
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

    async fn is_well(&self) -> bool {
        let request = "GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let answer = self.ask(request.to_owned()).await;
        answer.is_some_and(|answer| answer.starts_with("HTTP/1.1 200"))
    }

    /// Makes a table: its id and the token of its maker.
    async fn make_table(&self) -> (String, String) {
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
        let text = |key: &str| made[key].as_str().unwrap().to_owned();
        (text("table"), text("token"))
    }
}

/// A person at a table, who is called something else all the time.
struct Person {
    addresses: Vec<String>,
    table: String,
    token: String,
    /// By the keys of the commands that were answered: when they were first sent, and when they were answered.
    answered: Mutex<BTreeMap<String, (Instant, Instant)>>,
    pause: Duration,
    hurry: Notify,
}

impl Person {
    async fn connect(&self, at: usize) -> Option<(Socket, Value)> {
        let address = &self.addresses[at % self.addresses.len()];
        let url = format!("ws://{address}/api/tables/{}/ws", self.table);
        let (mut socket, _) = timeout(PATIENCE, connect_async(url)).await.ok()?.ok()?;
        let hello = json!({"hello": {"protocol": 4, "token": self.token}});
        socket.send(Message::text(hello.to_string())).await.ok()?;
        let first = next(&mut socket, PATIENCE * 3).await?;
        first.get("closed").is_none().then_some((socket, first))
    }

    async fn plays(self: Arc<Self>, first: usize, is_over: Arc<AtomicBool>) {
        let (mut at, mut n) = (first, 0);
        let mut socket: Option<Socket> = None;
        while !is_over.load(Ordering::Relaxed) {
            n += 1;
            let key = format!("k-{n}");
            let began = Instant::now();
            let said = json!({"name": {"key": key, "name": format!("Ana {n}")}}).to_string();
            // Said again, with the same key, until it is answered.
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
            // Whoever hears of a fault says something at once.
            let _ = timeout(self.pause, self.hurry.notified()).await;
        }
    }

    /// When the first command was answered that was sent after that moment.
    fn first_after(&self, moment: Instant) -> Option<Instant> {
        let answered = self.answered.lock().unwrap();
        let after = answered.values().filter(|(sent, _)| *sent > moment);
        after.map(|(_, answered)| *answered).min()
    }
}

/// Says something; whether it was done.
async fn says(socket: &mut Socket, key: &str, said: &str) -> bool {
    if socket.send(Message::text(said)).await.is_err() {
        return false;
    }
    loop {
        match next(socket, PATIENCE).await {
            Some(told) if told["done"]["key"] == key => return true,
            Some(told) if told.get("closed").is_some() => return false,
            Some(told) if told["refused"]["key"] == key => {
                // Nothing could be stored: the same again, later.
                assert_eq!(told["refused"]["refusal"], "unavailable", "{told}");
                return false;
            }
            Some(_) => {}
            None => return false,
        }
    }
}

async fn next(socket: &mut Socket, within: Duration) -> Option<Value> {
    loop {
        match timeout(within, socket.next()).await.ok()?? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    KillNode,
    StopNode,
    CutFromStore,
    CutFromBus,
    EndNode,
    KillBus,
    KillStore,
}

const FAULTS: [Fault; 7] = [
    Fault::KillNode,
    Fault::StopNode,
    Fault::CutFromStore,
    Fault::CutFromBus,
    Fault::EndNode,
    Fault::KillBus,
    Fault::KillStore,
];

struct Host {
    postgres: Postgres,
    bus: Bus,
    nodes: Vec<Node>,
    people: Vec<Arc<Person>>,
}

impl Host {
    async fn is_well(&self) {
        let began = Instant::now();
        for node in &self.nodes {
            while !node.is_well().await {
                assert!(
                    began.elapsed() < Duration::from_secs(30),
                    "{} is not well: {}",
                    node.address,
                    std::fs::read_to_string(&node.log).unwrap_or_default()
                );
                sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Brings a fault about, and waits until every table goes on; how long the last one took.
    async fn suffer(&mut self, fault: Fault, which: usize) -> Duration {
        let began = Instant::now();
        match fault {
            Fault::KillNode => self.nodes[which].process.kill(),
            Fault::StopNode => self.nodes[which].process.signal("-STOP"),
            Fault::CutFromStore => self.nodes[which].to_store.cut(true),
            Fault::CutFromBus => self.nodes[which].to_bus.cut(true),
            Fault::EndNode => {
                let process = &mut self.nodes[which].process;
                process.signal("-TERM");
                let ended = tokio::task::block_in_place(|| process.0.wait());
                assert!(ended.unwrap().success(), "it ends as it should");
            }
            Fault::KillBus => self.bus.process.kill(),
            Fault::KillStore => tokio::task::block_in_place(|| {
                self.postgres.halt();
                self.postgres.resume();
            }),
        }
        self.people.iter().for_each(|one| one.hurry.notify_one());
        let mut last = Duration::ZERO;
        for person in &self.people {
            let first = loop {
                if let Some(first) = person.first_after(began) {
                    break first;
                }
                assert!(
                    began.elapsed() < Duration::from_secs(30),
                    "a table stands still after {fault:?} of {which}:\n{}",
                    std::fs::read_to_string(&self.nodes[which].log).unwrap_or_default()
                );
                sleep(Duration::from_millis(20)).await;
            };
            last = last.max(first - began);
        }
        match fault {
            Fault::KillNode | Fault::EndNode => self.nodes[which].start_again(),
            Fault::StopNode => self.nodes[which].process.signal("-CONT"),
            Fault::CutFromStore => self.nodes[which].to_store.cut(false),
            Fault::CutFromBus => self.nodes[which].to_bus.cut(false),
            Fault::KillBus => self.bus.process = Bus::run(&self.bus.program, self.bus.port),
            Fault::KillStore => {}
        }
        self.is_well().await;
        // Tables come back to the server that has come back.
        sleep(Duration::from_secs(2)).await;
        last
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_is_there_whatever_goes_wrong() {
    let Some(program) = nats() else {
        return;
    };
    let Some(postgres) = Postgres::start() else {
        return;
    };
    postgres.create("host", "template0");
    let logs = tempfile::TempDir::new().unwrap();
    let bus = Bus::start(program);
    let mut nodes = Vec::new();
    for n in 0..NODES {
        let log = logs.path().join(format!("node {n}"));
        nodes.push(Node::start(&postgres, &bus, log).await);
    }
    let mut host = Host {
        postgres,
        bus,
        nodes,
        people: Vec::new(),
    };
    host.is_well().await;
    sleep(Duration::from_secs(2)).await;

    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let (wanted, mut seed) = (number("CAPICU_FAULTS"), number("CAPICU_SEED").unwrap_or(1));
    let is_over = Arc::new(AtomicBool::new(false));
    let addresses: Vec<String> = host.nodes.iter().map(|node| node.address.clone()).collect();
    let mut playing = Vec::new();
    for n in 0..TABLES {
        let (table, token) = host.nodes[n % NODES].make_table().await;
        let person = Arc::new(Person {
            addresses: addresses.clone(),
            table,
            token,
            answered: Mutex::default(),
            pause: wanted.map_or(PAUSE, |_| PAUSE_OF_MANY),
            hurry: Notify::new(),
        });
        host.people.push(Arc::clone(&person));
        playing.push(tokio::spawn(person.plays(n / NODES, Arc::clone(&is_over))));
    }
    sleep(Duration::from_secs(1)).await;

    let mut took: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    for n in 0..wanted.unwrap_or(FAULTS.len() as u64) {
        // A generator of Knuth's.
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let chance = (seed >> 33) as usize;
        let fault = match wanted {
            Some(_) => FAULTS[chance % FAULTS.len()],
            None => FAULTS[n as usize],
        };
        let last = host.suffer(fault, chance / FAULTS.len() % NODES).await;
        eprintln!("{n}: {fault:?}: every table goes on after {last:?}");
        took.entry(fault).or_default().push(last);
    }
    is_over.store(true, Ordering::Relaxed);
    for person in playing {
        person.await.unwrap();
    }

    // What was answered is there, once.
    let mut commands = 0;
    for person in &host.people {
        let kept = host.postgres.ask(
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
        // Whoever asks whichever server sees the same.
        let mut views = Vec::new();
        for at in 0..NODES {
            let (_socket, view) = person.connect(at).await.expect("a view");
            views.push(without_times(view));
        }
        assert!(views.windows(2).all(|two| two[0] == two[1]), "{views:#?}");
    }
    for (fault, took) in &took {
        let longest = took.iter().max().unwrap();
        eprintln!("{fault:?}: {} times, at most {longest:?}", took.len());
    }
    eprintln!("{commands} commands were answered, and all are there");
    for (fault, took) in &took {
        assert!(took.iter().all(|took| *took < BOUND), "{fault:?}: {took:?}");
    }
}

/// A view without what depends on when one looks.
fn without_times(mut view: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("now");
                fields.remove("clock");
                fields.remove("presence");
                // Whose socket was closed a moment ago may still be counted.
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
