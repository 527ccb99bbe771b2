//! Real faults of writes and flushes: a preloaded library makes single system calls of SQLite fail like a disk. Needs
//! Linux, and the C compiler that SQLite was built with.
#![cfg(all(feature = "sqlite", target_os = "linux"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use capicu_store::{Answer, Health, Journal, Sqlite};
use capicu_store_contract::{Faults, id, people_survive, survives};
use tempfile::TempDir;
use tokio::time::sleep;

/// Tells the child process its folder; the library reads its plan there.
const FOLDER: &str = "CAPICU_FAULT_FOLDER";
const PLAN: &str = "CAPICU_FAULTS";

const EIO: u32 = 5;
const ENOSPC: u32 = 28;

struct Disk {
    plan: PathBuf,
    round: u32,
}

impl Disk {
    fn plan(&mut self, first: u32, last: u32, error: u32) {
        self.round += 1;
        let new = self.plan.with_extension("new");
        fs::write(&new, format!("{} {first} {last} {error}", self.round)).unwrap();
        fs::rename(new, &self.plan).unwrap();
    }

    /// Returns the number of calls since the last plan.
    fn calls(&self) -> u32 {
        let count = fs::read_to_string(self.plan.with_extension("count")).unwrap();
        let (round, calls) = count.trim().split_once(' ').unwrap();
        match round == self.round.to_string() {
            true => calls.parse().unwrap(),
            false => 0,
        }
    }
}

/// One call fails in each step, a different one each time.
struct EachOnce<'a> {
    disk: Disk,
    store: &'a Sqlite,
    error: u32,
}

impl Faults for EachOnce<'_> {
    fn arm(&mut self, step: u32) {
        self.disk.plan(step % 12 + 1, step % 12 + 1, self.error);
    }

    fn wait(&mut self) -> Answer<'_, ()> {
        Box::pin(healthy(self.store))
    }
}

/// Waits until the store reports that it can write. No requests arrive meanwhile.
async fn healthy(store: &Sqlite) {
    let began = Instant::now();
    while store.health() != Health::Writable {
        assert!(began.elapsed() < Duration::from_secs(20), "it recovers");
        sleep(Duration::from_millis(2)).await;
    }
}

/// The disk is full from every third step on, and has space again a while later.
struct Full<'a> {
    disk: Disk,
    store: &'a Sqlite,
}

impl Faults for Full<'_> {
    fn arm(&mut self, step: u32) {
        if step % 3 == 1 {
            self.disk.plan(1 + step / 3, u32::MAX, ENOSPC);
        }
    }

    fn wait(&mut self) -> Answer<'_, ()> {
        Box::pin(async move {
            sleep(Duration::from_millis(150)).await;
            if let Health::Unwritable { why } = self.store.health() {
                assert!(!why.is_empty());
                self.disk.plan(u32::MAX, u32::MAX, 0);
            }
            healthy(self.store).await;
        })
    }
}

/// Not a test: the process in which faults happen. It is this test binary, started with a folder.
#[tokio::test(flavor = "multi_thread")]
async fn the_store() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let (folder, plan) = (
        Path::new(&folder),
        PathBuf::from(std::env::var_os(PLAN).unwrap()),
    );
    let disk = |round| Disk {
        plan: plan.clone(),
        round,
    };
    let store = Sqlite::open(folder).await.unwrap();

    let mut none = disk(0);
    none.plan(u32::MAX, u32::MAX, 0);
    let mut quiet = EachOnce {
        disk: none,
        store: &store,
        error: 0,
    };
    assert_eq!(survives(&store, "quiet", 6, &mut quiet).await, 0);
    assert!(quiet.disk.calls() >= 3, "the calls of SQLite are seen");

    for (round, error) in [(1000, EIO), (2000, ENOSPC)] {
        let mut faults = EachOnce {
            disk: disk(round),
            store: &store,
            error,
        };
        let table = format!("once-{error}");
        let failed = survives(&store, &table, 36, &mut faults).await;
        eprintln!("error {error}: {failed} of 36 appends failed and were made again");
        assert!(failed >= 6, "{failed} of 36 appends failed");
        let failed = people_survive(&store, 200 + error as u8, 36, &mut faults).await;
        eprintln!("error {error}: {failed} of 36 changes failed and were made again");
        assert!(failed >= 6, "{failed} of 36 changes failed");
    }
    let mut faults = Full {
        disk: disk(3000),
        store: &store,
    };
    let failed = survives(&store, "full", 12, &mut faults).await;
    eprintln!("full disk: {failed} appends failed");
    assert!(failed >= 3, "{failed} appends failed");

    disk(4000).plan(u32::MAX, u32::MAX, 0);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_system_call_can_fail_without_loss() {
    let (folder, library) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let shared = library.path().join("faults.so");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&shared)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults.c"))
        .args(["-ldl", "-lpthread"])
        .status();
    assert!(built.unwrap().success(), "the library is built");
    let data = folder.path().join("data");
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "faults::the_store", "--nocapture"])
        .env(FOLDER, &data)
        .env(PLAN, library.path().join("plan"))
        .env("LD_PRELOAD", &shared)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    eprintln!("{said}");

    // Open the files of that process without the library.
    let store = Sqlite::open(&data).await.unwrap();
    for (table, facts) in [("quiet", 12), ("once-5", 72), ("once-28", 72), ("full", 24)] {
        let stored = store.read(&id(table)).await.unwrap().unwrap();
        assert_eq!(stored.entries.len(), facts, "{table}");
    }
    store.close().await;
}
