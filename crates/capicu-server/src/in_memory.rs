//! The tables that are in memory, as whoever looks after the server sees them.

use capicu_protocol::Holder;
use capicu_table::State;

use crate::noticeboard::Noticeboard;

/// Moments are told to the minute, so that a table says something new once a minute and not with every tile.
const MINUTE: u64 = 60_000;

/// A table that is in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InMemory {
    /// The id of the game.
    pub game: String,
    /// What its rules are called, where they are not the game's own.
    pub title: Option<String>,
    /// How many seats are people's.
    pub people: u32,
    /// Whether any of them is there.
    pub is_attended: bool,
    /// How many watch.
    pub watchers: u32,
    /// When something happened there last, in milliseconds since 1970.
    pub at: u64,
}

impl InMemory {
    /// What a table says of itself.
    pub fn of(state: &State, is_attended: bool, watchers: u32, at: u64) -> Self {
        let people = state
            .all_seats()
            .filter(|seat| state.seat(*seat).holder() == Holder::Person);
        Self {
            game: state.setup().game.clone(),
            title: state.setup().title.clone(),
            people: people.count() as u32,
            is_attended,
            watchers,
            at: at / MINUTE * MINUTE,
        }
    }
}

/// These tables.
pub type InMemoryTables = Noticeboard<InMemory>;
