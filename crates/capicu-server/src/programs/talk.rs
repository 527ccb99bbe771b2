//! The stream and commands of a table for programs without sockets: messages of a seat as lines, and commands one by
//! one.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use capicu_protocol::{
    ApiErrorCode, ClientMessage, Closed, Key, Keyed, Refusal, Saying, Scope, ServerMessage, decode,
};
use capicu_site::{Failure, Site, Unread, What};
use capicu_site::{Gone, Lines, QUIET, lines};
use capicu_table::{Command, Input, Who};
use capicu_table_service::table::Outgoing;
use tokio::time::{Instant, interval_at, timeout};

use super::bearer::Program;
use super::turns::Turns;
use crate::http::{Seated, sit};
use crate::people::read;

/// Timeout of a table's answer to a command.
const ANSWER: Duration = Duration::from_secs(20);

/// `GET /api/bot/tables/ID/stream?since=VERSION`: the messages to the bot's seat.
pub async fn stream(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    let since = match query.get("since") {
        None => None,
        Some(since) => Some(since.parse().map_err(|_| {
            Failure::new(ApiErrorCode::Malformed).detail("since is no number".to_owned())
        })?),
    };
    if !site.allows(What::Socket, peer, &headers) {
        return Err(site.too_often(What::Socket));
    }
    let admitted = site.admit_socket(program.address);
    let admitted = admitted.ok_or_else(|| site.too_many_open())?;
    let (seated, first) = enter(&site, &id, &program, since).await?;
    let (lines, answer) = lines();
    tokio::spawn(async move {
        let _counted = (site.sockets().counted().await, admitted);
        let mut seated = seated;
        pass_on(&site, &program, &mut seated, &first, &lines).await;
        seated.disconnect().await;
    });
    Ok(answer)
}

/// Takes the seat of a bot at a table. Returns the first messages too.
async fn enter(
    site: &Site,
    id: &str,
    program: &Program,
    since: Option<u64>,
) -> Result<(Seated, String), Failure> {
    let who = Who::Public {
        ids: vec![program.id()],
    };
    let entered = sit(site, id, program.address, who, since, None).await;
    let (seated, first) = entered.map_err(|why| match why {
        None => Failure::new(ApiErrorCode::Unavailable),
        Some(why) => refused(why),
    })?;
    Ok((seated, first.to_string()))
}

/// Converts the reason why a table refuses a program to an answer.
fn refused(why: Closed) -> Failure {
    let (code, remedy) = match why {
        Closed::UnknownTable | Closed::Deleted => {
            (ApiErrorCode::NotFound, "there is no table of this id")
        }
        Closed::NotPublic | Closed::BadToken | Closed::NoOwnToken | Closed::Queued => {
            (ApiErrorCode::NotFound, "the bot has no seat there")
        }
        Closed::Flood => (
            ApiErrorCode::Flood,
            "too many wrong tables from one address, or connections of one seat: wait, then ask again",
        ),
        Closed::Left => (
            ApiErrorCode::Unavailable,
            "the bot left meanwhile: ask again to come back",
        ),
        Closed::Malformed
        | Closed::TooLarge
        | Closed::Binary
        | Closed::Unexpected
        | Closed::NoHello
        | Closed::Protocol
        | Closed::TooSlow
        | Closed::Stopping
        | Closed::Restarted
        | Closed::Unavailable => (
            ApiErrorCode::Unavailable,
            "the table cannot be reached now: send the same again in a few seconds",
        ),
    };
    Failure::new(code).detail(format!("{}: {remedy}", why.word()))
}

/// Forwards the table's messages until one side ends.
async fn pass_on(site: &Site, program: &Program, seated: &mut Seated, first: &str, lines: &Lines) {
    let mut turns = Turns::default();
    if tell(lines, &mut turns, first).await.is_err() {
        return;
    }
    let mut quiet = interval_at(Instant::now() + QUIET, QUIET);
    loop {
        let why = tokio::select! {
            biased;
            out = seated.next() => match out {
                Outgoing::Text(text) | Outgoing::Said(text, _) => {
                    if tell(lines, &mut turns, &text).await.is_err() {
                        return;
                    }
                    quiet.reset();
                    continue;
                }
                Outgoing::Close(why) => why,
            },
            _ = quiet.tick() => {
                if program.is_let_in(site).await {
                    if lines.text("").await.is_err() {
                        return;
                    }
                    continue;
                }
                Closed::BadToken
            }
            () = lines.gone() => return,
        };
        let _ = lines.message(&ServerMessage::Closed { why }).await;
        return;
    }
}

