//! The pages of rules.

use axum::extract::{Path, Query, Request};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse as _, Response};
use capicu_i18n::Lang;
use serde::Deserialize;

use super::assets;
use crate::rulebook;

/// What an address may say besides the page.
#[derive(Deserialize)]
pub struct Asked {
    lang: Option<String>,
}

/// `GET /rules/GAME?lang=es`: how a game is played. Without a language, that of the browser.
pub async fn page(
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let lang = language(asked.lang.as_deref(), &headers);
    let Some(page) = rulebook::page(&name, lang) else {
        return assets::serve(request.method().clone(), request.uri().clone(), headers).await;
    };
    let mut response = Html(page).into_response();
    let vary = HeaderValue::from_static("accept-language");
    response.headers_mut().insert(header::VARY, vary);
    let caching = HeaderValue::from_static("no-cache");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, caching);
    response
}

/// The language an address asks for, else the first of the browser's that there is; browsers name
/// the preferred one first.
pub fn language(asked: Option<&str>, headers: &HeaderMap) -> Lang {
    let of_the_browser = || {
        let tags = headers.get(header::ACCEPT_LANGUAGE);
        let tags = tags.and_then(|tags| tags.to_str().ok()).unwrap_or_default();
        let tags = tags.split(',').filter_map(|tag| tag.split(';').next());
        Lang::choose(tags.map(str::trim))
    };
    asked
        .and_then(Lang::from_tag)
        .unwrap_or_else(of_the_browser)
}
