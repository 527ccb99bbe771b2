//! Signed-in people: guests, members, their devices, seats and matches.

use crate::common::browser::{Browser, sit_down};
use crate::common::*;
use capicu_protocol::{
    ApiErrorCode, Closed, CreateTable, DeviceLink, Me, MyMatch, MyTable, Plan, RecoveryCodes,
    SessionInfo, Sitter, Token, decode,
};
use capicu_server::{Config, Limits};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_made_once_and_known_by_the_cookie_alone() {
    use ApiErrorCode::{BadName, NotSignedIn};
    let server = Server::fresh("guests").await;
    let mut ana = Browser::new(&server);
    ana.ask("GET", "/api/me", "")
        .await
        .refused(401, NotSignedIn);
    let made = ana
        .ask("POST", "/api/me", "{\"name\":\" Jose\u{301} \"}")
        .await
        .with(201);
    assert!(made.head.contains("cache-control: no-store"));
    let set = made.head.split("set-cookie: ").nth(1).unwrap();
    let set = set.lines().next().unwrap();
    assert!(set.starts_with("capicu="), "{set}");
    for part in ["path=/", "max-age=", "httponly", "samesite=lax"] {
        assert!(set.contains(part), "{set}");
    }
    let first: Me = decode(made.text()).unwrap();
    assert_eq!(first.name.as_deref(), Some("José"), "in one form");
    assert_eq!((first.username.as_deref(), first.codes), (None, 0));
    let again = ana.ask("POST", "/api/me", "").await.with(200);
    assert!(!again.head.contains("set-cookie"));
    assert_eq!(decode::<Me>(again.text()).unwrap(), first);
    assert_eq!(ana.me().await, first);
    let renamed = ana.ask("PATCH", "/api/me", "{\"name\":\"Ana\"}").await;
    assert_eq!(decode::<Me>(renamed.text()).unwrap().name.unwrap(), "Ana");
    for name in ["", "x\u{202e}y", "An\u{430}", &"x".repeat(10_000)] {
        let body = format!("{{\"name\":\"{name}\"}}");
        let answer = ana.ask("PATCH", "/api/me", &body).await;
        match name.len() {
            10_000 => assert_eq!(answer.status, 413),
            _ => answer.refused(422, BadName),
        }
    }
    let malformed = ana.ask("PATCH", "/api/me", "{\"nam\":1}").await;
    malformed.refused(400, ApiErrorCode::Malformed);

    // Forged, of the wrong name, doubled.
    let token = ana.cookie.clone().unwrap();
    for cookie in [
        format!("capicu={}", "0".repeat(64)),
        "capicu=".to_owned(),
        format!("__Host-{token}"),
        format!("{token}; {token}"),
    ] {
        let mut mallory = Browser::new(&server);
        mallory.cookie = Some(cookie);
        mallory
            .ask("GET", "/api/me", "")
            .await
            .refused(401, NotSignedIn);
    }

    // What is deleted is gone, and the cookie of before opens nothing.
    let gone = ana.ask("DELETE", "/api/me", "").await;
    assert_eq!((gone.status, &ana.cookie), (204, &None));
    ana.cookie = Some(token);
    ana.ask("GET", "/api/me", "")
        .await
        .refused(401, NotSignedIn);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_change_nothing() {
    let server = Server::fresh("sites").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let own = ana.head.clone();
    for head in [
        "\r\nsec-fetch-site: cross-site",
        "\r\nsec-fetch-site: same-site",
        "\r\norigin: https://evil.example",
        "\r\norigin: null",
    ] {
        ana.head = head.to_owned();
        for (method, path) in [
            ("POST", "/api/me"),
            ("PATCH", "/api/me"),
            ("DELETE", "/api/me"),
            ("POST", "/api/me/member"),
            ("POST", "/api/me/codes"),
            ("POST", "/api/me/devices"),
            ("DELETE", "/api/me/sessions"),
            ("DELETE", "/api/me/sessions/this"),
            ("POST", "/api/sign-in"),
        ] {
            let answer = ana.ask(method, path, "{\"name\":\"Eva\"}").await;
            answer.refused(403, ApiErrorCode::ForeignOrigin);
        }
    }
    ana.head = own;
    assert_eq!(ana.me().await.name.as_deref(), Some("Ana"));
    let sessions: Vec<SessionInfo> = ana.get("/api/me/sessions").await;
    assert_eq!(sessions.len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_signs_in_by_a_code_that_is_used_up() {
    use ApiErrorCode::{BadCode, BadUsername, NotSignedIn, UsernameTaken};
    let server = Server::fresh("members").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let guest = ana.me().await;
    ana.ask("POST", "/api/me/codes", "")
        .await
        .refused(404, ApiErrorCode::NotFound);
    for username in ["", "a", "1ana", "ana maria", "Admin", "4na"] {
        let body = format!("{{\"username\":\"{username}\"}}");
        let answer = ana.ask("POST", "/api/me/member", &body).await;
        answer.refused(422, BadUsername);
    }
    let codes = ana.join("Lola-2").await;
    assert_eq!(codes.len(), 10);
    let member = ana.me().await;
    assert_eq!(member.id, guest.id, "the same player");
    assert_eq!(
        (member.username.as_deref(), member.codes),
        (Some("Lola-2"), 10)
    );
    let again = ana
        .ask("POST", "/api/me/member", "{\"username\":\"Lola-3\"}")
        .await;
    again.refused(422, BadUsername);
    let mut other = Browser::guest(&server, "Other").await;
    let alike = other
        .ask("POST", "/api/me/member", "{\"username\":\"l0la2\"}")
        .await;
    alike.refused(409, UsernameTaken);

    // On another device, which is a guest's so far; in capitals and without dashes.
    let written = codes[0].replace('-', " ").to_ascii_uppercase();
    other
        .sign_in("Lola-2", "aaaa-bbbb-cccc-dddd")
        .await
        .refused(403, BadCode);
    other
        .sign_in("Nobody", &codes[0])
        .await
        .refused(403, BadCode);
    let before = other.cookie.clone();
    assert_eq!(other.sign_in("lola-2", &written).await.status, 200);
    assert_eq!(other.me().await.id, member.id);
    assert_eq!(other.me().await.codes, 9);
    assert_ne!(other.cookie, before, "a new session");
    let mut third = Browser::new(&server);
    third.cookie = before;
    third
        .ask("GET", "/api/me", "")
        .await
        .refused(401, NotSignedIn);
    third
        .sign_in("Lola-2", &codes[0])
        .await
        .refused(403, BadCode);

    // A link of five minutes, once.
    let link = ana.ask("POST", "/api/me/devices", "").await;
    let link: DeviceLink = decode(link.text()).unwrap();
    assert_eq!(third.follow(&link).await.status, 200);
    let mut fourth = Browser::new(&server);
    fourth.follow(&link).await.refused(403, BadCode);

    // Other codes instead of those from before.
    let renewed = ana.ask("POST", "/api/me/codes", "").await;
    let renewed: RecoveryCodes = decode(renewed.text()).unwrap();
    fourth
        .sign_in("Lola-2", &codes[1])
        .await
        .refused(403, BadCode);
    assert_eq!(
        fourth.sign_in("Lola-2", &renewed.codes[9]).await.status,
        200
    );

    // One device is signed out, then all of them.
    let sessions: Vec<SessionInfo> = ana.get("/api/me/sessions").await;
    assert_eq!(sessions.len(), 4);
    assert_eq!(sessions.iter().filter(|session| session.this).count(), 1);
    let at_third: Vec<SessionInfo> = third.get("/api/me/sessions").await;
    let at_third = at_third.iter().find(|session| session.this).unwrap();
    let path = format!("/api/me/sessions/{}", at_third.id);
    assert_eq!(ana.ask("DELETE", &path, "").await.status, 204);
    third
        .ask("GET", "/api/me", "")
        .await
        .refused(401, NotSignedIn);
    ana.ask("DELETE", &path, "")
        .await
        .refused(404, ApiErrorCode::NotFound);
    assert_eq!(other.me().await.id, member.id);
    assert_eq!(ana.ask("DELETE", "/api/me/sessions", "").await.status, 204);
    for browser in [&mut ana, &mut other, &mut fourth] {
        browser
            .ask("GET", "/api/me", "")
            .await
            .refused(401, NotSignedIn);
    }
    assert_eq!(ana.sign_in("Lola-2", &renewed.codes[0]).await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_of_codes_and_masses_of_guests_are_stopped() {
    let folder = Folder::new("floods");
    let config = Config {
        limits: Limits::default(),
        ..config(&folder.0)
    };
    let server = Server::start(config).await;
    let mut browser = Browser::new(&server);
    let mut statuses = Vec::new();
    for _ in 0..25 {
        statuses.push(browser.sign_in("Lola", "aaaa-bbbb-cccc-dddd").await.status);
    }
    assert_eq!(statuses[..20], [403; 20]);
    assert!(statuses.ends_with(&[429]), "{statuses:?}");
    let mut made = 0;
    for _ in 0..70 {
        let answer = Browser::new(&server).ask("POST", "/api/me", "").await;
        made += u32::from(answer.status == 201);
    }
    assert!((60..70).contains(&made), "{made}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_its_players_on_every_device() {
    let server = Server::fresh("seats").await;
    let mut phone = Browser::guest(&server, "Ana").await;
    let (created, _player) = sit_down(&server, &phone, FRIENDS).await;
    let tables: Vec<MyTable> = phone.get("/api/me/tables").await;
    assert_eq!(tables.len(), 1);
    let mine = (tables[0].table.as_str(), tables[0].seat);
    assert_eq!(mine, (created.table.as_str(), created.seat));
    assert_eq!(tables[0].game, "jamaican-partner");

    // Another device of the same player, with a token of its own that the table has never seen.
    let mut desk = Browser::new(&server);
    assert_eq!(desk.sign_in_beside(&mut phone).await.status, 200);
    let open = async |cookie: Option<&str>| {
        let table = &created.table;
        Player::join_as(server.address, table, &new_token(), cookie).await
    };
    let mut there = open(desk.cookie.as_deref()).await.unwrap();
    assert_eq!(there.seat(), created.seat);
    // Somebody else is turned away, and so is nobody.
    let stranger = Browser::guest(&server, "Eva").await;
    for cookie in [stranger.cookie.as_deref(), None] {
        let turned_away = open(cookie).await.err();
        assert_eq!(turned_away, Some(Some(Closed::BadToken)));
    }
    // A friend who follows a link has that seat, and the host does not.
    let friend = Browser::guest(&server, "Berta").await;
    let link = &created.open[0];
    let cookie = friend.cookie.as_deref();
    let seated = Player::join_as(server.address, &created.table, &link.token, cookie).await;
    assert_eq!(seated.unwrap().seat(), link.seat);
    assert_eq!(open(cookie).await.unwrap().seat(), link.seat);

    // Signing a device out closes what it had open, and the seat's own token opens it as before.
    let all: Vec<SessionInfo> = desk.get("/api/me/sessions").await;
    let this = all.iter().find(|session| session.this).unwrap();
    let path = format!("/api/me/sessions/{}", this.id);
    assert_eq!(phone.ask("DELETE", &path, "").await.status, 204);
    let why = loop {
        if let Err(why) = there.hear().await {
            break why;
        }
    };
    assert_eq!(why, Some(Closed::Restarted));
    let turned_away = open(desk.cookie.as_deref()).await.err();
    assert_eq!(turned_away, Some(Some(Closed::BadToken)));
    let by_token = Player::join(server.address, &created.table, &created.token).await;
    assert_eq!(by_token.unwrap().seat(), created.seat);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_stays_its_players_over_a_restart_until_its_token_is_changed() {
    let folder = Folder::new("bound");
    let server = Server::start(config(&folder.0)).await;
    let phone = Browser::guest(&server, "Ana").await;
    let (created, player) = sit_down(&server, &phone, FRIENDS).await;
    let cookie = phone.cookie.clone();
    drop(player);
    server.stop().await;
    let server = Server::start(config(&folder.0)).await;
    let cookie = cookie.as_deref();
    let table = created.table.as_str();
    let mut player = Player::join_as(server.address, table, &new_token(), cookie)
        .await
        .unwrap();
    assert_eq!(player.seat(), created.seat);
    let rotate = capicu_protocol::ClientMessage::Rotate {
        key: player.key(),
        token: new_token(),
    };
    player.ask(&rotate).await.unwrap();
    let again = Player::join_as(server.address, table, &new_token(), cookie).await;
    assert_eq!(again.err(), Some(Some(Closed::BadToken)));
    let mut phone = Browser::new(&server);
    phone.cookie = cookie.map(str::to_owned);
    let tables: Vec<MyTable> = phone.get("/api/me/tables").await;
    assert!(tables.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_lose_the_name_of_a_deleted_player() {
    let server = Server::fresh("matches").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let mut berta = Browser::guest(&server, "Berta").await;
    let plans = [Plan::Me, Plan::Open, Plan::Bot, Plan::Bot];
    let (created, player) = sit_down(&server, &ana, plans).await;
    let link = &created.open[0].token;
    let cookie = berta.cookie.as_deref();
    let partner = Player::join_as(server.address, &created.table, link, cookie).await;
    let name = |player: &Player, name: &str| capicu_protocol::ClientMessage::Name {
        key: player.key(),
        name: name.to_owned(),
    };
    let (mut player, mut partner) = (player, partner.unwrap());
    player.ask(&name(&player, "Ana")).await.unwrap();
    partner.ask(&name(&partner, "Berta")).await.unwrap();
    let (player, _) = tokio::join!(player.play(u32::MAX), partner.play(u32::MAX));
    assert!(player.over().is_some());
    for browser in [&mut ana, &mut berta] {
        let matches: Vec<MyMatch> = browser.get("/api/me/matches").await;
        assert_eq!(matches.len(), 1);
        let ended = &matches[0];
        assert_eq!(
            (ended.number, ended.table.as_str()),
            (1, created.table.as_str())
        );
        // The target is one: whoever won has a point, and the others have none.
        let mut scores = [0, 0];
        scores[usize::from(ended.winner)] = 1;
        assert_eq!(ended.scores, scores);
        assert_eq!(
            (ended.game.as_str(), ended.rounds > 0),
            ("jamaican-partner", true)
        );
        let names: Vec<_> = ended.seats.iter().map(sitter_name).collect();
        assert_eq!(names, [Some("Ana"), Some("Berta"), None, None]);
        let earlier: Vec<MyMatch> = browser.get("/api/me/matches?before=1").await;
        assert!(earlier.is_empty());
    }
    let export = ana.ask("GET", "/api/me/export", "").await;
    assert!(export.head.contains("attachment"), "{}", export.head);
    let all: serde_json::Value = serde_json::from_str(export.text()).unwrap();
    assert_eq!(all["me"]["name"], "Ana");
    assert_eq!(all["matches"][0]["table"], created.table.as_str());
    assert_eq!(all["tables"][0]["table"], created.table.as_str());
    assert!(
        !export
            .text()
            .contains(&ana.cookie.clone().unwrap()["capicu=".len()..])
    );

    assert_eq!(ana.ask("DELETE", "/api/me", "").await.status, 204);
    let matches: Vec<MyMatch> = berta.get("/api/me/matches").await;
    let names: Vec<_> = matches[0].seats.iter().map(sitter_name).collect();
    assert_eq!(names, [None, Some("Berta"), None, None]);
    server.stop().await;
}

fn sitter_name(sitter: &Sitter) -> Option<&str> {
    match sitter {
        Sitter::Person { name, .. } => name.as_deref(),
        Sitter::Bot(_) => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_exported_however_much_it_is() {
    use capicu_store::{Append, Effect, Journal as _, MatchResult, Sitter, Sqlite};

    let folder = Folder::new("export");
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let (id, cookie) = (ana.me().await.id, ana.cookie.clone());
    server.stop().await;
    let store = Sqlite::open(&folder.0).await.unwrap();
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis() as u64;
    for number in 0..203 {
        let mut seats = capicu_store_contract::result(1).seats;
        seats[1] = Sitter::Person {
            name: Some("Ana".to_owned()),
            player: Some(id),
            part: Default::default(),
            substituted: 0,
        };
        let bound = Effect::Bound {
            seat: capicu::Seat::all(4).nth(1).unwrap(),
            player: Some(id),
        };
        let over = capicu_store_contract::over(MatchResult {
            seats,
            ..capicu_store_contract::result(1)
        });
        let append = Append {
            effects: vec![bound, over],
            // An unused table from long ago would be removed when the server starts.
            ..Append::make(capicu_store_contract::setup(), now + number, Vec::new())
        };
        let stored = store
            .append(
                &capicu_store_contract::id(&format!("table{number}")),
                append,
            )
            .await;
        assert_eq!(stored, Ok(()));
    }
    store.close().await;

    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.cookie = cookie;
    let some: Vec<MyTable> = ana.get("/api/me/tables").await;
    let matches: Vec<MyMatch> = ana.get("/api/me/matches").await;
    assert_eq!((some.len(), matches.len()), (100, 100));
    let export = ana.ask("GET", "/api/me/export", "").await;
    let all: serde_json::Value = serde_json::from_str(export.text()).unwrap();
    let numbers = |of: &str, field: &str| -> Vec<String> {
        let list = all[of].as_array().unwrap().iter();
        list.map(|one| one[field].to_string()).collect()
    };
    let latest_first: Vec<String> = (1..=203).rev().map(|n: u32| n.to_string()).collect();
    assert_eq!(numbers("matches", "number"), latest_first);
    let mut tables = numbers("tables", "table");
    tables.sort();
    tables.dedup();
    assert_eq!(tables.len(), 203);
    assert_eq!(all["matches"][0]["record"], "match 1 – «Ñ»\n");
    assert_eq!(all["me"]["name"], "Ana");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_player_is_forgotten_by_a_running_server() {
    const NAME: &str = "Anacaona";
    let server = Server::fresh("forgotten").await;
    let mut ana = Browser::guest(&server, NAME).await;
    let mut berta = Browser::guest(&server, "Berta").await;
    let created = create(
        server.address,
        &CreateTable {
            name: Some(NAME.to_owned()),
            ..four([Plan::Me, Plan::Open, Plan::Bot, Plan::Bot], &[])
        },
    )
    .await;
    let sit = async |token: &Token, cookie: Option<&str>| {
        Player::join_as(server.address, &created.table, token, cookie)
            .await
            .unwrap()
    };
    let own = sit(&created.token, ana.cookie.as_deref()).await;
    let cookie = berta.cookie.clone();
    let mut friend = sit(&created.open[0].token, cookie.as_deref()).await;
    // Said again at the table, so that it is in a fact and in what is told to whoever comes back.
    let mut own = own;
    let name = capicu_protocol::ClientMessage::Name {
        key: own.key(),
        name: format!("{NAME} II"),
    };
    own.ask(&name).await.unwrap();
    let told = sit(&new_token(), cookie.as_deref()).await;
    let told = format!("{:?}", told.snapshot);
    assert!(told.contains(NAME), "{told}");

    assert_eq!(ana.ask("DELETE", "/api/me", "").await.status, 204);
    let why = loop {
        if let Err(why) = friend.hear().await {
            break why;
        }
    };
    assert_eq!(why, Some(Closed::Restarted), "everybody comes back");
    let again = sit(&new_token(), cookie.as_deref()).await;
    let told = format!("{:?}", again.snapshot);
    assert!(!told.contains(NAME), "{told}");
    for path in ["/", "/history", "/api/me/export", "/api/me/tables"] {
        let answer = berta.ask("GET", path, "").await.with(200);
        assert!(!answer.text().contains(NAME), "{path}");
    }
    // The seat is called nothing, rather than by an empty name.
    let snapshot = again.snapshot.as_ref().unwrap();
    assert_eq!(snapshot.seats[0].name, None);
    server.stop().await;
}

/// Nobody else is called as a member was who has just gone.
#[tokio::test(flavor = "multi_thread")]
async fn username_of_a_deleted_player_is_reserved_for_a_time() {
    let server = Server::fresh("given-up").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    ana.join("Anamaria").await;
    assert_eq!(ana.ask("DELETE", "/api/me", "").await.status, 204);
    let mut eva = Browser::guest(&server, "Eva").await;
    for username in ["Anamaria", "ana_maria", "ANAMAR1A"] {
        let body = format!("{{\"username\":\"{username}\"}}");
        let answer = eva.ask("POST", "/api/me/member", &body).await;
        answer.refused(409, ApiErrorCode::UsernameTaken);
    }
    eva.join("evamaria").await;
    server.stop().await;
}

/// Members cannot be listed by trying one username after the other.
#[tokio::test(flavor = "multi_thread")]
async fn looking_people_up_is_limited_for_each_address() {
    let folder = Folder::new("lookups");
    let limits = Limits {
        lookups: "4/1".parse().unwrap(),
        ..Limits::NONE
    };
    let server = Server::limited(&folder, limits).await;
    let mut ana = Browser::guest(&server, "Ana").await;
    ana.join("ana").await;
    let mut statuses = Vec::new();
    for path in ["/@ana", "/@eva", "/api/players/ana", "/api/players/eva"].repeat(2) {
        statuses.push(ana.ask("GET", path, "").await.status);
    }
    assert_eq!(statuses, [200, 404, 200, 404, 429, 429, 429, 429]);
    server.stop().await;
}

/// Nobody keeps an answer in which there is a code or a link: not the browser, and nothing on its way.
#[tokio::test(flavor = "multi_thread")]
async fn codes_and_links_are_kept_by_no_browser() {
    let server = Server::fresh("unkept").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let joined = ana.form("/me/member", &[("username", "ana")]).await;
    let codes = ana.form("/me/codes", &[]).await;
    let link = ana.form("/me/device", &[]).await;
    let path = link.text().split("/device/").nth(1).unwrap();
    let path = format!("/device/{}", &path[..64]);
    let opened = ana.ask("GET", &path, "").await;
    ana.form("/me/bots", &[("username", "robi")]).await;
    let fields = [
        ("bot", "robi"),
        ("label", "x"),
        ("read", "on"),
        ("days", "7"),
    ];
    let token = ana.form("/me/bots/token", &fields).await;
    for answer in [joined, codes, link, opened, token] {
        answer.head.has("cache-control: no-store");
    }
    server.stop().await;
}
