//! Measures a server on this machine over the loopback: the delay of moves, the cost of idle tables, the start after a
//! restart, and the wait while bots think.
//!
//! ```text
//! cargo run --release -p capicu-server --example load -- moves [TABLES] [ROUNDS]
//! cargo run --release -p capicu-server --example load -- idle [TABLES] [SOCKETS]
//! cargo run --release -p capicu-server --example load -- restart [TABLES]
//! cargo run --release -p capicu-server --example load -- busy [TABLES] [SECONDS] [MILLISECONDS]
//! cargo run --release -p capicu-server --example load -- bots [TABLES] [SECONDS] [LEVEL]
//! cargo run --release -p capicu-server --example load -- hall [PHONES] [ROUNDS] [SECONDS]
//! cargo run --release -p capicu-server --example load -- event [PAIRS] [PHONES] [SECONDS]
//! cargo run --release -p capicu-server --example load -- round [TABLES]
//! cargo run --release -p capicu-server --example load -- stores [TABLES] [SECONDS] [TURNS]
//! cargo run --release -p capicu-server --example load -- takeover [TABLES] [PEOPLE]
//! cargo run --release -p capicu-server --example load -- forwarded [PAGES]
//! ```
//!
//! The server runs in a separate process, except with `hall` and `round`. With `busy`, so do the people of each 1,250
//! tables. All processes share the machine. `stores`, `takeover` and `forwarded` start the program in `CAPICU_BIN`, and
//! need PostgreSQL and NATS (`CAPICU_POSTGRES`, `CAPICU_NATS`).

mod busy;
#[path = "../../tests/common/mod.rs"]
mod common;
mod crowd;
mod hall;
mod process;
#[path = "../../../capicu-store-pg/tests/server/mod.rs"]
mod server;
mod stores;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use capicu_protocol::*;
use capicu_server::Pace;
use common::*;
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt as _};
use process::Process;
use tokio::net::TcpListener;
use tokio::sync::Barrier;

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| {
        let given = arguments.get(at).and_then(|text| text.parse().ok());
        given.unwrap_or(usual)
    };
    match arguments.first().map(String::as_str) {
        Some("moves") => moves(number(1, 200).min(1000), number(2, 100).min(10_000)).await,
        Some("idle") => idle(number(1, 2000).min(5000), number(2, 1).clamp(1, 4)).await,
        Some("restart") => restart(number(1, 2000).min(10_000)).await,
        Some("busy") => {
            // Four files a table, and some more, of the 20,000 that a process may have.
            let tables = number(1, 200).min(4_900);
            busy::busy(tables, number(2, 30).max(1), number(3, 3_000).max(1)).await;
        }
        Some("people") => {
            let address = arguments[1].parse().unwrap();
            busy::people(address, number(2, 1), number(3, 1), number(4, 1)).await;
        }
        Some("bots") => {
            let best = Level::ALL.len();
            let level = Level::ALL[number(3, best).clamp(1, best) - 1];
            bots(number(1, 1000).min(5000), number(2, 60).max(20), level).await;
        }
        Some("hall") => {
            let (phones, rounds) = (number(1, 200).clamp(8, 2_000), number(2, 5).clamp(1, 6));
            hall::phones(phones, rounds, number(3, 30)).await;
        }
        Some("event") => {
            let pairs = number(1, 1_000).clamp(8, 2_000);
            crowd::crowd(pairs, number(2, 200).clamp(1, 2_000), number(3, 60).max(1)).await;
        }
        Some("round") => hall::tables(number(1, 2_048).next_power_of_two().min(4_096)).await,
        Some("stores") => {
            let tables = number(1, 200).clamp(1, 1000);
            stores::compare(tables, number(2, 10).max(1), number(3, 3).max(1)).await;
        }
        Some("takeover") => {
            let tables = number(1, 5_000).clamp(1, 10_000);
            stores::takeover(tables, number(2, 500).clamp(1, tables.min(2_000))).await;
        }
        Some("forwarded") => stores::forwarded(number(1, 200).clamp(1, 100_000)).await,
        Some("server") => serve(Path::new(&arguments[1]), Pace::Immediate).await,
        Some("natural") => serve(Path::new(&arguments[1]), Pace::Natural).await,
        _ => eprintln!(
            "load moves | idle | restart | busy | bots | hall | event | round | stores | takeover | forwarded, see the \
             top of examples/load/main.rs"
        ),
    }
}

async fn serve(folder: &Path, pace: Pace) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let ready = async move { println!("{address}") };
    let mut config = config(folder);
    if pace == Pace::Natural {
        tracing_subscriber::fmt()
            .with_writer(std::io::stderr)
            .init();
    }
    config.pace = pace;
    capicu_server::run(listener, config, ready, std::future::pending())
        .await
        .unwrap();
}

