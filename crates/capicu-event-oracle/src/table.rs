//! Standings, computed again from `docs/events/reference.md`. Points are in twelfths here too, so that keys compare;
//! nothing else is shared.

use core::cmp::Ordering;
use std::collections::BTreeMap;

use capicu_event::{
    Award, ByeKind, DecidedBy, Definitions, EntryId, Excess, Method, Outcome, TieBreak, Winners,
    Withdrawal,
};

use crate::boards;
use crate::model::{Model, Played};

#[derive(Clone, Debug)]
pub struct Did {
    pub round: usize,
    pub against: Vec<EntryId>,
    /// The opponents for the keys among tied entries.
    pub faced: Vec<EntryId>,
    /// In a played meeting: 2 for a win, 1 for a draw, 0 for a loss.
    pub halves: Option<i64>,
    pub points: i64,
    pub games: [i64; 2],
    pub score: [i64; 2],
    /// Whether the entry was absent by choice.
    pub away: bool,
}

pub type Records = BTreeMap<EntryId, Vec<Did>>;

/// The rounds of all entries in a stage, numbered from 1.
pub fn records(model: &Model, number: usize) -> Records {
    let stage = &model.stages[number - 1];
    let boards = boards::points(model, number);
    let mut all = Records::new();
    for id in &stage.order {
        let rounds = 0..stage.rounds.len();
        all.insert(
            *id,
            rounds
                .filter_map(|round| did(model, number, *id, round, &boards))
                .collect(),
        );
    }
    all
}

fn did(
    model: &Model,
    number: usize,
    id: EntryId,
    round: usize,
    boards: &BTreeMap<[usize; 2], [i64; 2]>,
) -> Option<Did> {
    let stage = &model.stages[number - 1];
    let policy = &stage.rules.forfeits;
    let (pairing, results) = &stage.rounds[round];
    let arena = stage.definition().is_free();
    let seated = pairing
        .meetings
        .iter()
        .flat_map(|meeting| meeting.sides.iter().flatten());
    if arena && !seated.into_iter().any(|other| *other == id) {
        return None;
    }
    if let Some(bye) = pairing.byes.iter().find(|bye| bye.entry == id) {
        return Some(match bye.kind {
            ByeKind::Pairing => award(round, &policy.bye, false),
            ByeKind::Requested => award(round, &policy.requested_bye, true),
        });
    }
    let seat = |at: usize| {
        let sides = &pairing.meetings[at].sides;
        sides.iter().position(|side| side.contains(&id))
    };
    let Some((at, side)) = (0..results.len()).find_map(|at| Some((at, seat(at)?))) else {
        let late = stage
            .first_round
            .get(&id)
            .is_some_and(|first| round < *first);
        let missed = stage.missed.contains(&(id, round));
        let nothing = Award {
            points: 0,
            games: [0, 0],
            score: [0, 0],
        };
        return Some(award(
            round,
            if late || missed {
                &policy.missed
            } else {
                &nothing
            },
            true,
        ));
    };
    let sides = &pairing.meetings[at].sides;
    if sides.iter().flatten().any(|id| wiped(model, number, *id)) {
        return None;
    }
    match results[at].as_ref()? {
        Outcome::Void => None,
        Outcome::Forfeit { absent } => {
            let did = match absent.contains(&(side as u8)) {
                true if absent.len() == sides.len() => award(round, &policy.double, true),
                true => award(round, &policy.loss, true),
                false => award(round, &policy.win, false),
            };
            // FIDE: in a round robin, the result of a forfeit counts between tied entries.
            let everybody_meets = matches!(stage.method, Method::RoundRobin { .. });
            let faced = match stage.tie_breaks {
                Definitions::Second if everybody_meets => {
                    let others = sides.iter().flatten().copied();
                    others.filter(|other| *other != id).collect()
                }
                _ => Vec::new(),
            };
            Some(Did { faced, ..did })
        }
        outcome => {
            let mut others = sides.clone();
            others.remove(side);
            let mut did = played(stage, round, outcome, side)?;
            if let Some(points) = boards.get(&[round, at]) {
                did.points = points[side];
                did.halves = Some(match did.points.cmp(&points[1 - side]) {
                    Ordering::Greater => 2,
                    Ordering::Equal => 1,
                    Ordering::Less => 0,
                });
            }
            let against: Vec<EntryId> = others.into_iter().flatten().collect();
            let faced = against.clone();
            Some(Did {
                against,
                faced,
                ..did
            })
        }
    }
}

