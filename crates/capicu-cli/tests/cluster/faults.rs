//! Three servers under many faults: every answered command is stored once, and each table continues within five
//! seconds.
//!
//! `CAPICU_FAULTS=200 CAPICU_SEED=7` injects this many random faults of that seed, instead of one of each kind.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::cluster::forger::sees_no_hand_and_changes_nothing;
use crate::cluster::host::{Bus, Host, Socket, THIS, next};
use crate::cluster::place::is_one_place;

/// The longest time from a fault to the first answered command at a table.
const BOUND: Duration = Duration::from_secs(5);

const NODES: usize = 3;

const TABLES: usize = 12;

/// The pause between a person's commands. A table accepts forty names at once, and then one every two seconds.
const PAUSE: Duration = Duration::from_millis(900);
const PAUSE_OF_MANY: Duration = Duration::from_millis(2100);

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

/// Injects a fault, and waits until every table continues; returns the time for the last one.
async fn suffer(host: &mut Host, fault: Fault, which: usize) -> Duration {
    let waiting = match fault {
        Fault::StopNode => waiting(host, which).await,
        _ => Vec::new(),
    };
    let began = Instant::now();
    match fault {
        Fault::KillNode => host.nodes[which].process.kill(),
        Fault::StopNode => host.nodes[which].process.signal("-STOP"),
        Fault::CutFromStore => host.nodes[which].to_store.cut(true),
        Fault::CutFromBus => host.nodes[which].to_bus.cut(true),
        Fault::EndNode => host.nodes[which].end(),
        Fault::KillBus => host.bus.process.kill(),
        Fault::KillStore => tokio::task::block_in_place(|| {
            host.postgres.halt();
            host.postgres.resume();
        }),
    }
    let last = host.goes_on(began, &format!("{fault:?} of {which}")).await;
    match fault {
        Fault::KillNode | Fault::EndNode => host.nodes[which].start_again(),
        Fault::StopNode => shows_nothing_old(host, which, waiting).await,
        Fault::CutFromStore => host.nodes[which].to_store.cut(false),
        Fault::CutFromBus => host.nodes[which].to_bus.cut(false),
        Fault::KillBus => host.bus.process = Bus::run(&host.bus.program, host.bus.port),
        Fault::KillStore => {}
    }
    host.is_well().await;
    // Let tables return to the server that is back.
    sleep(Duration::from_secs(2)).await;
    last
}

/// Opens a socket to that server for each person, without a `hello` yet.
async fn waiting(host: &Host, which: usize) -> Vec<Socket> {
    let mut waiting = Vec::new();
    for person in &host.people {
        let (address, table) = (&person.addresses[which], &person.table);
        let url = format!("ws://{address}/api/tables/{table}/ws");
        let (socket, _) = connect_async(url).await.expect("a socket");
        waiting.push(socket);
    }
    waiting
}

/// Resumes a paused server. Sockets that say `hello` now must see the state of the other servers, or nothing.
async fn shows_nothing_old(host: &Host, which: usize, waiting: Vec<Socket>) {
    let version = |view: &Value| {
        let told = ["snapshot", "delta"].map(|kind| view[kind]["version"].as_u64());
        told.into_iter().flatten().next()
    };
    let mut sockets = Vec::new();
    for (person, mut socket) in host.people.iter().zip(waiting) {
        let (_elsewhere, view) = person.connect(which + 1).await.expect("a view");
        let hello = json!({"hello": {"protocol": 4, "token": person.token}});
        socket.send(Message::text(hello.to_string())).await.unwrap();
        sockets.push((version(&view).expect("a version"), socket));
    }
    host.nodes[which].process.signal("-CONT");
    let mut old = 0;
    for (least, mut socket) in sockets {
        if let Some(told) = next(&mut socket, Duration::from_secs(8)).await
            && version(&told).is_some_and(|version| version < least)
        {
            old += 1;
        }
    }
    assert_eq!(old, 0, "old views after a pause");
}

#[tokio::test(flavor = "multi_thread")]
async fn answered_commands_survive_every_fault() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let (wanted, mut seed) = (number("CAPICU_FAULTS"), number("CAPICU_SEED").unwrap_or(1));
    let Some(mut host) = Host::start(Path::new(THIS), NODES).await else {
        return;
    };
    is_one_place(&host.nodes).await;
    host.seat(TABLES, wanted.map_or(PAUSE, |_| PAUSE_OF_MANY))
        .await;

    sees_no_hand_and_changes_nothing(&host).await;

    let mut took: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    for n in 0..wanted.unwrap_or(FAULTS.len() as u64) {
        // A generator by Knuth.
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let chance = (seed >> 33) as usize;
        let fault = match wanted {
            Some(_) => FAULTS[chance % FAULTS.len()],
            None => FAULTS[n as usize],
        };
        let last = suffer(&mut host, fault, chance / FAULTS.len() % NODES).await;
        eprintln!("{n}: {fault:?}: every table goes on after {last:?}");
        took.entry(fault).or_default().push(last);
    }
    let commands = host.ends_well().await;
    for (fault, took) in &took {
        let longest = took.iter().max().unwrap();
        eprintln!("{fault:?}: {} times, at most {longest:?}", took.len());
    }
    eprintln!("{commands} commands were answered, and all are there");
    for (fault, took) in &took {
        assert!(took.iter().all(|took| *took < BOUND), "{fault:?}: {took:?}");
    }
}
