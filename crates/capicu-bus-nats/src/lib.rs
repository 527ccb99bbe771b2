//! Messages between the servers of a cluster over NATS: delivered at most once, never stored, and [sealed](Sealed) with
//! a key that the servers share.

#![forbid(unsafe_code)]

mod access;
mod seal;
mod sealed;

use std::fmt;
use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::{Client, ConnectError, Subscriber};
use capicu_bus::{Answer, Bus, Bytes, Heard, Silence};
use futures_util::StreamExt as _;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

pub use access::{Address, BadCredentials, Credentials, NoAddress};
pub use seal::Key;
pub use sealed::Sealed;

const LATE: Duration = Duration::from_secs(1);

const AGAIN: Duration = Duration::from_millis(250);

/// Messages that may queue for this server. Further ones are lost; the receiver notices this by counting.
const WAITING: usize = 65_536;

/// A connection to NATS that reconnects automatically.
pub struct Nats {
    client: Client,
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nats(..)")
    }
}

#[derive(Debug)]
pub enum NatsError {
    Credentials(BadCredentials),
    Connect(ConnectError),
}

impl Nats {
    /// Connects to one of these servers, and keeps trying while none can be reached. Fails if the credentials cannot be
    /// read.
    pub async fn connect(address: &Address) -> Result<Self, NatsError> {
        let options = address.options().map_err(NatsError::Credentials)?;
        let client = options
            .name("capicu")
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(1))
            .request_timeout(Some(LATE))
            .ping_interval(Duration::from_secs(2))
            .subscription_capacity(WAITING)
            .reconnect_delay_callback(|_| AGAIN)
            .event_callback(async |event| tracing::info!(%event, "the bus"))
            .connect(address.servers.as_slice())
            .await
            .map_err(NatsError::Connect)?;
        Ok(Self { client })
    }
}

/// Returns the subject to which a server subscribes.
fn subject(node: &str) -> String {
    format!("capicu.{node}")
}

impl Bus for Nats {
    fn tell<'a>(&'a self, node: &'a str, message: Bytes) -> Answer<'a, Result<(), Silence>> {
        Box::pin(async move {
            // Do not queue messages while disconnected: they would arrive after the other server stopped waiting.
            if !self.is_up() {
                return Err(Silence::Late);
            }
            let told = self.client.publish(subject(node), message);
            told.await.map_err(|_| Silence::Late)
        })
    }

    fn ask<'a>(&'a self, node: &'a str, question: Bytes) -> Answer<'a, Result<Bytes, Silence>> {
        Box::pin(async move {
            if !self.is_up() {
                return Err(Silence::Late);
            }
            let asked = self.client.request(subject(node), question);
            match timeout(LATE, asked).await {
                Ok(Ok(answer)) => Ok(answer.payload),
                Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => {
                    Err(Silence::Nobody)
                }
                Ok(Err(_)) | Err(_) => Err(Silence::Late),
            }
        })
    }

    fn hear<'a>(&'a self, node: &'a str) -> Answer<'a, Result<mpsc::Receiver<Heard>, Silence>> {
        Box::pin(async move {
            let subscribed = self.client.subscribe(subject(node)).await;
            let subscribed = subscribed.map_err(|_| Silence::Late)?;
            let (server, heard) = mpsc::channel(WAITING);
            tokio::spawn(pass_on(subscribed, self.client.clone(), server));
            Ok(heard)
        })
    }

    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

async fn pass_on(mut subscribed: Subscriber, client: Client, server: mpsc::Sender<Heard>) {
    while let Some(message) = subscribed.next().await {
        let answer = message.reply.map(|to| {
            let (answer, answered) = oneshot::channel::<Bytes>();
            let client = client.clone();
            tokio::spawn(async move {
                if let Ok(answer) = answered.await {
                    // The server that asked may have stopped.
                    let _ = client.publish(to, answer).await;
                }
            });
            answer
        });
        let heard = Heard {
            message: message.payload,
            answer,
        };
        if server.send(heard).await.is_err() {
            break;
        }
    }
}
