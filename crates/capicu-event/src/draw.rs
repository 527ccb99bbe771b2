//! Draws by lot from a recorded seed, which anyone can repeat.

use crate::id::Digest;

/// A number determined by the seed, a purpose and a position.
pub(crate) fn number(seed: u64, purpose: &str, at: &[u64]) -> u64 {
    let mut bytes = Vec::with_capacity(8 * (at.len() + 1));
    bytes.extend(seed.to_be_bytes());
    at.iter()
        .for_each(|number| bytes.extend(number.to_be_bytes()));
    Digest::of(&[b"capicu-event-draw/", purpose.as_bytes(), b"/", &bytes]).number()
}
