//! Requests and answers in JSON.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::{
    ApiErrorCode, ChangeMe, DeviceLink, Join, MakeMe, Me, MyMatch, MyTable, PlayerId,
    RecoveryCodes, SessionInfo, SignIn, Sitter, decode,
};
use capicu_store::{Change, Ended, PeopleError, PlayerKind, Proof, Session, SignedIn};
use capicu_table::TokenHash;
use serde::de::DeserializeOwned;

use super::{cookie, names, new_session, secrets, signed_in};
use crate::http::{Failure, Site, What};
use crate::secret;

/// How long the link for another device opens anything, in milliseconds.
const LINK: u64 = 5 * 60 * 1000;

/// The most of a player's seats and matches in one answer.
const MOST: u32 = 100;

/// A body as it came.
type Body = Result<Bytes, BytesRejection>;

/// `POST /api/me`: who is signed in, a new guest if nobody is.
pub async fn make(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    from_here(&site, &headers)?;
    let asked: MakeMe = match body {
        Ok(body) if body.is_empty() => MakeMe::default(),
        body => read(body)?,
    };
    if let Some(found) = signed_in(&site, &headers).await? {
        return Ok(Json(of(&site, found.player).await?).into_response());
    }
    if !site.allows(What::Person, peer, &headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    let name = asked.name.as_deref().map(name).transpose()?;
    let (session, token) = new_session(&site, &headers);
    let player = PlayerId::new(secret::random());
    let hash = session.hash;
    let change = Change::Make {
        player,
        name,
        session,
    };
    site.services().store.change(change).await?;
    let found = again(&site, hash).await?;
    let keep = cookie::keep(&token, site.is_secure(&headers));
    let me = Json(of(&site, found.player).await?);
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, keep)], me).into_response())
}

/// `GET /api/me`.
pub async fn me(State(site): State<Site>, headers: HeaderMap) -> Result<Json<Me>, Failure> {
    let found = known(&site, &headers).await?;
    Ok(Json(of(&site, found.player).await?))
}

/// `PATCH /api/me`.
pub async fn change(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Me>, Failure> {
    let found = changing(&site, &headers).await?;
    let asked: ChangeMe = read(body)?;
    let change = Change::Rename {
        player: found.player.id,
        name: Some(name(&asked.name)?),
    };
    site.services().store.change(change).await?;
    let found = again(&site, found.session.hash).await?;
    Ok(Json(of(&site, found.player).await?))
}

/// `DELETE /api/me`.
pub async fn remove(State(site): State<Site>, headers: HeaderMap) -> Result<Response, Failure> {
    let found = changing(&site, &headers).await?;
    let player = found.player.id;
    site.services()
        .store
        .change(Change::Delete { player })
        .await?;
    site.note_sign_out(found.player.id);
    Ok(signed_out(&site, &headers))
}

/// `POST /api/me/member`: a guest becomes a member, who can sign in by the codes in the answer.
pub async fn join(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<RecoveryCodes>), Failure> {
    let found = changing(&site, &headers).await?;
    let asked: Join = read(body)?;
    let bad = || Failure::new(ApiErrorCode::BadUsername);
    if found.player.kind != PlayerKind::Guest {
        return Err(bad().detail("a member keeps the username".to_owned()));
    }
    let username = names::username(&asked.username).ok_or_else(bad)?;
    let (codes, hashes) = new_codes();
    let change = Change::Join {
        player: found.player.id,
        username: username.to_owned(),
        skeleton: names::skeleton(username),
        codes: hashes,
    };
    site.services().store.change(change).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { codes })))
}

/// `POST /api/me/codes`: other codes instead of those from before.
pub async fn codes(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<RecoveryCodes>), Failure> {
    let found = changing(&site, &headers).await?;
    let (codes, hashes) = new_codes();
    let change = Change::Codes {
        player: found.player.id,
        codes: hashes,
    };
    site.services().store.change(change).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { codes })))
}

/// `POST /api/me/devices`: a link that signs another device in.
pub async fn offer(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<DeviceLink>), Failure> {
    let found = changing(&site, &headers).await?;
    let token = secret::token();
    let until = site.services().clock.now() + LINK;
    let change = Change::Offer {
        player: found.player.id,
        link: TokenHash::of(&token),
        expires_at: until,
    };
    site.services().store.change(change).await?;
    Ok((StatusCode::CREATED, Json(DeviceLink { token, until })))
}

