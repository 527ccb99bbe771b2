//! Thousands of tables whose people are in processes of their own.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt as _};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{sleep, sleep_until};

use crate::common::*;
use crate::process::Process;
use crate::{one_move, report, seated};

/// Tables whose people share one process, which may open 20,000 files.
const TABLES: usize = 1_250;

/// People of some tables, in a separate process.
struct People {
    child: Child,
    told: Lines<BufReader<ChildStdout>>,
}

impl People {
    fn start(address: SocketAddr, tables: usize, seconds: usize, every: usize) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("people")
            .arg(address.to_string())
            .args([tables, seconds, every].map(|n| n.to_string()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let told = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, told }
    }

    async fn line(&mut self) -> Option<String> {
        self.told.next_line().await.unwrap()
    }
}

/// Each table moves every `every` milliseconds, at its own moment.
pub async fn busy(tables: usize, seconds: usize, every: usize) {
    let folder = Folder::new("load");
    let server = Process::start(&folder.0).await;
    let before = server.memory();
    let mut all = Vec::new();
    let mut left = tables;
    while left > 0 {
        let share = left.min(TABLES);
        all.push(People::start(server.address, share, seconds, every));
        left -= share;
    }
    for people in &mut all {
        people.line().await.expect("they sit down");
    }
    let with = server.memory();
    println!(
        "{tables} tables with 4 sockets each: {} MB in all, {:.1} KB a socket",
        with / 1_000_000,
        (with - before) as f64 / 1e3 / (4 * tables) as f64
    );
    let (began, processor) = (Instant::now(), server.processor());
    for people in &mut all {
        let go = people.child.stdin.as_mut().unwrap();
        go.write_all(b"go\n").await.unwrap();
    }
    let mut times = Vec::new();
    for people in &mut all {
        while let Some(line) = people.line().await {
            times.push(Duration::from_micros(line.parse().unwrap()));
        }
    }
    let took = began.elapsed();
    let used = (server.processor() - processor).as_secs_f64() / took.as_secs_f64();
    let wanted = tables * seconds * 1000 / every;
    println!("each moving every {every} ms, {wanted} moves if none were between rounds:");
    report(&mut times, took);
    println!("  the server used {used:.2} cores");
}

/// Runs the people of some tables. They sit down and report it, wait for a line, play, and print the microseconds that
/// each move took.
pub async fn people(address: SocketAddr, tables: usize, seconds: usize, every: usize) {
    let all: Vec<Vec<Player>> = stream::iter(0..tables)
        .map(|_| tokio::spawn(seated(address)))
        .buffer_unordered(16)
        .map(Result::unwrap)
        .collect()
        .await;
    println!("seated");
    let go = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()));
    go.await.unwrap().unwrap();
    let every = Duration::from_millis(every as u64);
    let until = Instant::now() + Duration::from_secs(seconds as u64);
    let playing = all.into_iter().enumerate().map(|(n, mut players)| {
        tokio::spawn(async move {
            let mut due = tokio::time::Instant::now() + every * n as u32 / tables as u32;
            let mut times = Vec::new();
            while due.into_std() < until {
                sleep_until(due).await;
                match one_move(&mut players).await {
                    Some(time) => times.push(time),
                    None => deal(&mut players).await,
                }
                due += every;
            }
            (times, players)
        })
    });
    let played = join_all(playing).await;
    for (times, _) in played.iter().map(|played| played.as_ref().unwrap()) {
        for time in times {
            println!("{}", time.as_micros());
        }
    }
    // Other processes may still be running, and nobody may leave before they end.
    sleep(Duration::from_secs(1)).await;
}
