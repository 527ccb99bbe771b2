//! Messages to a device, by a push service on this machine.

use std::collections::VecDeque;
use std::future::pending;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use capicu::Board;
use capicu_protocol::{Plan, Seat, SessionInfo};
use capicu_push::{Connecting, PushEndpoint};
use capicu_server::{Config, Connect, Duplex, Push, PushKeys};
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
use web_push_native::{Auth, decrypt, p256};

use crate::common::browser::{Browser, page, sit_down};
use crate::common::*;
use crate::pages::begun::{entered, publish};
use crate::pages::events::Desk;

/// Goes to a service on this machine, whatever the endpoint.
#[derive(Debug)]
struct Here(SocketAddr);

impl Connect for Here {
    fn connect<'a>(&'a self, _: &'a PushEndpoint) -> Connecting<'a> {
        Box::pin(async move {
            let stream = TcpStream::connect(self.0).await?;
            Ok(Box::new(stream) as Box<dyn Duplex>)
        })
    }
}

/// The messages that arrived, and the next answer.
#[derive(Debug)]
struct Service {
    heard: Mutex<VecDeque<Vec<u8>>>,
    status: AtomicU16,
}

impl Service {
    async fn start() -> (Arc<Self>, SocketAddr) {
        let service = Arc::new(Self {
            heard: Mutex::default(),
            status: AtomicU16::new(201),
        });
        let take = async |State(service): State<Arc<Self>>, body: Bytes| {
            service.heard.lock().unwrap().push_back(body.to_vec());
            let status = service.status.load(Ordering::SeqCst);
            axum::http::StatusCode::from_u16(status).unwrap()
        };
        let router = Router::new()
            .route("/device", post(take))
            .route("/slow", post(pending::<()>))
            .with_state(Arc::clone(&service));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        (service, address)
    }

    /// Fails if a message arrives within a few looks.
    async fn is_silent(&self, why: &str) {
        sleep(Duration::from_millis(500)).await;
        assert!(self.heard.lock().unwrap().is_empty(), "{why}");
    }

    /// The next message, opened with the keys of the device.
    async fn next(&self) -> Value {
        let wait = async {
            loop {
                let first = self.heard.lock().unwrap().pop_front();
                match first {
                    Some(body) => return body,
                    None => sleep(Duration::from_millis(20)).await,
                }
            }
        };
        let sealed = timeout(LONG, wait).await.expect("a message");
        let opened = decrypt(sealed, &secret(), &Auth::clone_from_slice(&[9; 16])).unwrap();
        serde_json::from_slice(&opened).unwrap()
    }
}

fn secret() -> p256::SecretKey {
    p256::SecretKey::from_slice(&[7; 32]).unwrap()
}

/// Subscribes like the script of the page.
async fn subscribed(browser: &mut Browser<'_>, endpoint: &str) -> Answer {
    let point = secret().public_key().to_encoded_point(false);
    let key = Base64UrlUnpadded::encode_string(point.as_bytes());
    let auth = Base64UrlUnpadded::encode_string(&[9; 16]);
    let fields = [("endpoint", endpoint), ("key", &key), ("auth", &auth)];
    browser.form("/me/push", &fields).await
}

async fn subscribe(browser: &mut Browser<'_>, endpoint: &str) {
    subscribed(browser, endpoint).await.with(204);
}

const DEVICE: &str = "https://push.example.net/device";

fn with_push(folder: &Folder, service: SocketAddr) -> Config {
    Config {
        push: Some(Push {
            keys: PushKeys::generate().unwrap(),
            contact: "https://dominoes.example".to_owned(),
            over: Arc::new(Here(service)),
            every: Duration::from_millis(100),
        }),
        ..config(&folder.0)
    }
}

/// A push service, and a server that sends to it.
async fn started(name: &str) -> (Folder, Arc<Service>, SocketAddr, Server) {
    let folder = Folder::new(name);
    let (service, address) = Service::start().await;
    let server = Server::start(with_push(&folder, address)).await;
    (folder, service, address, server)
}

async fn member<'a>(server: &'a Server, name: &str) -> Browser<'a> {
    let mut browser = Browser::guest(server, name).await;
    browser.join(name).await;
    browser
}

async fn asks_ana(server: &Server, name: &str) {
    let mut browser = member(server, name).await;
    browser
        .ask("PUT", "/api/me/friends/ana", "")
        .await
        .with(204);
}

