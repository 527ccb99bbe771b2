//! The exact table: every standing, its successors, and the solution.

use alloc::vec;
use alloc::vec::Vec;

use capicu::rules::NextOpener;
use capicu::{BySide, Match, Rules, Side, Standing};

use super::ends::{Ends, Phases, Turned};

/// The chance of side 0 at every standing: by phase, opener and scores. Scores between those of the table are
/// interpolated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    rules: Rules,
    phases: Phases,
    axis: Vec<u16>,
    openers: u8,
    pub values: Vec<f64>,
}

/// The highest target with a line for every score.
const EVERY_SCORE: u16 = 16;

/// The lines of a higher target, in thousandths of it, and one for the last point before it. They are closest where a
/// point decides most.
const LINES: [u32; 10] = [0, 140, 280, 420, 540, 650, 750, 830, 900, 950];

/// The most standings of a table.
const MANY: usize = 1200;

/// The most sweeps of the solver; games in which leads are wiped out need many.
const SWEEPS: usize = 4000;

/// The change below which the solver stops.
const SOLVED: f64 = 1e-9;

impl Grid {
    /// An empty table; `None` if it would be too large.
    pub fn new(rules: &Rules) -> Option<Self> {
        let target = rules.target.get();
        let axis: Vec<u16> = if target <= EVERY_SCORE {
            (0..target).collect()
        } else {
            let line = |at: u32| (at * u32::from(target) / 1000) as u16;
            LINES.map(line).into_iter().chain([target - 1]).collect()
        };
        let phases = Phases::of(rules);
        let openers = match rules.next_opener {
            NextOpener::SameTest => 1,
            NextOpener::Winner | NextOpener::Rotate => rules.n_sides() + 1,
        };
        let scores = axis.len().checked_pow(u32::from(rules.n_sides()))?;
        let size = scores.checked_mul(usize::from(openers) * phases.len())?;
        (size <= MANY).then(|| Self {
            rules: *rules,
            phases,
            axis,
            openers,
            values: vec![0.5; size],
        })
    }

    pub fn width(&self) -> usize {
        self.axis.len()
    }

    pub fn chance(&self, standing: &Standing, opener: Option<Side>, side: Side) -> f64 {
        let mut chance = 0.0;
        self.corners(standing, opener, side, |at, share| {
            chance += share * self.values[at];
        });
        chance
    }

    /// Calls `each` with the entries around a standing, from this side's point of view, and the share of each.
    fn corners(
        &self,
        standing: &Standing,
        opener: Option<Side>,
        side: Side,
        mut each: impl FnMut(usize, f64),
    ) {
        let n = usize::from(self.rules.n_sides());
        let opener = opener.filter(|_| self.openers > 1);
        let mut base = self.phases.at(&self.rules, standing) * usize::from(self.openers)
            + opener.map_or(0, |other| 1 + (other.index() + n - side.index()) % n);
        // For every other the lower line, and the fraction of the way to the next.
        let mut between = BySide::new(n as u8);
        for (other, place) in Side::all(n as u8).zip(0..n) {
            let score = standing.scores.as_slice()[(place + side.index()) % n];
            let upper = self.axis.partition_point(|line| *line <= score);
            let low = upper.saturating_sub(1);
            let share = match (self.axis.get(low), self.axis.get(upper)) {
                (Some(a), Some(b)) => f64::from(score - a) / f64::from(b - a),
                _ => 0.0,
            };
            between[other] = share;
            base = base * self.axis.len() + low;
        }
        for corner in 0..1usize << n {
            let (mut at, mut share, mut stride) = (base, 1.0, 1);
            for (other, upper) in Side::all(n as u8).rev().zip(0..) {
                if corner >> upper & 1 == 1 {
                    at += stride;
                    share *= between[other];
                } else {
                    share *= 1.0 - between[other];
                }
                stride *= self.axis.len();
            }
            if share > 0.0 {
                each(at, share);
            }
        }
    }

    pub fn solve(&mut self, ends: &Ends) {
        let rows = self.rows(ends);
        for _ in 0..SWEEPS {
            let mut change: f64 = 0.0;
            // Standings near the end first, because the others follow from them.
            for (at, row) in rows.iter().enumerate().rev() {
                let next = row.next.iter();
                let next = next.map(|(to, share)| f64::from(*share) * self.values[*to as usize]);
                let value = row.won + next.sum::<f64>();
                let difference = value - self.values[at];
                change = change.max(difference.max(-difference));
                self.values[at] = value;
            }
            if change < SOLVED {
                break;
            }
        }
    }

    fn rows(&self, ends: &Ends) -> Vec<Row> {
        let (n, openers) = (self.rules.n_sides(), usize::from(self.openers));
        let scores = self.axis.len().pow(n.into());
        let mut shares = vec![0.0; self.values.len()];
        let mut rows = Vec::new();
        for block in 0..self.phases.len() * openers {
            let (phase, opener) = (block / openers, block % openers);
            // Where tiles name the opener, each side opens equally often.
            let (all, turns) = match opener {
                _ if ends.earned.is_empty() => (&ends.anew, 0..n),
                0 if !ends.anew.is_empty() => (&ends.anew, 0..n),
                0 => (&ends.earned, 0..n),
                side => (&ends.earned, side as u8 - 1..side as u8),
            };
            let each = 1.0 / turns.len() as f64;
            let turned = turns.flat_map(|turn| {
                let all = all.iter();
                all.map(move |(end, share)| (end.turned(&self.rules, phase, turn), share * each))
            });
            let turned: Vec<(Turned, f64)> = turned.collect();
            let block = block * scores..(block + 1) * scores;
            rows.extend(block.map(|at| self.row(at, phase, &turned, &mut shares)));
        }
        rows
    }

