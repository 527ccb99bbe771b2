//! What a seat has found out about later choices of its side in imagined rounds.

use alloc::vec;
use alloc::vec::Vec;

/// More ways of laying a tile than these are left to the rule of thumb.
const MOST: usize = 14;

/// Places that are remembered, at least and at most: two to these powers.
const PLACES: [u32; 2] = [8, 14];

/// The same for one place in so many nodes of the budget: two to this power.
const NODES_A_PLACE: u32 = 3;

/// Imagined rounds that the rule of thumb counts for.
const PRIOR_ROUNDS: f32 = 8.0;

/// How much of a round a unit of its judgment is taken for.
const PRIOR_UNIT: f32 = 0.025;

/// How eagerly that is tried which has not been tried often.
const EAGER: f32 = 0.3;

/// What was done since the present, in one number: the same for the same deeds, another for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Way(u64);

impl Way {
    /// Somebody laid a tile, and the next to lay one is `mover`.
    #[inline(always)]
    pub const fn go(&mut self, tile: u8, slot: u8, mover: u8) {
        let step = 1 << 16 | (mover as u64) << 8 | (tile as u64) << 1 | slot as u64;
        self.0 = (self.0 ^ step)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }

    /// This way, come by somebody who may lay one of these tiles, at the higher end and at the lower.
    #[inline(always)]
    #[must_use]
    pub const fn able(self, fits: [u32; 2]) -> Self {
        let fits = (fits[0] as u64) << 32 | fits[1] as u64;
        let way = (self.0 ^ fits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(way.rotate_left(29))
    }
}

/// The places the seats of a side may come to, with how the rounds went that came through: they choose
/// there what did best, as they will when they come there, while the others keep to the rule of thumb.
pub(super) struct Later {
    places: Vec<Place>,
    /// By the first bits of a way, the number of its place, counted from 1; 0 where there is none.
    numbers: Vec<u16>,
    /// How many bits these are.
    bits: u32,
    /// The places of the round in progress, and what was chosen there.
    way: Vec<(usize, usize)>,
    grown: bool,
}

#[derive(Clone, Copy)]
struct Place {
    way: Way,
    /// How many rounds came through, and what they were worth in all.
    all: (f32, f32),
    /// The same by what was chosen.
    by_choice: [(f32, f32); MOST],
}

impl Later {
    /// Nothing found out yet, with room for what so many nodes find out.
    pub fn new(nodes: u64) -> Self {
        let bits = nodes.max(1).ilog2().saturating_sub(NODES_A_PLACE);
        let bits = bits.clamp(PLACES[0], PLACES[1]);
        Self {
            places: Vec::new(),
            numbers: vec![0; 1 << bits],
            bits,
            way: Vec::with_capacity(16),
            grown: false,
        }
    }

    /// A new round begins.
    pub fn begin(&mut self) {
        self.way.clear();
        self.grown = false;
    }

    /// Which of these choices to make, told with their worths by the rule of thumb; `None` if the
    /// place is new and it is to be left to that.
    #[inline(always)]
    pub fn choose<T>(&mut self, way: Way, choices: &[(T, f32)]) -> Option<usize> {
        let at = usize::from(self.numbers[at(way, self.bits)]).checked_sub(1)?;
        let place = &self.places[at];
        if place.way != way || choices.len() > MOST {
            return None;
        }
        let best = choices
            .iter()
            .fold(f32::MIN, |best, (_, worth)| best.max(*worth));
        let (rounds, sum) = place.all;
        let spread = EAGER * logarithm(rounds + 1.0).sqrt();
        let (mut chosen, mut most) = (0, f32::MIN);
        for (i, ((_, worth), (n, one))) in choices.iter().zip(&place.by_choice).enumerate() {
            let prior = sum / rounds + PRIOR_UNIT * (worth - best);
            let n = n + PRIOR_ROUNDS;
            let value = (PRIOR_ROUNDS * prior + one) / n + spread / n.sqrt();
            if value > most {
                (chosen, most) = (i, value);
            }
        }
        self.way.push((at, chosen));
        Some(chosen)
    }

    /// Remembers a place that is new, one in a round, and what was chosen there.
    #[inline(always)]
    pub fn grow(&mut self, way: Way, chosen: usize) {
        let number = &mut self.numbers[at(way, self.bits)];
        if self.grown || chosen >= MOST || *number != 0 {
            return;
        }
        self.grown = true;
        self.way.push((self.places.len(), chosen));
        self.places.push(Place {
            way,
            all: (0.0, 0.0),
            by_choice: [(0.0, 0.0); MOST],
        });
        *number = self.places.len() as u16;
    }

    /// The round is over and was worth so much.
    pub fn learn(&mut self, worth: f64) {
        for (at, chosen) in &self.way {
            let place = &mut self.places[*at];
            for (n, sum) in [&mut place.all, &mut place.by_choice[*chosen]] {
                *n += 1.0;
                *sum += worth as f32;
            }
        }
    }
}

/// About the natural logarithm of a number from 1 on, the same on every machine.
const fn logarithm(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let fraction = (bits & 0x7f_ffff) as f32 / (1 << 23) as f32;
    core::f32::consts::LN_2 * (exponent + fraction)
}

const fn at(way: Way, bits: u32) -> usize {
    (way.0 >> (u64::BITS - bits)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_about_right() {
        for x in [1.0, 2.0, 3.0, 10.0, 1000.0] {
            assert!((logarithm(x) - x.ln()).abs() < 0.07, "{x}");
        }
    }

    /// Of two choices that look alike the one that does better is soon chosen, and first of all the
    /// one that looks better.
    #[test]
    fn what_does_better_is_chosen() {
        let mut later = Later::new(1000);
        let mut way = Way::default();
        way.go(3, 1, 2);
        assert_eq!(later.choose(way, &[((), 1.0), ((), 1.0)]), None);
        later.grow(way, 0);
        later.learn(0.5);
        later.begin();
        assert_eq!(later.choose(way, &[((), 1.0), ((), 3.0)]), Some(1));
        let mut chosen = [0; 2];
        for _ in 0..300 {
            later.begin();
            let at = later.choose(way, &[((), 1.0), ((), 1.0)]).unwrap();
            chosen[at] += 1;
            later.learn(if at == 0 { 0.3 } else { 0.6 });
        }
        assert!(chosen[1] > 8 * chosen[0], "{chosen:?}");
        let mut other = way;
        other.go(3, 1, 2);
        assert_eq!(later.choose(other, &[((), 1.0), ((), 1.0)]), None);
    }
}
