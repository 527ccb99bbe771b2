//! Checks which choices can be played together.

mod playing;

use alloc::vec::Vec;
use core::ops::{Deref, Range};

use super::errors::RulesErrors;
use super::{
    AtTarget, BlockCount, BlockTie, BlockWinner, Bonus, CallSum, Calls, CapicuPays, Choices,
    DoubleBlank, DoublePips, DoublesPay, Ends, FalsePlayEnds, FalsePlayPays, Finish, FirstPasoOf,
    GoingOut, HandCount, KeyTile, Love, MatchCheck, NeedlessDraw, NoDouble, OneAll, Opener,
    OutCount, OutWinner, OwnTiles, Price, RoundPrice, Rounding, Score, Skunk, Spinner, Stakes,
    Teams,
};
use crate::{BySide, Pip, Seat, Side, Tile, TileSet};

/// Choices that can be played. They are checked once, so the engine never meets a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    choices: Choices,
    /// Whether the pips of a hand are those of its halves, decided once.
    plain_count: bool,
    /// Whether a pass can pay, decided once for the fast path.
    passes_pay: bool,
    /// Whether other sides than the winner's can score the end of a round.
    others_score: bool,
    /// Whether a round can change more of the match than the points made in it.
    changes_standing: bool,
    /// Whether the open ends score for showing one number.
    compares_ends: bool,
    /// Whether points made in play can end the match.
    ends_in_play: bool,
    /// The seats that play no more, a bit each; none in a new match.
    out: u16,
    /// The number of seats that still play.
    n_playing: u8,
}

/// Why choices cannot be played. Each error names the options to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum RulesError {
    /// The deal needs more tiles than there are.
    #[error("hand: {needed} tiles would be dealt but the set has only {available}")]
    TooFewTiles {
        /// The number of players times the tiles of a hand.
        needed: u16,
        /// Tiles of the set that are not removed.
        available: u16,
    },
    /// A removed tile is not in the set.
    #[error("removed: {0} is not in the set")]
    RemovedUnknown(Tile),
    /// Partnerships need four players.
    #[error("teams: pairs need exactly four players")]
    PairsNeedFour,
    /// The tile or double that opens may stay in the boneyard or does not exist.
    #[error("opener: it can happen that nobody ever holds the tile that opens")]
    NobodyCanOpen,
    /// This option sets so low a limit that fewer than one deal in twenty may be accepted.
    #[error("{0}: with so low a limit hardly a deal would ever be accepted")]
    NoDealAccepted(&'static str),
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
            Self::NoDealAccepted(option) => option,
            Self::Contradiction(clash) => clash.option(),
        }
    }
}

