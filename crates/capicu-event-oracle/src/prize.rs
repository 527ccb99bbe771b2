//! Prizes, computed again from `docs/events/reference.md`.

use std::collections::BTreeSet;

use capicu_event::{EntryId, PrizesEach, Standing, standings::Won};

use crate::checker::Wrong;
use crate::model::Model;

/// Checks the prizes of an event of one stage against its standings.
pub fn wrong(model: &Model, told: &[Standing], won: &[Won]) -> Wrong {
    let mut wrong = Wrong::new();
    if model.stages.len() != 1 || won.len() != model.preset.prizes.len() {
        return wrong;
    }
    let mut lucky: BTreeSet<EntryId> = BTreeSet::new();
    for (prize, given) in model.preset.prizes.iter().zip(won) {
        let mut may: Vec<&Standing> = Vec::new();
        for one in told.iter().filter(|one| model.is_there(one.entry)) {
            let taken = model.preset.prizes_each == PrizesEach::One && lucky.contains(&one.entry);
            let categories = &model.entries[&one.entry].categories;
            let fits = prize
                .category
                .as_ref()
                .is_none_or(|of| categories.contains(of));
            if fits && !taken {
                may.push(one);
            }
        }
        for one in &may {
            let better = may.iter().filter(|other| other.place < one.place).count() as u16;
            let due = (better < prize.places).then_some(better + 1);
            let has = given
                .winners
                .iter()
                .find(|(id, _)| *id == one.entry)
                .map(|won| won.1);
            if has != due {
                let (entry, name) = (one.entry, &prize.name);
                wrong.push((
                    "I7",
                    format!("entry {entry} has {has:?} of {name}, not {due:?}"),
                ));
            }
        }
        if given
            .winners
            .iter()
            .any(|(id, _)| !may.iter().any(|one| one.entry == *id))
        {
            wrong.push((
                "I7",
                format!("{} goes to somebody who cannot win it", prize.name),
            ));
        }
        lucky.extend(given.winners.iter().map(|(id, _)| *id));
    }
    wrong
}
