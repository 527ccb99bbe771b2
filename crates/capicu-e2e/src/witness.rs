//! A second connection to the player's seat. It knows what the page should show, from the client's logic alone.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{Award, BySeat};
use capicu_client::{Change, ClientTable, Input, Link, Moment, Output};
use capicu_i18n::{BOT_NAMES, Seats};
use capicu_protocol::{Holder, SeatInfo, ServerMessage, Token, decode, encode};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::Result;

#[derive(Clone, Debug)]
pub struct Known {
    pub table: ClientTable,
    /// The points made in play since the witness connected.
    pub fell: Vec<Award>,
}

/// A connection, closed when dropped.
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

type Socket = WebSocketStream<TcpStream>;

impl Witness {
    /// Connects to the seat of a link, `…/t/TABLE#TOKEN`. A player must have taken it already.
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
        let mut link = Link::new([token.clone()], token);
        link.handle(Input::Connect, 0.0, 0.0);
        told(&mut link, &mut socket, Input::Opened).await?;
        let mut first = Vec::new();
        while first.is_empty() {
            let message = socket.next().await.ok_or("the server hung up")??;
            let heard = Input::Heard(decode(message.to_text()?)?);
            first = told(&mut link, &mut socket, heard).await?;
        }
        let [ServerMessage::Snapshot(snapshot)] = &first[..] else {
            return Err("a snapshot comes first".into());
        };
        let known = Arc::new(Mutex::new(Known {
            table: ClientTable::found(snapshot, 0.0)?,
            fell: Vec::new(),
        }));
        let shared = Arc::clone(&known);
        let task = tokio::spawn(async move {
            while let Some(Ok(message)) = socket.next().await {
                let Ok(heard) = decode(message.to_text().unwrap_or_default()) else {
                    continue;
                };
                let Ok(all) = told(&mut link, &mut socket, Input::Heard(heard)).await else {
                    return;
                };
                for message in all {
                    lock(&shared).hear(&message);
                }
            }
        });
        Ok(Self { known, task })
    }

    pub fn known(&self) -> Known {
        lock(&self.known).clone()
    }
}

/// Carries out the outputs of the link, and returns the messages about the table. A witness does not reconnect.
async fn told(link: &mut Link, socket: &mut Socket, input: Input) -> Result<Vec<ServerMessage>> {
    let mut told = Vec::new();
    for output in link.handle(input, 0.0, 0.0) {
        match output {
            Output::Send(message) => socket.send(Message::text(encode(&message))).await?,
            Output::Changed(Change::Told(message)) => told.push(message),
            Output::Connect { .. } | Output::HangUp => {
                return Err("the witness was sent away".into());
            }
            _ => {}
        }
    }
    Ok(told)
}

fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    fn hear(&mut self, message: &ServerMessage) {
        if let Err(error) = self.table.hear(message, 0.0) {
            eprintln!("the witness: {error}");
        }
        for moment in self.table.take_moments() {
            if let Moment::Done { awards, .. } | Moment::Called { awards, .. } = moment {
                self.fell.extend(awards);
            }
        }
    }

    pub fn names(&self) -> Vec<String> {
        let name = |(seat, bot): (&SeatInfo, &str)| match (&seat.name, seat.holder) {
            (Some(name), _) if !name.is_empty() => name.clone(),
            (_, Holder::Person) => String::new(),
            _ => bot.to_owned(),
        };
        self.table
            .people()
            .iter()
            .zip(BOT_NAMES)
            .map(name)
            .collect()
    }

    pub fn seats<'a>(&self, names: &'a [String]) -> Seats<'a> {
        Seats {
            names: BySeat::from_fn(names.len() as u8, |seat| names[seat.index()].as_str()),
            you: self.table.seat(),
        }
    }
}
