//! Requests to the admin listener of a server.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Timeout of each step of an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes of an answer that are read at most.
const MOST: u64 = 4 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readiness {
    Ready,
    NotReady(String),
}

/// Asks whether a server is ready. Fails if nothing answers. [`ErrorKind::InvalidData`] if it is no admin listener of a
/// capicu server.
pub fn readiness(address: SocketAddr) -> io::Result<Readiness> {
    match get(address, "/readyz")? {
        (200, body) if body == "ok\n" => Ok(Readiness::Ready),
        (503, why) => Ok(Readiness::NotReady(why.trim_end().to_owned())),
        _ => Err(ErrorKind::InvalidData.into()),
    }
}

#[derive(Clone, Debug, Default)]
pub struct Metrics {
    values: BTreeMap<String, f64>,
}

impl Metrics {
    /// Fetches the metrics of a server.
    ///
    /// # Errors
    ///
    /// Those of [`readiness`].
    pub fn of(address: SocketAddr) -> io::Result<Self> {
        match get(address, "/metrics")? {
            (200, text) if text.ends_with("# EOF\n") => Ok(Self::read(&text)),
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }

    fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let values = lines.filter_map(|line| {
            let (name, value) = line.rsplit_once(' ')?;
            Some((name.to_owned(), value.parse().ok()?))
        });
        Self {
            values: values.collect(),
        }
    }

    pub fn number(&self, name: &str) -> Option<f64> {
        self.values.get(name).copied()
    }

    /// Returns a metric as an integer.
    pub fn whole(&self, name: &str) -> Option<u64> {
        self.number(name).map(|number| number as u64)
    }

    pub fn build(&self, label: &str) -> Option<&str> {
        let mut names = self.values.keys();
        let build = names.find_map(|name| name.strip_prefix("capicu_build_info{"))?;
        let value = build.split(&format!("{label}=\"")).nth(1)?;
        value.split('"').next()
    }
}

fn get(address: SocketAddr, path: &str) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.take(MOST).read_to_string(&mut answer)?;
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .ok_or(ErrorKind::InvalidData)?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Ok((status.ok_or(ErrorKind::InvalidData)?, body.to_owned()))
}