impl Rules {
    /// Checks the choices.
    ///
    /// # Errors
    ///
    /// Every contradiction, all at once.
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
            None => Ok(Self {
                plain_count: choices.double_pips == DoublePips::BothHalves
                    && choices.double_blank == DoubleBlank::Nothing
                    && choices.highest_double_pips.get() == 0
                    && choices.hand_count == HandCount::Pips,
                others_score: choices.block_count == BlockCount::EachHeavier
                    || choices.own_tiles == OwnTiles::TakenOff
                    || choices.false_play_ends == FalsePlayEnds::LosesRound
                    || choices.blocker_bonus.get() > 0,
                compares_ends: matches!(choices.ends, Ends::Equal | Ends::EqualTotal),
                ends_in_play: choices.match_check == MatchCheck::Immediate
                    && choices.score != Score::Games
                    && choices.at_target == AtTarget::MatchEnds,
                out: 0,
                n_playing: choices.players.get() as u8,
                changes_standing: choices.first_paso.get() > 0
                    || choices.false_play_pays == FalsePlayPays::TakenOff,
                passes_pay: choices.paso.get() + choices.first_paso.get() > 0
                    || choices.pase_de_salida.get() > 0,
                choices,
            }),
            Some(errors) => Err(errors),
        }
    }

    /// A copy of the choices, to change some and check again.
    pub const fn choices(&self) -> Choices {
        self.choices
    }

    /// The number of seats at the table.
    pub const fn n_seats(&self) -> u8 {
        self.choices.players.get() as u8
    }

    /// The number of sides that score.
    pub const fn n_sides(&self) -> u8 {
        match self.choices.teams {
            Teams::Singles => self.n_seats(),
            Teams::Pairs => 2,
        }
    }

    /// The side for which a seat scores.
    pub fn side(&self, seat: Seat) -> Side {
        Side::of(match self.choices.teams {
            Teams::Singles => seat,
            Teams::Pairs => seat.parity(),
        })
    }

    /// The seats of a side, in the order of play.
    pub fn members(&self, side: Side) -> impl Iterator<Item = Seat> + use<> {
        let (rules, n) = (*self, self.n_seats());
        Seat::all(n).filter(move |&seat| rules.side(seat) == side)
    }

    /// The seat opposite; `None` where everybody plays alone.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        (self.teams == Teams::Pairs).then(|| seat.offset(2, 4))
    }

    /// The tiles of the set that were not removed.
    #[inline(always)]
    pub fn tiles(&self) -> TileSet {
        self.choices.set.tiles() - self.choices.removed
    }

    /// Whether every tile is in the lower word of a [`TileSet`].
    #[inline]
    pub(crate) const fn is_small(&self) -> bool {
        self.choices.set.highest().value() <= TileSet::LOW_PIP
    }

    /// The words of a [`TileSet`] that have tiles of the game.
    #[inline]
    pub(crate) const fn words(&self) -> Range<usize> {
        TileSet::words_up_to(self.choices.set.highest())
    }

    /// Whether a side may have this score. Points that would exceed an exact target count nothing (T2, J9).
    pub(crate) fn admits(&self, score: u16) -> bool {
        self.finish == Finish::AtLeast || score <= self.target.get()
    }

    /// Whether the pips of a hand are those of its halves.
    #[inline(always)]
    pub(crate) const fn has_plain_count(&self) -> bool {
        self.plain_count
    }

    /// Whether other sides than the winner's can score the end of a round.
    #[inline(always)]
    pub(crate) const fn others_score(&self) -> bool {
        self.others_score
    }

    /// Whether a round can change more of the match than the points made in it: the first pass is paid, or points are
    /// taken off.
    #[inline(always)]
    pub(crate) const fn changes_standing(&self) -> bool {
        self.changes_standing
    }

    /// Whether the open ends score for showing one number.
    #[inline(always)]
    pub(crate) const fn compares_ends(&self) -> bool {
        self.compares_ends
    }

    /// Whether a pass can pay.
    #[inline(always)]
    pub(crate) const fn passes_pay(&self) -> bool {
        self.passes_pay
    }

    /// Whether points made in play can end the match.
    #[inline(always)]
    pub(crate) const fn ends_in_play(&self) -> bool {
        self.ends_in_play
    }

    /// Whether a tile on which everybody else passes makes points.
    pub(crate) fn pays_if_all_pass(&self) -> bool {
        self.board_pass.get() > 0 || self.pase_corrido.get() > 0
    }

    /// Sums seat values by side.
    pub(crate) fn side_sums(&self, value: impl Fn(Seat) -> u16) -> BySide<u16> {
        let mut sums = BySide::new(self.n_sides());
        for seat in Seat::all(self.n_seats()) {
            sums[self.side(seat)] += value(seat);
        }
        sums
    }
}

impl Deref for Rules {
    type Target = Choices;
    fn deref(&self) -> &Choices {
        &self.choices
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
        Opener::LowestDouble | Opener::RoundDouble => {
            !doubles.is_empty() && c.first_double.get() <= u16::from(c.set.highest().value())
        }
        Opener::DoubleBlank => in_play.contains(Tile::DOUBLE_BLANK) && dealt >= available,
        Opener::DrawForSet | Opener::FirstSeat | Opener::HighestTile => true,
    };
    if !can_open {
        errors.push(RulesError::NobodyCanOpen);
    }
    if dealt <= available {
        let accepted = |limit| accepted(c, limit, in_play.len(), doubles.len());
        let by_doubles = accepted(c.doubles_redeal.get());
        // A hand of doubles that raises the stake pays nobody, so such deals alone never end a match (W34).
        let staked = Some(c.doubles_score.get()).filter(|_| c.doubles_pay == DoublesPay::Stake);
        let staked = staked.map_or(1.0, &accepted);
        let refused = [
            ("doubles-redeal", by_doubles),
            ("doubles-score", staked),
            (
                "suit-redeal",
                by_doubles.min(staked) * short_suits(c, in_play),
            ),
        ];
        let refused = refused
            .into_iter()
            .find(|(_, share)| *share < FEWEST_ACCEPTED);
        errors.extend(refused.map(|(option, _)| RulesError::NoDealAccepted(option)));
    }
    let clashing = Clash::ALL.iter().filter(|clash| clash.holds(c));
    errors.extend(clashing.map(|clash| RulesError::Contradiction(*clash)));
    errors
}

