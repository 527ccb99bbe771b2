//! A host moves on from one version to the next while people play: server after server, and what is new is written once
//! all of them can read it.
//!
//! `CAPICU_PREVIOUS` is where the version before is: the same, built with the feature `previous`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::host::{BUS_PASSWORD, BUS_USER, Host, PATIENCE, Person, Socket, THIS, next, says};

/// Half of them at each server.
const TABLES: usize = 4;

/// How long a person says nothing.
const PAUSE: Duration = Duration::from_millis(900);

/// Within so long of the last old server's end what is new is written.
const SOON: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn a_host_moves_on_to_the_next_version_while_people_play() {
    let Some(previous) = std::env::var_os("CAPICU_PREVIOUS").map(PathBuf::from) else {
        assert!(std::env::var_os("CI").is_none(), "no version before");
        eprintln!("skipped: CAPICU_PREVIOUS does not say where the version before is");
        return;
    };
    let Some(mut host) = Host::start(&previous, 2).await else {
        return;
    };
    host.seat(TABLES, PAUSE).await;
    for person in &host.people {
        sits_down(person).await;
    }
    // What the version before does not know, it does not do.
    for person in &host.people {
        assert!(!gives_table(person, "before").await);
    }

    for at in 0..2 {
        let began = Instant::now();
        host.nodes[at].end();
        host.nodes[at].program = THIS.into();
        host.nodes[at].start_again();
        let last = host.goes_on(began, "a new version").await;
        eprintln!("{at}: every table goes on after {last:?}");
        host.is_well().await;
        if at == 0 {
            // Long enough for both to have tables again, whichever version makes them.
            sleep(Duration::from_secs(3)).await;
            for person in &host.people {
                let is_given = gives_table(person, "between").await;
                assert!(!is_given, "one of them cannot read it");
            }
            host.goes_on(Instant::now(), "what was refused").await;
        }
    }
    let ended = Instant::now();
    for (n, person) in host.people.iter().enumerate() {
        while !gives_table(person, "after").await {
            assert!(
                ended.elapsed() < SOON,
                "table {n}: what is new is not written"
            );
            sleep(Duration::from_millis(200)).await;
        }
    }

    // From now on there is no way back: it could not read what is there.
    host.nodes[0].end();
    let refused = Command::new(&previous)
        .args(["serve", "--listen", "127.0.0.1:0", "--bus"])
        .arg(format!(
            "nats://{BUS_USER}:{BUS_PASSWORD}@127.0.0.1:{}",
            host.bus.port
        ))
        .env("CAPICU_STORE", host.nodes[0].store())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success(), "{told}");
    assert!(told.contains("newer version"), "{told}");
    host.nodes[0].start_again();
    host.is_well().await;
    let commands = host.ends_well().await;
    eprintln!("{commands} commands were answered, and all are there");
}

/// The own token of whoever sits in the open seat.
const OWN: &str = "abababababababababababababababababababababababababababababababab";

/// Somebody sits down in the open seat of a person's table.
async fn sits_down(person: &Person) {
    let hello = json!({"hello": {"protocol": 4, "token": person.open, "own": OWN}});
    comes(person, hello).await;
}

/// The person gives the table to whoever sits in the other seat; false if that is refused for the moment.
async fn gives_table(person: &Person, key: &str) -> bool {
    let other = json!({"hello": {"protocol": 4, "token": OWN}});
    let _other = comes(person, other).await;
    let maker = json!({"hello": {"protocol": 4, "token": person.token}});
    let mut socket = comes(person, maker).await;
    let said = json!({"give-table": {"key": key, "seat": 1}}).to_string();
    says(&mut socket, key, &said).await
}

/// A socket of whoever says this first.
async fn comes(person: &Person, hello: Value) -> Socket {
    let url = format!(
        "ws://{}/api/tables/{}/ws",
        person.addresses[0], person.table
    );
    let (mut socket, _) = connect_async(url).await.unwrap();
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let first = next(&mut socket, PATIENCE * 3).await.unwrap();
    assert!(first.get("closed").is_none(), "{first}");
    socket
}
