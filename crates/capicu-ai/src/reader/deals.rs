//! Deals drawn one after the other, as likely as they seem.

use alloc::vec::Vec;

use capicu::{Round, Tile, View};
use rand_core::Rng;

use super::Belief;
use super::belief::Past;
use super::worlds::Likelihood;
use crate::chance::below;
use crate::{Knowledge, KnowledgeError, World};

/// Deals that agree with a view, one after the other: by the facts each on its own, all equally likely; by
/// how others chose to play each made from the one before, so that in the long run each comes up as often
/// as it is likely (Metropolis), read as a [`Reader`](crate::Reader) reads where it plays on the engine.
pub struct Deals {
    knowledge: Knowledge,
    past: Option<Past>,
    /// The last deal and how likely everybody would have played so in it.
    last: Option<(World, f64)>,
}

impl Deals {
    /// The deals for a view. Where it contradicts itself, they agree with the numbers of tiles alone.
    ///
    /// # Errors
    ///
    /// If even these contradict each other.
    pub fn of(view: &View, belief: Belief) -> Result<Self, KnowledgeError> {
        let knowledge = Knowledge::of(view).or_else(|_| Knowledge::by_size_alone(view))?;
        let past = (belief == Belief::Play).then(|| Past::of(view));
        Ok(Self {
            knowledge,
            past: past.filter(|past| past.len() > 0),
            last: None,
        })
    }

    /// Forgets the last deal, so that those to come have nothing to do with those before.
    pub fn restart(&mut self) {
        self.last = None;
    }

    /// How long it takes to draw one, told in actions weighed.
    pub fn cost(&self) -> u64 {
        1 + self.past.as_ref().map_or(0, |past| past.len() as u64)
    }

    /// The next deal, after so many have been drawn by the facts and taken or left; one at least is. Each
    /// takes as long as [`cost`](Self::cost) says.
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

    /// The round of this view in a deal, the sleeping tiles in any order; `None` if the deal is not one of
    /// the view, or the round is over.
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

    /// Of few deals each comes up as often as it is likely.
    #[test]
    fn deals_come_up_as_often_as_they_are_likely() {
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
                    view.observe(&step.deed.seen_by(view.seat()), &step.awards);
                }
            }
        }
        assert!(tried > 4, "{tried}");
    }
}
