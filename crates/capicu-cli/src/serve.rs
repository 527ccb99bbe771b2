use std::env;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::num::{NonZeroU8, NonZeroU32};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use capicu_server::{
    Config, DAY, Internet, KEEP_DAYS, Limit, Limits, Listeners, NotAPublicUrl, PUSH_LOOK, Pace,
    Proxy, PublicUrl, Push, ServeError,
};
use clap::ValueEnum;
use tokio::net::TcpListener;
use tokio::sync::mpsc::unbounded_channel;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::language::texts;
use crate::{color, number, owner_code, print, push_keys, settings, store};

/// Serve the platform: the page, tables and bots
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    pub settings: settings::FileArguments,
    /// Address and port to listen on; port 0 picks a free one
    #[arg(
        long,
        env = "CAPICU_LISTEN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:7878",
        value_parser = address
    )]
    listen: SocketAddr,
    /// Address and port for admins: /metrics, /livez, /readyz and the owner pages. Needs no login; block access from
    /// outside. Off by default
    #[arg(long, env = "CAPICU_ADMIN", value_name = "ADDRESS", value_parser = address)]
    admin: Option<SocketAddr>,
    /// Database folder; created if missing
    #[arg(
        long,
        env = "CAPICU_DATA",
        value_name = "FOLDER",
        default_value = "data"
    )]
    data: PathBuf,
    /// Serve a database copied from a running server without its write-ahead log
    #[arg(long)]
    accept_incomplete_copy: bool,
    #[command(flatten)]
    store: store::StoreArguments,
    /// Origin of another site that may use this server, such as https://dominoes.example; repeatable
    #[arg(
        long,
        env = "CAPICU_ORIGIN",
        value_name = "ORIGIN",
        value_delimiter = ',',
        value_parser = origin
    )]
    origin: Vec<String>,
    /// Host name to serve pages for, such as dominoes.example; repeatable. IP addresses and localhost always work
    /// [default: any name]
    #[arg(
        long,
        env = "CAPICU_HOST",
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = host
    )]
    host: Vec<String>,
    /// Public address of this server, such as https://dominoes.example. Passkeys need it everywhere but at localhost
    #[arg(
        long,
        env = "CAPICU_PUBLIC_URL",
        value_name = "URL",
        value_parser = public_url
    )]
    public_url: Option<PublicUrl>,
    /// Number of proxies in front of this server (1 if omitted); each must append to X-Forwarded-For
    #[arg(
        long,
        env = "CAPICU_BEHIND_PROXY",
        value_name = "HOPS",
        num_args = 0..=1,
        default_missing_value = "1",
        value_parser = hops
    )]
    behind_proxy: Option<NonZeroU8>,
    /// Log level: error, warn, info, debug or trace, or a filter such as capicu_server=debug
    #[arg(long, env = "CAPICU_LOG", value_name = "LEVEL", default_value = "info", value_parser = filter)]
    log: Targets,
    /// Days to keep an inactive table; 0 keeps it forever
    #[arg(long, env = "CAPICU_KEEP_DAYS", value_name = "DAYS", default_value_t = KEEP_DAYS, value_parser = number::at_least::<u32>(0))]
    keep_days: u32,
    /// Whether the server analyzes finished matches for slow devices, at low priority
    #[arg(long, env = "CAPICU_ANALYSES", value_enum, value_name = "off|on", default_value_t = Analyses::Off)]
    analyses: Analyses,
    /// Pace of bots: natural waits as people do, immediate is for tests
    #[arg(long, value_enum, value_name = "PACE", default_value_t = BotPace::Natural)]
    bot_pace: BotPace,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Limits of the server as options; see [`Limits`].
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits (BURST/MINUTE: number at once, then number per minute)")]
struct LimitArguments {
    /// Messages per socket
    #[arg(long, env = "CAPICU_LIMIT_MESSAGES", value_name = "BURST/MINUTE", value_parser = limit, default_value_t = Limits::default().messages)]
    limit_messages: Limit,
    /// Sockets opened per address
    #[arg(long, env = "CAPICU_LIMIT_SOCKETS", value_name = "BURST/MINUTE", value_parser = limit, default_value_t = Limits::default().sockets)]
    limit_sockets: Limit,
    /// Tables created per address
    #[arg(long, env = "CAPICU_LIMIT_TABLES", value_name = "BURST/MINUTE", value_parser = limit, default_value_t = Limits::default().tables)]
    limit_tables: Limit,
    /// Wrong tokens and unknown tables per address
    #[arg(long, env = "CAPICU_LIMIT_GUESSES", value_name = "BURST/MINUTE", value_parser = limit, default_value_t = Limits::default().guesses)]
    limit_guesses: Limit,
    /// Rule files checked per address
    #[arg(long, env = "CAPICU_LIMIT_RULE_FILES", value_name = "BURST/MINUTE", value_parser = limit, default_value_t = Limits::default().rule_files)]
    limit_rule_files: Limit,
    /// Username lookups per address
    #[arg(long, env = "CAPICU_LIMIT_LOOKUPS", value_name = "BURST/MINUTE", value_parser = limit, default_value_t = Limits::default().lookups)]
    limit_lookups: Limit,
    /// Largest upload in MB, such as an event log; one at a time per address
    #[arg(long, env = "CAPICU_UPLOAD_MB", value_name = "MB", value_parser = megabytes, default_value_t = Limits::default().upload_mb)]
    upload_mb: NonZeroU32,
    /// Changes to events and clubs per account; four times as many per address
    #[arg(long, env = "CAPICU_LIMIT_DESK", value_name = "BURST/MINUTE", value_parser = limit, default_value_t = Limits::default().desk)]
    limit_desk: Limit,
    /// Maximum size of an event log in bytes
    #[arg(long, env = "CAPICU_EVENT_LOG_BYTES", value_name = "BYTES", value_parser = positive, default_value_t = Limits::default().event_log)]
    event_log_bytes: NonZeroU32,
    /// Maximum total size of the event logs of an account in bytes
    #[arg(long, env = "CAPICU_ACCOUNT_LOG_BYTES", value_name = "BYTES", value_parser = positive, default_value_t = Limits::default().account_logs)]
    account_log_bytes: NonZeroU32,
    /// MB stored per address and day
    #[arg(long, env = "CAPICU_LIMIT_DISK", value_name = "MB", value_parser = positive, default_value_t = Limits::default().disk)]
    limit_disk: NonZeroU32,
    /// Maximum number of open connections
    #[arg(long, env = "CAPICU_CONNECTIONS", value_name = "N", value_parser = positive, default_value_t = Limits::default().connections)]
    connections: NonZeroU32,
    /// Maximum number of open connections per address; ignored behind a proxy
    #[arg(long, env = "CAPICU_CONNECTIONS_PER_ADDRESS", value_name = "N", value_parser = positive, default_value_t = Limits::default().connections_per_address)]
    connections_per_address: NonZeroU32,
    /// Maximum number of open sockets per address
    #[arg(long, env = "CAPICU_SOCKETS_PER_ADDRESS", value_name = "N", value_parser = positive, default_value_t = Limits::default().sockets_per_address)]
    sockets_per_address: NonZeroU32,
    /// Timeout for the head of a request
    #[arg(long, env = "CAPICU_HEAD_TIMEOUT", value_name = "SECONDS", value_parser = seconds(), default_value_t = Limits::default().head.as_secs())]
    head_timeout: u64,
    /// Timeout for the body of a request
    #[arg(long, env = "CAPICU_BODY_TIMEOUT", value_name = "SECONDS", value_parser = seconds(), default_value_t = Limits::default().body.as_secs())]
    body_timeout: u64,
    /// Timeout for an idle connection or a stalled response
    #[arg(long, env = "CAPICU_IDLE_TIMEOUT", value_name = "SECONDS", value_parser = seconds(), default_value_t = Limits::default().idle.as_secs())]
    idle_timeout: u64,
    /// Timeout for a whole response
    #[arg(long, env = "CAPICU_ANSWER_TIMEOUT", value_name = "SECONDS", value_parser = seconds(), default_value_t = Limits::default().answer.as_secs())]
    answer_timeout: u64,
}

