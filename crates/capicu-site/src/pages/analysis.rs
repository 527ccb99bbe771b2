//! Analysis of a finished match on the server, for slow devices.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_table_service::analyses::{Analysis, Refused};
use serde::Deserialize;
use tokio::time::timeout;

use crate::connection_limits::Admitted;
use crate::{Lines, QUIET, lines};
use crate::{Site, Unread, language, language_asked};

/// The longest request, in bytes: longer than any record that can be analyzed.
pub const LONGEST: usize = 1024 * 1024;

/// Seconds after which to retry when no place is free.
const AGAIN: u32 = 60;

/// The request for an analysis.
#[derive(Deserialize)]
pub struct Asked {
    record: String,
    seat: char,
    /// The numbers of the jobs that are done already.
    known: BTreeSet<usize>,
}

/// `GET /replay/analysis`: whether matches are analyzed here.
pub async fn offered(State(site): State<Site>) -> Json<bool> {
    Json(site.analyses().is_some())
}

/// `POST /replay/analysis`: streams one line for each job, and an empty line while there is nothing new. The stream
/// ends after the last job. Errors are texts.
pub async fn analyze(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    uri: Uri,
    headers: HeaderMap,
    body: Unread,
) -> Response {
    let texts = Texts::new(language(language_asked(&uri), &headers));
    let Some(analyses) = site.analyses() else {
        return (StatusCode::NOT_FOUND, texts.replay_server_off()).into_response();
    };
    if !site.is_from_here(&headers) {
        return (StatusCode::FORBIDDEN, texts.problem_sent_elsewhere()).into_response();
    }
    let busy = || {
        let again = [(header::RETRY_AFTER, AGAIN.to_string())];
        let status = StatusCode::SERVICE_UNAVAILABLE;
        (status, again, texts.replay_server_busy()).into_response()
    };
    let Some(admitted) = site.admit_socket(site.address(peer, &headers)) else {
        return busy();
    };
    let Ok(upload) = site.upload_turn(peer, &headers).await else {
        return busy();
    };
    let body = match body.bytes(LONGEST).await {
        Ok(body) => body,
        Err(failure) if failure.code() == ApiErrorCode::TooLarge => {
            return (StatusCode::PAYLOAD_TOO_LARGE, texts.problem_too_long()).into_response();
        }
        Err(failure) => return failure.into_response(),
    };
    let asked = match Json::<Asked>::from_bytes(&body) {
        Ok(Json(asked)) => asked,
        Err(error) => return error.into_response(),
    };
    drop((body, upload));
    let Asked {
        record,
        seat,
        known,
    } = asked;
    match analyses.begin(record, seat, known, texts).await {
        Ok(analysis) => {
            let (lines, answer) = lines();
            tokio::spawn(tell(site, analysis, lines, admitted));
            answer
        }
        Err(Refused::Full) => busy(),
        Err(Refused::Unfit(why)) => (StatusCode::UNPROCESSABLE_ENTITY, why).into_response(),
        Err(Refused::Failed) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Sends results until all are done, the client is gone or the server stops.
async fn tell(site: Site, mut analysis: Analysis, lines: Lines, _admitted: Admitted) {
    let mut stopping = site.stopping();
    tokio::select! {
        _ = tell_all(&mut analysis, &lines) => {}
        () = lines.gone() => {}
        _ = stopping.wait_for(|stops| *stops) => {}
    }
}

async fn tell_all(analysis: &mut Analysis, lines: &Lines) -> Option<Infallible> {
    loop {
        let mut next = pin!(analysis.next());
        let found = loop {
            match timeout(QUIET, &mut next).await {
                Ok(found) => break found?,
                Err(_) => lines.text("").await.ok()?,
            }
        };
        lines.message(&found).await.ok()?;
    }
}
