//! A disk that fails and a clock that jumps under a server in play: a library that is loaded before the
//! system's stands in for it. Needs Linux, and the C compiler that SQLite was built with.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::process::{self, Process};
use crate::common::witness::{self, Promises};
use crate::common::*;
use capicu_protocol::*;
use tokio::sync::watch;
use tokio::time::sleep;

const EIO: u32 = 5;
const ENOSPC: u32 = 28;

/// The plan for calls that write to the database.
struct Disk {
    plan: PathBuf,
    round: u32,
}

impl Disk {
    /// From now on, those of number `first` to `last` fail.
    fn plan(&mut self, first: u32, last: u32, error: u32) {
        self.round += 1;
        let new = self.plan.with_extension("new");
        fs::write(&new, format!("{} {first} {last} {error}", self.round)).unwrap();
        fs::rename(new, &self.plan).unwrap();
    }

    /// Waits for at least this many calls since the last plan.
    async fn called(&self, least: u32) {
        let began = Instant::now();
        loop {
            let count = fs::read_to_string(self.plan.with_extension("count")).unwrap();
            // The file may just be being written.
            let numbers: Vec<u32> = count
                .split_whitespace()
                .filter_map(|number| number.parse().ok())
                .collect();
            if matches!(numbers[..], [round, calls] if round == self.round && calls >= least) {
                return;
            }
            assert!(began.elapsed() < LONG, "call {least} is made");
            sleep(Duration::from_millis(5)).await;
        }
    }

    fn works(&mut self) {
        self.plan(u32::MAX, u32::MAX, 0);
    }
}

/// Waits until the health of a server has this status, and returns the answer.
async fn health(server: &Process, status: u16) -> Answer {
    let began = Instant::now();
    loop {
        let answer = request(server.address, "GET /api/health HTTP/1.1", b"").await;
        if answer.status == status {
            return answer;
        }
        assert!(began.elapsed() < LONG, "never {status}: {}", answer.text());
        sleep(Duration::from_millis(5)).await;
    }
}

