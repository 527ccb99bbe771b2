//! Tables of the lobby where a bot makes room for a person.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_protocol::{Holder, TurnTime};
use capicu_table::{Stakes, State};

/// A table where somebody may sit down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// The id of the game.
    pub game: String,
    /// How long a turn may take.
    pub turn_time: TurnTime,
    /// What the people there are called, if anything.
    pub people: Vec<Option<String>>,
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
            places,
        })
    }
}

/// These tables, each as long as somebody is there. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct OpenTables(Arc<Mutex<BTreeMap<String, OpenTable>>>);

impl OpenTables {
    /// A table says what it has; `None` if nobody may sit down there.
    pub fn tell(&self, id: &str, open: Option<OpenTable>) {
        let mut tables = self.tables();
        match open {
            Some(open) if tables.get(id) != Some(&open) => {
                tables.insert(id.to_owned(), open);
            }
            Some(_) => {}
            None => {
                tables.remove(id);
            }
        }
    }

    /// The tables with their ids, those of most people first: at most so many.
    pub fn some(&self, most: usize) -> Vec<(String, OpenTable)> {
        let tables = self.tables();
        let mut all: Vec<_> = tables.iter().collect();
        all.sort_by_key(|(_, table)| std::cmp::Reverse(table.people.len()));
        let some = all.into_iter().take(most);
        some.map(|(id, table)| (id.clone(), table.clone()))
            .collect()
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, OpenTable>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
