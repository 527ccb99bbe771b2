//! Requests to push services.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use capicu_reach::Reach;
use http_body_util::Full;
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HOST, RETRY_AFTER};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::{PushEndpoint, PushKeys, Subscription};

/// The time limit of a request.
const ANSWER: Duration = Duration::from_secs(10);

/// A message to send.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    pub text: &'a str,
    /// Seconds for which the push service keeps the message while the browser is offline.
    pub keep: u32,
    /// The `mailto:` or `https:` address of the operator.
    pub contact: &'a str,
    /// In seconds since 1970.
    pub now: u64,
}

/// The end of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    Accepted,
    /// The subscription ended: the browser will never receive another message.
    Gone,
    /// The push service refused the message, with this status. Another try would not help.
    Refused(u16),
    /// The push service has too much to do, or an error. It may name the time to wait before another try.
    Busy(Option<Duration>),
    /// There is no connection to a public address, or no answer.
    Failed,
}

/// A connection to a push service.
pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// The future of a connection.
pub type Connecting<'a> = Pin<Box<dyn Future<Output = io::Result<Box<dyn Duplex>>> + Send + 'a>>;

/// Connects to push services.
pub trait Connect: Send + Sync + fmt::Debug {
    /// Connects to the host of an endpoint.
    fn connect<'a>(&'a self, endpoint: &'a PushEndpoint) -> Connecting<'a>;
}

/// Connects over TLS to public addresses, and to no others.
#[derive(Clone)]
pub struct Internet(TlsConnector);

impl fmt::Debug for Internet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Internet")
    }
}

impl Internet {
    /// Trusts the certificate authorities of the system. Fails if it has none.
    pub fn new() -> io::Result<Self> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            let why = "the system has no certificate authorities: install ca-certificates";
            return Err(io::Error::new(io::ErrorKind::NotFound, why));
        }
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }
}

impl Connect for Internet {
    fn connect<'a>(&'a self, endpoint: &'a PushEndpoint) -> Connecting<'a> {
        Box::pin(async move {
            let found = lookup_host((endpoint.host(), 443)).await?;
            // The connection goes to an address that was checked, so a second look-up cannot change it.
            let public = public_of(found)?;
            let stream = TcpStream::connect(&public[..]).await?;
            let name =
                ServerName::try_from(endpoint.host().to_owned()).map_err(io::Error::other)?;
            let stream = self.0.connect(name, stream).await?;
            Ok(Box::new(stream) as Box<dyn Duplex>)
        })
    }
}

/// The addresses of the public internet; an error if there are none.
fn public_of(found: impl Iterator<Item = SocketAddr>) -> io::Result<Vec<SocketAddr>> {
    let public = found.filter(|address| Reach::of(address.ip()) == Reach::Internet);
    match public.collect::<Vec<_>>() {
        public if public.is_empty() => {
            Err(io::Error::other("the push service has no public address"))
        }
        public => Ok(public),
    }
}

/// Seals a message for a browser and sends it to the browser's push service. Redirects are not followed.
pub async fn send(
    over: &dyn Connect,
    keys: &PushKeys,
    to: &Subscription,
    post: Post<'_>,
) -> Delivery {
    let sent = timeout(ANSWER, request(over, keys, to, post)).await;
    match sent.ok().flatten() {
        Some((200..=299, _)) => Delivery::Accepted,
        Some((404 | 410, _)) => Delivery::Gone,
        Some((429 | 500..=599, wait)) => Delivery::Busy(wait),
        Some((status, _)) => Delivery::Refused(status),
        None => Delivery::Failed,
    }
}

/// Returns the status of the answer, and the time to wait that it names.
async fn request(
    over: &dyn Connect,
    keys: &PushKeys,
    to: &Subscription,
    post: Post<'_>,
) -> Option<(u16, Option<Duration>)> {
    let sealed = to.seal(post.text).ok()?;
    let endpoint = &to.endpoint;
    let authorization = keys.authorization(endpoint, post.contact, post.now).ok()?;
    let request = Request::post(endpoint.path())
        .header(HOST, endpoint.host())
        .header(AUTHORIZATION, authorization)
        .header(CONTENT_ENCODING, "aes128gcm")
        .header(CONTENT_TYPE, "application/octet-stream")
        .header("ttl", post.keep)
        // A phone that sleeps shows it now: people wait.
        .header("urgency", "high")
        .body(Full::new(Bytes::from(sealed)))
        .ok()?;
    let stream = over.connect(endpoint).await.ok()?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    let answer = async { sender.send_request(request).await };
    tokio::pin!(connection, answer);
    // The body of the answer is not read.
    let answer = tokio::select! {
        answer = &mut answer => answer,
        _ = &mut connection => answer.await,
    };
    let answer = answer.ok()?;
    let wait = answer.headers().get(RETRY_AFTER);
    let wait = wait.and_then(|wait| wait.to_str().ok()?.parse().ok());
    Some((answer.status().as_u16(), wait.map(Duration::from_secs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_of_a_host_are_used() {
        let of = |addresses: &[&str]| {
            let addresses = addresses.iter().map(|text| text.parse().expect("right"));
            public_of(addresses).map(|found| {
                let texts = found.iter().map(ToString::to_string);
                texts.collect::<Vec<_>>()
            })
        };
        let mixed = of(&["10.0.0.1:443", "1.1.1.1:443", "[::1]:443"]);
        assert_eq!(mixed.expect("one"), ["1.1.1.1:443"]);
        assert!(of(&["127.0.0.1:443", "[fd00::1]:443"]).is_err());
        assert!(of(&[]).is_err());
    }
}
