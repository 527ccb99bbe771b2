//! Players who remember every command that was acknowledged to them, and the journal they are compared with.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use capicu_client::{Change, ClientTable, Command, Input, Link, Output, Status};
use capicu_protocol::*;
use futures_util::SinkExt as _;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use super::{Socket, create, four, hear, new_key, new_token, owed, tokens};

/// The version of every acknowledged command of a seat.
pub type Promises = Arc<Mutex<BTreeMap<(String, u8, String), u64>>>;

/// Somebody who plays for ever and remembers what was promised.
pub struct Witness {
    pub table: String,
    pub token: Token,
    pub address: watch::Receiver<Option<SocketAddr>>,
    pub promises: Promises,
}

impl Witness {
    /// Plays for ever, over lost connections.
    pub async fn play(mut self) {
        let mut link = Link::new([self.token.clone()], new_token());
        let mut table: Option<ClientTable> = None;
        let mut socket: Option<Socket> = None;
        let mut inputs = VecDeque::from([Input::Connect]);
        loop {
            let input = match inputs.pop_front() {
                Some(input) => input,
                None => match hear(socket.as_mut().expect("a socket")).await {
                    Ok(message) => Input::Heard(message),
                    Err(Some(why)) => Input::Heard(ServerMessage::Closed { why }),
                    Err(None) => Input::Closed,
                },
            };
            if let (Input::Heard(message), Some(table)) = (&input, &table) {
                self.check(message, table);
            }
            for output in link.handle(input, 0.0, 0.0) {
                match output {
                    Output::Connect { .. } => {
                        socket = self.connect().await;
                        inputs.clear();
                        inputs.push_back(match socket {
                            Some(_) => Input::Opened,
                            None => Input::Closed,
                        });
                    }
                    Output::HangUp => panic!("the seat is lost: {:?}", link.status()),
                    Output::Send(message) => {
                        let text = Message::text(encode(&message));
                        let sent = socket.as_mut().expect("a socket").send(text).await;
                        if sent.is_err() {
                            inputs.push_back(Input::Closed);
                        }
                    }
                    Output::Changed(Change::Told(ServerMessage::Snapshot(snapshot))) => {
                        let found = ClientTable::found(&snapshot, 0.0).unwrap();
                        let known = table.as_ref().map_or(0, ClientTable::version);
                        assert!(found.version() >= known, "what was told is not lost");
                        table = Some(found);
                    }
                    Output::Changed(Change::Told(message)) => {
                        let table = table.as_mut().expect("a snapshot comes first");
                        table.hear(&message, 0.0).unwrap();
                    }
                    _ => {}
                }
            }
            let free = link.status() == Status::Connected && link.unanswered().next().is_none();
            if let (true, true, Some(table)) = (free, inputs.is_empty(), &table)
                && let Some(command) = said(table)
            {
                inputs.push_back(Input::Say(command));
            }
        }
    }

    async fn connect(&mut self) -> Option<Socket> {
        sleep(Duration::from_millis(5)).await;
        let address = *self.address.wait_for(Option::is_some).await.unwrap();
        let address = address.expect("an address");
        let stream = TcpStream::connect(address).await.ok()?;
        let url = format!("ws://{address}/api/tables/{}/ws", self.table);
        Some(client_async(url, stream).await.ok()?.0)
    }

    fn check(&self, message: &ServerMessage, table: &ClientTable) {
        match message {
            ServerMessage::Done { key, version } => {
                let seat = table.seat().expect("a seat").index() as u8;
                let of = (self.table.clone(), seat, key.to_string());
                let before = self.promises.lock().unwrap().insert(of, *version);
                assert!(before.is_none_or(|before| before == *version));
            }
            ServerMessage::Refused { refusal, .. } => assert!(
                matches!(
                    refusal,
                    Refusal::Stale | Refusal::NotNow | Refusal::Unavailable | Refusal::NotYourTurn
                ),
                "{refusal:?}"
            ),
            ServerMessage::Delta { version, .. } => {
                assert!(*version >= table.version(), "what was told is not lost");
            }
            _ => {}
        }
    }
}

/// Returns the next message of a player who plays one match after the other.
fn said(table: &ClientTable) -> Option<ClientMessage> {
    if table.matched().over.is_some() {
        let asked = table.rematch().contains(&table.seat()?);
        return (!asked).then(|| Command::Rematch.message(new_key(), table));
    }
    owed(table).filter(|owed| !matches!(owed, ClientMessage::Ready { .. }) || !table.is_ready())
}

/// Makes tables of three people and a bot, and has everybody play at them.
pub async fn play(
    at: SocketAddr,
    tables: usize,
    address: &watch::Receiver<Option<SocketAddr>>,
    promises: &Promises,
) -> Vec<JoinHandle<()>> {
    let mut playing = Vec::new();
    for _ in 0..tables {
        let plans = [Plan::Me, Plan::Open, Plan::Bot, Plan::Open];
        let created = create(at, &four(plans, &[("target", "4")])).await;
        for token in tokens(&created) {
            let witness = Witness {
                table: created.table.to_string(),
                token,
                address: address.clone(),
                promises: Arc::clone(promises),
            };
            playing.push(tokio::spawn(witness.play()));
        }
    }
    playing
}

/// Has them stop, who must not have seen anything that cannot be.
pub fn stop(playing: &[JoinHandle<()>]) {
    for witness in playing {
        assert!(
            !witness.is_finished(),
            "a player saw something that cannot be"
        );
        witness.abort();
    }
}

/// Whether the journal in this folder holds what was promised, and nothing twice. Returns how many moves
/// are in it, and how many of the promises have a fact of their own.
pub async fn compare(folder: &Path, promises: &Promises) -> (usize, usize) {
    // What the journal says, read without the server.
    let options = SqliteConnectOptions::new().filename(folder.join("capicu.db"));
    let pool = SqlitePoolOptions::new()
        .connect_with(options)
        .await
        .unwrap();
    let rows = sqlx::query(
        "SELECT table_id, seat, key, version, fact FROM journal ORDER BY table_id, version",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    let mut done: BTreeMap<(String, u8, String), Vec<u64>> = BTreeMap::new();
    let mut last: BTreeMap<String, u64> = BTreeMap::new();
    let mut moves = 0;
    for row in &rows {
        let (table, version): (String, i64) = (row.get(0), row.get(3));
        let last = last.entry(table.clone()).or_default();
        assert_eq!(version as u64, *last + 1, "no gaps");
        *last += 1;
        moves += usize::from(row.get::<String, _>(4).contains("\"acted\""));
        if let (Some(seat), Some(key)) = (row.get::<Option<i64>, _>(1), row.get(2)) {
            done.entry((table, seat as u8, key))
                .or_default()
                .push(version as u64);
        }
    }
    assert!(
        done.values().all(|versions| versions.len() == 1),
        "none is done twice"
    );
    let promises = promises.lock().unwrap();
    let mut kept = 0;
    for (of, version) in promises.iter() {
        // What changes nothing, such as being ready twice, is acknowledged without a fact.
        match done.get(of) {
            Some(found) => {
                assert_eq!(found, &vec![*version], "{of:?}");
                kept += 1;
            }
            None => assert!(
                rows.iter()
                    .any(|row| row.get::<i64, _>(3) as u64 == *version)
            ),
        }
    }
    (moves, kept)
}
