//! Irregularities at a real table, and their consequences under the rules.
//!
//! A table run by a computer prevents most of them. In a recorded game with real tiles, each is an event with a
//! consequence.

use crate::{Pile, Pip, PlayAwards, Seat, Tile, Viewer};

/// A call of points by word of mouth, in games that ask for it ([`rules::Calls`](crate::rules::Calls)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Call {
    /// The player of the last tile declares the score of its ends (004:30).
    Declare,
    /// The player of the last tile declares this number of points, where callers name them (A13). A wrong caller scores
    /// nothing, pays the price, and may not call again until the next tile is laid.
    Sum(u16),
    /// An opponent claims an undeclared score, once the next tile is laid (003:55). Where callers name the points, the
    /// claim may be wrong.
    Muggins,
}

/// A score of the open ends that has not been declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undeclared {
    /// The seat that laid the tile.
    pub seat: Seat,
    /// The score of the open ends, in points.
    pub points: u16,
    /// The number of tiles on the table after it.
    pub(crate) at: u8,
}

/// An irregularity that the table has noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Irregularity {
    /// The seat to act passed although it could have played. The pass stands and costs `false-play` points. It counts
    /// towards three passes in a row, but not towards a board pass or a pase corrido (001:77, 001:92, F10, G11).
    FalsePass,
    /// The seat tried an illegal play and took it back: `false-play` points (001:92). Where `false-play` is 0, a wrong
    /// play noticed in time, which is simply corrected (004:74).
    TakenBack {
        /// The seat that took its play back.
        seat: Seat,
    },
    /// The seat to act has taken too long, which costs `slow-play` points (W29). It stays on turn.
    SlowPlay {
        /// The seat that is too slow.
        seat: Seat,
    },
    /// The seat to act laid a tile that does not fit. Nobody noticed before the next play, so the play stands (004:74).
    WrongPlay {
        /// The wrong tile.
        tile: Tile,
        /// The tile on the table that it was laid against.
        on: Tile,
        /// The half that is open now.
        open: Pip,
    },
    /// The seat to act drew although it could have played. The option `needless-draw` says what follows (002:37,
    /// 004:82).
    NeedlessDraw,
    /// The seat to act drew because the player before it laid a wrong tile, which was then corrected. It keeps the tile
    /// without penalty, although it can play now (004:74).
    MisledDraw,
    /// The seat took too many tiles at the deal, keeps them, and may not score with its first play (004:78). If that is
    /// found after the play, it costs nothing (S14).
    OverDrawn {
        /// The seat with too many tiles.
        seat: Seat,
    },
    /// The seat took too few tiles at the deal and completes its hand from the boneyard (004:78).
    UnderDrawn {
        /// The seat with too few tiles.
        seat: Seat,
    },
    /// The seat showed a tile after play began. The option `exposed` says what follows (004:66-70).
    Exposed {
        /// The seat that showed the tile.
        seat: Seat,
        /// The exposed tile.
        tile: Tile,
    },
    /// An opponent makes the seat to act play its exposed tile here, without score (004:70).
    Directed {
        /// The exposed tile.
        tile: Tile,
        /// The tile on the table to lay it against.
        on: Tile,
    },
    /// The round is void and dealt again: a tile was shown during the deal (004:66), or players cheated (002:37).
    Void,
}

/// The effect of an irregularity.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Ruling {
    /// The seat at fault, or the seat that acted. For [`Irregularity::Void`], the seat to act.
    pub seat: Seat,
    /// The irregularity that was noticed.
    pub what: Irregularity,
    /// Tiles the seat drew; empty for viewers who may not know them.
    pub drawn: Pile,
    /// The number of tiles it drew, also where `drawn` is hidden.
    pub n_drawn: u8,
    /// Points made by the irregularity.
    pub awards: PlayAwards,
}

impl Ruling {
    /// Returns the ruling as a seat saw it, without tiles that another player drew.
    #[must_use]
    pub fn visible_to(&self, viewer: impl Into<Viewer>) -> Self {
        let drawn = match viewer.into() {
            Viewer::Seat(seat) if seat != self.seat => Pile::new(),
            Viewer::Public => Pile::new(),
            Viewer::Seat(_) | Viewer::Open => self.drawn.clone(),
        };
        Self {
            drawn,
            ..self.clone()
        }
    }
}

/// Why an irregularity or a call is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum NotIrregular {
    /// The round is not at a point where a tile could be played.
    #[error("no tile is to be played now")]
    NotInPlay,
    /// The seat cannot play, so its pass was not false.
    #[error("the seat cannot play, so its pass is not false")]
    CannotPlay,
    /// The play was legal.
    #[error("{tile} fits {on}, so the play is not wrong")]
    Fits {
        /// The tile that was laid.
        tile: Tile,
        /// The tile on the table it was laid against.
        on: Tile,
    },
    /// The hand does not contain the tile.
    #[error("{0} is not in the hand")]
    NotHeld(Tile),
    /// That tile on the table has no open end, or the laid tile has no such half.
    #[error("{tile} cannot lie open against {on}")]
    NoPlace {
        /// The tile that was laid.
        tile: Tile,
        /// The tile on the table it was laid against.
        on: Tile,
    },
    /// The rules let the seat draw although it could play.
    #[error("the seat may draw although it could play")]
    MayDraw,
    /// The boneyard has no tile to draw, or the game has no drawing.
    #[error("no tile may be drawn now")]
    CannotDraw,
    /// Slow play has no price in this game, or it is not the turn of that seat.
    #[error("slow play has no price here, or it is the turn of another seat")]
    NotSlow,
    /// The hand was dealt the right number of tiles, or the boneyard cannot complete it.
    #[error("the hand was dealt the right number of tiles")]
    RightNumber,
    /// The tile has not been exposed, or exposed tiles are not directed in this game.
    #[error("{0} is not an exposed tile")]
    NotExposed(Tile),
    /// No such score can be declared or claimed.
    #[error("there is no score to call")]
    NothingToCall,
    /// The player of the last tile has named its points, right or wrong.
    #[error("the points of this tile have been named already")]
    Named,
    /// A wrong call silences its caller until the next tile (A13).
    #[error("the seat called wrongly and may call nothing more until the next tile")]
    Silent,
}
