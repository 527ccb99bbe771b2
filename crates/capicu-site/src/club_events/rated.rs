//! A cache of club ratings. They are computed again when a log has grown, or after some minutes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_protocol::ClubId;
use capicu_store::clubs::ClubEvent;

use super::heard::hear;
use super::played::{Club, rate};
use crate::{Failure, Site};

/// The number of clubs whose ratings stay in memory.
const MOST: usize = 64;

/// Milliseconds after which ratings are computed again, because no log records who plays in which entry.
const LONGEST: u64 = 10 * 60_000;

/// The ratings of clubs. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Rated {
    kept: Arc<Mutex<HashMap<ClubId, Kept>>>,
}

#[derive(Clone, Debug)]
struct Kept {
    at: u64,
    /// The events, and how often each has grown.
    of: Vec<(ClubEvent, u64)>,
    club: Arc<Club>,
}

impl Rated {
    /// The ratings of a club over these events.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn of(
        &self,
        site: &Site,
        club: &ClubId,
        events: Vec<ClubEvent>,
    ) -> Result<Arc<Club>, Failure> {
        let now = site.services().clock.now();
        let growth = |of: &ClubEvent| site.events().growth(&of.event);
        let of: Vec<_> = events.iter().map(|of| (of.clone(), growth(of))).collect();
        if let Some(kept) = self.kept().get(club)
            && kept.of == of
            && now < kept.at.saturating_add(LONGEST)
        {
            return Ok(Arc::clone(&kept.club));
        }
        let rated = Arc::new(rate(&hear(site, events).await?));
        let mut all = self.kept();
        if all.len() >= MOST {
            all.clear();
        }
        let kept = Kept {
            at: now,
            of,
            club: Arc::clone(&rated),
        };
        all.insert(club.to_owned(), kept);
        Ok(rated)
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<ClubId, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
