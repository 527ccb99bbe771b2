//! Costs of Swiss rounds, computed again from the definitions. The least sum is found by other means than in the
//! engine: all matchings of small fields, and exchanges between tables of large ones.

use capicu_event::pairing::Costs;
use capicu_event::{ByeKind, Clubs, EntryId, Order, Pairing, TieBreak, WithinGroup};

use crate::definition::Least;
use crate::model::{Model, Played};
use crate::table::{self, Records};

/// The largest field, including a bye, that is searched completely.
const SEARCHED: usize = 10;

pub type Sum = [u64; 8];

/// A field to pair: entries by points, then seeds. `None` at the end is the bye.
pub struct Room<'a> {
    model: &'a Model,
    stage: &'a Played,
    all: Records,
    who: Vec<Option<EntryId>>,
    points: Vec<i64>,
    within_group: WithinGroup,
    clubs: Clubs,
    heavier: Heavier,
}

/// The order of two levels of cost.
#[derive(Clone, Copy, PartialEq)]
pub enum Heavier {
    /// A difference in points at a table is heavier.
    Gap,
    /// The points of the entry with the bye are heavier.
    ByeAbove,
}

impl Heavier {
    /// The order in the method of a draft; `None` for an unknown method.
    pub fn of(method: &str) -> Option<Self> {
        match method {
            "swiss-1" | "arena-1" => Some(Self::Gap),
            "swiss-2" | "king-of-the-hill-1" => Some(Self::ByeAbove),
            _ => None,
        }
    }

    const fn ordered(self, gap: u64, bye_above: u64) -> [u64; 2] {
        match self {
            Self::Gap => [gap, bye_above],
            Self::ByeAbove => [bye_above, gap],
        }
    }

    /// Logged costs from the heaviest to the lightest.
    pub const fn levels(self, costs: &Costs) -> Sum {
        let [fourth, fifth] = self.ordered(costs.gap, costs.bye_above);
        [
            costs.rematch,
            costs.second_bye,
            costs.clubs_barred,
            fourth,
            fifth,
            costs.clubs,
            costs.float,
            costs.distance,
        ]
    }
}

/// Whether a [`Room`] can compute the costs of the stage.
pub const fn is_matched(stage: &Played) -> bool {
    match stage.definition().least {
        Least::Opponents { .. } | Least::Free => true,
        Least::Nothing | Least::Tables { .. } | Least::Couples | Least::KnockOutTables => false,
    }
}

impl<'a> Room<'a> {
    /// The field before the next round of the last stage; `None` unless it is a Swiss without lots.
    pub fn new(model: &'a Model, heavier: Heavier) -> Option<Self> {
        let stage = model.stage()?;
        let last = stage.n_rounds.saturating_sub(stage.rounds.len());
        let (within_group, order, clubs) = match stage.definition().least {
            // The last rounds follow the standings.
            Least::Opponents {
                late: Some(late),
                clubs,
                ..
            } if last <= usize::from(late.rounds) => (late.within_group, Order::Standings, clubs),
            Least::Opponents {
                within_group,
                order,
                clubs,
                ..
            } => (within_group, order, clubs),
            Least::Free => (WithinGroup::Neighbors, Order::Seeds, Clubs::Ignore),
            Least::Nothing | Least::Tables { .. } | Least::Couples | Least::KnockOutTables => {
                return None;
            }
        };
        let arena = stage.definition().is_free();
        let by_lot = stage.rules.standings.contains(&TieBreak::Lot);
        if within_group == WithinGroup::Random || (order == Order::Standings && by_lot) {
            return None;
        }
        let all = table::records(model, model.stages.len());
        let round = stage.rounds.len() as u16 + 1;
        let plays = |id: &EntryId| {
            let free = !(arena && stage.is_seated(*id));
            free && model.is_there(*id) && !model.entries[id].byes.contains(&round)
        };
        let mut who: Vec<EntryId> = stage.order.iter().copied().filter(plays).collect();
        let ranked = match order {
            Order::Seeds => Vec::new(),
            Order::Standings => table::ranked(model, model.stages.len()),
        };
        let place = |id: &EntryId| {
            let one = ranked.iter().find(|one| one.entry == *id);
            one.map_or(0, |one| one.place)
        };
        who.sort_by_key(place);
        if within_group != WithinGroup::KingOfTheHill {
            who.sort_by_key(|id| -table::points(*id, &all, stage));
        }
        let points = who
            .iter()
            .map(|id| table::points(*id, &all, stage))
            .collect();
        let mut who: Vec<_> = who.into_iter().map(Some).collect();
        if who.len() % 2 == 1 {
            who.push(None);
        }
        Some(Self {
            model,
            stage,
            all,
            who,
            points,
            within_group,
            clubs,
            heavier,
        })
    }

