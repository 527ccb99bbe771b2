//! Results of later choices of a side in imagined rounds.

use alloc::vec;
use alloc::vec::Vec;

/// The most choices of a place; larger ones are left to the rule of thumb.
const MOST: usize = 14;

/// The fewest and the most places to remember, as powers of two.
const PLACES: [u32; 2] = [8, 14];

/// The nodes of the budget for each place, as a power of two.
const NODES_A_PLACE: u32 = 3;

/// The number of imagined rounds that the rule of thumb is worth.
const PRIOR_ROUNDS: f32 = 8.0;

/// The value of a unit of the rule of thumb, in rounds.
const PRIOR_UNIT: f32 = 0.025;

/// The preference for choices that were rarely tried.
const EAGER: f32 = 0.3;

/// A hash of the moves since the present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Way(u64);

impl Way {
    /// Adds a tile, and the next seat to lay one, `mover`.
    #[inline(always)]
    pub const fn go(&mut self, tile: u8, slot: u8, mover: u8) {
        let step = 1 << 16 | (mover as u64) << 8 | (tile as u64) << 1 | slot as u64;
        self.0 = (self.0 ^ step)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }

    /// The path of a seat with these possible tiles at the higher and the lower end.
    #[inline(always)]
    #[must_use]
    pub const fn able(self, fits: [u32; 2]) -> Self {
        let fits = (fits[0] as u64) << 32 | fits[1] as u64;
        let way = (self.0 ^ fits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(way.rotate_left(29))
    }
}

/// Later places of a side's seats, with the results of the rounds through them. Its seats choose the best result there,
/// as they will in play, while the others use the rule of thumb.
pub(super) struct Later {
    places: Vec<Place>,
    /// The number of the place by the first bits of a path, from 1; 0 for none.
    numbers: Vec<u16>,
    bits: u32,
    /// The places of the current round, and the choices there.
    way: Vec<(usize, usize)>,
    grown: bool,
}

#[derive(Clone, Copy)]
struct Place {
    way: Way,
    /// The number of rounds through it, and the sum of their values.
    all: (f32, f32),
    /// Number and sum for each choice.
    by_choice: [(f32, f32); MOST],
}

impl Later {
    /// An empty memory, sized for a budget of this number of nodes.
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

    pub fn begin(&mut self) {
        self.way.clear();
        self.grown = false;
    }

    /// Picks one of these choices, given with their values by the rule of thumb. `None` if the place is new, which
    /// leaves it to that rule.
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

    /// Adds a new place, at most one per round, with its choice.
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

/// An approximation of the natural logarithm from 1 upwards, the same on every machine.
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
    fn logarithms_are_approximately_right() {
        for x in [1.0, 2.0, 3.0, 10.0, 1000.0] {
            assert!((logarithm(x) - x.ln()).abs() < 0.07, "{x}");
        }
    }

    /// Of two similar choices, the one that looks better is tried first, and the one with better results is soon
    /// chosen.
    #[test]
    fn choice_with_better_results_is_chosen() {
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
