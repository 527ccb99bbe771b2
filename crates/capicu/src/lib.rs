#![doc = include_str!("../README.md")]
//!
//! # Rules
//!
//! A [`Game`] is a game that people know by name; its [`Choices`](rules::Choices) hold one value for
//! every option. [`Rules`] are choices that have been checked: the engine never meets a contradiction.
//! Every option has a name and a text form, listed by [`Choices::OPTIONS`](rules::Choices::OPTIONS),
//! and cites its source. Rule files are read by the crate `capicu-record`.
//!
//! # Facts, events, tables and views
//!
//! What happens at a table and does not follow from what came before is a [`Fact`]: a deal, a choice, a
//! call, an irregularity. A [`Table`] is the fold of its facts, so that a match can be stored as its
//! facts and played again from them. [`Table::apply`] answers with what followed, as [`Event`]s: the
//! points that fell, the end of the round and of the match.
//!
//! Events hold all tiles. [`Event::seen_by`] is the only way from the table to a [`Viewer`]: a seat, the
//! public, or whoever looks at a round that is over. What one of them is told is a [`Seen`], and a
//! [`TableView`] is the fold of that. It has no room for a hand that its viewer has not seen, and it
//! remembers the round, so it is what a bot is given and a client is sent.
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
//!         views.iter_mut().for_each(|view| view.observe(&event.seen_by(view.viewer())));
//!     }
//! }
//! let (round, view) = (table.round().unwrap(), views[1].round().unwrap());
//! assert_eq!(view.board(), round.board());
//! assert_eq!(view.hand(), round.hands()[view.seat()]);
//! assert!(!view.deeds().is_empty());
//! # Ok::<_, capicu::FactError>(())
//! ```
//!
//! Inside a round, [`Board`] is what everybody sees: layout, turn, points, how many tiles each seat
//! holds. A [`Round`] adds all hands, a [`View`] adds one.
//!
//! # Many rounds
//!
//! A simulation needs no table: [`Match::open`] begins a round with a deal, [`Round::play_unchecked`]
//! plays actions taken from a list, and [`Match::finish`] writes the round down. [`Deal::shuffle`] and
//! [`Round::list_actions`] use the room of the last deal and the last list again.
//!
//! # Positions
//!
//! A [`Setup`] is a round as it stands, perhaps with unknown hands; it is written as one line and read
//! back. [`Round::from_setup`] and [`Setup::view`] refuse what cannot be, and name it.
//!
//! # What may change
//!
//! New house rules are no breaking change: what they add to, such as [`Choices`](rules::Choices), its
//! options, [`Reason`] and the errors, is `#[non_exhaustive]`. The feature `exhaustive` lifts that for
//! crates released together with this one. Lists such as [`Actions`] are `ArrayVec`s of arrayvec 0.7.
//! Whenever the same facts would lead to another outcome than before, [`ENGINE`] is raised.
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
mod seat;
mod setup;
mod table;
mod tile;
mod tile_set;
mod view;
mod word;

pub use action::{Action, Actions, IllegalAction, ParseActionError};
pub use board::{Board, CountOfEnds, Deed, Duty, Listing, Opening, PlayAwards, Turn};
pub use clue::{Clue, Odds, Tally};
pub use deal::{Deal, DealError, Pile};
pub use irregular::{Call, Irregularity, NotIrregular, Ruling, Undeclared};
pub use layout::{End, Layout, LayoutError, ends_score};
pub use matches::{Match, MatchResult, Redeal, RoundResult, ScoreTurn, Standing, TurnedUp};
pub use outcome::{Award, Awards, Ended, LastTile, Outcome, Reason, count};
pub use round::{NotInView, Round, Step};
pub use rules::{Rules, preset::Game};
pub use seat::{BySeat, ByTeam, MAX_SEATS, Seat, Team};
pub use setup::{
    Boneyard, Held, ParsePositionError, PositionPart, PositionProblem, Setup, SetupError,
};
pub use table::{Event, Fact, FactError, Seen, Table, TableView, Waiting};
pub use tile::{DominoSet, ParseTileError, Pip, Tile};
pub use tile_set::{TileSet, Tiles};
pub use view::{PublicView, View, Viewer};
pub use word::Word;
