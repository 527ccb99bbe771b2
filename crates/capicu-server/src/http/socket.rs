//! The socket of a seat or a spectator. It passes messages between a browser and a table, and limits the client.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use capicu_accounts::{BlockFilter, names};
use capicu_protocol::{
    ApiErrorCode, ClientMessage, Closed, MAX_MESSAGE, Refusal, Saying, ServerMessage, VERSION,
    decode, encode,
};
use capicu_table::{Command, Input, TokenHash, Who};
use futures_util::SinkExt as _;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant, interval, sleep, timeout};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::CapacityError::MessageTooLong;

use capicu_site::sessions::Visitor;
use capicu_site::{COMMAND, Failure, Site, What, counter};
use capicu_table_service::cluster::News;
use capicu_table_service::lease::Lease;
use capicu_table_service::table::{Connect, Mail, Outgoing};

/// Time for the sender of an unreadable message to read why its socket closes.
const LINGER: Duration = Duration::from_millis(500);

/// Timeout of the first message.
const HELLO: Duration = Duration::from_secs(10);

/// Interval of pings, which also measure the delay.
const PING: Duration = Duration::from_secs(10);

/// Longest silence of a socket.
const SILENCE: Duration = Duration::from_secs(70);

/// Timeout for sending one message.
const SEND: Duration = Duration::from_secs(15);

/// Messages that may queue for a socket before it is closed.
const BACKLOG: usize = 64;

/// Opens the socket of a table: `GET /api/tables/{id}/ws`.
pub async fn open(
    State(site): State<Site>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    if !site.guard().allows_origin(&headers) {
        return Err(Failure::new(ApiErrorCode::ForeignOrigin));
    }
    let address = site.guard().address(peer, &headers);
    if !site.guard().allows(What::Socket, address) {
        return Err(site.too_often(What::Socket));
    }
    let upgrade =
        upgrade.map_err(|why| Failure::new(ApiErrorCode::Malformed).detail(why.body_text()))?;
    let Some(admitted) = site.guard().admit_socket(address) else {
        return Err(site.too_many_open());
    };
    // Subscribe before the look-up, so that no sign-out is missed.
    let news = site.news();
    let visitor = Visitor::of(&site, &headers).await;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        // Small buffers: a server has one for each of thousands of sockets.
        .read_buffer_size(2 * 1024)
        .write_buffer_size(2 * 1024)
        .max_write_buffer_size(256 * 1024);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let counted = (site.sockets().counted().await, admitted);
        // A task of its own: the task of the upgrade keeps room for several copies of the socket.
        tokio::spawn(async move {
            let _counted = counted;
            serve(&site, id, address, (visitor, news), socket).await;
        });
    }))
}

async fn serve(
    site: &Site,
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
    let why = match enter(site, &id, address, visitor.as_ref(), &mut socket).await {
        Ok((mut seat, first)) => {
            let _there = visitor.as_ref().map(|visitor| visitor.sits(site));
            let why = match &visitor {
                None => seat.talk(first, site, speaker, &mut socket).await,
                Some(visitor) => tokio::select! {
                    biased;
                    why = seat.talk(first, site, speaker, &mut socket) => why,
                    () = visitor.signed_out(site, &mut news) => Some(Closed::Restarted),
                },
            };
            seat.disconnect().await;
            why
        }
        Err(why) => why,
    };
    if why == Some(Closed::Flood) {
        site.guard().note_flood("messages", address);
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
        // Read what is still arriving: closing earlier would lose the reason.
        while let Some(Ok(message)) = socket.recv().await {
            if let Message::Close(_) = message {
                return Ok(());
            }
        }
        // Bytes after an error cannot be read any more, and would reset the connection.
        sleep(LINGER).await;
        Ok::<_, axum::Error>(())
    };
    let _ = timeout(Duration::from_secs(2), last).await;
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), axum::Error> {
    socket.send(Message::Text(encode(message).into())).await
}

/// The sender of messages over a socket.
#[derive(Clone, Copy)]
struct Speaker {
    address: IpAddr,
    is_member: bool,
    muted_until: Option<u64>,
}

