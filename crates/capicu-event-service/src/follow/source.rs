//! The followed device: its link, and requests to it.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use capicu_event::Digest;
use capicu_protocol::EventId;
use capicu_reach::Reach;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The time limit of an answer.
const ANSWER: Duration = Duration::from_secs(4);

/// The longest answer accepted, in bytes.
const LONGEST: u64 = 48 << 20;

/// The place where an event can be followed: a device nearby, the event, and the seal of the link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    address: SocketAddr,
    /// The id of the event, there and here.
    pub event: EventId,
    seal: String,
}

/// The reason why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unheard {
    /// Another device has the event.
    Gone,
    /// The device does not answer, or the answer is invalid.
    Silent,
}

impl Source {
    /// Parses a link: `http://192.168.1.5:7878/e/ID/follow/SEAL`.
    pub fn read(link: &str) -> Option<Self> {
        let rest = link.trim().strip_prefix("http://")?;
        let (host, path) = rest.split_once('/')?;
        let address: SocketAddr = match host.parse() {
            Ok(address) => address,
            Err(_) => SocketAddr::new(host.parse().ok()?, 80),
        };
        let parts: Vec<&str> = path.split('/').collect();
        let ["e", event, "follow", seal] = parts[..] else {
            return None;
        };
        let is_seal = seal.len() == 24 && seal.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_right = is_seal && Reach::of(address.ip()) == Reach::Nearby;
        is_right.then_some(Self {
            address,
            event: event.parse().ok()?,
            seal: seal.to_owned(),
        })
    }

    /// Fetches the lines from this one on, from 0.
    pub(super) async fn lines(&self, from: usize) -> Result<String, Unheard> {
        self.heard("GET", &format!("?from={from}"), "").await
    }

    /// Makes the device hand the event over: it stops writing, and sends its lines from this one on.
    pub(super) async fn hand_over(&self, from: usize, to: Digest) -> Result<String, Unheard> {
        self.heard("POST", "", &format!("from={from}&to={to}"))
            .await
    }

    async fn heard(&self, method: &str, query: &str, body: &str) -> Result<String, Unheard> {
        let answer = timeout(ANSWER, self.ask(method, query, body)).await;
        let answer = answer.ok().and_then(Result::ok).ok_or(Unheard::Silent)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(Unheard::Silent)?;
        match head.split(' ').nth(1) {
            Some("200") => Ok(body.to_owned()),
            Some("409") => Err(Unheard::Gone),
            _ => Err(Unheard::Silent),
        }
    }

    async fn ask(&self, method: &str, query: &str, body: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(self.address).await?;
        let Self {
            address,
            event,
            seal,
        } = self;
        // A server of HTTP/1.0 answers in one piece and closes the connection.
        let request = format!(
            "{method} /e/{event}/follow/{seal}{query} HTTP/1.0\r\nhost: {address}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.take(LONGEST).read_to_string(&mut answer).await?;
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use capicu_store_contract::id;

    use super::*;

    #[test]
    fn link_must_be_to_a_device_nearby() {
        let seal = "0123456789abcdef01234567";
        let right = format!("http://192.168.1.5:7878/e/abcdefgh2345/follow/{seal}");
        let source = Source::read(&format!(" {right}\n")).expect("a source");
        assert_eq!(source.address.port(), 7878);
        assert_eq!(source.event, id("abcdefgh2345"));
        let of = |host: &str| Source::read(&right.replace("192.168.1.5:7878", host));
        assert_eq!(of("10.0.0.7").expect("a source").address.port(), 80);
        assert!(of("[fd00::1]:7878").is_some());
        for host in [
            "198.51.100.7",
            "dominoes.example",
            "0.0.0.0:1",
            "",
            "me@10.0.0.1",
        ] {
            assert_eq!(of(host), None, "{host}");
        }
        for wrong in [
            right.replace("http:", "https:"),
            right.replace("/follow/", "/me/"),
            format!("{right}/more"),
            format!("{right}0"),
            right.replace("abcdefgh2345", "../abcdefghi"),
            String::new(),
        ] {
            assert_eq!(Source::read(&wrong), None, "{wrong}");
        }
    }
}
