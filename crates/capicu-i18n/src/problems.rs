use std::io;

use capicu::IllegalAction;
use capicu::rules::{Clash, OptionError, RulesError};

use crate::Texts;

impl Texts {
    /// The reason why an action is illegal.
    pub fn illegal(&self, why: IllegalAction) -> String {
        match why {
            IllegalAction::RoundOver => self.illegal_round_over(),
            IllegalAction::NotYourTurn => self.problem_not_your_turn(),
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

    /// The reason why choices exclude each other.
    pub fn rules_error(&self, why: RulesError) -> String {
        self.unplayable(why)
            .unwrap_or_else(|clash| self.clash(clash))
    }

    /// Why choices cannot be played together.
    ///
    /// # Errors
    ///
    /// Two options contradict each other. A browser fetches [these texts](Self::clashes).
    pub fn unplayable(&self, why: RulesError) -> Result<String, Clash> {
        Ok(match why {
            RulesError::TooFewTiles { needed, available } => {
                self.rules_too_few_tiles(needed, available)
            }
            RulesError::RemovedUnknown(tile) => self.rules_removed_unknown(&self.tile(tile)),
            RulesError::PairsNeedFour => self.rules_pairs_need_four(),
            RulesError::NobodyCanOpen => self.rules_nobody_can_open(),
            RulesError::NoDealAccepted(_) => self.rules_no_deal_accepted(),
            RulesError::Contradiction(clash) => return Err(clash),
        })
    }

    /// All texts on options that contradict each other: `clash-` and the [name](Clash::name) of each.
    pub fn clashes(&self) -> impl Iterator<Item = (String, String)> + use<> {
        let texts = *self;
        let all = Clash::ALL.iter();
        all.map(move |clash| (format!("clash-{}", clash.name()), texts.clash(*clash)))
    }

    /// Like [`rules_error`](Self::rules_error), for use within a sentence after the option concerned.
    pub fn rules_problem(&self, why: RulesError) -> String {
        let sentence = self.rules_error(why);
        let mut why_not = sentence.trim_end_matches('.').chars();
        let first = why_not.next().map(char::to_lowercase);
        let why_not: String = first.into_iter().flatten().chain(why_not).collect();
        self.at_option(why.option(), &why_not)
    }

    /// The reason why an option refuses a value.
    pub fn option_error(&self, why: OptionError) -> String {
        match why {
            OptionError::UnknownWord(words) => self.file_one_of(&words.join(", ")),
            OptionError::OutOfRange { min, max } => self.file_from_to(min, max),
            OptionError::Tiles(_) | OptionError::UnknownOption => self.file_tiles(),
        }
    }

    /// The reason why a file, pipe or program failed. Rare errors keep the system's own words.
    pub fn io_error(&self, error: &io::Error) -> String {
        match error.kind() {
            io::ErrorKind::PermissionDenied => self.io_denied(),
            io::ErrorKind::IsADirectory => self.io_is_a_folder(),
            io::ErrorKind::NotADirectory => self.io_no_folder(),
            io::ErrorKind::StorageFull => self.io_full(),
            io::ErrorKind::ReadOnlyFilesystem => self.io_read_only(),
            io::ErrorKind::AddrNotAvailable => self.io_no_address(),
            _ => {
                let told = error.to_string();
                let words = told.split_once(" (os error ");
                words.map_or_else(|| told.clone(), |(words, _)| words.to_owned())
            }
        }
    }

    fn clash(&self, clash: Clash) -> String {
        match clash {
            Clash::PartnersGoOut => self.clash_partners_go_out(),
            Clash::LoveNeedsGames => self.clash_love_needs_games(),
            Clash::PlayOffNeedsLove => self.clash_play_off_needs_love(),
            Clash::StakesNeedGames => self.clash_stakes_need_games(),
            Clash::StakesNeedTwoSides => self.clash_stakes_need_two_sides(),
            Clash::KeyTileNeedsLine => self.clash_key_tile_needs_line(),
            Clash::PricesNeedGames => self.clash_prices_need_games(),
            Clash::NobodyPaid => self.clash_nobody_paid(),
            Clash::BlockFineNeedsGames => self.clash_block_fine_needs_games(),
            Clash::LoveNeedsPrices => self.clash_love_needs_prices(),
            Clash::ExactNeedsImmediate => self.clash_exact_needs_immediate(),
            Clash::ExactNoPenalties => self.clash_exact_no_penalties(),
            Clash::NothingToCall => self.clash_nothing_to_call(),
            Clash::OwnSumsNeedCalls => self.clash_own_sums_need_calls(),
            Clash::WrongCallNeedsOwnSums => self.clash_wrong_call_needs_own_sums(),
            Clash::EndsNeedPips => self.clash_ends_need_pips(),
            Clash::PremiumsNeedPips => self.clash_premiums_need_pips(),
            Clash::FinesArePenalties => self.clash_fines_are_penalties(),
            Clash::FalsePlayNeedsTwoSides => self.clash_false_play_needs_two_sides(),
            Clash::PipsPerPoint => self.clash_pips_per_point(),
            Clash::BandsAlone => self.clash_bands_alone(),
            Clash::FirstBandAlone => self.clash_first_band_alone(),
            Clash::SkunkLine => self.clash_skunk_line(),
            Clash::SkunkNeedsPips => self.clash_skunk_needs_pips(),
            Clash::FirstScore => self.clash_first_score(),
            Clash::DoublesNeedPoints => self.clash_doubles_need_points(),
            Clash::DoublesRise => self.clash_doubles_rise(),
            Clash::WithheldNeedsPips => self.clash_withheld_needs_pips(),
            Clash::OwnTilesNeedEnd => self.clash_own_tiles_need_end(),
            Clash::TakenOffNeedsPoints => self.clash_taken_off_needs_points(),
            Clash::FoulNeedsTwoSides => self.clash_foul_needs_two_sides(),
            Clash::StakeNeedsDoubles => self.clash_stake_needs_doubles(),
            Clash::LighterNeedsPairs => self.clash_lighter_needs_pairs(),
            Clash::TiesNeedPairs => self.clash_ties_need_pairs(),
            Clash::HangedNeedsBlanks => self.clash_hanged_needs_blanks(),
            Clash::OutNeedsSingles => self.clash_out_needs_singles(),
            Clash::OutNeedsTarget => self.clash_out_needs_target(),
        }
    }
}
