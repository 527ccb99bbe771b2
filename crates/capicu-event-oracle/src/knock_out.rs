//! Knock-outs, computed again from `docs/events/reference.md`: eliminations, possible opponents, and the places of club
//! mates.

use std::collections::{BTreeMap, BTreeSet};

use capicu_event::{ClubMates, Draw, EntryId, Method, Outcome, Pairing, Reset, Standing};

use crate::checker::Wrong;
use crate::definition::Out;
use crate::model::{Model, Played};

/// The losses of all entries with fewer than two that have not left.
pub fn losses(stage: &Played) -> BTreeMap<EntryId, u32> {
    losses_after(stage, stage.rounds.len())
}

/// The losses after this number of rounds.
fn losses_after(stage: &Played, rounds: usize) -> BTreeMap<EntryId, u32> {
    let mut lost: BTreeMap<EntryId, u32> = stage.order.iter().map(|id| (*id, 0)).collect();
    let once = matches!(
        stage.definition().out,
        Out::AfterTwoLosses {
            reset: Reset::Skipped,
            ..
        }
    );
    for (pairing, results) in &stage.rounds[..rounds] {
        let left: Vec<u32> = lost.values().copied().collect();
        let last = once && (left == [0, 1] || left == [1, 0]);
        let mut seated: BTreeSet<EntryId> = pairing.byes.iter().map(|bye| bye.entry).collect();
        for (meeting, result) in pairing.meetings.iter().zip(results) {
            let Some(result) = result else { continue };
            seated.extend(meeting.sides.iter().flatten());
            let lose: Vec<usize> = match result {
                Outcome::Forfeit { absent } => absent.iter().map(|side| (*side).into()).collect(),
                outcome => {
                    let all = stage.decides(outcome).unwrap_or_default();
                    let most = all.iter().max().copied().unwrap_or(0);
                    (0..all.len()).filter(|side| all[*side] < most).collect()
                }
            };
            for side in &lose {
                for id in &meeting.sides[*side] {
                    let both = lose.len() == meeting.sides.len();
                    *lost.entry(*id).or_default() += if both || last { 2 } else { 1 };
                }
            }
        }
        lost.retain(|id, times| *times < 2 && seated.contains(id));
    }
    lost
}

/// The rounds of a double knock-out from this one, from 1, to the last meeting, itself included. Its repetition is the
/// same round.
pub fn left_of_double(stage: &Played, round: usize, draw: Draw) -> usize {
    let mut lost = losses_after(stage, round - 1);
    let (pairing, _) = &stage.rounds[round - 1];
    let seated = pairing.meetings.iter().flat_map(|meeting| &meeting.sides);
    let mut seated: BTreeSet<EntryId> = seated.flatten().copied().collect();
    seated.extend(pairing.byes.iter().map(|bye| bye.entry));
    lost.retain(|id, _| seated.contains(id));
    let n = |times| lost.values().filter(|lost| **lost == times).count();
    match draw {
        Draw::Boxes => of_boxes(n(0), n(1)),
        // A bracket of 2^k entries has its last meeting in round 2k.
        Draw::Bracket if lost.len() > 2 || n(0) == 2 => {
            let doublings = stage.order.len().next_power_of_two().ilog2() as usize;
            2 * doublings + 1 - round
        }
        Draw::Bracket => 1,
    }
}

/// Half of each box loses. The winners of the second box and the losers of the first are the next second box.
fn of_boxes(first: usize, second: usize) -> usize {
    match (first, second) {
        (0 | 1, 0 | 1) | (0, 2) => 1,
        _ => 1 + of_boxes(first - first / 2, second - second / 2 + first / 2),
    }
}

pub fn wrong(model: &Model, stage: &Played, pairing: &Pairing) -> Wrong {
    let draw = match stage.definition().out {
        Out::AfterTwoLosses { draw, .. } => draw,
        Out::AfterOneLoss { .. } => return for_third(model, stage, pairing),
        Out::Never | Out::Behind { .. } => return Wrong::new(),
    };
    let mut lost = losses(stage);
    lost.retain(|id, _| model.is_there(*id));
    let mut wrong = Wrong::new();
    for meeting in &pairing.meetings {
        let sides: Vec<EntryId> = meeting.sides.iter().flatten().copied().collect();
        let [one, other] = sides[..] else { continue };
        let times = |id: EntryId| lost.get(&id).copied().unwrap_or(2);
        if times(one) != times(other) && lost.len() > 2 {
            wrong.push(("I2", format!("{one} and {other} have not lost as often")));
        }
        let unbeaten: Vec<EntryId> = lost
            .iter()
            .filter(|(_, times)| **times == 0)
            .map(|(id, _)| *id)
            .collect();
        let both = unbeaten.contains(&one) && unbeaten.contains(&other);
        if draw == Draw::Bracket && both && !are_alone(&stage.order, &unbeaten, [one, other]) {
            wrong.push(("I2", format!("{one} and {other} meet too early")));
        }
    }
    for times in 0..2 {
        let same = |id: &EntryId| lost.get(id) == Some(&times);
        let byes: Vec<EntryId> = pairing.byes.iter().map(|bye| bye.entry).collect();
        let byes: Vec<EntryId> = byes.into_iter().filter(same).collect();
        let fewest = lost
            .keys()
            .filter(|id| same(id))
            .map(|id| stage.byes_had(*id));
        let fewest = fewest.min().unwrap_or(0);
        let more = byes.iter().any(|id| stage.byes_had(*id) > fewest);
        if draw == Draw::Boxes && (byes.len() > 1 || more) {
            wrong.push(("I3", format!("byes for {byes:?} of one box")));
        }
    }
    wrong
}

