//! Why a table was not made, in words for people.

use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;

use crate::option_texts::OptionTexts;
use crate::session::CreateError;

pub fn create(texts: Texts, error: &CreateError, options: OptionTexts) -> String {
    let CreateError::Refused(error) = error else {
        return texts.offline();
    };
    match error.code {
        ApiErrorCode::UnknownGame | ApiErrorCode::BadPlayers => texts.problem_unknown_game(),
        ApiErrorCode::BadOptions => {
            let problems = error.options.iter();
            let labels = problems.map(|problem| options.label(&problem.option));
            texts.problem_bad_rules(&texts.list(&labels.collect::<Vec<_>>()))
        }
        ApiErrorCode::BadName => texts.problem_bad_name(),
        ApiErrorCode::Flood => texts.problem_rate_limited(),
        ApiErrorCode::ForeignOrigin => texts.problem_origin(),
        ApiErrorCode::TooLarge => texts.problem_too_large(),
        ApiErrorCode::Unavailable => texts.problem_storage(),
        ApiErrorCode::Malformed
        | ApiErrorCode::BadGrace
        | ApiErrorCode::BadSeats
        | ApiErrorCode::NotFound
        | ApiErrorCode::NotSignedIn
        | ApiErrorCode::BadUsername
        | ApiErrorCode::UsernameTaken
        | ApiErrorCode::BadCode
        | ApiErrorCode::NoPasskeys
        | ApiErrorCode::CeremonyOver
        | ApiErrorCode::BadPasskey
        | ApiErrorCode::PasskeyKnown
        | ApiErrorCode::TooManyPasskeys
        | ApiErrorCode::LastWayIn
        | ApiErrorCode::BadToken
        | ApiErrorCode::TokenExpired
        | ApiErrorCode::OutOfScope
        | ApiErrorCode::Blocked
        | ApiErrorCode::Full
        | ApiErrorCode::Paused
        | ApiErrorCode::Banned
        | ApiErrorCode::BadMethod => texts.problem_malformed(),
    }
}
