//! Cuts, computed again from invariant I14 of `docs/events/proofs.md`.

use std::collections::BTreeSet;

use capicu_event::{AtCut, EntryId};

use crate::checker::Wrong;
use crate::definition::Out;
use crate::model::Model;
use crate::table::{self, Ranked};

/// An entry present in the last stage, with the numbers of entries ahead of it and equal to it, itself included.
struct Place {
    entry: EntryId,
    ahead: usize,
    level: usize,
}

/// The places at a cut, and the number that advance; `None` without a cut or after a knock-out.
fn places(model: &Model) -> Option<(Vec<Place>, usize)> {
    let stage = model.stage().filter(|stage| stage.closed)?;
    model.preset.stages.get(model.stages.len())?;
    let through = stage.rules.through?;
    if stage.definition().is_knock_out() {
        return None;
    }
    let mut lines = table::ranked(model, model.stages.len());
    lines.retain(|line| model.is_there(line.entry));
    let place = |own: &Ranked| Place {
        entry: own.entry,
        ahead: lines.iter().filter(|line| line.keys > own.keys).count(),
        level: lines.iter().filter(|line| line.keys == own.keys).count(),
    };
    Some((lines.iter().map(place).collect(), through.into()))
}

/// Equal entries of which only some have a place.
fn tied(places: &[Place], through: usize) -> BTreeSet<EntryId> {
    let tied = places
        .iter()
        .filter(|one| one.ahead < through && one.ahead + one.level > through);
    tied.map(|one| one.entry).collect()
}

/// I14: a settlement needs a tie, and names exactly the tied entries. After the last stage, those are the entries that
/// share the first place.
pub fn settled(model: &Model, order: &[EntryId]) -> Wrong {
    let n = model.stages.len();
    let is_last = model.preset.stages.len() == n;
    if let Some(stage) = model.stage().filter(|_| is_last) {
        let lines = table::ranked(model, n);
        let first = lines.iter().filter(|line| line.place == 1);
        let first: BTreeSet<EntryId> = first.map(|line| line.entry).collect();
        let named: BTreeSet<EntryId> = order.iter().copied().collect();
        let is_tie = named.len() == order.len() && order.len() > 1 && stage.closed;
        // The second model has no places of a knock-out.
        return match is_tie && (named == first || lines.is_empty()) {
            true => Wrong::new(),
            false => vec![(
                "I14",
                format!("{order:?} play for the title, and {first:?} share it"),
            )],
        };
    }
    let Some((places, through)) = places(model) else {
        return Wrong::new();
    };
    let named: BTreeSet<EntryId> = order.iter().copied().collect();
    let tied = tied(&places, through);
    let right = named.len() == order.len() && named == tied && !tied.is_empty();
    match right {
        true => Wrong::new(),
        false => vec![(
            "I14",
            format!("{order:?} were settled, and {tied:?} are tied"),
        )],
    }
}

/// I14: entries advance by their keys, and tied ones as the desk settled it.
pub fn wrong(model: &Model, order: &[EntryId]) -> Wrong {
    if let Some(stage) = model.stage()
        && let Out::AfterOneLoss { .. } = stage.definition().out
    {
        let left = stage.still_in().into_iter();
        let out = left.filter(|id| model.is_there(*id) && !order.contains(id));
        return out
            .map(|id| {
                (
                    "I14",
                    format!("entry {id} has not lost and does not advance"),
                )
            })
            .collect();
    }
    let Some((places, through)) = places(model) else {
        return Wrong::new();
    };
    let mut wrong = Wrong::new();
    let tied = tied(&places, through);
    for one in places.iter().filter(|one| !tied.contains(&one.entry)) {
        let due = one.ahead < through;
        if order.contains(&one.entry) != due {
            let entry = one.entry;
            wrong.push((
                "I14",
                format!("entry {entry} advances, or not, against the keys"),
            ));
        }
    }
    if tied.is_empty() {
        return wrong;
    }
    let ahead = places.iter().find(|one| tied.contains(&one.entry));
    let left = through - ahead.map_or(0, |one| one.ahead);
    let settled = model.stage().and_then(|stage| stage.cut.as_ref());
    let settled = settled.filter(|(_, order)| tied == order.iter().copied().collect());
    let Some((by, drawn)) = settled else {
        wrong.push(("I14", format!("the tie of {tied:?} was settled silently")));
        return wrong;
    };
    let n = match by {
        AtCut::Everyone => drawn.len(),
        AtCut::Lot | AtCut::PlayOff => left,
    };
    for (at, entry) in drawn.iter().enumerate() {
        if order.contains(entry) != (at < n) {
            wrong.push((
                "I14",
                format!("entry {entry} advances, or not, against the desk"),
            ));
        }
    }
    wrong
}
