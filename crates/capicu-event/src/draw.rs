//! Draws by lot from a seed that is handed in and recorded: anybody can repeat them.

use crate::id::Digest;

/// A number that the seed settles for a purpose and a place in it.
pub(crate) fn number(seed: u64, purpose: &str, at: &[u64]) -> u64 {
    let mut bytes = Vec::with_capacity(8 * (at.len() + 1));
    bytes.extend(seed.to_be_bytes());
    at.iter()
        .for_each(|number| bytes.extend(number.to_be_bytes()));
    Digest::of(&[b"capicu-event-draw/", purpose.as_bytes(), b"/", &bytes]).number()
}
