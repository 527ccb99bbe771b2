//! Tests a bot's program. The command acts as its server and injects faults into the traffic.
//!
//! Behind it runs a complete server in a temporary folder, so that the bot plays a real match.

mod host;
mod mishaps;

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use capicu_i18n::Texts;

use super::http::{Answer, Request, Site};
use super::tally::Tally;
use crate::exit;
use crate::stop::Stop;
use host::Host;
use mishaps::{Mishap, Mishaps};

/// Bytes of the longest request that is forwarded.
const MOST: u64 = 64 * 1024;

/// Delay after each byte of a slow answer.
const SLOW: Duration = Duration::from_millis(5);

/// Bytes of an answer that are slow.
const SLOW_BYTES: usize = 300;

/// The time in which a program has to end once its match is over.
const LAST: Duration = Duration::from_secs(2);

/// Waits for a bot at this address and checks it; `None` if the user interrupts. Fails if it cannot listen there, or
/// cannot start a server.
pub fn check(address: SocketAddr, wait: u64, texts: Texts) -> Result<Option<Tally>, String> {
    let listener = TcpListener::bind(address);
    let listener = listener.map_err(|error| format!("{address}: {}", texts.io_error(&error)))?;
    let address = listener.local_addr().unwrap_or(address);
    let host = Host::start(texts)?;
    let site = Site::read(&format!("http://{}", host.address), texts)?;
    exit::note(texts.check_listens(&format!("http://{address}"), &host.token));
    let mishaps = Arc::new(Mishaps::new());
    let (taken, of) = (Arc::clone(&mishaps), site);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (mishaps, site) = (Arc::clone(&taken), of.clone());
            // A broken connection is also one for the bot.
            thread::spawn(move || drop(answer(stream, &site, &mishaps)));
        }
    });
    let stop = Stop::on_interrupt();
    mishaps.wait(Duration::from_secs(wait), &stop);
    if !stop.is_raised() {
        thread::sleep(LAST);
    }
    host.stop();
    stop.settle();
    Ok((!stop.is_raised()).then(|| mishaps.tally(texts)))
}

struct Asked {
    method: String,
    path: String,
    token: Option<String>,
    body: Option<String>,
}

fn read(stream: &TcpStream) -> io::Result<Asked> {
    let mut reader = BufReader::new(stream.take(MOST));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next(), words.next());
    let (mut token, mut long, mut waits) = (None, None, false);
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.trim().split_once(':') else {
            break;
        };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "authorization" => token = value.split_once(' ').map(|(_, token)| token.to_owned()),
            "content-length" => long = value.parse().ok(),
            "expect" => waits = true,
            _ => {}
        }
    }
    if waits {
        let mut stream = stream;
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    let body = match long {
        None | Some(0) => None,
        Some(long) => {
            let mut body = vec![0; std::cmp::min(long, MOST as usize)];
            reader.read_exact(&mut body)?;
            Some(String::from_utf8_lossy(&body).into_owned())
        }
    };
    let malformed = || io::Error::from(io::ErrorKind::InvalidData);
    Ok(Asked {
        method: method.ok_or_else(malformed)?,
        path: path.ok_or_else(malformed)?,
        token,
        body,
    })
}

/// Forwards a request and its answer, except for faults.
fn answer(stream: TcpStream, site: &Site, mishaps: &Mishaps) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let asked = read(&stream)?;
    let request = Request {
        method: &asked.method,
        path: &asked.path,
        token: asked.token.as_deref(),
        body: asked.body.as_deref(),
    };
    let path = asked.path.split('?').next().unwrap_or_default();
    let is_table = path.starts_with("/api/bot/tables/");
    if is_table && path.ends_with("/stream") {
        return pass_on(stream, site, request, mishaps);
    }
    let body = asked
        .body
        .as_deref()
        .filter(|_| is_table && path.ends_with("/commands"));
    let mishap = body.and_then(|body| mishaps.command(body));
    if mishap == Some(Mishap::Unavailable) {
        let why = br#"{"code":"unavailable","detail":"send the same again in a while"}"#.to_vec();
        return write(
            stream,
            &Answer {
                status: 503,
                body: why,
            },
        );
    }
    let answer = site.ask_once(request)?;
    if mishap == Some(Mishap::LostAnswer) {
        return stream.shutdown(Shutdown::Both);
    }
    if body.is_some() {
        mishaps.done(&answer.json());
    }
    write(stream, &answer)
}

fn write(mut stream: TcpStream, answer: &Answer) -> io::Result<()> {
    let (status, long) = (answer.status, answer.body.len());
    let head = format!(
        "HTTP/1.1 {status} Answer\r\ncontent-type: application/json\r\ncontent-length: {long}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), &answer.body].concat())
}

fn pass_on(
    mut stream: TcpStream,
    site: &Site,
    request: Request<'_>,
    mishaps: &Mishaps,
) -> io::Result<()> {
    let (status, mut lines) = site.open(request)?;
    if status != 200 {
        let mut body = Vec::new();
        lines.take(MOST).read_to_end(&mut body)?;
        return write(stream, &Answer { status, body });
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n")?;
    mishaps.opened();
    let mut line = String::new();
    loop {
        line.clear();
        if lines.read_line(&mut line)? == 0 {
            return stream.write_all(b"0\r\n\r\n");
        }
        let (text, mishap) = mishaps.told(&line);
        match mishap {
            Some(Mishap::Cut) => {
                chunk(&mut stream, &text.as_bytes()[..text.len() / 2])?;
                return stream.shutdown(Shutdown::Both);
            }
            Some(Mishap::SlowBytes) => {
                let (slow, rest) = text.as_bytes().split_at(text.len().min(SLOW_BYTES));
                for byte in slow {
                    chunk(&mut stream, &[*byte])?;
                    thread::sleep(SLOW);
                }
                chunk(&mut stream, rest)?;
            }
            _ => chunk(&mut stream, text.as_bytes())?,
        }
    }
}

fn chunk(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    if bytes.is_empty() {
        // An empty chunk would be the last.
        return Ok(());
    }
    let head = format!("{:x}\r\n", bytes.len());
    stream.write_all(&[head.as_bytes(), bytes, b"\r\n"].concat())
}
