//! The end of a round and its value.

use arrayvec::ArrayVec;

use crate::rules::{
    BlockWinner, CapicuWhen, Choices, DoubleBlank, DoublePips, FalsePlayEnds, HandCount,
    RoundPrice, RoundingWay, Score,
};
use crate::{BySeat, Layout, MAX_SEATS, Rules, Seat, Side, Tile, TileSet};

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Ended {
    /// This player laid the last tile of a hand.
    Out(Seat),
    /// No seat could play. The named seat laid the last tile; `None` if there was no tile.
    Blocked(Option<Seat>),
    /// Points made in play brought this side to the target of the match.
    Target(Side),
    /// The round does not count.
    Void,
    /// This player was dealt enough doubles to score or win, so the deal was not played.
    Doubles(Seat),
    /// A false play of this seat ended the round (W24).
    Foul(Seat),
}

/// Why points were written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Reason {
    /// A game was won.
    Game,
    /// A bonus for the ties before the game.
    Stake,
    /// Going out with the key tile.
    KeyTile,
    /// The pips won at the end of the round.
    Pips,
    /// The bonus for the first round won in the match.
    FirstGame,
    /// The bonus for the second round.
    SecondGame,
    /// The bonus for the third round.
    ThirdGame,
    /// The bonus for the fourth round.
    FourthGame,
    /// Going out with a tile that fits both ends.
    Capicu,
    /// Going out with the double blank.
    Chuchazo,
    /// Going out with a double.
    DoubleOut,
    /// Going out while a loser holds a double blank that can never be played.
    HangedBlank,
    /// Winning a blocked round.
    Block,
    /// Blocking the round.
    Blocker,
    /// An opponent passed.
    Paso,
    /// Everybody else passed.
    PaseCorrido,
    /// The next player passed on the tile that opened the round.
    PaseDeSalida,
    /// The count of the open ends.
    Ends,
    /// A missed score that an opponent claimed.
    Muggins,
    /// Penalty: tiles left in hand.
    Hand,
    /// Penalty: three passes in a row.
    ThreePasses,
    /// Penalty: everybody else passed on one player's tile.
    BoardPass,
    /// A seat passed when it could play, or tried an illegal play: a penalty, or points for the others.
    FalsePlay,
    /// A seat named points that were not there, or claimed a score nobody had missed: points for the others.
    WrongCall,
    /// A hand of doubles.
    Doubles,
    /// The price of slow play: a penalty, or points for the others (W29).
    SlowPlay,
    /// Taken off: the tiles left in the hands of a losing side (W25).
    OwnTiles,
    /// Taken off: the price of a false play (W23).
    Foul,
    /// Taken off: the price of slow play (W29).
    SlowFoul,
}

impl Reason {
    /// Whether its points are taken off the score of the side, down to 0.
    #[inline]
    pub const fn takes_off(self) -> bool {
        matches!(self, Self::OwnTiles | Self::Foul | Self::SlowFoul)
    }
}

/// Points for a side, or in a game of penalties against it. Some [reasons](Reason::takes_off) take them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Award {
    /// The side whose score changes.
    pub side: Side,
    /// The number of points; in games, the number of games.
    pub points: u16,
    /// The reason on the score sheet.
    pub why: Reason,
}

impl Award {
    /// The score of the side after this award.
    #[inline]
    pub const fn onto(&self, score: u16) -> u16 {
        if self.why.takes_off() {
            score.saturating_sub(self.points)
        } else {
            score + self.points
        }
    }

    /// The points, negative if they are taken off.
    pub const fn signed(&self) -> i32 {
        match self.why.takes_off() {
            true => -(self.points as i32),
            false => self.points as i32,
        }
    }
}

/// The most awards at the end of a round. Each side can score against heavier ones, and each loser can have its own
/// tiles taken off. The side that blocks can be paid. A winner receives at most five more: pips, the number of the
/// round, and three for the last tile. With a chuchazo no double blank hangs.
const MOST_AWARDS: usize = 2 * (MAX_SEATS - 1) + 6;

/// The awards at the end of one round.
pub type Awards = ArrayVec<Award, MOST_AWARDS>;

/// The tile with which a player went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LastTile {
    /// The tile itself.
    pub tile: Tile,
    /// Whether it fitted every open end.
    pub fits_every_end: bool,
    /// Whether the open ends showed different numbers.
    pub ends_differ: bool,
    /// Whether it joined two different hard ends: no other unplayed tile fitted anywhere (J6).
    pub key: bool,
}

impl LastTile {
    /// Going out with this tile; `layout` is the table before it.
    pub fn on(layout: &Layout, tile: Tile) -> Self {
        let ends = layout.ends();
        // The numbers of the ends are random, so no branch depends on them.
        let fits = |fits, end: &crate::End| fits & tile.has(end.pip());
        let fits_every_end = ends.iter().fold(!ends.is_empty(), fits);
        let ends_differ = ends.windows(2).fold(false, |differ, pair| {
            differ | (pair[0].pip() != pair[1].pip())
        });
        let only = layout.unplayed() & (TileSet::suit(tile.high()) | TileSet::suit(tile.low()));
        Self {
            tile,
            fits_every_end,
            ends_differ,
            key: fits_every_end && ends_differ && only == TileSet::of(tile),
        }
    }