/// The smallest share of deals to be accepted, so that a table does not shuffle forever.
const FEWEST_ACCEPTED: f64 = 1.0 / 20.0;

/// The share of deals in which no hand has `limit` doubles (0 for no limit), with this number of tiles and of doubles
/// among them.
fn accepted(c: &Choices, limit: u16, tiles: usize, doubles: usize) -> f64 {
    let limit = usize::from(limit);
    let hand = usize::from(c.hand.get());
    let most = if limit == 0 { doubles } else { limit - 1 };
    // The probability that the hands so far were accepted, by the number of their doubles.
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
    // If a double opens and nobody holds one, the deal is thrown in as well.
    let none = c.opener.needs_double() && c.no_double == NoDouble::Redeal;
    taken.iter().skip(usize::from(none)).sum()
}

/// About the share of deals in which no hand has too many tiles of one number (W33): as if hands and numbers were
/// independent.
fn short_suits(c: &Choices, in_play: TileSet) -> f64 {
    let limit = usize::from(c.suit_redeal.get());
    if limit == 0 {
        return 1.0;
    }
    let hand = usize::from(c.hand.get());
    let pips = (0..=c.set.highest().value()).filter_map(Pip::new);
    let suits = pips.map(|pip| (in_play & TileSet::suit(pip)).len());
    let short = |suit: usize| -> f64 {
        let chances = doubles_of(hand, in_play.len(), suit);
        chances.into_iter().take(limit).sum()
    };
    let of_a_hand: f64 = suits.map(short).product();
    (0..c.players.get()).map(|_| of_a_hand).product()
}

