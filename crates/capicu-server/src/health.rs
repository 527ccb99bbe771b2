//! Whether the server can do its work, as `/api/health` tells.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// What keeps the server from its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The last write failed: no table can go on.
    CannotWrite = 1,
    /// It is about to end.
    Stopping = 2,
}

impl Trouble {
    const ALL: [Self; 2] = [Self::Stopping, Self::CannotWrite];

    /// What is wrong, for whoever watches the server.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::CannotWrite => "the data folder cannot be written",
            Self::Stopping => "the server is stopping",
        }
    }
}

/// What is told of the server's state. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<AtomicU8>);

impl Health {
    /// Notes that there is this trouble, or that it is over.
    pub fn set(&self, trouble: Trouble, there: bool) {
        let bit = trouble as u8;
        match there {
            true => self.0.fetch_or(bit, Ordering::Relaxed),
            false => self.0.fetch_and(!bit, Ordering::Relaxed),
        };
    }

    /// The worst trouble there is.
    pub fn trouble(&self) -> Option<Trouble> {
        let all = self.0.load(Ordering::Relaxed);
        Trouble::ALL
            .into_iter()
            .find(|trouble| all & *trouble as u8 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trouble_is_over_by_itself() {
        let health = Health::default();
        assert_eq!(health.trouble(), None);
        health.set(Trouble::CannotWrite, true);
        health.clone().set(Trouble::Stopping, true);
        assert_eq!(health.trouble(), Some(Trouble::Stopping));
        health.set(Trouble::Stopping, false);
        assert_eq!(health.trouble(), Some(Trouble::CannotWrite));
        health.set(Trouble::CannotWrite, false);
        assert_eq!(health.trouble(), None);
    }
}
