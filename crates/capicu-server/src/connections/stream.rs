//! A connection that ends when the other side lets it wait.

use std::io::{self, ErrorKind, IoSlice};
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use capicu_protocol::MAX_MESSAGE;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::Io;
use crate::config::{Limit, Limits};
use crate::headcount::Admitted;

/// How far the conversation is, told by whoever answers the requests.
#[derive(Debug, Default)]
pub struct Talk {
    requests: AtomicU32,
    phase: AtomicU8,
}

const WAITING: u8 = 0;
const ANSWERING: u8 = 1;
const UPGRADED: u8 = 2;

impl Talk {
    /// A request is there, but for its body.
    pub fn asked(&self) {
        self.phase.store(ANSWERING, Ordering::Relaxed);
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// It has been answered; from now on the connection may be a socket.
    pub fn answered(&self, upgraded: bool) {
        let phase = if upgraded { UPGRADED } else { WAITING };
        self.phase.store(phase, Ordering::Relaxed);
    }
}

/// A connection on which the head of a request has to be there some time after it began, and the
/// first one some time after the connection was made.
///
/// It ends as well when nothing of an answer is taken, when a whole answer takes too long, and when more comes over a
/// socket than its messages could be. How long nothing may come between two requests
/// is hyper's to watch, and how long a body may take that of the routes; a socket looks after itself.
pub struct Stream<S> {
    stream: S,
    talk: Arc<Talk>,
    head: Duration,
    idle: Duration,
    /// Until when the head has to be there, while one is on its way.
    due: Option<Pin<Box<Sleep>>>,
    /// How many requests there were when it began.
    requests: u32,
    /// Until when something of what was sent has to be taken, while nothing is.
    stuck: Option<Pin<Box<Sleep>>>,
    answer: Duration,
    /// Until when everything that was sent has to be taken, while something has to wait.
    late: Option<Pin<Box<Sleep>>>,
    budget: Budget,
    /// Counts the connection as long as it is open, as a socket too.
    _admitted: Admitted,
}

/// How many bytes may come over a socket: those of as many messages of the greatest length as it may send. Frames that
/// end no message are counted by this alone.
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

    /// Whether more came than may; said once, so that what still comes can be read while the reason is sent.
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

    /// Goes on with a write, unless it has waited too long.
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
        // Everything was taken.
        self.late = None;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
