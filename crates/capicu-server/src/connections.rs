//! Connections: accepted up to a limit, and closed when idle or stuck.

mod stream;

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use capicu_site::connection_limits::{Admitted, ConnectionLimits};
use capicu_site::network;
use capicu_site::security::{Incident, Security};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::config::{Limits, Proxy};
use stream::{Stream, Talk};

/// Bytes of the longest request head.
const MAX_HEAD: usize = 32 * 1024;

/// Refused connections that get an answer at a time; others are just closed.
const TOLD: usize = 64;

/// Files other than connections: the database, and refused connections.
const OTHER_FILES: usize = 64 + TOLD;

/// Pause when the system has no resources for another connection.
const REST: Duration = Duration::from_millis(200);

/// The log reports missing resources at most once in this time.
const QUIET: Duration = Duration::from_secs(60);

/// The answer to refused connections.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: text/plain; charset=utf-8\r\n\
    content-length: 52\r\n\
    cache-control: no-store\r\n\
    retry-after: 15\r\n\
    connection: close\r\n\r\n\
    Too many connections are open; try again in a while\n";

/// A connection as a stream of bytes.
pub trait Io: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + 'static> Io for T {}

/// A listener for connections.
pub trait Listen: Send + 'static {
    /// Accepts a connection, and returns it with the address of the client.
    ///
    /// # Errors
    ///
    /// If the listener or the connection fails.
    fn accept(&self) -> impl Future<Output = io::Result<(impl Io, SocketAddr)>> + Send;
}

impl Listen for TcpListener {
    async fn accept(&self) -> io::Result<(impl Io, SocketAddr)> {
        let (stream, peer) = Self::accept(self).await?;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot send small messages at once");
        }
        Ok((stream, peer))
    }
}

impl<L: Listen + Sync> Listen for Arc<L> {
    async fn accept(&self) -> io::Result<(impl Io, SocketAddr)> {
        L::accept(self).await
    }
}

/// Accepts connections and serves requests on them.
pub struct Connections {
    app: Router,
    limits: Limits,
    connection_limits: ConnectionLimits,
    security: Arc<Security>,
    open: JoinSet<()>,
    told: Arc<Semaphore>,
    ending: watch::Sender<bool>,
}

impl Connections {
    /// Starts without connections.
    pub fn new(app: Router, limits: Limits, proxy: Proxy, security: Arc<Security>) -> Self {
        let wished = limits.connections.get() as usize;
        let most = match files() {
            Some(files) if files.saturating_sub(OTHER_FILES) < wished => {
                let most = files.saturating_sub(OTHER_FILES).max(1);
                tracing::warn!(
                    connections = most,
                    "the system lets this process open {files} files: raise that (ulimit -n) for more connections"
                );
                most
            }
            _ => wished,
        };
        let of_one = match proxy {
            Proxy::None => limits.connections_per_address.get() as usize,
            // All connections come from the proxy.
            Proxy::Trusted { .. } => most,
        };
        Self {
            app,
            limits,
            connection_limits: ConnectionLimits::new(most, of_one),
            security,
            open: JoinSet::new(),
            told: Arc::new(Semaphore::new(TOLD)),
            ending: watch::Sender::new(false),
        }
    }

    /// Counts open connections.
    pub fn connection_limits(&self) -> ConnectionLimits {
        self.connection_limits.clone()
    }

