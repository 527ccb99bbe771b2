//! A score sheet that several phones of one table write together.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::ApiErrorCode;
use serde::Deserialize;

use super::extract::{Ask, unkept};
use super::me::{origin, picture};
use crate::shared_sheets::{Refused, SheetId};
use crate::{Failure, What};

/// The number of lines that the phone knows, and its new lines.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Written {
    at: String,
    lines: String,
}

/// `GET /score/with/ID?at=NUMBER`: the lines after those that the phone knows.
pub async fn lines(Path(id): Path<String>, ask: Ask) -> Response {
    let now = ask.site.services().clock.now();
    let known = ask.form::<Written>().at.parse();
    let found = id.parse::<SheetId>().ok().zip(known.ok());
    let found = found.and_then(|(id, at)| ask.site.shared_sheets().since(&id, at, now));
    match found {
        Some(lines) => unkept(lines.join("\n").into_response()),
        None => unkept(StatusCode::NOT_FOUND.into_response()),
    }
}

/// `POST /score/with/ID`, with the `lines` that follow the first `at` ones. Lines at 0 make the sheet.
pub async fn write(Path(id): Path<String>, ask: Ask) -> Response {
    if let Err(failure) = ask.is_from_here() {
        return failure.into_response();
    }
    if !ask.site.allows(What::Sheet, ask.peer, &ask.headers) {
        return ask.site.too_often(What::Sheet).into_response();
    }
    if let Err(failure) = ask.read().await {
        return failure.into_response();
    }
    let form: Written = ask.form();
    let (Ok(id), Ok(at)) = (id.parse::<SheetId>(), form.at.parse()) else {
        return Failure::new(ApiErrorCode::Malformed).into_response();
    };
    let lines: Vec<&str> = form.lines.lines().collect();
    let now = ask.site.services().clock.now();
    match ask.site.shared_sheets().write(&id, at, &lines, now) {
        Ok(n) => n.to_string().into_response(),
        Err(Refused::Behind(lines)) => (StatusCode::CONFLICT, lines.join("\n")).into_response(),
        Err(Refused::Impossible(error)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).into_response()
        }
        Err(Refused::Gone) => StatusCode::NOT_FOUND.into_response(),
        Err(Refused::Long) => Failure::new(ApiErrorCode::TooLarge).into_response(),
        Err(Refused::Full) => Failure::new(ApiErrorCode::Unavailable).into_response(),
    }
}

/// `GET /score/with/ID/picture.svg`: the link for the other phone as a QR code.
pub async fn draw(Path(id): Path<String>, ask: Ask) -> Response {
    let link = |_| format!("{}/score#with={id}", origin(&ask));
    let drawn = id.parse::<SheetId>().ok().map(link);
    let Some(drawn) = drawn.and_then(|link| picture(&link)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    unkept((kind, drawn.into_string()).into_response())
}
