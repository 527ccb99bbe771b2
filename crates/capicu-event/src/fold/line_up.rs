//! Facts about line-ups in meetings of teams.

use std::collections::{BTreeMap, BTreeSet};

use super::text;
use crate::id::EntryId;
use crate::preset::StageRules;
use crate::refused::Refused;
use crate::state::{State, Table};

impl State {
    pub(super) fn lined_up(
        &mut self,
        meeting: u16,
        by: EntryId,
        tables: &[Vec<String>],
    ) -> Result<(), Refused> {
        let (stage, table) = self.table(meeting)?;
        let side = Self::side(stage, meeting, by)?;
        if *table != Table::Open {
            return Err(Refused::Settled(meeting));
        }
        // The line-ups make the tables, so they may not change after a table has gone badly.
        if stage.has_tables(meeting) {
            return Err(Refused::AtTheTable(meeting));
        }
        tables.iter().flatten().try_for_each(|name| text(name))?;
        let members = &self.entries[&by].members;
        let known = tables.iter().flatten().all(|name| members.contains(name));
        if !known || !is_due(&stage.rules, tables) {
            return Err(Refused::LineUp { meeting, entry: by });
        }
        let (round, at) = stage.locate(meeting).ok_or(Refused::NoMeeting(meeting))?;
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        let line_ups = &mut stage.rounds[round].line_ups[at];
        match line_ups.insert(side, tables.to_vec()) {
            Some(before) if before == tables => Err(Refused::NoChange),
            _ => Ok(()),
        }
    }
}

/// Whether every table is full or empty, no player is twice in a sitting, and none sits too often.
fn is_due(rules: &StageRules, tables: &[Vec<String>]) -> bool {
    let mut left = tables;
    let mut times: BTreeMap<&String, usize> = BTreeMap::new();
    for sitting in rules.all_sittings() {
        let Some((now, later)) = left.split_at_checked(sitting.tables.into()) else {
            return false;
        };
        let full =
            |table: &&Vec<String>| table.is_empty() || table.len() == usize::from(sitting.players);
        let seated: Vec<&String> = now.iter().flatten().collect();
        let distinct: BTreeSet<&String> = seated.iter().copied().collect();
        if !now.iter().all(|table| full(&table)) || distinct.len() != seated.len() {
            return false;
        }
        seated
            .into_iter()
            .for_each(|name| *times.entry(name).or_default() += 1);
        left = later;
    }
    let most = rules.sittings_a_player.map_or(usize::MAX, usize::from);
    left.is_empty() && !tables.is_empty() && times.values().all(|times| *times <= most)
}
