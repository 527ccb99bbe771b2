//! Requests of programs with immediate answers.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use capicu_protocol::{ApiErrorCode, BotMe, BotSeat, BotTable, JoinTable, Scope};
use capicu_site::{Failure, Site, Unread, What, make_table_for};
use capicu_table::{Code, Vacancy};

use super::bearer::Program;
use crate::http::read_table;
use crate::people::read;

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
        return Err(site.too_often(What::Guess));
    }
    let over = || {
        let detail = "no table with an open seat has this code".to_owned();
        Failure::new(ApiErrorCode::NotFound).detail(detail)
    };
    let code = Code::new(&asked.code).ok_or_else(over)?;
    let (table, _) = site.registry().invited(code).await?.ok_or_else(over)?;
    let wanted = None;
    let (vacancy, name) = (Vacancy::Open { code, wanted }, program.name().to_owned());
    let ids = [program.id()];
    let seat = site
        .registry()
        .sit(&table, vacancy, &ids, Some(&name), &[])
        .await?;
    Ok(Json(BotSeat {
        table,
        seat: seat.ok_or_else(over)?.into(),
    }))
}

/// `POST /api/bot/tables`: makes a table at which the bot sits. Nobody gets the token of its seat.
pub async fn create(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<BotTable>), Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    if !site.allows(What::Table, peer, &headers) {
        return Err(site.too_often(What::Table));
    }
    let mut asked = read_table(body).await?;
    asked.name = Some(program.name().to_owned());
    let made = make_table_for(&site, &asked, Some(program.id())).await?;
    let made = BotTable {
        table: made.table,
        seat: made.seat,
        open: made.open,
    };
    Ok((StatusCode::CREATED, Json(made)))
}
