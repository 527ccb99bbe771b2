//! Requests that another server answers. A request goes to the server that owns its key, in parts if it is long.
//!
//! The sender asks for every part of the answer. So it can ask again for a lost part, and notices if the other server
//! has gone. It never sends a request again that may have arrived.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu_bus::{Bytes, Silence};
use capicu_protocol::{EventId, PlayerId};
use capicu_store::shards::Owner;
use capicu_table::TokenHash;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt as _, StreamExt as _};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use tokio::time::{Instant, sleep, timeout};

use super::message::{Question, Reply};
use super::{AGAIN, Nodes, PATIENCE};

/// The bytes of a body in one message. With the head they must stay below the 1 MB of NATS.
const PART: usize = 512 * 1024;

/// How long a server waits for more of an answer before it replies that there is none yet. Questions may take a
/// second.
const LOOK: Duration = Duration::from_millis(500);

/// How long a server waits for a handler to read more of a body.
const READ: Duration = Duration::from_millis(250);

/// How often the sender of a long body also asks for the answer.
const KEEP: Duration = Duration::from_secs(1);

/// How many questions in a row may be lost before the other server counts as gone.
const LOST: u32 = 3;

/// How long a request is kept that its sender no longer asks for.
const UNASKED: Duration = Duration::from_secs(5);

/// How long the last part of an answer is kept, in case it gets lost.
const ANSWERED: Duration = Duration::from_secs(2);

/// A body, in parts of any length. An incomplete body ends with an error.
pub type Body = BoxStream<'static, io::Result<Bytes>>;

/// The head of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestHead {
    /// The HTTP method.
    pub method: String,
    /// The path, with the query.
    pub target: String,
    /// Header names and values; each byte of a value becomes a character.
    pub headers: Vec<(String, String)>,
    /// The address that the client connected from.
    pub peer: SocketAddr,
}

/// The head of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerHead {
    /// The HTTP status.
    pub status: u16,
    /// As in [`RequestHead`].
    pub headers: Vec<(String, String)>,
}

/// The parts of a server above the tables, which answer other servers.
pub trait Answers: Send + Sync + fmt::Debug {
    /// Answers a request of a client at another server. Never forwards it.
    fn answer(&self, head: RequestHead, body: Body) -> BoxFuture<'static, (AnswerHead, Body)>;

    /// Notes that another server has written to the log of an event.
    fn note_growth(&self, event: &EventId);

    /// Uses up the code that makes the first admin; `false` if this is not the code.
    fn take_owner_code(&self, code: &TokenHash) -> bool;

    /// Uses up a code that leads an admin to the admin pages, and returns the admin.
    fn take_admin_code(&self, code: &TokenHash) -> Option<PlayerId>;
}

/// The outcome of forwarding a request to the owner of a key.
pub enum Forwarded {
    /// This server now owns the key. The body of the request is unread.
    Here(Body),
    /// The owner answers.
    Answered(AnswerHead, Body),
    /// The owner cannot be reached, or was lost after receiving the request.
    Unavailable,
    /// The client did not send the complete body.
    NotSent,
}

/// The continuation after a part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// More parts of the answer follow.
    More,
    /// The answer is complete.
    Last,
    /// The rest of the answer is lost.
    Broken,
}

/// A part of an answer. Its bytes follow the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The head of the answer, in its first part.
    pub head: Option<AnswerHead>,
    /// The continuation after this part.
    pub then: Then,
}

/// The body of a request, read one message at a time.
struct Reader {
    body: Body,
    /// Bytes that were read but not sent yet.
    read: Vec<u8>,
    is_over: bool,
}

impl Reader {
    fn new(body: Body) -> Self {
        Self {
            body,
            read: Vec::new(),
            is_over: false,
        }
    }

    /// Returns the next part, and whether it is the last. A cancelled call loses no bytes.
    async fn next(&mut self) -> io::Result<(Bytes, bool)> {
        while !self.is_over && self.read.len() <= PART {
            match self.body.next().await {
                Some(more) => self.read.extend_from_slice(&more?),
                None => self.is_over = true,
            }
        }
        let rest = self.read.split_off(self.read.len().min(PART));
        let part = std::mem::replace(&mut self.read, rest);
        Ok((part.into(), self.is_over && self.read.is_empty()))
    }

