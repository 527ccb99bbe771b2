//! Recomputes all ratings from the results alone.

use std::collections::BTreeSet;

use capicu_i18n::Texts;
use capicu_ratings::{Family, Who};
use capicu_store::{AppendError, Rated, Store, Unavailable};

use super::fold::{Fold, are_same};
use super::{Page, games};

/// The multiples of beta whose losses are shown next to the loss of beta itself.
const MULTIPLES: [f64; 2] = [0.71, 1.41];

/// The outcome of a recomputation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recomputed {
    /// How many results there are.
    pub results: u64,
    /// How many of them were rated.
    pub rated: u64,
    /// How many of them have the right effect stored.
    pub same: u64,
    /// How many have a different effect stored, or have one without being rated.
    pub different: u64,
    /// How many have no effect stored.
    pub missing: u64,
    /// The rated families.
    pub families: Vec<OfFamily>,
}

/// The ratings of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfFamily {
    pub family: Family,
    /// How many of its matches have weight.
    pub matches: u64,
    /// How many players are rated.
    pub players: usize,
    /// How many pairs are rated.
    pub pairs: usize,
    /// The mean loss of its matches with the standard measure of luck, and with 0.71 and 1.41 times that.
    pub losses: [f64; 3],
}

impl Recomputed {
    /// The output of the command.
    pub fn tell(&self, texts: Texts, check: bool) -> String {
        let mut lines =
            vec![texts.command_ratings_told(&self.results.to_string(), &self.rated.to_string())];
        for of in &self.families {
            let [loss, less, more] = of.losses.map(|loss| format!("{loss:.4}"));
            let [matches, players, pairs] =
                [of.matches, of.players as u64, of.pairs as u64].map(|n| n.to_string());
            let games = games(texts, of.family);
            lines.push(texts.command_ratings_family(&games, &matches, &players, &pairs));
            lines.push(texts.command_ratings_loss(&loss, &less, &more));
        }
        match self.agrees() {
            true => lines.push(texts.command_ratings_agree()),
            false => {
                let (different, missing) = (self.different.to_string(), self.missing.to_string());
                lines.push(texts.command_ratings_differ(&different, &missing));
                if !check {
                    lines.push(texts.command_ratings_written());
                }
            }
        }
        lines.join("\n") + "\n"
    }

    /// Whether the stored effects are exactly those that follow from the results.
    pub const fn agrees(&self) -> bool {
        self.different == 0 && self.missing == 0
    }
}

/// Computes all results of a store again, and compares the stored effects with the outcome. Unless `check` is set, it
/// replaces stored effects that differ. If that is interrupted, the next start of the server stores the missing ones.
///
/// # Errors
///
/// If the store cannot be read, or not be written.
pub async fn recompute(store: &dyn Store, check: bool) -> Result<Recomputed, Unavailable> {
    let mut folds = [1.0, MULTIPLES[0], MULTIPLES[1]].map(Fold::with_luck);
    let mut told = Recomputed::default();
    let mut all: Vec<Rated> = Vec::new();
    while let Some(page) = Page::after(store, folds[0].until()).await? {
        told.results += page.ended.len() as u64 + u64::from(page.unreadable.is_some());
        let mut written: BTreeSet<u64> = page.written.keys().copied().collect();
        let last = page.ended.last().map(|ended| ended.sequence);
        written.retain(|sequence| Some(*sequence) <= page.unreadable.or(last));
        for ended in &page.ended {
            let [first, others @ ..] = &mut folds;
            for other in others {
                other.take(ended);
            }
            let Some(rated) = first.take(ended) else {
                continue;
            };
            told.rated += 1;
            written.remove(&rated.sequence);
            match page.written.get(&rated.sequence) {
                Some(written) if are_same(written, &rated) => told.same += 1,
                Some(_) => told.different += 1,
                None => told.missing += 1,
            }
            all.push(rated);
        }
        told.different += written.len() as u64;
        if let Some(unreadable) = page.unreadable {
            for fold in &mut folds {
                fold.skip(unreadable);
            }
        }
    }
    told.families = Family::ALL
        .into_iter()
        .filter_map(|family| of_family(&folds, family))
        .collect();
    if !check && !told.agrees() {
        write(store, all).await?;
    }
    Ok(told)
}

async fn write(store: &dyn Store, all: Vec<Rated>) -> Result<(), Unavailable> {
    let failed = |_: AppendError| Unavailable;
    store.forget_rated().await.map_err(failed)?;
    for rated in all {
        store.rate(rated).await.map_err(failed)?;
    }
    Ok(())
}

fn of_family(folds: &[Fold; 3], family: Family) -> Option<OfFamily> {
    let ratings = &folds[0].ratings;
    let matches = ratings.loss(family).matches;
    let all = || ratings.family(family);
    let pairs = all().filter(|(who, _)| matches!(who, Who::Pair(..)));
    let pairs = pairs.count();
    (matches > 0).then(|| OfFamily {
        family,
        matches,
        players: all().count() - pairs,
        pairs,
        losses: folds
            .each_ref()
            .map(|fold| fold.ratings.loss(family).mean()),
    })
}
