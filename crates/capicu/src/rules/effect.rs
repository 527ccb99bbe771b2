//! The effect of each option in a game: decided once, for explanations, rule files and forms.

use super::check::premiums;
use super::{
    AfterDouble, Arms, AtTarget, BlockPenalties, BlockSeen, BlockTie, BlockWinner, BlockedOpener,
    Bonus, CallSum, CapicuPays, Choices, Cross, DeadChain, DoubleBlank, DoublePips, DoublesPay,
    Draw, DrawWhen, Ends, Exposed, FalsePlayEnds, FalsePlayPays, Finish, GoingOut, HandCount,
    KeyTile, LaterDouble, Lead, Love, NeedlessDraw, NextMatchOpener, NextOpener, OneAll, Opener,
    OutWinner, OwnTiles, PerOption, RoundPrice, Rounding, RoundingWay, Score, Skunk, Spinner,
    Stakes, Teams,
};
use crate::TileSet;

/// The effect of an option while all others keep their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No effect, whatever its value.
    None,
    /// No effect at its present value, such as a bonus of no points; another value would add something.
    Off,
    /// The value that people assume; newcomers still need to know it.
    Usual,
    /// A defining option of the game.
    On,
}

impl Effect {
    /// The effect of an option that makes a difference if `holds`.
    const fn wherever(holds: bool) -> Self {
        if holds { Self::On } else { Self::None }
    }

    /// The effect of an option that adds something at its present value (`adds`), or could at another (`could`).
    const fn adding(adds: bool, could: bool) -> Self {
        match (could, adds) {
            (false, _) => Self::None,
            (true, false) => Self::Off,
            (true, true) => Self::On,
        }
    }

    /// The effect of an option at its usual value, or not.
    const fn unless(usual: bool) -> Self {
        if usual { Self::Usual } else { Self::On }
    }

    /// Whether another value would change the game.
    pub const fn matters(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether explanations for newcomers include the option.
    pub const fn is_told(self) -> bool {
        matches!(self, Self::Usual | Self::On)
    }

    /// Whether a description must give the value where there is no game to start from.
    pub const fn is_due(self) -> bool {
        matches!(self, Self::On)
    }
}

impl Choices {
    /// The number of tiles that are not dealt.
    pub fn boneyard(&self) -> u16 {
        let tiles = self.set.tiles() - self.removed;
        (tiles.len() as u16).saturating_sub(self.players.get() * self.hand.get())
    }

    /// Whether tiles can ever be drawn.
    pub fn draws(&self) -> bool {
        self.draw != Draw::Never && self.boneyard() > self.reserve.get()
    }

    /// Whether a deal can leave every double in the boneyard.
    fn doubles_may_sleep(&self) -> bool {
        let doubles = (self.set.tiles() - self.removed) & TileSet::DOUBLES;
        usize::from(self.boneyard()) >= doubles.len()
    }