/// Sends a message of the table, and the turn that follows from it.
async fn tell(lines: &Lines, turns: &mut Turns, text: &str) -> Result<(), Gone> {
    lines.text(text).await?;
    match turns.after(text) {
        Some(turn) => lines.message(&turn).await,
        None => Ok(()),
    }
}

/// `POST /api/bot/tables/ID/commands`: a message to the table; the answer is the table's.
pub async fn command(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<ServerMessage>, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    let arrived = site.services().clock.now();
    let message: ClientMessage = read(body).await?;
    if let ClientMessage::Ping { n } = message {
        return Ok(Json(ServerMessage::Pong { n, now: arrived }));
    }
    let (key, command) = Command::of(message).ok_or_else(|| {
        let detail = "hello is for sockets: the token says who it is".to_owned();
        Failure::new(ApiErrorCode::Malformed).detail(detail)
    })?;
    let refusal = match &command {
        Command::Say(Saying::Text(_)) => Some(Refusal::MembersOnly),
        Command::Say(Saying::Phrase(_)) if !site.allows(What::Talk, peer, &headers) => {
            Some(Refusal::TooOften)
        }
        _ => None,
    };
    let (seated, _) = enter(&site, &id, &program, None).await?;
    let connection = seated.connection();
    let asked = key.clone();
    let input = match refusal {
        None => Input::Command {
            connection,
            key,
            command,
            arrived,
        },
        Some(refusal) => Input::Refused {
            connection,
            key,
            refusal,
        },
    };
    answered(seated, asked, input).await
}

/// `POST /api/bot/tables/ID/resign`: leaves. A bot of the server plays the match to its end, which counts as lost.
pub async fn resign(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<ServerMessage>, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    let Keyed { key } = read(body).await?;
    let (seated, _) = enter(&site, &id, &program, None).await?;
    let input = Input::Command {
        connection: seated.connection(),
        key: key.clone(),
        command: Command::Leave,
        arrived: site.services().clock.now(),
    };
    answered(seated, key, input).await
}

/// `POST /api/bot/tables/ID/rematch`: offers another match after the one that is over.
pub async fn rematch(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<ServerMessage>, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    let Keyed { key } = read(body).await?;
    let (seated, first) = enter(&site, &id, &program, None).await?;
    let after = match decode(&first) {
        Ok(ServerMessage::Snapshot(snapshot)) => snapshot.game.number,
        // The table refuses it if there is no such match.
        _ => 0,
    };
    let input = Input::Command {
        connection: seated.connection(),
        key: key.clone(),
        command: Command::Rematch { after },
        arrived: site.services().clock.now(),
    };
    answered(seated, key, input).await
}

/// Waits for the table's answer to a command with this key, or to an unreadable one.
async fn answered(
    mut seated: Seated,
    asked: Key,
    input: Input,
) -> Result<Json<ServerMessage>, Failure> {
    seated.send(input).await;
    let answer = timeout(ANSWER, answer(&mut seated, |key| *key == asked)).await;
    seated.disconnect().await;
    match answer {
        Ok(Ok(ServerMessage::Refused {
            refusal: Refusal::Unavailable,
            ..
        })) => Err(Failure::new(ApiErrorCode::Unavailable)),
        Ok(Ok(answer)) => Ok(Json(answer)),
        Ok(Err(why)) => Err(refused(why)),
        Err(_) => Err(Failure::new(ApiErrorCode::Unavailable)),
    }
}

/// Reads the table's answer to the command with this key.
async fn answer(
    seated: &mut Seated,
    is_asked: impl Fn(&Key) -> bool,
) -> Result<ServerMessage, Closed> {
    loop {
        let text = match seated.next().await {
            Outgoing::Text(text) | Outgoing::Said(text, _) => text,
            Outgoing::Close(why) => return Err(why),
        };
        // The server can read its own messages.
        let Ok(message) = decode::<ServerMessage>(&text) else {
            continue;
        };
        if let ServerMessage::Done { key, .. }
        | ServerMessage::Refused { key, .. }
        | ServerMessage::Hint { key, .. } = &message
            && is_asked(key)
        {
            return Ok(message);
        }
    }
}
