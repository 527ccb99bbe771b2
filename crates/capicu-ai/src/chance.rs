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
