//! Reports of a round by the players of a real table.

use alloc::boxed::Box;

use super::Asked;
use crate::outcome::LastTile;
use crate::rules::CapicuWhen;
use crate::{BySeat, BySide, Pip, Rules, Seat, Side, Tile, TileSet};

/// Points that a table writes down while a round is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum InPlay {
    /// An opponent passed on a tile of this side.
    Paso(Side),
    /// Everybody else passed on a tile of this side.
    PaseCorrido(Side),
    /// The next player passed on the double that this side led.
    LedDouble(Side),
    /// The next player passed on the single that this side led.
    LedSingle(Side),
    /// A side scored the open ends.
    Ends {
        /// The side that scored.
        side: Side,
        /// The number of points.
        points: u16,
    },
    /// A side claimed points that an opponent had not declared.
    Muggins {
        /// The side that scored.
        side: Side,
        /// The number of points.
        points: u16,
    },
    /// This seat passed for the third time in a row.
    ThreePasses(Seat),
    /// Everybody else passed on a tile of this seat.
    BoardPass {
        /// The seat that laid the tile.
        seat: Seat,
        /// Seats for which one of these passes was also the third in a row.
        third: BySeat<bool>,
    },
    /// This seat passed when able, or tried an illegal play.
    FalsePlay(Seat),
    /// This seat played too slowly.
    SlowPlay(Seat),
    /// This seat called points that were not there.
    WrongCall(Seat),
}

/// The last tile of a player who goes out, as far as it matters for the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum WayOut {
    /// A single at one end.
    Plain,
    /// A single that fits every end: a capicú.
    BothEnds,
    /// The key tile.
    Key,
    /// A double at one end.
    Double,
    /// A double that fits every end.
    DoubleBothEnds,
    /// The double blank at one end: a chuchazo.
    DoubleBlank,
    /// The double blank between blanks.
    DoubleBlankBothEnds,
}

impl WayOut {
    /// Every way, the usual ones first.
    pub const ALL: [Self; 7] = [
        Self::Plain,
        Self::BothEnds,
        Self::Key,
        Self::Double,
        Self::DoubleBothEnds,
        Self::DoubleBlank,
        Self::DoubleBlankBothEnds,
    ];

    /// The way of a known last tile.
    pub fn of(last: &LastTile, rules: &Rules) -> Self {
        let blank = last.tile == Tile::DOUBLE_BLANK;
        let equal_ends_count = last.ends_differ || rules.capicu_when != CapicuWhen::DifferentEnds;
        match (last.tile.is_double(), last.fits_every_end) {
            (true, true) if blank => Self::DoubleBlankBothEnds,
            (true, false) if blank => Self::DoubleBlank,
            (true, true) => Self::DoubleBothEnds,
            (true, false) => Self::Double,
            (false, _) if last.key => Self::Key,
            (false, true) if equal_ends_count => Self::BothEnds,
            (false, _) => Self::Plain,
        }
    }

    /// A last tile of this kind.
    pub(super) fn last_tile(self) -> LastTile {
        let high = Pip::new(1).unwrap_or(Pip::BLANK);
        let tile = match self {
            Self::Plain | Self::BothEnds | Self::Key => Tile::new(high, Pip::BLANK),
            Self::Double | Self::DoubleBothEnds => Tile::double(high),
            Self::DoubleBlank | Self::DoubleBlankBothEnds => Tile::DOUBLE_BLANK,
        };
        LastTile {
            tile,
            fits_every_end: matches!(
                self,
                Self::BothEnds | Self::Key | Self::DoubleBothEnds | Self::DoubleBlankBothEnds
            ),
            ends_differ: matches!(
                self,
                Self::BothEnds | Self::Key | Self::Double | Self::DoubleBlank
            ),
            key: self == Self::Key,
        }
    }
}

/// Whether a loser has a double that can never be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Hanged {
    /// No double that pays is hanged.
    #[default]
    Nothing,
    /// A loser has the double blank, and its suit is used up (W36).
    DoubleBlank,
}

/// The winner of a blocked round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Winner {
    /// The counts decide.
    #[default]
    ByCounts,
    /// Players name the seat that wins, for its side.
    Named(Seat),
    /// Players say that the round is tied.
    Nobody,
}

impl Winner {
    /// The winner that players name; `None` where the counts decide.
    pub(super) const fn named(self) -> Option<Option<Seat>> {
        match self {
            Self::ByCounts => None,
            Self::Named(seat) => Some(Some(seat)),
            Self::Nobody => Some(None),
        }
    }
}

/// How a round ended, as players report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ReportedEnd {
    /// A player went out.
    Out {
        /// The player who went out.
        seat: Seat,
        /// The kind of the last tile.
        way: WayOut,
        /// A double that can never be played.
        hanged: Hanged,
    },
    /// Nobody could play.
    Blocked {
        /// The seat that laid the last tile, where players know it.
        blocker: Option<Seat>,
        /// The winner of the round.
        winner: Winner,
    },
    /// Points made in play ended the match.
    Target(Side),
    /// The round does not count.
    Void,
    /// A hand had enough doubles to score.
    Doubles {
        /// The holder of the doubles.
        seat: Seat,
        /// The number of doubles.
        n: u8,
    },
    /// A false play of this seat ended the round.
    Foul(Seat),
}

impl ReportedEnd {
    /// Whether this seat went out.
    pub(super) fn is_out(&self, seat: Seat) -> bool {
        matches!(self, Self::Out { seat: out, .. } if *out == seat)
    }
}

/// The count of one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SeatCount {
    /// The count, in pips.
    pub count: u16,
    /// Whether the hand has a double.
    pub has_double: bool,
}

/// The tiles left at the end of a round, as exactly as players counted them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Left {
    /// Nobody counted the tiles.
    #[default]
    Uncounted,
    /// The one number that the rules [ask](Rules::asks) for.
    Total(u16),
    /// A count for each side.
    Sides(BySide<u16>),
    /// A count for each seat.
    Seats(BySeat<SeatCount>),
    /// The tiles themselves.
    Tiles(Box<BySeat<TileSet>>),
}

/// Why a report cannot be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ReportError {
    /// The match is over.
    #[error("the match is over; start the next one")]
    MatchOver,
    /// No such seat plays.
    #[error("seat {} does not play", .0.letter())]
    SeatDoesNotPlay(Seat),
    /// No such side plays.
    #[error("side {0} does not play")]
    SideDoesNotPlay(Side),
    /// These rules do not know such an end, or such points.
    #[error("these rules do not know this; choose an end or points that they know")]
    NotInRules,
    /// The score needs other counts.
    #[error("the score needs other counts of the tiles left: {0:?}")]
    Asked(Asked),
    /// Neither players nor counts decide the block.
    #[error("name the winner of the block, or count each hand")]
    NameWinner,
    /// The score depends on the player of the last tile.
    #[error("name the player whose tile blocked the round")]
    NameBlocker,
    /// Nobody wins a block by these rules.
    #[error("nobody wins a blocked round by these rules")]
    NobodyWins,
    /// The player who went out still has tiles.
    #[error("seat {} went out, so it has no tiles left", .0.letter())]
    WinnerHolds(Seat),
    /// A tile is not in the set of the game.
    #[error("{0} is not in the set of this game")]
    NotInSet(Tile),
    /// Two hands contain the same tile.
    #[error("{0} is in two hands; the set has it once")]
    Twice(Tile),
    /// Points in play have ended the match, or have not.
    #[error("the round ends by points in play exactly if a side has reached the target")]
    Target,
}