async fn seated(address: SocketAddr) -> Vec<Player> {
    seated_at(&[address]).await
}

/// Seats people like `seated`, each at the next of these servers; the first server makes the table.
async fn seated_at(addresses: &[SocketAddr]) -> Vec<Player> {
    let created = create(addresses[0], &four(FRIENDS, &[("target", "100")])).await;
    let mut players = Vec::new();
    for (token, address) in tokens(&created).iter().zip(addresses.iter().cycle()) {
        players.push(Player::sit(*address, &created.table, token).await);
    }
    deal(&mut players).await;
    players
}

/// Makes one move at a table, and measures the time until the last of the four received it. `None` between rounds.
async fn one_move(players: &mut [Player]) -> Option<Duration> {
    let mover = players.iter().position(Player::my_turn)?;
    let act = players[mover].owed()?;
    let before = players[mover].version();
    let sent = Instant::now();
    players[mover].say(&act).await;
    let told = players.iter_mut().map(|player| async move {
        while player.version() == before {
            player.hear().await.unwrap();
        }
        Instant::now()
    });
    let last = join_all(told).await.into_iter().max()?;
    Some(last - sent)
}

async fn moves(tables: usize, rounds: usize) {
    let folder = Folder::new("load");
    let server = Process::start(&folder.0).await;
    let address = server.address;
    let all: Vec<Vec<Player>> = stream::iter(0..tables)
        .map(|_| tokio::spawn(seated(address)))
        .buffer_unordered(32)
        .map(Result::unwrap)
        .collect()
        .await;
    let began = Instant::now();
    let (mut times, all) = all_at_once(all, rounds).await;
    println!("{tables} tables with 4 sockets each, all moving at the same moment:");
    report(&mut times, began.elapsed());
    let began = Instant::now();
    let (mut times, _all) = each_on_its_own(all, 10).await;
    println!("the same tables, each moving once a second:");
    report(&mut times, began.elapsed());
    println!("memory of the server: {} MB", server.memory() / 1_000_000);
}

/// Everybody moves at the same moment, again and again.
async fn all_at_once(all: Vec<Vec<Player>>, rounds: usize) -> (Vec<Duration>, Vec<Vec<Player>>) {
    let barrier = Arc::new(Barrier::new(all.len()));
    let playing = all.into_iter().map(|mut players| {
        let barrier = Arc::clone(&barrier);
        tokio::spawn(async move {
            let mut times = Vec::with_capacity(rounds);
            while times.len() < rounds {
                barrier.wait().await;
                match one_move(&mut players).await {
                    Some(time) => times.push(time),
                    None => {
                        deal(&mut players).await;
                        times.extend(one_move(&mut players).await);
                    }
                }
            }
            (times, players)
        })
    });
    played(join_all(playing).await)
}

/// Each table moves at its own moment, once a second.
async fn each_on_its_own(
    all: Vec<Vec<Player>>,
    seconds: usize,
) -> (Vec<Duration>, Vec<Vec<Player>>) {
    let tables = all.len() as u32;
    let playing = all.into_iter().enumerate().map(|(n, mut players)| {
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(1) * n as u32 / tables).await;
            let mut times = Vec::new();
            for _ in 0..seconds {
                match one_move(&mut players).await {
                    Some(time) => times.push(time),
                    None => deal(&mut players).await,
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            (times, players)
        })
    });
    played(join_all(playing).await)
}

type AtTable = (Vec<Duration>, Vec<Player>);

fn played(all: Vec<Result<AtTable, tokio::task::JoinError>>) -> (Vec<Duration>, Vec<Vec<Player>>) {
    let (times, players): (Vec<_>, Vec<_>) = all.into_iter().map(Result::unwrap).unzip();
    (times.concat(), players)
}