    /// The successors of an entry; `shares` is all zeros before and after.
    fn row(&self, at: usize, phase: usize, ends: &[(Turned, f64)], shares: &mut [f64]) -> Row {
        let n = self.rules.n_sides();
        let (mut rest, mut scores) = (at, BySide::new(n));
        for side in Side::all(n).rev() {
            scores[side] = self.axis[rest % self.axis.len()];
            rest /= self.axis.len();
        }
        let standing = Standing {
            scores,
            ..self.phases.standing(&self.rules, phase)
        };
        let game = Match::new(self.rules).at(standing);
        let mut won = 0.0;
        for (end, share) in ends {
            let mut after = game.clone();
            end.write_down(&mut after);
            match after.result() {
                Some(result) if result.winner == Side::default() => won += share,
                Some(_) => {}
                None => {
                    let (standing, side) = (after.standing(), after.next_side());
                    self.corners(standing, side, Side::default(), |to, part| {
                        shares[to] += share * part;
                    });
                }
            }
        }
        // A round that changes nothing is played again until one does.
        let stays = core::mem::take(&mut shares[at]);
        let others = if stays < 1.0 {
            1.0 / (1.0 - stays)
        } else {
            0.0
        };
        let mut row = Row {
            won: others * won,
            next: Vec::new(),
        };
        let next = shares
            .iter_mut()
            .enumerate()
            .filter(|(_, share)| **share > 0.0);
        for (to, share) in next {
            let share = others * core::mem::take(share);
            row.next.push((to as u32, share as f32));
        }
        row
    }
}

struct Row {
    won: f64,
    next: Vec<(u32, f32)>,
}

#[cfg(test)]
mod tests {
    use capicu::Game;

    use super::super::ends::End;
    use super::*;

    /// A table of `jamaican-partner` in which the side that opens by right wins this share of rounds.
    fn six_love(p: f64) -> (Rules, Grid) {
        let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
        let won = |winner, share| (End::of_a_game(winner), share);
        let ends = Ends {
            earned: vec![won(0, p), won(1, 1.0 - p)],
            anew: vec![won(0, 0.5), won(1, 0.5)],
            usual: 1,
        };
        let mut grid = Grid::new(&rules).unwrap();
        grid.solve(&ends);
        (rules, grid)
    }

    fn at(rules: &Rules, scores: [u16; 2]) -> Standing {
        Standing {
            scores: BySide::from_slice(&scores).unwrap(),
            ..Standing::new(rules)
        }
    }

    /// By hand: let `v` be the chance at k love with the lead. A win leads to k + 1, and a loss to love all, where both
    /// are equal. At five love that is `p + (1 - p) / 2`.
    #[test]
    fn six_love_is_solved_as_by_hand() {
        for (p, known) in [
            (0.50, [0.516, 0.531, 0.562, 0.625, 0.750]),
            (0.55, [0.525, 0.546, 0.583, 0.651, 0.775]),
            (0.60, [0.539, 0.565, 0.608, 0.680, 0.800]),
        ] {
            let (rules, grid) = six_love(p);
            let chance = |scores, opener, side| {
                let (opener, side) = (Side::new(opener), Side::new(side).unwrap());
                grid.chance(&at(&rules, scores), opener, side)
            };
            for (lead, known) in (1..).zip(known) {
                assert!((chance([lead, 0], 0, 0) - known).abs() < 6e-4, "{p} {lead}");
                assert!((chance([0, lead], 1, 1) - known).abs() < 6e-4, "{p} {lead}");
                assert!((chance([0, lead], 1, 0) - 1.0 + known).abs() < 6e-4);
            }
            assert!((grid.chance(&at(&rules, [0, 0]), None, Side::default()) - 0.5).abs() < 1e-6);
        }
    }

    /// Two hundred points, every round worth thirty of them, all sides equal: the chance is that of heads before tails,
    /// with seven rounds needed by each from love all.
    #[test]
    fn race_to_a_target_is_solved_as_by_hand() {
        let rules = Game::by_id("doscientos").unwrap().rules(4).unwrap();
        let mut end = End::of_a_game(0);
        end.award([30, 0]);
        let mut other = End::of_a_game(1);
        other.award([0, 30]);
        let ends = Ends {
            earned: vec![(end.clone(), 0.5), (other.clone(), 0.5)],
            anew: vec![(end, 0.5), (other, 0.5)],
            usual: 30,
        };
        let mut grid = Grid::new(&rules).unwrap();
        grid.solve(&ends);
        let chance = |ours, theirs| grid.chance(&at(&rules, [ours, theirs]), None, Side::default());
        // One round needed against one, one against two.
        assert!((chance(199, 199) - 0.5).abs() < 1e-6);
        assert!((chance(199, 150) - 0.75).abs() < 0.01);
        assert!((chance(0, 0) - 0.5).abs() < 1e-6);
        // The lines of the table are some twenty points apart, and a round of 30 seldom ends on one.
        assert!((chance(142, 0) - 0.945).abs() < 0.03, "{}", chance(142, 0));
    }
}
