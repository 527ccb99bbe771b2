//! Tables of the lobby where a bot makes room for a person.

use capicu_protocol::{Holder, PlayerId, TurnTime};
use capicu_table::{Stakes, State};
use serde::{Deserialize, Serialize};

use crate::noticeboard::Noticeboard;

/// A table where somebody may sit down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTable {
    /// The id of the game.
    pub game: String,
    /// How long a turn may take.
    pub turn_time: TurnTime,
    /// What the people there are called, if anything.
    pub people: Vec<Option<String>>,
    /// Whose the seats are.
    pub players: Vec<PlayerId>,
    /// How many bots make room.
    pub places: usize,
}

impl OpenTable {
    /// What a table says of itself; `None` if no bot makes room there.
    pub fn of(state: &State) -> Option<Self> {
        let seats = || state.all_seats().map(|seat| state.seat(seat));
        let places = seats().filter(|seat| seat.holder() == Holder::Bot).count();
        let people = seats().filter(|seat| seat.holder() == Holder::Person);
        let makes_room = places > 0 && state.setup().stakes == Stakes::Casual;
        makes_room.then(|| Self {
            game: state.setup().game.clone(),
            turn_time: state.turn_time(),
            people: people.map(|seat| seat.name().cloned()).collect(),
            players: seats().filter_map(|seat| seat.player()).collect(),
            places,
        })
    }

    /// Where many people play comes first.
    pub const fn interest(&self) -> usize {
        self.people.len()
    }
}

/// These tables, each as long as somebody is there.
pub type OpenTables = Noticeboard<OpenTable>;
