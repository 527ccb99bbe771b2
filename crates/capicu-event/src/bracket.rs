//! Survivors of a knock-out.

use std::collections::BTreeMap;

use crate::id::EntryId;
use crate::meeting::Meeting;
use crate::outcome::{Outcome, places};
use crate::pairing::{double_knock_out, seeds, table_knock_out};
use crate::preset::{KnockOut, ThirdPlace};
use crate::state::{Stage, State};

pub(crate) fn n_rounds(n: usize) -> u16 {
    n.next_power_of_two().trailing_zeros() as u16
}

/// The slots of the bracket before the next round, in order; empty for entries that left.
pub(crate) fn slots(state: &State, stage: &Stage) -> Vec<Option<EntryId>> {
    let mut slots = standing(stage);
    for slot in &mut slots {
        *slot = slot.filter(|id| state.is_present(*id));
    }
    slots
}

/// The slots before the next round, including entries that left since the last one.
fn standing(stage: &Stage) -> Vec<Option<EntryId>> {
    let size = stage.order.len().next_power_of_two();
    let entry = |seed: usize| stage.order.get(seed - 1).copied();
    let mut slots: Vec<_> = seeds(size).into_iter().map(entry).collect();
    for round in 0..stage.rounds.len() {
        let next = slots.chunks(2).map(|pair| winner(stage, round, pair));
        slots = next.collect();
    }
    slots
}

/// The winner of a meeting or bye between these slots; `None` while the meeting is open.
pub(crate) fn winner(stage: &Stage, round: usize, pair: &[Option<EntryId>]) -> Option<EntryId> {
    let pairing = &stage.rounds[round].pairing;
    let among = |id: &EntryId| pair.contains(&Some(*id));
    if let Some(bye) = pairing.byes.iter().find(|bye| among(&bye.entry)) {
        return Some(bye.entry);
    }
    let meets = |meeting: &Meeting| meeting.entries().any(|id| among(&id));
    let at = pairing.meetings.iter().position(meets)?;
    let side = winning_side(stage.outcome(round, at)?, stage)?;
    pairing.meetings[at].sides[side].first().copied()
}

/// The index of the side that advances after this outcome, if any.
pub(crate) fn winning_side(outcome: &Outcome, stage: &Stage) -> Option<usize> {
    match outcome {
        Outcome::Played { .. } | Outcome::Sittings { .. } | Outcome::Boards { .. } => {
            let places = places(&outcome.scores(&stage.rules)?, &stage.rules.meeting);
            places.iter().position(|place| *place == 1)
        }
        Outcome::Forfeit { absent } => (0..usize::from(stage.rules.meeting.sides))
            .find(|side| !absent.contains(&(*side as u8))),
        Outcome::Void => None,
    }
}

/// The entries due to play for the third place in the next round.
pub(crate) fn for_third(state: &State, stage: &Stage) -> Vec<EntryId> {
    let losers = losers_before(stage, stage.rounds.len());
    let there = losers.into_iter().filter(|id| state.is_present(*id));
    there.collect()
}

/// The entry in third place, once its meeting is settled. An entry with no opponent for it has the place without
/// play.
pub(crate) fn third(stage: &Stage) -> Option<EntryId> {
    let last = final_round(stage)?;
    let pairing = &stage.rounds.get(last)?.pairing;
    let losers = losers_before(stage, last);
    let among = |meeting: &Meeting| meeting.entries().any(|id| losers.contains(&id));
    if let Some(at) = pairing.meetings.iter().position(among) {
        let side = winning_side(stage.outcome(last, at)?, stage)?;
        return pairing.meetings[at].sides[side].first().copied();
    }
    let mut byes = pairing.byes.iter();
    let bye = byes.find(|bye| losers.contains(&bye.entry));
    bye.map(|bye| bye.entry)
}

