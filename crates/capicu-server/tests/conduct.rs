//! Reports, and what moderators do about them.

use crate::common::browser::{Browser, member, page, sit_down};
use crate::common::*;
use capicu_protocol::{ApiError, ApiErrorCode, ClientMessage, Phrase, Refusal, Saying, decode};
use capicu_server::{Config, Limits};
use tokio::sync::mpsc::unbounded_channel;

/// A server, and the code of its first owner where there is none.
async fn start(folder: &Folder) -> (Server, Option<String>) {
    let (owner_code, mut told) = unbounded_channel();
    let server = Server::start(Config {
        owner_code: Some(owner_code),
        ..config(&folder.0)
    })
    .await;
    // It is told before the first request is answered.
    let mut anybody = Browser::new(&server);
    anybody.ask("GET", "/", "").await;
    (server, told.try_recv().ok())
}

#[track_caller]
fn shows(page: &str, id: &str) {
    assert!(
        page.contains(&format!("data-testid=\"{id}\"")),
        "no {id}: {}",
        page.split("</header>").last().unwrap_or_default()
    );
}

#[track_caller]
fn shows_no(page: &str, id: &str) {
    assert!(!page.contains(&format!("data-testid=\"{id}\"")), "{id}");
}

#[track_caller]
fn taken(answer: &Answer) {
    assert_eq!(answer.status, 303, "{}", answer.text());
}

