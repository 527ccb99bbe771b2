//! Default remedies in error answers, for authors of programs.

use capicu_protocol::ApiErrorCode;

/// Seconds after which to retry a request that failed for a temporary reason.
pub const AGAIN: u32 = 5;

/// The remedy for an error of this kind.
pub const fn remedy(code: ApiErrorCode) -> &'static str {
    match code {
        ApiErrorCode::Malformed => "send JSON as /api/openapi.json describes it",
        ApiErrorCode::TooLarge => "send at most 8192 bytes",
        ApiErrorCode::UnknownGame => "name a game of the list at /rules",
        ApiErrorCode::BadPlayers => "name a number of players that the game is for",
        ApiErrorCode::BadOptions => "change the options that the answer names",
        ApiErrorCode::BadSeats => "send one plan for each seat, and exactly one of them \"me\"",
        ApiErrorCode::BadName => {
            "send a name of 1 to 24 characters without control characters that no bot could have"
        }
        ApiErrorCode::BadGrace => "send a grace from 5 to 600 seconds",
        ApiErrorCode::Flood => "send fewer requests from one address, and this one again later",
        ApiErrorCode::ForeignOrigin => "ask from a page of this server, or without Origin",
        ApiErrorCode::NotFound => "check the address: there is nothing here, or it is not yours",
        ApiErrorCode::BadMethod => "use a method that /api/openapi.json has for this address",
        ApiErrorCode::NotSignedIn => "sign in first",
        ApiErrorCode::BadUsername => {
            "send a letter and 1 to 19 letters, digits, _ and -; some names are reserved"
        }
        ApiErrorCode::UsernameTaken => "choose a username that looks like nobody else's",
        ApiErrorCode::BadCode => "check the code; otherwise get another one",
        ApiErrorCode::NoPasskeys => "open the server by https and a name",
        ApiErrorCode::CeremonyOver => "begin again, and end within five minutes",
        ApiErrorCode::BadPasskey => "use a passkey of an account on this server",
        ApiErrorCode::PasskeyKnown => "use it, or add another one",
        ApiErrorCode::TooManyPasskeys => "remove a passkey first",
        ApiErrorCode::LastWayIn => "make recovery codes or another passkey first",
        ApiErrorCode::BadToken => "send Authorization: Bearer capi_… with a token from /me/bots",
        ApiErrorCode::TokenExpired => "the owner of the bot makes another at /me/bots",
        ApiErrorCode::OutOfScope => "use a token with the scope that this needs",
        ApiErrorCode::Blocked => "unblock the player first",
        ApiErrorCode::Full => "remove one first",
        ApiErrorCode::Paused => "wait until the pause ends: /lobby says when",
        ApiErrorCode::Banned => "ask an admin of this server",
        ApiErrorCode::Unavailable => "send the same again in a few seconds",
    }
}
