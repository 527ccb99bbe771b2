//! Tables of three and four, and rotating partners: byes, costs and least sums, computed again from
//! `docs/events/reference.md`.

mod couples;

use std::collections::BTreeMap;

use capicu_event::{ByeKind, Clubs, Costs, EntryId, Pairing, WithinGroup};

use crate::checker::Wrong;
use crate::cost::{self, Heavier, Sum};
use crate::definition::Least;
use crate::model::{Model, Played};
use crate::table;

/// The largest field that is searched completely.
const SEARCHED: usize = 9;

/// Checks a draft of the running stage with tables of several sides or rotating partners.
pub fn wrong(model: &Model, stage: &Played, pairing: &Pairing, costs: &[Costs]) -> Wrong {
    let Some(room) = Room::new(model, stage) else {
        return Wrong::new();
    };
    let mut wrong = Wrong::new();
    let by_pairing = |bye: &&capicu_event::Bye| bye.kind == ByeKind::Pairing;
    let mut given: Vec<EntryId> = pairing
        .byes
        .iter()
        .filter(by_pairing)
        .map(|bye| bye.entry)
        .collect();
    given.sort();
    if given != room.sitting_out {
        let due = &room.sitting_out;
        wrong.push(("I3", format!("byes for {given:?}, not for {due:?}")));
        return wrong;
    }
    if stage.rules.meeting.sides == 2 && stage.definition().least == Least::Couples {
        wrong.extend(room.couples(pairing, costs));
    } else {
        wrong.extend(room.tables(pairing, costs));
    }
    wrong
}

struct Room<'a> {
    model: &'a Model,
    stage: &'a Played,
    /// Entries present by points, then seeds, and their points in the smallest steps.
    who: Vec<EntryId>,
    steps: Vec<i64>,
    /// Entries with a bye, by number.
    sitting_out: Vec<EntryId>,
    /// The ideal distance between neighbors at a table among equal points.
    apart: Apart,
    clubs: Clubs,
}

#[derive(Clone, Copy, PartialEq)]
enum Apart {
    Next,
    Share(usize),
    Lot,
}

impl<'a> Room<'a> {
    fn new(model: &'a Model, stage: &'a Played) -> Option<Self> {
        let sides = usize::from(stage.rules.meeting.sides);
        let (seats, within, clubs) = match stage.definition().least {
            Least::Tables {
                within_group,
                clubs,
            } => (sides, within_group, clubs),
            Least::Couples => (4, WithinGroup::Neighbors, Clubs::Ignore),
            Least::KnockOutTables => (sides, WithinGroup::Halves, Clubs::Ignore),
            Least::Nothing | Least::Opponents { .. } | Least::Free => return None,
        };
        let knock_out = stage.definition().is_knock_out();
        let all = table::records(model, model.stages.len());
        let round = stage.rounds.len() as u16 + 1;
        let in_it = stage.still_in();
        let plays = |id: &EntryId| {
            in_it.contains(id) && model.is_there(*id) && !model.entries[id].byes.contains(&round)
        };
        let mut who: Vec<EntryId> = stage.order.iter().copied().filter(plays).collect();
        let points = |id: EntryId| {
            if knock_out {
                0
            } else {
                table::points(id, &all, stage)
            }
        };
        who.sort_by_key(|id| -points(*id));
        // The last table of a knock-out may have fewer sides.
        let over = if knock_out && who.len() < sides {
            0
        } else {
            who.len() % seats
        };
        let mut sitting_out = Vec::new();
        while sitting_out.len() < over {
            let places = who
                .iter()
                .enumerate()
                .filter(|(_, id)| !sitting_out.contains(*id));
            // In a knock-out the best entries have the byes, otherwise the last.
            let key = |(at, id): &(usize, &EntryId)| {
                let at = if knock_out { *at as i64 } else { -(*at as i64) };
                (stage.byes_had(**id), points(**id), at)
            };
            sitting_out.extend(places.min_by_key(key).map(|(_, id)| *id));
        }
        sitting_out.sort();
        if knock_out {
            who.retain(|id| !sitting_out.contains(id));
        }
        let lowest = who.iter().map(|id| points(*id)).min().unwrap_or(0);
        let mut step = 0;
        for id in &who {
            let (mut a, mut b) = (points(*id) - lowest, step);
            while a != 0 {
                (a, b) = (b % a, a);
            }
            step = b;
        }
        let steps = who
            .iter()
            .map(|id| (points(*id) - lowest) / step.max(1))
            .collect();
        let apart = match within {
            WithinGroup::Halves => Apart::Share(sides),
            WithinGroup::Neighbors => Apart::Next,
            WithinGroup::Fold | WithinGroup::KingOfTheHill | WithinGroup::Random => Apart::Lot,
        };
        Some(Self {
            model,
            stage,
            who,
            steps,
            sitting_out,
            apart,
            clubs,
        })
    }

    fn at(&self, id: EntryId) -> usize {
        self.who
            .iter()
            .position(|other| *other == id)
            .unwrap_or(usize::MAX)
    }

    /// The indices of the entries that play.
    fn playing(&self) -> Vec<usize> {
        let sits = |at: &usize| !self.sitting_out.contains(&self.who[*at]);
        (0..self.who.len()).filter(sits).collect()
    }

