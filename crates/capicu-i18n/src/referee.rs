//! Errors in records: events that cannot have happened. Tiles are written as in records.

use capicu::{DealError, IllegalAction, NotIrregular};

use crate::Texts;

impl Texts {
    /// The reason why a player's action was illegal.
    pub fn not_legal(&self, why: IllegalAction) -> String {
        match why {
            IllegalAction::RoundOver => self.not_legal_round_over(),
            IllegalAction::NotYourTurn => self.not_legal_not_your_turn(),
            IllegalAction::NotHeld(tile) => self.not_legal_not_held(&tile.to_string()),
            IllegalAction::NothingLed => self.not_legal_nothing_led(),
            IllegalAction::AlreadyLed => self.not_legal_already_led(),
            IllegalAction::MustLead(tile) => self.not_legal_must_lead(&tile.to_string()),
            IllegalAction::MustLeadDouble => self.not_legal_must_lead_double(),
            IllegalAction::DoesNotFit { tile, on } => {
                self.not_legal_does_not_fit(&tile.to_string(), &on.to_string())
            }
            IllegalAction::CanPlay => self.not_legal_can_play(),
            IllegalAction::MustDraw => self.not_legal_must_draw(),
            IllegalAction::CannotDraw => self.not_legal_cannot_draw(),
            IllegalAction::CannotHandOver => self.not_legal_cannot_hand_over(),
        }
    }

    /// The reason why an irregularity or a call cannot have happened.
    pub fn not_irregular(&self, why: NotIrregular) -> String {
        match why {
            NotIrregular::NotInPlay => self.not_irregular_not_in_play(),
            NotIrregular::CannotPlay => self.not_irregular_cannot_play(),
            NotIrregular::Fits { tile, on } => {
                self.not_irregular_fits(&tile.to_string(), &on.to_string())
            }
            NotIrregular::NotHeld(tile) => self.not_irregular_not_held(&tile.to_string()),
            NotIrregular::NoPlace { tile, on } => {
                self.not_irregular_no_place(&tile.to_string(), &on.to_string())
            }
            NotIrregular::MayDraw => self.not_irregular_may_draw(),
            NotIrregular::CannotDraw => self.not_irregular_cannot_draw(),
            NotIrregular::NotSlow => self.not_irregular_not_slow(),
            NotIrregular::RightNumber => self.not_irregular_right_number(),
            NotIrregular::NotExposed(tile) => self.not_irregular_not_exposed(&tile.to_string()),
            NotIrregular::NothingToCall => self.not_irregular_nothing_to_call(),
            NotIrregular::Named => self.not_irregular_named(),
            NotIrregular::Silent => self.not_irregular_silent(),
        }
    }

    /// The reason why tiles are not a deal; `seat` names the seat with the wrong number of tiles.
    pub fn not_a_deal(&self, why: DealError, seat: impl Fn(capicu::Seat) -> String) -> String {
        match why {
            DealError::Twice(tile) => self.no_deal_twice(&tile.to_string()),
            DealError::NotInGame(tile) => self.no_deal_not_in_game(&tile.to_string()),
            DealError::Missing(tile) => self.no_deal_missing(&tile.to_string()),
            DealError::HandSize {
                seat: at,
                held,
                hand,
            } => self.no_deal_hand_size(&seat(at), held, hand),
            DealError::Seats { hands, seats } => self.no_deal_seats(hands, seats),
        }
    }
}
