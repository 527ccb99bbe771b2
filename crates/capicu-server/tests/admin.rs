//! The admin listener.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::common::browser::{Browser, sit_down};
use crate::common::*;
use capicu_protocol::Closed;
use capicu_server::Config;
use capicu_store::{Journal as _, Notes as _, Sqlite};
use tokio::sync::mpsc::unbounded_channel;

type Metrics = BTreeMap<String, f64>;

async fn told(admin: SocketAddr) -> Metrics {
    let answer = request(admin, "GET /metrics HTTP/1.1", b"").await.with(200);
    answer
        .head
        .has("content-type: application/openmetrics-text");
    let text = answer.text();
    assert!(text.ends_with("# EOF\n"), "{text}");
    let mut typed = Vec::new();
    let mut told = Metrics::new();
    for line in text.lines() {
        if let Some(of) = line.strip_prefix("# TYPE ") {
            typed.push(of.split(' ').next().unwrap());
        } else if !line.starts_with('#') {
            let (name, value) = line.rsplit_once(' ').expect("a name and a number");
            let has_type = typed.iter().any(|typed| name.starts_with(typed));
            let is_known = ["capicu_", "process_"]
                .iter()
                .any(|of| name.starts_with(of));
            assert!(has_type && is_known, "{line}");
            told.insert(name.to_owned(), value.parse().expect("a number"));
        }
    }
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_events_and_contain_no_names() {
    let folder = Folder::new("admin");
    let (server, private) = Server::start_with_admin(config(&folder.0)).await;
    let address = server.address;
    for path in ["/livez", "/readyz"] {
        let answer = request(private, &format!("GET {path} HTTP/1.1"), b"").await;
        assert_eq!((answer.status, answer.text()), (200, "ok\n"), "{path}");
    }
    let before = told(private).await;
    assert_eq!(before["capicu_tables"], 0.0);
    assert_eq!(before["capicu_ready"], 1.0);
    assert!(before["capicu_start_time_seconds"] > 1.7e9);

    assert_eq!(before["capicu_tasks_down"], 0.0);
    let build = before
        .keys()
        .find(|name| name.starts_with("capicu_build_info"));
    let build = build.expect("the build");
    assert!(build.contains(concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"")));
    assert!(build.contains("commit=\"unknown\""), "{build}");
    let size = |name: &str| folder.0.join(name).metadata().unwrap().len() as f64;
    assert_eq!(before["capicu_database_bytes"], size("capicu.db"));
    assert_eq!(before["capicu_wal_bytes"], size("capicu.db-wal"));
    assert!(!before.contains_key("capicu_backup_age_seconds"));
    #[cfg(target_os = "linux")]
    for (name, at_least, at_most) in [
        (
            "capicu_disk_free_bytes",
            0.0,
            before["capicu_disk_size_bytes"],
        ),
        ("process_cpu_seconds_total", 0.001, 1e6),
        ("process_resident_memory_bytes", 1e6, 1e12),
        ("process_open_fds", 5.0, before["process_max_fds"]),
        (
            "process_start_time_seconds",
            1.7e9,
            before["capicu_start_time_seconds"] + 1.0,
        ),
    ] {
        let value = before[name];
        assert!((at_least..=at_most).contains(&value), "{name} {value}");
    }
    let file = tempfile::tempdir().unwrap();
    let copy = file.path().join("copy.db");
    let made = capicu_store::copies::backup(&folder.0, &copy, &|_, _| {});
    made.await.unwrap();
    let age = told(private).await["capicu_backup_age_seconds"];
    assert!(age < 60.0, "{age}");

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
    assert!(
        !all.text().contains(created.table.as_str()),
        "{}",
        all.text()
    );

    // Processes are described on Linux only.
    #[cfg(target_os = "linux")]
    names_what_is_counted(include_str!("../../../docs/hosting/alerts.yml"), &after, 12);
    #[cfg(target_os = "linux")]
    names_what_is_counted(
        include_str!("../../../docs/hosting/dashboard.json"),
        &after,
        18,
    );

    // Each listener has its own.
    for path in ["/metrics", "/livez", "/readyz"] {
        let answer = request(address, &format!("GET {path} HTTP/1.1"), b"").await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.text().contains("--admin"), "{}", answer.text());
    }
    let answer = request(private, "GET /api/games HTTP/1.1", b"")
        .await
        .with(404);
    assert!(answer.text().contains("/metrics"), "{}", answer.text());
    server.stop().await;
    assert!(tokio::net::TcpStream::connect(private).await.is_err());
}

