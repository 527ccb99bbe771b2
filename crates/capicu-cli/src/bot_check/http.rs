//! A minimal HTTP client that controls its connections: it can cut them or read slowly, and never reuses one.

use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use capicu_i18n::Texts;
use serde_json::Value;

const ANSWER: Duration = Duration::from_secs(25);

/// Attempts of a request that the server limits, and the wait between them.
const WAITS: u32 = 40;

const MOST: u64 = 4 << 20;

#[derive(Clone, Debug)]
pub struct Site {
    host: String,
    below: String,
}

#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub token: Option<&'a str>,
    pub body: Option<&'a str>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Answer {
    /// Parses the body; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub fn told(&self) -> String {
        match self.json()["code"].as_str() {
            Some(code) => format!("{} {code}", self.status),
            None => self.status.to_string(),
        }
    }
}

impl Site {
    pub fn read(url: &str, texts: Texts) -> Result<Self, String> {
        let refused = || texts.check_url(url);
        let rest = url.strip_prefix("http://").ok_or_else(refused)?;
        let (host, below) = rest.split_once('/').unwrap_or((rest, ""));
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c == '@') {
            return Err(refused());
        }
        let has_port = host
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        let below = below.trim_end_matches('/');
        let below = if below.is_empty() {
            String::new()
        } else {
            format!("/{below}")
        };
        Ok(Self { host, below })
    }

    /// Sends a request. The answer has no chunks and ends with the connection.
    pub fn send(&self, request: Request<'_>) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(ANSWER))?;
        stream.set_write_timeout(Some(ANSWER))?;
        stream.set_nodelay(true)?;
        let Request {
            method,
            path,
            token,
            body,
        } = request;
        let mut head = format!(
            "{method} {}{path} HTTP/1.0\r\nHost: {}\r\n",
            self.below, self.host
        );
        if let Some(token) = token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(body) = body {
            let long = body.len();
            head += &format!("Content-Type: application/json\r\nContent-Length: {long}\r\n");
        }
        head += "\r\n";
        head += body.unwrap_or_default();
        stream.write_all(head.as_bytes())?;
        Ok(stream)
    }

    /// Sends a request and reads the answer. Waits and tries again if the server says so.
    pub fn ask(&self, request: Request<'_>) -> io::Result<Answer> {
        let mut waits = 0;
        loop {
            let answer = self.ask_once(request)?;
            if answer.status != 429 || waits == WAITS {
                return Ok(answer);
            }
            waits += 1;
            thread::sleep(Duration::from_millis(500));
        }
    }

    /// Sends a request and reads the answer, without a second attempt.
    pub fn ask_once(&self, request: Request<'_>) -> io::Result<Answer> {
        let (status, rest) = head(self.send(request)?)?;
        let mut body = Vec::new();
        rest.take(MOST).read_to_end(&mut body)?;
        Ok(Answer { status, body })
    }

    pub fn open(&self, request: Request<'_>) -> io::Result<(u16, BufReader<TcpStream>)> {
        head(self.send(request)?)
    }
}

/// Reads the head; returns the status and the rest.
fn head(stream: TcpStream) -> io::Result<(u16, BufReader<TcpStream>)> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|status| status.trim().parse().ok());
    let status = status.ok_or(ErrorKind::InvalidData)?;
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if line.trim().is_empty() {
            return Ok((status, reader));
        }
    }
}