/// The probabilities that a hand has 0, 1, 2, ... doubles, drawn from `tiles` with `doubles` doubles.
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
    /// A table of prices belongs to games counted (score = games) without a key tile.
    #[error(
        "a table of prices belongs to games counted (score = games) without a key tile (key-tile = off)"
    )]
    PricesNeedGames,
    /// No price is above 0.
    #[error("no ending is worth a game: nobody would ever win")]
    NobodyPaid,
    /// A block is fined only where games are counted and scores stay (score = games, love = off).
    #[error(
        "a block is fined only where games are counted and scores stay (score = games, love = off)"
    )]
    BlockFineNeedsGames,
    /// Where scores can be wiped out (love), every ending needs a price.
    #[error("where scores can be wiped out (love), every ending is worth a game at least")]
    LoveNeedsPrices,
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
    /// Nobody names points that are written down automatically.
    #[error("nobody names points that are written down by themselves (calls = automatic)")]
    OwnSumsNeedCalls,
    /// A wrong call needs callers who name the points (call-sum = own).
    #[error("a call can be wrong only where callers name the points (call-sum = own)")]
    WrongCallNeedsOwnSums,
    /// Ends only score where pips are won (score = pips).
    #[error("ends only score where pips are won (score = pips)")]
    EndsNeedPips,
    /// Bonuses for games, capicu, chuchazo, passes or blocks need score = pips.
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
    /// More than one pip a point needs pips, and open ends that score multiples of it or none.
    #[error(
        "more than one pip a point needs score = pips, and open ends that score multiples of it, or none"
    )]
    PipsPerPoint,
    /// Bands need score = pips, and no other conversion of pips to points.
    #[error("bands need score = pips, rounding = exact, pips-per-point = 1 and ends = off")]
    BandsAlone,
    /// A first band needs others after it (band).
    #[error("a first band needs others after it (band)")]
    FirstBandAlone,
    /// The corner must come before the target.
    #[error("the corner must come before the target")]
    SkunkLine,
    /// A skunk belongs to a race for points (score = pips).
    #[error("a skunk belongs to a race for points (score = pips)")]
    SkunkNeedsPips,
    /// A first score needs pips, and rounds that bring that many points.
    #[error("a first score needs score = pips, and rounds that bring as many points")]
    FirstScore,
    /// Doubles in a hand score or win only where the highest score wins.
    #[error(
        "doubles in a hand score or win only where the highest score wins (score = games or pips)"
    )]
    DoublesNeedPoints,
    /// More doubles must do more: deal again, then score, then win.
    #[error(
        "more doubles must do more: doubles-redeal below doubles-score, and that below doubles-win"
    )]
    DoublesRise,
    /// Points can only be withheld where pips are won (score = pips).
    #[error("points can only be withheld where pips are won (score = pips)")]
    WithheldNeedsPips,
    /// Tiles taken off the score need a match that can end.
    #[error(
        "tiles taken off the score need score = pips, an out-count of tiles, and a target of at most 500 or a number of rounds (match-rounds)"
    )]
    OwnTilesNeedEnd,
    /// Points are taken off only where the highest score wins and scores stay.
    #[error(
        "points are taken off only where the highest score wins and scores stay (score = games or pips, love = off)"
    )]
    TakenOffNeedsPoints,
    /// A false play loses a round or match only to a single other side, where the highest score wins.
    #[error(
        "a false play loses a round or match only between two sides, where the highest score wins (score = games or pips)"
    )]
    FoulNeedsTwoSides,
    /// Doubles raise the stake only where they score and ties raise it too.
    #[error(
        "doubles raise the stake only where they score (doubles-score) and ties raise it too (stakes = rising or two)"
    )]
    StakeNeedsDoubles,
    /// The lighter pair wins only where pips are won by pairs, one of whose players goes out.
    #[error(
        "the lighter pair wins only between pairs that win pips (teams = pairs, score = pips, going-out = one)"
    )]
    LighterNeedsPairs,
    /// Only single players are out at the target, and fewer than all of them are left.
    #[error(
        "only single players are out at the target (teams = singles), and fewer than all are left (players-left below players)"
    )]
    OutNeedsSingles,
    /// Nothing but the players at the target may end such a match, and all must be able to reach it.
    #[error(
        "players are out at the target only where nothing else decides the match (love, skunk = off, finish = at-least, match-rounds, doubles-win = 0, false-play-ends)"
    )]
    OutNeedsTarget,
    /// Ties in a row belong to pairs whose blocks can be tied.
    #[error(
        "ties in a row belong to pairs whose blocks can be tied (teams = pairs, score = games or pips, block-winner, block-tie)"
    )]
    TiesNeedPairs,
    /// A double blank can hang only where an even number of other tiles with a blank is in the set.
    #[error(
        "a double blank hangs only if it is in the set with an even number of other blanks (set, removed)"
    )]
    HangedNeedsBlanks,
}

