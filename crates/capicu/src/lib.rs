#![doc = include_str!("../README.md")]
//!
//! # Rules
//!
//! A [`Game`] is a game that people know by name. Its [`Choices`](rules::Choices) hold one value for every option.
//! [`Rules`] are checked choices, so the engine never meets a contradiction. Every option has a name and a text form,
//! listed by [`Choices::OPTIONS`](rules::Choices::OPTIONS), and cites its source. The crate `capicu-record` reads rule
//! files.
//!
//! # Facts, events, tables and views
//!
//! A [`Fact`] is anything at a table that does not follow from earlier facts: a deal, a choice, a call, an
//! irregularity. A [`Table`] is the state derived from its facts, so a match can be stored as facts and replayed.
//! [`Table::apply`] returns the [`Event`]s that follow from a fact: points, the end of the round and of the match.
//!
//! Events contain all tiles. [`Event::visible_to`] is the only way from the table to a [`Viewer`]: a seat, the public, or
//! a reader of a finished round. It returns a [`VisibleEvent`], and a [`TableView`] is the state derived from what one viewer
//! saw. A view remembers the round and cannot contain a hand that its viewer has not seen. Bots and clients receive
//! views only.
//!
//! ```
//! use capicu::fair::Seed;
//! use capicu::{Fact, Game, Seat, Table, TableView};
//!
//! let rules = Game::by_id("draw").and_then(|game| game.rules(2)).unwrap();
//! let (seed, mut table) = (Seed::from_number(11), Table::new(rules));
//! let mut views = [0, 1].map(|n| TableView::new(rules, Seat::new(n).unwrap()));
//! for _ in 0..12 {
//!     let act = || Some(Fact::Acted(*table.round()?.distinct_actions().first()?));
//!     let Some(fact) = seed.next(&table).or_else(act) else { break };
//!     for event in table.apply(&fact)? {
//!         views.iter_mut().for_each(|view| view.observe(&event.visible_to(view.viewer())));
//!     }
//! }
//! let (round, view) = (table.round().unwrap(), views[1].round().unwrap());
//! assert_eq!(view.board(), round.board());
//! assert_eq!(view.hand(), round.hands()[view.seat()]);
//! assert!(!view.moves().is_empty());
//! # Ok::<_, capicu::FactError>(())
//! ```
//!
//! In a round, [`Board`] is the public part: layout, turn, points, the number of tiles in each hand. A [`Round`] adds
//! all hands, a [`View`] adds one.
//!
//! # Many rounds
//!
//! A simulation needs no table. [`Match::open`] begins a round with a deal, [`Round::play_unchecked`] plays listed
//! actions, and [`Match::finish`] writes the round down. [`Deal::shuffle`] and [`Round::list_actions`] reuse the memory
//! of the last deal and the last list.
//!
//! # Positions
//!
//! A [`Setup`] describes a round at any moment, perhaps with unknown hands, and has a text form of one line.
//! [`Round::from_setup`] and [`Setup::view`] refuse impossible setups and name the reason.
//!
//! # Compatibility
//!
//! New house rules are no breaking change: [`Choices`](rules::Choices), [`Reason`], the options and the errors are
//! `#[non_exhaustive]`. The feature `exhaustive` lifts that for crates released together with this one. Lists such as
//! [`Actions`] are `ArrayVec`s of arrayvec 0.7. If the same facts ever lead to another outcome, [`ENGINE`] rises.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

/// The number of this engine, raised whenever the same facts lead to another outcome than before. A match can record
/// the engine that played it; a match without a number was played by engine 1.
pub const ENGINE: u32 = 3;

mod action;
mod board;
mod clue;
mod deal;
pub mod fair;
mod fast;
mod irregular;
mod layout;
pub mod lesson;
mod matches;
mod outcome;
mod round;
pub mod rules;
mod scorer;
mod seat;
mod settling;
mod setup;
mod table;
mod tile;
mod tile_set;
mod view;
mod word;

pub use action::{Action, Actions, IllegalAction, ParseActionError};
pub use board::{Board, CountOfEnds, Duty, Listing, Move, Opening, PlayAwards, Turn};
pub use clue::{Clue, Odds, Tally};
pub use deal::{Deal, DealError, Pile};
pub use irregular::{Call, Irregularity, NotIrregular, Ruling, Undeclared};
pub use layout::{End, Layout, LayoutError, ends_score};
pub use matches::{
    CannotWithdraw, Match, MatchResult, NextLeader, Redeal, RoundResult, ScoreTurn, Standing,
    TurnedUp,
};
pub use outcome::{Award, Awards, Ended, Ending, LastTile, Outcome, Reason, count};
pub use round::{NotInView, Round, Step};
pub use rules::{Rules, preset::Game};
pub use scorer::{
    Asked, Doubt, Hanged, InPlay, Left, ReportError, ReportedEnd, Scorer, SeatCount, WayOut, Winner,
};
pub use seat::{BySeat, BySide, MAX_SEATS, Seat, Side};
pub use setup::{
    Boneyard, Held, ParsePositionError, PositionPart, PositionProblem, Setup, SetupError,
};
pub use table::{Event, Fact, FactError, Leaving, Table, TableView, VisibleEvent, Waiting};
pub use tile::{DominoSet, ParseTileError, Pip, Tile};
pub use tile_set::{TileSet, Tiles};
pub use view::{PublicView, View, Viewer};
pub use word::Word;
