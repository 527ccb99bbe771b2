//! The reason why the server refuses a request.

use capicu_protocol::{ApiError, ApiErrorCode, OptionProblem, ParseIdError, WireError};
use capicu_store::clubs::ClubError;
use capicu_store::{ConductError, PeopleError, PuzzleError, TieError, Unavailable};
use capicu_table::PlanError;

/// A refusal with a code of the API, and optional details for developers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The error that the client receives.
    pub sent: ApiError,
    /// Seconds to wait before the same request, if known.
    pub retry: Option<u32>,
}

impl Error {
    /// A refusal of this kind.
    pub const fn new(code: ApiErrorCode) -> Self {
        Self {
            sent: ApiError {
                code,
                options: Vec::new(),
                detail: None,
            },
            retry: None,
        }
    }

    pub const fn code(&self) -> ApiErrorCode {
        self.sent.code
    }

    /// Adds details for developers.
    pub fn detail(mut self, detail: String) -> Self {
        self.sent.detail = Some(detail);
        self
    }

    /// Adds the seconds after which the same request may succeed.
    pub const fn retry_after(mut self, seconds: u32) -> Self {
        self.retry = Some(seconds);
        self
    }
}

impl From<ApiErrorCode> for Error {
    fn from(code: ApiErrorCode) -> Self {
        Self::new(code)
    }
}

impl From<ParseIdError> for Error {
    fn from(_: ParseIdError) -> Self {
        Self::new(ApiErrorCode::NotFound)
    }
}

impl From<Unavailable> for Error {
    fn from(_: Unavailable) -> Self {
        Self::new(ApiErrorCode::Unavailable)
    }
}

impl From<PeopleError> for Error {
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

impl From<TieError> for Error {
    fn from(error: TieError) -> Self {
        Self::new(match error {
            TieError::Unknown => ApiErrorCode::NotFound,
            TieError::Blocked => ApiErrorCode::Blocked,
            TieError::Full => ApiErrorCode::Full,
            TieError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

impl From<ClubError> for Error {
    fn from(error: ClubError) -> Self {
        Self::new(match error {
            ClubError::Unknown | ClubError::Conflict => ApiErrorCode::NotFound,
            ClubError::Taken => ApiErrorCode::UsernameTaken,
            ClubError::Full => ApiErrorCode::Full,
            ClubError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

impl From<ConductError> for Error {
    fn from(error: ConductError) -> Self {
        Self::new(match error {
            ConductError::Unknown | ConductError::Again => ApiErrorCode::NotFound,
            ConductError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

impl From<PuzzleError> for Error {
    fn from(error: PuzzleError) -> Self {
        Self::new(match error {
            PuzzleError::Unknown => ApiErrorCode::NotFound,
            PuzzleError::Taken | PuzzleError::Full => ApiErrorCode::Full,
            PuzzleError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

impl From<PlanError> for Error {
    fn from(error: PlanError) -> Self {
        let detail = error.to_string();
        let code = match error {
            PlanError::Rules(error) => return error.into(),
            PlanError::Seats => ApiErrorCode::BadSeats,
            PlanError::Name => ApiErrorCode::BadName,
            PlanError::Grace => ApiErrorCode::BadGrace,
        };
        Self::new(code).detail(detail)
    }
}

impl From<WireError> for Error {
    fn from(error: WireError) -> Self {
        let detail = error.to_string();
        let problem = |option: &str, detail: String| OptionProblem {
            option: option.to_owned(),
            detail,
        };
        let (code, options) = match error {
            WireError::UnknownGame(_) => (ApiErrorCode::UnknownGame, Vec::new()),
            WireError::Players { .. } => (ApiErrorCode::BadPlayers, Vec::new()),
            WireError::Option { option, why } => {
                let problem = problem(&option, why.to_string());
                (ApiErrorCode::BadOptions, vec![problem])
            }
            WireError::Rules(errors) => {
                let problems = errors.iter().map(|e| problem(e.option(), e.to_string()));
                (ApiErrorCode::BadOptions, problems.collect())
            }
            WireError::TooMany(_) | WireError::Places => (ApiErrorCode::Malformed, Vec::new()),
        };
        let mut error = Self::new(code).detail(detail);
        error.sent.options = options;
        error
    }
}
