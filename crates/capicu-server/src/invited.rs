//! Tables with open seats, found by their codes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{Rules, Seat};
use capicu_protocol::{Holder, TurnTime};
use capicu_table::{Code, State};
use serde::{Deserialize, Serialize};

use crate::nodes::pieces;

/// A table where whoever knows its code may sit down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invited {
    /// The table.
    pub table: String,
    /// The seat of whoever made it.
    #[serde(with = "pieces::seat")]
    pub maker: Seat,
    /// The id of the game.
    pub game: String,
    /// What the rules are called, where they are not the game's own.
    pub title: Option<String>,
    /// Every option.
    #[serde(with = "pieces::rules")]
    pub rules: Rules,
    /// How long a turn may take.
    pub turn_time: TurnTime,
    /// Who sits where, and what they are called.
    pub seats: Vec<(Holder, Option<String>)>,
}

impl Invited {
    fn of(table: &str, state: &State) -> Option<Self> {
        let setup = state.setup();
        Some(Self {
            table: table.to_owned(),
            maker: state.maker()?,
            game: setup.game.clone(),
            title: setup.title.clone(),
            rules: setup.rules,
            turn_time: state.turn_time(),
            seats: state
                .all_seats()
                .map(|seat| state.seat(seat))
                .map(|seat| (seat.holder(), seat.name().cloned()))
                .collect(),
        })
    }
}

/// These tables. A table that leaves the memory stays here. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Codes(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    tables: BTreeMap<Code, Invited>,
    codes: BTreeMap<String, Code>,
}

impl Codes {
    /// A table says how it stands. Of two tables that have the same code by chance, it is the first one's.
    pub fn tell(&self, table: &str, state: &State) {
        let code = state.code();
        let mut known = self.known();
        if known.codes.get(table) != code.as_ref() {
            known.forget(table);
        }
        let Some(code) = code else {
            return;
        };
        let is_anothers = |found: &Invited| found.table != table;
        let found = known.tables.get(&code);
        if found.is_some_and(is_anothers) {
            return;
        }
        let invited = Invited::of(table, state);
        if found != invited.as_ref()
            && let Some(invited) = invited
        {
            known.tables.insert(code, invited);
            known.codes.insert(table.to_owned(), code);
        }
    }

    /// A table is gone for good.
    pub fn forget(&self, table: &str) {
        self.known().forget(table);
    }

    /// The table of a code.
    pub fn table(&self, code: Code) -> Option<Invited> {
        self.known().tables.get(&code).cloned()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn forget(&mut self, table: &str) {
        if let Some(code) = self.codes.remove(table) {
            self.tables.remove(&code);
        }
    }
}
