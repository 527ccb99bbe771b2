//! Rotating partners: couples and their opponents.

use capicu_event::{Costs, Pairing};

use super::Room;
use crate::checker::Wrong;
use crate::cost::{self, Heavier, Sum};

impl Room<'_> {
    fn partners(&self, one: usize, other: usize) -> Sum {
        let (one, other) = (one.min(other), one.max(other));
        let before = self.stage.partnered(self.who[one], self.who[other]);
        let off = (other as i64 - one as i64 - 2).pow(2);
        [
            before.pow(2),
            0,
            0,
            self.gap(one, other).pow(2) as u64,
            0,
            0,
            0,
            off as u64,
        ]
    }

    pub fn couples(&self, pairing: &Pairing, costs: &[Costs]) -> Wrong {
        let mut wrong = Wrong::new();
        let playing = self.playing();
        let mut couples: Vec<[usize; 2]> = Vec::new();
        for side in pairing.meetings.iter().flat_map(|meeting| &meeting.sides) {
            let mut places: Vec<usize> = side.iter().map(|id| self.at(*id)).collect();
            places.sort_unstable();
            couples.extend(<[usize; 2]>::try_from(places));
        }
        let rank = |place: usize| {
            playing
                .iter()
                .position(|other| *other == place)
                .unwrap_or(0)
        };
        let pairs: Vec<[usize; 2]> = couples.iter().map(|couple| couple.map(rank)).collect();
        let mut matrix = vec![[0; 8]; playing.len() * playing.len()];
        for (a, one) in playing.iter().enumerate() {
            for (b, other) in playing.iter().enumerate() {
                matrix[a * playing.len() + b] = self.partners(*one, *other);
            }
        }
        let together = |a: usize, b: usize| matrix[a * playing.len() + b];
        if !cost::is_least(playing.len(), &pairs, &together) {
            wrong.push(("I4", "other partners cost less".into()));
        }
        let points = |couple: &[usize; 2]| self.steps[couple[0]] + self.steps[couple[1]];
        let seated = couples.clone();
        couples.sort_by_key(|couple| (-points(couple), *couple));
        let against = |a: usize, b: usize| {
            let (a, b) = (a.min(b), a.max(b));
            let mut met = 0;
            for one in couples[a] {
                for other in couples[b] {
                    let times = self.stage.met(self.who[one], self.who[other]);
                    met += times.pow(3) + times;
                }
            }
            let gap = points(&couples[a]) - points(&couples[b]);
            let off = (b as i64 - a as i64 - 1).pow(2);
            [met, 0, 0, gap.pow(2) as u64, 0, 0, 0, off as u64]
        };
        let place = |couple: &[usize; 2]| {
            couples
                .iter()
                .position(|other| other == couple)
                .unwrap_or(0)
        };
        let tables: Vec<[usize; 2]> = seated
            .chunks(2)
            .map(|two| [place(&two[0]), place(&two[1])])
            .collect();
        if !cost::is_least(couples.len(), &tables, &against) {
            wrong.push(("I4", "other opponents cost less".into()));
        }
        for (table, printed) in tables.iter().zip(costs) {
            let due = table
                .iter()
                .map(|at| couples[*at])
                .map(|[a, b]| self.partners(a, b));
            let due = due.fold([0; 8], cost::add);
            let said = [
                printed.partner,
                0,
                0,
                printed.partner_gap,
                0,
                0,
                0,
                printed.partner_distance,
            ];
            if due != said || against(table[0], table[1]) != Heavier::Gap.levels(printed) {
                wrong.push(("I4", format!("couples {table:?} do not cost {printed:?}")));
            }
        }
        wrong
    }
}
