//! Finished matches of a bot, and their records.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::history;
use capicu_protocol::{ApiErrorCode, MyMatch, Scope};
use capicu_site::{Failure, Site};
use capicu_table_service::record;

use super::bearer::Program;

pub async fn list(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Result<Json<Vec<MyMatch>>, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Read)).await?;
    let before = match query.get("before") {
        None => u64::MAX,
        Some(before) => before.parse().map_err(|_| {
            let detail = "before is no whole number".to_owned();
            Failure::new(ApiErrorCode::Malformed).detail(detail)
        })?,
    };
    Ok(Json(
        history::matches(site.context(), program.id(), before).await?,
    ))
}

/// `GET /api/bot/matches/NUMBER/record`: the text of `docs/record-format.md`.
pub async fn record(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(number): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Read)).await?;
    // The answer does not reveal whether the match exists.
    let none = || {
        let detail = "the bot finished no match of this number, or its record was not kept";
        Failure::new(ApiErrorCode::NotFound).detail(detail.to_owned())
    };
    let number = number.parse().map_err(|_| none())?;
    let found = history::one_match_of(site.context(), program.id(), number).await?;
    let (_, result) = found.ok_or_else(none)?;
    let text = site.services().store.record(number).await?;
    let text = text.ok_or_else(none)?;
    let (record, _) = record::read(&text, &result).map_err(|error| {
        tracing::error!(number, %error, "the record of a match cannot be read");
        none()
    })?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache, private"),
    ];
    Ok((headers, record.to_string()).into_response())
}
