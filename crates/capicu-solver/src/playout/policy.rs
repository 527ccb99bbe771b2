//! How tiles are chosen in playouts.

use rand_core::Rng;

use crate::Bits;
use crate::compact::{Compact, Position};

/// A tile and the number of the end it is laid at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The tile.
    pub tile: u8,
    /// The number of the end.
    pub at: u8,
}

/// A way of choosing tiles that looks at the own hand and the table alone.
pub trait Policy {
    /// Chooses among the tiles of `hand` that fit at the higher end and at the lower, which is
    /// empty where both ends are equal. One at least fits.
    fn choose<B: Bits, R: Rng>(
        &self,
        compact: &Compact<B>,
        position: &Position<B>,
        fits: [B; 2],
        hand: B,
        rng: &mut R,
    ) -> Choice;
}

/// Every way of laying a tile is as likely as any other.
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
}

/// Keeps its own suits open, gets rid of doubles and then of pips; equal choices by chance. Far
/// stronger than chance, and fast enough for playouts.
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
}

/// A number below `n` from 32 random bits: off by at most `n` in 2^32.
#[inline(always)]
pub(super) const fn scaled(word: u32, n: u32) -> u32 {
    ((word as u64 * n as u64) >> 32) as u32
}
