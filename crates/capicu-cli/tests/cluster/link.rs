//! A link to a server that can be cut: then nothing passes.

use std::path::PathBuf;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

#[derive(Clone)]
pub enum Server {
    Port(u16),
    Socket(PathBuf),
}

/// A link that ends with the runtime.
pub struct Link {
    pub port: u16,
    cut: watch::Sender<bool>,
}

impl Link {
    pub async fn to(server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let cut = watch::Sender::new(false);
        let watched = cut.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(carry(stream, server.clone(), watched.subscribe()));
            }
        });
        Self { port, cut }
    }

    /// Cuts the link without an error, or lets new connections pass again.
    pub fn cut(&self, is_cut: bool) {
        self.cut.send_replace(is_cut);
    }
}

async fn carry(stream: TcpStream, server: Server, mut cut: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    if cut.wait_for(|is_cut| !is_cut).await.is_err() {
        return;
    }
    match server {
        Server::Port(port) => {
            if let Ok(other) = TcpStream::connect(("127.0.0.1", port)).await {
                let _ = other.set_nodelay(true);
                between(stream, other, cut).await;
            }
        }
        Server::Socket(path) => {
            if let Ok(other) = UnixStream::connect(path).await {
                between(stream, other, cut).await;
            }
        }
    }
}

async fn between(
    one: TcpStream,
    other: impl AsyncRead + AsyncWrite + Send,
    mut cut: watch::Receiver<bool>,
) {
    let (from_one, to_one) = one.into_split();
    let (from_other, to_other) = tokio::io::split(other);
    tokio::select! {
        () = pump(from_one, to_other) => return,
        () = pump(from_other, to_one) => return,
        _ = cut.wait_for(|is_cut| *is_cut) => {}
    }
    // Keep the connection open, like a broken network, and close it once the network is back.
    let _ = cut.wait_for(|is_cut| !is_cut).await;
}

async fn pump(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(n @ 1..) = from.read(&mut buffer).await {
        if to.write_all(&buffer[..n]).await.is_err() || to.flush().await.is_err() {
            return;
        }
    }
}
