//! Servers that share a PostgreSQL database: a standby takes over, and no acknowledged table is lost.
#![cfg(all(feature = "postgres", unix))]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::server::Postgres;

/// The longest time between a fault and the first answer.
const BOUND: Duration = Duration::from_secs(5);

struct Node {
    process: Child,
    said: BufReader<ChildStdout>,
    address: String,
}

impl Node {
    fn start(postgres: &Postgres) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let mut process = Command::new(env!("CARGO_BIN_EXE_capicu"))
            .args(["serve", "--stand-by", "on", "--listen", &address])
            .args(["--limit-tables", "100000/100000"])
            // In the environment, others cannot read it.
            .env("CAPICU_STORE", postgres.url("host"))
            .env("CAPICU_LOG", "warn")
            .env("LC_ALL", "en_GB.UTF-8")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(process.stdout.take().unwrap());
        Self {
            process,
            said,
            address,
        }
    }

    fn ready(&mut self) {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        assert!(line.contains(&self.address), "{line:?}");
    }

    /// Creates a table; returns its id once the server acknowledges it.
    fn make_table(&self) -> Option<String> {
        const BODY: &str = include_str!("../../capicu-protocol/tests/wire/http-create-table.json");
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(BOUND)).unwrap();
        let length = BODY.len();
        write!(
            stream,
            "POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{BODY}"
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        if !head.starts_with("HTTP/1.1 201") {
            return None;
        }
        let (_, table) = body.split_once("\"table\":\"")?;
        Some(table.split('"').next()?.to_owned())
    }

    /// Retries until a table is created.
    fn first_table(&self, since: Instant) -> (String, Duration) {
        loop {
            if let Some(table) = self.make_table() {
                return (table, since.elapsed());
            }
            assert!(since.elapsed() < Duration::from_secs(30), "it takes over");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
    }

    fn ended(&mut self) -> (ExitStatus, String) {
        let began = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(15), "it ends");
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut said = String::new();
        let mut errors = self.process.stderr.take().unwrap();
        errors.read_to_string(&mut said).unwrap();
        (self.process.wait().unwrap(), said)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn standby_takes_over_without_loss() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    postgres.create("host", "template0");
    let mut made = Vec::new();

    let mut first = Node::start(&postgres);
    first.ready();
    let mut second = Node::start(&postgres);
    made.extend((0..20).map(|_| first.make_table().expect("a table")));
    assert!(
        TcpStream::connect(&second.address).is_err(),
        "a standby does not listen"
    );

    // Kill the server while it creates tables.
    let began = std::thread::scope(|scope| {
        let busy = scope.spawn(|| std::iter::from_fn(|| first.make_table()).collect::<Vec<_>>());
        std::thread::sleep(Duration::from_millis(300));
        first.signal("-KILL");
        let began = Instant::now();
        made.extend(busy.join().unwrap());
        began
    });
    second.ready();
    let (table, killed) = second.first_table(began);
    made.push(table);

    // Pause it for a while: it notices that it was too long, and ends.
    let mut third = Node::start(&postgres);
    std::thread::sleep(Duration::from_millis(500));
    second.signal("-STOP");
    let began = Instant::now();
    third.ready();
    let (table, stopped) = third.first_table(began);
    made.push(table);
    second.signal("-CONT");
    let (status, said) = second.ended();
    assert_eq!(status.code(), Some(1), "{said}");
    // It may read the lease of the other server, or miss its own deadline first.
    let noticed = ["another server has taken over", "could not be renewed"];
    assert!(noticed.iter().any(|reason| said.contains(reason)), "{said}");
    assert!(said.contains("start capicu again as a standby"), "{said}");
    assert!(!said.contains("secret-word"), "{said}");

    // Terminate it: it frees its lease.
    let mut fourth = Node::start(&postgres);
    std::thread::sleep(Duration::from_millis(500));
    third.signal("-TERM");
    let began = Instant::now();
    fourth.ready();
    let (table, handed_over) = fourth.first_table(began);
    made.push(table);
    assert!(third.ended().0.success());

    eprintln!(
        "{} tables made; first answer after kill -9 {killed:?}, after a stop {stopped:?}, after SIGTERM {handed_over:?}",
        made.len()
    );
    for (fault, took) in [
        ("killed", killed),
        ("stopped", stopped),
        ("ended", handed_over),
    ] {
        assert!(took < BOUND, "{fault}: {took:?}");
    }
    // Every acknowledged table exists, once.
    let ids: Vec<String> = made.iter().map(|table| format!("'{table}'")).collect();
    let found = format!(
        "SELECT count(*) FROM tables WHERE id IN ({})",
        ids.join(",")
    );
    assert_eq!(postgres.ask("host", &found), made.len().to_string());
}

#[test]
fn unusable_database_is_refused_in_one_sentence() {
    let refused = |url: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
            .args(["serve", "--listen", "127.0.0.1:0", "--store", url])
            .env("LC_ALL", "en_GB.UTF-8")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains("secret-word"), "{said}");
        said
    };
    for wrong in ["data", "mysql://a:secret-word@b/c", "a:secret-word@b/c"] {
        let said = refused(wrong);
        assert!(said.contains("write one such as postgres://"), "{said}");
    }
    let said = refused("postgres://a:secret-word@127.0.0.1:1/c");
    assert!(said.contains("127.0.0.1:1/c"), "{said}");
    assert!(said.contains("check that PostgreSQL runs there"), "{said}");
}
