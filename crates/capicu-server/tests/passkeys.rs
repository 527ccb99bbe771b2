//! Passkeys: a guest becomes a member by one, a member signs in by one, and whatever is forged is refused.

use crate::common;
use crate::common::authenticator::Authenticator;
use crate::common::browser::{Browser, sit_down};
use crate::common::*;
use capicu_protocol::{AddedPasskey, ApiErrorCode, Me, MyTable, PasskeyInfo, SessionInfo, decode};
use capicu_server::{Config, Limits, Proxy};
use serde_json::{Value, json};

/// The server as a browser on the same machine finds it.
fn origin(server: &Server) -> String {
    format!("http://localhost:{}", server.address.port())
}

fn at_localhost<'a>(server: &'a Server) -> Browser<'a> {
    let mut browser = Browser::new(server);
    browser.head += &format!("\r\nhost: localhost:{}", server.address.port());
    browser
}

async fn guest<'a>(server: &'a Server, name: &str) -> Browser<'a> {
    let mut browser = at_localhost(server);
    let body = json!({ "name": name }).to_string();
    browser.ask("POST", "/api/me", &body).await.with(201);
    browser
}

/// Begins a ceremony: by what it is ended, and what the browser is asked for.
async fn begin(browser: &mut Browser<'_>, path: &str, body: &str) -> (String, Value) {
    let answer = browser.ask("POST", path, body).await.with(200);
    let mut begun: Value = serde_json::from_str(answer.text()).unwrap();
    let ceremony = begun["ceremony"].as_str().unwrap().to_owned();
    (ceremony, begun["options"].take())
}

const ADD: &str = "/api/me/passkeys/begin";
const SIGN_IN: &str = "/api/sign-in/begin";

async fn add(browser: &mut Browser<'_>, key: &mut Authenticator, body: &str) -> Answer {
    let (ceremony, options) = begin(browser, ADD, body).await;
    let body = json!({ "ceremony": ceremony, "credential": key.create(&options) });
    browser
        .ask("POST", "/api/me/passkeys", &body.to_string())
        .await
}

async fn join(browser: &mut Browser<'_>, key: &mut Authenticator, username: &str) -> AddedPasskey {
    let body = json!({ "username": username }).to_string();
    let answer = add(browser, key, &body).await.with(201);
    decode(answer.text()).unwrap()
}

async fn end_sign_in(browser: &mut Browser<'_>, ceremony: &str, credential: &Value) -> Answer {
    let body = json!({ "passkey": { "ceremony": ceremony, "credential": credential } });
    browser.ask("POST", "/api/sign-in", &body.to_string()).await
}

