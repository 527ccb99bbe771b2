//! A match as it was played, in a form for people and programs.
//!
//! `docs/record-format.md` specifies the text form. [`Record`] prints and parses it; parsing what it prints gives the
//! same record.

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
pub use moves::{Mark, MoveRecord, What};
pub(crate) use parse::did_you_mean;
pub use parse::{Places, RecordError, RoundPlaces, TwinPart, Wrong, begins_record, decode};
pub(crate) use shorthand::{NamedEnd, Reading, Unclear};
pub use text::{Line, NotALine, TagName};

/// The version that this crate writes, and the newest that it reads.
pub const VERSION: u32 = 1;

/// The longest record that is read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// The extension of record files.
pub const EXTENSION: &str = "domino";

/// A match, as far as it was played and is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the game: an id such as `cien`, or any text. It does not decide the rules.
    pub game: Option<Line>,
    /// The complete rules.
    pub rules: Rules,
    /// The names of the players by seat, as far as they are known.
    pub names: BTreeMap<Seat, Line>,
    /// Further facts about the match, in order.
    pub tags: Vec<(TagName, Line)>,
    /// Comments on the whole match.
    pub comments: Vec<Line>,
    /// Rounds and events between them, in order.
    pub items: Vec<Item>,
    /// The end of the match, as the writer claims.
    pub result: ResultClaim,
}

/// A round, or an event between two rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The seats turned up these tiles to find the opener.
    TurnedUp(TurnedUp),
    /// A deal that the rules do not accept.
    ThrownIn {
        /// The tiles of the deal.
        dealt: Box<Dealt>,
        /// The reason, as the writer claims.
        why: ThrownIn,
    },
    /// This seat withdrew; the others play on.
    Withdrew(Seat),
    /// A round with its deal and moves.
    Round(Box<RoundRecord>),
}

/// A round as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    /// The tiles at its beginning, as far as they are known.
    pub dealt: Dealt,
    /// Comments on the round.
    pub comments: Vec<Line>,
    /// The moves, in order.
    pub moves: Vec<MoveRecord>,
    /// The end and the score, as the writer claims.
    pub claims: Claims,
}

impl RoundRecord {
    /// Adds the tile laid against to moves that do not name it.
    pub(crate) fn lay_as_meant(&mut self, reading: Reading) {
        for (index, on) in reading.meant() {
            if let What::Lead(tile) = self.moves[index].what {
                self.moves[index].what = What::Play { tile, on };
            }
        }
    }
}

impl Record {
    /// A record of a match by these rules, before its first round.
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

    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(tag, _)| tag.as_str() == name)
            .map(|(_, value)| value.as_str())
    }

    /// Adds a tag, unless the name or the value is not allowed in a record.
    pub fn add_tag(&mut self, name: &str, value: &str) {
        if let (Ok(name), Ok(value)) = (name.parse(), value.parse()) {
            self.tags.push((name, value));
        }
    }

    /// The rounds of the match, in order.
    pub fn rounds(&self) -> impl Iterator<Item = &RoundRecord> {
        self.items.iter().filter_map(|item| match item {
            Item::Round(round) => Some(&**round),
            _ => None,
        })
    }

    /// The rounds of the match, in order, to be changed.
    pub fn rounds_mut(&mut self) -> impl Iterator<Item = &mut RoundRecord> {
        self.items.iter_mut().filter_map(|item| match item {
            Item::Round(round) => Some(&mut **round),
            _ => None,
        })
    }
}