impl Clash {
    /// Every kind of contradiction, for tests and texts.
    pub const ALL: &'static [Self] = &[
        Self::PartnersGoOut,
        Self::LoveNeedsGames,
        Self::PlayOffNeedsLove,
        Self::StakesNeedGames,
        Self::StakesNeedTwoSides,
        Self::KeyTileNeedsLine,
        Self::PricesNeedGames,
        Self::NobodyPaid,
        Self::BlockFineNeedsGames,
        Self::LoveNeedsPrices,
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
        Self::BandsAlone,
        Self::FirstBandAlone,
        Self::SkunkLine,
        Self::SkunkNeedsPips,
        Self::FirstScore,
        Self::DoublesNeedPoints,
        Self::DoublesRise,
        Self::WithheldNeedsPips,
        Self::OwnTilesNeedEnd,
        Self::TakenOffNeedsPoints,
        Self::FoulNeedsTwoSides,
        Self::StakeNeedsDoubles,
        Self::LighterNeedsPairs,
        Self::TiesNeedPairs,
        Self::HangedNeedsBlanks,
        Self::OutNeedsSingles,
        Self::OutNeedsTarget,
    ];

    /// Its name among the texts of `GET /api/options/LANG`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PartnersGoOut => "partners-go-out",
            Self::LoveNeedsGames => "love-needs-games",
            Self::PlayOffNeedsLove => "play-off-needs-love",
            Self::StakesNeedGames => "stakes-need-games",
            Self::StakesNeedTwoSides => "stakes-need-two-sides",
            Self::KeyTileNeedsLine => "key-tile-needs-line",
            Self::PricesNeedGames => "prices-need-games",
            Self::NobodyPaid => "nobody-paid",
            Self::BlockFineNeedsGames => "block-fine-needs-games",
            Self::LoveNeedsPrices => "love-needs-prices",
            Self::ExactNeedsImmediate => "exact-needs-immediate",
            Self::ExactNoPenalties => "exact-no-penalties",
            Self::NothingToCall => "nothing-to-call",
            Self::OwnSumsNeedCalls => "own-sums-need-calls",
            Self::WrongCallNeedsOwnSums => "wrong-call-needs-own-sums",
            Self::EndsNeedPips => "ends-need-pips",
            Self::PremiumsNeedPips => "premiums-need-pips",
            Self::FinesArePenalties => "fines-are-penalties",
            Self::FalsePlayNeedsTwoSides => "false-play-needs-two-sides",
            Self::PipsPerPoint => "pips-per-point",
            Self::BandsAlone => "bands-alone",
            Self::FirstBandAlone => "first-band-alone",
            Self::SkunkLine => "skunk-line",
            Self::SkunkNeedsPips => "skunk-needs-pips",
            Self::FirstScore => "first-score",
            Self::DoublesNeedPoints => "doubles-need-points",
            Self::DoublesRise => "doubles-rise",
            Self::WithheldNeedsPips => "withheld-needs-pips",
            Self::OwnTilesNeedEnd => "own-tiles-need-end",
            Self::TakenOffNeedsPoints => "taken-off-needs-points",
            Self::FoulNeedsTwoSides => "foul-needs-two-sides",
            Self::StakeNeedsDoubles => "stake-needs-doubles",
            Self::LighterNeedsPairs => "lighter-needs-pairs",
            Self::TiesNeedPairs => "ties-need-pairs",
            Self::HangedNeedsBlanks => "hanged-needs-blanks",
            Self::OutNeedsSingles => "out-needs-singles",
            Self::OutNeedsTarget => "out-needs-target",
        }
    }

    /// The option to look at first.
    pub const fn option(self) -> &'static str {
        match self {
            Self::PartnersGoOut => "going-out",
            Self::LoveNeedsGames => "love",
            Self::PlayOffNeedsLove => "one-all",
            Self::StakesNeedGames | Self::StakesNeedTwoSides => "stakes",
            Self::KeyTileNeedsLine => "key-tile",
            Self::PricesNeedGames => "round-price",
            Self::NobodyPaid | Self::LoveNeedsPrices => "price-out",
            Self::BlockFineNeedsGames => "block-fine",
            Self::ExactNeedsImmediate | Self::ExactNoPenalties => "finish",
            Self::NothingToCall => "calls",
            Self::OwnSumsNeedCalls => "call-sum",
            Self::WrongCallNeedsOwnSums => "wrong-call",
            Self::EndsNeedPips => "ends",
            Self::PremiumsNeedPips | Self::FinesArePenalties => "score",
            Self::FalsePlayNeedsTwoSides => "false-play",
            Self::PipsPerPoint => "pips-per-point",
            Self::BandsAlone => "band",
            Self::FirstBandAlone => "first-band",
            Self::SkunkLine => "skunk-line",
            Self::SkunkNeedsPips => "skunk",
            Self::FirstScore => "first-score",
            Self::DoublesNeedPoints | Self::DoublesRise => "doubles-score",
            Self::WithheldNeedsPips => "needless-draw",
            Self::OwnTilesNeedEnd => "own-tiles",
            Self::TakenOffNeedsPoints => "false-play-pays",
            Self::FoulNeedsTwoSides => "false-play-ends",
            Self::StakeNeedsDoubles => "doubles-pay",
            Self::LighterNeedsPairs => "out-winner",
            Self::TiesNeedPairs => "ties-in-a-row",
            Self::HangedNeedsBlanks => "hanged-blank",
            Self::OutNeedsSingles | Self::OutNeedsTarget => "at-target",
        }
    }

    fn holds(self, c: &Choices) -> bool {
        let penalties = c.score == Score::Penalties;
        let games = c.score == Score::Games;
        let table = c.round_price == RoundPrice::Table;
        let bonus = |b: Bonus| b.get() > 0;
        let out = c.at_target == AtTarget::PlayerOut;
        match self {
            Self::PartnersGoOut => {
                c.going_out == GoingOut::BothPartners && c.teams == Teams::Singles
            }
            Self::LoveNeedsGames => c.love != Love::Off && !games,
            Self::PlayOffNeedsLove => {
                c.one_all != OneAll::Reset && (c.love != Love::AnyOther || sides(c) != 2)
            }
            Self::StakesNeedGames => c.stakes != Stakes::Off && !games,
            Self::StakesNeedTwoSides => c.stakes == Stakes::Rising && sides(c) != 2,
            Self::KeyTileNeedsLine => {
                c.key_tile != KeyTile::Off && (!games || c.spinner != Spinner::None)
            }
            Self::PricesNeedGames => table && (!games || c.key_tile != KeyTile::Off),
            Self::NobodyPaid => table && prices(c).all(|price| price.get() == 0),
            Self::BlockFineNeedsGames => c.block_fine.get() > 0 && (!games || c.love != Love::Off),
            Self::LoveNeedsPrices => {
                table && c.love != Love::Off && prices(c).any(|price| price.get() == 0)
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
                let priced = bonus(c.false_play) || bonus(c.slow_play);
                c.love != Love::Off && sides(c) != 2 && priced
            }
            Self::PipsPerPoint => {
                let per_point = c.pips_per_point.get();
                per_point > 1
                    && match c.ends {
                        // Older files may round pips that do not count.
                        Ends::Off => c.score != Score::Pips && c.rounding == Rounding::Exact,
                        Ends::Fives => per_point != 5,
                        Ends::Threes => per_point != 3,
                        Ends::Sevens => per_point != 7,
                        Ends::Multiples => per_point != c.ends_divisor.get(),
                        Ends::FivesAndThrees
                        | Ends::EachMultiple
                        | Ends::TotalForEach
                        | Ends::Equal
                        | Ends::EqualTotal => true,
                    }
            }
            Self::BandsAlone => {
                c.band.get() > 0
                    && (c.score != Score::Pips
                        || c.pips_per_point.get() > 1
                        || c.rounding != Rounding::Exact
                        || c.ends != Ends::Off)
            }
            Self::FirstBandAlone => c.first_band.get() > 0 && c.band.get() == 0,
            Self::SkunkLine => c.skunk != Skunk::Off && c.skunk_line.get() >= c.target.get(),
            Self::SkunkNeedsPips => c.skunk != Skunk::Off && c.score != Score::Pips,
            Self::FirstScore => {
                // The losers may hold half of the pips, unless a won round is a single point.
                let pips = (c.set.tiles() - c.removed).spots();
                let most = match c.out_count {
                    OutCount::OnePoint => 1,
                    OutCount::Losers | OutCount::AllOthers => c.as_points(pips / 2),
                };
                let first = c.first_score.get();
                first > 0 && (c.score != Score::Pips || first > most.min(c.target.get()))
            }
            Self::DoublesNeedPoints => penalties && c.doubles_end_deals(),
            Self::DoublesRise => {
                let steps = [c.doubles_redeal, c.doubles_score, c.doubles_win];
                let used = steps.map(|step| step.get());
                let mut used = used.into_iter().filter(|step| *step > 0);
                let mut before = used.next().unwrap_or(0);
                used.any(|step| core::mem::replace(&mut before, step) >= step)
            }
            Self::OwnTilesNeedEnd => {
                let long = c.target.get() > 500 && c.match_rounds.get() == 0;
                let point = c.out_count == OutCount::OnePoint;
                c.own_tiles == OwnTiles::TakenOff && (c.score != Score::Pips || point || long)
            }
            Self::TakenOffNeedsPoints => {
                c.false_play_pays == FalsePlayPays::TakenOff && (penalties || c.love != Love::Off)
            }
            Self::FoulNeedsTwoSides => {
                let loses = matches!(
                    c.false_play_ends,
                    FalsePlayEnds::LosesRound | FalsePlayEnds::LosesMatch
                );
                loses && (penalties || sides(c) != 2)
            }
            Self::StakeNeedsDoubles => {
                let raised = c.stakes != Stakes::Off && c.doubles_score.get() > 0;
                c.doubles_pay == DoublesPay::Stake && !raised
            }
            Self::LighterNeedsPairs => {
                let pairs = c.teams == Teams::Pairs && c.going_out == GoingOut::One;
                c.out_winner == OutWinner::LightestTeam && !(pairs && c.score == Score::Pips)
            }
            Self::TiesNeedPairs => {
                let broken = matches!(c.block_tie, BlockTie::SeatOrder | BlockTie::NearestToOpener);
                let tied = c.block_winner != BlockWinner::Nobody && !broken && !penalties;
                c.ties_in_a_row.get() > 0 && !(tied && c.teams == Teams::Pairs)
            }
            Self::HangedNeedsBlanks => {
                // Two blanks meet wherever no end shows one.
                let blanks = (c.set.tiles() - c.removed) & TileSet::suit(Pip::BLANK);
                let others = blanks.len().saturating_sub(1);
                let hangs =
                    blanks.contains(Tile::DOUBLE_BLANK) && others > 0 && others.is_multiple_of(2);
                c.hanged_blank.get() > 0 && !hangs
            }
            Self::OutNeedsSingles => {
                out && (c.teams == Teams::Pairs || c.players_left.get() >= c.players.get())
            }
            Self::OutNeedsTarget => {
                out && (c.love != Love::Off
                    || c.skunk != Skunk::Off
                    || c.finish == Finish::Exact
                    || c.match_rounds.get() + c.doubles_win.get() > 0
                    || c.false_play_ends == FalsePlayEnds::LosesMatch)
            }
            Self::WithheldNeedsPips => {
                c.needless_draw != NeedlessDraw::VoidsRound && c.score != Score::Pips
            }
        }
    }
}

