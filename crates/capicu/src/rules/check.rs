//! Which choices can be played together.

use alloc::vec::Vec;
use core::ops::Deref;

use super::errors::RulesErrors;
use super::{
    Bonus, CallSum, Calls, CapicuPays, Choices, Ends, Finish, GoingOut, KeyTile, Love, MatchCheck,
    NeedlessDraw, NoDouble, OneAll, Opener, Rounding, Score, Skunk, Spinner, Stakes, Teams,
};
use crate::{ByTeam, Seat, Team, Tile, TileSet};

/// Choices that can be played: checked once, so that the engine never meets a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules(Choices);

/// Why choices cannot be played. Each names the options that have to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum RulesError {
    /// More tiles are dealt than there are.
    #[error("hand: {needed} tiles would be dealt but the set has only {available}")]
    TooFewTiles {
        /// Players times hand.
        needed: u16,
        /// Tiles of the set that are not removed.
        available: u16,
    },
    /// A tile is removed that the set does not have.
    #[error("removed: {0} is not in the set")]
    RemovedUnknown(Tile),
    /// Partnerships need four players.
    #[error("teams: pairs need exactly four players")]
    PairsNeedFour,
    /// The tile or double that opens may sleep or does not exist.
    #[error("opener: it can happen that nobody ever holds the tile that opens")]
    NobodyCanOpen,
    /// So few doubles are allowed in a hand that fewer than one deal in twenty would do.
    #[error("doubles-redeal: with so low a limit hardly a deal would ever be accepted")]
    NoDealAccepted,
    /// Two options contradict each other.
    #[error("{}: {}", .0.option(), .0)]
    Contradiction(Clash),
}

impl RulesError {
    /// The option to look at first.
    pub const fn option(self) -> &'static str {
        match self {
            Self::TooFewTiles { .. } => "hand",
            Self::RemovedUnknown(_) => "removed",
            Self::PairsNeedFour => "teams",
            Self::NobodyCanOpen => "opener",
            Self::NoDealAccepted => "doubles-redeal",
            Self::Contradiction(clash) => clash.option(),
        }
    }
}

impl Rules {
    /// Checks the choices.
    ///
    /// # Errors
    ///
    /// Everything that contradicts itself, all at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::{Game, Rules};
    ///
    /// let cien = Game::by_id("cien").and_then(|game| game.choices(4)).unwrap();
    /// let rules = Rules::new(cien.with("target", "150")?)?;
    /// assert_eq!(rules.target.get(), 150);
    ///
    /// let errors = Rules::new(cien.with("score", "games")?).unwrap_err();
    /// assert_eq!(errors.first().option(), "score");
    /// assert_eq!(
    ///     errors.to_string(),
    ///     "score: premiums for games, capicu, chuchazo, passes or blocks need score = pips",
    /// );
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(choices: Choices) -> Result<Self, RulesErrors> {
        match RulesErrors::of(errors(&choices)) {
            None => Ok(Self(choices)),
            Some(errors) => Err(errors),
        }
    }

    /// The choices, to change some and check again.
    pub const fn choices(&self) -> Choices {
        self.0
    }

    /// How many sit at the table.
    pub const fn n_seats(&self) -> u8 {
        self.0.players.get() as u8
    }

    /// How many sides score.
    pub const fn n_teams(&self) -> u8 {
        match self.0.teams {
            Teams::Singles => self.n_seats(),
            Teams::Pairs => 2,
        }
    }

    /// The side a seat scores for.
    pub fn team(&self, seat: Seat) -> Team {
        Team::of(match self.0.teams {
            Teams::Singles => seat,
            Teams::Pairs => seat.parity(),
        })
    }

    /// The seats of a side, in the order of play.
    pub fn members(&self, team: Team) -> impl Iterator<Item = Seat> + use<> {
        let (rules, n) = (*self, self.n_seats());
        Seat::all(n).filter(move |&seat| rules.team(seat) == team)
    }

