//! Facts about seats: entries kept apart, and the tables of the room.

use super::text;
use crate::id::EntryId;
use crate::refused::Refused;
use crate::state::State;

/// The highest number of a table.
const MOST_TABLES: u16 = 9_999;

impl State {
    pub(super) fn kept_apart(
        &mut self,
        [one, other]: [EntryId; 2],
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        for id in [one, other] {
            if !self.entries.contains_key(&id) {
                return Err(Refused::NoEntry(id));
            }
        }
        if one >= other {
            return Err(Refused::SeatedTwice(one));
        }
        match self.apart.insert([one, other]) {
            true => Ok(()),
            false => Err(Refused::NoChange),
        }
    }

    pub(super) fn allowed_to_meet(&mut self, entries: [EntryId; 2]) -> Result<(), Refused> {
        match self.apart.remove(&entries) {
            true => Ok(()),
            false => Err(Refused::NoChange),
        }
    }

    pub(super) fn table_fixed(&mut self, id: EntryId, table: Option<u16>) -> Result<(), Refused> {
        if !self.entries.contains_key(&id) {
            return Err(Refused::NoEntry(id));
        }
        if let Some(number) = table.filter(|table| !(1..=MOST_TABLES).contains(table)) {
            return Err(Refused::NoMeeting(number));
        }
        let before = match table {
            Some(table) => self.tables.insert(id, table),
            None => self.tables.remove(&id),
        };
        match before == table {
            true => Err(Refused::NoChange),
            false => Ok(()),
        }
    }

    pub(super) fn tables_numbered(&mut self, first: u16) -> Result<(), Refused> {
        if !(1..=MOST_TABLES).contains(&first) {
            return Err(Refused::NoMeeting(first));
        }
        match std::mem::replace(&mut self.first_table, first) == first {
            true => Err(Refused::NoChange),
            false => Ok(()),
        }
    }
}