    /// Restores the body after its first part was read but not sent.
    fn back(self, first: Bytes) -> Body {
        let read = [first, self.read.into()].into_iter();
        let read = read.filter(|part| !part.is_empty()).map(Ok);
        match self.is_over {
            true => stream::iter(read).boxed(),
            false => stream::iter(read).chain(self.body).fuse().boxed(),
        }
    }
}

impl Nodes {
    /// Forwards a request to the server that owns this key. Waits if there is no owner yet.
    pub async fn forward(&self, key: &str, head: RequestHead, body: Body) -> Forwarded {
        let mut changes = self.shards.changes();
        let until = Instant::now() + PATIENCE;
        let mut reader = Reader::new(body);
        let Ok((first, is_whole)) = reader.next().await else {
            return Forwarded::NotSent;
        };
        let mut request = Question::Request {
            key: key.to_owned(),
            from: self.shards.name().to_owned(),
            number: 0,
            head,
            is_whole,
        };
        loop {
            match self.shards.owner(key) {
                Owner::Here => return Forwarded::Here(reader.back(first)),
                Owner::Elsewhere(node) => {
                    let sent = self.next_number();
                    if let Question::Request { number, .. } = &mut request {
                        *number = sent;
                    }
                    match self.ask_with(&node, &request, &first).await {
                        // The request did not arrive, or the other server did not read it.
                        Ok((Reply::NotHere, _)) | Err(Silence::Nobody) => {}
                        reply => {
                            let exchange = Exchange {
                                nodes: self.clone(),
                                node,
                                number: sent,
                                n: 0,
                                lost: 0,
                            };
                            let unsent = (!is_whole).then_some(reader);
                            return exchange.run(reply, unsent).await;
                        }
                    }
                }
                Owner::Nobody => {}
            }
            if Instant::now() >= until {
                return Forwarded::Unavailable;
            }
            let _ = timeout(AGAIN, changes.changed()).await;
        }
    }
}

/// The sender's side of a request at another server.
struct Exchange {
    nodes: Nodes,
    node: String,
    number: u64,
    /// The number of the next part of the answer.
    n: u32,
    /// The number of questions in a row that were lost.
    lost: u32,
}

/// The number of parts of the body that were taken, if known, and the next part of the answer.
type Progress = (Option<u32>, Option<(Part, Bytes)>);

type Answered = Result<(Reply, Bytes), Silence>;

impl Exchange {
    /// Sends the rest of the body, and waits for the answer to begin.
    async fn run(mut self, first: Answered, mut unsent: Option<Reader>) -> Forwarded {
        let mut reply = first;
        let mut sent = 1;
        let mut part = None;
        loop {
            let Some((taken, answer)) = self.read(reply) else {
                return Forwarded::Unavailable;
            };
            if let Some((Part { head, then }, bytes)) = answer {
                return match head {
                    Some(head) => Forwarded::Answered(head, self.rest(bytes, then)),
                    None => Forwarded::Unavailable,
                };
            }
            if taken.is_some_and(|taken| taken >= sent) {
                part = None;
            }
            if part.is_none()
                && let Some(reader) = &mut unsent
            {
                tokio::select! {
                    biased;
                    next = reader.next() => {
                        let Ok((bytes, is_last)) = next else {
                            return Forwarded::NotSent;
                        };
                        part = Some((bytes, is_last));
                        sent += 1;
                        if is_last {
                            unsent = None;
                        }
                    }
                    () = sleep(KEEP) => {}
                }
            }
            reply = match &part {
                Some((bytes, is_last)) => {
                    let question = Question::Body {
                        from: self.nodes.shards.name().to_owned(),
                        number: self.number,
                        n: sent - 1,
                        is_last: *is_last,
                        answer: self.n,
                    };
                    self.nodes.ask_with(&self.node, &question, bytes).await
                }
                None => self.ask().await,
            };
        }
    }

    /// Asks for the next part of the answer.
    async fn ask(&self) -> Answered {
        let question = Question::Answer {
            from: self.nodes.shards.name().to_owned(),
            number: self.number,
            n: self.n,
        };
        self.nodes.ask_with(&self.node, &question, &[]).await
    }