impl Speaker {
    /// Normalizes chat and names and checks that they are allowed; passes other commands unchanged.
    fn lets_through(self, site: &Site, command: Command) -> Result<Command, Refusal> {
        if !site.guard().has_room(self.address) {
            return Err(Refusal::TooOften);
        }
        site.guard().disk().spend(self.address, COMMAND);
        let saying = match command {
            Command::Name(name) => {
                let name = names::display(&name).ok_or(Refusal::BadName)?;
                return Ok(Command::Name(name));
            }
            Command::Say(saying) => saying,
            command => return Ok(command),
        };
        if !site.guard().allows(What::Talk, self.address) {
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

/// A socket, or a similar stream, with its seat.
#[derive(Debug)]
pub struct Seated {
    table: mpsc::Sender<Mail>,
    connection: u64,
    out: mpsc::Receiver<Outgoing>,
    lease: Lease,
}

/// Reads the first message and takes the seat; returns the first messages of the table too.
async fn enter(
    site: &Site,
    id: &str,
    address: IpAddr,
    visitor: Option<&Visitor>,
    socket: &mut WebSocket,
) -> Result<(Seated, Arc<str>), Option<Closed>> {
    let mut stopping = site.stopping();
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
        | ClientMessage::Withdraw { .. }
        | ClientMessage::Back { .. }
        | ClientMessage::Delete { .. }
        | ClientMessage::StandIn { .. }
        | ClientMessage::Hint { .. }
        | ClientMessage::Say { .. }
        | ClientMessage::Pace { .. }
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
    sit(
        site,
        id,
        address,
        who,
        since,
        visitor.map(Visitor::block_filter),
    )
    .await
}

/// Takes a seat at a table or watches it. Returns the first messages too.
///
/// # Errors
///
/// Returns the reason of a refusal if the client should get it.
pub async fn sit(
    site: &Site,
    id: &str,
    address: IpAddr,
    who: Who,
    since: Option<u64>,
    filter: Option<Arc<BlockFilter>>,
) -> Result<(Seated, Arc<str>), Option<Closed>> {
    let guessed = |why| match site.guard().allows(What::Guess, address) {
        true => Some(why),
        false => Some(Closed::Flood),
    };
    let Ok(id) = id.parse() else {
        return Err(guessed(Closed::UnknownTable));
    };
    // A table that is leaving memory is loaded again.
    for _ in 0..3 {
        let table = match site.registry().table(&id).await {
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
            ear: filter.clone().into(),
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

/// Reads the next message. An error contains the reason to send to the client, if any.
async fn receive(socket: &mut WebSocket) -> Result<ClientMessage, Option<Closed>> {
    loop {
        let received = socket.recv().await;
        if let ControlFlow::Break(result) = read(received) {
            return result;
        }
    }
}

/// Skips frames without a message.
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
        // Invalid frames or text. If the connection broke, nobody reads the reason.
        Some(Err(error)) => Err(Some(closed_by(error))),
    })
}

/// Returns why a socket ends after this error.
fn closed_by(error: axum::Error) -> Closed {
    match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(MessageTooLong { .. })) => Closed::TooLarge,
        // More bytes arrived than all messages of a socket may have.
        Some(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::QuotaExceeded => {
            Closed::Flood
        }
        _ => Closed::Malformed,
    }
}

impl Seated {
    /// The number of the connection.
    pub const fn connection(&self) -> u64 {
        self.connection
    }

    /// Waits for the next message of the table.
    pub async fn next(&mut self) -> Outgoing {
        match self.out.recv().await {
            Some(_) if !self.lease.is_in_force() => Outgoing::Close(Closed::Restarted),
            Some(out) => out,
            None => Outgoing::Close(self.last_word()),
        }
    }

    /// Sends an input to the table. If the table is gone, [`Self::next`] returns the reason.
    pub async fn send(&self, input: Input) {
        let _ = self.table.send(input.into()).await;
    }

    /// Reports to the table that the socket is gone.
    pub async fn disconnect(&self) {
        let connection = self.connection;
        self.send(Input::Disconnect { connection }).await;
    }

    /// Passes messages until one side ends. Returns the reason to send to the client, if any.
    async fn talk(
        &mut self,
        first: Arc<str>,
        site: &Site,
        speaker: Speaker,
        socket: &mut WebSocket,
    ) -> Option<Closed> {
        let limiter = counter(site.guard().messages());
        let first = socket.send(Message::text(&*first));
        timeout(SEND, first).await.ok()?.ok()?;
        let mut pings = interval(PING);
        // Contents and time of the last ping: a pong without a ping measures nothing.
        let mut asked: Option<([u8; 8], Instant)> = None;
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                // A fixed order; the client's messages are limited, so they may wait.
                biased;
                out = self.out.recv() => match out {
                    // Waiting messages may be older than the state that other servers show.
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
                    let nonce = site.context().randomness.bytes::<8>();
                    let ping = socket.send(Message::Ping(nonce.to_vec().into()));
                    asked = Some((nonce, Instant::now()));
                    timeout(SEND, ping).await.ok()?.ok()?;
                }
                received = socket.recv() => {
                    heard = Instant::now();
                    // Frames without a message count too.
                    if limiter.check().is_err() {
                        return Some(Closed::Flood);
                    }
                    let services = site.registry().services();
                    let arrived = services.clock.now();
                    if let Some(Ok(Message::Pong(said))) = &received
                        && let Some((_, at)) = asked.take_if(|(nonce, _)| *nonce == said[..])
                    {
                        let lag = Input::Lag {
                            connection: self.connection,
                            round_trip: at.elapsed().as_millis() as u32,
                        };
                        // A busy table gets the next measurement instead.
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

    /// Sends a message and all that are queued behind it in one flush.
    async fn pass_on(
        &mut self,
        socket: &mut WebSocket,
        text: Arc<str>,
    ) -> Result<Option<Closed>, axum::Error> {
        socket.feed(Message::text(&*text)).await?;
        let mut close = None;
        while let Ok(out) = self.out.try_recv() {
            match out {
                Outgoing::Text(text) | Outgoing::Said(text, _) => {
                    socket.feed(Message::text(&*text)).await?;
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

    /// Returns why the table closed this socket.
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