fn limit(text: &str) -> Result<Limit, String> {
    text.parse().map_err(|_| texts().serve_limit())
}

fn positive(text: &str) -> Result<NonZeroU32, String> {
    let read = number::at_least::<u32>(1)(text)?;
    NonZeroU32::new(read).ok_or_else(|| texts().command_number_from(1_u8))
}

fn megabytes(text: &str) -> Result<NonZeroU32, String> {
    let read = number::within::<u32>(1, 1000)(text)?;
    NonZeroU32::new(read).ok_or_else(|| texts().command_number_within(1_u32, 1000_u32))
}

fn hops(text: &str) -> Result<NonZeroU8, String> {
    let read = number::within::<u8>(1, 255)(text)?;
    NonZeroU8::new(read).ok_or_else(|| texts().command_number_within(1_u8, 255_u8))
}

fn seconds() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    number::within::<u64>(1, 3600)
}

impl From<LimitArguments> for Limits {
    fn from(arguments: LimitArguments) -> Self {
        Self {
            messages: arguments.limit_messages,
            sockets: arguments.limit_sockets,
            tables: arguments.limit_tables,
            guesses: arguments.limit_guesses,
            rule_files: arguments.limit_rule_files,
            lookups: arguments.limit_lookups,
            upload_mb: arguments.upload_mb,
            desk: arguments.limit_desk,
            event_log: arguments.event_log_bytes,
            account_logs: arguments.account_log_bytes,
            disk: arguments.limit_disk,
            connections: arguments.connections,
            connections_per_address: arguments.connections_per_address,
            sockets_per_address: arguments.sockets_per_address,
            head: Duration::from_secs(arguments.head_timeout),
            body: Duration::from_secs(arguments.body_timeout),
            idle: Duration::from_secs(arguments.idle_timeout),
            answer: Duration::from_secs(arguments.answer_timeout),
        }
    }
}

