//! Requests that belong to another server.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use tokio::time::sleep;

use capicu_bus::Wire;
use capicu_protocol::{EventId, PlayerId};
use capicu_store::shards::{EDITION, SHARDS, Shard, Shards};
use capicu_table::TokenHash;
use capicu_table_service::cluster::requests::{self, AnswerHead, Answers, RequestHead};

use super::*;
use crate::http::OwnRouter;
use crate::supervise::Supervisor;

/// A page of an event.
const PAGE: &str = "/e/abcdefghijkm/desk?a=b";

/// Answers with what it was sent, after a while.
#[derive(Debug, Default)]
struct Echo {
    takes: Duration,
    /// How many requests have come.
    began: AtomicU32,
    heads: std::sync::Mutex<Vec<RequestHead>>,
}

impl Answers for Echo {
    fn answer(
        &self,
        head: RequestHead,
        mut body: requests::Body,
    ) -> BoxFuture<'static, (AnswerHead, requests::Body)> {
        self.began.fetch_add(1, Ordering::Relaxed);
        self.heads.lock().unwrap().push(head);
        let takes = self.takes;
        async move {
            sleep(takes).await;
            let read: Vec<Bytes> = body.by_ref().try_collect().await.unwrap_or_default();
            assert!(body.next().await.is_none(), "it stays at its end");
            let head = AnswerHead {
                status: 201,
                headers: vec![("x-answer".to_owned(), "caf\u{e9}".to_owned())],
            };
            (head, stream::iter(read).map(Ok).boxed())
        }
        .boxed()
    }

    fn note_growth(&self, _: &EventId) {}

    fn take_owner_code(&self, _: &TokenHash) -> bool {
        false
    }

    fn take_admin_code(&self, _: &TokenHash) -> Option<PlayerId> {
        None
    }
}

/// One of two servers.
struct Server {
    site: Site,
    shards: Shards,
    routes: axum::Router,
}

impl Server {
    /// A server that answers what others forward by its own router, unless this does.
    fn start(name: &str, store: &Memory, wire: &Wire, answers: Option<Arc<dyn Answers>>) -> Self {
        let shards = Shards::new(name, EDITION);
        let nodes = Nodes::new(shards.clone(), Arc::new(wire.clone()));
        let site = site(store, nodes.clone());
        tokio::spawn(site.registry().clone().follow());
        let routes = crate::http::router(site.clone(), Supervisor::default());
        let own = OwnRouter::new(routes.clone(), site.clone());
        let mut host = site.host(Arc::new(own));
        host.answers = answers.unwrap_or(host.answers);
        tokio::spawn(nodes.run(host));
        Self {
            site,
            shards,
            routes,
        }
    }

    /// As the database would have it: everything is that server's.
    fn sees(&self, nodes: &[&str], owner: &str, epoch: i64) {
        let nodes: Vec<String> = nodes.iter().map(|node| (*node).to_owned()).collect();
        let shard = |number| Shard {
            number,
            node: owner.to_owned(),
            epoch,
        };
        let shards: Vec<Shard> = (0..SHARDS).map(shard).collect();
        self.shards.see(&nodes, &shards, EDITION);
    }
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Bytes,
}

async fn ask(routes: &axum::Router, path: &str, header: (&str, &str), body: Body) -> Answer {
    let peer = SocketAddr::from(([192, 0, 2, 7], 4321));
    let request = Request::post(path)
        .header("host", "localhost")
        .header(header.0, header.1)
        .extension(ConnectInfo(peer));
    let request = request.body(body).unwrap();
    let Ok(response) = TowerToHyperService::new(routes.clone()).call(request).await;
    let (parts, body) = response.into_parts();
    Answer {
        status: parts.status.as_u16(),
        headers: parts.headers,
        body: to_bytes(body, usize::MAX).await.unwrap_or_default(),
    }
}

/// A server, and another one that has everything and answers like this.
fn two(wire: &Wire, echo: &Arc<Echo>) -> [Server; 2] {
    let store = Memory::default();
    let one = Server::start("one", &store, wire, None);
    let two = Server::start("two", &store, wire, Some(echo.clone()));
    for server in [&one, &two] {
        server.sees(&["one", "two"], "two", 1);
    }
    [one, two]
}

#[tokio::test(start_paused = true)]
async fn request_for_another_server_arrives_whole_with_the_address_of_its_client() {
    let (wire, echo) = (Wire::default(), Arc::new(Echo::default()));
    let [one, _two] = two(&wire, &echo);
    let answer = ask(
        &one.routes,
        PAGE,
        ("x-forwarded-proto", "https"),
        "a=1".into(),
    )
    .await;
    assert_eq!((answer.status, &answer.body[..]), (201, &b"a=1"[..]));
    assert_eq!(answer.headers["x-answer"].as_bytes(), b"caf\xe9");
    let heads = echo.heads.lock().unwrap();
    let [head] = &heads[..] else {
        panic!("{heads:?}")
    };
    assert_eq!((head.method.as_str(), head.target.as_str()), ("POST", PAGE));
    assert_eq!(head.peer, SocketAddr::from(([192, 0, 2, 7], 4321)));
    let proto = ("x-forwarded-proto".to_owned(), "https".to_owned());
    assert!(head.headers.contains(&proto), "{head:?}");
}

