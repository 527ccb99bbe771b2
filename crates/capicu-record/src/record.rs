//! A match as it was played, in a form that people and programs read.
//!
//! The text form is specified in `docs/record-format.md`; [`Record`] prints and parses it, and
//! printing then parsing gives the same record.

mod claim;
mod dealt;
mod defaults;
pub(crate) mod facts;
mod moves;
mod parse;
mod print;
mod scan;
mod shorthand;
mod text;

use std::collections::BTreeMap;

use capicu::{Rules, Seat, TurnedUp};

pub use claim::{Claims, EndClaim, PointClaim, ResultClaim, ThrownIn, reason, reason_word};
pub use dealt::{Dealt, Hand, NotDealt};
pub use defaults::{default_of, plain};
pub use facts::{facts_of, recorded};
pub use moves::{Mark, Move, What};
pub(crate) use parse::did_you_mean;
pub use parse::{Places, RecordError, RoundPlaces, TwinPart, Wrong, begins_record, decode};
pub(crate) use shorthand::{LineEnd, Reading};
pub use text::{Line, NotALine, TagName};

/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// Records longer than this are not read.
pub const MAX_BYTES: usize = 8 << 20;

/// What the name of a record file ends with.
pub const EXTENSION: &str = "domino";

/// A match, or as much of it as was played or is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What the game is called: an id such as `cien`, or any name. It says nothing about the rules.
    pub game: Option<Line>,
    /// The rules, complete.
    pub rules: Rules,
    /// Who sits where, as far as it is known.
    pub names: BTreeMap<Seat, Line>,
    /// Anything else there is to say about the match, in order.
    pub tags: Vec<(TagName, Line)>,
    /// Remarks on the whole.
    pub comments: Vec<Line>,
    /// What happened.
    pub items: Vec<Item>,
    /// How the match ended, as the writer claims.
    pub result: ResultClaim,
}

/// One thing that happened between two rounds, or a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The seats turned up these tiles to find who opens.
    TurnedUp(TurnedUp),
    /// A deal that the rules do not accept.
    ThrownIn {
        /// The deal.
        dealt: Box<Dealt>,
        /// Why, as the writer claims.
        why: ThrownIn,
    },
    /// A round.
    Round(Box<RoundRecord>),
}

/// A round as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    /// The tiles at its beginning.
    pub dealt: Dealt,
    /// Remarks on the round.
    pub comments: Vec<Line>,
    /// What was done, in order.
    pub moves: Vec<Move>,
    /// What the writer claims came of it.
    pub claims: Claims,
}

impl RoundRecord {
    /// Says where the tiles were laid whose moves did not say so.
    pub(crate) fn lay_as_meant(&mut self, reading: Reading) {
        for (index, on) in reading.meant() {
            if let What::Lead(tile) = self.moves[index].what {
                self.moves[index].what = What::Play { tile, on };
            }
        }
    }
}

impl Record {
    /// A record of a match by these rules in which nothing has happened yet.
    pub const fn new(rules: Rules) -> Self {
        Self {
            game: None,
            rules,
            names: BTreeMap::new(),
            tags: Vec::new(),
            comments: Vec::new(),
            items: Vec::new(),
            result: ResultClaim::Unfinished,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(tag, _)| tag.as_str() == name)
            .map(|(_, value)| value.as_str())
    }

    /// Adds a tag; nothing if the name or the value cannot stand in a record.
    pub fn add_tag(&mut self, name: &str, value: &str) {
        if let (Ok(name), Ok(value)) = (name.parse(), value.parse()) {
            self.tags.push((name, value));
        }
    }

    /// The rounds that were played, in order.
    pub fn rounds(&self) -> impl Iterator<Item = &RoundRecord> {
        self.items.iter().filter_map(|item| match item {
            Item::Round(round) => Some(&**round),
            _ => None,
        })
    }
}