    /// The seat opposite, where partners play.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        (self.teams == Teams::Pairs).then(|| seat.offset(2, 4))
    }

    /// The tiles in play.
    pub fn tiles(&self) -> TileSet {
        self.0.set.tiles() - self.0.removed
    }

    /// Whether every tile is in the lower half of a [`TileSet`].
    #[inline]
    pub(crate) const fn is_small(&self) -> bool {
        self.0.set.highest().value() <= TileSet::LOW_PIP
    }

    /// Whether a score may stand: one that passes a target which has to be met exactly may not, and
    /// what would lead to it counts for nothing (T2, J9).
    pub(crate) fn admits(&self, score: u16) -> bool {
        self.finish == Finish::AtLeast || score <= self.target.get()
    }

    /// Whether points are written down for a tile on which everybody else passes.
    pub(crate) fn pays_if_all_pass(&self) -> bool {
        self.board_pass.get() > 0 || self.pase_corrido.get() > 0
    }

    /// Sums seat values by side.
    pub(crate) fn team_sums(&self, value: impl Fn(Seat) -> u16) -> ByTeam<u16> {
        let mut sums = ByTeam::new(self.n_teams());
        for seat in Seat::all(self.n_seats()) {
            sums[self.team(seat)] += value(seat);
        }
        sums
    }
}

impl Deref for Rules {
    type Target = Choices;
    fn deref(&self) -> &Choices {
        &self.0
    }
}

fn errors(choices: &Choices) -> Vec<RulesError> {
    let mut errors = Vec::new();
    let c = choices;
    let tiles = c.set.tiles();
    for tile in c.removed - tiles {
        errors.push(RulesError::RemovedUnknown(tile));
    }
    let in_play = tiles - c.removed;
    let dealt = c.players.get() * c.hand.get();
    let available = in_play.len() as u16;
    if dealt > available {
        errors.push(RulesError::TooFewTiles {
            needed: dealt,
            available,
        });
    }
    if c.teams == Teams::Pairs && c.players.get() != 4 {
        errors.push(RulesError::PairsNeedFour);
    }
    let doubles = in_play & TileSet::DOUBLES;
    let can_open = match c.opener {
        Opener::HighestDouble => !doubles.is_empty(),
        Opener::DoubleBlank => in_play.contains(Tile::DOUBLE_BLANK) && dealt >= available,
        Opener::DrawForSet | Opener::FirstSeat => true,
    };
    if !can_open {
        errors.push(RulesError::NobodyCanOpen);
    }
    if dealt <= available && accepted(c, in_play.len(), doubles.len()) < FEWEST_ACCEPTED {
        errors.push(RulesError::NoDealAccepted);
    }
    let clashing = Clash::ALL.iter().filter(|clash| clash.holds(c));
    errors.extend(clashing.map(|clash| RulesError::Contradiction(*clash)));
    errors
}

/// The least share of deals that has to be accepted: a table is not to shuffle for ever.
const FEWEST_ACCEPTED: f64 = 1.0 / 20.0;

/// The share of deals of so many tiles, so many of them doubles, that are not thrown in for their doubles.
fn accepted(c: &Choices, tiles: usize, doubles: usize) -> f64 {
    let limit = usize::from(c.doubles_redeal.get());
    let hand = usize::from(c.hand.get());
    let most = if limit == 0 { doubles } else { limit - 1 };
    // How likely it is that hands so far were accepted and took so many doubles together.
    let mut taken = alloc::vec![0.0; doubles + 1];
    taken[0] = 1.0;
    for seat in 0..usize::from(c.players.get()) {
        let mut next = alloc::vec![0.0; doubles + 1];
        for (before, chance) in taken
            .iter()
            .enumerate()
            .filter(|(_, chance)| **chance > 0.0)
        {
            let left = tiles - seat * hand;
            for (own, share) in doubles_of(hand, left, doubles - before)
                .into_iter()
                .enumerate()
            {
                if own <= most && before + own <= doubles {
                    next[before + own] += chance * share;
                }
            }
        }
        taken = next;
    }
    // Where a double opens and nobody drew one, the deal is thrown in as well.
    let none = c.opener == Opener::HighestDouble && c.no_double == NoDouble::Redeal;
    taken.iter().skip(usize::from(none)).sum()
}

