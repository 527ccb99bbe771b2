//! Numbers from the generator that is handed in.

use rand_core::Rng;

/// A number below `n` without bias; 0 if `n` is 0.
pub(crate) fn below(rng: &mut (impl Rng + ?Sized), n: u32) -> u32 {
    below_wide(rng, u128::from(n)) as u32
}

/// A number below `n` without bias; 0 if `n` is 0.
pub(crate) fn below_wide(rng: &mut (impl Rng + ?Sized), n: u128) -> u128 {
    match u64::try_from(n) {
        Ok(0 | 1) => 0,
        Ok(n) => loop {
            let product = u128::from(rng.next_u64()) * u128::from(n);
            let low = product as u64;
            // Only a lower half below `n` can be among the first 2^64 mod `n`.
            if low >= n || low >= n.wrapping_neg() % n {
                return product >> 64;
            }
        },
        Err(_) => {
            // The high bits beyond those of `n` are cut off, so at worst every second try is lost.
            let mask = u128::MAX >> n.leading_zeros();
            loop {
                let high = u128::from(rng.next_u64());
                let number = (high << 64 | u128::from(rng.next_u64())) & mask;
                if number < n {
                    return number;
                }
            }
        }
    }
}

/// A fast generator for playouts, started from a number of a good one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spin(u64);

impl Spin {
    pub const fn new(seed: u64) -> Self {
        // Nothing comes of nothing.
        Self(if seed == 0 {
            0x9e37_79b9_7f4a_7c15
        } else {
            seed
        })
    }

    /// A number below `n`: off by at most `n` in 2^32.
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