/// `POST /api/sign-in`.
pub async fn sign_in(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    from_here(&site, &headers)?;
    let asked: SignIn = read(body)?;
    // Counted before it is looked at, so that right ones cannot be told by being let through.
    if !site.allows(What::SignIn, peer, &headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    let proof = match asked {
        SignIn::Code { username, code } => Proof::Code {
            skeleton: names::skeleton(&username),
            code: secrets::hash(&code),
        },
        SignIn::Device { token } => Proof::Link(TokenHash::of(&token)),
    };
    let before = signed_in(&site, &headers).await?;
    let (session, token) = new_session(&site, &headers);
    let hash = session.hash;
    let change = Change::SignIn {
        proof,
        session,
        leaving: before.as_ref().map(|before| before.session.hash),
    };
    let changed = site.services().store.change(change).await;
    changed.map_err(|error| match error {
        PeopleError::Unknown => Failure::new(ApiErrorCode::BadCode),
        error => error.into(),
    })?;
    if let Some(before) = before {
        site.note_sign_out(before.player.id);
    }
    let found = again(&site, hash).await?;
    let keep = cookie::keep(&token, site.is_secure(&headers));
    let me = Json(of(&site, found.player).await?);
    Ok(([(header::SET_COOKIE, keep)], me).into_response())
}

/// `GET /api/me/sessions`.
pub async fn sessions(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<SessionInfo>>, Failure> {
    let found = known(&site, &headers).await?;
    Ok(Json(all_sessions(&site, &found).await?))
}

/// `DELETE /api/me/sessions`: signs out on every device, this one too.
pub async fn sign_out_everywhere(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = changing(&site, &headers).await?;
    let change = Change::SignOut {
        player: found.player.id,
        session: None,
    };
    site.services().store.change(change).await?;
    site.note_sign_out(found.player.id);
    Ok(signed_out(&site, &headers))
}

/// `DELETE /api/me/sessions/ID`, where `this` is the session that asks.
pub async fn sign_out(
    State(site): State<Site>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = changing(&site, &headers).await?;
    let (store, now) = (&site.services().store, site.services().clock.now());
    let all = store.sessions(found.player.id, now).await?;
    let this = found.session.hash;
    let named = |session: &&Session| match id.as_str() {
        "this" => session.hash == this,
        id => session_id(&session.hash) == id,
    };
    let Some(session) = all.iter().find(named) else {
        return Err(Failure::new(ApiErrorCode::NotFound));
    };
    let change = Change::SignOut {
        player: found.player.id,
        session: Some(session.hash),
    };
    store.change(change).await?;
    site.note_sign_out(found.player.id);
    Ok(match session.hash == this {
        true => signed_out(&site, &headers),
        false => StatusCode::NO_CONTENT.into_response(),
    })
}

/// `GET /api/me/tables`.
pub async fn tables(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<MyTable>>, Failure> {
    let found = known(&site, &headers).await?;
    Ok(Json(some_tables(&site, &found, MOST).await?))
}

/// `GET /api/me/matches?before=NUMBER`.
pub async fn matches(
    State(site): State<Site>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Result<Json<Vec<MyMatch>>, Failure> {
    let found = known(&site, &headers).await?;
    let before = match query.get("before") {
        None => u64::MAX,
        Some(before) => before.parse().map_err(|_| {
            Failure::new(ApiErrorCode::Malformed).detail("before is no number".to_owned())
        })?,
    };
    Ok(Json(some_matches(&site, &found, before).await?))
}

/// `GET /api/me/export`: everything of the player's, in one file.
pub async fn export(State(site): State<Site>, headers: HeaderMap) -> Result<Response, Failure> {
    let found = known(&site, &headers).await?;
    let mut matches = Vec::new();
    let mut before = u64::MAX;
    loop {
        let page = some_matches(&site, &found, before).await?;
        let Some(last) = page.last() else {
            break;
        };
        before = last.number;
        matches.extend(page);
    }
    let all = serde_json::json!({
        "me": of(&site, found.player.clone()).await?,
        "sessions": all_sessions(&site, &found).await?,
        "tables": some_tables(&site, &found, u32::MAX).await?,
        "matches": matches,
    });
    let name = "attachment; filename=\"capicu.json\"";
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(all)).into_response())
}

async fn all_sessions(site: &Site, found: &SignedIn) -> Result<Vec<SessionInfo>, Failure> {
    let (store, now) = (&site.services().store, site.services().clock.now());
    let all = store.sessions(found.player.id, now).await?;
    let info = |session: Session| SessionInfo {
        id: session_id(&session.hash),
        this: session.hash == found.session.hash,
        label: session.label,
        since: session.made_at,
        seen: session.seen_at,
    };
    Ok(all.into_iter().map(info).collect())
}

async fn some_tables(site: &Site, found: &SignedIn, most: u32) -> Result<Vec<MyTable>, Failure> {
    let seats = site.services().store.seats(found.player.id, most).await?;
    let table = |seat: capicu_store::Seated| MyTable {
        table: seat.table,
        seat: seat.seat.into(),
        game: seat.game,
        title: seat.title,
        at: seat.at,
    };
    Ok(seats.into_iter().map(table).collect())
}

async fn some_matches(site: &Site, found: &SignedIn, before: u64) -> Result<Vec<MyMatch>, Failure> {
    let store = &site.services().store;
    let ended = store.matches(found.player.id, before, MOST).await?;
    Ok(ended.into_iter().map(of_match).collect())
}

fn of_match((seat, ended): (capicu::Seat, Ended)) -> MyMatch {
    let Ended {
        sequence,
        table,
        result,
    } = ended;
    let sitter = |sitter| match sitter {
        capicu_store::Sitter::Person { name, .. } => Sitter::Person { name, away: false },
        capicu_store::Sitter::StandIn { name, .. } => Sitter::Person { name, away: true },
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
    }
}

/// What a list calls a session: enough of its hash to tell those of one player apart.
fn session_id(hash: &TokenHash) -> String {
    let first = hash.bytes().iter().take(8);
    first.map(|byte| format!("{byte:02x}")).collect()
}

async fn of(site: &Site, player: capicu_store::Player) -> Result<Me, Failure> {
    let codes = site.services().store.codes_left(player.id).await?;
    Ok(Me {
        id: player.id,
        username: match player.kind {
            PlayerKind::Member { username } => Some(username),
            PlayerKind::Guest | PlayerKind::Bot | PlayerKind::Gone => None,
        },
        name: player.name,
        codes,
        since: player.made_at,
    })
}

/// Whoever is signed in.
async fn known(site: &Site, headers: &HeaderMap) -> Result<SignedIn, Failure> {
    let found = signed_in(site, headers).await?;
    found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))
}

