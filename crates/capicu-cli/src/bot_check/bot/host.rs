//! A server for one bot, in a temporary folder.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use capicu_i18n::Texts;
use capicu_protocol::{PlayerId, Scope, Token};
use capicu_server::{Config, Limits, Pace, run};
use capicu_store::{BotChange, BotToken, Change, Journal as _, People as _, Session, Sqlite};
use capicu_table::TokenHash;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Lifetime of its token, in milliseconds.
const DAY: u64 = 24 * 3_600_000;

pub struct Host {
    pub address: SocketAddr,
    pub token: String,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Host {
    /// Starts the server. Fails without a folder or a port.
    pub fn start(texts: Texts) -> Result<Self, String> {
        let failed = |why: std::io::Error| texts.io_error(&why);
        let folder = TempDir::with_prefix("capicu-bot-check-").map_err(failed)?;
        let (token, text) = token().map_err(failed)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(failed)?;
        let (told, heard) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                let begun = begin(folder.path(), &token, texts).await;
                match begun {
                    Ok(listener) => {
                        let _ =
                            told.send(listener.local_addr().map_err(|why| texts.io_error(&why)));
                        let config = Config {
                            pace: Pace::Immediate,
                            limits: Limits::NONE,
                            ..Config::new(folder.path().to_owned())
                        };
                        // Callers notice a stopped server.
                        let _ =
                            run(listener, config, async {}, async { drop(stopped.await) }).await;
                    }
                    Err(why) => drop(told.send(Err(why))),
                }
            });
        });
        let address = heard.recv().map_err(|_| texts.check_no_host())??;
        Ok(Self {
            address,
            token: text,
            stop,
            thread,
        })
    }

    pub fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.thread.join();
    }
}

fn token() -> std::io::Result<(Token, String)> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    let token = Token::new(bytes);
    let text = format!("capi_{token}");
    Ok((token, text))
}

async fn begin(folder: &Path, token: &Token, texts: Texts) -> Result<TcpListener, String> {
    let store = Sqlite::open(folder)
        .await
        .map_err(|error| error.tell(texts))?;
    let [owner, bot] = [1, 2].map(|number| PlayerId::new([number; 16]));
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let at = now.as_millis() as u64;
    let own = TokenHash::new([0; 32]);
    for change in [
        Change::Make {
            player: owner,
            name: None,
            session: Session {
                hash: own,
                label: String::new(),
                made_at: at,
                seen_at: at,
                expires_at: at + 1,
            },
        },
        Change::Join {
            player: owner,
            username: "checker".to_owned(),
            skeleton: "checker".to_owned(),
            codes: Vec::new(),
        },
        Change::Bot(BotChange::Make {
            owner,
            bot,
            username: "checked".to_owned(),
            skeleton: "checked".to_owned(),
            name: "checked[bot]".to_owned(),
            at,
        }),
        Change::Bot(BotChange::Issue {
            owner,
            bot,
            token: BotToken {
                hash: TokenHash::of(token),
                label: String::new(),
                scopes: Scope::ALL.to_vec(),
                made_at: at,
                expires_at: at + DAY,
            },
        }),
    ] {
        store
            .change(change)
            .await
            .map_err(|error| error.to_string())?;
    }
    store.close().await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await;
    listener.map_err(|why| texts.io_error(&why))
}