/// Whether the results of an entry are void because it left in the first half.
pub fn wiped(model: &Model, number: usize, id: EntryId) -> bool {
    let stage = &model.stages[number - 1];
    let void = stage.rules.forfeits.withdrawal == Withdrawal::VoidInFirstHalf;
    let left = model.entries[&id].left;
    void && left.is_some_and(|(at, rounds)| at == number && rounds * 2 < stage.n_rounds)
}

fn award(round: usize, award: &Award, away: bool) -> Did {
    Did {
        round,
        against: Vec::new(),
        faced: Vec::new(),
        halves: None,
        points: i64::from(award.points) * 12,
        games: award.games.map(i64::from),
        score: award.score.map(i64::from),
        away,
    }
}

fn played(stage: &Played, round: usize, outcome: &Outcome, side: usize) -> Option<Did> {
    let format = stage.format(round + 1);
    let all = stage.decides(outcome)?;
    let ahead = all.iter().filter(|other| **other > all[side]).count();
    let level = all.iter().filter(|other| **other == all[side]).count();
    let shared = &stage.rules.points[ahead..ahead + level];
    let points = shared
        .iter()
        .map(|points| i64::from(*points) * 12)
        .sum::<i64>()
        / level as i64;
    let halves = match (ahead, level) {
        (0, 1) => 2,
        (0, _) => 1,
        _ => 0,
    };
    let mut points = points;
    let behind = all.iter().max()? - all[side];
    if let Some(rule) = stage.rules.close_loss {
        let close = (1..=i64::from(rule.by)).contains(&behind);
        points += i64::from(close) * i64::from(rule.points) * 12;
    }
    let scores = stage.scores(outcome)?;
    let cut = |score: &[i64; 2]| {
        let target = format.target.map_or(i64::MAX, i64::from);
        match format.excess == Excess::Lost && format.decided_by == DecidedBy::Points {
            true => score[1].min(target),
            false => score[1],
        }
    };
    let own_and_others = |of: &dyn Fn(&[i64; 2]) -> i64| {
        let sum = scores.iter().map(of).sum::<i64>();
        [of(&scores[side]), sum - of(&scores[side])]
    };
    Some(Did {
        round,
        against: Vec::new(),
        faced: Vec::new(),
        halves: Some(halves),
        points,
        games: own_and_others(&|score| score[0]),
        score: own_and_others(&cut),
        away: false,
    })
}

/// A line of the standings: entry, place and keys. Lots are not computed: entries equal in all keys before a lot are
/// equal here.
pub struct Ranked {
    pub entry: EntryId,
    pub place: u16,
    pub keys: Vec<i64>,
}

/// The standings of a stage, up to the lot. Empty for a knock-out.
pub fn ranked(model: &Model, number: usize) -> Vec<Ranked> {
    let stage = &model.stages[number - 1];
    if stage.definition().is_knock_out() {
        return Vec::new();
    }
    let all = records(model, number);
    // With two winners, every other pair of the seed order sits East-West, and has places of its own.
    let two = matches!(
        stage.method,
        Method::Mitchell {
            winners: Winners::Two,
            ..
        }
    );
    let half = |id: EntryId| match stage.order.iter().position(|other| *other == id) {
        Some(at) if two => at % 2,
        _ => 0,
    };
    let mut order: Vec<(Vec<i64>, EntryId)> =
        stage.order.iter().map(|id| (Vec::new(), *id)).collect();
    for by in stage
        .rules
        .standings
        .iter()
        .take_while(|by| **by != TieBreak::Lot)
    {
        let before = order.clone();
        for (keys, id) in &mut order {
            let same = before
                .iter()
                .filter(|(other, other_id)| other == keys && half(*other_id) == half(*id));
            let tied: Vec<EntryId> = same.map(|(_, id)| *id).collect();
            keys.push(key(*by, *id, &tied, &all, stage));
        }
    }
    order.sort_by(|one, other| half(one.1).cmp(&half(other.1)).then(other.0.cmp(&one.0)));
    let top = order.first().map(|(keys, _)| keys.clone());
    let first = order.iter().filter(|(keys, _)| Some(keys) == top.as_ref());
    let first: Vec<EntryId> = first.map(|(_, id)| *id).collect();
    if let Some(title) = stage.title_among(model.preset.stages.len() == number, &first) {
        for (keys, id) in &mut order {
            let behind = title.iter().rev().position(|other| other == id);
            keys.push(behind.map_or(0, |behind| behind as i64));
        }
        order.sort_by(|one, other| other.0.cmp(&one.0));
    }
    let place = |keys: &[i64], id: EntryId| {
        let own = order.iter().filter(|(_, other)| half(*other) == half(id));
        1 + own.filter(|(other, _)| &other[..] > keys).count() as u16
    };
    let line = |(keys, id): &(Vec<i64>, EntryId)| Ranked {
        entry: *id,
        place: place(keys, *id),
        keys: keys.clone(),
    };
    order.iter().map(line).collect()
}

