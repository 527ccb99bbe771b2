//! `capicu serve`.

use std::io::{self, ErrorKind, IsTerminal as _};
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, bail};
use capicu_i18n::Texts;
use capicu_server::{Config, Pace, Proxy};
use clap::ValueEnum;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::language::language;

/// What `capicu serve` can be told.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// Folder of the database; made where there is none
    #[arg(long, value_name = "FOLDER", default_value = "data")]
    data: PathBuf,
    /// Another site whose pages may use this server, such as https://dominoes.example; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// The server stands behind a proxy, whose X-Forwarded-For names the players' addresses
    #[arg(long)]
    behind_proxy: bool,
    /// What to log: error, warn, info, debug or trace, or a filter such as capicu_server=debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: EnvFilter,
    /// How fast bots play
    #[arg(long, value_enum, default_value_t = BotPace::Natural, hide = true)]
    bot_pace: BotPace,
}

/// See [`Pace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BotPace {
    Natural,
    Immediate,
}

/// Serves until Ctrl-C.
pub fn run(arguments: Arguments) -> Result<()> {
    for origin in &arguments.origin {
        check_origin(origin)?;
    }
    tracing_subscriber::fmt()
        .with_env_filter(arguments.log)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr)
        .init();
    let config = Config {
        origins: arguments.origin,
        proxy: match arguments.behind_proxy {
            true => Proxy::Trusted,
            false => Proxy::None,
        },
        pace: match arguments.bot_pace {
            BotPace::Natural => Pace::Natural,
            BotPace::Immediate => Pace::Immediate,
        },
        ..Config::new(arguments.data)
    };
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?
        .block_on(serve(arguments.listen, config))
}

async fn serve(address: SocketAddr, config: Config) -> Result<()> {
    let texts = Texts::new(language(None));
    let listener = TcpListener::bind(address).await.map_err(|error| {
        let address = address.to_string();
        anyhow!(match error.kind() {
            ErrorKind::AddrInUse => texts.start_port_taken(&address),
            _ => texts.start_cannot_listen(&address, &error.to_string()),
        })
    })?;
    let address = listener.local_addr().context("cannot tell the address")?;
    if capicu_assets::client() == capicu_assets::Client::NotBuilt {
        tracing::warn!("the web client is not in this binary; build it with `cargo xtask build`");
    }
    let ready = async move {
        println!("{}", texts.start_ready(&address.to_string()));
    };
    capicu_server::run(listener, config, ready, interrupted())
        .await
        .map_err(|error| anyhow!(error.tell(texts)))
}

/// Waits for Ctrl-C, or for the system's wish that the program ends.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn check_origin(origin: &str) -> Result<()> {
    let host = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"))
        .map(|host| host.trim_end_matches('/'));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '*']) => Ok(()),
        _ => bail!(
            "--origin {origin}: an origin is a scheme and a host, such as https://dominoes.example"
        ),
    }
}