/// The losers of the semifinals that play for the third place in the round of this index; none in other rounds.
pub(crate) fn losers_before(stage: &Stage, round: usize) -> Vec<EntryId> {
    match plays_for_third(stage) && final_round(stage) == Some(round) {
        true => losers(stage, round - 1),
        false => Vec::new(),
    }
}

/// The index of the round of the final; `None` without semifinals.
fn final_round(stage: &Stage) -> Option<usize> {
    let last = usize::from(stage.n_rounds).checked_sub(1)?;
    (last > 0).then_some(last)
}

pub(crate) fn plays_for_third(stage: &Stage) -> bool {
    matches!(
        stage.method.traits().knock_out,
        Some(KnockOut::Bracket {
            third_place: ThirdPlace::Played,
            ..
        })
    )
}

/// The losers of the meetings of a round in the order of the bracket. A meeting in which both were absent has none.
fn losers(stage: &Stage, round: usize) -> Vec<EntryId> {
    let Some(found) = stage.rounds.get(round) else {
        return Vec::new();
    };
    let loser = |(at, meeting): (usize, &Meeting)| {
        let won = winning_side(stage.outcome(round, at)?, stage)?;
        meeting.sides.get(1 - won)?.first().copied()
    };
    let meetings = found.pairing.meetings.iter().enumerate();
    meetings.filter_map(loser).collect()
}

pub(crate) fn survived(stage: &Stage, knock_out: KnockOut) -> BTreeMap<EntryId, u16> {
    let rounds: Box<dyn Fn(EntryId) -> u16> = match knock_out {
        KnockOut::Tables { .. } => {
            let in_it = table_knock_out::still_in(stage);
            Box::new(move |id| in_it[1..].iter().take_while(|on| on.contains(&id)).count() as u16)
        }
        KnockOut::Double { .. } => {
            let in_it = double_knock_out::still_in(stage);
            let in_it: Vec<_> = in_it[1..]
                .iter()
                .map(double_knock_out::Boxes::all)
                .collect();
            Box::new(move |id| in_it.iter().take_while(|on| on.contains(&id)).count() as u16)
        }
        KnockOut::Bracket { .. } => Box::new(|id| rounds_survived(stage, id)),
    };
    stage.order.iter().map(|id| (*id, rounds(*id))).collect()
}

/// The places at the last table of a knock-out of three or four, once its result is settled.
pub(crate) fn last_table(stage: &Stage) -> BTreeMap<EntryId, u16> {
    let Some((at, last)) = stage.rounds.iter().enumerate().next_back() else {
        return BTreeMap::new();
    };
    let [meeting] = &last.pairing.meetings[..] else {
        return BTreeMap::new();
    };
    let by_tables = match stage.method.traits().knock_out {
        Some(KnockOut::Tables { .. }) => true,
        Some(KnockOut::Bracket { .. } | KnockOut::Double { .. }) | None => false,
    };
    let scores = stage
        .outcome(at, 0)
        .and_then(|outcome| outcome.scores(&stage.rules));
    let Some(scores) = scores.filter(|_| by_tables && last.pairing.byes.is_empty()) else {
        return BTreeMap::new();
    };
    let places = places(&scores, &stage.rules.meeting);
    meeting
        .entries()
        .zip(places.into_iter().map(|place| place as u16))
        .collect()
}

/// The number of rounds an entry has survived in a bracket.
fn rounds_survived(stage: &Stage, entry: EntryId) -> u16 {
    let through = |round: &usize| {
        let pairing = &stage.rounds[*round].pairing;
        if pairing.byes.iter().any(|bye| bye.entry == entry) {
            return true;
        }
        let at = pairing
            .meetings
            .iter()
            .position(|meeting| meeting.side_of(entry).is_some());
        at.is_some_and(|at| {
            let side = pairing.meetings[at].side_of(entry);
            let outcome = stage.outcome(*round, at);
            outcome.is_some_and(|outcome| winning_side(outcome, stage) == side)
        })
    };
    (0..stage.rounds.len()).take_while(through).count() as u16
}
