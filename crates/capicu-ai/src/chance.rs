//! Numbers from the generator that is handed in.

use rand_core::Rng;

/// A number below `n` without bias; 0 if `n` is 0.
pub(crate) fn below(rng: &mut (impl Rng + ?Sized), n: u32) -> u32 {
    if n < 2 {
        return 0;
    }
    let fair = u32::MAX - (u32::MAX - n + 1) % n;
    loop {
        let word = rng.next_u32();
        if word <= fair {
            return word % n;
        }
    }
}