/// Values of `--analyses`; see [`capicu_server::Analyses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Analyses {
    Off,
    On,
}

/// Values of `--bot-pace`; see [`Pace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BotPace {
    Natural,
    Immediate,
}

/// Requirements of a server on its machine.
#[cfg(feature = "full")]
pub struct Plan {
    pub data: PathBuf,
    /// Whether the data is in a database instead.
    pub has_database: bool,
    pub admin: Option<SocketAddr>,
    pub connections: u32,
}

#[cfg(feature = "full")]
impl Arguments {
    /// Extracts the values that [`doctor`](crate::operate::doctor) checks.
    pub fn plan(self) -> Plan {
        Plan {
            data: self.data,
            has_database: self.store.is_named(),
            admin: self.admin,
            connections: self.limits.connections.get(),
        }
    }
}

pub fn run(arguments: Arguments) -> Result<(), Failed> {
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(color::is_on(&io::stderr()))
        .with_writer(io::stderr);
    tracing_subscriber::registry()
        .with(lines)
        .with(arguments.log)
        .init();
    if let (Some(url), None) = (&arguments.public_url, arguments.behind_proxy)
        && url.is_https()
    {
        let why = texts().serve_public_url_proxy(&url.origin());
        return Err(Failed::Arguments(why));
    }
    let config = Config {
        incomplete: match arguments.accept_incomplete_copy {
            true => capicu_server::Incomplete::Accept,
            false => capicu_server::Incomplete::Refuse,
        },
        public_url: arguments.public_url,
        origins: arguments.origin,
        hosts: arguments.host,
        proxy: match arguments.behind_proxy {
            Some(hops) => Proxy::Trusted { hops },
            None => Proxy::None,
        },
        limits: arguments.limits.into(),
        keep: (arguments.keep_days > 0).then(|| DAY * arguments.keep_days),
        analyses: match arguments.analyses {
            Analyses::Off => capicu_server::Analyses::Off,
            Analyses::On => capicu_server::Analyses::On,
        },
        pace: match arguments.bot_pace {
            BotPace::Natural => Pace::Natural,
            BotPace::Immediate => Pace::Immediate,
        },
        commit: env!("CAPICU_COMMIT"),
        ..Config::new(arguments.data)
    };
    for (wrong, meant) in settings::misspelled(&crate::command(), env::vars_os()) {
        tracing::warn!(
            "{}",
            texts().settings_variable_unknown(&wrong, &texts().did_you_mean(&meant))
        );
    }
    let mut config = config;
    config.push = push(&config).map_err(Failed::Arguments)?;
    let database = arguments.store.database();
    let database = database.map_err(|error| Failed::Arguments(error.to_string()))?;
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        commit = env!("CAPICU_COMMIT"),
        store = %store::name(database.as_ref()),
        data = %config.data.display(),
        limits = ?config.limits,
        keep_days = arguments.keep_days,
        "starting"
    );
    let at = Addresses {
        public: arguments.listen,
        admin: arguments.admin,
    };
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?
        .block_on(async {
            match database {
                Some(database) => store::serve(database, at, config).await,
                None => in_folder(at, config).await,
            }
        })?;
    Ok(())
}

/// Push notifications, if the data folder has a key.
fn push(config: &Config) -> Result<Option<Push>, String> {
    let Some(keys) = push_keys::read(&config.data)? else {
        return Ok(None);
    };
    let url = config.public_url.as_ref();
    let contact = url.ok_or_else(|| texts().start_push_contact())?.origin();
    let file = push_keys::file(&config.data).display().to_string();
    let over = Internet::new().map_err(|_| texts().start_push_authorities(&file))?;
    Ok(Some(Push {
        keys,
        contact,
        over: Arc::new(over),
        every: PUSH_LOOK,
    }))
}

