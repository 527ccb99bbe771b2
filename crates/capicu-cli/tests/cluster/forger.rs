//! A NATS client with the password that reads all messages and forges some.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::cluster::host::{BUS_PASSWORD, BUS_USER, Host};

const INBOX: &str = "forger.inbox";

struct Captured {
    subject: String,
    payload: Vec<u8>,
}

struct Forger {
    stream: BufStream<TcpStream>,
    /// Bytes of the next line so far.
    line: Vec<u8>,
}

impl Forger {
    /// Connects with this password and subscribes to everything; fails with NATS's message.
    async fn come(port: u16, password: &str) -> Result<Self, String> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let (stream, line) = (BufStream::new(stream), Vec::new());
        let mut forger = Self { stream, line };
        let who = json!({"verbose": false, "pedantic": false, "user": BUS_USER, "pass": password});
        forger
            .write(format!("CONNECT {who}\r\nPING\r\n").as_bytes())
            .await;
        loop {
            let line = forger.line().await;
            match line.as_str() {
                "PONG" => break,
                line if line.starts_with("-ERR") => return Err(line.to_owned()),
                _ => {}
            }
        }
        forger.write(b"SUB > 1\r\n").await;
        Ok(forger)
    }

    async fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
        self.stream.flush().await.unwrap();
    }

    async fn line(&mut self) -> String {
        let read = self.stream.read_until(b'\n', &mut self.line);
        read.await.unwrap();
        let line = std::mem::take(&mut self.line);
        String::from_utf8(line).unwrap().trim_end().to_owned()
    }

    async fn says(&mut self, subject: &str, reply: &str, payload: &[u8]) {
        let mut bytes = format!("PUB {subject} {reply} {}\r\n", payload.len()).into_bytes();
        bytes.extend(payload);
        bytes.extend(b"\r\n");
        self.write(&bytes).await;
    }

    async fn hears(&mut self, time: Duration) -> Vec<Captured> {
        let until = Instant::now() + time;
        let mut all = Vec::new();
        while let Ok(line) = timeout_at(until, self.line()).await {
            if line == "PING" {
                self.write(b"PONG\r\n").await;
            }
            let Some(head) = line.strip_prefix("MSG ") else {
                continue;
            };
            let words: Vec<&str> = head.split(' ').collect();
            let length: usize = words.last().unwrap().parse().unwrap();
            let mut payload = vec![0; length + 2];
            self.stream.read_exact(&mut payload).await.unwrap();
            payload.truncate(length);
            let subject = words[0].to_owned();
            all.push(Captured { subject, payload });
        }
        all
    }
}

/// Listens while people play, then forges and repeats messages. No server answers, nothing leaks, and all tables
/// continue.
pub async fn sees_no_hand_and_changes_nothing(host: &Host) {
    let refused = Forger::come(host.bus.port, "guessed").await.err();
    assert!(refused.is_some_and(|why| why.contains("Authorization")));
    let mut forger = Forger::come(host.bus.port, BUS_PASSWORD)
        .await
        .ok()
        .unwrap();
    // A seat's view of its table and its chat cross the bus.
    let person = &host.people[0];
    let mut sockets = Vec::new();
    for at in 0..host.nodes.len() {
        sockets.push(person.connect(at).await.expect("a view"));
    }
    let captured = forger.hears(Duration::from_millis(1500)).await;
    assert!(captured.len() > 10, "{}", captured.len());
    for Captured { payload, .. } in &captured {
        let shows = |text: &str| {
            payload
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        };
        let seen = [
            "\"type\"",
            "\"line\"",
            "\"told\"",
            "\"hand",
            "\"Ana ",
            &person.table,
        ]
        .map(shows);
        assert!(
            !seen.contains(&true),
            "{}",
            String::from_utf8_lossy(payload)
        );
    }
    let nodes: Vec<&str> = captured
        .iter()
        .map(|one| one.subject.as_str())
        .filter(|subject| subject.starts_with("capicu."))
        .collect();
    let table = &person.table;
    let forged = [
        json!({"type": "halt", "table": table, "is_late": false}),
        json!({"type": "news", "player": "0".repeat(32)}),
        json!({"type": "close", "table": table}),
        json!({"type": "look", "table": table}),
        json!({"type": "reload", "table": table}),
        json!({"type": "connect", "from": "forger", "line": 1, "table": table, "since": null,
            "who": {"shown": null, "own": null, "ids": []}}),
        json!({"type": "beat", "from": "forger", "lines": [], "news": 0}),
    ];
    for node in &nodes {
        for one in &forged {
            forger.says(node, INBOX, one.to_string().as_bytes()).await;
            forger.says(node, "", one.to_string().as_bytes()).await;
        }
    }
    for one in &captured {
        forger.says(&one.subject, INBOX, &one.payload).await;
        forger.says(&one.subject, "", &one.payload).await;
    }
    let heard = forger.hears(Duration::from_millis(500)).await;
    let answered = heard.iter().filter(|one| one.subject == INBOX).count();
    assert_eq!(answered, 0, "no server answers");
    for (socket, _) in &mut sockets {
        let mut closes =
            async || crate::cluster::host::next(socket, Duration::from_millis(50)).await;
        while let Some(told) = timeout(Duration::from_millis(200), closes())
            .await
            .ok()
            .flatten()
        {
            assert!(told.get("closed").is_none(), "{told}");
        }
    }
    drop(sockets);
    let began = std::time::Instant::now();
    let last = host.goes_on(began, "forged messages").await;
    eprintln!(
        "{} messages forged or repeated, every table continues after {last:?}",
        captured.len()
    );
    sleep(Duration::from_millis(100)).await;
    for node in &host.nodes {
        let log = node.told();
        assert!(log.contains("on the bus are refused"), "{log}");
        assert!(!log.contains(BUS_PASSWORD), "{log}");
    }
}
