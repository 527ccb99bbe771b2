//! The events that people write on a sheet.

use crate::Day;
use capicu::rules::Choices;
use capicu::{BySide, Game, InPlay, Left, ReportedEnd, Seat};

use crate::QueueEvent;

/// One event of a sheet. Events are only added, never changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A match begins. The sheet has no other match in play.
    Started(Start),
    /// The day of the matches that begin after it.
    Day(Day),
    /// A new line of the match.
    Wrote(Entry),
    /// The last line of the match that counts is struck out.
    Undid,
    /// A line of the match is struck out.
    Struck(usize),
    /// The moves of the round that ended last, in the words of a record. Lines are separated by tabs.
    Noted(String),
    /// A line of the match is replaced by another.
    Corrected {
        /// The index of the line in its match.
        line: usize,
        /// The entry that counts now.
        to: Entry,
    },
    /// An event of winner stays.
    Queue {
        /// The time in seconds since 1970.
        at: u64,
        what: QueueEvent,
    },
}

/// A match as it begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The game whose rules were chosen or changed.
    pub game: &'static Game,
    /// The rules as chosen.
    pub choices: Choices,
    /// One name for each seat, in the order of play.
    pub names: Vec<String>,
}

impl PartialEq for Start {
    fn eq(&self, other: &Self) -> bool {
        let game = self.game.id == other.game.id;
        game && self.choices == other.choices && self.names == other.names
    }
}

/// The content of one line of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Points made while a round is in play.
    InPlay { what: InPlay, trust: Trust },
    /// A round that is over.
    Round(RoundEntry),
    /// The scores on which people agree, whatever the rules say.
    Agreed(BySide<u16>),
}

/// The end of a round as people enter it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundEntry {
    /// The player who led, where people say so.
    pub opener: Option<Seat>,
    pub end: ReportedEnd,
    pub left: Left,
    pub trust: Trust,
}

/// Whether people confirmed an entry that the rules cannot lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Trust {
    /// The sheet refuses the entry if it is doubtful.
    #[default]
    Checked,
    /// People saw the doubts and confirmed the entry.
    Confirmed,
}