    fn at(&self, id: EntryId) -> Option<usize> {
        self.who.iter().position(|other| *other == Some(id))
    }

    /// The tables of a pairing by index in the field, each with its logged cost.
    pub fn tables(&self, pairing: &Pairing, costs: &[Costs]) -> Option<Vec<(usize, usize, Sum)>> {
        let mut tables = Vec::new();
        let mut costs = costs.iter();
        for meeting in &pairing.meetings {
            let one = self.at(meeting.sides[0][0])?;
            let other = self.at(meeting.sides[1][0])?;
            tables.push((
                one.min(other),
                one.max(other),
                self.heavier.levels(costs.next()?),
            ));
        }
        for bye in pairing
            .byes
            .iter()
            .filter(|bye| bye.kind == ByeKind::Pairing)
        {
            tables.push((
                self.at(bye.entry)?,
                self.who.len() - 1,
                self.heavier.levels(costs.next()?),
            ));
        }
        Some(tables)
    }

    /// The cost of two places; the first has no fewer points.
    pub fn cost(&self, high: usize, low: usize) -> Sum {
        let Some(one) = self.who[high] else {
            return [u64::MAX; 8];
        };
        let step = self.step();
        let lowest = self.points.iter().min().copied().unwrap_or(0);
        let above = |at: usize| ((self.points[at] - lowest) / step) as u64;
        let by_place = self.within_group == WithinGroup::KingOfTheHill;
        let group = |at: usize| {
            if by_place {
                return (at, self.points.len());
            }
            let first = self
                .points
                .iter()
                .position(|points| *points == self.points[at])
                .unwrap_or(0);
            (
                at - first,
                self.points
                    .iter()
                    .filter(|points| **points == self.points[at])
                    .count(),
            )
        };
        let (place, size) = group(high);
        let Some(other) = self.who[low] else {
            let least = self
                .who
                .iter()
                .flatten()
                .map(|id| self.stage.byes_had(*id))
                .min();
            let more = self.stage.byes_had(one) - least.unwrap_or(0);
            let again = u64::from(self.floated(one) == Some(1));
            let up = (size - 1 - place) as u64;
            let [fourth, fifth] = self.heavier.ordered(0, above(high));
            return [0, more * more, 0, fourth, fifth, 0, again, up * up];
        };
        let met = match self.stage.definition().is_free() {
            true => u64::from(self.stage.just_met(one, other)),
            false => self.stage.met(one, other),
        };
        let club = |id: EntryId| self.model.entries[&id].club.as_deref();
        let mates = u64::from(club(one).is_some() && club(one) == club(other));
        let gap = above(high).abs_diff(above(low));
        let floats = match gap {
            0 => 0,
            _ => [(one, 1), (other, -1)]
                .iter()
                .filter(|f| self.floated(f.0) == Some(f.1))
                .count(),
        };
        let (lower, _) = group(low);
        let off = match (gap, self.within_group) {
            (_, WithinGroup::KingOfTheHill) => (lower as i64 - place as i64 - 1).pow(2),
            (0, WithinGroup::Fold) => (lower as i64 + place as i64 + 1 - size as i64).pow(2),
            (0, WithinGroup::Halves) => {
                let wanted = (size / 2) as i64;
                ((lower - place) as i64 - wanted).pow(2)
            }
            (0, _) => (lower as i64 - place as i64 - 1).pow(2),
            _ => ((size - 1 - place) as i64).pow(2) + (lower as i64).pow(2),
        };
        let kept = u64::from(self.model.apart.contains(&[one.min(other), one.max(other)]));
        let [fourth, fifth] = self.heavier.ordered(gap * gap, 0);
        [
            met * met,
            0,
            kept + if self.clubs == Clubs::Never { mates } else { 0 },
            fourth,
            fifth,
            if self.clubs == Clubs::Avoid { mates } else { 0 },
            floats as u64,
            off as u64,
        ]
    }

