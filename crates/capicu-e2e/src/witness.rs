//! A second connection to the player's seat: what the page should show, by the engine alone.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{Award, BySeat, TableView};
use capicu_i18n::{BOT_NAMES, Seats};
use capicu_protocol::{
    ClientMessage, Event, Holder, SeatInfo, ServerMessage, Token, VERSION, decode, encode,
};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::Result;

/// What the seat knows now.
#[derive(Clone, Debug)]
pub struct Known {
    /// The table, folded from what the server said.
    pub view: TableView,
    /// The points that fell in play since the witness came.
    pub fell: Vec<Award>,
    seats: Vec<SeatInfo>,
}

/// The connection; it ends with this.
#[derive(Debug)]
pub struct Witness {
    known: Arc<Mutex<Known>>,
    task: JoinHandle<()>,
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Witness {
    /// Connects to the seat that an address of the page, `…/t/TABLE#TOKEN`, is the link of.
    pub async fn of(address: SocketAddr, page: &str) -> Result<Self> {
        let link = page
            .rsplit("/t/")
            .next()
            .and_then(|link| link.split_once('#'));
        let (table, token) = link.ok_or_else(|| format!("{page} is no link to a seat"))?;
        let token: Token = token
            .parse()
            .map_err(|_| format!("{page} holds no token"))?;
        let stream = TcpStream::connect(address).await?;
        let url = format!("ws://{address}/api/tables/{table}/ws");
        let (mut socket, _) = client_async(url, stream).await?;
        let hello = ClientMessage::Hello {
            protocol: VERSION,
            token,
            since: None,
        };
        socket.send(Message::text(encode(&hello))).await?;
        let first = socket.next().await.ok_or("the server hung up")??;
        let ServerMessage::Snapshot(snapshot) = decode(first.to_text()?)? else {
            return Err("a snapshot comes first".into());
        };
        let known = Arc::new(Mutex::new(Known {
            view: snapshot.view()?,
            fell: Vec::new(),
            seats: snapshot.seats,
        }));
        let shared = Arc::clone(&known);
        let task = tokio::spawn(async move {
            while let Some(Ok(message)) = socket.next().await {
                let text = message.to_text().unwrap_or_default();
                if let Ok(ServerMessage::Events { events, .. }) = decode(text) {
                    let known = &mut *lock(&shared);
                    for event in &events {
                        known.observe(event);
                    }
                }
            }
        });
        Ok(Self { known, task })
    }

    /// What the seat knows now.
    pub fn known(&self) -> Known {
        lock(&self.known).clone()
    }
}

fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    fn observe(&mut self, event: &Event) {
        let Ok(Some(seen)) = event.seen() else {
            return;
        };
        if let capicu::Seen::Done(capicu::Step { awards, .. })
        | capicu::Seen::Called { awards, .. } = &seen
        {
            self.fell.extend(awards);
        }
        self.view.observe(&seen);
    }

    /// What everybody is called, as the page has it.
    pub fn names(&self) -> Vec<String> {
        let name = |(seat, bot): (&SeatInfo, &str)| match (&seat.name, seat.holder) {
            (Some(name), _) if !name.is_empty() => name.clone(),
            (_, Holder::Person) => String::new(),
            _ => bot.to_owned(),
        };
        self.seats.iter().zip(BOT_NAMES).map(name).collect()
    }

    /// The same, for the texts.
    pub fn seats<'a>(&self, names: &'a [String]) -> Seats<'a> {
        Seats {
            names: BySeat::from_fn(names.len() as u8, |seat| names[seat.index()].as_str()),
            you: Some(self.view.seat()),
        }
    }
}
