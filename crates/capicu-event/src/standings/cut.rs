//! The cut between stages: entries that advance, those that miss, and the key between them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Standing, standings};
use crate::draw;
use crate::id::EntryId;
use crate::preset::TieBreak;
use crate::state::{Stage, StageStatus, State};

/// The end of a stage that not all entries survive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// The number of entries that advance by the rules.
    pub through: u16,
    /// The entries that advance, in seed order. Tied ones appear after the director's desk has settled the tie.
    pub advances: Vec<EntryId>,
    /// The entries that do not advance, best first; the first of them just misses.
    pub misses: Vec<EntryId>,
    /// The entries equal in all keys but a lot, if only some of them have a place. Empty if the keys decide.
    pub tied: Vec<EntryId>,
    /// The director's decision about the tie.
    pub settled: Option<AtCut>,
    /// The first key that separates the last entry above the cut from the first below. `None` in a tie, or if no entry
    /// misses.
    pub by: Option<CutKey>,
}

impl Cut {
    /// Whether the director's desk must settle a tie before the next stage.
    pub const fn is_open(&self) -> bool {
        !self.tied.is_empty() && self.settled.is_none()
    }
}

/// The key that separates entries at a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutKey {
    /// A key of the stage's list.
    TieBreak(TieBreak),
    /// The number of rounds survived in a knock-out.
    Rounds,
    /// The place at the last table of a knock-out.
    LastTable,
    /// The meeting for the third place of a knock-out: 1 for its winner.
    ThirdPlace,
    /// A play-off or lot for the title: the number of tied entries behind.
    PlayOff,
}

/// A way to settle a tie at a cut, or for the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtCut {
    /// All tied entries advance. Not for the title, which they share without a decision.
    Everyone,
    /// By a lot from the event's seed.
    Lot,
    /// By a play-off outside the stage.
    PlayOff,
}

/// A tie at a cut or for the title, settled by the director's desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CutSettled {
    /// The director's decision.
    pub by: AtCut,
    /// All tied entries, the first to advance first.
    pub order: Vec<EntryId>,
}

/// The cut after a stage, by its current standings, without entries that left. `None` if no stage follows or all
/// advance by the rules.
pub fn cut(state: &State, stage: &Stage) -> Option<Cut> {
    state.preset.stages.get(usize::from(stage.number))?;
    let through = stage.rules.through?;
    let places = usize::from(through);
    let mut all = standings(state, stage);
    all.retain(|one| state.is_present(one.entry));
    let mut cut = Cut {
        through,
        advances: all.iter().map(|one| one.entry).collect(),
        misses: Vec::new(),
        tied: Vec::new(),
        settled: None,
        by: None,
    };
    let (Some(last), Some(first)) = (all.get(places.wrapping_sub(1)), all.get(places)) else {
        return Some(cut);
    };
    let keys = keys(stage);
    cut.misses = cut.advances.split_off(places);
    cut.by = parted(&keys, last, first);
    if cut.by.is_some() {
        return Some(cut);
    }
    let tie =
        |one: &&Standing| parted(&keys, one, last).is_none() && parted(&keys, last, one).is_none();
    let tied: Vec<EntryId> = all.iter().filter(tie).map(|one| one.entry).collect();
    let ahead = all
        .iter()
        .take_while(|one| !tied.contains(&one.entry))
        .count();
    let behind = ahead + tied.len();
    let entries = |of: &[Standing]| -> Vec<EntryId> { of.iter().map(|one| one.entry).collect() };
    cut.advances = entries(&all[..ahead]);
    cut.misses = entries(&all[behind..]);
    let same = |settled: &&CutSettled| {
        let order: BTreeSet<&EntryId> = settled.order.iter().collect();
        order == tied.iter().collect()
    };
    if let Some(settled) = stage.cut.as_ref().filter(same) {
        cut.settled = Some(settled.by);
        let order = settled.order.iter().copied();
        match settled.by {
            AtCut::Everyone => {
                cut.advances.extend(order);
                let next = all.get(behind);
                cut.by = next.and_then(|next| parted(&keys, &all[behind - 1], next));
            }
            AtCut::Lot | AtCut::PlayOff => {
                cut.advances.extend(order);
                let mut missed = cut.advances.split_off(places);
                missed.append(&mut cut.misses);
                cut.misses = missed;
            }
        }
    }
    cut.tied = tied;
    Some(cut)
}

/// The entries that share the first place after the last stage of the event; empty without a tie, and with two winners. The director's desk
/// may settle it.
pub fn title(state: &State, stage: &Stage) -> Vec<EntryId> {
    let is_last = usize::from(stage.number) == state.preset.stages.len();
    if !is_last || stage.status != StageStatus::Closed || stage.has_two_winners() {
        return Vec::new();
    }
    let all = standings(state, stage);
    let first = all.iter().take_while(|one| one.place == 1);
    let first: Vec<EntryId> = first.map(|one| one.entry).collect();
    if first.len() < 2 { Vec::new() } else { first }
}

/// The tied entries that the director's desk can order: at the cut after a stage, or for the title.
pub(crate) fn open_tie(state: &State, stage: &Stage) -> Option<Vec<EntryId>> {
    let cut = cut(state, stage).filter(Cut::is_open);
    let tied = cut.map_or_else(|| title(state, stage), |cut| cut.tied);
    (!tied.is_empty()).then_some(tied)
}

/// The keys that decide a cut: those before a lot.
fn keys(stage: &Stage) -> Vec<CutKey> {
    if stage.method.is_knock_out() {
        return stage.knock_out_keys().to_vec();
    }
    let list = stage.rules.standings.iter().copied();
    let list = list.take_while(|by| *by != TieBreak::Lot);
    list.map(CutKey::TieBreak).collect()
}

/// The first key in which one entry is ahead of the other.
fn parted(keys: &[CutKey], one: &Standing, other: &Standing) -> Option<CutKey> {
    let both = one.keys.iter().zip(&other.keys);
    let mut both = keys.iter().zip(both);
    both.find(|(_, (own, theirs))| own != theirs)
        .map(|(key, _)| *key)
}

/// Orders entries by a lot for a cut, drawn by their places in the seed order.
pub(crate) fn drawn(stage: &Stage, tied: &[EntryId]) -> Vec<EntryId> {
    let places = stage.order.iter().zip(0_u64..);
    let places = places.filter(|(id, _)| tied.contains(id));
    let mut lots: Vec<(u64, EntryId)> = places
        .map(|(id, at)| (draw::number(stage.seed, "cut", &[at]), *id))
        .collect();
    lots.sort_unstable();
    lots.into_iter().map(|(_, id)| id).collect()
}
