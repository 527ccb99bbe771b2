//! Secrets of this server.

use capicu_accounts::Randomness;

/// The source of randomness; a simulation uses its seed.
pub const SOURCE: Randomness = Randomness::from_source(|bytes| {
    #[cfg(test)]
    if crate::simulation::fill(bytes) {
        return;
    }
    Randomness::SYSTEM.fill(bytes);
});
