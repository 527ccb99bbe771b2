//! A connection with timeouts for slow clients.

use std::io::{self, ErrorKind, IoSlice};
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use capicu_protocol::MAX_MESSAGE;
use capicu_site::connection_limits::Admitted;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::Io;
use crate::config::{Limit, Limits};

/// Progress of the requests on a connection; the request handler updates it.
#[derive(Debug, Default)]
pub struct Talk {
    requests: AtomicU32,
    phase: AtomicU8,
}

const WAITING: u8 = 0;
const ANSWERING: u8 = 1;
const UPGRADED: u8 = 2;

impl Talk {
    /// A request head has arrived.
    pub fn asked(&self) {
        self.phase.store(ANSWERING, Ordering::Relaxed);
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// The answer is ready. With `upgraded`, the connection becomes a socket.
    pub fn answered(&self, upgraded: bool) {
        let phase = if upgraded { UPGRADED } else { WAITING };
        self.phase.store(phase, Ordering::Relaxed);
    }
}

/// A connection with a timeout for the head of each request, and for the first one.
///
/// It also closes if the client reads nothing, if a whole answer takes too long, or if a socket receives more bytes
/// than its messages could have. The HTTP library limits the time between requests, and routes limit bodies. Sockets
/// have limits of their own.
pub struct Stream<S> {
    stream: S,
    talk: Arc<Talk>,
    head: Duration,
    idle: Duration,
    /// Deadline of the head that is arriving.
    due: Option<Pin<Box<Sleep>>>,
    /// Number of requests when it began.
    requests: u32,
    /// Deadline for the client to read some of the sent bytes, while it reads none.
    stuck: Option<Pin<Box<Sleep>>>,
    answer: Duration,
    /// Deadline for the client to read all sent bytes, while some are waiting.
    late: Option<Pin<Box<Sleep>>>,
    budget: Budget,
    /// Counts the connection while it is open, also as a socket.
    _admitted: Admitted,
}

/// Bytes that may arrive over a socket: the allowed number of longest messages. Only this limits frames that end no
/// message.
struct Budget {
    left: u64,
    most: u64,
    per_minute: u64,
    since: Instant,
    is_told: bool,
}

impl Budget {
    fn of(messages: Limit) -> Self {
        let bytes = |messages: NonZeroU32| u64::from(messages.get()) * MAX_MESSAGE as u64;
        let most = bytes(messages.burst);
        Self {
            left: most,
            most,
            per_minute: bytes(messages.per_minute),
            since: Instant::now(),
            is_told: false,
        }
    }

    /// Counts bytes that arrived.
    fn spend(&mut self, bytes: usize) {
        let millis = self.since.elapsed().as_millis() as u64;
        let more = millis.saturating_mul(self.per_minute) / 60_000;
        if more > 0 {
            self.left = self.left.saturating_add(more).min(self.most);
            self.since = Instant::now();
        }
        self.left = self.left.saturating_sub(bytes as u64);
    }

    /// Whether too many bytes arrived. Returns true only once, so that later bytes can be read while the reason is
    /// sent.
    const fn is_over(&mut self) -> bool {
        let is_over = self.left == 0 && !self.is_told;
        self.is_told |= is_over;
        is_over
    }
}

fn after(time: Duration) -> Pin<Box<Sleep>> {
    Box::pin(sleep_until(Instant::now() + time))
}

fn too_late(what: &'static str) -> io::Error {
    io::Error::new(ErrorKind::TimedOut, what)
}

impl<S: Io> Stream<S> {
    pub fn new(stream: S, talk: Arc<Talk>, limits: &Limits, admitted: Admitted) -> Self {
        let (head, idle) = (limits.head, limits.idle);
        Self {
            stream,
            talk,
            head,
            idle,
            due: Some(after(head)),
            requests: 0,
            stuck: None,
            answer: limits.answer,
            late: None,
            budget: Budget::of(limits.messages),
            _admitted: admitted,
        }
    }

    fn phase(&self) -> u8 {
        self.talk.phase.load(Ordering::Relaxed)
    }

    /// Continues a write, unless it has waited too long.
    fn write<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let written = write(Pin::new(&mut self.stream), cx);
        if self.phase() == UPGRADED {
            return written;
        }
        if self.late.as_ref().is_some_and(|late| late.is_elapsed()) {
            return Poll::Ready(Err(too_late("an answer was not taken in time")));
        }
        if let Poll::Ready(written) = written {
            self.stuck = None;
            return Poll::Ready(written);
        }
        let (idle, answer) = (self.idle, self.answer);
        let late = self.late.get_or_insert_with(|| after(answer));
        if late.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(too_late("an answer was not taken in time")));
        }
        let stuck = self.stuck.get_or_insert_with(|| after(idle));
        ready!(stuck.as_mut().poll(cx));
        Poll::Ready(Err(too_late("nothing was taken")))
    }
}

impl<S: Io> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buf.filled().len();
        if this.phase() == UPGRADED && this.budget.is_over() {
            return Poll::Ready(Err(ErrorKind::QuotaExceeded.into()));
        }
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        let phase = this.phase();
        if phase == UPGRADED {
            this.budget.spend(buf.filled().len() - before);
        }
        let requests = this.talk.requests.load(Ordering::Relaxed);
        if phase != WAITING || requests != this.requests {
            this.requests = requests;
            this.due = None;
        }
        if phase != WAITING {
            return read;
        }
        match read {
            Poll::Ready(_) => {
                if buf.filled().len() > before && this.due.is_none() {
                    this.due = Some(after(this.head));
                }
                read
            }
            Poll::Pending => match &mut this.due {
                None => Poll::Pending,
                Some(due) => {
                    ready!(due.as_mut().poll(cx));
                    Poll::Ready(Err(too_late("no request came")))
                }
            },
        }
    }
}

impl<S: Io> AsyncWrite for Stream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |stream, cx| stream.poll_write_vectored(cx, bytes))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        // The client has read everything.
        self.late = None;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
