//! Requests and answers in JSON.

use std::collections::BTreeMap;
use std::future::ready;
use std::net::SocketAddr;

use axum::Json;
use axum::body::Body as Sent;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::{
    ApiErrorCode, ChangeMe, Chosen, DeviceLink, Join, MAX_MESSAGE, MakeMe, Me, MyMatch, MyTable,
    Part, PlayerId, RecoveryCodes, SessionInfo, Sitter, decode,
};
use capicu_store::{Ended, MatchResult, Session, SignedIn, Unavailable};
use futures_util::{Stream, StreamExt as _, stream};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::acts::{self, SignedOut};
use super::{bots, circle, cookie, passkeys, signed_in};
use crate::conduct;
use crate::http::{Failure, Site, Unread};
use crate::{clubs, puzzles, record};

/// The most of a player's seats and matches in one answer.
const MOST: u32 = 100;

/// `POST /api/me`: who is signed in, a new guest if nobody is.
pub async fn make(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Response, Failure> {
    acts::from_here(&site, &headers)?;
    if let Some(found) = signed_in(&site, &headers).await? {
        return Ok(Json(acts::me(&site, found.player).await?).into_response());
    }
    let asked: MakeMe = read_or_default(body).await?;
    let begun = acts::make(&site, peer, &headers, asked.name.as_deref()).await?;
    let me = Json(acts::me(&site, begun.found.player).await?);
    let cookie = [(header::SET_COOKIE, begun.keep)];
    Ok((StatusCode::CREATED, cookie, me).into_response())
}

/// `GET /api/me`.
pub async fn me(State(site): State<Site>, headers: HeaderMap) -> Result<Json<Me>, Failure> {
    let found = acts::known(&site, &headers).await?;
    Ok(Json(acts::me(&site, found.player).await?))
}

/// `PATCH /api/me`.
pub async fn change(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<Me>, Failure> {
    let found = acts::changing(&site, &headers).await?;
    let asked: ChangeMe = read(body).await?;
    let found = acts::rename(&site, &found, &asked.name).await?;
    Ok(Json(acts::me(&site, found.player).await?))
}

/// `DELETE /api/me`.
pub async fn remove(State(site): State<Site>, headers: HeaderMap) -> Result<Response, Failure> {
    let found = acts::changing(&site, &headers).await?;
    acts::delete(&site, &found).await?;
    Ok(signed_out(&site, &headers))
}

/// `POST /api/me/member`: a guest becomes a member, who can sign in by the codes in the answer.
pub async fn join(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<RecoveryCodes>), Failure> {
    let found = acts::changing(&site, &headers).await?;
    let asked: Join = read(body).await?;
    let codes = acts::join(&site, &found, &asked.username).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { codes })))
}

/// `POST /api/me/codes`: other codes instead of those from before.
pub async fn codes(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<RecoveryCodes>), Failure> {
    let found = acts::changing(&site, &headers).await?;
    let codes = acts::renew_codes(&site, &found).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { codes })))
}

/// `POST /api/me/devices`: a link that signs another device in.
pub async fn offer(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<DeviceLink>), Failure> {
    let found = acts::changing(&site, &headers).await?;
    let link = acts::offer(&site, &found).await?;
    Ok((StatusCode::CREATED, Json(link)))
}

