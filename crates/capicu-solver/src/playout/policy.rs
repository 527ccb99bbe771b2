//! Policies that choose tiles in playouts.

use rand_core::Rng;

use super::lockstep::{Chance, PIPS, Row, Tables};
use crate::Bits;
use crate::compact::{Compact, Position};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub tile: u8,
    /// The number of the chosen end.
    pub at: u8,
}

/// A way of choosing tiles from the player's hand and the table alone.
pub trait Policy {
    /// Chooses among the tiles of `hand` that fit the higher end and the lower one, whose set is empty if both ends are
    /// equal. At least one tile fits.
    fn choose<B: Bits, R: Rng>(
        &self,
        compact: &Compact<B>,
        position: &Position<B>,
        fits: [B; 2],
        hand: B,
        rng: &mut R,
    ) -> Choice;

    /// Chooses in every lane at once, without a branch in a lane. Lanes without a fitting tile get no tile.
    #[doc(hidden)]
    fn choose_in_lanes(
        &self,
        tables: &Tables,
        hand: &Row,
        ends: &[Row; 2],
        chance: &mut Chance,
    ) -> Chosen;
}

#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Chosen {
    /// The bit of the tile; 0 for none.
    pub(super) tile: Row,
    /// All ones if the tile is laid at the second end.
    pub(super) at_second: Row,
}

/// Chooses uniformly among all tiles and ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Policy for Uniform {
    #[inline(always)]
    fn choose<B: Bits, R: Rng>(
        &self,
        _: &Compact<B>,
        position: &Position<B>,
        [at_high, at_low]: [B; 2],
        _: B,
        rng: &mut R,
    ) -> Choice {
        let (n_high, n_low) = (at_high.count(), at_low.count());
        let n = n_high + n_low;
        let pick = if n == 1 { 0 } else { scaled(rng.next_u32(), n) };
        if pick < n_high {
            Choice {
                tile: at_high.nth(pick),
                at: position.ends.high(),
            }
        } else {
            Choice {
                tile: at_low.nth(pick - n_high),
                at: position.ends.low(),
            }
        }
    }

    #[inline(always)]
    fn choose_in_lanes(
        &self,
        tables: &Tables,
        hand: &Row,
        ends: &[Row; 2],
        chance: &mut Chance,
    ) -> Chosen {
        let (word, [first, second]) = (chance.next(), ends);
        let at_first = Row::of(|i| hand.0[i] & first.0[i]);
        let at_second = Row::of(|i| {
            let equal = first.0[i] == second.0[i];
            if equal { 0 } else { hand.0[i] & second.0[i] }
        });
        let n_first = Row::of(|i| at_first.0[i].count_ones());
        let n = Row::of(|i| n_first.0[i] + at_second.0[i].count_ones());
        // At most 15, so 28 random bits suffice, with a bias of 15 in 2^28.
        let pick = Row::of(|i| (word.0[i] >> 4).wrapping_mul(n.0[i]) >> 28);
        let is_first = |i: usize| pick.0[i] < n_first.0[i];
        let skip = Row::of(|i| pick.0[i] - if is_first(i) { 0 } else { n_first.0[i] });
        // Drops as many as were skipped, and keeps the lowest of the rest.
        let mut rest = Row::of(|i| {
            if is_first(i) {
                at_first.0[i]
            } else {
                at_second.0[i]
            }
        });
        for skipped in 1..tables.hand {
            let all = rest;
            rest = Row::of(|i| {
                let lower = all.0[i] & all.0[i].wrapping_sub(1);
                if skip.0[i] >= skipped {
                    lower
                } else {
                    all.0[i]
                }
            });
        }
        Chosen {
            tile: Row::of(|i| rest.0[i] & rest.0[i].wrapping_neg()),
            at_second: Row::of(|i| if is_first(i) { 0 } else { u32::MAX }),
        }
    }
}

/// Keeps its own suits open, plays doubles and then high tiles; equal choices at random. Far stronger than random play,
/// and fast enough for playouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thrifty;

impl Policy for Thrifty {
    #[inline(always)]
    fn choose<B: Bits, R: Rng>(
        &self,
        compact: &Compact<B>,
        position: &Position<B>,
        fits: [B; 2],
        hand: B,
        rng: &mut R,
    ) -> Choice {
        let mut chance = rng.next_u64();
        let mut best = (0, Choice { tile: 0, at: 0 });
        for (fits, at) in [
            (fits[0], position.ends.high()),
            (fits[1], position.ends.low()),
        ] {
            let mut rest = fits;
            while !rest.is_empty() {
                let (tile, next) = rest.pop();
                rest = next;
                let ends = compact.ends_after(position.ends, tile, at);
                let follow = (hand & !B::of(tile) & compact.legal(ends)).count();
                let double = u32::from(compact.halves(tile).equal());
                let score = 8 * follow + 16 * double + u32::from(compact.pips(tile));
                let score = score << 4 | (chance & 15) as u32;
                chance = chance.rotate_right(4);
                if score + 1 > best.0 {
                    best = (score + 1, Choice { tile, at });
                }
            }
        }
        best.1
    }

    #[inline(always)]
    fn choose_in_lanes(
        &self,
        tables: &Tables,
        hand: &Row,
        ends: &[Row; 2],
        chance: &mut Chance,
    ) -> Chosen {
        let [first, second] = ends;
        // The second of two equal ends offers nothing.
        let at_second = Row::of(|i| {
            if first.0[i] == second.0[i] {
                0
            } else {
                hand.0[i]
            }
        });
        let mut best = Row::default();
        let mut chosen = Chosen::default();
        for (at, other, hand_here, which) in [
            (first, second, hand, 0),
            (second, first, &at_second, u32::MAX),
        ] {
            let mut word = chance.next();
            let pip = Row::of(|i| tables.zeros.wrapping_sub(at.0[i].leading_zeros()));
            for opens in 0..PIPS {
                let suit = tables.suits[opens];
                let double_worth = 16 + tables.double_counts[opens];
                let is_double = |i: usize| at.0[i] == suit;
                // The tile that joins two numbers, or the double if they are equal.
                let tile = Row::of(|i| {
                    let joins = if is_double(i) { tables.doubles } else { suit };
                    hand_here.0[i] & at.0[i] & joins
                });
                let follow =
                    Row::of(|i| (hand.0[i] & !tile.0[i] & (suit | other.0[i])).count_ones());
                let score = Row::of(|i| {
                    let plain = pip.0[i].wrapping_add(opens as u32);
                    let worth = if is_double(i) { double_worth } else { plain };
                    let score = worth.wrapping_add(8 * follow.0[i]) << 4 | (word.0[i] & 15);
                    if tile.0[i] == 0 {
                        0
                    } else {
                        score.wrapping_add(1)
                    }
                });
                let (old, old_tile, old_which) = (best, chosen.tile, chosen.at_second);
                let better = |i: usize| score.0[i] > old.0[i];
                best = Row::of(|i| if better(i) { score.0[i] } else { old.0[i] });
                chosen.tile = Row::of(|i| if better(i) { tile.0[i] } else { old_tile.0[i] });
                chosen.at_second = Row::of(|i| if better(i) { which } else { old_which.0[i] });
                let spent = word;
                word = Row::of(|i| spent.0[i] >> 4);
            }
        }
        chosen
    }
}

/// A number below `n` from 32 random bits, with a bias of at most `n` in 2^32.
#[inline(always)]
pub(super) const fn scaled(word: u32, n: u32) -> u32 {
    ((word as u64 * n as u64) >> 32) as u32
}
