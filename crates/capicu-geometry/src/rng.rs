//! A small seeded generator, so that the same tiles have the same places on every machine.

use crate::board::Node;

#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// A generator seeded by the tiles and the number of the attempt.
    pub fn for_attempt(nodes: &[Node], attempt: u32) -> Self {
        let mut state = 0x9E37_79B9_7F4A_7C15 ^ u64::from(attempt);
        for node in nodes {
            let parent = node.on.map_or(0, |on| on as u64 + 1);
            let word = parent << 16 | u64::from(node.near) << 8 | u64::from(node.far);
            state = mix(state ^ word);
        }
        Self(state)
    }

    /// A number in `0..limit`; `limit` is small, so the bias does not matter.
    pub fn below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let wide = u128::from(mix(self.0)) * u128::from(limit.unsigned_abs());
        i64::try_from(wide >> 64).unwrap_or(0)
    }
}

/// One round of splitmix64.
const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
