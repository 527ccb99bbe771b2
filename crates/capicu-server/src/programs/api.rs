//! Requests of programs that are answered at once.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use capicu_protocol::{
    ApiErrorCode, BotMe, BotSeat, CreateTable, Created, JoinTable, PlayerId, Scope,
};
use capicu_table::{Code, Vacancy};
use tokio::time::sleep;

use super::bearer::Program;
use crate::http::{Failure, Site, Unread, What, make_table_for};
use crate::lobby::{NotAccepted, Progress, Reception};
use crate::people::read;

/// How long whoever challenged may take to come to the table.
const COMING: u32 = 60;

/// `GET /api/bot/me`.
pub async fn me(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<BotMe>, Failure> {
    let program = Program::of(&site, peer, &headers, None).await?;
    Ok(Json(BotMe {
        id: program.id(),
        name: program.name().to_owned(),
        username: program.bot.username,
        scopes: program.token.scopes,
        expires_at: program.token.expires_at,
    }))
}

/// `POST /api/bot/join`: takes the first open seat at the table of a code, which counts as a guess.
pub async fn join(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<Json<BotSeat>, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    let asked: JoinTable = read(body).await?;
    if !site.allows(What::Guess, peer, &headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    let over = || {
        let detail = "no table with an open seat has this code".to_owned();
        Failure::new(ApiErrorCode::NotFound).detail(detail)
    };
    let code = Code::new(&asked.code).ok_or_else(over)?;
    let found = site.registry().invited(code).await?.ok_or_else(over)?;
    let (vacancy, name) = (Vacancy::Open(code), program.name().to_owned());
    let ids = [program.id()];
    let seat = site
        .registry()
        .sit(&found.table, vacancy, &ids, Some(&name), &[])
        .await?;
    Ok(Json(BotSeat {
        table: found.table,
        seat: seat.ok_or_else(over)?.into(),
    }))
}

/// `POST /api/bot/tables`: makes a table at which the bot sits.
pub async fn create(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<Created>), Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    if !site.allows(What::Table, peer, &headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    let mut asked: CreateTable = read(body).await?;
    asked.name = Some(program.name().to_owned());
    let made = make_table_for(&site, &asked, Some(program.id())).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// `POST /api/bot/challenges/ID/accept`. The table is there once whoever challenged has come; an event tells of it.
pub async fn accept(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Challenge)).await?;
    let name = Some(program.name().to_owned());
    match site.lobby().accept(id, program.id(), name).await? {
        Ok(_) => {
            tokio::spawn(wait(site.lobby().clone(), program.id()));
            Ok(StatusCode::NO_CONTENT)
        }
        Err(NotAccepted::Over | NotAccepted::SameAddress) => Err(over()),
    }
}

/// A bot waits for whoever challenged it, as people do on a page.
async fn wait(lobby: Reception, bot: PlayerId) {
    for _ in 0..COMING {
        if !matches!(lobby.ask(bot).await, Ok(Progress::Waiting(_)) | Err(_)) {
            return;
        }
        sleep(Duration::from_secs(1)).await;
    }
    // A seek for which nobody asks ends by itself.
    let _ = lobby.leave(bot).await;
}

/// `POST /api/bot/challenges/ID/decline`.
pub async fn decline(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Challenge)).await?;
    match site.lobby().decline(id, program.id()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(over()),
    }
}

fn over() -> Failure {
    let detail = "this challenge is over".to_owned();
    Failure::new(ApiErrorCode::NotFound).detail(detail)
}
