//! Friends, blocks and profiles in JSON.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use capicu_protocol::{MyFriends, Profile, ShowMe};

use super::api::read;
use super::circle::{self, Acquaintance, Act, Seen};
use super::{acts, profile};
use crate::http::{Api, Failure, Site, Unread, What};

/// The requests.
pub fn requests() -> Api {
    Api::new()
        .on(Method::GET, "/api/me/friends", friends)
        .on(Method::PATCH, "/api/me/friends", show)
        .on(Method::PUT, "/api/me/friends/{who}", befriend)
        .on(Method::DELETE, "/api/me/friends/{who}", leave)
        .on(Method::PUT, "/api/me/blocks/{who}", block)
        .on(Method::DELETE, "/api/me/blocks/{who}", unblock)
        .on(Method::GET, "/api/players/{username}", of_player)
}

/// `GET /api/me/friends`.
async fn friends(State(site): State<Site>, headers: HeaderMap) -> Result<Json<MyFriends>, Failure> {
    let found = acts::known(&site, &headers).await?;
    let circle = circle::circle(&site, &found).await?;
    let seen = Seen::of(&site, &circle).await;
    Ok(Json(circle::told(&circle, Some(&seen))))
}

/// `PATCH /api/me/friends`.
async fn show(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<MyFriends>, Failure> {
    let found = acts::changing(&site, &headers).await?;
    let asked: ShowMe = read(body).await?;
    circle::show(&site, &found, asked.shown).await?;
    let circle = circle::circle(&site, &found).await?;
    let seen = Seen::of(&site, &circle).await;
    Ok(Json(circle::told(&circle, Some(&seen))))
}

/// `PUT /api/me/friends/WHO`: asks, or accepts what WHO has asked.
async fn befriend(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = acts::changing(&site, &headers).await?;
    let other = circle::named(&site, &found, &who).await?;
    circle::act(&site, peer, &headers, &found, Act::Ask, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/me/friends/WHO`: is no friend any more, or refuses or takes back what was asked.
async fn leave(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = acts::changing(&site, &headers).await?;
    let other = circle::named(&site, &found, &who).await?;
    let own = circle::circle(&site, &found).await?;
    let act = match Acquaintance::of(&own, other) {
        Acquaintance::Asking => Act::Refuse,
        Acquaintance::Asked | Acquaintance::Blocked => Act::TakeBack,
        Acquaintance::Friend | Acquaintance::None => Act::Remove,
    };
    circle::act(&site, peer, &headers, &found, act, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `PUT /api/me/blocks/WHO`.
async fn block(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = acts::changing(&site, &headers).await?;
    let other = circle::named(&site, &found, &who).await?;
    circle::act(&site, peer, &headers, &found, Act::Block, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/me/blocks/WHO`.
async fn unblock(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = acts::changing(&site, &headers).await?;
    let other = circle::named(&site, &found, &who).await?;
    circle::act(&site, peer, &headers, &found, Act::Unblock, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/players/USERNAME`.
async fn of_player(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(username): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Profile>, Failure> {
    if !site.allows(What::Lookup, peer, &headers) {
        return Err(site.too_often(What::Lookup));
    }
    let player = circle::find(&site, &username).await?;
    Ok(Json(profile::of(&site, &player).await?))
}