/// Fails unless each metric that a file names is there, and the file names this many.
#[cfg(target_os = "linux")]
#[track_caller]
fn names_what_is_counted(file: &str, told: &Metrics, at_least: usize) {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
    let words = file.split(|c| !is_part(c));
    let named: std::collections::BTreeSet<&str> = words
        .filter(|word| word.starts_with("capicu_") || word.starts_with("process_"))
        .collect();
    assert!(named.len() >= at_least, "{named:?}");
    for name in named {
        let is_it = |key: &String| key.split('{').next() == Some(name);
        assert!(told.keys().any(is_it), "nothing is called {name}");
    }
}

struct Back {
    address: SocketAddr,
    cookie: Option<String>,
    site: &'static str,
}

impl Back {
    async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "").await
    }

    async fn post(&self, path: &str, fields: &str) -> Answer {
        self.ask("POST", path, fields).await
    }

    /// The same from a page of another site.
    async fn forge(&self, path: &str, fields: &str) -> Answer {
        let other = Self {
            cookie: self.cookie.clone(),
            site: "cross-site",
            ..*self
        };
        other.post(path, fields).await
    }

    async fn ask(&self, method: &str, path: &str, fields: &str) -> Answer {
        let cookie = self.cookie.as_ref();
        let cookie = cookie.map(|cookie| format!("\r\ncookie: {cookie}"));
        let head = format!(
            "{method} {path} HTTP/1.1\r\nsec-fetch-site: {}\r\ncontent-type: application/x-www-form-urlencoded{}",
            self.site,
            cookie.unwrap_or_default()
        );
        request(self.address, &head, fields.as_bytes()).await
    }
}

trait Leads {
    fn leads_to(&self, path: &str);
}

impl Leads for Answer {
    #[track_caller]
    fn leads_to(&self, path: &str) {
        assert_eq!(self.status, 303, "{}", self.text());
        let line = format!("location: {path}");
        let mut lines = self.head.lines();
        assert!(lines.any(|of| of == line), "{}", self.head);
    }
}

#[track_caller]
fn shown(answer: &Answer, id: &str) -> String {
    let marked = format!("data-testid=\"{id}\"");
    assert!(
        answer.text().contains(&marked),
        "no {id}: {}",
        answer.text()
    );
    answer.text().to_owned()
}

const ALL: [&str; 7] = [
    "/",
    "/tables",
    "/events",
    "/people",
    "/people/abcdefghijkmnpqr",
    "/sanctions",
    "/retention",
];