pub fn points(id: EntryId, all: &Records, stage: &Played) -> i64 {
    let taken = stage.penalties.iter().filter(|penalty| penalty.0 == id);
    let taken: i64 = taken.map(|penalty| i64::from(penalty.1) * 12).sum();
    earned(id, all) - taken
}

fn earned(id: EntryId, all: &Records) -> i64 {
    all[&id].iter().map(|did| did.points).sum()
}

fn key(by: TieBreak, id: EntryId, tied: &[EntryId], all: &Records, stage: &Played) -> i64 {
    let rounds = &all[&id];
    let win = i64::from(stage.rules.points[0]) * 12;
    let taken = stage.penalties.iter().filter(|penalty| penalty.0 == id);
    let taken: i64 = taken.map(|penalty| i64::from(penalty.2)).sum();
    let total = |of: &dyn Fn(&Did) -> i64| rounds.iter().map(of).sum::<i64>();
    match by {
        TieBreak::Points => points(id, all, stage),
        TieBreak::Percentage => {
            let played = rounds.iter().filter(|did| did.halves.is_some());
            let penalty = earned(id, all) - points(id, all, stage);
            let sum = played.clone().map(|did| did.points).sum::<i64>() - penalty;
            match played.count() as i64 {
                0 => 0,
                // Halves away from 0.
                n => (2 * sum.abs() + n) / (2 * n) * sum.signum(),
            }
        }
        TieBreak::Wins => total(&|did| i64::from(did.points >= win)),
        TieBreak::PlayedWins => total(&|did| i64::from(did.halves == Some(2))),
        TieBreak::Difference => total(&|did| did.score[0] - did.score[1]) - taken,
        TieBreak::PointsFor => total(&|did| did.score[0]) - taken,
        TieBreak::Streak => {
            let mut runs = vec![0];
            for did in rounds {
                let won = did.halves.map_or_else(
                    || won_without_play(stage, id, did.round),
                    |halves| halves == 2,
                );
                match (won, runs.last_mut()) {
                    (true, Some(run)) => *run += 1,
                    _ => runs.push(0),
                }
            }
            runs.into_iter().max().unwrap_or(0)
        }
        TieBreak::Games => total(&|did| did.games[0]),
        TieBreak::GamesDifference => total(&|did| did.games[0] - did.games[1]),
        TieBreak::Loves => total(&|did| {
            let theirs = if did.games[0] > 0 {
                did.games[1]
            } else {
                did.score[1]
            };
            i64::from(did.halves == Some(2) && theirs == 0)
        }),
        TieBreak::Buchholz => total(&|did| met_with(did, id, all, stage)),
        TieBreak::BuchholzCut1 => {
            let drop = |did: &&Did| (!did.away, met_with(did, id, all, stage));
            let dropped = rounds.iter().map(|did| drop(&did)).min();
            total(&|did| met_with(did, id, all, stage)) - dropped.map_or(0, |dropped| dropped.1)
        }
        TieBreak::SonnebornBerger => total(&|did| {
            let draw = (win + i64::from(stage.rules.points[1]) * 12) / 2;
            let halves = did.halves.unwrap_or(match did.points {
                points if points >= win => 2,
                points if points > 0 && points >= draw => 1,
                _ => 0,
            });
            halves * met_with(did, id, all, stage)
        }),
        TieBreak::Progressive => {
            let after = |last: usize| {
                let until = rounds.iter().filter(|did| did.round <= last);
                until.map(|did| did.points).sum::<i64>()
            };
            (0..stage.rounds.len()).map(after).sum()
        }
        TieBreak::HeadToHead => head_to_head(id, tied, all, &|met| {
            let points: i64 = met.iter().map(|did| did.points).sum();
            let difference = met.iter().map(|did| did.score[0] - did.score[1]);
            (points, difference.sum())
        }),
        TieBreak::HeadToHeadFor => head_to_head(id, tied, all, &|met| {
            let beat_all = met.iter().all(|did| did.points == win);
            let scored = met.iter().map(|did| did.score[0]);
            (beat_all.into(), scored.sum())
        }),
        TieBreak::DirectEncounter => direct(id, tied, all, win),
        TieBreak::Lot => 0,
    }
}