    /// The effect of each option in this game.
    pub fn effects(&self) -> PerOption<Effect> {
        let c = self;
        let is_on = |bonus: Bonus| bonus.get() > 0;
        let pairs = c.teams == Teams::Pairs;
        let games = c.score == Score::Games;
        let pips = c.score == Score::Pips;
        let penalties = c.score == Score::Penalties;
        let two_sides = pairs || c.players.get() == 2;
        let by_winner = c.next_opener == NextOpener::Winner;
        let by_tile = c.opener.is_named_by_tile();
        let doubles_led = c.lead == Lead::Double && c.next_opener != NextOpener::SameTest;
        let every = c.spinner == Spinner::Every;
        let cross = c.cross == Cross::First;
        let draws = c.draws();
        let void_blocks = penalties && c.block_penalties == BlockPenalties::Void;
        let never_won = void_blocks || c.block_winner == BlockWinner::Nobody;
        let broken = matches!(c.block_tie, BlockTie::SeatOrder | BlockTie::NearestToOpener);
        let lighter = c.out_winner == OutWinner::LightestTeam;
        let ties = never_won || !broken || c.block_limit.get() > 0 || lighter;
        let doubles_round = c.capicu_pays == CapicuPays::Doubles;
        let numbered = [c.first_game, c.second_game, c.third_game, c.fourth_game];
        let passes = is_on(c.paso) || is_on(c.first_paso);
        let in_play = [c.paso, c.first_paso, c.pase_corrido, c.pase_de_salida];
        let table = games && c.round_price == RoundPrice::Table;
        let rounds = pips && c.rounding != Rounding::Exact;
        let bands = c.band.get() > 0;
        let by_pips = c.hand_count == HandCount::Pips;
        let own_sums = c.call_sum == CallSum::Own;
        let out = c.at_target == AtTarget::PlayerOut;
        let bonuses = doubles_round || premiums(c).any(is_on);
        let premium = |bonus: Bonus| Effect::adding(is_on(bonus), pips);
        let fine = |bonus: Bonus| Effect::adding(is_on(bonus), penalties);
        PerOption {
            set: Effect::On,
            removed: Effect::adding(!c.removed.is_empty(), true),
            players: Effect::On,
            teams: Effect::On,
            hand: Effect::On,
            direction: Effect::wherever(c.players.get() > 2),
            opener: Effect::On,
            first_double: Effect::wherever(matches!(
                c.opener,
                Opener::LowestDouble | Opener::RoundDouble
            )),
            opening_lead: Effect::wherever(by_tile),
            no_double: Effect::wherever(c.opener.needs_double() && c.doubles_may_sleep()),
            doubles_redeal: Effect::adding(c.doubles_redeal.get() > 0, true),
            suit_redeal: Effect::adding(c.suit_redeal.get() > 0, true),
            doubles_score: Effect::adding(c.doubles_score.get() > 0, !penalties),
            doubles_pay: Effect::wherever(c.doubles_score.get() > 0 && c.stakes != Stakes::Off),
            doubles_points: Effect::wherever(
                c.doubles_score.get() > 0 && c.doubles_pay == DoublesPay::Points,
            ),
            doubles_win: Effect::adding(c.doubles_win.get() > 0, !penalties),
            doubles_opener: Effect::wherever(
                c.doubles_score.get() > 0 && c.next_opener != NextOpener::SameTest,
            ),
            set_tie: Effect::wherever(c.opener == Opener::DrawForSet),
            next_match_opener: match c.opener {
                Opener::DrawForSet => Effect::unless(c.next_match_opener == NextMatchOpener::Draw),
                _ => Effect::None,
            },
            next_opener: Effect::On,
            pose: Effect::wherever(by_winner && pairs),
            blocked_opener: Effect::adding(
                pairs
                    || matches!(
                        c.blocked_opener,
                        BlockedOpener::BlockerOrNext | BlockedOpener::Opener
                    ),
                by_winner,
            ),
            lightest_tie: Effect::wherever(
                by_winner && pairs && c.blocked_opener == BlockedOpener::Lightest,
            ),
            tie_opener: Effect::wherever(by_winner && c.stakes == Stakes::Off && ties),
            reset_opener: Effect::wherever(by_winner && c.love != Love::Off),
            lead: Effect::wherever(c.next_opener != NextOpener::SameTest),
            pose_pass: Effect::wherever(doubles_led),
            spinner: Effect::On,
            cross: Effect::adding(cross, true),
            sides: Effect::wherever(every || c.spinner == Spinner::First && !cross),
            later_double: Effect::adding(cross || c.later_double == LaterDouble::TwoPlaces, every),
            arms: Effect::adding(c.arms != Arms::Free, true),
            after_double: Effect::adding(c.after_double == AfterDouble::Again, true),
            draw: Effect::On,
            reserve: Effect::adding(c.reserve.get() > 0, c.draw != Draw::Never),
            draw_when: Effect::wherever(draws),
            dead_chain: Effect::adding(c.dead_chain == DeadChain::EndsRound, draws),
            block_seen: Effect::unless(c.block_seen == BlockSeen::AtOnce),
            going_out: Effect::unless(c.going_out == GoingOut::One),
            out_winner: Effect::adding(lighter, pips && pairs && c.going_out == GoingOut::One),
            block_winner: Effect::wherever(!void_blocks),
            block_tie: Effect::wherever(!never_won),
            ties_in_a_row: Effect::adding(
                c.ties_in_a_row.get() > 0,
                pairs && !penalties && !never_won && !broken,
            ),
            block_limit: Effect::adding(c.block_limit.get() > 0, !never_won),
            double_pips: match by_pips {
                true => Effect::unless(c.double_pips == DoublePips::BothHalves),
                false => Effect::None,
            },
            double_blank: Effect::adding(c.double_blank != DoubleBlank::Nothing, by_pips),
            double_blank_pips: Effect::wherever(by_pips && c.double_blank.is_priced()),
            highest_double_pips: Effect::adding(c.highest_double_pips.get() > 0, by_pips),
            hand_count: Effect::unless(by_pips),
            own_tiles: Effect::adding(c.own_tiles == OwnTiles::TakenOff, pips),
            score: Effect::On,
            out_count: Effect::wherever(pips),
            block_count: Effect::wherever(pips),
            rounding: Effect::adding(c.rounding != Rounding::Exact, pips),
            rounding_to: match rounds {
                true => Effect::unless(c.rounding_to.get() == 5),
                false => Effect::None,
            },
            rounding_way: match rounds {
                true => Effect::unless(c.rounding_way == RoundingWay::Nearest),
                false => Effect::None,
            },
            band: Effect::adding(bands, pips),
            first_band: Effect::adding(c.first_band.get() > 0, bands && pips),
            first_band_points: Effect::wherever(bands && pips),
            pips_per_point: Effect::adding(c.pips_per_point.get() > 1, pips),
            key_tile: Effect::adding(c.key_tile != KeyTile::Off, games),
            round_price: Effect::adding(table, games),
            price_out: Effect::wherever(table),
            price_double: Effect::wherever(table),
            price_both_ends: Effect::wherever(table),
            price_both_ends_double: Effect::wherever(table),
            price_own_block: Effect::wherever(table),
            price_lost_block: Effect::wherever(table),
            block_fine: Effect::adding(c.block_fine.get() > 0, games && c.love == Love::Off),
            stakes: Effect::adding(c.stakes != Stakes::Off, games),
            first_game: premium(c.first_game),
            second_game: premium(c.second_game),
            third_game: premium(c.third_game),
            fourth_game: premium(c.fourth_game),
            game_number: Effect::wherever(numbered.into_iter().any(is_on)),
            capicu: Effect::adding(is_on(c.capicu), pips && !doubles_round),
            capicu_when: Effect::wherever(table || is_on(c.capicu) || doubles_round),
            capicu_pays: Effect::adding(doubles_round, pips),
            chuchazo: premium(c.chuchazo),
            chuchazo_when: Effect::wherever(is_on(c.chuchazo)),
            paso: premium(c.paso),
            paso_when: Effect::wherever(passes && c.players.get() > 2),
            first_paso: premium(c.first_paso),
            first_paso_of: Effect::wherever(is_on(c.first_paso)),
            pase_corrido: premium(c.pase_corrido),
            pase_de_salida: premium(c.pase_de_salida),
            pase_de_salida_when: Effect::wherever(is_on(c.pase_de_salida)),
            double_out: premium(c.double_out),
            hanged_blank: premium(c.hanged_blank),
            blocker_bonus: premium(c.blocker_bonus),
            block_bonus: premium(c.block_bonus),
            bonus_below: Effect::adding(c.bonus_below.get() > 0, pips && bonuses),
            ends: Effect::adding(c.ends != Ends::Off, pips),
            ends_divisor: Effect::wherever(c.ends == Ends::Multiples),
            equal_ends: Effect::wherever(c.ends == Ends::Equal),
            equal_ends_double: Effect::wherever(c.ends == Ends::Equal),
            calls: Effect::wherever(c.ends != Ends::Off),
            call_sum: Effect::adding(own_sums, c.ends != Ends::Off),
            wrong_call: Effect::adding(is_on(c.wrong_call), own_sums),
            three_passes: fine(c.three_passes),
            board_pass: fine(c.board_pass),
            board_pass_block: Effect::wherever(is_on(c.board_pass)),
            pass_penalties: Effect::wherever(is_on(c.three_passes) && is_on(c.board_pass)),
            block_penalties: Effect::wherever(penalties),
            hand_penalties: Effect::wherever(penalties),
            target: Effect::On,
            at_target: Effect::adding(out, !pairs),
            players_left: Effect::wherever(out),
            match_rounds: Effect::adding(c.match_rounds.get() > 0, !out),
            first_score: Effect::adding(c.first_score.get() > 0, pips),
            finish: Effect::adding(c.finish == Finish::Exact, !penalties),
            match_check: Effect::wherever(
                !out && (penalties || c.ends != Ends::Off || in_play.into_iter().any(is_on)),
            ),
            love: Effect::adding(c.love != Love::Off, games),
            one_all: Effect::adding(
                c.one_all != OneAll::Reset,
                c.love == Love::AnyOther && two_sides,
            ),
            skunk: Effect::adding(c.skunk != Skunk::Off, pips),
            skunk_line: Effect::wherever(c.skunk != Skunk::Off),
            false_play: Effect::adding(is_on(c.false_play), true),
            false_play_pays: Effect::adding(
                c.false_play_pays == FalsePlayPays::TakenOff,
                !penalties && (is_on(c.false_play) || is_on(c.slow_play)),
            ),
            false_play_ends: Effect::adding(c.false_play_ends != FalsePlayEnds::Nothing, true),
            slow_play: Effect::adding(is_on(c.slow_play), true),
            slow_play_after: Effect::wherever(is_on(c.slow_play)),
            slow_play_times: Effect::wherever(is_on(c.slow_play)),
            needless_draw: match c.needless_draw {
                _ if !draws || c.draw_when == DrawWhen::AnyTime => Effect::None,
                NeedlessDraw::VoidsRound => Effect::Usual,
                NeedlessDraw::NoScore | NeedlessDraw::NoScoreInPlay => Effect::On,
            },
            exposed: Effect::unless(c.exposed == Exposed::PickedUp),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::Game;

    /// Lists the options of a changed game that have this effect.
    fn with(game: &str, changes: &[(&str, &str)], effect: Effect) -> Vec<&'static str> {
        let game = Game::by_id(game).unwrap();
        let mut choices = game.choices(game.players[0]).unwrap();
        for (option, value) in changes {
            choices.set(option, value).unwrap();
        }
        let effects = choices.effects();
        let names = Choices::OPTIONS.iter().map(|option| option.name);
        names
            .filter(|name| effects.get(name) == Some(effect))
            .collect()
    }

    #[test]
    fn bonus_is_off_until_it_is_set() {
        assert!(with("cien", &[], Effect::Off).contains(&"pase-corrido"));
        assert!(with("cien", &[("pase-corrido", "25")], Effect::On).contains(&"pase-corrido"));
        assert!(with("french", &[], Effect::None).contains(&"pase-corrido"));
        // The points of a capicú do not matter where a capicú doubles the round.
        let doubles = [("capicu-pays", "doubles"), ("capicu", "0")];
        assert!(with("cien", &doubles, Effect::None).contains(&"capicu"));
        assert!(with("cien", &doubles, Effect::On).contains(&"capicu-when"));
    }

    #[test]
    fn unknown_option_has_no_effect() {
        let choices = Game::by_id("block").unwrap().choices(4).unwrap();
        assert_eq!(choices.effects().get("kapicu"), None);
    }
}
