//! Failures as responses.

use std::num::NonZeroU32;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use capicu_accounts::Error;
use capicu_protocol::ApiErrorCode;

use crate::limits::Limit;
use crate::remedy::{AGAIN, remedy};

/// An [`Error`] as a response. Every answer has a detail, and a time to retry if a retry helps.
#[derive(Debug)]
pub struct Failure(Error);

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl Failure {
    /// A failure of this kind.
    pub const fn new(code: ApiErrorCode) -> Self {
        Self(Error::new(code))
    }

    /// More than this limit allows from one address.
    pub fn too_often(limit: Limit) -> Self {
        let (burst, per_minute) = (limit.burst, limit.per_minute);
        let detail = format!(
            "one address may do this {burst} times at once and {per_minute} times a minute after that: wait, \
             then send the same again"
        );
        let error = Error::new(ApiErrorCode::Flood).detail(detail);
        Self(error.retry_after(60_u32.div_ceil(per_minute.get())))
    }

    /// More sockets and streams open from one address than this.
    pub fn too_many_open(most: NonZeroU32) -> Self {
        let detail = format!("one address may have {most} sockets and streams open: close one");
        Self::new(ApiErrorCode::Flood).detail(detail)
    }

    pub const fn code(&self) -> ApiErrorCode {
        self.0.code()
    }

    /// Details for developers, if there are any.
    pub fn more(&self) -> Option<&str> {
        self.0.sent.detail.as_deref()
    }

    /// The names of the options to change.
    pub fn options(&self) -> impl Iterator<Item = &str> {
        self.0
            .sent
            .options
            .iter()
            .map(|problem| problem.option.as_str())
    }

    /// Adds details for developers.
    pub fn detail(self, detail: String) -> Self {
        Self(self.0.detail(detail))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Error {
            sent: mut error,
            retry,
        } = self.0;
        let code = error.code;
        let status = match code {
            ApiErrorCode::Malformed => StatusCode::BAD_REQUEST,
            ApiErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ApiErrorCode::UnknownGame
            | ApiErrorCode::BadPlayers
            | ApiErrorCode::BadOptions
            | ApiErrorCode::BadSeats
            | ApiErrorCode::BadName
            | ApiErrorCode::BadGrace
            | ApiErrorCode::BadUsername => StatusCode::UNPROCESSABLE_ENTITY,
            ApiErrorCode::Flood => StatusCode::TOO_MANY_REQUESTS,
            ApiErrorCode::NotSignedIn | ApiErrorCode::BadToken | ApiErrorCode::TokenExpired => {
                StatusCode::UNAUTHORIZED
            }
            ApiErrorCode::UsernameTaken
            | ApiErrorCode::Blocked
            | ApiErrorCode::Full
            | ApiErrorCode::NoPasskeys
            | ApiErrorCode::PasskeyKnown
            | ApiErrorCode::TooManyPasskeys
            | ApiErrorCode::LastWayIn => StatusCode::CONFLICT,
            ApiErrorCode::ForeignOrigin
            | ApiErrorCode::BadCode
            | ApiErrorCode::CeremonyOver
            | ApiErrorCode::BadPasskey
            | ApiErrorCode::OutOfScope
            | ApiErrorCode::Paused
            | ApiErrorCode::Banned => StatusCode::FORBIDDEN,
            ApiErrorCode::NotFound => StatusCode::NOT_FOUND,
            ApiErrorCode::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            ApiErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        error.detail.get_or_insert_with(|| remedy(code).to_owned());
        let answer = (status, Json(error));
        match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                let seconds = retry.unwrap_or(AGAIN).to_string();
                ([(header::RETRY_AFTER, seconds)], answer).into_response()
            }
            _ => answer.into_response(),
        }
    }
}
