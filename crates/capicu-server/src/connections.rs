//! Connections: taken in up to a number, and let go when nothing comes of them.

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
use crate::headcount::{Admitted, Headcount};
use crate::http::network;
use crate::security::{Incident, Security};
use stream::{Stream, Talk};

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 32 * 1024;

/// How many of those who are turned away are told so at the same time; the others are only closed.
const TOLD: usize = 64;

/// Files besides connections: the database, and those who are being turned away.
const OTHER_FILES: usize = 64 + TOLD;

/// How long to wait when the system has nothing left for another connection.
const REST: Duration = Duration::from_millis(200);

/// How often the log says that the system has nothing left.
const QUIET: Duration = Duration::from_secs(60);

/// What whoever is turned away gets.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: text/plain; charset=utf-8\r\n\
    content-length: 52\r\n\
    cache-control: no-store\r\n\
    retry-after: 15\r\n\
    connection: close\r\n\r\n\
    Too many connections are open; try again in a while\n";

/// The bytes of a connection, either way.
pub trait Io: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + 'static> Io for T {}

/// Where connections come in.
pub trait Listen: Send + 'static {
    /// The next one, and the address at its other end.
    ///
    /// # Errors
    ///
    /// If the listener is broken, or one connection is.
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

/// The connections that are open.
pub struct Connections {
    app: Router,
    limits: Limits,
    headcount: Headcount,
    security: Arc<Security>,
    open: JoinSet<()>,
    told: Arc<Semaphore>,
    ending: watch::Sender<bool>,
}

impl Connections {
    /// None yet.
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
            // All come from the proxy.
            Proxy::Trusted { .. } => most,
        };
        Self {
            app,
            limits,
            headcount: Headcount::new(most, of_one),
            security,
            open: JoinSet::new(),
            told: Arc::new(Semaphore::new(TOLD)),
            ending: watch::Sender::new(false),
        }
    }

    /// Counts those that are open.
    pub fn headcount(&self) -> Headcount {
        self.headcount.clone()
    }

    /// Takes connections in until `shutdown` comes.
    ///
    /// # Errors
    ///
    /// If the listener is broken. What goes wrong with one connection, or for want of memory, is
    /// waited out.
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
                            tracing::error!(%error, failures, "cannot take connections in; trying again");
                            (told, failures) = (Some(Instant::now()), 0);
                        }
                        sleep(REST).await;
                    }
                },
            }
        }
    }

    /// Lets requests that are there be answered, for so long, and closes the others.
    pub async fn end(mut self, within: Duration) {
        let _ = self.ending.send(true);
        let all = async { while self.open.join_next().await.is_some() {} };
        // What is left is closed as this is dropped.
        let _ = timeout(within, all).await;
    }

    fn begin(&mut self, stream: impl Io, peer: SocketAddr) {
        let address = network(peer.ip());
        match self.headcount.admit(address) {
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
        // hyper's clock for a head runs between two requests as well, which may take longer.
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

/// Says why, and waits until that has been read: a connection that is closed before its request was
/// read takes the answer with it.
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

/// How many files this process may open, after asking for as many as the system gives.
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

    /// The listener of a process that has no files left.
    struct WithoutFiles;

    impl Listen for WithoutFiles {
        async fn accept(&self) -> io::Result<(impl Io, SocketAddr)> {
            Err::<(tokio::io::Empty, _), _>(io::Error::other("Too many open files"))
        }
    }

    /// A log that is kept.
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
    fn whoever_is_turned_away_gets_a_whole_answer() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let length = format!("content-length: {}\r\n", body.len());
        assert!(head.contains(&length), "{}", body.len());
        assert!(head.lines().all(|line| !line.starts_with(' ')));
    }
}
