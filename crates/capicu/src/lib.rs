//! The rules of dominoes: one engine for every game, each game a set of named choices.
//!
//! Pure: no input or output, no clock, no randomness but what it is handed.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

/// The number of this engine: raised whenever the same facts lead to another outcome than before,
/// so that a match can say by which engine it was played. 1 is the engine of every match that does
/// not say.
pub const ENGINE: u32 = 3;

mod action;
mod board;
mod deal;
pub mod fair;
mod irregular;
mod layout;
mod matches;
mod outcome;
mod round;
pub mod rules;
mod seat;
mod table;
mod tile;
mod tile_set;
mod view;

pub use action::{Action, Actions, IllegalAction, ParseActionError};
pub use board::{Board, CountOfEnds, Deed, Duty, Listing, Opening, PlayAwards, Turn};
pub use deal::{Deal, DealError, Pile};
pub use irregular::{Call, Irregularity, NotIrregular, Ruling, Undeclared};
pub use layout::{End, Layout, ends_score};
pub use matches::{Match, MatchResult, Redeal, RoundResult, ScoreTurn, Standing, TurnedUp};
pub use outcome::{Award, Awards, Ended, LastTile, Outcome, Reason, count};
pub use round::{NotInView, Round, Step};
pub use rules::{Rules, preset::Game};
pub use seat::{BySeat, ByTeam, MAX_SEATS, Seat, Team};
pub use table::{Event, Fact, FactError, Seen, Table, TableView, Waiting};
pub use tile::{DominoSet, ParseTileError, Pip, Tile};
pub use tile_set::{TileSet, Tiles};
pub use view::{PublicView, View, Viewer};
