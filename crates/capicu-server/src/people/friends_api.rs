//! Friends, blocks and profiles in JSON.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use capicu_accounts::friends::{self, Acquaintance, FriendAct};
use capicu_accounts::profile;
use capicu_protocol::{MyFriends, Profile, ShowMe};
use capicu_site::{Failure, Site, Unread, What};
use capicu_site::{friendships, sessions};

use super::api::read;
use crate::http::Api;

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

async fn friends(State(site): State<Site>, headers: HeaderMap) -> Result<Json<MyFriends>, Failure> {
    let found = sessions::known(&site, &headers).await?;
    let circle = friends::circle(site.context(), &found).await?;
    let seen = friendships::seen(&site, &circle).await;
    Ok(Json(friends::told(&circle, Some(&seen))))
}

async fn show(
    State(site): State<Site>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<MyFriends>, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let asked: ShowMe = read(body).await?;
    friends::show(site.context(), &found, asked.shown).await?;
    let circle = friends::circle(site.context(), &found).await?;
    let seen = friendships::seen(&site, &circle).await;
    Ok(Json(friends::told(&circle, Some(&seen))))
}

/// `PUT /api/me/friends/WHO`: sends a request, or accepts WHO's.
async fn befriend(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let other = friends::named(site.context(), &found, &who).await?;
    friendships::act(&site, peer, &headers, &found, FriendAct::Ask, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/me/friends/WHO`: ends a friendship, or refuses or withdraws a request.
async fn leave(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let other = friends::named(site.context(), &found, &who).await?;
    let own = friends::circle(site.context(), &found).await?;
    let act = match Acquaintance::of(&own, other) {
        Acquaintance::Asking => FriendAct::Refuse,
        Acquaintance::Asked | Acquaintance::Blocked => FriendAct::TakeBack,
        Acquaintance::Friend | Acquaintance::None => FriendAct::Remove,
    };
    friendships::act(&site, peer, &headers, &found, act, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn block(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let other = friends::named(site.context(), &found, &who).await?;
    friendships::act(&site, peer, &headers, &found, FriendAct::Block, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unblock(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let found = sessions::changing(&site, &headers).await?;
    let other = friends::named(site.context(), &found, &who).await?;
    friendships::act(&site, peer, &headers, &found, FriendAct::Unblock, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn of_player(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(username): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Profile>, Failure> {
    if !site.allows(What::Lookup, peer, &headers) {
        return Err(site.too_often(What::Lookup));
    }
    let player = friends::find(site.context(), &username).await?;
    Ok(Json(
        profile::of(site.context(), site.ratings(), &player).await?,
    ))
}
