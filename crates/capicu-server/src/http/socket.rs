//! The socket of a seat, or of somebody who watches: it passes messages between a browser and a table, and
//! suffers no nonsense.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use capicu_protocol::{
    ApiErrorCode, ClientMessage, Closed, MAX_MESSAGE, Refusal, Saying, ServerMessage, VERSION,
    decode, encode,
};
use capicu_table::{Command, Input, TokenHash, Who};
use futures_util::SinkExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, mpsc, oneshot};
use tokio::time::{Instant, interval, sleep, timeout};

use super::Site;
use super::api::Failure;
use super::budget;
use super::guard::{self, What};
use crate::ears::Ear;
use crate::lease::Lease;
use crate::nodes::News;
use crate::people::{Visitor, names};
use crate::secret;
use crate::table::{Connect, Mail, Outgoing};

/// How long the sender of something unreadable has to read why its socket is closed.
const LINGER: Duration = Duration::from_millis(500);

/// How long a socket may take to say who it is.
const HELLO: Duration = Duration::from_secs(10);

/// How often a socket is asked whether it is there, and how far away.
const PING: Duration = Duration::from_secs(10);

/// How long a socket may be silent.
const SILENCE: Duration = Duration::from_secs(70);

/// How long one message may take to be taken off our hands.
const SEND: Duration = Duration::from_secs(15);

/// How many messages may wait for a socket before it is given up.
const BACKLOG: usize = 64;

/// Counts sockets, so that the last messages can be waited for.
#[derive(Clone, Debug)]
pub struct Sockets(Arc<Semaphore>);

/// More than there are file descriptors.
const MANY: usize = 1 << 20;

impl Default for Sockets {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MANY)))
    }
}

impl Sockets {
    /// Counts one more as long as what is returned is kept.
    pub async fn counted(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0).acquire_owned().await.ok()
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        MANY - self.0.available_permits()
    }

    /// Waits until none is left.
    pub async fn wait(&self) {
        let _ = self.0.acquire_many(MANY as u32).await;
    }
}

/// `GET /api/tables/{id}/ws`.
pub async fn open(
    State(site): State<Site>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    if !site.guard.allows_origin(&headers) {
        return Err(Failure::new(ApiErrorCode::ForeignOrigin));
    }
    let address = site.guard.address(peer, &headers);
    if !site.guard.allows(What::Socket, address) {
        return Err(site.too_often(What::Socket));
    }
    let upgrade =
        upgrade.map_err(|why| Failure::new(ApiErrorCode::Malformed).detail(why.body_text()))?;
    let Some(admitted) = site.guard.admit_socket(address) else {
        return Err(site.too_many_open());
    };
    // Before anybody is looked up, so that no sign-out goes by unheard.
    let news = site.news();
    let visitor = Visitor::of(&site, &headers).await;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        // Small: a server holds one for each of thousands of sockets.
        .read_buffer_size(2 * 1024)
        .write_buffer_size(2 * 1024)
        .max_write_buffer_size(256 * 1024);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let sockets = site.sockets();
        let _counted = (sockets.counted().await, admitted);
        Box::pin(serve(site, id, address, (visitor, news), socket)).await;
    }))
}

async fn serve(
    site: Site,
    id: String,
    address: IpAddr,
    (visitor, mut news): (Option<Visitor>, broadcast::Receiver<News>),
    mut socket: WebSocket,
) {
    let speaker = Speaker {
        address,
        is_member: visitor.as_ref().is_some_and(|visitor| visitor.is_member),
        muted_until: visitor.as_ref().and_then(|visitor| visitor.muted_until),
    };
    let why = match enter(&site, &id, address, visitor.as_ref(), &mut socket).await {
        Ok((mut seat, first)) => {
            let _there = visitor.as_ref().map(|visitor| visitor.sits(&site));
            let why = match &visitor {
                None => seat.talk(first, &site, speaker, &mut socket).await,
                Some(visitor) => tokio::select! {
                    biased;
                    why = seat.talk(first, &site, speaker, &mut socket) => why,
                    () = visitor.signed_out(&site, &mut news) => Some(Closed::Restarted),
                },
            };
            seat.disconnect().await;
            why
        }
        Err(why) => why,
    };
    if why == Some(Closed::Flood) {
        site.guard.note_flood("messages", address);
    }
    if let Some(why) = why {
        say_goodbye(&mut socket, why).await;
    }
}

