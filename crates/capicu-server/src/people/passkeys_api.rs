//! Requests and answers about passkeys in JSON.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use capicu_protocol::{AddPasskey, AddedPasskey, BeginPasskey, Ceremony, PasskeyInfo};
use capicu_site::sessions::{self, passkeys};
use capicu_site::{Failure, Site, Unread};
use passki::{AuthenticationChallenge, RegistrationChallenge};

use crate::people::api::{read, read_or_default};

pub async fn begin_adding(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<Ceremony<RegistrationChallenge>>, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let asked: BeginPasskey = read_or_default(body).await?;
    let username = asked.username.as_deref();
    let begun = passkeys::begin_adding(&site, peer, &headers, &found, username).await?;
    Ok(Json(begun))
}

pub async fn add(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<AddedPasskey>), Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let asked: AddPasskey = read(body).await?;
    let added = passkeys::add(&site, &headers, &found, &asked).await?;
    let answer = AddedPasskey {
        passkey: capicu_accounts::passkeys::info(added.passkey),
        codes: added.codes,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

pub async fn all(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Json<Vec<PasskeyInfo>>, Failure> {
    let found = sessions::known(&site, &headers).await?;
    Ok(Json(
        capicu_accounts::passkeys::all(site.context(), &found.player).await?,
    ))
}

pub async fn remove(
    State(site): State<Site>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    passkeys::remove(&site, &headers, &found, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn begin_sign_in(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<Ceremony<AuthenticationChallenge>>, Failure> {
    sessions::from_here(&site, &headers)?;
    let begun = passkeys::begin_sign_in(&site, peer, &headers).await?;
    Ok(Json(begun))
}
