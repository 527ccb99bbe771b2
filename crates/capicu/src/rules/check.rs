//! Which choices can be played together.

use alloc::vec::Vec;
use core::ops::Deref;

use super::{
    BlockCount, Calls, Choices, Ends, Finish, GoingOut, KeyTile, Love, MatchCheck, NeedlessDraw,
    OneAll, Opener, OutCount, Rounding, Score, Skunk, Spinner, Stakes, Teams,
};
use crate::{ByTeam, Seat, Team, Tile, TileSet};

/// Choices that can be played: checked once, so that the engine never meets a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules(Choices);

/// Why choices cannot be played. Each names the options that have to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// So few doubles are allowed in a hand that no deal would do.
    #[error("doubles-redeal: with so low a limit no deal would ever be accepted")]
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
    pub fn new(choices: Choices) -> Result<Self, Vec<RulesError>> {
        let errors = errors(&choices);
        if errors.is_empty() {
            Ok(Self(choices))
        } else {
            Err(errors)
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

    /// The fewest points that a side can be given at once, where a match with a target that has to
    /// be met exactly can come to a point from which nobody meets it: every side may lack fewer
    /// points than that. `None` where every match can be won.
    pub fn can_lock(&self) -> Option<u16> {
        if self.finish != Finish::Exact || self.score != Score::Pips {
            return None;
        }
        let points = |pips: u16| (pips / self.pips_per_point.get()).max(1);
        let of_ends = match self.ends {
            Ends::Off => None,
            Ends::EachMultiple => Some(1),
            Ends::Fives => Some(5),
            Ends::Sevens => Some(7),
            Ends::Threes | Ends::FivesAndThrees | Ends::TotalForEach => Some(3),
        };
        let of_pips = match (self.out_count, self.block_count, self.rounding) {
            (OutCount::OnePoint, ..) | (_, BlockCount::OnePoint, _) => 1,
            (_, _, Rounding::Exact) => 1,
            (_, _, Rounding::EachLoser | Rounding::Sum) => 5,
        };
        let premiums = [
            self.first_game,
            self.second_game,
            self.third_game,
            self.fourth_game,
            self.capicu,
            self.chuchazo,
            self.paso,
            self.block_bonus,
        ];
        let premiums = premiums.iter().map(|points| points.get());
        let fewest = (premiums.filter(|points| *points > 0))
            .chain(of_ends.map(points))
            .fold(points(of_pips), u16::min);
        (fewest > 1).then_some(fewest)
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
    let limit = c.doubles_redeal.get();
    let asleep = available.saturating_sub(dealt);
    if limit > 0 && c.players.get() * (limit - 1) + asleep < doubles.len() as u16
        || limit == 1 && c.opener == Opener::HighestDouble
    {
        errors.push(RulesError::NoDealAccepted);
    }
    let clashing = Clash::ALL.iter().filter(|clash| clash.holds(c));
    errors.extend(clashing.map(|clash| RulesError::Contradiction(*clash)));
    errors
}

/// Choices that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
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
    /// Ends only score where pips are won (score = pips).
    #[error("ends only score where pips are won (score = pips)")]
    EndsNeedPips,
    /// Premiums for games, capicu, chuchazo, paso or blocks need score = pips.
    #[error("premiums for games, capicu, chuchazo, paso or blocks need score = pips")]
    PremiumsNeedPips,
    /// Three-passes, board-pass and false-play are penalties (score = penalties).
    #[error("three-passes, board-pass and false-play are penalties (score = penalties)")]
    FinesArePenalties,
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
        Self::EndsNeedPips,
        Self::PremiumsNeedPips,
        Self::FinesArePenalties,
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
            Self::EndsNeedPips => "ends",
            Self::PremiumsNeedPips | Self::FinesArePenalties => "score",
            Self::PipsPerPoint => "pips-per-point",
            Self::SkunkLine => "skunk-line",
            Self::SkunkNeedsPips => "skunk",
            Self::WithheldNeedsPips => "needless-draw",
        }
    }

    fn holds(self, c: &Choices) -> bool {
        let penalties = c.score == Score::Penalties;
        let games = c.score == Score::Games;
        let bonus = |b: super::Bonus| b.get() > 0;
        let premiums = [
            c.first_game,
            c.second_game,
            c.third_game,
            c.fourth_game,
            c.capicu,
            c.chuchazo,
            c.paso,
            c.block_bonus,
        ];
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
            Self::EndsNeedPips => c.ends != Ends::Off && c.score != Score::Pips,
            Self::PremiumsNeedPips => c.score != Score::Pips && premiums.into_iter().any(bonus),
            Self::FinesArePenalties => {
                !penalties && (bonus(c.three_passes) || bonus(c.board_pass) || bonus(c.false_play))
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

fn teams(c: &Choices) -> u16 {
    if c.teams == Teams::Pairs {
        2
    } else {
        c.players.get()
    }
}