/// Has the server find that it last ran a day ago; when that was.
async fn off_for_a_day(folder: &Folder) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seen = now.as_millis() as u64 - 24 * 3_600_000;
    let store = Sqlite::open(&folder.0).await.unwrap();
    store.set_note("seen", seen.to_string()).await.unwrap();
    store.close().await;
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_of_owners_are_in_the_audit() {
    let folder = Folder::new("back");
    let off_since = off_for_a_day(&folder).await;
    let (owner_code, mut told) = unbounded_channel();
    let config = Config {
        owner_code: Some(owner_code),
        ..config(&folder.0)
    };
    let (server, address) = Server::start_with_admin(config).await;
    let mut ana = Browser::guest(&server, "Ana").await;
    ana.join("ana").await;
    let mut eva = Browser::guest(&server, "Eva").await;
    eva.join("eva").await;
    let code = told.try_recv().expect("nobody owns it yet");
    ana.form("/moderate/owner", &[("code", &code)])
        .await
        .with(303);

    // Nobody is let in without a session of this listener, whatever else is shown.
    let mut back = Back {
        address,
        cookie: None,
        site: "same-origin",
    };
    let of_site = ana.cookie.clone().unwrap();
    let forged = format!("capicu-admin={}", "0f".repeat(32));
    let as_admin = of_site.replacen("capicu=", "capicu-admin=", 1);
    for cookie in [None, Some(of_site), Some(forged), Some(as_admin)] {
        back.cookie = cookie;
        for path in ALL {
            back.get(path).await.leads_to("/sign-in");
        }
        assert_eq!(back.get("/moderate").await.status, 404);
        back.post("/tables", "table=abcdefghij23&reason=x")
            .await
            .leads_to("/sign-in");
    }
    for open in ["/metrics", "/livez", "/readyz", "/sign-in"] {
        assert_eq!(back.get(open).await.status, 200, "{open}");
    }

    // The code is made on the site, by owners alone, and opens the door once.
    assert_eq!(eva.ask("GET", "/moderate/admin", "").await.status, 404);
    assert_eq!(eva.form("/moderate/admin", &[]).await.status, 404);
    let same = std::mem::replace(&mut ana.head, "\r\nsec-fetch-site: cross-site".to_owned());
    assert_eq!(ana.form("/moderate/admin", &[]).await.status, 403);
    ana.head = same;
    let made = ana.form("/moderate/admin", &[]).await;
    let page = shown(&made, "admin-code");
    let code = page.split("data-testid=\"admin-code\">").nth(1).unwrap();
    let code = format!("code={}", code.split('<').next().unwrap());
    assert_eq!(
        back.post("/sign-in", "code=aaaa-bbbb-cccc-dddd")
            .await
            .status,
        403
    );
    assert_eq!(back.forge("/sign-in", &code).await.status, 403);
    let entered = back.post("/sign-in", &code).await;
    entered.leads_to("/");
    let set = entered.head.split("\r\nset-cookie: ").nth(1).unwrap();
    assert!(set.contains("httponly; samesite=strict"), "{set}");
    let cookie = set.split(';').next().unwrap().to_owned();
    assert!(cookie.starts_with("capicu-admin="), "{cookie}");
    assert_eq!(back.post("/sign-in", &code).await.status, 403, "once");
    back.cookie = Some(cookie.clone());
    shown(&back.get("/").await, "admin-page");
    // It is of no use on the site, under either name.
    for cookie in [
        cookie.clone(),
        cookie.replacen("capicu-admin=", "capicu=", 1),
    ] {
        let mut other = Browser::new(&server);
        other.cookie = Some(cookie);
        assert_eq!(other.ask("GET", "/api/me", "").await.status, 401);
    }

    // A table is closed, with a reason.
    let (table, mut player) = sit_down(&server, &eva, FRIENDS).await;
    let id = &table.table;
    let listed = shown(&back.get("/tables").await, "table-row");
    assert!(listed.contains(id.as_str()), "{listed}");
    let close = format!("table={id}&reason=Two+of+one+hand");
    assert_eq!(back.forge("/tables", &close).await.status, 403);
    let without = back
        .post("/tables", &format!("table={id}&reason=+"))
        .await
        .with(400);
    shown(&without, "problem");
    back.post("/tables", &close)
        .await
        .leads_to("/tables?done=done");
    let why = loop {
        if let Err(why) = player.hear().await {
            break why;
        }
    };
    assert_eq!(why, Some(Closed::Deleted));
    assert!(!back.get("/tables").await.text().contains(id.as_str()));
    assert_eq!(back.post("/tables", &close).await.status, 404, "gone");

    // Somebody is signed out, and what holds is listed.
    let eva_id = eva.me().await.id;
    let person = format!("/people/{eva_id}");
    back.get("/people?who=%40EVA").await.leads_to(&person);
    back.get(&format!("/people?who={eva_id}"))
        .await
        .leads_to(&person);
    assert_eq!(back.get("/people?who=carl").await.status, 404);
    shown(&back.get(&person).await, "session");
    assert_eq!(back.forge(&person, "reason=Lost+it").await.status, 403);
    assert_eq!(back.post(&person, "reason=").await.status, 400);
    assert_eq!(eva.ask("GET", "/api/me", "").await.status, 200);
    back.post(&person, "reason=Lost+it")
        .await
        .leads_to(&format!("{person}?done=done"));
    assert_eq!(eva.ask("GET", "/api/me", "").await.status, 401);
    let own = format!("/people/{}", ana.me().await.id);
    assert_eq!(
        back.post(&own, "reason=Me").await.status,
        404,
        "owners are equals"
    );
    shown(&back.get("/sanctions").await, "nothing");
    let ban = format!("player={eva_id}&closes=0&act=ban&hours=&reason=Enough");
    back.post("/moderate/act", &ban)
        .await
        .leads_to("/moderate?done=done");
    assert!(shown(&back.get("/sanctions").await, "sanction").contains("Enough"));
    let audit = back.get("/moderate/audit?lang=en").await;
    let audit = shown(&audit, "audit");
    for told in [
        &format!("{id}: Two of one hand"),
        "closed a table, or acted on an event",
        "signed out everywhere",
        "Lost it",
        "banned",
    ] {
        assert!(audit.contains(told), "{told}: {audit}");
    }
    assert_eq!(audit.matches("closed a table").count(), 1);

    // An event is stopped, continues, and is removed, each with a reason.
    let preset = [
        ("preset", "latin-pairs"),
        ("name", "Friday"),
        ("rounds", "2"),
        ("late", "2"),
        ("begins", "19:00"),
        ("target", "200"),
        ("minutes", "30"),
        ("bye", "2 200-100"),
        ("requested", "1"),
        ("missed", "0"),
        ("win", "2 200-0"),
        ("loss", "0 0-200"),
        ("double", "0"),
        ("withdrawal", "stand"),
        ("check-in", "none"),
    ];
    let made = ana.form("/events/new", &preset).await;
    let made = made.head.split("\r\nlocation: ").nth(1).expect("an event");
    let desk = made.lines().next().expect("a line").to_owned();
    let event = desk.split('/').nth(2).expect("an id").to_owned();
    let listed = shown(&back.get("/events").await, "event-row");
    assert!(listed.contains(&event), "{listed}");
    let act = |act: &str| format!("event={event}&act={act}&reason=A+bomb");
    assert_eq!(back.forge("/events", &act("stop")).await.status, 403);
    let without = format!("event={event}&act=stop&reason=+");
    assert_eq!(back.post("/events", &without).await.status, 400);
    back.post("/events", &act("stop"))
        .await
        .leads_to("/events?done=done");
    let announce = |key: &'static str| [("act", "announce"), ("key", key), ("text", "Lunch")];
    let stopped = ana
        .form(&format!("{desk}?lang=en"), &announce("a"))
        .await
        .with(409);
    stopped.has("stopped this event");
    back.post("/events", &act("resume"))
        .await
        .leads_to("/events?done=done");
    assert_eq!(ana.form(&desk, &announce("b")).await.status, 303);
    back.post("/events", &act("remove"))
        .await
        .leads_to("/events?done=done");
    assert_eq!(ana.ask("GET", &desk, "").await.status, 404);
    assert_eq!(back.post("/events", &act("stop")).await.status, 404, "gone");
    let audit = shown(&back.get("/moderate/audit?lang=en").await, "audit");
    for told in ["stop", "resume", "remove"] {
        let told = format!("event {event}, {told}: A bomb");
        assert!(audit.contains(&told), "{told}: {audit}");
    }

    let kept = back.get("/retention?lang=es").await;
    assert!(shown(&kept, "admin-retention").contains("400 días"));
    // The day before the start does not count, until an owner says so.
    let listed = |answer: &Answer| answer.text().matches("count-gap").count();
    assert_eq!(listed(&kept), 1);
    let count = format!("from={off_since}");
    assert_eq!(back.forge("/retention", &count).await.status, 403);
    assert_eq!(back.post("/retention", "from=x").await.status, 400);
    back.post("/retention", &count)
        .await
        .leads_to("/retention?done=done");
    assert_eq!(listed(&back.get("/retention").await), 0);
    for path in ALL {
        if path.len() < 12 {
            assert_eq!(back.get(path).await.status, 200, "{path}");
        }
    }
    back.post("/sign-out", "").await.leads_to("/sign-in");
    back.get("/").await.leads_to("/sign-in");
    server.stop().await;
}