    /// Reads the other server's reply; `None` if that server has gone or does not have the request.
    fn read(&mut self, reply: Answered) -> Option<Progress> {
        match reply {
            Ok((Reply::Answer { taken, part }, bytes)) => {
                self.lost = 0;
                self.n += u32::from(part.is_some());
                Some((Some(taken), part.map(|part| (part, bytes))))
            }
            Err(Silence::Late) if self.lost < LOST => {
                self.lost += 1;
                Some((None, None))
            }
            _ => None,
        }
    }

    /// The body of the answer, starting with these bytes.
    fn rest(self, bytes: Bytes, then: Then) -> Body {
        let more = stream::unfold((self, then), async |(mut exchange, then)| {
            match then {
                Then::More => {}
                Then::Last => return None,
                Then::Broken => {
                    let broken = Err(ErrorKind::UnexpectedEof.into());
                    return Some((broken, (exchange, Then::Last)));
                }
            }
            loop {
                let reply = exchange.ask().await;
                match exchange.read(reply) {
                    Some((_, None)) => {}
                    Some((_, Some((part, bytes)))) => {
                        return Some((Ok(bytes), (exchange, part.then)));
                    }
                    None => {
                        let gone = Err(ErrorKind::ConnectionAborted.into());
                        return Some((gone, (exchange, Then::Last)));
                    }
                }
            }
        });
        stream::iter([Ok(bytes)]).chain(more).fuse().boxed()
    }
}

/// The id of a request: the server that forwards it, and its number there.
type RequestId = (String, u64);

/// Requests that other servers have forwarded to this one. Clones share them.
#[derive(Clone, Debug)]
pub struct Requests {
    answers: Arc<dyn Answers>,
    all: Arc<Mutex<BTreeMap<RequestId, Arc<Running>>>>,
}

/// A request that this server answers.
#[derive(Debug)]
struct Running {
    body: AsyncMutex<Taken>,
    answer: AsyncMutex<Given>,
    /// The time of the last question, and whether the whole answer had been sent by then.
    asked: Mutex<(Instant, bool)>,
}

/// A part of the body of a request.
#[derive(Debug)]
pub struct BodyPart {
    /// The number of the part.
    pub n: u32,
    pub bytes: Bytes,
    /// Whether this is the last part.
    pub is_last: bool,
}

/// The received parts of a request body.
#[derive(Debug)]
struct Taken {
    parts: u32,
    /// The channel for the next parts. Each comes with whether it is the last.
    rest: Option<mpsc::Sender<(Bytes, bool)>>,
}

/// The sent parts of an answer.
#[derive(Debug)]
struct Given {
    parts: u32,
    last: Option<(Part, Bytes)>,
    rest: mpsc::Receiver<(Part, Bytes)>,
}

impl Requests {
    /// Starts without requests.
    pub fn new(answers: Arc<dyn Answers>) -> Self {
        Self {
            answers,
            all: Arc::default(),
        }
    }

    /// Begins a request with the first part of its body.
    pub fn begin(&self, request: RequestId, head: RequestHead, first: Bytes, is_whole: bool) {
        let (body, taken) = mpsc::channel(1);
        let _ = body.try_send((first, is_whole));
        let (answer, given) = mpsc::channel(1);
        let running = Running {
            body: AsyncMutex::new(Taken {
                parts: 1,
                rest: (!is_whole).then_some(body),
            }),
            answer: AsyncMutex::new(Given {
                parts: 0,
                last: None,
                rest: given,
            }),
            asked: Mutex::new((Instant::now(), false)),
        };
        self.all().insert(request, Arc::new(running));
        let answered = self.answers.answer(head, arriving(taken));
        tokio::spawn(async move {
            let (head, body) = answered.await;
            give(head, body, &answer).await;
        });
    }

    /// The first part of the answer to a new request. If more of the body follows, this does not wait.
    pub async fn begun(&self, request: RequestId, is_whole: bool) -> (Reply, Bytes) {
        let wait = if is_whole { LOOK } else { Duration::ZERO };
        match self.running(&request) {
            Some(running) => running.give(0, wait).await,
            None => (Reply::NotHere, Bytes::new()),
        }
    }

    /// Takes a part of the body, and returns this part of the answer if there is one already.
    pub async fn take(&self, request: RequestId, part: BodyPart, answer: u32) -> (Reply, Bytes) {
        let Some(running) = self.running(&request) else {
            return (Reply::NotHere, Bytes::new());
        };
        let wait = if part.is_last { LOOK } else { Duration::ZERO };
        running.take(part).await;
        running.give(answer, wait).await
    }