/// Waits for at least this many acknowledged commands.
async fn promised(promises: &Promises, least: usize) {
    let began = Instant::now();
    while promises.lock().unwrap().len() < least {
        assert!(began.elapsed() < LONG, "the players go on");
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_writes_neither_lose_nor_repeat_a_move() {
    let (folder, beside) = (Folder::new("disk"), Folder::new("faults"));
    let library = process::library("../capicu-store/tests/faults.c", &beside.0);
    let mut disk = Disk {
        plan: beside.0.join("plan"),
        round: 0,
    };
    disk.works();
    let server = Process::with(
        &folder.0,
        &[("LD_PRELOAD", &library), ("CAPICU_FAULTS", &disk.plan)],
    );
    let (_tell, address) = watch::channel(Some(server.address));
    let promises = Promises::default();
    let playing = witness::play(server.address, 2, &address, &promises).await;
    let count = || promises.lock().unwrap().len();

    // Each call fails once.
    let mut failed = 0;
    for step in 0..24 {
        let before = count();
        let at = step % 12 + 1;
        disk.plan(at, at, if step < 12 { EIO } else { ENOSPC });
        disk.called(at).await;
        let trouble = request(server.address, "GET /api/health HTTP/1.1", b"").await;
        failed += u32::from(trouble.status == 503);
        health(&server, 200).await;
        promised(&promises, before + 6).await;
    }
    // The disk is full, and has room again.
    for first in [1, 2, 3] {
        disk.plan(first, u32::MAX, ENOSPC);
        let told = health(&server, 503).await;
        let error: ApiError = decode(told.text()).unwrap();
        let why = error.detail.unwrap();
        assert!(
            why.starts_with("the data folder cannot be written: "),
            "{why}"
        );
        // What a flush that finds no room is to SQLite.
        assert!(why.contains("full") || why.contains("I/O error"), "{why}");
        let unready = request(server.admin, "GET /readyz HTTP/1.1", b"")
            .await
            .with(503);
        assert!(
            unready
                .text()
                .starts_with("the data folder cannot be written: ")
        );
        request(server.admin, "GET /livez HTTP/1.1", b"")
            .await
            .with(200);
        let text = request(server.admin, "GET /metrics HTTP/1.1", b"").await;
        text.has("\ncapicu_ready 0\n");
        // What was acknowledged just before may still be on its way.
        sleep(Duration::from_millis(200)).await;
        let before = count();
        sleep(Duration::from_millis(300)).await;
        assert_eq!(
            count(),
            before,
            "nothing is acknowledged that is not written"
        );
        disk.works();
        health(&server, 200).await;
        request(server.admin, "GET /readyz HTTP/1.1", b"")
            .await
            .with(200);
        promised(&promises, before + 6).await;
    }
    witness::stop(&playing);
    server.kill();
    let (moves, kept) = witness::compare(&folder.0, &promises).await;
    let promised = count();
    eprintln!(
        "{moves} moves, {kept} of {promised} promises have a fact; seen failing {failed} times"
    );
    assert!(failed > 0, "health told of none of them");
    assert!(kept * 10 >= promised * 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_changes_no_turn() {
    let (folder, beside) = (Folder::new("wall"), Folder::new("clock"));
    let library = process::library("tests/clock.c", &beside.0);
    let ahead = beside.0.join("ahead");
    let set = |seconds: i64| fs::write(&ahead, seconds.to_string()).unwrap();
    let start = || {
        Process::with(
            &folder.0,
            &[("LD_PRELOAD", &library), ("CAPICU_CLOCK", &ahead)],
        )
    };
    set(0);
    let server = start();
    let table = CreateTable {
        turn_time: Some(TurnTime::Thirty),
        ..four(BOTS, &[])
    };
    let created = create(server.address, &table).await;
    let sit = async |server: &Process| {
        let mut player = Player::sit(server.address, &created.table, &created.token).await;
        while !player.my_turn() {
            player.hear().await.unwrap();
        }
        player
    };
    let whole =
        |left: Duration| (Duration::from_secs(27)..=Duration::from_secs(30)).contains(&left);
    let mut player = sit(&server).await;
    let (_, began, left) = player.turn_ends();
    assert!(whole(left), "{left:?}");
    for seconds in [3600, -3600] {
        set(seconds);
        let (_, at, left) = sit(&server).await.turn_ends();
        assert_eq!(at, began, "the same turn");
        assert!(
            left > Duration::from_secs(20) && left <= Duration::from_secs(30),
            "{left:?}"
        );
    }
    // So it is with the next turn.
    let act = player.owed().unwrap();
    player.ask(&act).await.unwrap();
    // After a restart it is the other time, and a turn is as long as before.
    server.kill();
    for seconds in [3600, -3600] {
        set(seconds);
        let server = start();
        let mut player = sit(&server).await;
        let (_, at, left) = player.turn_ends();
        assert!(whole(left), "{left:?}");
        let moved = at as i64 - began as i64;
        assert!(
            (moved - seconds * 1000).abs() < 600_000,
            "the clock was set: {moved}"
        );
        let act = player.owed().unwrap();
        player.ask(&act).await.unwrap();
        server.kill();
    }
}

/// Starts with a wrong clock, and with the right one again: sessions and tables are still there.
#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_wrong_at_a_start_removes_nothing() {
    const DAY: i64 = 24 * 3600;
    let (folder, beside) = (Folder::new("days"), Folder::new("days-clock"));
    let library = process::library("tests/clock.c", &beside.0);
    let ahead = beside.0.join("ahead");
    let start = |seconds: i64| {
        fs::write(&ahead, seconds.to_string()).unwrap();
        Process::with(
            &folder.0,
            &[("LD_PRELOAD", &library), ("CAPICU_CLOCK", &ahead)],
        )
    };
    let server = start(0);
    let made = request(server.address, "POST /api/me HTTP/1.1", b"{}").await;
    let mut set = made.head.split("\r\nset-cookie: ").skip(1);
    let set = set.find(|line| !line.starts_with("lang=")).unwrap();
    let cookie = set.split(';').next().unwrap().to_owned();
    // One that was never dealt at, which is kept for a day.
    let created = create(
        server.address,
        &four([Plan::Me, Plan::Open, Plan::Open, Plan::Open], &[]),
    )
    .await;
    server.kill();
    for days in [2, 100, 500, -100, 0] {
        let server = start(days * DAY);
        let me = format!("GET /api/me HTTP/1.1\r\ncookie: {cookie}");
        let me = request(server.address, &me, b"").await;
        assert_eq!(me.status, 200, "{days} days: {}", me.text());
        // Removal happens at the start.
        sleep(Duration::from_millis(100)).await;
        Player::sit(server.address, &created.table, &created.token).await;
        server.kill();
    }
}
