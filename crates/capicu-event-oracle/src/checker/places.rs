//! Checks of standings.

use std::collections::{BTreeMap, BTreeSet};

use capicu_event::{ByeKind, EntryId, Outcome, Standing, TieBreak};

use super::Wrong;
use crate::model::{Model, Played};
use crate::{boards, table};

/// I7: places follow from the keys.
pub fn by_keys(told: &[Standing]) -> Wrong {
    let mut wrong = Wrong::new();
    for one in told {
        let own = told.iter().filter(|other| other.direction == one.direction);
        let ahead = own.filter(|other| other.keys > one.keys).count();
        if usize::from(one.place) != ahead + 1 {
            wrong.push(("I7", format!("entry {} has place {}", one.entry, one.place)));
        }
        if one.best > one.place || one.place > one.worst {
            wrong.push(("I11", format!("entry {} is beyond its bounds", one.entry)));
        }
    }
    wrong
}

/// I5 and I8: the keys follow from the log, by the definitions and the forfeit policy.
pub fn keys(model: &Model, told: &[Standing]) -> Wrong {
    let mut wrong = Wrong::new();
    let mut lines = table::ranked(model, model.stages.len());
    let order: BTreeMap<EntryId, usize> = told
        .iter()
        .enumerate()
        .map(|(at, one)| (one.entry, at))
        .collect();
    lines.sort_by_key(|line| order.get(&line.entry).copied());
    if lines.len() != told.len() {
        return vec![("I5", "the standings are not of those who play".into())];
    }
    for (line, one) in lines.iter().zip(told) {
        let (due, found) = (&line.keys, &one.keys);
        let lots = one.keys.len() > due.len();
        if line.entry != one.entry || found[..due.len().min(found.len())] != due[..] {
            wrong.push((
                "I5",
                format!("entry {}: keys {found:?}, not {due:?}", one.entry),
            ));
        } else if !lots && one.place != line.place {
            wrong.push((
                "I7",
                format!("entry {} is {}., not {}.", one.entry, one.place, line.place),
            ));
        }
    }
    wrong
}

/// I5: entries still in a knock-out, or its winner, are ahead of all others.
pub fn came_through(stage: &Played, told: &[Standing]) -> Wrong {
    if stage
        .rounds
        .last()
        .is_some_and(|(_, results)| results.contains(&None))
    {
        return Wrong::new();
    }
    let in_it = stage.still_in();
    let most = told.iter().map(|one| one.keys[0]).max();
    let ahead: BTreeSet<EntryId> = told
        .iter()
        .filter(|one| Some(one.keys[0]) == most)
        .map(|one| one.entry)
        .collect();
    match in_it.is_empty() || ahead == in_it {
        true => Wrong::new(),
        false => vec![(
            "I5",
            format!("{ahead:?} are ahead, and {in_it:?} are in it"),
        )],
    }
}

/// I6, and I12 with boards: the total points are those of the meetings and byes, by kind.
pub fn handed_out(model: &Model, told: &[Standing]) -> Wrong {
    let Some(stage) = model.stage() else {
        return Wrong::new();
    };
    let at = stage
        .rules
        .standings
        .iter()
        .position(|by| *by == TieBreak::Points);
    let policy = &stage.rules.forfeits;
    let voids = policy.withdrawal == capicu_event::Withdrawal::VoidInFirstHalf;
    let left = model.entries.values().any(|one| one.left.is_some());
    let Some(at) = at.filter(|_| !(voids && left)) else {
        return Wrong::new();
    };
    let mut due: i64 = 0;
    let mut twelfths = 0;
    let by_boards = boards::points(model, model.stages.len());
    for (round, (pairing, results)) in stage.rounds.iter().enumerate() {
        for (at, (meeting, result)) in pairing.meetings.iter().zip(results).enumerate() {
            let (sides, a_side) = (meeting.sides.len(), meeting.sides[0].len() as i64);
            due += a_side
                * match result {
                    Some(Outcome::Forfeit { absent }) if absent.len() == sides => {
                        sides as i64 * i64::from(policy.double.points)
                    }
                    Some(Outcome::Forfeit { absent }) => {
                        let (gone, there) = (absent.len() as i64, (sides - absent.len()) as i64);
                        there * i64::from(policy.win.points) + gone * i64::from(policy.loss.points)
                    }
                    Some(Outcome::Void) | None => 0,
                    // An artificial score gives both sides together more or less than the whole.
                    Some(Outcome::Boards { adjusted, .. }) if !adjusted.is_empty() => {
                        let points = by_boards.get(&[round, at]);
                        twelfths += points.map_or(0, |points| points.iter().sum::<i64>());
                        0
                    }
                    Some(Outcome::Boards { .. }) => boards::both_sides(stage) / 12,
                    Some(outcome) => {
                        let all = stage.decides(outcome).unwrap_or_default();
                        let most = all.iter().max().copied().unwrap_or(0);
                        let behind = all.iter().map(|own| most - own);
                        let close = stage.rules.close_loss.map_or(0, |rule| {
                            let close =
                                behind.filter(|behind| (1..=i64::from(rule.by)).contains(behind));
                            close.count() as i64 * i64::from(rule.points)
                        });
                        let places = stage.rules.points[..sides].iter().copied();
                        places.map(i64::from).sum::<i64>() + close
                    }
                };
        }
        if stage.definition().is_free() {
            continue;
        }
        for bye in &pairing.byes {
            due += i64::from(match bye.kind {
                ByeKind::Pairing => policy.bye.points,
                ByeKind::Requested => policy.requested_bye.points,
            });
        }
        let missed = stage
            .first_round
            .values()
            .filter(|first| round < **first)
            .count() as i64;
        let missed = missed + stage.missed.iter().filter(|one| one.1 == round).count() as i64;
        due += missed * i64::from(policy.missed.points);
    }
    due -= stage
        .penalties
        .iter()
        .map(|penalty| i64::from(penalty.1))
        .sum::<i64>();
    let sum: i64 = told.iter().filter_map(|one| one.keys.get(at)).sum();
    let due = due * 12 + twelfths;
    match sum == due {
        true => Wrong::new(),
        false => vec![(
            if stage.rules.duplicate.is_some() {
                "I12"
            } else {
                "I6"
            },
            format!("{sum} twelfths were handed out, not {due}"),
        )],
    }
}

/// I11: the bounds only narrow from result to result.
pub fn narrower(bounds: &mut BTreeMap<EntryId, (u16, u16)>, told: &[Standing]) -> Wrong {
    let mut wrong = Wrong::new();
    for one in told {
        let now = (one.best, one.worst);
        let before = bounds.insert(one.entry, now).unwrap_or(now);
        if now.0 < before.0 || now.1 > before.1 {
            wrong.push((
                "I11",
                format!("entry {}: {before:?} became {now:?}", one.entry),
            ));
        }
    }
    wrong
}