/// How likely a hand of so many tiles has none, one, two, ... of so many doubles, drawn from so many tiles.
fn doubles_of(hand: usize, tiles: usize, doubles: usize) -> Vec<f64> {
    let mut chances = alloc::vec![0.0; hand + 1];
    chances[0] = 1.0;
    for drawn in 0..hand {
        let left = (tiles - drawn) as f64;
        for own in (0..=drawn).rev() {
            let double = doubles.saturating_sub(own) as f64 / left;
            let chance = chances[own];
            chances[own + 1] += chance * double;
            chances[own] = chance * (1.0 - double);
        }
    }
    chances
}

/// Choices that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Clash {
    /// Both partners can only go out where there are partners (teams = pairs).
    #[error("both partners can only go out where there are partners (teams = pairs)")]
    PartnersGoOut,
    /// Scores are only wiped out where games are counted (score = games).
    #[error("scores are only wiped out where games are counted (score = games)")]
    LoveNeedsGames,
    /// A play-off needs two sides and love = any-other.
    #[error("a play-off needs two sides and love = any-other")]
    PlayOffNeedsLove,
    /// Ties only raise the stake where games are counted (score = games).
    #[error("ties only raise the stake where games are counted (score = games)")]
    StakesNeedGames,
    /// A rising stake needs two sides, one of which leads.
    #[error("a rising stake needs two sides, one of which leads")]
    StakesNeedTwoSides,
    /// The key tile belongs to games counted on a plain line (score = games, spinner = none).
    #[error(
        "the key tile belongs to games counted on a plain line (score = games, spinner = none)"
    )]
    KeyTileNeedsLine,
    /// An exact finish needs match-check = immediate: at the end of a round it might never end.
    #[error(
        "an exact finish needs match-check = immediate: at the end of a round it might never end"
    )]
    ExactNeedsImmediate,
    /// Penalties cannot be held to an exact number.
    #[error("penalties cannot be held to an exact number")]
    ExactNoPenalties,
    /// There is nothing to call where the ends do not score.
    #[error("there is nothing to call where the ends do not score")]
    NothingToCall,
    /// Nobody names points that are written down by themselves.
    #[error("nobody names points that are written down by themselves (calls = automatic)")]
    OwnSumsNeedCalls,
    /// A wrong call needs callers who name the points (call-sum = own).
    #[error("a call can be wrong only where callers name the points (call-sum = own)")]
    WrongCallNeedsOwnSums,
    /// Ends only score where pips are won (score = pips).
    #[error("ends only score where pips are won (score = pips)")]
    EndsNeedPips,
    /// Premiums for games, capicu, chuchazo, passes or blocks need score = pips.
    #[error("premiums for games, capicu, chuchazo, passes or blocks need score = pips")]
    PremiumsNeedPips,
    /// Three-passes and board-pass are penalties (score = penalties).
    #[error("three-passes and board-pass are penalties (score = penalties)")]
    FinesArePenalties,
    /// Where scores can be wiped out, a false play gives games only to a single other side.
    #[error(
        "where scores can be wiped out (love), a false play has a price only between two sides"
    )]
    FalsePlayNeedsTwoSides,
    /// More than one pip a point means five, with rounding and with ends in fives or off.
    #[error("more than one pip a point means five, with rounding and with ends in fives or off")]
    PipsPerPoint,
    /// The corner must come before the target.
    #[error("the corner must come before the target")]
    SkunkLine,
    /// A skunk belongs to a race for points (score = pips).
    #[error("a skunk belongs to a race for points (score = pips)")]
    SkunkNeedsPips,
    /// Points can only be withheld where pips are won (score = pips).
    #[error("points can only be withheld where pips are won (score = pips)")]
    WithheldNeedsPips,
}

