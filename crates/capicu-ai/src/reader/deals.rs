//! A sequence of deals drawn by their likelihood.

use alloc::vec::Vec;

use capicu::{Round, Tile, View};
use rand_core::Rng;

use super::Belief;
use super::belief::Past;
use super::worlds::Likelihood;
use crate::chance::below;
use crate::{Knowledge, KnowledgeError, World};

/// A sequence of deals that agree with a view. By facts alone, each is drawn independently, and all are equally likely.
/// By play, each is made from the one before, so that in the long run each appears as often as it is likely
/// (Metropolis). The likelihood is that of a [`Reader`](crate::Reader) on the engine.
pub struct Deals {
    knowledge: Knowledge,
    past: Option<Past>,
    /// The last deal and its likelihood, given everybody's play.
    last: Option<(World, f64)>,
}

impl Deals {
    /// The deals for a view. If it contradicts itself, they agree with the numbers of tiles alone. Fails if even these
    /// contradict each other.
    pub fn of(view: &View, belief: Belief) -> Result<Self, KnowledgeError> {
        let knowledge = Knowledge::of(view).or_else(|_| Knowledge::by_size_alone(view))?;
        let past = (belief == Belief::Play).then(|| Past::of(view));
        Ok(Self {
            knowledge,
            past: past.filter(|past| past.len() > 0),
            last: None,
        })
    }

    /// Forgets the last deal, so that later deals are independent of earlier ones.
    pub fn restart(&mut self) {
        self.last = None;
    }

    pub fn cost(&self) -> u64 {
        1 + self.past.as_ref().map_or(0, |past| past.len() as u64)
    }

    /// The next deal, after this number of proposals, at least one, were accepted or rejected. Each takes the time of
    /// [`cost`](Self::cost).
    pub fn next(&mut self, tries: u64, rng: &mut impl Rng) -> World {
        let Some(past) = &mut self.past else {
            return self.knowledge.sample(rng);
        };
        let mut last = self.last.take();
        for _ in 0..tries.max(1) {
            let world = self.knowledge.sample(rng);
            let (likely, _) = past.of(&world);
            let point = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            last = match last {
                Some((_, before)) if point * before >= likely => last,
                _ => Some((world, likely)),
            };
        }
        self.last = last;
        last.map_or_else(|| self.knowledge.sample(rng), |(world, _)| world)
    }

    /// The round of this view in a deal, with the boneyard in random order. `None` if the deal does not agree with the
    /// view, or the round is over.
    pub fn round(view: &View, world: &World, rng: &mut impl Rng) -> Option<Round> {
        let mut boneyard: Vec<Tile> = world.boneyard.into_iter().collect();
        for last in (1..boneyard.len()).rev() {
            boneyard.swap(last, below(rng, last as u32 + 1) as usize);
        }
        Round::from_view(view, world.hands, &boneyard).ok()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use capicu::fair::Seed;
    use capicu::{Game, Seat};
    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::{Bot, Counter};
    use capicu_arena::duel::{self, Start};

    /// Of a few deals, each appears as often as it is likely.
    #[test]
    fn deals_appear_as_often_as_they_are_likely() {
        let mut tried = 0;
        for number in 0..10 {
            let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
            let mut round = duel::deal(rules, Start::Anew, &Seed::from_number(31), number);
            let rng = &mut ChaCha8Rng::seed_from_u64(number.into());
            let mut views: Vec<View> = Seat::all(4).map(|s| round.view_from_here(s)).collect();
            while let Some(seat) = round.to_act() {
                let view = &views[seat.index()];
                let knowledge = Knowledge::of(view).unwrap();
                if let Some(worlds) = knowledge.worlds(60).filter(|worlds| worlds.len() > 9) {
                    let mut past = Past::of(view);
                    let due: Vec<f64> = worlds
                        .iter()
                        .map(|w| w.1 as f64 * past.of(&w.0).0)
                        .collect();
                    let all: f64 = due.iter().sum();
                    let mut deals = Deals::of(view, Belief::Play).unwrap();
                    let mut counts = vec![0.0; worlds.len()];
                    let n = 120_000;
                    for _ in 0..n {
                        let world = deals.next(2, rng);
                        counts[worlds.iter().position(|w| w.0 == world).unwrap()] += 1.0;
                    }
                    let off: f64 = counts
                        .iter()
                        .zip(&due)
                        .map(|(count, due)| (count / f64::from(n) - due / all).abs())
                        .sum();
                    assert!(off < 0.06, "{number}: {off}");
                    tried += 1;
                    break;
                }
                let step = round.play(Counter.choose(view, rng).unwrap()).unwrap();
                for view in &mut views {
                    view.observe(&step.mv.visible_to(view.seat()), &step.awards);
                }
            }
        }
        assert!(tried > 4, "{tried}");
    }
}