    /// The greatest common divisor of all differences in points.
    fn step(&self) -> i64 {
        let lowest = self.points.iter().min().copied().unwrap_or(0);
        let mut step = 0;
        for points in &self.points {
            let (mut a, mut b) = (points - lowest, step);
            while a != 0 {
                (a, b) = (b % a, a);
            }
            step = b;
        }
        step.max(1)
    }

    /// 1 after a round against lower points or a bye, -1 after one against higher points.
    fn floated(&self, id: EntryId) -> Option<i64> {
        if self.stage.definition().is_free() {
            return None;
        }
        let last = self.stage.rounds.len().checked_sub(1)?;
        let byes = &self.stage.rounds[last].0.byes;
        if byes
            .iter()
            .any(|bye| bye.entry == id && bye.kind == ByeKind::Pairing)
        {
            return Some(1);
        }
        let did = self.all[&id].iter().find(|did| did.round == last)?;
        let before = |id: EntryId| {
            let now = table::points(id, &self.all, self.stage);
            let then = self.all[&id].iter().filter(|did| did.round == last);
            now - then.map(|did| did.points).sum::<i64>()
        };
        match (before(id) - before(*did.against.first()?)).signum() {
            0 => None,
            sign => Some(sign),
        }
    }

    /// Whether no pairing of the field costs less than these tables. By place, the first sits with the second, the
    /// third with the fourth.
    pub fn is_best(&self, tables: &[(usize, usize, Sum)]) -> bool {
        if self.within_group == WithinGroup::KingOfTheHill {
            return self.is_by_place(tables);
        }
        let n = self.who.len();
        let mut cost = vec![[0; 8]; n * n];
        for low in 0..n {
            for high in 0..low {
                cost[high * n + low] = self.cost(high, low);
            }
        }
        let of = |a: usize, b: usize| cost[a.min(b) * n + a.max(b)];
        let pairs: Vec<[usize; 2]> = tables.iter().map(|table| [table.0, table.1]).collect();
        is_least(n, &pairs, &of)
    }
}

impl Room<'_> {
    fn is_by_place(&self, tables: &[(usize, usize, Sum)]) -> bool {
        let mut left: Vec<usize> = (0..self.points.len()).collect();
        if self.who.contains(&None) {
            let byes = |at: usize| self.who[at].map_or(0, |id| self.stage.byes_had(id));
            let sits_out = left
                .iter()
                .rev()
                .min_by_key(|at| (byes(**at), self.points[**at]));
            let Some(at) = sits_out.copied() else {
                return tables.is_empty();
            };
            left.retain(|other| *other != at);
            left.extend([at, self.who.len() - 1]);
        }
        let due = left
            .chunks_exact(2)
            .all(|pair| tables.iter().any(|of| [of.0, of.1] == *pair));
        due && tables.len() == left.len() / 2
    }
}

/// Whether no pairing of `n` places costs less than these pairs.
pub fn is_least(n: usize, pairs: &[[usize; 2]], of: &impl Fn(usize, usize) -> Sum) -> bool {
    if n <= SEARCHED {
        let own = pairs
            .iter()
            .fold([0; 8], |sum, [a, b]| add(sum, of(*a, *b)));
        return least(n, of) == own;
    }
    // Checks that no exchange between two tables costs less. Optimal pairings pass; most others fail.
    pairs.iter().enumerate().all(|(at, &[a, b])| {
        pairs[at + 1..].iter().all(|&[c, d]| {
            let now = add(of(a, b), of(c, d));
            now <= add(of(a, c), of(b, d)) && now <= add(of(a, d), of(b, c))
        })
    })
}

pub fn add(one: Sum, other: Sum) -> Sum {
    core::array::from_fn(|level| one[level].saturating_add(other[level]))
}

/// The least sum over all perfect matchings, by dynamic programming over sets of places still to match.
fn least(n: usize, of: &impl Fn(usize, usize) -> Sum) -> Sum {
    let mut best: Vec<Option<Sum>> = vec![None; 1 << n];
    best[0] = Some([0; 8]);
    for set in 1_usize..1 << n {
        let one = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        for other in (0..n).filter(|other| rest >> other & 1 == 1) {
            if let Some(before) = best[rest & !(1 << other)] {
                let sum = add(before, of(one, other));
                best[set] = Some(best[set].map_or(sum, |known| known.min(sum)));
            }
        }
    }
    best[(1 << n) - 1].unwrap_or([0; 8])
}
