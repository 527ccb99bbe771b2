//! The listener of whoever looks after the server.

mod common;

use std::collections::BTreeMap;
use std::net::SocketAddr;

use capicu_server::Listeners;
use common::*;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A metric by its name and labels.
type Told = BTreeMap<String, f64>;

async fn told(admin: SocketAddr) -> Told {
    let answer = request(admin, "GET /metrics HTTP/1.1", b"").await;
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .head
            .contains("content-type: application/openmetrics-text"),
        "{}",
        answer.head
    );
    let text = answer.text();
    assert!(text.ends_with("# EOF\n"), "{text}");
    let mut typed = Vec::new();
    let mut told = Told::new();
    for line in text.lines() {
        if let Some(of) = line.strip_prefix("# TYPE ") {
            typed.push(of.split(' ').next().unwrap());
        } else if !line.starts_with('#') {
            let (name, value) = line.rsplit_once(' ').expect("a name and a number");
            let has_type = typed.iter().any(|typed| name.starts_with(typed));
            assert!(has_type && name.starts_with("capicu_"), "{line}");
            told.insert(name.to_owned(), value.parse().expect("a number"));
        }
    }
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_is_counted_and_nobody_is_named() {
    let folder = Folder::new("admin");
    let listen = || TcpListener::bind("127.0.0.1:0");
    let [public, admin] = [listen().await.unwrap(), listen().await.unwrap()];
    let [address, private] = [&public, &admin].map(|of| of.local_addr().unwrap());
    let listeners = Listeners {
        public,
        admin: Some(admin),
    };
    let (stop, stopped) = oneshot::channel();
    let server = tokio::spawn(capicu_server::run(
        listeners,
        config(&folder.0),
        async {},
        async move { stopped.await.unwrap_or(()) },
    ));
    for path in ["/livez", "/readyz"] {
        let answer = request(private, &format!("GET {path} HTTP/1.1"), b"").await;
        assert_eq!((answer.status, answer.text()), (200, "ok\n"), "{path}");
    }
    let before = told(private).await;
    assert_eq!(before["capicu_tables"], 0.0);
    assert_eq!(before["capicu_ready"], 1.0);
    assert!(before["capicu_start_time_seconds"] > 1.7e9);

    let created = create(address, &four(BOTS, &[])).await;
    // With bots alone it is dealt at once.
    let mut player = Player::sit(address, &created.table, &created.token).await;
    for _ in 0..3 {
        while !player.my_turn() {
            player.hear().await.unwrap();
        }
        player.ask(&player.owed().unwrap()).await.unwrap();
    }
    let guess = format!("/api/tables/{}/ws", "a".repeat(12));
    request(address, &format!("GET {guess} HTTP/1.1"), b"").await;
    let after = told(private).await;
    for (name, at_least) in [
        ("capicu_tables", 1.0),
        ("capicu_sockets", 1.0),
        ("capicu_connections", 1.0),
        ("capicu_facts_total", 5.0),
        ("capicu_append_seconds_count", 5.0),
        ("capicu_bot_answers_total", 1.0),
    ] {
        assert!(after[name] >= at_least, "{name} {}", after[name]);
    }
    assert_eq!(after["capicu_append_failures_total"], 0.0);
    assert_eq!(after["capicu_watchers"], 0.0);
    let all = request(private, "GET /metrics HTTP/1.1", b"").await;
    assert!(!all.text().contains(&created.table), "{}", all.text());

    // Each listener has its own.
    let answer = request(address, "GET /metrics HTTP/1.1", b"").await;
    assert!(!answer.text().contains("capicu_tables"));
    let answer = request(private, "GET /api/games HTTP/1.1", b"").await;
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("/metrics"), "{}", answer.text());
    stop.send(()).unwrap();
    server.await.unwrap().unwrap();
    assert!(tokio::net::TcpStream::connect(private).await.is_err());
}