    /// Whether it is a capicú by these rules (PR18).
    pub fn is_capicu(&self, rules: &Choices) -> bool {
        self.fits_every_end
            && match rules.capicu_when {
                CapicuWhen::NotDouble => !self.tile.is_double(),
                CapicuWhen::DifferentEnds => self.ends_differ,
                CapicuWhen::DoubleToo => true,
            }
    }
}

/// The kinds of ending with separate prices (W1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Ending {
    /// Out with a single at one end.
    Out,
    /// Out with a double at one end.
    Double,
    /// Out with a single that fits every end.
    BothEnds,
    /// Out with a double that fits every end.
    BothEndsDouble,
    /// Blocked by a side that wins the block.
    OwnBlock,
    /// Blocked by a side that loses the block, or by nobody's tile.
    LostBlock,
}

impl Ending {
    /// The ending of a player who goes out. The option `capicu-when` decides whether a single between equal ends fits
    /// both.
    pub fn of_out(tile: Tile, fits_every_end: bool, ends_differ: bool, rules: &Rules) -> Self {
        let plain = rules.capicu_when != CapicuWhen::DifferentEnds || ends_differ;
        match (tile.is_double(), fits_every_end) {
            (true, true) => Self::BothEndsDouble,
            (true, false) => Self::Double,
            (false, true) if plain => Self::BothEnds,
            (false, _) => Self::Out,
        }
    }

    /// The ending of a block that `winner` wins and `blocker` made.
    pub fn of_block(winner: Side, blocker: Option<Side>) -> Self {
        match blocker {
            Some(blocker) if blocker == winner => Self::OwnBlock,
            Some(_) | None => Self::LostBlock,
        }
    }
}

impl Rules {
    /// The number of games that an ending is worth, without stakes.
    pub fn price(&self, ending: Ending) -> u16 {
        let price = match (self.round_price, ending) {
            (RoundPrice::One, _) => return 1,
            (RoundPrice::Table, Ending::Out) => self.price_out,
            (RoundPrice::Table, Ending::Double) => self.price_double,
            (RoundPrice::Table, Ending::BothEnds) => self.price_both_ends,
            (RoundPrice::Table, Ending::BothEndsDouble) => self.price_both_ends_double,
            (RoundPrice::Table, Ending::OwnBlock) => self.price_own_block,
            (RoundPrice::Table, Ending::LostBlock) => self.price_lost_block,
        };
        price.get()
    }
}

impl Rules {
    /// Whether the hand of a seat is compared in a block made by `blocker` (W5). If nobody's tile blocked, all hands
    /// are.
    pub fn is_compared(&self, seat: Seat, blocker: Option<Seat>) -> bool {
        match (self.block_winner, blocker) {
            _ if !self.plays(seat) => false,
            (BlockWinner::BlockerOrNext, Some(blocker)) => {
                seat == blocker || seat == self.next(blocker)
            }
            (BlockWinner::BlockerOrPrevious, Some(blocker)) => {
                seat == blocker || self.next(seat) == blocker
            }
            _ => true,
        }
    }

    /// Rounds pips where the rules round them (003:57, W3).
    #[inline]
    pub fn rounded(&self, pips: u16) -> u16 {
        let to = self.rounding_to.get();
        let more = match self.rounding_way {
            RoundingWay::Nearest => to / 2,
            RoundingWay::Down => 0,
            RoundingWay::Up => to - 1,
        };
        (pips + more) / to * to
    }
}

impl Choices {
    /// Converts rounded pips won at the end of a round to points (004:30, W3, W4).
    #[inline]
    pub fn as_points(&self, pips: u16) -> u16 {
        if self.band.get() == 0 {
            return pips / self.pips_per_point.get();
        }
        self.in_bands(pips)
    }

    #[cold]
    fn in_bands(&self, pips: u16) -> u16 {
        let above = pips.saturating_sub(self.first_band.get());
        match pips {
            0 => 0,
            _ => self.first_band_points.get() + above.div_ceil(self.band.get()),
        }
    }
}

/// The end of a round, with open hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Outcome {
    /// How the round ended.
    pub ended: Ended,
    /// The winner: the player who went out, or the one whose hand (or whose side's lighter hand) decided a block.
    /// `None` for a tie and a void round.
    pub winner: Option<Seat>,
    /// The tiles left in the hands.
    pub hands: BySeat<TileSet>,
    /// The count of each hand, in pips.
    pub counts: BySeat<u16>,
    /// The tile with which the winner went out.
    pub last: Option<LastTile>,
    /// Points for the end of the round, without points made in play. A side that breaks a lead in a game of love writes
    /// nothing down, which is left to [`Match`](crate::Match).
    pub awards: Awards,
}

