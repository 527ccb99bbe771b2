//! Random numbers from a seed: separate streams by name, so that a longer use of one does not change others.

use chacha20::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

#[derive(Debug)]
pub struct Chance(ChaCha20Rng);

impl Chance {
    /// Starts the stream of this name.
    pub fn of(seed: u64, name: &str) -> Self {
        let digest = Sha256::new()
            .chain_update(seed.to_be_bytes())
            .chain_update(name);
        Self(ChaCha20Rng::from_seed(digest.finalize().into()))
    }

    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// From 0 to below this.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    /// From the first to the last.
    pub fn among(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last - first + 1)
    }

    /// Returns true once in `times` calls on average.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// From 0 to below 1.
    pub fn part(&mut self) -> f64 {
        self.below(1 << 32) as f64 / (1_u64 << 32) as f64
    }
}
