//! What goes wrong at a real table, and what the rules make of it.
//!
//! At a table run by a computer most of this is prevented; in a game played with real tiles and
//! recorded, each is an event with a consequence.

use arrayvec::ArrayVec;

use crate::{Pip, PlayAwards, Seat, Tile, Viewer};

/// A point made known by word of mouth, in games where that is asked for
/// ([`rules::Calls`](crate::rules::Calls)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Call {
    /// The player of the last tile declares what its ends score (004:30).
    Declare,
    /// The same where callers name the points (A13): so many. Who is wrong gets nothing, pays what
    /// that costs, and calls no more until the next tile lies.
    Sum(u16),
    /// An opponent claims what was not declared, once the next tile lies (003:55). Where callers
    /// name the points, it may be claimed wrongly too.
    Muggins,
}

/// A score of the open ends that has not been declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undeclared {
    /// Who laid the tile.
    pub seat: Seat,
    /// What it scores.
    pub points: u16,
    /// How many tiles lay when it had been laid.
    pub(crate) at: u8,
}

/// An irregularity that the table has noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Irregularity {
    /// The seat to act passed although it could have played. The pass stands, costs
    /// `false-play` points, counts towards three in a row and not towards a board pass or a pase
    /// corrido (001:77, 001:92, F10, G11).
    FalsePass,
    /// The seat tried an illegal play and took it back: `false-play` points (001:92). Elsewhere a
    /// wrong play noticed in time, which is simply corrected (004:74).
    TakenBack {
        /// Who.
        seat: Seat,
    },
    /// The seat to act laid a tile that does not fit, nobody noticed before the next play, and it
    /// stands (004:74).
    WrongPlay {
        /// The tile.
        tile: Tile,
        /// The tile it lies against.
        on: Tile,
        /// The half that is open now.
        open: Pip,
    },
    /// The seat to act drew although it could have played; what follows is the option
    /// `needless-draw` (002:37, 004:82).
    NeedlessDraw,
    /// The seat to act drew because the player before had laid a wrong tile, which was then
    /// corrected; it keeps the tile and is not blamed, although it can play now (004:74).
    MisledDraw,
    /// The seat took too many tiles at the deal, keeps them, and may not score with its first
    /// play (004:78). Found after that play, it costs nothing (S14).
    OverDrawn {
        /// Who.
        seat: Seat,
    },
    /// The seat took too few tiles at the deal and completes its hand from the boneyard (004:78).
    UnderDrawn {
        /// Who.
        seat: Seat,
    },
    /// The seat showed a tile after play began; what follows is the option `exposed` (004:66-70).
    Exposed {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// An opponent has the seat to act play its exposed tile here; it scores nothing (004:70).
    Directed {
        /// The exposed tile.
        tile: Tile,
        /// The tile to lay it against.
        on: Tile,
    },
    /// The round is void and dealt again: a tile was shown during the deal (004:66), or the
    /// players were found cheating (002:37).
    Void,
}

/// What an irregularity did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Ruling {
    /// The seat at fault, or that acted; the seat to act for [`Irregularity::Void`].
    pub seat: Seat,
    /// What happened.
    pub what: Irregularity,
    /// Tiles the seat drew by it, for those who may know.
    pub drawn: ArrayVec<Tile, 45>,
    /// How many tiles it drew.
    pub n_drawn: u8,
    /// Points made by it.
    pub awards: PlayAwards,
}

impl Ruling {
    /// The ruling as a seat saw it: the tiles another player drew are left out.
    #[must_use]
    pub fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
        let drawn = match viewer.into() {
            Viewer::Seat(seat) if seat != self.seat => ArrayVec::new(),
            Viewer::Public => ArrayVec::new(),
            Viewer::Seat(_) | Viewer::Open => self.drawn.clone(),
        };
        Self {
            drawn,
            ..self.clone()
        }
    }
}

/// Why an irregularity or a call cannot have happened now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum NotIrregular {
    /// The round is not at a point where a tile could be played.
    #[error("no tile is to be played now")]
    NotInPlay,
    /// The pass was not false: the seat cannot play.
    #[error("the seat cannot play, so its pass is not false")]
    CannotPlay,
    /// The play was legal.
    #[error("{tile} fits {on}, so the play is not wrong")]
    Fits {
        /// The tile.
        tile: Tile,
        /// Where it was laid.
        on: Tile,
    },
    /// The tile is not in that hand.
    #[error("{0} is not in the hand")]
    NotHeld(Tile),
    /// Nothing is open at that tile, or the tile has no such half.
    #[error("{tile} cannot lie open against {on}")]
    NoPlace {
        /// The tile.
        tile: Tile,
        /// Where it was laid.
        on: Tile,
    },
    /// The rules let the seat draw although it could play.
    #[error("the seat may draw although it could play")]
    MayDraw,
    /// There is nothing to draw, or no draw in this game.
    #[error("no tile may be drawn now")]
    CannotDraw,
    /// The hand was dealt as many tiles as it should have, or the boneyard cannot complete it.
    #[error("the hand was dealt the right number of tiles")]
    RightNumber,
    /// The tile has not been exposed, or such tiles are not directed in this game.
    #[error("{0} is not an exposed tile")]
    NotExposed(Tile),
    /// There is no such score to declare or claim.
    #[error("there is no score to call")]
    NothingToCall,
    /// The player of the last tile has named its points, rightly or not.
    #[error("the points of this tile have been named already")]
    Named,
    /// A wrong call silences its caller until the next tile (A13).
    #[error("the seat called wrongly and may call nothing more until the next tile")]
    Silent,
}