impl Outcome {
    /// The kind of ending; `None` unless a side won the round by its end.
    pub fn ending(&self, rules: &Rules) -> Option<Ending> {
        let winner = self.winner?;
        match (self.ended, self.last) {
            (Ended::Out(_), Some(last)) => Some(Ending::of_out(
                last.tile,
                last.fits_every_end,
                last.ends_differ,
                rules,
            )),
            (Ended::Out(_), None) => Some(Ending::Out),
            (Ended::Blocked(blocker), _) => {
                let blocker = blocker.map(|seat| rules.side(seat));
                Some(Ending::of_block(rules.side(winner), blocker))
            }
            // The winner of a round that a foul lost is paid as for going out (W24).
            (Ended::Foul(_), _) => Some(Ending::Out),
            (Ended::Target(_) | Ended::Void | Ended::Doubles(_), _) => None,
        }
    }

    /// The side that pays the fine of a block: it blocked, and another side won (W2).
    pub fn fined(&self, rules: &Rules) -> Option<Side> {
        match self.ended {
            Ended::Blocked(Some(blocker)) if rules.block_fine.get() > 0 => {
                let lost = self.ending(rules) == Some(Ending::LostBlock);
                lost.then(|| rules.side(blocker))
            }
            _ => None,
        }
    }

    /// Whether points made in play are taken back: in a void round, and where a false play voids the round or loses the
    /// match (W24).
    #[inline]
    pub fn takes_back(&self, rules: &Rules) -> bool {
        match self.ended {
            Ended::Void => true,
            Ended::Foul(_) => rules.false_play_ends != FalsePlayEnds::LosesRound,
            Ended::Out(_) | Ended::Blocked(_) | Ended::Target(_) | Ended::Doubles(_) => false,
        }
    }

    /// The side that won the round: the winner's, or the one whose points in play reached the target. `None` for a tie,
    /// a void round, and where reaching the target loses the match (001:94).
    pub fn side(&self, rules: &Rules) -> Option<Side> {
        match self.ended {
            Ended::Target(side) => (rules.score != Score::Penalties).then_some(side),
            Ended::Out(_)
            | Ended::Blocked(_)
            | Ended::Void
            | Ended::Doubles(_)
            | Ended::Foul(_) => self.winner.map(|seat| rules.side(seat)),
        }
    }
}

/// The count of a hand, in pips (000:34, 001:97).
///
/// # Examples
///
/// ```
/// use capicu::{Game, count};
///
/// let block = Game::by_id("block").and_then(|game| game.choices(2)).unwrap();
/// let hand = ["6-4", "3-3"].iter().map(|tile| tile.parse()).collect::<Result<_, _>>()?;
/// assert_eq!(count(hand, &capicu::Rules::new(block)?), 16);
/// let once = block.with("double-pips", "once")?;
/// assert_eq!(count(hand, &capicu::Rules::new(once)?), 13);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
pub fn count(hand: TileSet, rules: &Rules) -> u16 {
    if rules.has_plain_count() {
        return hand.spots();
    }
    special_count(hand, rules)
}

/// The count where some tiles have a count of their own (F11, G1, W15, W16).
#[cold]
fn special_count(hand: TileSet, rules: &Rules) -> u16 {
    if rules.hand_count == HandCount::Tiles {
        return hand.len() as u16;
    }
    let once = rules.double_pips == DoublePips::Once;
    let mut count = hand.spots();
    if once {
        count -= (hand & TileSet::DOUBLES).spots() / 2;
    }
    let highest = Tile::new(rules.set.highest(), rules.set.highest());
    if rules.highest_double_pips.get() > 0 && hand.contains(highest) {
        count += rules.highest_double_pips.get();
        count -= highest.spots() as u16 / if once { 2 } else { 1 };
    }
    let alone = hand == TileSet::of(Tile::DOUBLE_BLANK);
    count
        + match rules.double_blank {
            _ if !hand.contains(Tile::DOUBLE_BLANK) => 0,
            DoubleBlank::Ten => 10,
            DoubleBlank::TenAlone if alone => 10,
            DoubleBlank::Priced => rules.double_blank_pips.get(),
            DoubleBlank::PricedAlone if alone => rules.double_blank_pips.get(),
            DoubleBlank::Nothing | DoubleBlank::TenAlone | DoubleBlank::PricedAlone => 0,
        }
}

impl DoubleBlank {
    /// Whether it counts only as the last tile of a hand.
    pub const fn is_alone(self) -> bool {
        matches!(self, Self::TenAlone | Self::PricedAlone)
    }

    /// Whether it counts `double-blank-pips`.
    pub const fn is_priced(self) -> bool {
        matches!(self, Self::Priced | Self::PricedAlone)
    }
}
