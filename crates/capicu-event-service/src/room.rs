//! Limits for the bytes of event logs: for one event, and for all events of an account.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use capicu_event::{Command, InFullLog, Refused};
use capicu_protocol::PlayerId;
use capicu_store::events::Part;

use super::{Events, Hall, NotDone};

/// How long to trust a sum of bytes, in milliseconds; computing it reads whole logs.
const BELIEVED: u64 = 60_000;

/// Above this number of accounts, outdated sums are dropped.
const ACCOUNTS: usize = 1_000;

/// Limits for the bytes of logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLimits {
    /// For the log of one event.
    pub event: usize,
    /// For the logs of all events that one account directs.
    pub account: u64,
}

impl LogLimits {
    /// The default limits of a server.
    pub const USUAL: Self = Self {
        event: 4 << 20,
        account: 32 << 20,
    };
}

/// The limits, and the bytes of accounts.
#[derive(Clone, Debug)]
pub(super) struct Room {
    limits: LogLimits,
    /// The bytes of each account, and the time they were read.
    sums: Arc<Mutex<HashMap<PlayerId, (u64, u64)>>>,
}

impl Room {
    pub(super) fn of(limits: LogLimits) -> Self {
        Self {
            limits,
            sums: Arc::default(),
        }
    }

    pub(super) const fn limits(&self) -> LogLimits {
        self.limits
    }
}

impl Events {
    /// Refuses commands for an event whose log is full, or whose directors have all reached their limit. Commands
    /// that end the event are allowed.
    pub(super) async fn check_room(
        &self,
        hall: &Hall,
        commands: &[Command],
    ) -> Result<(), NotDone> {
        let ends = |command: &Command| command.traits().in_full_log == InFullLog::Accepted;
        if commands.iter().all(ends) {
            return Ok(());
        }
        let full = |most| Err(NotDone::Refused(0, Box::new(Refused::LogFull { most })));
        let most = self.room.limits.event;
        if hall.event.log().bytes() >= most {
            return full(most);
        }
        let officials = self.context.store.officials(&hall.id).await;
        let officials = officials.map_err(|_| NotDone::Failed)?;
        let mut directors = officials.iter().filter(|(_, part)| *part == Part::Director);
        // One director with room is enough: clubs have several.
        let Some((first, _)) = directors.next() else {
            return Ok(());
        };
        let mut has_room = self.has_room(*first).await?;
        for (other, _) in directors {
            has_room = has_room || self.has_room(*other).await?;
        }
        match has_room {
            true => Ok(()),
            false => full(self.room.limits.account as usize),
        }
    }

    /// Refuses a new event if the director's events have reached the limit.
    ///
    /// # Errors
    ///
    /// The refusal, or a store that cannot be read.
    pub async fn check_account(&self, director: PlayerId) -> Result<(), NotDone> {
        let most = self.room.limits.account as usize;
        match self.has_room(director).await? {
            true => Ok(()),
            false => Err(NotDone::Refused(0, Box::new(Refused::LogFull { most }))),
        }
    }

    /// The limit of an account in bytes.
    pub const fn most_of_account(&self) -> usize {
        self.room.limits.account as usize
    }

    /// Adds bytes to the sum of an account, until it is read again.
    pub(super) fn note_bytes(&self, director: PlayerId, added: usize) {
        let mut sums = self
            .room
            .sums
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some((bytes, _)) = sums.get_mut(&director) {
            *bytes += added as u64;
        }
    }

    async fn has_room(&self, director: PlayerId) -> Result<bool, NotDone> {
        let now = self.context.clock.now();
        let believed = |at: u64| now.abs_diff(at) < BELIEVED;
        let sums = || {
            self.room
                .sums
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let known = sums().get(&director).copied();
        let bytes = match known.filter(|(_, at)| believed(*at)) {
            Some((bytes, _)) => bytes,
            None => {
                let bytes = self.context.store.event_bytes(director).await;
                let bytes = bytes.map_err(|_| NotDone::Failed)?;
                let mut sums = sums();
                if sums.len() >= ACCOUNTS {
                    sums.retain(|_, (_, at)| believed(*at));
                }
                sums.insert(director, (bytes, now));
                bytes
            }
        };
        Ok(bytes < self.room.limits.account)
    }
}