impl Clash {
    /// Every one.
    pub const ALL: &'static [Self] = &[
        Self::PartnersGoOut,
        Self::LoveNeedsGames,
        Self::PlayOffNeedsLove,
        Self::StakesNeedGames,
        Self::StakesNeedTwoSides,
        Self::KeyTileNeedsLine,
        Self::ExactNeedsImmediate,
        Self::ExactNoPenalties,
        Self::NothingToCall,
        Self::OwnSumsNeedCalls,
        Self::WrongCallNeedsOwnSums,
        Self::EndsNeedPips,
        Self::PremiumsNeedPips,
        Self::FinesArePenalties,
        Self::FalsePlayNeedsTwoSides,
        Self::PipsPerPoint,
        Self::SkunkLine,
        Self::SkunkNeedsPips,
        Self::WithheldNeedsPips,
    ];

    /// The option to look at first.
    pub const fn option(self) -> &'static str {
        match self {
            Self::PartnersGoOut => "going-out",
            Self::LoveNeedsGames => "love",
            Self::PlayOffNeedsLove => "one-all",
            Self::StakesNeedGames | Self::StakesNeedTwoSides => "stakes",
            Self::KeyTileNeedsLine => "key-tile",
            Self::ExactNeedsImmediate | Self::ExactNoPenalties => "finish",
            Self::NothingToCall => "calls",
            Self::OwnSumsNeedCalls => "call-sum",
            Self::WrongCallNeedsOwnSums => "wrong-call",
            Self::EndsNeedPips => "ends",
            Self::PremiumsNeedPips | Self::FinesArePenalties => "score",
            Self::FalsePlayNeedsTwoSides => "false-play",
            Self::PipsPerPoint => "pips-per-point",
            Self::SkunkLine => "skunk-line",
            Self::SkunkNeedsPips => "skunk",
            Self::WithheldNeedsPips => "needless-draw",
        }
    }

    fn holds(self, c: &Choices) -> bool {
        let penalties = c.score == Score::Penalties;
        let games = c.score == Score::Games;
        let bonus = |b: Bonus| b.get() > 0;
        match self {
            Self::PartnersGoOut => {
                c.going_out == GoingOut::BothPartners && c.teams == Teams::Singles
            }
            Self::LoveNeedsGames => c.love != Love::Off && !games,
            Self::PlayOffNeedsLove => {
                c.one_all != OneAll::Reset && (c.love != Love::AnyOther || teams(c) != 2)
            }
            Self::StakesNeedGames => c.stakes != Stakes::Off && !games,
            Self::StakesNeedTwoSides => c.stakes == Stakes::Rising && teams(c) != 2,
            Self::KeyTileNeedsLine => {
                c.key_tile != KeyTile::Off && (!games || c.spinner != Spinner::None)
            }
            Self::ExactNeedsImmediate => {
                c.finish == Finish::Exact && c.match_check == MatchCheck::EndOfRound
            }
            Self::ExactNoPenalties => c.finish == Finish::Exact && penalties,
            Self::NothingToCall => c.calls != Calls::Automatic && c.ends == Ends::Off,
            Self::OwnSumsNeedCalls => c.call_sum == CallSum::Own && c.calls == Calls::Automatic,
            Self::WrongCallNeedsOwnSums => bonus(c.wrong_call) && c.call_sum == CallSum::Told,
            Self::EndsNeedPips => c.ends != Ends::Off && c.score != Score::Pips,
            Self::PremiumsNeedPips => {
                let doubles = c.capicu_pays == CapicuPays::Doubles;
                c.score != Score::Pips && (doubles || premiums(c).any(bonus))
            }
            Self::FinesArePenalties => !penalties && (bonus(c.three_passes) || bonus(c.board_pass)),
            Self::FalsePlayNeedsTwoSides => {
                c.love != Love::Off && teams(c) != 2 && bonus(c.false_play)
            }
            Self::PipsPerPoint => {
                c.pips_per_point.get() > 1
                    && (c.pips_per_point.get() != 5
                        || c.rounding == Rounding::Exact
                        || !matches!(c.ends, Ends::Off | Ends::Fives))
            }
            Self::SkunkLine => c.skunk != Skunk::Off && c.skunk_line.get() >= c.target.get(),
            Self::SkunkNeedsPips => c.skunk != Skunk::Off && c.score != Score::Pips,
            Self::WithheldNeedsPips => {
                c.needless_draw != NeedlessDraw::VoidsRound && c.score != Score::Pips
            }
        }
    }
}

