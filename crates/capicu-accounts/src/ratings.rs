//! Ratings, computed from the stored results. Each query adds the new results, and the effect of each rated result is
//! stored once.

mod fold;
mod recompute;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use capicu_i18n::Texts;
use capicu_protocol::PlayerId;
use capicu_ratings::{Entry, Family, Who};
use capicu_store::{AppendError, Ended, Rated, ReadError, Store, Unavailable};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::interval;

pub use fold::{Fold, Point, rated_family};
pub use recompute::{OfFamily, Recomputed, recompute};

/// How many results are read at once.
const PAGE: u32 = 500;

/// How often new results are added without a query.
const LOOK: Duration = Duration::from_secs(60);

/// All ratings. Clones share them.
#[derive(Clone, Debug)]
pub struct Ratings(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Arc<dyn Store>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    fold: Fold,
    /// Effects of rated results that are not stored yet.
    unwritten: VecDeque<Rated>,
}

/// The ratings of a family, the best first.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Entries that are not provisional, by the lower bound of their rating.
    pub ranked: Vec<(Who<PlayerId>, Entry)>,
    /// Provisional entries, in the same order.
    pub provisional: Vec<(Who<PlayerId>, Entry)>,
}

impl Ratings {
    /// The ratings that follow from the results of a store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let kept = Mutex::default();
        Self(Arc::new(Shared { store, kept }))
    }

    /// Reads the ratings after all stored results. The first call reads all of them.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn look<T>(&self, at: impl FnOnce(&Fold) -> T) -> Result<T, Unavailable> {
        let mut kept = self.0.kept.lock().await;
        self.catch_up(&mut kept).await?;
        Ok(at(&kept.fold))
    }

    /// The skill of a player at the games of a family, as far as it is known at this time.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn skill(
        &self,
        family: Family,
        player: PlayerId,
        now: u64,
    ) -> Result<f64, Unavailable> {
        let of = |fold: &Fold| fold.ratings.player(family, player);
        let rating = self.look(of).await?.map(|entry| entry.rating_at(now));
        Ok(rating.unwrap_or_default().mean)
    }

    /// Returns the entries of a family, either players or pairs, best first.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn board(&self, family: Family, pairs: bool, now: u64) -> Result<Board, Unavailable> {
        let of = |fold: &Fold| {
            let all = fold.ratings.family(family);
            let all = all.filter(|(who, _)| matches!(who, Who::Pair(..)) == pairs);
            all.collect::<Vec<_>>()
        };
        let mut all = self.look(of).await?;
        all.sort_by_key(|(who, entry)| {
            (std::cmp::Reverse(entry.rating_at(now).interval().low), *who)
        });
        let (provisional, ranked) = all
            .into_iter()
            .partition(|(_, entry)| entry.is_provisional());
        Ok(Board {
            ranked,
            provisional,
        })
    }

    /// Returns all ratings of a player, alone and in pairs, for their own export as JSON.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn exported(&self, player: PlayerId) -> Result<Value, Unavailable> {
        self.look(|fold| {
            let all = Family::ALL.into_iter().flat_map(|family| {
                let pairs = fold.pairs(family, player).into_iter();
                let whose = std::iter::once(Who::Player(player)).chain(pairs);
                whose.filter_map(move |who| exported(fold, family, who))
            });
            all.collect()
        })
        .await
    }

    /// Adds new results while the server runs, so that their effects are stored even without queries.
    pub async fn run(self) {
        let mut times = interval(LOOK);
        loop {
            times.tick().await;
            if self.look(|_| ()).await.is_err() {
                tracing::warn!("ratings could not be brought up to date");
            }
        }
    }

    async fn catch_up(&self, kept: &mut Kept) -> Result<(), Unavailable> {
        let store = &self.0.store;
        while let Some(page) = Page::after(&**store, kept.fold.until()).await? {
            for ended in &page.ended {
                let Some(rated) = kept.fold.take(ended) else {
                    continue;
                };
                match page.written.get(&rated.sequence) {
                    None => kept.unwritten.push_back(rated),
                    Some(written) if fold::are_same(written, &rated) => {}
                    Some(_) => tracing::error!(
                        sequence = rated.sequence,
                        "stored ratings differ from the results; `capicu ratings recompute` computes them again"
                    ),
                }
            }
            if let Some(unreadable) = page.unreadable {
                kept.fold.skip(unreadable);
            }
        }
        while let Some(rated) = kept.unwritten.front() {
            match store.rate(rated.clone()).await {
                // A repetition of an attempt whose answer was lost.
                Ok(()) | Err(AppendError::Conflict | AppendError::KeyUsed { .. }) => {
                    kept.unwritten.pop_front();
                }
                // The next query tries again.
                Err(AppendError::Failed) => break,
            }
        }
        Ok(())
    }
}

/// The names of the games of a family.
pub fn games(texts: Texts, family: Family) -> String {
    let names = family.games().filter_map(|game| texts.game_name(game.id));
    texts.list(&names.collect::<Vec<_>>())
}

/// A rating, with its history.
fn exported(fold: &Fold, family: Family, who: Who<PlayerId>) -> Option<Value> {
    let entry = fold.ratings.of(family, who)?;
    let points = fold.history(family, who).iter().map(|point| {
        json!({
            "match": point.sequence,
            "at": point.at,
            "mean": point.rating.mean,
            "deviation": point.rating.deviation,
        })
    });
    Some(json!({
        "family": family.id(),
        "of": match who {
            Who::Player(_) => "player",
            Who::Pair(..) => "pair",
        },
        "mean": entry.rating.mean,
        "deviation": entry.rating.deviation,
        "matches": entry.matches,
        "provisional": entry.is_provisional(),
        "history": points.collect::<Vec<_>>(),
    }))
}

/// A page of results, with their stored effects.
struct Page {
    ended: Vec<Ended>,
    /// The next result, if it cannot be read.
    unreadable: Option<u64>,
    written: BTreeMap<u64, Rated>,
}

impl Page {
    /// Reads the page after this number; `None` if there are no more results.
    async fn after(store: &dyn Store, until: u64) -> Result<Option<Self>, Unavailable> {
        let (ended, unreadable) = match store.since(until, PAGE).await {
            Ok(ended) => (ended, None),
            Err(ReadError::Unavailable(error)) => return Err(error),
            Err(ReadError::Unreadable(error)) => {
                tracing::error!(%error, "a result does not count for ratings");
                (Vec::new(), Some(until + 1))
            }
        };
        if ended.is_empty() && unreadable.is_none() {
            return Ok(None);
        }
        let written = store.rated(until, PAGE).await?;
        let written = written.into_iter().map(|rated| (rated.sequence, rated));
        Ok(Some(Self {
            ended,
            unreadable,
            written: written.collect(),
        }))
    }
}

#[cfg(test)]
mod tests;
