//! Team totals: the sums of the members of each club.

use std::collections::BTreeMap;

use serde::Serialize;

use super::standings;
use crate::id::EntryId;
use crate::preset::TieBreak;
use crate::state::{Stage, State};

/// The total of the entries of a club in a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamStanding {
    /// The club of its entries.
    pub team: String,
    /// The place, from 1; teams with equal totals share it.
    pub place: u16,
    /// The sums of the counted entries, in the order of [`team_keys`]. Points are in twelfths.
    pub keys: Vec<i64>,
    /// The counted entries, best first.
    pub counted: Vec<EntryId>,
    /// The other entries of the club, best first.
    pub others: Vec<EntryId>,
}

/// The keys of a stage that are added for team totals: those that are sums themselves, in the stage's order.
pub fn team_keys(stage: &Stage) -> Vec<TieBreak> {
    let list = stage.rules.standings.iter().copied();
    list.filter(|by| is_sum(*by)).collect()
}

/// The team totals of a stage, best first; empty if the event has none, and in a knock-out.
pub fn teams(state: &State, stage: &Stage) -> Vec<TeamStanding> {
    let Some(rules) = state.preset.team_totals else {
        return Vec::new();
    };
    if stage.method.is_knock_out() {
        return Vec::new();
    }
    let counted = rules.counted.map_or(usize::MAX, usize::from);
    let list = stage.rules.standings.iter().enumerate();
    let sums: Vec<usize> = list
        .filter(|(_, by)| is_sum(**by))
        .map(|(at, _)| at)
        .collect();
    let mut teams: BTreeMap<&str, TeamStanding> = BTreeMap::new();
    for one in standings(state, stage) {
        let entry = state.entries.get(&one.entry);
        let Some(club) = entry.and_then(|entry| entry.club.as_deref()) else {
            continue;
        };
        let team = teams.entry(club).or_insert_with(|| TeamStanding {
            team: club.to_owned(),
            place: 1,
            keys: vec![0; sums.len()],
            counted: Vec::new(),
            others: Vec::new(),
        });
        if team.counted.len() == counted {
            team.others.push(one.entry);
            continue;
        }
        team.counted.push(one.entry);
        for (sum, at) in team.keys.iter_mut().zip(&sums) {
            *sum += one.keys.get(*at).copied().unwrap_or_default();
        }
    }
    let mut all: Vec<TeamStanding> = teams.into_values().collect();
    all.sort_by(|one, other| other.keys.cmp(&one.keys));
    let keys: Vec<Vec<i64>> = all.iter().map(|team| team.keys.clone()).collect();
    for team in &mut all {
        team.place = 1 + keys.iter().filter(|other| **other > team.keys).count() as u16;
    }
    all
}

const fn is_sum(by: TieBreak) -> bool {
    match by {
        TieBreak::Points
        | TieBreak::Wins
        | TieBreak::PlayedWins
        | TieBreak::Difference
        | TieBreak::PointsFor
        | TieBreak::Games
        | TieBreak::GamesDifference
        | TieBreak::Loves => true,
        TieBreak::Percentage
        | TieBreak::Streak
        | TieBreak::HeadToHead
        | TieBreak::HeadToHeadFor
        | TieBreak::DirectEncounter
        | TieBreak::Buchholz
        | TieBreak::BuchholzCut1
        | TieBreak::SonnebornBerger
        | TieBreak::Progressive
        | TieBreak::Lot => false,
    }
}