/// The premiums of a race for points, 0 for those that are not paid.
fn premiums(c: &Choices) -> impl Iterator<Item = Bonus> {
    let numbered = [c.first_game, c.second_game, c.third_game, c.fourth_game];
    numbered.into_iter().chain(lasting_premiums(c))
}

/// The premiums that every round of a match can pay.
pub(super) fn lasting_premiums(c: &Choices) -> impl Iterator<Item = Bonus> {
    let capicu = match c.capicu_pays {
        CapicuPays::Points => Some(c.capicu),
        CapicuPays::Doubles => None,
    };
    let others = [
        c.chuchazo,
        c.paso,
        c.pase_corrido,
        c.pase_de_salida,
        c.block_bonus,
    ];
    others.into_iter().chain(capicu)
}

fn teams(c: &Choices) -> u16 {
    if c.teams == Teams::Pairs {
        2
    } else {
        c.players.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn choices(changes: &[(&str, &str)]) -> Choices {
        let mut choices = Game::by_id("draw").unwrap().choices(2).unwrap();
        choices.set("opener", "first-seat").unwrap();
        for (option, value) in changes {
            choices.set(option, value).unwrap();
        }
        choices
    }

    #[test]
    fn the_share_of_deals_that_is_accepted_is_counted() {
        // Of 28 tiles 7 are doubles: the first hand of one tile has none in 21 of 28 deals, the second
        // then in 20 of 27.
        let c = choices(&[("hand", "1"), ("doubles-redeal", "1")]);
        let share = accepted(&c, 28, 7);
        assert!(
            (share - 21.0 * 20.0 / (28.0 * 27.0)).abs() < 1e-12,
            "{share}"
        );
        // Two hands of two, at most one double each: both none, one of both, or one each, of all
        // 28 * 27 / 2 * 26 * 25 / 2 pairs of hands.
        let c = choices(&[("hand", "2"), ("doubles-redeal", "2")]);
        let pairs = 210.0 * 171.0 + 210.0 * 19.0 * 7.0 + 147.0 * 190.0 + 147.0 * 20.0 * 6.0;
        let all = 378.0 * 325.0;
        let share = accepted(&c, 28, 7);
        assert!((share - pairs / all).abs() < 1e-12, "{share}");
        // No limit at all; but where a double opens, somebody has to have one.
        assert!((accepted(&choices(&[]), 28, 7) - 1.0).abs() < 1e-12);
        let opened = [("hand", "1"), ("opener", "highest-double")];
        let none = 21.0 * 20.0 / (28.0 * 27.0);
        assert!((accepted(&choices(&opened), 28, 7) + none - 1.0).abs() < 1e-12);
    }

    #[test]
    fn rules_under_which_nearly_every_deal_is_thrown_in_are_refused() {
        let refused = |changes: &[(&str, &str)]| {
            let found = Rules::new(choices(changes)).err();
            found.is_some_and(|found| found.as_slice().contains(&RulesError::NoDealAccepted))
        };
        // 39 of 91 tiles each, and not a double in either hand: one deal in C(91, 13).
        let never = [
            ("set", "double-twelve"),
            ("hand", "39"),
            ("doubles-redeal", "1"),
        ];
        assert!(refused(&never));
        assert!(
            refused(&[("hand", "14"), ("doubles-redeal", "3")]),
            "7 doubles in two hands"
        );
        // What tables play: five doubles in a hand.
        assert!(!refused(&[("doubles-redeal", "5")]));
        assert!(!refused(&[("doubles-redeal", "4")]));
    }
}