async fn say_goodbye(socket: &mut WebSocket, why: Closed) {
    let code = match why {
        Closed::Malformed | Closed::Unexpected | Closed::Protocol => close_code::PROTOCOL,
        Closed::TooLarge => close_code::SIZE,
        Closed::Binary => close_code::UNSUPPORTED,
        Closed::Stopping | Closed::Restarted | Closed::Unavailable => close_code::RESTART,
        _ => close_code::POLICY,
    };
    let last = async {
        send(socket, &ServerMessage::Closed { why }).await?;
        let frame = CloseFrame {
            code,
            reason: Utf8Bytes::from_static(why.word()),
        };
        socket.send(Message::Close(Some(frame))).await?;
        // Reads what is still on its way: a connection cut before would take the reason with it.
        while let Some(Ok(message)) = socket.recv().await {
            if let Message::Close(_) = message {
                return Ok(());
            }
        }
        // What follows an error cannot be read any more, and would have the connection reset.
        sleep(LINGER).await;
        Ok::<_, axum::Error>(())
    };
    let _ = timeout(Duration::from_secs(2), last).await;
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), axum::Error> {
    socket.send(Message::Text(encode(message).into())).await
}

/// Who says something over a socket.
#[derive(Clone, Copy)]
struct Speaker {
    address: IpAddr,
    is_member: bool,
    muted_until: Option<u64>,
}

impl Speaker {
    /// What is said, and what somebody is called, in its usual form; everything else goes through as it is.
    fn lets_through(self, site: &Site, command: Command) -> Result<Command, Refusal> {
        if !site.guard.has_room(self.address) {
            return Err(Refusal::TooOften);
        }
        site.guard.disk().spend(self.address, budget::COMMAND);
        let saying = match command {
            Command::Name(name) => {
                let name = names::display(&name).ok_or(Refusal::BadName)?;
                return Ok(Command::Name(name));
            }
            Command::Say(saying) => saying,
            command => return Ok(command),
        };
        if !site.guard.allows(What::Talk, self.address) {
            return Err(Refusal::TooOften);
        }
        match saying {
            Saying::Phrase(_) => Ok(Command::Say(saying)),
            Saying::Text(_) if !self.is_member => Err(Refusal::MembersOnly),
            Saying::Text(_) if self.muted_until > Some(site.services().clock.now()) => {
                Err(Refusal::Muted)
            }
            Saying::Text(text) => {
                let said = names::said(&text).ok_or(Refusal::BadText)?;
                Ok(Command::Say(Saying::Text(said)))
            }
        }
    }
}

/// A socket, or a stream like one, that has its seat.
#[derive(Debug)]
pub struct Seated {
    table: mpsc::Sender<Mail>,
    connection: u64,
    out: mpsc::Receiver<Outgoing>,
    lease: Lease,
}

/// Reads the first message and takes the seat; with what the seat is told first.
async fn enter(
    site: &Site,
    id: &str,
    address: IpAddr,
    visitor: Option<&Visitor>,
    socket: &mut WebSocket,
) -> Result<(Seated, Utf8Bytes), Option<Closed>> {
    let mut stopping = site.stopping.clone();
    let first = tokio::select! {
        biased;
        first = timeout(HELLO, receive(socket)) => first.map_err(|_| Some(Closed::NoHello))??,
        _ = stopping.wait_for(|stopping| *stopping) => return Err(Some(Closed::Stopping)),
    };
    let (protocol, token, own, since) = match first {
        ClientMessage::Hello {
            protocol,
            token,
            own,
            since,
        } => (protocol, token, own, since),
        ClientMessage::Act { .. }
        | ClientMessage::Call { .. }
        | ClientMessage::Wish { .. }
        | ClientMessage::Ready { .. }
        | ClientMessage::Rematch { .. }
        | ClientMessage::OtherPartners { .. }
        | ClientMessage::Name { .. }
        | ClientMessage::Rotate { .. }
        | ClientMessage::Renew { .. }
        | ClientMessage::Swap { .. }
        | ClientMessage::GiveTable { .. }
        | ClientMessage::Leave { .. }
        | ClientMessage::Back { .. }
        | ClientMessage::Delete { .. }
        | ClientMessage::StandIn { .. }
        | ClientMessage::Hint { .. }
        | ClientMessage::Say { .. }
        | ClientMessage::Ping { .. } => return Err(Some(Closed::Unexpected)),
    };
    if protocol != VERSION {
        return Err(Some(Closed::Protocol));
    }
    let (shown, own) = (
        token.as_ref().map(TokenHash::of),
        own.as_ref().map(TokenHash::of),
    );
    let ids = visitor.map(|visitor| visitor.ids.clone());
    let who = match (shown, ids) {
        (None, ids) => Who::Public {
            ids: ids.unwrap_or_default(),
        },
        (Some(shown), None) => Who::Token { shown, own },
        (Some(shown), Some(ids)) => Who::Player { shown, own, ids },
    };
    sit(site, id, address, who, since, visitor.map(Visitor::ear)).await
}

