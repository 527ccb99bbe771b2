//! How many bytes the logs of events may have: of one event, and of all that an account directs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use capicu_event::{Command, Refused};
use capicu_protocol::PlayerId;
use capicu_store::events::Part;

use super::{Events, Hall, NotDone};
use crate::config::Limits;

/// How long a sum of bytes is believed, in milliseconds: it is read from the whole logs.
const BELIEVED: u64 = 60_000;

/// Of more accounts than this, sums that are no longer believed are forgotten.
const ACCOUNTS: usize = 1_000;

/// The limits, and what accounts have.
#[derive(Clone, Debug)]
pub(super) struct Room {
    event: usize,
    account: u64,
    /// The bytes of each account, and when they were read.
    sums: Arc<Mutex<HashMap<PlayerId, (u64, u64)>>>,
}

impl Default for Room {
    fn default() -> Self {
        Self::of(&Limits::default())
    }
}

impl Room {
    pub(super) fn of(limits: &Limits) -> Self {
        Self {
            event: limits.event_log.get() as usize,
            account: u64::from(limits.account_logs.get()),
            sums: Arc::default(),
        }
    }
}

impl Events {
    /// Refuses commands for an event whose log is full, or whose directors have all they may, but for those that end it.
    pub(super) async fn check_room(
        &self,
        hall: &Hall,
        commands: &[Command],
    ) -> Result<(), NotDone> {
        let ends = |command: &Command| {
            matches!(
                command,
                Command::CloseStage | Command::Freeze | Command::Return(_)
            )
        };
        if commands.iter().all(ends) {
            return Ok(());
        }
        let full = |most| Err(NotDone::Refused(0, Box::new(Refused::LogFull { most })));
        let most = self.room.event;
        if hall.event.log().bytes() >= most {
            return full(most);
        }
        let officials = self.store.officials(&hall.id).await;
        let officials = officials.map_err(|_| NotDone::Failed)?;
        let mut directors = officials.iter().filter(|(_, part)| *part == Part::Director);
        // It is enough that one of them has room: clubs have several.
        let Some((first, _)) = directors.next() else {
            return Ok(());
        };
        let mut has_room = self.has_room(*first).await?;
        for (other, _) in directors {
            has_room = has_room || self.has_room(*other).await?;
        }
        match has_room {
            true => Ok(()),
            false => full(self.room.account as usize),
        }
    }

    /// Refuses a new event of somebody whose events have as many bytes as they may.
    ///
    /// # Errors
    ///
    /// That refusal, or that the store cannot be read.
    pub async fn check_account(&self, director: PlayerId) -> Result<(), NotDone> {
        let most = self.room.account as usize;
        match self.has_room(director).await? {
            true => Ok(()),
            false => Err(NotDone::Refused(0, Box::new(Refused::LogFull { most }))),
        }
    }

    /// The bytes that an account may have.
    pub const fn most_of_account(&self) -> usize {
        self.room.account as usize
    }

    /// Counts bytes that an account has added, until its sum is read again.
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
        let now = self.clock.now();
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
                let bytes = self.store.event_bytes(director).await;
                let bytes = bytes.map_err(|_| NotDone::Failed)?;
                let mut sums = sums();
                if sums.len() >= ACCOUNTS {
                    sums.retain(|_, (_, at)| believed(*at));
                }
                sums.insert(director, (bytes, now));
                bytes
            }
        };
        Ok(bytes < self.room.account)
    }
}