async fn sign_in(browser: &mut Browser<'_>, key: &mut Authenticator) -> Answer {
    let (ceremony, options) = begin(browser, SIGN_IN, "").await;
    end_sign_in(browser, &ceremony, &key.get(&options)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_a_member_by_a_passkey_and_signs_in_by_it() {
    let server = Server::fresh("passkeys").await;
    let mut ana = guest(&server, "Ana").await;
    let before = ana.me().await;
    let (created, _player) = sit_down(&server, &ana, FRIENDS).await;
    let mut key = Authenticator::new(1, &origin(&server));

    // What the browser is asked for: a passkey that needs no username and knows its user.
    let (_, options) = begin(&mut ana, ADD, "{\"username\":\"Lola-2\"}").await;
    assert_eq!(
        options["rp"],
        json!({ "id": "localhost", "name": "Capicú" })
    );
    let user = &options["user"];
    assert_eq!(
        (&user["name"], &user["displayName"]),
        (&json!("Lola-2"), &json!("Ana"))
    );
    let wanted = &options["authenticatorSelection"];
    assert_eq!(wanted["residentKey"], "required");
    assert_eq!(wanted["userVerification"], "required");
    assert_eq!(options["attestation"], "none");

    let added = join(&mut ana, &mut key, "Lola-2").await;
    assert_eq!(added.codes.len(), 10);
    assert_eq!(
        (added.passkey.site.as_str(), added.passkey.used),
        ("localhost", None)
    );
    let member = ana.me().await;
    assert_eq!(member.id, before.id, "the same player");
    assert_eq!(
        (member.username.as_deref(), member.codes),
        (Some("Lola-2"), 10)
    );
    let tables: Vec<MyTable> = ana.get("/api/me/tables").await;
    assert_eq!(tables[0].table, created.table);

    // On another device, where somebody was a guest: what the guest did is the member's.
    let mut other = guest(&server, "Other").await;
    let (theirs, _player) = sit_down(&server, &other, FRIENDS).await;
    let (_, options) = begin(&mut other, SIGN_IN, "").await;
    assert_eq!(
        options["allowCredentials"],
        json!([]),
        "no username is asked for"
    );
    assert_eq!(options["userVerification"], "required");
    assert_eq!(sign_in(&mut other, &mut key).await.status, 200);
    assert_eq!(other.me().await.id, member.id);
    assert_eq!(other.me().await.codes, 10, "no code was used");
    let tables: Vec<MyTable> = ana.get("/api/me/tables").await;
    assert!(tables.iter().any(|table| table.table == theirs.table));
    // And on one where nobody was.
    let mut third = at_localhost(&server);
    assert_eq!(sign_in(&mut third, &mut key).await.status, 200);
    let sessions: Vec<SessionInfo> = ana.get("/api/me/sessions").await;
    assert_eq!(sessions.len(), 3);

    // A further one: the browser is told of the first, so that the same device makes no second.
    let (_, options) = begin(&mut ana, ADD, "").await;
    let known = Value::from(passki::Passki::base64_encode(&key.id));
    assert_eq!(options["excludeCredentials"][0]["id"], known);
    let mut second = Authenticator::new(2, &origin(&server));
    let answer = add(&mut ana, &mut second, "").await.with(201);
    assert_eq!(
        decode::<AddedPasskey>(answer.text()).unwrap().codes,
        [""; 0]
    );
    assert_eq!(sign_in(&mut third, &mut second).await.status, 200);
    let all: Vec<PasskeyInfo> = ana.get("/api/me/passkeys").await;
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|passkey| passkey.used.is_some()));
    let export: Value = ana.get("/api/me/export").await;
    assert_eq!(export["passkeys"][0]["site"], "localhost");
    assert!(!export.to_string().contains(known.as_str().unwrap()));

    // Removed, it opens nothing.
    let path = format!("/api/me/passkeys/{}", added.passkey.id);
    let mut eva = guest(&server, "Eva").await;
    eva.ask("DELETE", &path, "")
        .await
        .refused(404, ApiErrorCode::NotFound);
    assert_eq!(ana.ask("DELETE", &path, "").await.status, 204);
    ana.ask("DELETE", &path, "")
        .await
        .refused(404, ApiErrorCode::NotFound);
    sign_in(&mut eva, &mut key)
        .await
        .refused(403, ApiErrorCode::BadPasskey);

    // And with the player all of them are gone.
    assert_eq!(ana.ask("DELETE", "/api/me", "").await.status, 204);
    sign_in(&mut eva, &mut second)
        .await
        .refused(403, ApiErrorCode::BadPasskey);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_replayed_or_foreign_passkey_cannot_sign_in() {
    use ApiErrorCode::{BadPasskey, CeremonyOver, Malformed};
    let server = Server::fresh("passkeys-forged").await;
    let home = origin(&server);
    let mut ana = guest(&server, "Ana").await;
    let mut key = Authenticator::new(1, &home);
    join(&mut ana, &mut key, "ana").await;
    let mut eva = guest(&server, "Eva").await;
    let mut hers = Authenticator::new(9, &home);
    join(&mut eva, &mut hers, "eva").await;

    let with = |change: &dyn Fn(&mut Authenticator)| {
        let mut forged = key.clone();
        change(&mut forged);
        forged
    };
    let mut mallory = at_localhost(&server);
    for (what, mut forged) in [
        (
            "another key",
            with(&|key| key.key = Authenticator::new(7, "").key),
        ),
        ("unknown", with(&|key| key.id = vec![7; 20])),
        ("no id", with(&|key| key.id.clear())),
        (
            "another site's page",
            with(&|key| key.origin = "https://evil.example".to_owned()),
        ),
        (
            "another port",
            with(&|key| key.origin = "http://localhost:1".to_owned()),
        ),
        (
            "for another site",
            with(&|key| key.site = Some("evil.example".to_owned())),
        ),
        (
            "another challenge",
            with(&|key| key.challenge = Some("AAAA".to_owned())),
        ),
        ("nobody there", with(&|key| key.flags = 0)),
        ("not verified", with(&|key| key.flags = 1)),
        ("another player", with(&|key| key.user = hers.user.clone())),
    ] {
        let answer = sign_in(&mut mallory, &mut forged).await;
        assert_eq!(answer.status, 403, "{what}: {}", answer.text());
        answer.refused(403, BadPasskey);
        assert_eq!(mallory.cookie, None, "{what}");
    }

    // What was signed for another thing: a passkey that was made is no proof.
    let (ceremony, options) = begin(&mut ana, ADD, "").await;
    let made = Authenticator::new(3, &home).create(&options);
    let answer = end_sign_in(
        &mut ana,
        &ceremony,
        &key.get(&json!({
            "rpId": "localhost", "challenge": options["challenge"],
        })),
    )
    .await;
    answer.refused(403, CeremonyOver);
    let body = json!({ "ceremony": ceremony, "credential": made }).to_string();
    ana.ask("POST", "/api/me/passkeys", &body)
        .await
        .refused(403, CeremonyOver);
    let (ceremony, options) = begin(&mut ana, SIGN_IN, "").await;
    let mut third = Authenticator::new(3, &home);
    let made = third.create(&json!({
        "rp": { "id": "localhost" }, "user": { "id": "AAAA" }, "challenge": options["challenge"],
    }));
    let body = json!({ "ceremony": ceremony, "credential": made }).to_string();
    ana.ask("POST", "/api/me/passkeys", &body)
        .await
        .refused(403, CeremonyOver);

    // Replayed, made up, or begun by another session.
    let (ceremony, options) = begin(&mut mallory, SIGN_IN, "").await;
    let proof = key.get(&options);
    assert_eq!(
        end_sign_in(&mut mallory, &ceremony, &proof).await.status,
        200
    );
    mallory.cookie = None;
    end_sign_in(&mut mallory, &ceremony, &proof)
        .await
        .refused(403, CeremonyOver);
    end_sign_in(&mut mallory, &"0".repeat(64), &proof)
        .await
        .refused(403, CeremonyOver);
    // A right proof of before for a ceremony of now.
    let (ceremony, _) = begin(&mut mallory, SIGN_IN, "").await;
    end_sign_in(&mut mallory, &ceremony, &proof)
        .await
        .refused(403, BadPasskey);
    let (ceremony, options) = begin(&mut eva, SIGN_IN, "").await;
    let proof = key.get(&options);
    end_sign_in(&mut mallory, &ceremony, &proof)
        .await
        .refused(403, CeremonyOver);
    end_sign_in(&mut eva, &ceremony, &proof)
        .await
        .refused(403, CeremonyOver);
    let (ceremony, options) = begin(&mut eva, ADD, "").await;
    let made = Authenticator::new(3, &home).create(&options);
    let body = json!({ "ceremony": ceremony, "credential": made }).to_string();
    ana.ask("POST", "/api/me/passkeys", &body)
        .await
        .refused(403, CeremonyOver);
    for body in [
        "",
        "{}",
        "{\"passkey\":{}}",
        "{\"passkey\":{\"ceremony\":\"x\",\"credential\":{}}}",
    ] {
        mallory
            .ask("POST", "/api/sign-in", body)
            .await
            .refused(400, Malformed);
    }

    // One that has signed less often than was seen is a copy.
    let copy = key.clone();
    key.counter = 5;
    assert_eq!(sign_in(&mut mallory, &mut key).await.status, 200);
    mallory.cookie = None;
    for counter in [0, 4, 5] {
        let mut copy = copy.clone();
        copy.counter = counter;
        sign_in(&mut mallory, &mut copy)
            .await
            .refused(403, BadPasskey);
    }
    key.counter = 6;
    assert_eq!(sign_in(&mut mallory, &mut key).await.status, 200);
    assert_eq!(mallory.me().await.id, ana.me().await.id);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_passkey_creates_no_member() {
    use ApiErrorCode::*;
    let server = Server::fresh("passkeys-refused").await;
    let home = origin(&server);
    let mut nobody = at_localhost(&server);
    nobody
        .ask("POST", ADD, "{\"username\":\"ana\"}")
        .await
        .refused(401, NotSignedIn);
    let mut ana = guest(&server, "Ana").await;
    for (body, status, code) in [
        ("", 422, BadUsername),
        ("{\"username\":\"admin\"}", 422, BadUsername),
        ("{\"username\":\"a b\"}", 422, BadUsername),
        ("{\"nam\":1}", 400, Malformed),
    ] {
        ana.ask("POST", ADD, body).await.refused(status, code);
    }
    for change in [
        |key: &mut Authenticator| key.origin = "https://evil.example".to_owned(),
        |key: &mut Authenticator| key.site = Some("evil.example".to_owned()),
        |key: &mut Authenticator| key.challenge = Some("AAAA".to_owned()),
        |key: &mut Authenticator| key.flags = 1,
        |key: &mut Authenticator| key.id.clear(),
    ] {
        let mut key = Authenticator::new(1, &home);
        change(&mut key);
        add(&mut ana, &mut key, "{\"username\":\"ana\"}")
            .await
            .refused(403, BadPasskey);
    }
    assert_eq!(ana.me().await.username, None);

    let mut key = Authenticator::new(1, &home);
    let mut eva = guest(&server, "Eva").await;
    // Both want the name, and whoever ends first has it.
    let (ceremony, options) = begin(&mut eva, ADD, "{\"username\":\"ANA\"}").await;
    join(&mut ana, &mut key, "ana").await;
    let made = Authenticator::new(2, &home).create(&options);
    let body = json!({ "ceremony": ceremony, "credential": made }).to_string();
    eva.ask("POST", "/api/me/passkeys", &body)
        .await
        .refused(409, UsernameTaken);
    eva.ask("POST", ADD, "{\"username\":\"4na\"}")
        .await
        .refused(422, BadUsername);
    eva.ask("POST", ADD, "{\"username\":\"a-na\"}")
        .await
        .refused(409, UsernameTaken);
    ana.ask("POST", ADD, "{\"username\":\"other\"}")
        .await
        .refused(422, BadUsername);
    // The same passkey is nobody else's.
    let answer = add(&mut eva, &mut key, "{\"username\":\"eva\"}").await;
    answer.refused(409, PasskeyKnown);
    add(&mut ana, &mut key, "").await.refused(409, PasskeyKnown);
    assert_eq!(eva.me().await.username, None);
    for number in 100..119 {
        let mut key = Authenticator::new(number, &home);
        assert_eq!(add(&mut ana, &mut key, "").await.status, 201);
    }
    ana.ask("POST", ADD, "").await.refused(409, TooManyPasskeys);

    // Other sites begin nothing.
    ana.head = ana.head.replace("same-origin", "cross-site");
    for (method, path) in [
        ("POST", ADD),
        ("POST", "/api/me/passkeys"),
        ("DELETE", "/api/me/passkeys/0011223344556677"),
        ("POST", SIGN_IN),
    ] {
        ana.ask(method, path, "{}")
            .await
            .refused(403, ForeignOrigin);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_way_in_is_not_removed() {
    let server = Server::fresh("passkeys-last").await;
    let mut ana = guest(&server, "Ana").await;
    let mut key = Authenticator::new(1, &origin(&server));
    let added = join(&mut ana, &mut key, "ana").await;
    for code in &added.codes {
        let mut device = at_localhost(&server);
        assert_eq!(device.sign_in("ana", code).await.status, 200);
    }
    let path = format!("/api/me/passkeys/{}", added.passkey.id);
    ana.ask("DELETE", &path, "")
        .await
        .refused(409, ApiErrorCode::LastWayIn);
    assert_eq!(sign_in(&mut ana, &mut key).await.status, 200);
    assert_eq!(ana.ask("POST", "/api/me/codes", "").await.status, 201);
    assert_eq!(ana.ask("DELETE", &path, "").await.status, 204);
    let all: Vec<PasskeyInfo> = ana.get("/api/me/passkeys").await;
    assert_eq!(all, []);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passkeys_are_offered_where_they_work() {
    let folder = Folder::new("passkeys-places");
    let config = Config {
        public_url: Some("https://dominoes.example".parse().unwrap()),
        proxy: Proxy::Trusted {
            hops: 1.try_into().unwrap(),
        },
        limits: Limits::default(),
        ..config(&folder.0)
    };
    let server = Server::start(config).await;
    let at = |host: &str, scheme: &str| {
        let mut browser = Browser::new(&server);
        browser.head += &format!("\r\nhost: {host}\r\nx-forwarded-proto: {scheme}");
        browser.head += "\r\nx-forwarded-for: 192.0.2.7";
        browser
    };
    let mut ana = at("dominoes.example", "https");
    assert_eq!(
        ana.ask("POST", "/api/me", "{\"name\":\"Ana\"}")
            .await
            .status,
        201
    );
    let mut key = Authenticator::new(1, "https://dominoes.example");
    let added = join(&mut ana, &mut key, "ana").await;
    assert_eq!(added.passkey.site, "dominoes.example");
    assert_eq!(sign_in(&mut ana, &mut key).await.status, 200);
    let member: Me = ana.me().await;
    assert_eq!(member.username.as_deref(), Some("ana"));

    for (host, scheme) in [
        ("dominoes.example", "http"),
        ("localhost", "https"),
        ("192.0.2.1", "https"),
        ("evil.example", "https"),
    ] {
        let mut other = at(host, scheme);
        let answer = other.ask("POST", SIGN_IN, "").await;
        answer.refused(409, ApiErrorCode::NoPasskeys);
        let page = other.ask("GET", "/sign-in", "").await;
        assert!(
            page.text().contains("href=\"https://dominoes.example\""),
            "{host}"
        );
        assert!(!page.text().contains("data-begin"), "{host}");
    }
    let page = ana.ask("GET", "/sign-in", "").await;
    assert!(page.text().contains("data-begin=\"/api/sign-in/begin\""));

    // Too many ceremonies from one address are a flood; ending one is not counted again.
    let mut statuses = Vec::new();
    for _ in 0..25 {
        statuses.push(ana.ask("POST", SIGN_IN, "").await.status);
    }
    assert_eq!(statuses[..18], [200; 18]);
    assert!(statuses.ends_with(&[429]), "{statuses:?}");
    server.stop().await;

    // Without a public address, an address of numbers has none.
    let folder = Folder::new("passkeys-nowhere");
    let server = Server::start(common::config(&folder.0)).await;
    let mut ana = Browser::guest(&server, "Ana").await;
    ana.ask("POST", SIGN_IN, "")
        .await
        .refused(409, ApiErrorCode::NoPasskeys);
    let body = "{\"username\":\"ana\"}";
    ana.ask("POST", ADD, body)
        .await
        .refused(409, ApiErrorCode::NoPasskeys);
    for path in ["/me", "/sign-in"] {
        let page = ana.ask("GET", path, "").await;
        assert!(page.text().contains("passkeys-nowhere"), "{path}");
    }
    assert_eq!(ana.join("ana").await.len(), 10, "codes alone make a member");
    server.stop().await;
}