/// Takes a seat at a table, or watches; with what is told first.
///
/// # Errors
///
/// Why not, if the other side should be told.
pub async fn sit(
    site: &Site,
    id: &str,
    address: IpAddr,
    who: Who,
    since: Option<u64>,
    ear: Option<Arc<Ear>>,
) -> Result<(Seated, Utf8Bytes), Option<Closed>> {
    let guessed = |why| match site.guard.allows(What::Guess, address) {
        true => Some(why),
        false => Some(Closed::Flood),
    };
    if !secret::is_table_id(id) {
        return Err(guessed(Closed::UnknownTable));
    }
    // A table that leaves the memory just now is brought in again.
    for _ in 0..3 {
        let table = match site.registry.table(id).await {
            Ok(Some(table)) => table,
            Ok(None) => return Err(guessed(Closed::UnknownTable)),
            Err(_) => return Err(Some(Closed::Unavailable)),
        };
        let (out, mut receiver) = mpsc::channel(BACKLOG);
        let (answer, answered) = oneshot::channel();
        let connect = Connect {
            who: who.clone(),
            since,
            out,
            ear: ear.clone().into(),
            answer,
        };
        if table.send(Mail::Connect(Box::new(connect))).await.is_err() {
            continue;
        }
        let Ok(connection) = answered.await else {
            continue;
        };
        match receiver.recv().await {
            Some(Outgoing::Text(first) | Outgoing::Said(first, _)) => {
                let seated = Seated {
                    table,
                    connection,
                    out: receiver,
                    lease: site.services().lease.clone(),
                };
                if !seated.lease.is_in_force() {
                    seated.disconnect().await;
                    return Err(Some(Closed::Restarted));
                }
                return Ok((seated, first));
            }
            Some(Outgoing::Close(Closed::BadToken)) => return Err(guessed(Closed::BadToken)),
            Some(Outgoing::Close(why)) => return Err(Some(why)),
            None => {}
        }
    }
    Err(Some(Closed::Unavailable))
}

/// The next message of the other side; an error says why there is none, if it should be told.
async fn receive(socket: &mut WebSocket) -> Result<ClientMessage, Option<Closed>> {
    loop {
        let received = socket.recv().await;
        if let ControlFlow::Break(result) = read(received) {
            return result;
        }
    }
}

/// Goes on for frames that say nothing.
fn read(
    received: Option<Result<Message, axum::Error>>,
) -> ControlFlow<Result<ClientMessage, Option<Closed>>> {
    ControlFlow::Break(match received {
        Some(Ok(Message::Text(text))) => {
            decode::<ClientMessage>(&text).map_err(|_| Some(Closed::Malformed))
        }
        Some(Ok(Message::Binary(_))) => Err(Some(Closed::Binary)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => return ControlFlow::Continue(()),
        Some(Ok(Message::Close(_))) | None => Err(None),
        // What is no frame, or no text. Where the connection broke, nobody hears that.
        Some(Err(error)) => Err(Some(if is_too_large(&error) {
            Closed::TooLarge
        } else if is_flood(error) {
            Closed::Flood
        } else {
            Closed::Malformed
        })),
    })
}

fn is_too_large(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error);
    let cause = source.map_or_else(|| error.to_string(), ToString::to_string);
    cause.contains("too long")
}

/// Whether more came over the connection than all messages of a socket together may be.
fn is_flood(error: axum::Error) -> bool {
    let inner = error.into_inner();
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(&*inner);
    while let Some(error) = cause {
        if let Some(io) = error.downcast_ref::<io::Error>() {
            return io.kind() == ErrorKind::QuotaExceeded;
        }
        cause = error.source();
    }
    false
}

impl Seated {
    /// The number of the connection.
    pub const fn connection(&self) -> u64 {
        self.connection
    }

    /// What the table says next.
    pub async fn next(&mut self) -> Outgoing {
        match self.out.recv().await {
            Some(_) if !self.lease.is_in_force() => Outgoing::Close(Closed::Restarted),
            Some(out) => out,
            None => Outgoing::Close(self.last_word()),
        }
    }

    /// Says something to the table. One that is gone says why in [`Self::next`].
    pub async fn send(&self, input: Input) {
        let _ = self.table.send(input.into()).await;
    }

