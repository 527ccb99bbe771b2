use capicu::IllegalAction;
use capicu::rules::RulesError;

use crate::Texts;

impl Texts {
    /// Why an action cannot be played.
    pub fn illegal(&self, why: IllegalAction) -> String {
        match why {
            IllegalAction::RoundOver => self.illegal_round_over(),
            IllegalAction::NotHeld(tile) => self.illegal_not_held(&self.tile(tile)),
            IllegalAction::NothingLed => self.illegal_nothing_led(),
            IllegalAction::AlreadyLed => self.illegal_already_led(),
            IllegalAction::MustLead(tile) => self.illegal_must_lead(&self.tile(tile)),
            IllegalAction::MustLeadDouble => self.illegal_must_lead_double(),
            IllegalAction::DoesNotFit { tile, on } => {
                self.illegal_does_not_fit(&self.tile(tile), &self.tile(on))
            }
            IllegalAction::CanPlay => self.illegal_can_play(),
            IllegalAction::MustDraw => self.illegal_must_draw(),
            IllegalAction::CannotDraw => self.illegal_cannot_draw(),
            IllegalAction::CannotHandOver => self.illegal_cannot_hand_over(),
        }
    }

    /// Why choices cannot be played together.
    pub fn rules_error(&self, why: RulesError) -> String {
        match why {
            RulesError::TooFewTiles { needed, available } => {
                self.rules_too_few_tiles(needed, available)
            }
            RulesError::RemovedUnknown(tile) => self.rules_removed_unknown(&self.tile(tile)),
            RulesError::PairsNeedFour => self.rules_pairs_need_four(),
            RulesError::NobodyCanOpen => self.rules_nobody_can_open(),
            RulesError::NoDealAccepted => self.rules_no_deal_accepted(),
            RulesError::Contradiction(option, _) => {
                self.rules_contradiction(&self.option_label(option).unwrap_or_default())
            }
        }
    }
}
