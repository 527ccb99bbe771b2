//! Messages to a push service on this machine.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use capicu_push::{
    Connect, Connecting, Delivery, Duplex, Post, PushEndpoint, PushKeys, Subscription, send,
};
use tokio::net::{TcpListener, TcpStream};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
use web_push_native::{Auth, decrypt, p256};

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

type Heard = Arc<Mutex<Vec<(HeaderMap, Vec<u8>)>>>;

async fn service() -> (Here, Heard) {
    let heard = Heard::default();
    let take = async |Path(status): Path<u16>,
                      State(heard): State<Heard>,
                      headers: HeaderMap,
                      body: Bytes| {
        heard.lock().unwrap().push((headers, body.to_vec()));
        let mut headers = HeaderMap::new();
        if status == 429 {
            headers.insert(RETRY_AFTER, "90".parse().unwrap());
        }
        (StatusCode::from_u16(status).unwrap(), headers)
    };
    let router = Router::new()
        .route("/push/{status}", post(take))
        .with_state(heard.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (Here(address), heard)
}

const POST: Post<'_> = Post {
    text: "{\"title\":\"It is your turn.\"}",
    keep: 600,
    contact: "mailto:me@example.net",
    now: 1_700_000_000,
};

fn browser() -> (p256::SecretKey, impl Fn(u16) -> Subscription) {
    let secret = p256::SecretKey::from_slice(&[7; 32]).unwrap();
    let point = secret.public_key().to_encoded_point(false);
    let key = Base64UrlUnpadded::encode_string(point.as_bytes());
    let auth = Base64UrlUnpadded::encode_string(&[9; 16]);
    (secret, move |status| {
        let endpoint = format!("https://push.example.net/push/{status}");
        Subscription::read(&endpoint, &key, &auth).unwrap()
    })
}

#[tokio::test]
async fn service_receives_a_sealed_message_with_its_headers() {
    let (here, heard) = service().await;
    let keys = PushKeys::generate().unwrap();
    let (secret, of) = browser();
    assert_eq!(send(&here, &keys, &of(201), POST).await, Delivery::Accepted);
    let (headers, body) = heard.lock().unwrap().pop().expect("a request");
    assert_eq!(headers["host"], "push.example.net");
    assert_eq!(headers["ttl"], "600");
    assert_eq!(headers["urgency"], "high");
    assert_eq!(headers["content-encoding"], "aes128gcm");
    assert!(
        headers["authorization"]
            .to_str()
            .unwrap()
            .starts_with("vapid t=")
    );
    let opened = decrypt(body, &secret, &Auth::clone_from_slice(&[9; 16])).unwrap();
    assert_eq!(opened, POST.text.as_bytes());
}

#[tokio::test]
async fn answers_of_the_service_differ() {
    let (here, _) = service().await;
    let keys = PushKeys::generate().unwrap();
    let (_, of) = browser();
    for (status, expected) in [
        (404, Delivery::Gone),
        (410, Delivery::Gone),
        (302, Delivery::Refused(302)),
        (413, Delivery::Refused(413)),
        (429, Delivery::Busy(Some(Duration::from_secs(90)))),
        (500, Delivery::Busy(None)),
    ] {
        assert_eq!(send(&here, &keys, &of(status), POST).await, expected);
    }
    let closed = Here("127.0.0.1:9".parse().unwrap());
    assert_eq!(send(&closed, &keys, &of(201), POST).await, Delivery::Failed);
}