    /// Waits for a part of the answer to a request.
    pub async fn give(&self, request: RequestId, n: u32) -> (Reply, Bytes) {
        match self.running(&request) {
            Some(running) => running.give(n, LOOK).await,
            None => (Reply::NotHere, Bytes::new()),
        }
    }

    /// Drops requests that their senders no longer ask for.
    pub fn sweep(&self) {
        self.all().retain(|_, running| {
            let (asked, is_given) = *running.asked();
            let kept = if is_given { ANSWERED } else { UNASKED };
            asked.elapsed() < kept
        });
    }

    fn running(&self, request: &RequestId) -> Option<Arc<Running>> {
        self.all().get(request).cloned()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<RequestId, Arc<Running>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    fn asked(&self) -> MutexGuard<'_, (Instant, bool)> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a part of the body, unless it was taken before or the handler is not ready for it.
    async fn take(&self, part: BodyPart) {
        let BodyPart { n, bytes, is_last } = part;
        self.asked().0 = Instant::now();
        let mut body = self.body.lock().await;
        if body.parts != n {
            return;
        }
        let Some(rest) = &body.rest else {
            return;
        };
        match timeout(READ, rest.reserve()).await {
            Ok(Ok(room)) => room.send((bytes, is_last)),
            // The handler answers without reading the rest.
            Ok(Err(_)) => {}
            Err(_) => return,
        }
        body.parts += 1;
        if is_last {
            body.rest = None;
        }
    }

    async fn give(&self, n: u32, wait: Duration) -> (Reply, Bytes) {
        self.asked().0 = Instant::now();
        let mut answer = self.answer.lock().await;
        let (part, bytes) = if answer.parts == n + 1 {
            // The last part was lost on its way.
            answer.last.clone().unzip()
        } else {
            match timeout(wait, answer.rest.recv()).await {
                Err(_) => (None, None),
                Ok(next) => {
                    let broken = || {
                        let part = Part {
                            head: None,
                            then: Then::Broken,
                        };
                        (part, Bytes::new())
                    };
                    let next = next.unwrap_or_else(broken);
                    answer.parts = n + 1;
                    answer.last = Some(next.clone());
                    (Some(next.0), Some(next.1))
                }
            }
        };
        let is_given = part.as_ref().is_some_and(|part| part.then != Then::More);
        *self.asked() = (Instant::now(), is_given);
        let taken = self.body.lock().await.parts;
        let reply = Reply::Answer { taken, part };
        (reply, bytes.unwrap_or_default())
    }
}

/// A body whose parts arrive from another server.
fn arriving(parts: mpsc::Receiver<(Bytes, bool)>) -> Body {
    let body = stream::unfold(Some(parts), async |parts| {
        let mut parts = parts?;
        match parts.recv().await {
            Some((bytes, true)) => Some((Ok(bytes), None)),
            Some((bytes, false)) => Some((Ok(bytes), Some(parts))),
            None => Some((Err(ErrorKind::UnexpectedEof.into()), None)),
        }
    });
    // Readers may ask again after the end.
    body.fuse().boxed()
}

/// Sends an answer in parts. Bytes that are available at once go into one part.
async fn give(head: AnswerHead, mut body: Body, to: &mpsc::Sender<(Part, Bytes)>) {
    let (mut head, mut bytes) = (Some(head), Vec::new());
    let mut then = Then::More;
    while then == Then::More {
        let is_bare = head.is_none() && bytes.is_empty();
        let next = match is_bare {
            true => Some(body.next().await),
            false => body.next().now_or_never(),
        };
        match next {
            None => {}
            Some(None) => then = Then::Last,
            Some(Some(Err(_))) => then = Then::Broken,
            Some(Some(Ok(more))) => {
                bytes.extend_from_slice(&more);
                if bytes.len() < PART {
                    continue;
                }
            }
        }
        while bytes.len() > PART {
            let rest = bytes.split_off(PART);
            let part = Part {
                head: head.take(),
                then: Then::More,
            };
            if to.send((part, bytes.into())).await.is_err() {
                return;
            }
            bytes = rest;
        }
        let part = Part {
            head: head.take(),
            then,
        };
        if to
            .send((part, std::mem::take(&mut bytes).into()))
            .await
            .is_err()
        {
            return;
        }
    }
}