    /// Tells the table that nobody is there any more.
    pub async fn disconnect(&self) {
        let connection = self.connection;
        self.send(Input::Disconnect { connection }).await;
    }

    /// Passes messages until one side has enough. Why, if the other side should be told.
    async fn talk(
        &mut self,
        first: Utf8Bytes,
        site: &Site,
        speaker: Speaker,
        socket: &mut WebSocket,
    ) -> Option<Closed> {
        let limiter = guard::messages(site.messages);
        let first = socket.send(Message::Text(first));
        timeout(SEND, first).await.ok()?.ok()?;
        let mut pings = interval(PING);
        // What the last ping said, and when: a pong that was never asked for measures nothing.
        let mut asked: Option<([u8; 8], Instant)> = None;
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                // In order, so that the same always comes first; what comes in is limited, so that it may wait.
                biased;
                out = self.out.recv() => match out {
                    // What waited here may be older than what other servers show by now.
                    Some(_) if !self.lease.is_in_force() => return Some(Closed::Restarted),
                    Some(Outgoing::Text(text) | Outgoing::Said(text, _)) => {
                        match timeout(SEND, self.pass_on(socket, text)).await {
                            Ok(Ok(None)) => {}
                            Ok(Ok(Some(why))) => return Some(why),
                            Ok(Err(_)) => return None,
                            Err(_) => return Some(Closed::TooSlow),
                        }
                    }
                    Some(Outgoing::Close(why)) => return Some(why),
                    None => return Some(self.last_word()),
                },
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE {
                        return None;
                    }
                    let nonce = secret::random::<8>();
                    let ping = socket.send(Message::Ping(nonce.to_vec().into()));
                    asked = Some((nonce, Instant::now()));
                    timeout(SEND, ping).await.ok()?.ok()?;
                }
                received = socket.recv() => {
                    heard = Instant::now();
                    // Frames that say nothing count as well.
                    if limiter.check().is_err() {
                        return Some(Closed::Flood);
                    }
                    let services = site.registry.services();
                    let arrived = services.clock.now();
                    if let Some(Ok(Message::Pong(said))) = &received
                        && let Some((_, at)) = asked.take_if(|(nonce, _)| *nonce == said[..])
                    {
                        let lag = Input::Lag {
                            connection: self.connection,
                            round_trip: at.elapsed().as_millis() as u32,
                        };
                        // A table that is busy is told of the next.
                        let _ = self.table.try_send(lag.into());
                    }
                    let message = match read(received) {
                        ControlFlow::Continue(()) => continue,
                        ControlFlow::Break(Ok(message)) => message,
                        ControlFlow::Break(Err(why)) => return why,
                    };
                    match message {
                        ClientMessage::Hello { .. } => return Some(Closed::Unexpected),
                        ClientMessage::Ping { n } => {
                            let pong = ServerMessage::Pong { n, now: arrived };
                            send(socket, &pong).await.ok()?;
                        }
                        message => {
                            let Some((key, command)) = Command::of(message) else {
                                continue;
                            };
                            let connection = self.connection;
                            let said = match speaker.lets_through(site, command) {
                                Ok(command) => Input::Command {
                                    connection,
                                    key,
                                    command,
                                    arrived,
                                },
                                Err(refusal) => Input::Refused {
                                    connection,
                                    key,
                                    refusal,
                                },
                            };
                            if self.table.send(said.into()).await.is_err() {
                                return Some(self.last_word());
                            }
                        }
                    }
                }
            }
        }
    }

    /// Sends a message and all that wait behind it at once.
    async fn pass_on(
        &mut self,
        socket: &mut WebSocket,
        text: Utf8Bytes,
    ) -> Result<Option<Closed>, axum::Error> {
        socket.feed(Message::Text(text)).await?;
        let mut close = None;
        while let Ok(out) = self.out.try_recv() {
            match out {
                Outgoing::Text(text) | Outgoing::Said(text, _) => {
                    socket.feed(Message::Text(text)).await?;
                }
                Outgoing::Close(why) => {
                    close = Some(why);
                    break;
                }
            }
        }
        socket.flush().await?;
        Ok(close)
    }

    /// Why the table let go of this socket.
    fn last_word(&mut self) -> Closed {
        while let Ok(out) = self.out.try_recv() {
            if let Outgoing::Close(why) = out {
                return why;
            }
        }
        match self.table.is_closed() {
            true => Closed::Restarted,
            false => Closed::TooSlow,
        }
    }
}