/// `POST /api/sign-in`.
pub async fn sign_in(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Response, Failure> {
    acts::from_here(&site, &headers)?;
    let begun = acts::sign_in(&site, peer, &headers, read(body).await?).await?;
    let me = Json(acts::me(&site, begun.found.player).await?);
    Ok(([(header::SET_COOKIE, begun.keep)], me).into_response())
}

/// `GET /api/me/sessions`.
pub async fn sessions(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<SessionInfo>>, Failure> {
    let found = acts::known(&site, &headers).await?;
    Ok(Json(all_sessions(&site, &found).await?))
}

/// `DELETE /api/me/sessions`: signs out on every device, this one too.
pub async fn sign_out_everywhere(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = acts::changing(&site, &headers).await?;
    acts::sign_out_everywhere(&site, &found).await?;
    Ok(signed_out(&site, &headers))
}

/// `DELETE /api/me/sessions/ID`, where `this` is the session that asks.
pub async fn sign_out(
    State(site): State<Site>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = acts::changing(&site, &headers).await?;
    Ok(match acts::sign_out(&site, &found, &id).await? {
        SignedOut::This => signed_out(&site, &headers),
        SignedOut::Other => StatusCode::NO_CONTENT.into_response(),
    })
}

/// `GET /api/me/settings`.
pub async fn settings(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Chosen>, Failure> {
    let found = acts::known(&site, &headers).await?;
    Ok(Json(acts::chosen(&site, &found).await?))
}

/// `PUT /api/me/settings`.
pub async fn choose(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<StatusCode, Failure> {
    let found = acts::changing(&site, &headers).await?;
    acts::choose(&site, &found, read(body).await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/me/tables`.
pub async fn tables(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<MyTable>>, Failure> {
    let found = acts::known(&site, &headers).await?;
    Ok(Json(some_tables(&site, &found, MOST).await?))
}

/// `GET /api/me/matches?before=NUMBER`.
pub async fn matches(
    State(site): State<Site>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Result<Json<Vec<MyMatch>>, Failure> {
    let found = acts::known(&site, &headers).await?;
    let before = match query.get("before") {
        None => u64::MAX,
        Some(before) => before.parse().map_err(|_| {
            Failure::new(ApiErrorCode::Malformed).detail("before is no number".to_owned())
        })?,
    };
    Ok(Json(some_matches(&site, &found, before).await?))
}

/// `GET /api/me/export`: everything of the player's, in one file. Matches and their records are read while they
/// are sent, since they may be many; should that fail, the answer breaks off and is no JSON.
pub async fn export(State(site): State<Site>, headers: HeaderMap) -> Result<Response, Failure> {
    let found = acts::known(&site, &headers).await?;
    let first = serde_json::json!({
        "me": acts::me(&site, found.player.clone()).await?,
        "sessions": all_sessions(&site, &found).await?,
        "settings": acts::chosen(&site, &found).await?,
        "passkeys": passkeys::all(&site, &found.player).await?,
        "tables": some_tables(&site, &found, u32::MAX).await?,
        "friends": circle::told(&circle::circle(&site, &found).await?, None),
        "bots": bots::exported(&site, found.player.id).await?,
        "ratings": site.ratings().exported(found.player.id).await?,
        "conduct": conduct::exported(&site, found.player.id).await?,
        "clubs": clubs::exported(&site, found.player.id).await?,
        "puzzles": puzzles::exported(&site, found.player.id).await?,
    });
    let first = first.to_string();
    // The last brace alone: what stands before it may end with one too.
    let first = first.strip_suffix('}').unwrap_or(&first);
    let own = all_exported(&site, found.player.id, format!("{first},\"matches\":["));
    let mut body = own.boxed();
    let mut separator = "],\"bot_matches\":{";
    for bot in site.services().store.bots(found.player.id).await? {
        let name = serde_json::Value::from(bot.username);
        let before = format!("{separator}{name}:[");
        body = body
            .chain(all_exported(&site, bot.player.id, before))
            .boxed();
        separator = "],";
    }
    let last = match separator {
        "]," => "]}}",
        _ => "],\"bot_matches\":{}}",
    };
    let body = body.chain(stream::once(ready(Ok(last.to_owned()))));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"capicu.json\"",
        ),
    ];
    Ok((headers, Sent::from_stream(body)).into_response())
}

/// This text, and then all matches of a player as JSON without the brackets of the list.
fn all_exported(
    site: &Site,
    player: PlayerId,
    first: String,
) -> impl Stream<Item = Result<String, Unavailable>> + Send + use<> {
    let site = site.clone();
    let matches = stream::try_unfold(u64::MAX, move |before| {
        let site = site.clone();
        async move { exported(&site, player, before).await }
    });
    stream::once(ready(Ok(first))).chain(matches)
}

/// A match with its record.
#[derive(Serialize)]
struct Exported {
    #[serde(flatten)]
    of: MyMatch,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

/// The matches before this one as JSON, without the brackets of the list, and the number of the last; `None`
/// if there are no more.
async fn exported(
    site: &Site,
    player: PlayerId,
    before: u64,
) -> Result<Option<(String, u64)>, Unavailable> {
    let store = &site.services().store;
    let page = store.matches(player, before, MOST).await?;
    let Some(last) = page.last().map(|(_, ended)| ended.sequence) else {
        return Ok(None);
    };
    let mut text = String::new();
    for (seat, ended) in page {
        if before != u64::MAX || !text.is_empty() {
            text.push(',');
        }
        let kept = store.record(ended.sequence).await?;
        let record = kept.map(|kept| match record::read(&kept, &ended.result) {
            Ok((record, _)) => record.to_string(),
            Err(_) => kept,
        });
        let of = of_match((seat, ended));
        text += &serde_json::to_string(&Exported { of, record }).expect("words and numbers");
    }
    Ok(Some((text, last)))
}

pub async fn all_sessions(site: &Site, found: &SignedIn) -> Result<Vec<SessionInfo>, Failure> {
    let services = site.services();
    let all = services
        .store
        .sessions(found.player.id, services.sessions_at())
        .await?;
    let info = |session: Session| SessionInfo {
        id: acts::session_id(&session.hash),
        this: session.hash == found.session.hash,
        label: session.label,
        since: session.made_at,
        seen: session.seen_at,
    };
    Ok(all.into_iter().map(info).collect())
}

pub async fn some_tables(
    site: &Site,
    found: &SignedIn,
    most: u32,
) -> Result<Vec<MyTable>, Failure> {
    let seats = site.services().store.seats(found.player.id, most).await?;
    Ok(seats.into_iter().map(of_seat).collect())
}

/// A seat as its player is told of it.
pub fn of_seat(seat: capicu_store::Seated) -> MyTable {
    MyTable {
        table: seat.table,
        seat: seat.seat.into(),
        game: seat.game,
        title: seat.title,
        at: seat.at,
    }
}

pub async fn some_matches(
    site: &Site,
    found: &SignedIn,
    before: u64,
) -> Result<Vec<MyMatch>, Failure> {
    matches_of(site, found.player.id, before).await
}

/// The last matches of a player before this one.
pub async fn matches_of(
    site: &Site,
    player: PlayerId,
    before: u64,
) -> Result<Vec<MyMatch>, Failure> {
    let store = &site.services().store;
    let ended = store.matches(player, before, MOST).await?;
    Ok(ended.into_iter().map(of_match).collect())
}

/// One match that a member, or a bot of theirs, finished, with its result as it is stored; `None` if there is none of
/// this number, or it cannot be read.
pub async fn one_match(
    site: &Site,
    found: &SignedIn,
    number: u64,
) -> Result<Option<(MyMatch, MatchResult)>, Failure> {
    let own = one_match_of(site, found.player.id, number).await?;
    if own.is_some() {
        return Ok(own);
    }
    for bot in site.services().store.bots(found.player.id).await? {
        let of_bot = one_match_of(site, bot.player.id, number).await?;
        if of_bot.is_some() {
            return Ok(of_bot);
        }
    }
    Ok(None)
}

/// One match that a player finished; `None` as for [`one_match`].
pub async fn one_match_of(
    site: &Site,
    player: PlayerId,
    number: u64,
) -> Result<Option<(MyMatch, MatchResult)>, Failure> {
    let store = &site.services().store;
    let before = number.saturating_add(1);
    let ended = store.matches(player, before, 1).await?;
    let is_it = |(_, ended): &(capicu::Seat, Ended)| ended.sequence == number;
    Ok(ended.into_iter().find(is_it).map(|(seat, ended)| {
        let result = ended.result.clone();
        (of_match((seat, ended)), result)
    }))
}

pub fn of_match((seat, ended): (capicu::Seat, Ended)) -> MyMatch {
    let Ended {
        sequence,
        table,
        result,
    } = ended;
    let sitter = |sitter| match sitter {
        capicu_store::Sitter::Person { name, part, .. } => Sitter::Person {
            name,
            away: false,
            part,
        },
        capicu_store::Sitter::StandIn { name, .. } => Sitter::Person {
            name,
            away: true,
            part: Part::Left,
        },
        capicu_store::Sitter::Bot { level } => Sitter::Bot(level),
    };
    MyMatch {
        number: sequence,
        table,
        at: result.at,
        game: result.game,
        seat: seat.into(),
        seats: result.seats.into_iter().map(sitter).collect(),
        scores: result.scores,
        winner: result.winner.index() as u8,
        rounds: result.rounds,
        rated: result.rated.map(|family| family.id().to_owned()),
    }
}

fn signed_out(site: &Site, headers: &HeaderMap) -> Response {
    let forget = cookie::forget(site.is_secure(headers));
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget)]).into_response()
}

/// A body as JSON.
pub async fn read<T: DeserializeOwned>(body: Unread) -> Result<T, Failure> {
    decoded(&body.bytes(MAX_MESSAGE).await?)
}

/// The same, where an empty one asks for nothing in particular.
pub async fn read_or_default<T: DeserializeOwned + Default>(body: Unread) -> Result<T, Failure> {
    let body = body.bytes(MAX_MESSAGE).await?;
    match body.is_empty() {
        true => Ok(T::default()),
        false => decoded(&body),
    }
}

fn decoded<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    let malformed = |why: String| Failure::new(ApiErrorCode::Malformed).detail(why);
    let text = std::str::from_utf8(body).map_err(|error| malformed(error.to_string()))?;
    decode(text).map_err(|error| malformed(error.to_string()))
}
