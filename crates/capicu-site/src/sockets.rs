//! The sockets that are open, and the streams like them.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Counts sockets, so that the last messages can be waited for.
#[derive(Clone, Debug)]
pub struct Sockets(Arc<Semaphore>);

/// More than there are file descriptors.
const MANY: usize = 1 << 20;

impl Default for Sockets {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MANY)))
    }
}

impl Sockets {
    /// Counts one more socket until the result is dropped.
    pub async fn counted(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0).acquire_owned().await.ok()
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        MANY - self.0.available_permits()
    }

    /// Waits until none is left.
    pub async fn wait(&self) {
        let _ = self.0.acquire_many(MANY as u32).await;
    }
}
