//! Requests and answers in JSON.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use capicu_protocol::{AddPasskey, AddedPasskey, BeginPasskey, Ceremony, PasskeyInfo};
use passki::{AuthenticationChallenge, RegistrationChallenge};

use crate::http::{Failure, Site, Unread};
use crate::people::acts;
use crate::people::api::{read, read_or_default};

/// `POST /api/me/passkeys/begin`.
pub async fn begin_adding(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<Ceremony<RegistrationChallenge>>, Failure> {
    let found = acts::changing(&site, &headers).await?;
    let asked: BeginPasskey = read_or_default(body).await?;
    let username = asked.username.as_deref();
    let begun = super::begin_adding(&site, peer, &headers, &found, username).await?;
    Ok(Json(begun))
}

/// `POST /api/me/passkeys`.
pub async fn add(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<AddedPasskey>), Failure> {
    let found = acts::changing(&site, &headers).await?;
    let asked: AddPasskey = read(body).await?;
    let added = super::add(&site, &headers, &found, &asked).await?;
    let answer = AddedPasskey {
        passkey: super::info(added.passkey),
        codes: added.codes,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// `GET /api/me/passkeys`.
pub async fn all(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<PasskeyInfo>>, Failure> {
    let found = acts::known(&site, &headers).await?;
    Ok(Json(super::all(&site, &found.player).await?))
}

/// `DELETE /api/me/passkeys/ID`.
pub async fn remove(
    State(site): State<Site>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = acts::changing(&site, &headers).await?;
    super::remove(&site, &headers, &found, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/sign-in/begin`.
pub async fn begin_sign_in(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<Ceremony<AuthenticationChallenge>>, Failure> {
    acts::from_here(&site, &headers)?;
    let begun = super::begin_sign_in(&site, peer, &headers).await?;
    Ok(Json(begun))
}
