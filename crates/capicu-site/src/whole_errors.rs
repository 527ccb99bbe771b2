//! Errors of the API that something other than a handler answers, such as a path that is no UTF-8.

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::ApiErrorCode;

use crate::Failure;

/// The longest text that becomes a detail, in bytes.
const LONGEST: usize = 1024;

/// Gives every error under `/api` a code and a detail, wherever it arose.
pub async fn whole(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let response = next.run(request).await;
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_api || !is_error || is_json(response.headers()) {
        return response;
    }
    let failure = Failure::new(match status {
        StatusCode::PAYLOAD_TOO_LARGE => ApiErrorCode::TooLarge,
        StatusCode::NOT_FOUND => ApiErrorCode::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ApiErrorCode::BadMethod,
        StatusCode::TOO_MANY_REQUESTS => ApiErrorCode::Flood,
        _ if status.is_server_error() => ApiErrorCode::Unavailable,
        _ => ApiErrorCode::Malformed,
    });
    let said = to_bytes(response.into_body(), LONGEST).await;
    let said = said.unwrap_or_default();
    let failure = match std::str::from_utf8(&said).unwrap_or_default().trim() {
        _ if status == StatusCode::REQUEST_TIMEOUT => {
            failure.detail("the body did not arrive in time: send it at once".to_owned())
        }
        "" => failure,
        said => failure.detail(said.to_owned()),
    };
    let mut whole = failure.into_response();
    *whole.status_mut() = status;
    whole
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}
