//! Requests and answers in JSON.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{
    ApiErrorCode, CreateTable, Created, FileGame, MAX_MESSAGE, OptionText, RulesSection, decode,
};
use serde_json::Value;

use capicu_site::explained::rules_of;
use capicu_site::file_game;
use capicu_site::{Failure, Site, Unread, What, make_table};

/// `GET /api/games`: the games that are rule files, in the language of the query.
pub async fn games(Query(query): Query<BTreeMap<String, String>>) -> Json<Vec<FileGame>> {
    let lang = query.get("lang").and_then(|lang| Lang::from_tag(lang));
    Json(file_game::shipped(lang.unwrap_or_default()))
}

/// `GET /api/options/LANG`: what the options of the rules are called, and why some exclude each other.
pub async fn options(Path(lang): Path<String>) -> Result<Json<Vec<OptionText>>, Failure> {
    let lang = Lang::from_tag(&lang).ok_or(Failure::new(ApiErrorCode::NotFound))?;
    let texts = Texts::new(lang);
    let options = texts.options().map(|(name, text)| (name.to_owned(), text));
    let all = options.chain(texts.clashes());
    Ok(Json(
        all.map(|(name, text)| OptionText { name, text }).collect(),
    ))
}

/// `GET /api/rules/GAME`: an explanation of the rules with the options of the query.
pub async fn rules(
    Path(game): Path<String>,
    Query(mut options): Query<BTreeMap<String, String>>,
) -> Result<Json<Vec<RulesSection>>, Failure> {
    let lang = options.remove("lang").unwrap_or_default();
    let texts = Texts::new(Lang::from_tag(&lang).unwrap_or(Lang::En));
    let rules = rules_of(game, options)?;
    let sections = texts.explain(&rules).into_iter();
    Ok(Json(
        sections
            .map(|section| RulesSection {
                title: section.title,
                sentences: section.sentences,
            })
            .collect(),
    ))
}

/// All other paths under `/api`.
pub async fn nothing() -> Failure {
    Failure::new(ApiErrorCode::NotFound)
}

/// A wrong method at an existing path.
pub async fn wrong_method() -> Failure {
    Failure::new(ApiErrorCode::BadMethod)
}

pub async fn create(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<Created>), Failure> {
    if !site.guard().allows_origin(&headers) {
        return Err(Failure::new(ApiErrorCode::ForeignOrigin));
    }
    if !site.allows(What::Table, peer, &headers) {
        return Err(site.too_often(What::Table));
    }
    let request = read_table(body).await?;
    Ok((
        StatusCode::CREATED,
        Json(make_table(&site, &request).await?),
    ))
}

/// Reads a request for a table. Options are texts, or numbers as in the arena's protocol.
pub async fn read_table(body: Unread) -> Result<CreateTable, Failure> {
    let body = body.bytes(MAX_MESSAGE).await?;
    let malformed = |why: String| Failure::new(ApiErrorCode::Malformed).detail(why);
    let text = std::str::from_utf8(&body).map_err(|error| malformed(error.to_string()))?;
    decode(text).or_else(|error| with_numbers(text).ok_or_else(|| malformed(error.to_string())))
}

fn with_numbers(text: &str) -> Option<CreateTable> {
    let mut asked: Value = decode(text).ok()?;
    let options = asked.get_mut("rules")?.get_mut("options")?;
    for value in options.as_object_mut()?.values_mut() {
        if let Value::Number(number) = value {
            *value = Value::String(number.to_string());
        }
    }
    serde_json::from_value(asked).ok()
}
