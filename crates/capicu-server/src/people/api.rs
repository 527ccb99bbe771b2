//! Requests and answers in JSON.

use std::collections::BTreeMap;
use std::future::ready;
use std::net::SocketAddr;

use axum::Json;
use axum::body::Body as Sent;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::account::{self, SignedOut};
use capicu_accounts::puzzles;
use capicu_accounts::{bots, clubs, conduct, friends, history, passkeys};
use capicu_protocol::{
    ApiErrorCode, ChangeMe, Chosen, DeviceLink, Join, MAX_MESSAGE, MakeMe, Me, MyMatch, MyTable,
    PlayerId, RecoveryCodes, SessionInfo, decode,
};
use capicu_store::Unavailable;
use futures_util::{Stream, StreamExt as _, stream};
use serde::Serialize;
use serde::de::DeserializeOwned;

use capicu_site::cookie;
use capicu_site::sessions::{self, signed_in};
use capicu_site::{Failure, Site, Unread};
use capicu_table_service::record;

/// `POST /api/me`: the signed-in player, or a new guest.
pub async fn make(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Response, Failure> {
    sessions::from_here(&site, &headers)?;
    if let Some(found) = signed_in(&site, &headers).await? {
        return Ok(Json(account::me(site.context(), found.player).await?).into_response());
    }
    let asked: MakeMe = read_or_default(body).await?;
    let begun = sessions::make(&site, peer, &headers, asked.name.as_deref()).await?;
    let me = Json(account::me(site.context(), begun.found.player).await?);
    let cookie = [(header::SET_COOKIE, begun.keep)];
    Ok((StatusCode::CREATED, cookie, me).into_response())
}

pub async fn me(State(site): State<Site>, headers: HeaderMap) -> Result<Json<Me>, Failure> {
    let found = sessions::known(&site, &headers).await?;
    Ok(Json(account::me(site.context(), found.player).await?))
}

pub async fn change(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<Me>, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let asked: ChangeMe = read(body).await?;
    let found = account::rename(site.context(), &found, &asked.name).await?;
    Ok(Json(account::me(site.context(), found.player).await?))
}

pub async fn remove(State(site): State<Site>, headers: HeaderMap) -> Result<Response, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let effects = account::delete(site.context(), &found).await?;
    site.carry_out(effects).await?;
    Ok(signed_out(&site, &headers))
}

/// `POST /api/me/member`: a guest becomes a member; the answer has recovery codes.
pub async fn join(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<RecoveryCodes>), Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let asked: Join = read(body).await?;
    let codes = account::join(site.context(), &found, &asked.username).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { codes })))
}

/// `POST /api/me/codes`: replaces the recovery codes.
pub async fn codes(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<RecoveryCodes>), Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let codes = account::renew_codes(site.context(), &found).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { codes })))
}

/// `POST /api/me/devices`: a link that signs another device in.
pub async fn offer(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<DeviceLink>), Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let link = account::offer(site.context(), &found).await?;
    Ok((StatusCode::CREATED, Json(link)))
}

pub async fn sign_in(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Response, Failure> {
    sessions::from_here(&site, &headers)?;
    let begun = sessions::sign_in(&site, peer, &headers, read(body).await?).await?;
    let me = Json(account::me(site.context(), begun.found.player).await?);
    Ok(([(header::SET_COOKIE, begun.keep)], me).into_response())
}

pub async fn sessions(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<SessionInfo>>, Failure> {
    let found = sessions::known(&site, &headers).await?;
    Ok(Json(history::sessions(site.context(), &found).await?))
}

/// `DELETE /api/me/sessions`: signs out on every device, including this one.
pub async fn sign_out_everywhere(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let effects = account::sign_out_everywhere(site.context(), &found).await?;
    site.carry_out(effects).await?;
    Ok(signed_out(&site, &headers))
}

/// `DELETE /api/me/sessions/ID`, where `this` is the current session.
pub async fn sign_out(
    State(site): State<Site>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let (which, effects) = account::sign_out(site.context(), &found, &id).await?;
    site.carry_out(effects).await?;
    Ok(match which {
        SignedOut::This => signed_out(&site, &headers),
        SignedOut::Other => StatusCode::NO_CONTENT.into_response(),
    })
}

pub async fn settings(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Chosen>, Failure> {
    let found = sessions::known(&site, &headers).await?;
    Ok(Json(account::chosen(site.context(), &found).await?))
}

pub async fn choose(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<StatusCode, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    account::choose(site.context(), &found, read(body).await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn tables(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<MyTable>>, Failure> {
    let found = sessions::known(&site, &headers).await?;
    Ok(Json(
        history::tables(site.context(), found.player.id, history::MOST).await?,
    ))
}

pub async fn matches(
    State(site): State<Site>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Result<Json<Vec<MyMatch>>, Failure> {
    let found = sessions::known(&site, &headers).await?;
    let before = match query.get("before") {
        None => u64::MAX,
        Some(before) => before.parse().map_err(|_| {
            Failure::new(ApiErrorCode::Malformed).detail("before is no number".to_owned())
        })?,
    };
    Ok(Json(
        history::matches(site.context(), found.player.id, before).await?,
    ))
}

/// `GET /api/me/export`: all data of the player in one file. Matches and records are read while sent, since they may be
/// many; after a failure the answer ends early and is no valid JSON.
pub async fn export(State(site): State<Site>, headers: HeaderMap) -> Result<Response, Failure> {
    let found = sessions::known(&site, &headers).await?;
    let first = serde_json::json!({
        "me": account::me(site.context(), found.player.clone()).await?,
        "sessions": history::sessions(site.context(), &found).await?,
        "settings": account::chosen(site.context(), &found).await?,
        "messages": history::exported_pushes(site.context(), found.player.id).await?,
        "passkeys": passkeys::all(site.context(), &found.player).await?,
        "tables": history::tables(site.context(), found.player.id, u32::MAX).await?,
        "friends": friends::told(&friends::circle(site.context(), &found).await?, None),
        "bots": bots::exported(site.context(), found.player.id).await?,
        "ratings": site.ratings().exported(found.player.id).await?,
        "conduct": conduct::exported(site.context(), found.player.id).await?,
        "clubs": clubs::exported(site.context(), found.player.id).await?,
        "puzzles": puzzles::exported(site.context(), found.player.id).await?,
    });
    let first = first.to_string();
    // Only the last brace: the text before it may end with one too.
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

/// Streams this text and then all matches of a player as JSON, without the brackets of the list.
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

/// Returns matches before this one as JSON without brackets, and the number of the last; `None` if there are no more.
async fn exported(
    site: &Site,
    player: PlayerId,
    before: u64,
) -> Result<Option<(String, u64)>, Unavailable> {
    let store = &site.services().store;
    let page = store.matches(player, before, history::MOST).await?;
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
        let of = history::of_match((seat, ended));
        text += &serde_json::to_string(&Exported { of, record }).expect("words and numbers");
    }
    Ok(Some((text, last)))
}

fn signed_out(site: &Site, headers: &HeaderMap) -> Response {
    let forget = cookie::forget(site.is_secure(headers));
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget)]).into_response()
}

/// Parses a JSON body.
pub async fn read<T: DeserializeOwned>(body: Unread) -> Result<T, Failure> {
    decoded(&body.bytes(MAX_MESSAGE).await?)
}

/// Parses a JSON body; an empty one means the default.
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
