//! A network that can be cut, and that can simulate a new version of the page.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::Result;

/// Passes connections on to a server, and drops them all when the network is cut.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    connected: watch::Sender<bool>,
    renewed: Arc<AtomicBool>,
}

impl Proxy {
    pub async fn start(server: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (connected, state) = watch::channel(true);
        let renewed = Arc::new(AtomicBool::new(false));
        let is_new = Arc::clone(&renewed);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let mut state = state.clone();
                if !*state.borrow_and_update() {
                    continue;
                }
                let is_new = Arc::clone(&is_new);
                tokio::spawn(async move {
                    let Ok(upstream) = TcpStream::connect(server).await else {
                        return;
                    };
                    let (asks, answers) = (client.into_split(), upstream.into_split());
                    tokio::select! {
                        () = pass(asks.0, answers.1, plainly) => {}
                        () = pass(answers.0, asks.1, |bytes| renew(bytes, &is_new)) => {}
                        _ = state.wait_for(|connected| !connected) => {}
                    }
                });
            }
        });
        Ok(Self {
            address,
            connected,
            renewed,
        })
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Drops every connection and accepts none until [`restore`](Self::restore).
    pub fn cut(&self) {
        self.connected.send_replace(false);
    }

    pub fn restore(&self) {
        self.connected.send_replace(true);
    }

    /// From now on the service worker reports another version of the page.
    pub fn renew(&self) {
        self.renewed.store(true, Ordering::Relaxed);
    }
}

/// Passes on data, changed in place, until one of both ends closes.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    change: impl Fn(&mut [u8]),
) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(n) = from.read(&mut bytes).await {
        change(&mut bytes[..n]);
        if n == 0 || to.write_all(&bytes[..n]).await.is_err() {
            break;
        }
    }
}

/// Makes requests ask for whole, uncompressed answers, so that the proxy can read them.
fn plainly(bytes: &mut [u8]) {
    for header in ["accept-encoding:", "if-none-match:"] {
        let found = bytes
            .windows(header.len())
            .position(|part| part.eq_ignore_ascii_case(header.as_bytes()));
        if let Some(at) = found {
            bytes[at] = b'x';
        }
    }
}

/// Changes a letter in the version of the service worker, if there is to be a new one.
fn renew(bytes: &mut [u8], is_new: &AtomicBool) {
    const VERSION: &[u8] = b"const VERSION = \"";
    let found = bytes
        .windows(VERSION.len())
        .position(|part| part == VERSION);
    if let Some(at) = found
        && is_new.load(Ordering::Relaxed)
        && let Some(letter) = bytes.get_mut(at + VERSION.len())
    {
        *letter = b'n';
    }
}