    /// Accepts connections until `shutdown` completes.
    ///
    /// # Errors
    ///
    /// If the listener fails. Failures of a connection or lack of memory only cause a pause.
    pub async fn take_in(
        &mut self,
        listener: impl Listen,
        shutdown: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let mut shutdown = pin!(shutdown);
        let (mut told, mut failures) = (None, 0_u32);
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut shutdown => return Ok(()),
                Some(_) = self.open.join_next() => continue,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.begin(stream, peer),
                Err(error) => match error.kind() {
                    ErrorKind::ConnectionRefused
                    | ErrorKind::ConnectionAborted
                    | ErrorKind::ConnectionReset => {}
                    ErrorKind::InvalidInput | ErrorKind::Unsupported => return Err(error),
                    _ => {
                        failures += 1;
                        if told.is_none_or(|told: Instant| told.elapsed() >= QUIET) {
                            tracing::error!(%error, failures, "cannot accept connections; trying again");
                            (told, failures) = (Some(Instant::now()), 0);
                        }
                        sleep(REST).await;
                    }
                },
            }
        }
    }

    /// Waits up to `within` for running requests, and closes all connections.
    pub async fn end(mut self, within: Duration) {
        let _ = self.ending.send(true);
        let all = async { while self.open.join_next().await.is_some() {} };
        // Dropping closes the rest.
        let _ = timeout(within, all).await;
    }

    fn begin(&mut self, stream: impl Io, peer: SocketAddr) {
        let address = network(peer.ip());
        match self.connection_limits.admit(address) {
            Ok(admitted) => {
                let serving = serve(
                    self.app.clone(),
                    self.limits,
                    stream,
                    peer,
                    admitted,
                    self.ending.subscribe(),
                );
                self.open.spawn(serving);
            }
            Err(full) => {
                let of = "connections";
                self.security.note(Incident::Full(of, full, address));
                if let Ok(one_of) = Arc::clone(&self.told).try_acquire_owned() {
                    tokio::spawn(async move {
                        turn_away(stream).await;
                        drop(one_of);
                    });
                }
            }
        }
    }
}

async fn serve(
    app: Router,
    limits: Limits,
    stream: impl Io,
    peer: SocketAddr,
    admitted: Admitted,
    mut ending: watch::Receiver<bool>,
) {
    let talk = Arc::new(Talk::default());
    let io = TokioIo::new(Stream::new(stream, Arc::clone(&talk), &limits, admitted));
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |request: Request<Incoming>| {
        talk.asked();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let (answer, talk) = (app.call(request), Arc::clone(&talk));
        async move {
            let answer = answer.await?;
            talk.answered(answer.status() == StatusCode::SWITCHING_PROTOCOLS);
            Ok::<_, std::convert::Infallible>(answer)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // hyper's timeout of a head also runs between two requests, which may be longer.
        .header_read_timeout(limits.idle.max(limits.head))
        .max_buf_size(MAX_HEAD)
        .serve_connection(io, service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ending = async { drop(ending.wait_for(|ending| *ending).await) };
    let ended = tokio::select! {
        biased;
        ended = connection.as_mut() => ended,
        () = ending => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection failed");
    }
}

/// Sends the reason, and waits until the client has read it. If a connection closes before its request was read, the
/// answer is lost.
async fn turn_away(mut stream: impl Io) {
    let said = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await?;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = timeout(Duration::from_secs(1), said).await;
}

/// Raises the limit of open files to the system's maximum, and returns it.
#[cfg(target_os = "linux")]
fn files() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wished = Rlimit {
        current: now.maximum,
        maximum: now.maximum,
    };
    let _ = setrlimit(Resource::Nofile, wished);
    let files = getrlimit(Resource::Nofile).current?;
    Some(usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(target_os = "linux"))]
const fn files() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    /// A listener of a process without free file descriptors.
    struct WithoutFiles;

    impl Listen for WithoutFiles {
        async fn accept(&self) -> io::Result<(impl Io, SocketAddr)> {
            Err::<(tokio::io::Empty, _), _>(io::Error::other("Too many open files"))
        }
    }

    /// A log in memory.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Lines {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn lack_of_files_is_logged_once_a_minute() {
        let log = Lines::default();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(log.clone())
            .finish();
        let _quiet = tracing::subscriber::set_default(subscriber);
        let security = Arc::new(Security::default());
        let mut connections =
            Connections::new(Router::new(), Limits::default(), Proxy::None, security);
        let over = sleep(Duration::from_secs(150));
        connections.take_in(WithoutFiles, over).await.unwrap();
        let lines = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let told: Vec<&str> = lines
            .lines()
            .filter(|line| line.contains("ERROR"))
            .collect();
        assert_eq!(told.len(), 3, "{lines}");
        assert!(told.iter().all(|line| line.contains("Too many open files")));
        assert!(told[1].contains("failures=300"), "{lines}");
    }

    #[test]
    fn refused_connection_gets_a_whole_answer() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let length = format!("content-length: {}\r\n", body.len());
        assert!(head.contains(&length), "{}", body.len());
        assert!(head.lines().all(|line| !line.starts_with(' ')));
    }
}
