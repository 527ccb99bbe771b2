//! Refused commands and closed connections in words for people.

use capicu::IllegalAction;
use capicu_i18n::Texts;
use capicu_protocol::{Closed, Illegal, Refusal};

/// Why the server refused a command.
pub fn refusal(texts: Texts, refusal: Refusal) -> String {
    match refusal {
        Refusal::Stale => texts.problem_stale(),
        Refusal::NotYourTurn => texts.problem_not_your_turn(),
        Refusal::Illegal(why) => texts.illegal(illegal(why)),
        Refusal::NotNow | Refusal::NotAway | Refusal::NothingToCall | Refusal::NotInHuddle => {
            texts.problem_stale()
        }
        Refusal::NotHost | Refusal::BadSeat | Refusal::BadToken => texts.problem_wrong_link(),
        Refusal::BadName => texts.problem_bad_name(),
        Refusal::TooOften => texts.problem_rate_limited(),
        Refusal::BadText => texts.talk_bad_text(),
        Refusal::MembersOnly => texts.talk_members_only(),
        Refusal::Muted => texts.talk_muted(),
        Refusal::Unavailable => texts.problem_storage(),
    }
}

fn illegal(why: Illegal) -> IllegalAction {
    match why {
        Illegal::RoundOver => IllegalAction::RoundOver,
        Illegal::NotYourTurn => IllegalAction::NotYourTurn,
        Illegal::NotHeld(tile) => IllegalAction::NotHeld(tile.0),
        Illegal::NothingLed => IllegalAction::NothingLed,
        Illegal::AlreadyLed => IllegalAction::AlreadyLed,
        Illegal::MustLead(tile) => IllegalAction::MustLead(tile.0),
        Illegal::MustLeadDouble => IllegalAction::MustLeadDouble,
        Illegal::DoesNotFit { tile, on } => IllegalAction::DoesNotFit {
            tile: tile.0,
            on: on.0,
        },
        Illegal::CanPlay => IllegalAction::CanPlay,
        Illegal::MustDraw => IllegalAction::MustDraw,
        Illegal::CannotDraw => IllegalAction::CannotDraw,
        Illegal::CannotHandOver => IllegalAction::CannotHandOver,
    }
}

/// Why the connection was closed and stays closed.
pub fn closed(texts: Texts, why: Closed) -> String {
    match why {
        Closed::UnknownTable | Closed::Deleted => texts.problem_table_gone(),
        Closed::BadToken | Closed::NoOwnToken => texts.problem_wrong_link(),
        Closed::NotPublic | Closed::Queued => texts.watch_closed(),
        Closed::Left => texts.you_left(),
        Closed::Protocol => texts.problem_version(),
        Closed::TooLarge => texts.problem_too_large(),
        Closed::Malformed | Closed::Binary | Closed::Unexpected | Closed::NoHello => {
            texts.problem_malformed()
        }
        Closed::Flood | Closed::TooSlow => texts.problem_rate_limited(),
        Closed::Stopping | Closed::Restarted => texts.problem_shutdown(),
        Closed::Unavailable => texts.problem_storage(),
    }
}
