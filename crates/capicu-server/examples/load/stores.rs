//! SQLite, PostgreSQL, and two servers with PostgreSQL and NATS, side by side.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use capicu_protocol::{ClientMessage, Created};
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::common::*;
use crate::server::Postgres;
use crate::{all_at_once, each_on_its_own, seated_at};

#[derive(Clone, Copy, PartialEq, Eq)]
enum SetUp {
    Sqlite,
    Postgres,
    TwoServers,
}

const ALL: [SetUp; 3] = [SetUp::Sqlite, SetUp::Postgres, SetUp::TwoServers];

impl SetUp {
    const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
            Self::TwoServers => "two servers",
        }
    }
}

/// How often each page is asked for at each server.
const TIMES: usize = 5;

/// A process that ends with the value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The engines, started once, and databases made as they are needed.
struct Engines {
    postgres: Postgres,
    bus: u16,
    _nats: Running,
    made: usize,
}

impl Engines {
    fn start() -> Self {
        let postgres = Postgres::start_lasting().expect("PostgreSQL: set CAPICU_POSTGRES");
        let bus = free_port();
        let nats = Command::new(named("CAPICU_NATS"))
            .args(["--addr", "127.0.0.1", "--port", &bus.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self {
            postgres,
            bus,
            _nats: Running(nats.expect("NATS: set CAPICU_NATS")),
            made: 0,
        }
    }

    fn database(&mut self) -> String {
        self.made += 1;
        let name = format!("host{}", self.made);
        self.postgres.create(&name, "template0");
        self.postgres.url(&name)
    }
}

struct Servers {
    processes: Vec<Running>,
    addresses: Vec<SocketAddr>,
    _folder: Folder,
}

impl Servers {
    async fn start(what: SetUp, engines: &mut Engines) -> Self {
        let folder = Folder::new("stores");
        let (n, database) = match what {
            SetUp::Sqlite => (1, None),
            SetUp::Postgres => (1, Some(engines.database())),
            SetUp::TwoServers => (2, Some(engines.database())),
        };
        let (mut processes, mut addresses) = (Vec::new(), Vec::new());
        for _ in 0..n {
            let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
            let mut command = Command::new(named("CAPICU_BIN"));
            command
                .args(["serve", "--bot-pace", "immediate"])
                .args(["--listen", &address.to_string(), "--log", "error"])
                .args(["--limit-tables", "100000/100000"])
                .args(["--limit-sockets", "100000/100000"])
                .args(["--limit-messages", "100000/100000"])
                .args([
                    "--connections",
                    "30000",
                    "--connections-per-address",
                    "30000",
                    "--sockets-per-address",
                    "30000",
                ])
                .stdout(Stdio::null());
            match &database {
                None => command.arg("--data").arg(&folder.0),
                Some(database) => command.env("CAPICU_STORE", database),
            };
            if what == SetUp::TwoServers {
                let bus = format!("nats://127.0.0.1:{}", engines.bus);
                command.args(["--bus", &bus]);
            }
            let child = command.spawn().expect("the program: set CAPICU_BIN");
            processes.push(Running(child));
            addresses.push(address);
        }
        for address in &addresses {
            while !is_well(*address).await {
                sleep(Duration::from_millis(50)).await;
            }
        }
        if n > 1 {
            // Each gets its share of the tables.
            sleep(Duration::from_secs(3)).await;
        }
        Self {
            processes,
            addresses,
            _folder: folder,
        }
    }

    fn from(&self, n: usize) -> Vec<SocketAddr> {
        let mut addresses = self.addresses.clone();
        let at = n % addresses.len();
        addresses.rotate_left(at);
        addresses
    }
}

fn named(variable: &str) -> PathBuf {
    let path = std::env::var_os(variable);
    path.unwrap_or_else(|| panic!("{variable} names the program"))
        .into()
}

fn free_port() -> u16 {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}

async fn is_well(address: SocketAddr) -> bool {
    if TcpStream::connect(address).await.is_err() {
        return false;
    }
    request(address, "GET /api/health HTTP/1.1", b"")
        .await
        .status
        == 200
}

/// One turn of a set-up: each table moving once a second, and then all at the same moment.
struct Turn {
    /// At half and at 99 in 100 of the moves, in milliseconds.
    own: [f64; 2],
    a_second: f64,
}

/// The set-ups in turns, so that whatever else the machine does meets all of them; the medians of the turns.
pub async fn compare(tables: usize, seconds: usize, turns: usize) {
    let mut engines = Engines::start();
    let mut all: Vec<Vec<Turn>> = ALL.map(|_| Vec::new()).into();
    for turn in 0..turns {
        for (what, done) in ALL.iter().zip(&mut all) {
            let servers = Servers::start(*what, &mut engines).await;
            let seated: Vec<_> = stream::iter(0..tables)
                .map(|n| {
                    let addresses = servers.from(n);
                    tokio::spawn(async move { seated_at(&addresses).await })
                })
                .buffer_unordered(16)
                .map(Result::unwrap)
                .collect()
                .await;
            let (mut times, seated) = each_on_its_own(seated, seconds).await;
            let began = Instant::now();
            let (at_once, _seated) = all_at_once(seated, 20).await;
            let a_second = at_once.len() as f64 / began.elapsed().as_secs_f64();
            let own = parts(&mut times, [0.5, 0.99]);
            println!(
                "turn {}, {}: p50 {:.1} ms, p99 {:.1} ms; {a_second:.0} moves a second",
                turn + 1,
                what.name(),
                own[0],
                own[1]
            );
            done.push(Turn { own, a_second });
        }
    }
    println!(
        "medians of {turns} turns, {tables} tables of 4 sockets; in brackets the ratio to SQLite:"
    );
    let median = |done: &[Turn], of: fn(&Turn) -> f64| {
        let mut values: Vec<f64> = done.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    for (what, done) in ALL.iter().zip(&all) {
        let told =
            |of: fn(&Turn) -> f64| (median(done, of), median(done, of) / median(&all[0], of));
        let (p50, p99, a_second) = (
            told(|turn| turn.own[0]),
            told(|turn| turn.own[1]),
            told(|turn| turn.a_second),
        );
        println!(
            "  {:11}  p50 {:5.1} ms ({:.1})  p99 {:6.1} ms ({:.1})  {:6.0} moves a second ({:.2})",
            what.name(),
            p50.0,
            p50.1,
            p99.0,
            p99.1,
            a_second.0,
            a_second.1
        );
    }
}

/// These shares of some times, in milliseconds.
fn parts<const N: usize>(times: &mut [Duration], shares: [f64; N]) -> [f64; N] {
    times.sort();
    shares.map(|share| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3)
}

/// Tables are in play at two servers, and `people` of them have a person. One server is killed; its people reconnect to
/// the other one until it answers.
pub async fn takeover(tables: usize, people: usize) {
    let mut engines = Engines::start();
    let mut servers = Servers::start(SetUp::TwoServers, &mut engines).await;
    let all: Vec<Created> = stream::iter(0..tables)
        .map(|n| {
            let address = servers.from(n)[0];
            tokio::spawn(async move { create(address, &four(BOTS, &[])).await })
        })
        .buffer_unordered(16)
        .map(Result::unwrap)
        .collect()
        .await;
    let every = tables / people;
    let mut seated = Vec::new();
    for created in all.iter().step_by(every).take(people) {
        let at = servers.addresses[0];
        seated.push(Player::sit(at, &created.table, &created.token).await);
    }
    println!("{tables} tables are in play, people at {}", seated.len());
    let left = servers.addresses[1];
    let began = Instant::now();
    drop(servers.processes.remove(0));
    let going_on = seated
        .into_iter()
        .zip(all.iter().step_by(every))
        .map(|(player, created)| {
            let table = created.table.clone();
            tokio::spawn(async move {
                let token = player.token.clone();
                drop(player);
                loop {
                    if timeout(Duration::from_secs(2), comes_back(left, &table, &token)).await
                        == Ok(true)
                    {
                        return began.elapsed();
                    }
                    sleep(Duration::from_millis(100)).await;
                }
            })
        });
    let back = join_all(going_on).await;
    let mut times: Vec<Duration> = back.into_iter().map(Result::unwrap).collect();
    let [p50, p99, most] = parts(&mut times, [0.5, 0.99, 1.0]);
    println!(
        "after kill -9 of one of two servers: the first command was answered after {p50:.0} ms at half of the tables, \
         {p99:.0} ms at 99 in 100, {most:.0} ms at the last"
    );
}

/// Whether somebody is back at a table and was called something.
async fn comes_back(
    address: SocketAddr,
    table: impl AsRef<str>,
    token: &capicu_protocol::Token,
) -> bool {
    let Ok(mut player) = Player::join(address, table, token).await else {
        return false;
    };
    let command = ClientMessage::Name {
        key: player.key(),
        name: "Ana".to_owned(),
    };
    player.ask(&command).await.is_ok()
}

/// How long a page takes at the server that owns it, and at the other one, which forwards the request.
pub async fn forwarded(pages: usize) {
    let mut engines = Engines::start();
    let servers = Servers::start(SetUp::TwoServers, &mut engines).await;
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for page in 0..pages {
        let mut times = Vec::new();
        for address in &servers.addresses {
            let mut of_server = Vec::new();
            for _ in 0..TIMES {
                let began = Instant::now();
                let head = format!("GET /e/forwarded{page} HTTP/1.1");
                let answer = request(*address, &head, b"").await;
                assert_eq!(answer.status, 404, "nobody made these events");
                of_server.push(began.elapsed());
            }
            of_server.sort();
            times.push(of_server);
        }
        // About half of the pages belong to each server: to the one that usually answers sooner.
        times.sort_by_key(|of_server| of_server[TIMES / 2]);
        others.extend(times.pop().unwrap_or_default());
        own.extend(times.pop().unwrap_or_default());
    }
    for (what, times) in [("at the owner", &mut own), ("forwarded", &mut others)] {
        let [p50, p99, most] = parts(times, [0.5, 0.99, 1.0]);
        println!("{what}: p50 {p50:.1} ms, p99 {p99:.1} ms, at most {most:.1} ms");
    }
}
