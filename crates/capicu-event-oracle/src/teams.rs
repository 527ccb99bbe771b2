//! I16: team totals, computed again from the records of the second model.

use std::collections::BTreeMap;

use capicu_event::standings::TeamStanding;
use capicu_event::{EntryId, TieBreak};

use crate::model::Model;
use crate::table;

/// The first error in the team totals of the last stage.
pub fn wrong(model: &Model, told: &[TeamStanding]) -> Option<String> {
    let stage = model.stage()?;
    let Some(rules) = model.preset.team_totals else {
        return (!told.is_empty()).then(|| "there are teams without team totals".to_owned());
    };
    if stage.definition().is_knock_out() {
        return (!told.is_empty()).then(|| "a knock-out has team totals".to_owned());
    }
    let is_sum = |by: &TieBreak| {
        matches!(
            by,
            TieBreak::Points
                | TieBreak::Wins
                | TieBreak::PlayedWins
                | TieBreak::Difference
                | TieBreak::PointsFor
                | TieBreak::Games
                | TieBreak::GamesDifference
                | TieBreak::Loves
        )
    };
    // Entries that are equal before a lot have equal sums: it does not matter which of them counts.
    let mut due: BTreeMap<String, Vec<(Vec<i64>, EntryId)>> = BTreeMap::new();
    for line in table::ranked(model, model.stages.len()) {
        let club = model.entries[&line.entry].club.clone();
        let list = stage.rules.standings.iter().zip(&line.keys);
        let sums = list.filter(|(by, _)| is_sum(by)).map(|(_, value)| *value);
        let sums = sums.collect();
        due.entry(club.unwrap_or_default())
            .or_default()
            .push((sums, line.entry));
    }
    due.remove("");
    if told.len() != due.len() {
        return Some(format!("{} teams, not {}", told.len(), due.len()));
    }
    let most = rules.counted.map_or(usize::MAX, usize::from);
    let totals: BTreeMap<&String, Vec<i64>> = due
        .iter()
        .map(|(team, members)| {
            let n = members.first().map_or(0, |(sums, _)| sums.len());
            let sum = |at: usize| members.iter().take(most).map(|(sums, _)| sums[at]).sum();
            (team, (0..n).map(sum).collect())
        })
        .collect();
    for one in told {
        let Some(sums) = totals.get(&one.team) else {
            return Some(format!("nobody is of the team {}", one.team));
        };
        let ahead = totals.values().filter(|other| *other > sums).count();
        let members: Vec<EntryId> = one.counted.iter().chain(&one.others).copied().collect();
        let same = due[&one.team].iter().all(|(_, id)| members.contains(id));
        let n = due[&one.team].len();
        if one.keys != *sums || usize::from(one.place) != ahead + 1 {
            return Some(format!("{one:?} has {sums:?} and place {}", ahead + 1));
        }
        if !same || members.len() != n || one.counted.len() != n.min(most) {
            return Some(format!("{one:?} has other members"));
        }
    }
    None
}
