//! The winners of prizes.

use std::collections::BTreeSet;

use serde::Serialize;

use super::standings;
use crate::id::EntryId;
use crate::preset::PrizesEach;
use crate::state::State;

/// A prize with its winners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Won {
    /// Its index in the preset's list, from 0.
    pub prize: usize,
    /// The winners, best first, with their places among the qualified entries; equal entries share a place.
    pub winners: Vec<(EntryId, u16)>,
}

/// All entries that played, best first, with their places in the whole event. Entries of the last stage come first,
/// then those eliminated before it by their stage's standings, and so on.
pub fn ranking(state: &State) -> Vec<(EntryId, u16)> {
    let mut ranking: Vec<(EntryId, u16)> = Vec::new();
    let mut seen = BTreeSet::new();
    for stage in state.stages.iter().rev() {
        let all = standings(state, stage);
        let before = ranking.len() as u16;
        let new: Vec<_> = all
            .iter()
            .filter(|one| !seen.contains(&one.entry))
            .collect();
        for one in &new {
            let ahead = new.iter().filter(|other| other.place < one.place).count();
            ranking.push((one.entry, before + ahead as u16 + 1));
        }
        seen.extend(new.iter().map(|one| one.entry));
    }
    ranking
}

/// The prizes by the current standings, in the order of the preset. Entries that left win none.
pub fn prizes(state: &State) -> Vec<Won> {
    if state.preset.prizes.is_empty() {
        return Vec::new();
    }
    let mut ranking = ranking(state);
    ranking.retain(|(id, _)| state.is_present(*id));
    let mut has_one = BTreeSet::new();
    let list = state.preset.prizes.iter().enumerate();
    list.map(|(prize, rule)| {
        let may = |id: &EntryId| {
            let is_in = |category: &String| state.entries[id].categories.contains(category);
            let free = state.preset.prizes_each == PrizesEach::All || !has_one.contains(id);
            free && rule.category.as_ref().is_none_or(is_in)
        };
        let among: Vec<_> = ranking.iter().filter(|(id, _)| may(id)).collect();
        let place = |own: u16| 1 + among.iter().filter(|(_, place)| *place < own).count() as u16;
        let placed = among.iter().map(|(id, own)| (*id, place(*own)));
        let winners: Vec<_> = placed.filter(|(_, place)| *place <= rule.places).collect();
        has_one.extend(winners.iter().map(|(id, _)| *id));
        Won { prize, winners }
    })
    .collect()
}