fn report(times: &mut [Duration], took: Duration) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "  {} moves in {:.1} s ({:.0} a second); from move sent to last seat told: \
         p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
        times.len(),
        took.as_secs_f64(),
        times.len() as f64 / took.as_secs_f64(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

/// A table in play with bots in the seats that have no socket; it is a person's turn.
async fn at_rest(address: SocketAddr, sockets: usize) -> (Created, Vec<Player>) {
    let mut plans = BOTS;
    for plan in plans.iter_mut().take(sockets).skip(1) {
        *plan = Plan::Open;
    }
    let created = create(address, &four(plans, &[])).await;
    let mut players = Vec::new();
    for token in tokens(&created) {
        players.push(Player::sit(address, &created.table, &token).await);
    }
    if sockets > 1 {
        deal(&mut players).await;
    }
    loop {
        let to_act = players[0].table.to_act();
        if players.iter().any(|player| player.table.seat() == to_act) {
            return (created, players);
        }
        players[0].hear().await.unwrap();
    }
}

async fn rest(address: SocketAddr, tables: usize, sockets: usize) -> Vec<(Created, Vec<Player>)> {
    stream::iter(0..tables)
        .map(|_| tokio::spawn(at_rest(address, sockets)))
        .buffer_unordered(32)
        .map(Result::unwrap)
        .collect()
        .await
}

async fn idle(tables: usize, sockets: usize) {
    let folder = Folder::new("load");
    let server = Process::start(&folder.0).await;
    let before = server.memory();
    let all = rest(server.address, tables, sockets).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let connected = server.memory();
    drop(all);
    tokio::time::sleep(Duration::from_secs(2)).await;
    println!(
        "{tables} tables in play, {sockets} sockets each: {} MB before, {} MB with them, {} MB when \
         everybody has left",
        before / 1_000_000,
        connected / 1_000_000,
        server.memory() / 1_000_000
    );
}

/// People at tables of their own, each with three bots, who play as soon as it is their turn; the
/// first seconds, while tables are made, do not count.
async fn bots(tables: usize, seconds: usize, level: Level) {
    let folder = Folder::new("load");
    let server = Process::at(&folder.0, "natural").await;
    let address = server.address;
    let seated = |_| async move {
        let table = CreateTable {
            level: Some(level),
            ..four(BOTS, &[("target", "100")])
        };
        let created = create(address, &table).await;
        Player::sit(address, &created.table, &created.token).await
    };
    let people: Vec<Player> = stream::iter(0..tables)
        .map(|n| tokio::spawn(seated(n)))
        .buffer_unordered(32)
        .map(Result::unwrap)
        .collect()
        .await;
    let (began, before) = (Instant::now(), server.processor());
    let from = began + Duration::from_secs(10);
    let until = from + Duration::from_secs(seconds as u64);
    let playing = people.into_iter().map(|person| {
        tokio::spawn(async move {
            let mut times = Vec::new();
            let _ = tokio::time::timeout_at(until.into(), alone(person, from, &mut times)).await;
            times
        })
    });
    let times: Vec<_> = join_all(playing)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let busy = (server.processor() - before).as_secs_f64() / began.elapsed().as_secs_f64();
    let mut times: Vec<Duration> = times.into_iter().flatten().collect();
    println!("{tables} people, each with three bots of level {level}, at their usual pace:");
    report(&mut times, Duration::from_secs(seconds as u64));
    println!("  the server used {busy:.2} cores");
}

/// Plays a match with bots, and measures the time from each move to its answer.
async fn alone(mut person: Player, from: Instant, times: &mut Vec<Duration>) {
    let mut ready_for = None;
    while person.over().is_none() {
        match person.owed() {
            Some(ready @ ClientMessage::Ready { .. }) if ready_for != Some(person.next_deal()) => {
                ready_for = Some(person.next_deal());
                person.say(&ready).await;
            }
            Some(act @ ClientMessage::Act { .. }) => {
                let sent = Instant::now();
                if person.ask(&act).await.is_ok() && sent > from {
                    times.push(sent.elapsed());
                }
                continue;
            }
            _ => {}
        }
        person.hear().await.unwrap();
    }
}

async fn restart(tables: usize) {
    let folder = Folder::new("load");
    let server = Process::start(&folder.0).await;
    let all = rest(server.address, tables, 1).await;
    // Killed, not stopped cleanly.
    drop(server);
    let began = Instant::now();
    let server = Process::start(&folder.0).await;
    let address = server.address;
    let health = request(address, "GET /api/health HTTP/1.1", b"").await;
    assert_eq!(health.status, 200);
    let answers = began.elapsed();
    let found: Vec<(Duration, bool)> = stream::iter(all)
        .map(|(created, before)| {
            tokio::spawn(async move {
                let player = Player::sit(address, &created.table, &created.token).await;
                (began.elapsed(), player.view() == before[0].view())
            })
        })
        .buffer_unordered(64)
        .map(Result::unwrap)
        .collect()
        .await;
    assert!(
        found.iter().all(|(_, same)| *same),
        "every table is as it was"
    );
    println!(
        "{tables} tables after kill -9: the server answers after {:.2} s, the last player has its \
         table back after {:.2} s",
        answers.as_secs_f64(),
        found
            .iter()
            .map(|(at, _)| at.as_secs_f64())
            .fold(0.0, f64::max)
    );
}
