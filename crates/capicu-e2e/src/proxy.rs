//! A network that can be cut.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::Result;

/// Passes connections on to a server, and drops them all when the network is cut.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    connected: watch::Sender<bool>,
}

impl Proxy {
    /// A proxy before this server.
    pub async fn start(server: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (connected, state) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let mut state = state.clone();
                if !*state.borrow_and_update() {
                    continue;
                }
                tokio::spawn(async move {
                    let Ok(mut upstream) = TcpStream::connect(server).await else {
                        return;
                    };
                    tokio::select! {
                        _ = copy_bidirectional(&mut client, &mut upstream) => {}
                        _ = state.wait_for(|connected| !connected) => {}
                    }
                });
            }
        });
        Ok(Self { address, connected })
    }

    /// The address the browser is to use.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Drops every connection and accepts none until [`restore`](Self::restore).
    pub fn cut(&self) {
        self.connected.send_replace(false);
    }

    /// Lets connections through again.
    pub fn restore(&self) {
        self.connected.send_replace(true);
    }
}
