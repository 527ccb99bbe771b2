//! Tables that anybody may watch.

use capicu::{ByTeam, Rules};
use capicu_protocol::Holder;
use capicu_table::State;
use serde::{Deserialize, Serialize};

use crate::nodes::pieces;
use crate::noticeboard::Noticeboard;

/// A table that anybody may watch, as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedTable {
    /// The id of the game.
    pub game: String,
    /// What its rules are called, where they are not the game's own.
    pub title: Option<String>,
    /// The rules.
    #[serde(with = "pieces::rules")]
    pub rules: Rules,
    /// Who sits where: one for each seat of the rules.
    pub seats: Vec<Sitter>,
    /// The score of each side, once a match has begun.
    #[serde(with = "pieces::scores")]
    pub scores: Option<ByTeam<u16>>,
    /// How many watch.
    pub watchers: u32,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sitter {
    /// A person, who may be called something.
    Person(Option<String>),
    /// A bot.
    Bot,
}

impl WatchedTable {
    /// What a table says of itself. It tells nothing that those who watch do not see.
    pub fn of(state: &State, watchers: u32) -> Self {
        let sitter = |seat| {
            let seat = state.seat(seat);
            match seat.holder() {
                Holder::Person => Sitter::Person(seat.name().cloned()),
                Holder::Bot | Holder::Open => Sitter::Bot,
            }
        };
        Self {
            game: state.setup().game.clone(),
            title: state.setup().title.clone(),
            rules: *state.rules(),
            seats: state.all_seats().map(sitter).collect(),
            scores: state.table().map(|table| table.game().standing().scores),
            watchers,
        }
    }

    /// What is worth watching: where many watch, then where many people play.
    pub fn interest(&self) -> (u32, usize) {
        let people = self.seats.iter();
        let people = people.filter(|sitter| matches!(sitter, Sitter::Person(_)));
        (self.watchers, people.count())
    }
}

/// These tables, each as long as somebody sits there.
pub type WatchedTables = Noticeboard<WatchedTable>;
