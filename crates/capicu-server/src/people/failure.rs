//! What can go wrong, in the words of the API.

use capicu_protocol::ApiErrorCode;
use capicu_store::clubs::ClubError;
use capicu_store::{ConductError, PeopleError, TieError, Unavailable};

use crate::http::Failure;

impl From<Unavailable> for Failure {
    fn from(_: Unavailable) -> Self {
        Self::new(ApiErrorCode::Unavailable)
    }
}

impl From<PeopleError> for Failure {
    fn from(error: PeopleError) -> Self {
        Self::new(match error {
            PeopleError::Taken => ApiErrorCode::UsernameTaken,
            PeopleError::PasskeyKnown => ApiErrorCode::PasskeyKnown,
            PeopleError::TooManyPasskeys => ApiErrorCode::TooManyPasskeys,
            PeopleError::TooManyBots => ApiErrorCode::Full,
            PeopleError::LastWayIn => ApiErrorCode::LastWayIn,
            PeopleError::Unknown => ApiErrorCode::NotFound,
            PeopleError::Banned(_) => ApiErrorCode::Banned,
            PeopleError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

impl From<TieError> for Failure {
    fn from(error: TieError) -> Self {
        Self::new(match error {
            TieError::Unknown => ApiErrorCode::NotFound,
            TieError::Blocked => ApiErrorCode::Blocked,
            TieError::Full => ApiErrorCode::Full,
            TieError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

impl From<ClubError> for Failure {
    fn from(error: ClubError) -> Self {
        Self::new(match error {
            ClubError::Unknown | ClubError::Conflict => ApiErrorCode::NotFound,
            ClubError::Taken => ApiErrorCode::UsernameTaken,
            ClubError::Full => ApiErrorCode::Full,
            ClubError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

impl From<ConductError> for Failure {
    fn from(error: ConductError) -> Self {
        Self::new(match error {
            ConductError::Unknown | ConductError::Again => ApiErrorCode::NotFound,
            ConductError::Failed => ApiErrorCode::Unavailable,
        })
    }
}
