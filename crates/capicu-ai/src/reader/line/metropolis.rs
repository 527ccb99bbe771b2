//! Makes likely deals from other deals.

use alloc::vec::Vec;

use capicu::Seat;
use capicu_solver::Bits;
use capicu_solver::cpu::{Cpu, Work};

use super::SEATS;
use super::likelihood::{Past, Seen};
use crate::chance::Spin;
use crate::reader::habits::{N_HABITS, Side};
use crate::{Knowledge, World};

/// The exchanges tried per deal; more take longer and hardly change the result.
const EXCHANGES: u32 = 8;

/// The index of the boneyard among the hands.
const BONEYARD: usize = SEATS - 1;

#[derive(Clone, Copy, Debug)]
pub(super) struct Loose {
    tile: u32,
    /// Its possible places, a bit each.
    places: u32,
}

/// Groups of tiles that may be exchanged where both are possible.
pub(super) fn loose(knowledge: &Knowledge) -> Vec<Loose> {
    let kinds = knowledge.loose().into_iter().flatten();
    let each = kinds.flat_map(|kind| {
        let places = u32::from(kind.seats) | u32::from(kind.boneyard) << BONEYARD;
        kind.tiles.into_iter().map(move |tile| Loose {
            tile: u32::of(tile.index()),
            places,
        })
    });
    each.collect()
}

/// Exchanges random pairs of tiles. It always accepts likelier deals, and others in proportion to their likelihood
/// (Metropolis). That leaves the distribution of deals as it is.
pub(super) struct Stir<'a> {
    pub past: &'a mut Past,
    pub world: &'a mut World,
    pub spin: &'a mut Spin,
}

impl Work for Stir<'_> {
    /// The nodes it took.
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> u64 {
        let Past { line, seats, loose } = self.past;
        let mut hands = [0; SEATS];
        for (hand, held) in hands.iter_mut().zip(self.world.hands.iter()) {
            *hand = u32::from_set(*held);
        }
        hands[BONEYARD] = u32::from_set(self.world.boneyard);
        let mut weighed = 0;
        let mut chances = [[1.0; N_HABITS]; SEATS];
        let mut numbers = [usize::MAX; SEATS];
        for (number, seen) in seats.iter_mut().enumerate() {
            let seat = seen.seat.index() % SEATS;
            numbers[seat] = number;
            chances[seat] = seen.chances(line, hands[seat], &mut weighed);
        }
        let mut now = likely(seats, &chances);
        let n = loose.len() as u64;
        for _ in 0..EXCHANGES {
            let chance = self.spin.next();
            let any = |chance: u64| loose[(((chance & 0xffff) * n) >> 16) as usize];
            let (a, b) = (any(chance), any(chance >> 16));
            let both = a.tile | b.tile;
            let place = |tile: u32| hands.iter().position(|hand| hand & tile != 0);
            let (Some(at_a), Some(at_b)) = (place(a.tile), place(b.tile)) else {
                continue;
            };
            if at_a == at_b || a.places >> at_b & 1 == 0 || b.places >> at_a & 1 == 0 {
                continue;
            }
            let before = chances;
            for at in [at_a, at_b] {
                hands[at] ^= both;
                if let Some(seen) = seats.get_mut(numbers[at]) {
                    chances[at] = seen.chances(line, hands[at], &mut weighed);
                }
            }
            let then = likely(seats, &chances);
            let point = (chance >> 40) as f32 / (1 << 24) as f32;
            if point * now < then {
                now = then;
            } else {
                hands[at_a] ^= both;
                hands[at_b] ^= both;
                chances = before;
            }
        }
        for seat in Seat::all(line.compact.n_seats()) {
            self.world.hands[seat] = hands[seat.index() % SEATS].to_set();
        }
        self.world.boneyard = hands[BONEYARD].to_set();
        1 + weighed / 4
    }
}