pub enum Failed {
    Arguments(String),
    Server(anyhow::Error),
}

impl From<anyhow::Error> for Failed {
    fn from(error: anyhow::Error) -> Self {
        Self::Server(error)
    }
}

/// Serves at this address until Ctrl-C, for all clients that can reach it; prints the address once ready.
pub fn until_interrupted(
    address: SocketAddr,
    config: Config,
    told: impl FnOnce(SocketAddr),
) -> Result<()> {
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(color::is_on(&io::stderr()))
        .with_writer(io::stderr);
    let warnings = Targets::new().with_default(tracing::Level::WARN);
    tracing_subscriber::registry()
        .with(lines)
        .with(warnings)
        .init();
    let serving = async move {
        let public = listen(address, "--port").await?;
        let address = public.local_addr().context("cannot tell the address")?;
        let listeners = Listeners {
            public,
            admin: None,
        };
        capicu_server::run(listeners, config, async { told(address) }, interrupted())
            .await
            .map_err(|error| anyhow!(error.tell(texts())))
    };
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?
        .block_on(serving)
}

#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    public: SocketAddr,
    admin: Option<SocketAddr>,
}

async fn in_folder(at: Addresses, config: Config) -> Result<()> {
    here(at, config, async |listeners, config, ready| {
        capicu_server::run(listeners, config, ready, interrupted()).await
    })
    .await
}

pub async fn here(
    at: Addresses,
    mut config: Config,
    run: impl AsyncFnOnce(
        Listeners,
        Config,
        Pin<Box<dyn Future<Output = ()>>>,
    ) -> Result<(), ServeError>,
) -> Result<()> {
    let texts = texts();
    let public = listen(at.public, "--listen").await?;
    let address = public.local_addr().context("cannot tell the address")?;
    let admin = match at.admin {
        Some(address) => Some(listen(address, "--admin").await?),
        None => None,
    };
    if let Some(admin) = &admin {
        let address = admin.local_addr().context("cannot tell the address")?;
        tracing::info!(%address, "/metrics, /livez and /readyz are there");
        if !address.ip().is_loopback() {
            tracing::warn!(
                %address,
                "other machines can reach the admin listener, which asks nobody who they are: bind it to 127.0.0.1, or keep \
                 them out with a firewall"
            );
        }
    }
    if capicu_server::client() == capicu_server::Client::NotBuilt {
        tracing::warn!("the web client is not in this binary; build it with `cargo xtask build`");
    }
    let (code, mut told) = unbounded_channel();
    config.owner_code = Some(code);
    let data = config.data.clone();
    let ready = async move {
        print::text(texts.start_ready(&address.to_string()) + "\n");
        // The code is sent before the server is ready, if at all.
        match told.try_recv() {
            Ok(code) => owner_code::give(&code, &data),
            Err(_) => owner_code::forget(&data),
        }
    };
    let served = run(Listeners { public, admin }, config, Box::pin(ready)).await;
    served.map_err(|error| anyhow!(error.tell(texts)))
}

/// Listens at an address; errors name this argument.
async fn listen(address: SocketAddr, argument: &str) -> Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let (texts, address) = (texts(), address.to_string());
        anyhow!(match error.kind() {
            ErrorKind::AddrInUse => texts.start_port_taken(&address, argument),
            _ => texts.start_cannot_listen(&address, &texts.io_error(&error), argument),
        })
    })
}

/// Waits for Ctrl-C, SIGTERM, or the end of the terminal. Signals count from the call on, even before the future is
/// polled.
pub fn interrupted() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [
            SignalKind::interrupt(),
            SignalKind::terminate(),
            SignalKind::hangup(),
        ];
        kinds.map(signal)
    };
    async move {
        #[cfg(unix)]
        if let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}

pub fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| texts().serve_listen())
}

fn filter(text: &str) -> Result<Targets, String> {
    text.parse().map_err(|_| texts().serve_log())
}

fn origin(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
        .map(|host| host.trim_end_matches('/'));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '*']) => {
            Ok(text.to_owned())
        }
        _ => Err(texts().serve_origin()),
    }
}

fn public_url(text: &str) -> Result<PublicUrl, String> {
    text.parse().map_err(|why| match why {
        NotAPublicUrl::Form => texts().serve_public_url(),
        NotAPublicUrl::Address => texts().serve_public_url_address(),
        NotAPublicUrl::Plain => texts().serve_public_url_plain(),
    })
}

fn host(text: &str) -> Result<String, String> {
    let in_a_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    match !text.is_empty() && text.chars().all(in_a_name) {
        true => Ok(text.to_owned()),
        false => Err(texts().serve_host()),
    }
}