    fn gap(&self, one: usize, other: usize) -> i64 {
        self.steps[one] - self.steps[other]
    }

    /// The squared distance of two neighbors at a table from their ideal places; the first is higher.
    fn distance(&self, high: usize, low: usize) -> i64 {
        let above = |at: usize| {
            self.steps
                .iter()
                .filter(|steps| **steps > self.steps[at])
                .count()
        };
        let size = self
            .steps
            .iter()
            .filter(|steps| **steps == self.steps[high])
            .count();
        let (a, b) = ((high - above(high)) as i64, (low - above(low)) as i64);
        if self.gap(high, low) != 0 {
            return (size as i64 - 1 - a).pow(2) + b.pow(2);
        }
        let wanted = match self.apart {
            Apart::Share(sides) => (size / sides).max(1) as i64,
            Apart::Next | Apart::Lot => 1,
        };
        (b - a - wanted).pow(2)
    }

    fn table(&self, places: &[usize]) -> Sum {
        let mut places = places.to_vec();
        places.sort_unstable();
        let (mut met, mut gaps, mut mates, mut kept) = (0, 0, 0, 0);
        let keeps_apart = self.stage.definition().least.keeps_apart();
        for (at, one) in places.iter().enumerate() {
            for other in &places[at + 1..] {
                met += self.stage.met(self.who[*one], self.who[*other]).pow(2);
                let pair = [self.who[*one], self.who[*other]];
                let pair = [pair[0].min(pair[1]), pair[0].max(pair[1])];
                kept += u64::from(keeps_apart && self.model.apart.contains(&pair));
                gaps += self.gap(*one, *other).pow(2) as u64;
                let club = |at: usize| self.model.entries[&self.who[at]].club.as_deref();
                mates += u64::from(club(*one).is_some() && club(*one) == club(*other));
            }
        }
        let distance = places
            .windows(2)
            .map(|two| self.distance(two[0], two[1]))
            .sum::<i64>();
        let (never, avoid) = match self.clubs {
            Clubs::Never => (mates, 0),
            Clubs::Avoid => (0, mates),
            Clubs::Ignore => (0, 0),
        };
        [met, 0, never + kept, gaps, 0, avoid, 0, distance as u64]
    }

    fn tables(&self, pairing: &Pairing, costs: &[Costs]) -> Wrong {
        let mut wrong = Wrong::new();
        if self.who.len() < usize::from(self.stage.rules.meeting.sides) || self.apart == Apart::Lot
        {
            return wrong;
        }
        let places = |meeting: &capicu_event::Meeting| -> Vec<usize> {
            meeting
                .sides
                .iter()
                .flatten()
                .map(|id| self.at(*id))
                .collect()
        };
        let tables: Vec<Vec<usize>> = pairing.meetings.iter().map(places).collect();
        let mut known = BTreeMap::new();
        let mut of = |table: &[usize]| {
            let mut key = table.to_vec();
            key.sort_unstable();
            *known.entry(key).or_insert_with(|| self.table(table))
        };
        for (table, printed) in tables.iter().zip(costs) {
            if of(table) != Heavier::Gap.levels(printed) {
                let due = of(table);
                wrong.push((
                    "I4",
                    format!("places {table:?} cost {due:?}, not {printed:?}"),
                ));
            }
        }
        if tables.is_empty() {
            return wrong;
        }
        let sum = tables
            .iter()
            .fold([0; 8], |sum, table| cost::add(sum, of(table)));
        let seated: Vec<usize> = tables.iter().flatten().copied().collect();
        if seated.len() <= SEARCHED {
            let mut left = seated;
            left.sort_unstable();
            if best(&left, tables[0].len(), &mut of) != Some(sum) {
                wrong.push(("I4", "other tables cost less".into()));
            }
            return wrong;
        }
        for (one, other) in pairs(tables.len()) {
            for (a, b) in
                (0..tables[one].len()).flat_map(|a| (0..tables[other].len()).map(move |b| (a, b)))
            {
                let (mut first, mut second) = (tables[one].clone(), tables[other].clone());
                core::mem::swap(&mut first[a], &mut second[b]);
                let now = cost::add(of(&tables[one]), of(&tables[other]));
                if cost::add(of(&first), of(&second)) < now {
                    wrong.push(("I4", "an exchange between two tables costs less".into()));
                }
            }
        }
        wrong
    }
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |one| (one + 1..n).map(move |other| (one, other)))
}

/// The least sum over all ways to seat these: the first with any two or three others.
fn best(left: &[usize], seats: usize, of: &mut impl FnMut(&[usize]) -> Sum) -> Option<Sum> {
    let Some((first, rest)) = left.split_first() else {
        return Some([0; 8]);
    };
    let mut least = None;
    for set in 0_u32..1 << rest.len() {
        if set.count_ones() as usize + 1 != seats {
            continue;
        }
        let chosen = |at: &usize| set >> at & 1 == 1;
        let mut table = vec![*first];
        table.extend((0..rest.len()).filter(chosen).map(|at| rest[at]));
        let others: Vec<usize> = (0..rest.len())
            .filter(|at| !chosen(at))
            .map(|at| rest[at])
            .collect();
        let sum = cost::add(of(&table), best(&others, seats, of)?);
        least = Some(least.map_or(sum, |known: Sum| known.min(sum)));
    }
    least
}