/// I2: those that play for the third place meet each other, and nobody else.
fn for_third(model: &Model, stage: &Played, pairing: &Pairing) -> Wrong {
    let mut due = stage.for_third();
    due.retain(|id| model.is_there(*id));
    let mut wrong = Wrong::new();
    for meeting in &pairing.meetings {
        let who: BTreeSet<EntryId> = meeting.sides.iter().flatten().copied().collect();
        if !who.is_disjoint(&due) && who != due {
            wrong.push((
                "I2",
                format!("{who:?} meet, and {due:?} play for the third place"),
            ));
        }
    }
    wrong
}

/// I7: the winner of the meeting for the third place, or an entry without an opponent for it, has that place. The
/// key says so, and no other entry has the key.
pub fn third(stage: &Played, told: &[Standing]) -> Wrong {
    let Out::AfterOneLoss { .. } = stage.definition().out else {
        return Wrong::new();
    };
    let played_for = stage.played_for_third();
    let mut due = BTreeSet::new();
    if let Some((pairing, results)) = stage.rounds.last().filter(|_| !played_for.is_empty()) {
        let byes = pairing.byes.iter().map(|bye| bye.entry);
        due.extend(byes.filter(|id| played_for.contains(id)));
        for (meeting, result) in pairing.meetings.iter().zip(results) {
            let is_for_third = meeting
                .sides
                .iter()
                .flatten()
                .any(|id| played_for.contains(id));
            let won = result.as_ref().and_then(|result| stage.winner(result));
            due.extend(
                won.filter(|_| is_for_third)
                    .map(|side| meeting.sides[side][0]),
            );
        }
    }
    let has: BTreeSet<EntryId> = told
        .iter()
        .filter(|one| one.keys[1] != 0)
        .map(|one| one.entry)
        .collect();
    match has == due {
        true => Wrong::new(),
        false => vec![("I7", format!("{has:?} are third, not {due:?}"))],
    }
}

/// The largest number of brackets to try.
const MOST: u64 = 100_000;

/// Checks the order of a bracket that keeps club mates apart. It tries every way to divide the seeds eliminated in each
/// round between the halves.
pub fn together(model: &Model, order: &[EntryId]) -> Wrong {
    let rules = model.preset.stages.get(model.stages.len());
    let Some(Method::KnockOut {
        club_mates: ClubMates::Apart,
        ..
    }) = rules.map(|rules| &rules.pairing)
    else {
        return Wrong::new();
    };
    let club = |id: &EntryId| model.entries[id].club.clone();
    let clubs: Vec<Option<String>> = order.iter().map(club).collect();
    let bracket = bracket(order.len());
    let upper = &bracket[..bracket.len() / 2];
    let own: Vec<bool> = (1..=order.len())
        .map(|seed| upper.contains(&seed))
        .collect();
    // Seeds 3 and 4 are eliminated in the same round, 5 to 8 in another, and so on.
    let round = |at: usize| (at + 1).next_power_of_two();
    let pairs = |halves: &[bool]| {
        let all = (0..clubs.len()).flat_map(|at| (0..at).map(move |before| (at, before)));
        let mates = |(at, before): &(usize, usize)| {
            clubs[*at].is_some() && clubs[*at] == clubs[*before] && halves[*at] == halves[*before]
        };
        all.filter(mates).count()
    };
    let shared = |halves: &[bool]| {
        let mut of_round: BTreeMap<usize, usize> = BTreeMap::new();
        for at in (0..order.len()).filter(|at| halves[*at]) {
            *of_round.entry(round(at)).or_default() += 1;
        }
        of_round
    };
    let ways = 1_u64.checked_shl(order.len() as u32).unwrap_or(u64::MAX);
    if ways > MOST {
        return Wrong::new();
    }
    let all = (0..ways).map(|way| -> Vec<bool> {
        let half = |at| way >> at & 1 == 1;
        (0..order.len()).map(half).collect()
    });
    let may_be = all.filter(|halves| shared(halves) == shared(&own));
    let (told, fewest) = (pairs(&own), may_be.map(|halves| pairs(&halves)).min());
    let fewest = fewest.unwrap_or_default();
    match told > fewest {
        true => vec![(
            "I4",
            format!("{told} pairs of club mates stand in one half, and {fewest} need to"),
        )],
        false => Wrong::new(),
    }
}

/// The seeds of a bracket, from the first place to the last.
fn bracket(entries: usize) -> Vec<usize> {
    let mut seeds = vec![1];
    while seeds.len() < entries {
        let sum = 2 * seeds.len() + 1;
        seeds = seeds
            .into_iter()
            .flat_map(|seed| [seed, sum - seed])
            .collect();
    }
    seeds
}

/// Whether only these two remain in the smallest part of the bracket that contains both.
fn are_alone(order: &[EntryId], unbeaten: &[EntryId], both: [EntryId; 2]) -> bool {
    let seeds = bracket(order.len());
    let place = |id: EntryId| {
        let seed = order.iter().position(|other| *other == id).map(|at| at + 1);
        seeds
            .iter()
            .position(|other| Some(*other) == seed)
            .unwrap_or(0)
    };
    let [one, other] = both.map(place);
    let mut part = 0;
    while one >> part != other >> part {
        part += 1;
    }
    let there = unbeaten
        .iter()
        .filter(|id| place(**id) >> part == one >> part);
    there.count() == 2
}