/// The likelihood of everybody's choices, from those of each seat.
#[inline(always)]
fn likely(seats: &[Seen], chances: &[[f32; N_HABITS]; SEATS]) -> f32 {
    let mut likely = 1.0;
    for seats in seats.chunk_by(|a, b| a.side == b.side) {
        let mut side = Side::new(seats[0].habits);
        for seen in seats {
            side.add(&chances[seen.seat.index() % SEATS]);
        }
        likely *= side.likely();
    }
    likely
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use capicu::fair::Seed;
    use capicu::{Game, View};
    use chacha20::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::reader::line::Line;
    use crate::reader::worlds::Likelihood;
    use crate::{Bot, Counter};
    use capicu_arena::duel::{self, Start};

    /// Stirring leaves a likely distribution as it is: with all tiles dealt, and with a boneyard.
    #[test]
    fn stirred_deals_appear_as_often_as_they_are_likely() {
        let (mut tried, mut changed) = (0, 0.0);
        for (id, n_seats) in [("jamaican-partner", 4), ("block", 3)] {
            let rules = Game::by_id(id).unwrap().rules(n_seats).unwrap();
            for number in 0..12 {
                let mut round = duel::deal(rules, Start::Anew, &Seed::from_number(31), number);
                let rng = &mut ChaCha8Rng::seed_from_u64(number.into());
                let mut views: Vec<View> = Seat::all(n_seats)
                    .map(|s| round.view_from_here(s))
                    .collect();
                while let Some(seat) = round.to_act() {
                    let view = &views[seat.index()];
                    let knowledge = Knowledge::of(view).unwrap();
                    let few = knowledge.count().is_some_and(|n| (20..100).contains(&n));
                    if few && let Some(line) = Line::of(view, &knowledge, rng) {
                        let apart = apart(&line, view, &knowledge, rng);
                        if let Some((by_chance, by_likelihood, share)) = apart {
                            assert!(by_chance < 0.05, "{id} {number}: {by_chance}");
                            assert!(by_likelihood > 0.3, "{by_likelihood}");
                            tried += 1;
                            changed += share;
                        }
                        break;
                    }
                    let step = round.play(Counter.choose(view, rng).unwrap()).unwrap();
                    for view in &mut views {
                        view.observe(&step.mv.visible_to(view.seat()), &step.awards);
                    }
                }
            }
        }
        assert!(
            tried > 8 && changed > 0.3 * f64::from(tried),
            "{tried}: {changed}"
        );
    }

    /// The distance of the shares of stirred deals from the right ones, the distance of the right ones from equal
    /// shares, and the share of changed deals. `None` if all deals are about equally likely.
    fn apart(
        line: &alloc::rc::Rc<Line>,
        view: &View,
        knowledge: &Knowledge,
        rng: &mut ChaCha8Rng,
    ) -> Option<(f64, f64, f64)> {
        let fresh = || Past::of(line, view, knowledge, 1000);
        let worlds: Vec<World> = knowledge.worlds(200)?.into_iter().map(|w| w.0).collect();
        let likely: Vec<f64> = worlds.iter().map(|world| fresh().of(world).0).collect();
        let all: f64 = likely.iter().sum();
        let even = 1.0 / worlds.len() as f64;
        let uneven: f64 = likely
            .iter()
            .map(|likely| (likely / all - even).abs())
            .sum();
        if uneven < 0.3 {
            return None;
        }
        let (mut past, mut spin) = (fresh(), Spin::new(rng.next_u64()));
        let (mut counts, mut changed, n) = (alloc::vec![0.0; worlds.len()], 0, 100_000);
        for _ in 0..n {
            let mut point = all * (spin.next() >> 11) as f64 / (1u64 << 53) as f64;
            let drawn = likely.iter().position(|likely| {
                point -= likely;
                point < 0.0
            });
            let drawn = worlds[drawn.unwrap_or(0)];
            let mut world = drawn;
            past.stir(&mut world, &mut spin);
            let at = worlds.iter().position(|listed| *listed == world);
            counts[at.expect("a listed deal")] += 1.0;
            changed += u32::from(world != drawn);
        }
        let shares = counts.iter().zip(&likely);
        let off = shares.map(|(count, likely)| (count / f64::from(n) - likely / all).abs());
        Some((off.sum(), uneven, f64::from(changed) / f64::from(n)))
    }
}
