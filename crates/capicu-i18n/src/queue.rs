//! Texts about winner stays.

use crate::Texts;

impl Texts {
    /// An expected wait, rounded up to minutes.
    pub fn queue_wait(&self, seconds: u64) -> String {
        match u32::try_from(seconds.div_ceil(60)).unwrap_or(u32::MAX) {
            0 => self.queue_soon(),
            minutes => self.queue_minutes(minutes),
        }
    }
}
