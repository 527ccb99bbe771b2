//! A minimal HTTP client over the simulated network.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use super::net::{Net, Way};

/// Timeout of an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Answer {
    /// Returns a header by its name in lower case.
    pub fn line(&self, name: &str) -> Option<&str> {
        let named = |line: &'_ str| {
            let (of, value) = line.split_once(": ")?;
            of.eq_ignore_ascii_case(name).then_some(value.len())
        };
        let mut lines = self.head.lines();
        lines.find_map(|line| Some(&line[line.len() - named(line)?..]))
    }
}

/// Sends a request; `None` if no answer comes.
pub async fn ask(
    net: &Net,
    who: u32,
    line: &str,
    cookie: Option<&str>,
    body: &str,
) -> Option<Answer> {
    let kind = match body.starts_with('{') {
        true => "application/json",
        false => "application/x-www-form-urlencoded",
    };
    let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n"));
    let request = format!(
        "{line} HTTP/1.1\r\nhost: capicu.example\r\nsec-fetch-site: same-origin\r\n{}content-type: {kind}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        cookie.unwrap_or_default(),
        body.len()
    );
    let asked = async {
        let mut stream = net.connect(who, Way::First).await?;
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some(Answer {
            status: head.get(9..12)?.parse().ok()?,
            head: head.to_owned(),
            body: body.to_owned(),
        })
    };
    timeout(PATIENCE, asked).await.ok()?
}
