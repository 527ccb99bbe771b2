//! Random numbers from the caller's generator, and pseudorandom numbers.

use rand_core::Rng;

/// Whole numbers below this are exact as `f64`.
pub(crate) const EXACT: f64 = (1u64 << 53) as f64;

/// A number below `n` without bias; 0 if `n` is 0.
pub(crate) fn below(rng: &mut (impl Rng + ?Sized), n: u32) -> u32 {
    below_wide(rng, u64::from(n)) as u32
}

/// A number from 0 to below `n`: a whole number without bias if `n` is whole and below 2^53, otherwise any number.
pub(crate) fn up_to(rng: &mut (impl Rng + ?Sized), n: f64) -> f64 {
    if n < EXACT {
        below_wide(rng, n as u64) as f64
    } else {
        (rng.next_u64() >> 11) as f64 * (n / EXACT)
    }
}

/// Moves `k` of at most a thousand things to the end; every selection is equally likely.
pub(crate) fn pick<T>(rng: &mut (impl Rng + ?Sized), things: &mut [T], k: usize) {
    let mut n = things.len() as u32;
    let end = n - k as u32;
    while n > end {
        // One random number serves several draws, since the rest of the division is the same for all.
        let dice = (n - end).min(3);
        let product = (0..dice).fold(1, |product, i| product * (n - i));
        let mut thrown = [0; 3];
        loop {
            let mut low = rng.next_u32();
            for (i, die) in (0..dice).zip(&mut thrown) {
                let wide = u64::from(low) * u64::from(n - i);
                (*die, low) = ((wide >> 32) as usize, wide as u32);
            }
            if low >= product || low >= product.wrapping_neg() % product {
                break;
            }
        }
        for die in &thrown[..dice as usize] {
            n -= 1;
            things.swap(*die, n as usize);
        }
    }
}

/// A number below `n` without bias; 0 if `n` is 0.
fn below_wide(rng: &mut (impl Rng + ?Sized), n: u64) -> u64 {
    if n < 2 {
        return 0;
    }
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(n);
        let low = product as u64;
        // Only a lower half below `n` can be among the first 2^64 mod `n`.
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 64) as u64;
        }
    }
}

/// A pseudorandom number that is the same for the same input everywhere: the next output of splitmix64 in that state.
pub const fn scattered(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A fast generator for playouts, seeded by a good one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spin(u64);

impl Spin {
    pub const fn new(seed: u64) -> Self {
        // The generator never leaves the state 0.
        Self(if seed == 0 {
            0x9e37_79b9_7f4a_7c15
        } else {
            seed
        })
    }

    /// A number below `n`, with a bias of at most `n` in 2^32.
    pub const fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * n as u64) >> 32) as u32
    }

    /// The next number (xorshift64*).
    #[inline(always)]
    pub const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}