/// The same for a request that changes something, which has to come from a page of this server's.
async fn changing(site: &Site, headers: &HeaderMap) -> Result<SignedIn, Failure> {
    from_here(site, headers)?;
    known(site, headers).await
}

/// A session that was just begun or used.
async fn again(site: &Site, hash: TokenHash) -> Result<SignedIn, Failure> {
    let (store, now) = (&site.services().store, site.services().clock.now());
    let found = store.session(hash, now).await?;
    found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))
}

fn from_here(site: &Site, headers: &HeaderMap) -> Result<(), Failure> {
    match site.is_from_here(headers) {
        true => Ok(()),
        false => Err(Failure::new(ApiErrorCode::ForeignOrigin)),
    }
}

fn signed_out(site: &Site, headers: &HeaderMap) -> Response {
    let forget = cookie::forget(site.is_secure(headers));
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, forget)]).into_response()
}

fn name(text: &str) -> Result<String, Failure> {
    names::display(text).ok_or(Failure::new(ApiErrorCode::BadName))
}

fn new_codes() -> (Vec<String>, Vec<TokenHash>) {
    let codes: Vec<String> = (0..secrets::CODES).map(|_| secrets::code()).collect();
    let hashes = codes.iter().map(|code| secrets::hash(code)).collect();
    (codes, hashes)
}

fn read<T: DeserializeOwned>(body: Body) -> Result<T, Failure> {
    let body = body.map_err(|error| {
        Failure::new(match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiErrorCode::TooLarge,
            _ => ApiErrorCode::Malformed,
        })
    })?;
    let malformed = |why: String| Failure::new(ApiErrorCode::Malformed).detail(why);
    let text = std::str::from_utf8(&body).map_err(|error| malformed(error.to_string()))?;
    decode(text).map_err(|error| malformed(error.to_string()))
}