/// Opens no page as a player of an earlier server.
fn closed<'a>(server: &'a Server, cookie: Option<String>) -> Browser<'a> {
    Browser {
        cookie,
        ..Browser::new(server)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn notices_reach_a_device_without_an_open_page_until_it_is_gone() {
    let (folder, service, address, server) = started("push").await;
    let mut ana = member(&server, "ana").await;
    let account = page(&mut ana, "/me").await;
    assert!(account.contains("data-state=\"off\""), "{account}");
    subscribe(&mut ana, DEVICE).await;
    let account = page(&mut ana, "/me").await;
    assert!(account.contains("data-state=\"on\""), "{account}");
    assert!(page(&mut ana, "/bell").await.contains("href=\"/me#push\""));
    let mut eva = member(&server, "eva").await;
    for (browser, other) in [(&mut eva, "ana"), (&mut ana, "eva")] {
        let path = format!("/api/me/friends/{other}");
        browser.ask("PUT", &path, "").await.with(204);
    }
    asks_ana(&server, "uli").await;
    let mut pia = member(&server, "pia").await;
    ana.ask("PUT", "/api/me/friends/pia", "").await.with(204);
    service.is_silent("a page of Ana is open").await;
    let cookies = [ana.cookie.take(), eva.cookie.take(), pia.cookie.take()];
    server.stop().await;

    // After a restart, no page of Ana is open. Only what is new is sent.
    let server = Server::start(with_push(&folder, address)).await;
    let [ana, eva, pia] = cookies;
    service.is_silent("it waited before").await;
    asks_ana(&server, "ivo").await;
    let message = service.next().await;
    assert_eq!(message["title"], "ivo wants to be your friend.");
    assert_eq!(message["url"], "/bell");
    let mut fields: Vec<&String> = message.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["body", "id", "title", "url"]);
    service.is_silent("once").await;
    let mut pia = closed(&server, pia);
    pia.ask("PUT", "/api/me/friends/ana", "").await.with(204);
    let message = service.next().await;
    assert_eq!(message["title"], "pia accepted your friend request.");
    assert_eq!(message["url"], "/@pia");
    let challenge = [
        ("username", "ana"),
        ("game", "draw"),
        ("as", "opponent"),
        ("speed", "fast"),
    ];
    let mut eva = closed(&server, eva);
    eva.form("/challenge", &challenge).await.with(303);
    let message = service.next().await;
    assert_eq!(message["title"], "eva challenges you.");
    assert_eq!(message["url"], "/bell");

    // The push service ends the subscription, and the server forgets it.
    service.status.store(410, Ordering::SeqCst);
    asks_ana(&server, "uma").await;
    service.next().await;
    service.status.store(201, Ordering::SeqCst);
    sleep(Duration::from_millis(300)).await;
    asks_ana(&server, "leo").await;
    service.is_silent("the device is gone").await;
    let account = page(&mut closed(&server, ana), "/me").await;
    assert!(account.contains("data-state=\"off\""), "{account}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_push_service_delays_no_other_device() {
    let (folder, service, address, server) = started("push-slow").await;
    let mut cookies = Vec::new();
    for (name, path) in [("ana", "slow"), ("eva", "device")] {
        let mut browser = member(&server, name).await;
        let endpoint = format!("https://push.example.net/{path}");
        subscribe(&mut browser, &endpoint).await;
        cookies.push(browser.cookie);
    }
    server.stop().await;
    let server = Server::start(with_push(&folder, address)).await;
    service.is_silent("nothing waits").await;
    let mut ivo = member(&server, "ivo").await;
    for name in ["ana", "eva"] {
        let path = format!("/api/me/friends/{name}");
        ivo.ask("PUT", &path, "").await.with(204);
    }
    assert_eq!(
        service.next().await["title"],
        "ivo wants to be your friend."
    );
    let mut uma = member(&server, "uma").await;
    uma.ask("PUT", "/api/me/friends/eva", "").await.with(204);
    assert_eq!(
        service.next().await["title"],
        "uma wants to be your friend."
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn absent_player_learns_of_a_turn_once() {
    let (folder, service, address, server) = started("push-turn").await;
    let mut ana = member(&server, "ana").await;
    let eva = Browser::guest(&server, "eva").await;
    subscribe(&mut ana, DEVICE).await;
    let plans = [Plan::Me, Plan::Open, Plan::Bot, Plan::Bot];
    let (created, player) = sit_down(&server, &ana, plans).await;
    let link = &created.open[0].token;
    let partner = Player::join_as(server.address, &created.table, link, eva.cookie.as_deref());
    let mut both = [player, partner.await.unwrap()];
    deal(&mut both).await;
    let seats = both.each_ref().map(Player::seat);
    let [player, partner] = both;
    let acts =
        |player: &Player, seat: Seat| player.table.board().and_then(Board::to_act) == Some(seat.0);
    player.play_until(|player| acts(player, seats[1])).await;
    let token = partner.token;
    let cookie = eva.cookie.clone();
    drop(partner.socket);
    server.stop().await;

    let server = Server::start(with_push(&folder, address)).await;
    service.is_silent("the table waited before").await;
    let cookie = cookie.as_deref();
    let partner = Player::join_as(server.address, &created.table, &token, cookie);
    let partner = partner.await.unwrap();
    partner.play_until(|player| acts(player, seats[0])).await;
    let message = service.next().await;
    assert_eq!(message["title"], "It is your turn.");
    assert_eq!(message["url"], format!("/t/{}", created.table));
    // The name of the game is all that the message says.
    assert_eq!(message["body"], "Jamaican Partner");
    service.is_silent("once").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn published_round_reaches_its_absent_player() {
    let (folder, service, address, server) = started("push-round").await;
    let (mut desk, [mut ana, _luis], _) = entered(&server, "online").await;
    subscribe(&mut ana, DEVICE).await;
    let (event, cookie) = (desk.event.clone(), desk.browser.cookie.take());
    server.stop().await;

    let server = Server::start(with_push(&folder, address)).await;
    service.is_silent("nothing has begun").await;
    let mut desk = Desk {
        browser: closed(&server, cookie),
        event,
        key: 10,
    };
    publish(&mut desk).await;
    let message = service.next().await;
    assert_eq!(message["title"], "Friday begins.");
    assert_eq!(message["body"], "Table 1");
    let url = message["url"].as_str().unwrap();
    assert!(url.starts_with("/t/") && url.contains('#'), "{url}");
    service.is_silent("once").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_end_with_the_switch_and_with_the_session() {
    let (_folder, _, _, server) = started("push-ends").await;
    let mut ana = member(&server, "ana").await;
    let mut phone = Browser::new(&server);
    phone.sign_in_beside(&mut ana).await.with(200);
    subscribe(&mut ana, DEVICE).await;
    subscribe(&mut phone, "https://web.push.apple.com/secret").await;
    let mut services = async || {
        let export: Value = ana.get("/api/me/export").await;
        let devices = export["messages"].as_array().unwrap().clone();
        assert!(!export.to_string().contains("secret"), "only the host");
        let services = devices.iter().map(|one| one["service"].as_str().unwrap());
        let mut services: Vec<_> = services.map(str::to_owned).collect();
        services.sort_unstable();
        services
    };
    let [apple, other] = ["web.push.apple.com", "push.example.net"];
    assert_eq!(services().await, [other, apple]);
    phone.form("/me/push", &[]).await.with(204);
    assert_eq!(services().await, [other]);
    subscribe(&mut phone, "https://web.push.apple.com/secret").await;
    let sessions: Vec<SessionInfo> = phone.get("/api/me/sessions").await;
    let own = sessions.iter().find(|session| session.this).unwrap();
    let path = format!("/api/me/sessions/{}", own.id);
    phone.ask("DELETE", &path, "").await.with(204);
    assert_eq!(services().await, [other]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_addresses_and_guests_are_refused() {
    let (_folder, _, _, server) = started("push-refused").await;
    let mut ana = member(&server, "ana").await;
    for endpoint in [
        "http://push.example.net/a",
        "https://localhost/a",
        "https://192.168.1.5/a",
        "https://push.example.net:8443/a",
    ] {
        let answer = subscribed(&mut ana, endpoint).await;
        assert_eq!(answer.status, 400, "{endpoint}");
    }
    let wrong = [("endpoint", DEVICE), ("key", "AAAA"), ("auth", "AAAA")];
    assert_eq!(ana.form("/me/push", &wrong).await.status, 400);
    let mut guest = Browser::guest(&server, "gil").await;
    assert_eq!(subscribed(&mut guest, DEVICE).await.status, 404);
    server.stop().await;

    // Without keys there is no switch.
    let server = Server::fresh("push-off").await;
    let mut ana = member(&server, "ana").await;
    assert!(!page(&mut ana, "/me").await.contains("data-testid=\"push\""));
    assert_eq!(subscribed(&mut ana, DEVICE).await.status, 404);
    server.stop().await;
}