#[tokio::test(start_paused = true)]
async fn body_of_5_mb_crosses_in_parts_both_ways() {
    let (wire, echo) = (Wire::default(), Arc::new(Echo::default()));
    let [one, _two] = two(&wire, &echo);
    let whole: Vec<u8> = (0..5_000_000_u32).map(|n| (n % 251) as u8).collect();
    // In pieces of another length than that of a message.
    let pieces: Vec<Bytes> = whole.chunks(70_001).map(Bytes::copy_from_slice).collect();
    let pieces = stream::iter(pieces).map(Ok::<_, std::io::Error>);
    let answer = ask(&one.routes, PAGE, ("x", "y"), Body::from_stream(pieces)).await;
    assert_eq!(answer.status, 201);
    assert!(answer.body == whole, "{} bytes", answer.body.len());
    assert_eq!(echo.began.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn slow_answer_is_waited_for() {
    let echo = Echo {
        takes: Duration::from_secs(20),
        ..Echo::default()
    };
    let (wire, echo) = (Wire::default(), Arc::new(echo));
    let [one, _two] = two(&wire, &echo);
    let answer = ask(&one.routes, PAGE, ("x", "y"), "late".into()).await;
    assert_eq!((answer.status, &answer.body[..]), (201, &b"late"[..]));
    assert_eq!(echo.began.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn owner_that_dies_leads_to_one_error_and_no_second_request() {
    let echo = Echo {
        takes: Duration::from_secs(20),
        ..Echo::default()
    };
    let (wire, echo) = (Wire::default(), Arc::new(echo));
    let [one, _two] = two(&wire, &echo);
    let routes = one.routes.clone();
    let asked = tokio::spawn(async move { ask(&routes, PAGE, ("x", "y"), "a=1".into()).await });
    sleep(Duration::from_secs(2)).await;
    wire.cut("two", true);
    // By then the first server has what the other one had.
    sleep(Duration::from_secs(1)).await;
    one.sees(&["one"], "one", 2);
    let answer = asked.await.unwrap();
    assert_eq!(answer.status, 503);
    assert!(answer.headers.contains_key("retry-after"));
    assert!(answer.headers.contains_key("content-security-policy"));
    sleep(Duration::from_secs(60)).await;
    assert_eq!(echo.began.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn client_that_stops_in_its_body_leaves_no_request_behind() {
    let (wire, echo) = (Wire::default(), Arc::new(Echo::default()));
    let [one, _two] = two(&wire, &echo);
    let pieces = [Ok(Bytes::from(vec![7; 700_000])), Err("it is gone")];
    let body = Body::from_stream(stream::iter(pieces));
    assert_eq!(ask(&one.routes, PAGE, ("x", "y"), body).await.status, 400);
}

#[tokio::test(start_paused = true)]
async fn request_without_an_owner_fails_in_time() {
    let (wire, echo) = (Wire::default(), Arc::new(Echo::default()));
    let [one, _two] = two(&wire, &echo);
    one.sees(&["one"], "two", 1);
    for (path, kind) in [(PAGE, "text/plain"), ("/api/sign-in", "application/json")] {
        let answer = ask(&one.routes, path, ("x", "y"), Body::empty()).await;
        assert_eq!(answer.status, 503);
        let told = answer.headers["content-type"].to_str().unwrap();
        assert!(told.starts_with(kind), "{told}");
    }
    assert_eq!(echo.began.load(Ordering::Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn request_is_forwarded_once_and_no_header_marks_it() {
    let (wire, echo) = (Wire::default(), Arc::new(Echo::default()));
    let [one, _two] = two(&wire, &echo);
    // What a server has forwarded to this one, which has lost the key since, goes no further.
    let head = RequestHead {
        method: "POST".to_owned(),
        target: PAGE.to_owned(),
        headers: vec![("host".to_owned(), "localhost".to_owned())],
        peer: SocketAddr::from(([192, 0, 2, 7], 4321)),
    };
    let own = OwnRouter::new(one.routes.clone(), one.site.clone());
    let (answer, _) = own.answer(head, stream::empty().boxed()).await;
    assert_eq!(answer.status, 503);
    assert_eq!(echo.began.load(Ordering::Relaxed), 0);
    // A client says that a server has.
    for name in [
        "x-of-a-server",
        "ofaserver",
        "forwarded",
        "x-capicu-forwarded",
    ] {
        let answer = ask(&one.routes, PAGE, (name, "1"), "a=1".into()).await;
        assert_eq!(answer.status, 201, "{name}");
    }
}
