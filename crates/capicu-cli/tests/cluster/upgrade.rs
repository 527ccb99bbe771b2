//! A cluster is upgraded to the next version while people play. Servers are replaced one by one, and new facts are
//! written once all servers can read them. A version that forwards requests cannot join one that does not.
//!
//! `CAPICU_PREVIOUS` is the program that acts as another version: this one, built with the feature `previous`.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use capicu_store::shards::{EDITION, TOGETHER};
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::cluster::host::{
    BUS_PASSWORD, BUS_USER, Host, PATIENCE, Person, Socket, THIS, next, says,
};

/// Half of them at each server.
const TABLES: usize = 4;

/// The pause between a person's commands.
const PAUSE: Duration = Duration::from_millis(900);

/// The time in which new servers raise the edition after the last old one has ended.
const SOON: Duration = Duration::from_secs(5);

/// Returns a program that reads facts and messages up to this edition; `None` if there is none.
fn version(reads: u16) -> Option<PathBuf> {
    let Some(program) = std::env::var_os("CAPICU_PREVIOUS").map(PathBuf::from) else {
        assert!(std::env::var_os("CI").is_none(), "no other version");
        eprintln!("skipped: CAPICU_PREVIOUS does not say which program plays another version");
        return None;
    };
    let own = format!("capicu-reads-{reads}-{}", std::process::id());
    let script = std::env::temp_dir().join(own);
    let text = format!(
        "#!/bin/sh\nCAPICU_READS={reads} exec '{}' \"$@\"\n",
        program.display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    Some(script)
}

/// Runs a program that should join a cluster, and cannot.
fn joins(host: &Host, program: &Path) -> Output {
    let bus = host.bus.port;
    Command::new(program)
        .args(["serve", "--listen", "127.0.0.1:0", "--bus"])
        .arg(format!("nats://{BUS_USER}:{BUS_PASSWORD}@127.0.0.1:{bus}"))
        .env("CAPICU_STORE", host.nodes[0].store())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cluster_is_upgraded_while_people_play() {
    let Some(later) = version(EDITION + 1) else {
        return;
    };
    let Some(mut host) = Host::start(Path::new(THIS), 2).await else {
        return;
    };
    host.seat(TABLES, PAUSE).await;
    for person in &host.people {
        sits_down(person).await;
    }
    for at in 0..2 {
        let began = Instant::now();
        host.nodes[at].end();
        host.nodes[at].program = later.clone();
        host.nodes[at].start_again();
        let last = host.goes_on(began, "a new version").await;
        eprintln!("{at}: every table goes on after {last:?}");
        host.is_well().await;
        // Both servers get tables again, whichever version runs them.
        sleep(Duration::from_secs(3)).await;
        for person in &host.people {
            assert!(gives_table(person, at).await);
        }
    }

    // From now on the upgrade is final: the previous version may not be able to read everything.
    sleep(SOON).await;
    host.nodes[0].end();
    let refused = joins(&host, Path::new(THIS));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success(), "{told}");
    assert!(told.contains("newer version"), "{told}");
    host.nodes[0].start_again();
    host.is_well().await;
    let commands = host.ends_well().await;
    eprintln!("{commands} commands were answered, and all are there");
}

#[tokio::test(flavor = "multi_thread")]
async fn server_that_forwards_joins_no_cluster_that_does_not() {
    let Some(earlier) = version(TOGETHER - 1) else {
        return;
    };
    let Some(host) = Host::start(&earlier, 2).await else {
        return;
    };
    let refused = joins(&host, Path::new(THIS));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success(), "{told}");
    assert!(told.contains("older version"), "{told}");
}

/// The own token of the player in the open seat.
const OWN: &str = "abababababababababababababababababababababababababababababababab";

async fn sits_down(person: &Person) {
    let hello = json!({"hello": {"protocol": 4, "token": person.open, "own": OWN}});
    comes(person, hello).await;
}

/// Makes seat 1 the host after the first server's upgrade, and seat 0 after the second's; false if it is refused for
/// now.
async fn gives_table(person: &Person, upgraded: usize) -> bool {
    let host = json!({"hello": {"protocol": 4, "token": person.token}});
    let other = json!({"hello": {"protocol": 4, "token": OWN}});
    let mut sockets = [comes(person, host).await, comes(person, other).await];
    let key = format!("with-{upgraded}");
    let said = json!({"give-table": {"key": key, "seat": 1 - upgraded}}).to_string();
    says(&mut sockets[upgraded], &key, &said).await
}

/// Opens a socket that starts with this message.
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
