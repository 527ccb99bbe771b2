//! Rounds played to the end by rule of thumb, millions per second.

mod deck;
mod lockstep;
mod policy;

pub use deck::Deck;
pub use policy::{Choice, Policy, Thrifty, Uniform};

use rand_core::Rng;

use crate::Bits;
use crate::compact::{After, Compact, Ended, Over, Position, Start};
use crate::cpu::{self, Cpu, Work};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub over: Over,
    /// The winning side and its points.
    pub ended: Ended,
    /// Points for passes, by side. Only games of two sides pay any.
    pub paid: [u16; 2],
    /// Tiles laid since the playout began.
    pub laid: u8,
}

impl Played {
    /// Points of side 0 minus those of side 1, if there are two.
    pub fn balance(&self) -> i16 {
        let end = match self.ended.winner {
            Some(0) => self.ended.points as i16,
            Some(_) => -(self.ended.points as i16),
            None => 0,
        };
        end + self.paid[0] as i16 - self.paid[1] as i16
    }
}

impl<B: Bits> Compact<B> {
    /// Plays from a position until the round is over.
    pub fn playout<P: Policy, R: Rng>(
        &self,
        start: &Start<B>,
        position: &Position<B>,
        policy: &P,
        rng: &mut R,
    ) -> Played {
        cpu::enter(PlayOn {
            compact: self,
            start,
            position,
            policy,
            rng,
        })
    }

    #[inline(always)]
    pub(crate) fn play_on<P: Policy, R: Rng>(
        &self,
        start: &Start<B>,
        position: &Position<B>,
        policy: &P,
        rng: &mut R,
    ) -> Played {
        let mut at = *position;
        let (mut paid, mut laid) = ([0; 2], 0);
        loop {
            let hand = self.hand(start, &at, at.mover);
            let (high, low) = (at.ends.high(), at.ends.low());
            let at_high = hand & self.suit(high);
            let at_low = if at.ends.equal() {
                B::default()
            } else {
                hand & self.suit(low)
            };
            let Choice { tile, at: end } = policy.choose(self, &at, [at_high, at_low], hand, rng);
            let ends = self.ends_after(at.ends, tile, end);
            laid += 1;
            let (after, passes) = self.play(start, &at, tile, ends);
            if passes > 0 {
                paid[usize::from(at.mover & 1)] += u16::from(passes) * self.paso();
            }
            match after {
                After::Goes(next) => at = next,
                After::Over(over) => {
                    let ended = self.settle(start, &at, tile, over);
                    return Played {
                        over,
                        ended,
                        paid,
                        laid,
                    };
                }
            }
        }
    }
}

struct PlayOn<'a, B, P, R> {
    compact: &'a Compact<B>,
    start: &'a Start<B>,
    position: &'a Position<B>,
    policy: &'a P,
    rng: &'a mut R,
}

impl<B: Bits, P: Policy, R: Rng> Work for PlayOn<'_, B, P, R> {
    type Output = Played;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Played {
        self.compact
            .play_on(self.start, self.position, self.policy, self.rng)
    }
}