/// Whether the others did not come to the meeting of an entry in a round, from 0.
fn won_without_play(stage: &Played, id: EntryId, round: usize) -> bool {
    let (pairing, results) = &stage.rounds[round];
    let mut tables = pairing.meetings.iter().zip(results);
    tables.any(|(meeting, result)| {
        let side = meeting.sides.iter().position(|side| side.contains(&id));
        match (side, result) {
            (Some(side), Some(Outcome::Forfeit { absent })) => !absent.contains(&(side as u8)),
            _ => false,
        }
    })
}

/// The points that a round adds to a Buchholz score.
fn met_with(did: &Did, id: EntryId, all: &Records, stage: &Played) -> i64 {
    if did.halves.is_none() {
        let couples = matches!(
            stage.method,
            Method::RotatingPartners { .. } | Method::Whist
        );
        let others = (i64::from(stage.rules.meeting.sides) - 1) * if couples { 2 } else { 1 };
        return match stage.tie_breaks {
            Definitions::First => earned(id, all),
            Definitions::Second => earned(id, all) * others,
        };
    }
    let draw = i64::from(stage.rules.points[0] + stage.rules.points[1]) * 6;
    let worth = |other: &EntryId| {
        let theirs = &all[other];
        let stayed = theirs.iter().rev().take_while(|did| did.away).count();
        let kept = &theirs[..theirs.len() - stayed];
        kept.iter().map(|did| did.points).sum::<i64>() + stayed as i64 * draw
    };
    did.against.iter().map(worth).sum()
}

fn between(one: EntryId, other: EntryId, all: &Records) -> Vec<&Did> {
    all[&one]
        .iter()
        .filter(|did| did.faced.contains(&other))
        .collect()
}

fn head_to_head(
    id: EntryId,
    tied: &[EntryId],
    all: &Records,
    by: &dyn Fn(&[&Did]) -> (i64, i64),
) -> i64 {
    let mut group = tied.to_vec();
    let mut behind = 0;
    loop {
        let pairs = group
            .iter()
            .flat_map(|one| group.iter().map(move |other| (*one, *other)));
        let mut times: Vec<usize> = pairs
            .filter(|(one, other)| one != other)
            .map(|(one, other)| between(one, other, all).len())
            .collect();
        times.sort_unstable();
        times.dedup();
        if times.len() != 1 || times[0] == 0 {
            return behind;
        }
        let sum = |one: EntryId| {
            let met: Vec<&Did> = group
                .iter()
                .flat_map(|other| between(one, *other, all))
                .collect();
            by(&met)
        };
        let own = sum(id);
        behind += group.iter().filter(|other| sum(**other) < own).count() as i64;
        let still: Vec<EntryId> = group
            .iter()
            .copied()
            .filter(|other| sum(*other) == own)
            .collect();
        if still.len() == group.len() || still.len() == 1 {
            return behind;
        }
        group = still;
    }
}

fn direct(id: EntryId, tied: &[EntryId], all: &Records, win: i64) -> i64 {
    let mut group = tied.to_vec();
    let mut behind = 0;
    while group.len() > 1 {
        let range = |one: EntryId| {
            let (mut low, mut open) = (0, 0);
            for other in group.iter().filter(|other| **other != one) {
                let met = between(one, *other, all);
                low += met.iter().map(|did| did.points).sum::<i64>();
                open += i64::from(met.is_empty());
            }
            (low, low + open * win)
        };
        if group.iter().all(|one| range(*one).0 == range(*one).1) {
            let own = range(id);
            behind += group.iter().filter(|other| range(**other) < own).count() as i64;
            let before = group.len();
            group = group
                .iter()
                .copied()
                .filter(|other| range(*other) == own)
                .collect();
            if group.len() == before {
                break;
            }
            continue;
        }
        let clear = |one: &&EntryId| {
            group
                .iter()
                .all(|other| other == *one || range(*other).1 < range(**one).0)
        };
        match group.iter().find(clear).copied() {
            Some(top) if top == id => return behind + group.len() as i64 - 1,
            Some(top) => group.retain(|other| *other != top),
            None => break,
        }
    }
    behind
}