/// The bonuses of a race for points; 0 for those that are not paid.
pub(super) fn premiums(c: &Choices) -> impl Iterator<Item = Bonus> {
    let rare = [
        c.first_game,
        c.second_game,
        c.third_game,
        c.fourth_game,
        c.first_paso,
    ];
    rare.into_iter().chain(lasting_premiums(c))
}

/// The bonuses that every round of a match can pay.
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
        c.double_out,
        c.hanged_blank,
        c.blocker_bonus,
    ];
    let first = Some(c.first_paso).filter(|_| c.first_paso_of == FirstPasoOf::Round);
    others.into_iter().chain(capicu).chain(first)
}

/// The prices of the endings of a round, where the rules have a table of them.
pub(super) fn prices(c: &Choices) -> impl Iterator<Item = Price> {
    let all = [
        c.price_out,
        c.price_double,
        c.price_both_ends,
        c.price_both_ends_double,
        c.price_own_block,
        c.price_lost_block,
    ];
    all.into_iter()
}

fn sides(c: &Choices) -> u16 {
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

    fn doubles_accepted(c: &Choices) -> f64 {
        accepted(c, c.doubles_redeal.get(), 28, 7)
    }

    #[test]
    fn share_of_accepted_deals_matches_counts_by_hand() {
        // Of 28 tiles 7 are doubles. The first hand of one tile has none in 21 of 28 deals, the second then in 20 of
        // 27.
        let c = choices(&[("hand", "1"), ("doubles-redeal", "1")]);
        let share = doubles_accepted(&c);
        assert!(
            (share - 21.0 * 20.0 / (28.0 * 27.0)).abs() < 1e-12,
            "{share}"
        );
        // Two hands of two, each with at most one double: neither has one, one of them has, or both, out of 28 * 27 / 2
        // * 26 * 25 / 2 pairs of hands.
        let c = choices(&[("hand", "2"), ("doubles-redeal", "2")]);
        let pairs = 210.0 * 171.0 + 210.0 * 19.0 * 7.0 + 147.0 * 190.0 + 147.0 * 20.0 * 6.0;
        let all = 378.0 * 325.0;
        let share = doubles_accepted(&c);
        assert!((share - pairs / all).abs() < 1e-12, "{share}");
        // Without a limit every deal is accepted, unless a double opens and somebody must hold one.
        assert!((doubles_accepted(&choices(&[])) - 1.0).abs() < 1e-12);
        let opened = [("hand", "1"), ("opener", "highest-double")];
        let none = 21.0 * 20.0 / (28.0 * 27.0);
        assert!((doubles_accepted(&choices(&opened)) + none - 1.0).abs() < 1e-12);
    }

    #[test]
    fn rules_are_refused_if_nearly_every_deal_is_thrown_in() {
        let refused = |changes: &[(&str, &str)]| {
            let found = Rules::new(choices(changes)).err();
            let many = RulesError::NoDealAccepted("doubles-redeal");
            found.is_some_and(|found| found.as_slice().contains(&many))
        };
        // 39 of 91 tiles each, and no double in either hand: one deal in C(91, 13).
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
        // Limits of real tables, such as five doubles in a hand.
        assert!(!refused(&[("doubles-redeal", "5")]));
        assert!(!refused(&[("doubles-redeal", "4")]));
    }

    fn refused_for(changes: &[(&str, &str)]) -> Vec<&'static str> {
        let errors = Rules::new(choices(changes)).err();
        let errors = errors.as_ref().map_or(&[][..], |errors| errors.as_slice());
        errors.iter().map(|error| error.option()).collect()
    }

    /// Two hands of one tile: each has two numbers or a double, so every hand has one tile of a number. Two hands of
    /// two have two tiles of a number in 7 * 21 of 378 pairs each.
    #[test]
    fn low_limit_on_tiles_of_one_number_is_refused() {
        assert_eq!(
            refused_for(&[("hand", "1"), ("suit-redeal", "1")]),
            ["suit-redeal"]
        );
        assert!(refused_for(&[("hand", "2"), ("suit-redeal", "2")]).is_empty());
        let c = choices(&[("hand", "2"), ("suit-redeal", "2")]);
        let share = short_suits(&c, c.set.tiles());
        let of_a_number: f64 = 1.0 - 21.0 / 378.0;
        assert!((share - of_a_number.powi(14)).abs() < 1e-12, "{share}");
        // Six tiles of a number in a hand of seven (w86).
        assert!(refused_for(&[("hand", "7"), ("suit-redeal", "6")]).is_empty());
        assert_eq!(
            refused_for(&[("hand", "7"), ("suit-redeal", "3")]),
            ["suit-redeal"]
        );
    }

    /// With a stake nobody scores, so deals with such hands would follow one another forever.
    #[test]
    fn doubles_that_only_raise_the_stake_are_refused_if_nearly_every_hand_has_them() {
        let staked = |doubles| {
            refused_for(&[
                ("score", "games"),
                ("stakes", "two"),
                ("hand", "14"),
                ("doubles-pay", "stake"),
                ("doubles-score", doubles),
            ])
        };
        assert_eq!(staked("3"), ["doubles-score"], "7 doubles in two hands");
        assert!(staked("6").is_empty());
    }

    /// The halves with a blank meet in pairs: with an odd number of them one is at an end, where 0-0 fits.
    #[test]
    fn double_blank_that_cannot_hang_is_refused() {
        let hanged = |changes: &[(&str, &str)]| {
            refused_for(&[&[("score", "pips"), ("hanged-blank", "25")][..], changes].concat())
        };
        assert!(hanged(&[]).is_empty());
        assert!(hanged(&[("set", "double-two"), ("hand", "2")]).is_empty());
        assert_eq!(hanged(&[("set", "double-nine")]), ["hanged-blank"]);
        assert_eq!(hanged(&[("removed", "0-0")]), ["hanged-blank"]);
        assert_eq!(hanged(&[("removed", "1-0")]), ["hanged-blank"]);
        let nine = [("set", "double-nine"), ("removed", "1-0")];
        assert!(hanged(&nine).is_empty());
    }
}
