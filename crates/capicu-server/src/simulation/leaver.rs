//! People who watch a table through every server and sign out: each of their sockets has to close soon, whatever news
//! between servers is lost.

use std::time::Duration;

use capicu_protocol::{
    ClientMessage, CreateTable, Created, Plan, ServerMessage, TableRules, VERSION, Watching,
    decode, encode,
};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::DuplexStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::net::Way;
use super::person::Person;

/// Limit for closing all sockets after a sign-out.
const SOON: Duration = Duration::from_secs(5);

/// A signed-in spectator.
pub struct Leaver {
    person: Person,
    sockets: Vec<WebSocketStream<DuplexStream>>,
}

impl Leaver {
    /// Becomes a member, makes a quiet table, and watches it through each server.
    pub async fn come(mut person: Person, servers: usize) -> Self {
        person.join().await;
        let asked = CreateTable {
            rules: TableRules {
                game: "draw".to_owned(),
                players: 2,
                title: None,
                options: [].into(),
            },
            seats: vec![Plan::Me, Plan::Open],
            turn_time: None,
            grace: None,
            level: None,
            hints: None,
            watching: Some(Watching::On),
            passed: None,
            name: None,
        };
        let made = person.insist("POST /api/tables", &encode(&asked)).await;
        let made: Created = decode(&made.body).expect("a table");
        let mut sockets = Vec::new();
        for server in 0..servers {
            match watches(&person, server, made.table.as_str()).await {
                Some(socket) => sockets.push(socket),
                None => person
                    .story
                    .wrong(format_args!("{} cannot watch", person.name())),
            }
        }
        Self { person, sockets }
    }

    /// Signs out everywhere, and waits for all sockets to close.
    pub async fn goes(mut self) {
        self.person.insist("DELETE /api/me/sessions", "").await;
        let until = Instant::now() + SOON;
        for (server, socket) in self.sockets.iter_mut().enumerate() {
            let closes = async { while let Some(Ok(_)) = socket.next().await {} };
            let is_closed = timeout_at(until, closes).await.is_ok();
            let (name, story) = (self.person.name(), &self.person.story);
            match is_closed {
                true => story.log(name, format_args!("is signed out at {server}")),
                false => story.wrong(format_args!(
                    "{name} signed out, and a socket at server {server} is still open"
                )),
            }
        }
    }
}

/// Opens a socket that has received the table.
async fn watches(
    person: &Person,
    server: usize,
    table: &str,
) -> Option<WebSocketStream<DuplexStream>> {
    let stream = person.net.connect(person.number, Way::To(server)).await?;
    let url = format!("ws://capicu.example/api/tables/{table}/ws");
    let mut request = url.into_client_request().expect("an address");
    let cookie = person.cookie.as_ref()?.parse().expect("a cookie");
    request.headers_mut().insert("cookie", cookie);
    let (mut socket, _) = client_async(request, stream).await.ok()?;
    let hello = ClientMessage::Hello {
        protocol: VERSION,
        token: None,
        own: None,
        since: None,
    };
    socket.send(Message::text(encode(&hello))).await.ok()?;
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            let told: ServerMessage = decode(&text).ok()?;
            return matches!(told, ServerMessage::Snapshot(_)).then_some(socket);
        }
    }
}
