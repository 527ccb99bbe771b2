//! What a program that watches the server asks.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::{ApiErrorCode, Health, VERSION};

use super::Site;
use super::api::Failure;
use crate::health::Trouble;

/// `GET /api/health`: 503 with the reason while the server cannot do its work.
pub async fn tell(State(site): State<Site>) -> Response {
    answer(site.health.trouble())
}

fn answer(trouble: Option<Trouble>) -> Response {
    match trouble {
        None => Json(Health {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: VERSION,
        })
        .into_response(),
        Some(trouble) => {
            let failure = Failure::new(ApiErrorCode::Unavailable);
            failure.detail(trouble.reason().to_owned()).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::http::StatusCode;
    use capicu_protocol::{ApiError, decode};

    use super::*;

    #[tokio::test]
    async fn a_server_that_cannot_write_says_so() {
        assert_eq!(answer(None).status(), StatusCode::OK);
        let response = answer(Some(Trouble::CannotWrite));
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = to_bytes(response.into_body(), 1000).await.unwrap();
        let error: ApiError = decode(std::str::from_utf8(&body).unwrap()).unwrap();
        assert_eq!(error.code, ApiErrorCode::Unavailable);
        let why = error.detail.as_deref();
        assert_eq!(why, Some("the data folder cannot be written"));
    }
}