/// An act of a moderator about somebody.
async fn act(by: &mut Browser<'_>, about: &str, act: &str, hours: &str, reason: &str) -> Answer {
    let fields = [
        ("player", about),
        ("closes", "99"),
        ("act", act),
        ("hours", hours),
        ("reason", reason),
    ];
    by.form("/moderate/act", &fields).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_owner_has_the_code_of_the_server_and_makes_moderators() {
    let folder = Folder::new("owner");
    let (server, code) = start(&folder).await;
    let code = code.expect("nobody owns it yet");
    let mut ana = Browser::guest(&server, "Ana").await;
    shows(&page(&mut ana, "/moderate/owner").await, "owner-member");
    let refused = ana.form("/moderate/owner", &[("code", &code)]).await;
    assert_eq!(refused.status, 401, "a guest");
    ana.join("ana").await;
    let wrong = ana.form("/moderate/owner", &[("code", "aaaa-bbbb-cccc-dddd")]);
    assert_eq!(wrong.await.status, 403);
    let mut berta = member(&server, "berta").await;
    for browser in [&mut ana, &mut berta] {
        for path in [
            "/moderate",
            "/moderate/audit",
            "/moderate/find?username=ana",
            "/moderate/person/abcdefghijkmnpqr",
        ] {
            let answer = browser.ask("GET", path, "").await;
            assert_eq!(answer.status, 404, "{path}");
        }
    }
    taken(
        &ana.form("/moderate/owner", &[("code", &code.to_uppercase())])
            .await,
    );
    shows(&page(&mut ana, "/moderate").await, "no-reports");
    // Once is enough.
    berta
        .form("/moderate/owner", &[("code", &code)])
        .await
        .with(403);
    shows(&page(&mut berta, "/moderate/owner").await, "owner-closed");

    let id = berta.me().await.id.to_string();
    let found = ana.ask("GET", "/moderate/find?username=@B-erta", "").await;
    found.head.has(&format!("location: /moderate/person/{id}"));
    ana.ask("GET", "/moderate/find?username=carl", "")
        .await
        .with(404);
    let role = [("player", id.as_str()), ("role", "moderator")];
    let own = berta.form("/moderate/role", &role).await;
    assert_eq!(own.status, 404, "who has no role gives none");
    taken(&ana.form("/moderate/role", &role).await);
    shows(&page(&mut berta, "/moderate").await, "moderate-page");
    let owner = ana.me().await.id.to_string();
    let to_owner = [("player", owner.as_str()), ("role", "none")];
    assert_eq!(berta.form("/moderate/role", &to_owner).await.status, 404);
    assert_eq!(act(&mut berta, &owner, "ban", "1", "No").await.status, 404);
    assert_eq!(
        act(&mut berta, &id, "warn", "1", "No").await.status,
        404,
        "herself"
    );
    let cookies = [ana.cookie, berta.cookie];
    server.stop().await;

    // There is an owner, so there is no code; roles are kept.
    let (server, code) = start(&folder).await;
    assert_eq!(code, None);
    let [mut ana, mut berta] = cookies.map(|cookie| Browser {
        cookie,
        ..Browser::new(&server)
    });
    shows(&page(&mut berta, "/moderate").await, "moderate-page");
    taken(
        &ana.form("/moderate/role", &[("player", &id), ("role", "none")])
            .await,
    );
    assert_eq!(berta.ask("GET", "/moderate", "").await.status, 404);
    let audit = page(&mut ana, "/moderate/audit?lang=en").await;
    for part in [
        "made admin",
        "the code of the server",
        "made moderator",
        "role taken away",
        "(@berta)",
    ] {
        assert!(audit.contains(part), "{part}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_takes_what_was_said_along_and_is_filed_once() {
    let folder = Folder::new("reports");
    let (server, code) = start(&folder).await;
    let mut mo = member(&server, "mo").await;
    taken(
        &mo.form("/moderate/owner", &[("code", &code.unwrap())])
            .await,
    );
    let (mut ana, mut berta) = (member(&server, "ana").await, member(&server, "berta").await);
    let (created, mut at_table) = sit_down(&server, &ana, FRIENDS).await;
    let (table, link) = (&created.table, &created.open[0].token);
    let cookie = berta.cookie.clone();
    let mut there = Player::join_as(server.address, table, link, cookie.as_deref())
        .await
        .unwrap();
    for (player, name) in [(&mut at_table, "ana"), (&mut there, "berta")] {
        let (key, name) = (player.key(), name.to_owned());
        player
            .ask(&ClientMessage::Name { key, name })
            .await
            .unwrap();
    }
    let mut carl = member(&server, "carl").await;
    let link = &created.open[1].token;
    let third = Player::join_as(server.address, table, link, carl.cookie.as_deref());
    third.await.unwrap();
    for saying in [
        Saying::Phrase(Phrase::Hello),
        Saying::Text("<b>Burro</b>".to_owned()),
    ] {
        let key = new_key();
        there
            .ask(&ClientMessage::Say { key, saying })
            .await
            .unwrap();
    }
    at_table.hear().await.unwrap();
    let [of_ana, of_berta] = [ana.me().await.id, berta.me().await.id].map(|id| id.to_string());

    let path = format!("/report?table={table}");
    let mut nobody = Browser::new(&server);
    assert_eq!(nobody.ask("GET", &path, "").await.status, 401);
    assert_eq!(mo.ask("GET", &path, "").await.status, 404, "was not there");
    assert_eq!(ana.ask("GET", "/report", "").await.status, 404);
    assert_eq!(ana.ask("GET", "/report?match=1", "").await.status, 404);
    // What was said outlives that the table is brought in anew, as the name of somebody there is taken away.
    let of_carl = carl.me().await.id.to_string();
    taken(&act(&mut mo, &of_carl, "rename", "", "No name for children").await);
    while at_table.hear().await.is_ok() {}
    let form = page(&mut ana, &path).await;
    for id in [&of_ana, &of_berta, &of_carl] {
        assert!(!form.contains(id), "{form}");
    }
    let marked = |form: &str, name: &str| {
        let label = format!("data-testid=\"report-who\">{name}");
        let (before, _) = form.split_once(&label).expect(name);
        let (_, value) = before.rsplit_once("name=\"who\" value=\"").unwrap();
        value.split('"').next().unwrap().to_owned()
    };
    let berta_there = marked(&form, "berta");
    let seen_by_berta = page(&mut berta, &path).await;
    let ana_there = marked(&seen_by_berta, "ana");
    let words = "Me llamó\r\nburro \u{202e}";
    let fields = |words: &'static str| [("why", "talk"), ("words", words)];
    let report = async |browser: &mut Browser<'_>, who: &str, more: [(&str, &str); 2]| {
        let all = [("table", table.as_str()), ("who", who), more[0], more[1]];
        browser.form("/report", &all).await
    };
    assert_eq!(
        report(&mut ana, &ana_there, fields("")).await.status,
        404,
        "herself, and what names her to somebody else"
    );
    let long: &'static str = "x".repeat(501).leak();
    assert_eq!(
        report(&mut ana, &berta_there, fields(long)).await.status,
        413
    );
    report(&mut ana, &berta_there, [("why", "envy"), ("words", "")])
        .await
        .with(400);
    let own = std::mem::replace(&mut ana.head, "\r\nsec-fetch-site: cross-site".to_owned());
    assert_eq!(report(&mut ana, &berta_there, fields("")).await.status, 403);
    ana.head = own;
    let sent = report(&mut ana, &berta_there, fields(words)).await;
    sent.head.has("location: /report?done=sent");
    let again = report(&mut ana, &berta_there, fields("")).await;
    assert!(again.head.contains("location: /report?done=again"));
    shows(&page(&mut ana, "/report?done=sent").await, "report-done");

    let open = page(&mut mo, "/moderate?lang=en").await;
    for part in [
        "Abuse in talk",
        "Me llamó burro<",
        "&lt;b&gt;Burro&lt;/b&gt;",
        "Hello!",
        "berta (@berta)",
        "By <a",
        "0 upheld and 0 dismissed",
    ] {
        assert!(open.contains(part), "{part}: {open}");
    }
    // Nothing without a reason.
    act(&mut mo, &of_berta, "warn", "24", " ").await.with(400);
    shows(&page(&mut mo, "/moderate").await, "reported");
    taken(&act(&mut mo, &of_berta, "warn", "24", "Nobody is called that").await);
    shows(&page(&mut mo, "/moderate").await, "no-reports");
    let person = page(&mut mo, &format!("/moderate/person/{of_berta}?lang=en")).await;
    assert!(person.contains("1 upheld and 0 dismissed"));

    // She is told on every page until she has read it.
    for path in ["/", "/lobby", "/me", "/history"] {
        let told = page(&mut berta, path).await;
        shows(&told, "notices");
        assert!(told.contains("Nobody is called that"));
        shows_no(&page(&mut ana, path).await, "notices");
    }
    taken(&ana.form("/me/read", &[("entry", "3")]).await);
    shows(&page(&mut berta, "/").await, "notices");
    taken(&berta.form("/me/read", &[("entry", "3")]).await);
    shows_no(&page(&mut berta, "/").await, "notices");
    let audit = page(&mut mo, "/moderate/audit?lang=en").await;
    assert!(audit.contains("read entry 3") && audit.contains("Nobody is called that"));

    // What concerns her, but not who reported her, and what ana wrote.
    let export = berta.ask("GET", "/api/me/export", "").await;
    let all: serde_json::Value = serde_json::from_str(export.text()).unwrap();
    assert_eq!(all["conduct"]["entries"][0]["act"], "warn");
    assert_eq!(all["conduct"]["about"][0]["why"], "talk");
    assert_eq!(all["conduct"]["about"][0]["outcome"], "upheld");
    let of_conduct = all["conduct"].to_string();
    assert!(!of_conduct.contains(&of_ana) && !of_conduct.contains("burro"));
    let export = ana.ask("GET", "/api/me/export", "").await;
    let all: serde_json::Value = serde_json::from_str(export.text()).unwrap();
    assert_eq!(all["conduct"]["made"][0]["words"], "Me llamó burro");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sanctions_hold_at_once_across_restarts_and_until_they_are_lifted() {
    let folder = Folder::new("sanctions");
    let (server, code) = start(&folder).await;
    let mut mo = member(&server, "mo").await;
    taken(
        &mo.form("/moderate/owner", &[("code", &code.unwrap())])
            .await,
    );
    let mut ana = Browser::guest(&server, "Ana").await;
    let codes = ana.join("ana").await;
    let id = ana.me().await.id.to_string();
    let (created, mut at_table) = sit_down(&server, &ana, FRIENDS).await;
    let says = |saying| ClientMessage::Say {
        key: new_key(),
        saying,
    };
    let text = || says(Saying::Text("Hola".to_owned()));
    assert!(at_table.ask(&text()).await.is_ok());

    // A mute reaches the open socket: it is closed, and opens again without words.
    taken(&act(&mut mo, &id, "mute", "24", "Too loud").await);
    while at_table.hear().await.is_ok() {}
    let token = at_table.token.clone();
    let cookie = ana.cookie.clone();
    let sit = async || {
        Player::join_as(server.address, &created.table, &token, cookie.as_deref())
            .await
            .unwrap()
    };
    let mut at_table = sit().await;
    let refused = at_table.ask(&text()).await.unwrap_err().0;
    assert_eq!(refused, Refusal::Muted);
    assert!(
        at_table
            .ask(&says(Saying::Phrase(Phrase::Hello)))
            .await
            .is_ok()
    );
    let me = page(&mut ana, "/me?lang=en").await;
    shows(&me, "holds");
    assert!(me.contains("You are muted until ") && me.contains("Too loud"));

    // A pause ends what is sought.
    taken(&ana.form("/lobby", &[("game", "draw")]).await);
    shows(&page(&mut ana, "/lobby/wait").await, "waiting-page");
    taken(&act(&mut mo, &id, "pause", "", "Leaves them all").await);
    shows(&page(&mut ana, "/lobby/wait").await, "wait-over-page");
    let sought = ana
        .form("/lobby?lang=en", &[("game", "draw")])
        .await
        .with(403);
    sought.has("You cannot look for people to play with any more.");
    assert!(sought.text().contains("Leaves them all"));
    // Nor by challenging a friend.
    let challenge = [("game", "cien"), ("username", "mo")];
    assert_eq!(ana.form("/challenge", &challenge).await.status, 403);

    // The name goes from her seat as well.
    taken(&act(&mut mo, &id, "rename", "", "No name for children").await);
    assert_eq!(ana.me().await.name, None);
    let seats = sit().await.snapshot.unwrap().seats;
    assert!(seats.iter().all(|seat| seat.name.as_deref() != Some("Ana")));

    // Lifting is for one thing.
    let person = page(&mut mo, &format!("/moderate/person/{id}")).await;
    let entry = person.split("name=\"entry\" value=\"").nth(1).unwrap();
    let entry: String = entry.chars().take_while(char::is_ascii_digit).collect();
    let lift = [
        ("player", id.as_str()),
        ("entry", &entry),
        ("reason", "Enough"),
    ];
    taken(&mo.form("/moderate/lift", &lift).await);
    assert_eq!(mo.form("/moderate/lift", &lift).await.status, 404);
    let mut at_table = sit().await;
    assert!(at_table.ask(&text()).await.is_ok());

    // A ban ends the session; nothing signs her in, and why is told to whoever has a code.
    taken(&act(&mut mo, &id, "ban", "168", "Again and again").await);
    assert_eq!(ana.ask("GET", "/api/me", "").await.status, 401);
    let cookie = mo.cookie.clone();
    server.stop().await;
    let (server, _) = start(&folder).await;
    let mut ana = Browser::new(&server);
    let refused = ana.sign_in("ana", &codes[0]).await.with(403);
    let error: ApiError = decode(refused.text()).unwrap();
    assert_eq!(error.code, ApiErrorCode::Banned);
    let wrong = ana.sign_in("ana", "aaaa-bbbb-cccc-dddd").await;
    let error: ApiError = decode(wrong.text()).unwrap();
    assert_eq!(error.code, ApiErrorCode::BadCode);
    let detail = error.detail.unwrap();
    assert!(!detail.contains("Again and again"), "{detail}");
    let fields = [("username", "ana"), ("code", codes[0].as_str())];
    let told = ana.form("/sign-in", &fields).await.with(403);
    assert!(told.text().contains("Again and again"), "{}", told.text());
    assert!(told.text().contains("You are banned until 20"));
    let mut mo = Browser {
        cookie,
        ..Browser::new(&server)
    };
    let person = page(&mut mo, &format!("/moderate/person/{id}")).await;
    let entries = person.split("name=\"entry\" value=\"").skip(1);
    let last = entries.last().unwrap();
    let entry: String = last.chars().take_while(char::is_ascii_digit).collect();
    let lift = [("player", id.as_str()), ("entry", &entry), ("reason", "")];
    taken(&mo.form("/moderate/lift", &lift).await);
    // The code was not used up.
    assert_eq!(ana.sign_in("ana", &codes[0]).await.status, 200);
    shows(&page(&mut ana, "/lobby").await, "paused");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_limited_by_address() {
    let folder = Folder::new("report-flood");
    let server = Server::start(Config {
        limits: Limits {
            guesses: "2/1".parse().unwrap(),
            ..Limits::NONE
        },
        ..config(&folder.0)
    })
    .await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let fields = [
        ("table", "abcdefghijkm"),
        ("who", "0123456789abcdef"),
        ("why", "other"),
    ];
    for status in [404, 404, 429] {
        assert_eq!(ana.form("/report", &fields).await.status, status);
    }
    server.stop().await;
}
