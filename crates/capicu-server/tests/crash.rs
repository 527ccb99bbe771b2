//! The server is killed again and again in the middle of play: no move that was acknowledged is
//! lost, and none is done twice.

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use capicu_protocol::*;
use common::*;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::sleep;

/// How often the server is killed at least; `CAPICU_KILLS` for more.
const KILLS: u32 = 12;

/// It is killed on until so many commands were acknowledged, however slow the machine.
const PROMISES: usize = 300;

/// But not more often than this.
const MOST_KILLS: u32 = 200;

/// Where the server's process finds its data folder.
const FOLDER: &str = "CAPICU_CRASH_FOLDER";

/// Not a test: the process that is killed. It is this test binary, started with a folder.
#[test]
fn the_server() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let ready = async move {
            let mut out = std::io::stderr();
            writeln!(out, "listening on {address}").unwrap();
        };
        let config = config(Path::new(&folder));
        capicu_server::run(listener, config, ready, std::future::pending())
            .await
            .unwrap();
    });
}

struct Process(Child);

impl Process {
    fn start(folder: &Path) -> (Self, SocketAddr) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_server", "--nocapture"])
            .env(FOLDER, folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let err = BufReader::new(child.stderr.take().unwrap());
        let mut lines = err.lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| line.strip_prefix("listening on ")?.parse().ok())
            .expect("the server starts");
        std::thread::spawn(move || lines.count());
        (Self(child), address)
    }

    /// Without a chance to write anything: on unix this is `kill -9`.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// What one seat was promised: the version of every command that was acknowledged.
type Promises = Arc<Mutex<BTreeMap<(String, u8, String), u64>>>;

struct Witness {
    table: String,
    token: Token,
    address: watch::Receiver<Option<SocketAddr>>,
    promises: Promises,
}

impl Witness {
    /// Plays for ever: over lost connections, sending again what was not answered.
    async fn play(mut self) {
        let mut unanswered: Option<ClientMessage> = None;
        let mut last_version = 0;
        loop {
            let address = *self.address.wait_for(Option::is_some).await.unwrap();
            let played = self.play_at(address.unwrap(), &mut unanswered, &mut last_version);
            played.await;
            sleep(Duration::from_millis(5)).await;
        }
    }

    async fn play_at(
        &self,
        address: SocketAddr,
        unanswered: &mut Option<ClientMessage>,
        last_version: &mut u64,
    ) -> Option<()> {
        let stream = tokio::net::TcpStream::connect(address).await.ok()?;
        let url = format!("ws://{address}/api/tables/{}/ws", self.table);
        let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.ok()?;
        try_say(&mut socket, &hello(&self.token, None)).await?;
        let ServerMessage::Snapshot(snapshot) = hear(&mut socket).await.ok()? else {
            panic!("a snapshot comes first")
        };
        assert!(
            snapshot.version >= *last_version,
            "what was told is not lost"
        );
        let mut player = Player::from_snapshot(socket, snapshot);
        let mut sent = false;
        let mut ready_for = None;
        loop {
            *last_version = player.version.max(*last_version);
            if !sent {
                if unanswered.is_none() {
                    *unanswered = match player.over.clone() {
                        Some(over) => Some(ClientMessage::Rematch {
                            key: player.key(),
                            after: over.number,
                        }),
                        None => player.owed(),
                    };
                    if let Some(ClientMessage::Ready { deal, .. }) = unanswered {
                        if ready_for == Some((player.match_number, *deal)) {
                            *unanswered = None;
                        } else {
                            ready_for = Some((player.match_number, *deal));
                        }
                    }
                }
                if let Some(command) = unanswered {
                    try_say(&mut player.socket, command).await?;
                    sent = true;
                }
            }
            match player.hear().await.ok()? {
                ServerMessage::Done { key, version } => {
                    let seat = player.seat.0.index() as u8;
                    let of = (self.table.clone(), seat, key.to_string());
                    let before = self.promises.lock().unwrap().insert(of, version);
                    assert!(before.is_none_or(|before| before == version));
                    *unanswered = None;
                    sent = false;
                }
                ServerMessage::Refused { refusal, .. } => {
                    assert!(
                        matches!(
                            refusal,
                            Refusal::Stale
                                | Refusal::NotNow
                                | Refusal::Unavailable
                                | Refusal::NotYourTurn
                        ),
                        "{refusal:?}"
                    );
                    *unanswered = None;
                    sent = false;
                }
                _ => {}
            }
        }
    }
}

async fn try_say(socket: &mut Socket, message: &ClientMessage) -> Option<()> {
    use futures_util::SinkExt as _;
    let text = tokio_tungstenite::tungstenite::Message::text(encode(message));
    socket.send(text).await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_and_none_is_done_twice() {
    let kills = std::env::var("CAPICU_KILLS")
        .ok()
        .and_then(|text| text.parse().ok());
    let folder = Folder::new("crash");
    let (tell, address) = watch::channel(None);
    let promises = Promises::default();
    let (mut process, at) = Process::start(&folder.0);
    let mut playing = Vec::new();
    for _ in 0..3 {
        let created = create(
            at,
            &four(
                [Plan::Me, Plan::Open, Plan::Bot, Plan::Open],
                &[("target", "4")],
            ),
        )
        .await;
        for token in tokens(&created) {
            let witness = Witness {
                table: created.table.clone(),
                token,
                address: address.clone(),
                promises: Arc::clone(&promises),
            };
            playing.push(tokio::spawn(witness.play()));
        }
    }
    tell.send(Some(at)).unwrap();
    let kills = kills.unwrap_or(KILLS);
    for kill in 0.. {
        if kill >= kills && (promises.lock().unwrap().len() >= PROMISES || kill >= MOST_KILLS) {
            break;
        }
        // Different moments, the same on every run.
        sleep(Duration::from_millis(60 + u64::from(kill * 97 % 240))).await;
        tell.send(None).unwrap();
        process.kill();
        let (next, at) = Process::start(&folder.0);
        process = next;
        tell.send(Some(at)).unwrap();
    }
    sleep(Duration::from_millis(300)).await;
    for witness in &playing {
        assert!(
            !witness.is_finished(),
            "a player saw something that cannot be"
        );
        witness.abort();
    }
    process.kill();

    // What the journal says, read without the server.
    let options = SqliteConnectOptions::new().filename(folder.0.join("capicu.db"));
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
    eprintln!(
        "{moves} moves in the journal, {kept} of {} promises have a fact",
        promises.len()
    );
    assert!(moves >= 300, "{moves} moves are too few to say anything");
    assert!(kept * 10 >= promises.len() * 9);
}
