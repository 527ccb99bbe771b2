//! The resources of the server that domain code needs.

use std::sync::Arc;

use capicu_store::Store;

use crate::{Clock, Randomness, Uptime};

/// Store, time and randomness. Clones share them.
#[derive(Clone, Debug)]
pub struct Context {
    /// The store of the server.
    pub store: Arc<dyn Store>,
    /// The server's time.
    pub clock: Clock,
    /// The time that the server has seen pass.
    pub uptime: Uptime,
    /// The source of secrets and ids.
    pub randomness: Randomness,
}

impl Context {
    /// A context that starts now. Its server has seen all time pass.
    pub fn new(store: Arc<dyn Store>, clock: Clock, randomness: Randomness) -> Self {
        Self {
            store,
            clock,
            uptime: Uptime::default(),
            randomness,
        }
    }

    /// The moment by which sessions have expired, in milliseconds since 1970.
    pub fn sessions_at(&self) -> u64 {
        self.uptime.sessions_at(self.clock.now())
    }
}
