//! What tables of a Swiss round cost, once more from the definitions, and the best sum by other means
//! than the engine's: all matchings of small rooms, and exchanges between tables of large ones.

use capicu_event::pairing::Costs;
use capicu_event::{ByeKind, Clubs, EntryId, Method, Pairing, WithinGroup};

use super::model::{Model, Played};
use super::table::{self, Records};

/// Rooms of up to so many, a bye counted, are searched whole.
const SEARCHED: usize = 10;

pub type Sum = [u64; 8];

/// A room to be paired: those who play, by points and then seeds; `None` at the end is the bye.
pub struct Room<'a> {
    model: &'a Model,
    stage: &'a Played,
    all: Records,
    who: Vec<Option<EntryId>>,
    points: Vec<i64>,
}

impl<'a> Room<'a> {
    /// The room before the next round of the last stage; nothing if it is not Swiss, or by lot.
    pub fn new(model: &'a Model) -> Option<Self> {
        let stage = model.stage()?;
        let within_group = match stage.method {
            Method::Swiss { within_group, .. } => within_group,
            Method::Arena { .. } => WithinGroup::Neighbors,
            _ => return None,
        };
        let arena = matches!(stage.method, Method::Arena { .. });
        if within_group == WithinGroup::Random {
            return None;
        }
        let all = table::records(model, model.stages.len());
        let round = stage.rounds.len() as u16 + 1;
        let plays = |id: &EntryId| {
            let free = !(arena && stage.is_seated(*id));
            free && model.is_there(*id) && !model.entries[id].byes.contains(&round)
        };
        let mut who: Vec<EntryId> = stage.order.iter().copied().filter(plays).collect();
        who.sort_by_key(|id| -table::points(*id, &all, stage));
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
        })
    }

    fn at(&self, id: EntryId) -> Option<usize> {
        self.who.iter().position(|other| *other == Some(id))
    }

    /// The tables of a pairing as places in the room, each with what the log says it costs.
    pub fn tables(&self, pairing: &Pairing, costs: &[Costs]) -> Option<Vec<(usize, usize, Sum)>> {
        let mut tables = Vec::new();
        let mut costs = costs.iter();
        for meeting in &pairing.meetings {
            let one = self.at(meeting.sides[0][0])?;
            let other = self.at(meeting.sides[1][0])?;
            tables.push((one.min(other), one.max(other), costs.next()?.levels()));
        }
        for bye in pairing
            .byes
            .iter()
            .filter(|bye| bye.kind == ByeKind::Pairing)
        {
            tables.push((
                self.at(bye.entry)?,
                self.who.len() - 1,
                costs.next()?.levels(),
            ));
        }
        Some(tables)
    }

    /// What two places cost; the first has no fewer points.
    pub fn cost(&self, high: usize, low: usize) -> Sum {
        let Some(one) = self.who[high] else {
            return [u64::MAX; 8];
        };
        let step = self.step();
        let above =
            |at: usize| ((self.points[at] - self.points[self.points.len() - 1]) / step) as u64;
        let group = |at: usize| {
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
            return [0, more * more, 0, 0, above(high), 0, again, up * up];
        };
        let met = match self.stage.method {
            Method::Arena { .. } => u64::from(self.stage.just_met(one, other)),
            _ => self.stage.met(one, other),
        };
        let club = |id: EntryId| self.model.entries[&id].club.as_deref();
        let mates = u64::from(club(one).is_some() && club(one) == club(other));
        let (clubs, within_group) = match &self.stage.method {
            Method::Swiss {
                clubs,
                within_group,
                ..
            } => (clubs, within_group),
            _ => (&Clubs::Ignore, &WithinGroup::Neighbors),
        };
        let gap = above(high) - above(low);
        let floats = match gap {
            0 => 0,
            _ => [(one, 1), (other, -1)]
                .iter()
                .filter(|f| self.floated(f.0) == Some(f.1))
                .count(),
        };
        let (lower, _) = group(low);
        let off = match (gap, within_group) {
            (0, WithinGroup::Halves) => {
                let wanted = (size / 2) as i64;
                ((lower - place) as i64 - wanted).pow(2)
            }
            (0, _) => (lower as i64 - place as i64 - 1).pow(2),
            _ => ((size - 1 - place) as i64).pow(2) + (lower as i64).pow(2),
        };
        [
            met * met,
            0,
            if *clubs == Clubs::Never { mates } else { 0 },
            gap * gap,
            0,
            if *clubs == Clubs::Avoid { mates } else { 0 },
            floats as u64,
            off as u64,
        ]
    }

    /// The largest step that all differences of points are multiples of.
    fn step(&self) -> i64 {
        let lowest = self.points[self.points.len() - 1];
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
        if matches!(self.stage.method, Method::Arena { .. }) {
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

    /// Whether no pairing of the room costs less than these tables do.
    pub fn is_best(&self, tables: &[(usize, usize, Sum)]) -> bool {
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

/// Whether no way to pair so many costs less than these pairs do.
pub fn is_least(n: usize, pairs: &[[usize; 2]], of: &impl Fn(usize, usize) -> Sum) -> bool {
    if n <= SEARCHED {
        let own = pairs
            .iter()
            .fold([0; 8], |sum, [a, b]| add(sum, of(*a, *b)));
        return least(n, of) == own;
    }
    // Any two tables exchanged cost no less; what is best passes, and most of what is not fails.
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

/// The least sum over all perfect matchings, by the sets of those who are still to be matched.
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
