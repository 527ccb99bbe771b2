//! The pages of rules.

use axum::extract::{Path, Query, Request};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse as _, Response};
use serde::Deserialize;

use crate::language::language;
use crate::{client_files, rulebook};

/// The query of the address.
#[derive(Deserialize)]
pub struct Asked {
    lang: Option<String>,
}

/// `GET /rules/GAME?lang=es`: how a game is played. Without a language, the one remembered or the browser's.
pub async fn page(
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let lang = language(asked.lang.as_deref(), &headers);
    let Some(page) = rulebook::page(&name, lang) else {
        return client_files::serve(request.method().clone(), request.uri().clone(), headers).await;
    };
    let mut response = Html(page).into_response();
    let vary = HeaderValue::from_static("accept-language, cookie");
    response.headers_mut().insert(header::VARY, vary);
    let caching = HeaderValue::from_static("no-cache");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, caching);
    response
}

/// `GET /rules/figures/NAME.svg`: a picture in the pages of rules.
pub async fn figure(Path(name): Path<String>, headers: HeaderMap, request: Request) -> Response {
    let Some(svg) = rulebook::figure(&name) else {
        return client_files::serve(request.method().clone(), request.uri().clone(), headers).await;
    };
    let kind = HeaderValue::from_static("image/svg+xml");
    let caching = HeaderValue::from_static("no-cache");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, caching),
    ];
    (headers, svg).into_response()
}
