//! Recomputes all ratings in the data folder of a stopped server.

use std::path::{Path, PathBuf};

use capicu_accounts::ratings::{Recomputed, recompute};
use capicu_i18n::Texts;
use capicu_store::{Journal as _, OpenError, Sqlite, Unavailable};

/// Rates all results of a data folder like [`recompute`].
///
/// # Errors
///
/// If there is no database, it cannot be used, or data cannot be read or written.
pub async fn recompute_in(folder: &Path, check: bool) -> Result<Recomputed, RecomputeError> {
    if !folder.join("capicu.db").exists() {
        return Err(RecomputeError::NoDatabase(folder.to_owned()));
    }
    let store = Sqlite::open(folder).await.map_err(RecomputeError::Open)?;
    let told = recompute(&store, check).await;
    store.close().await;
    told.map_err(|Unavailable| RecomputeError::Unavailable)
}

/// Why ratings cannot be recomputed.
#[derive(Debug)]
pub enum RecomputeError {
    NoDatabase(PathBuf),
    Open(OpenError),
    /// Results cannot be read, or ratings cannot be written.
    Unavailable,
}

impl RecomputeError {
    /// Describes the problem and the remedy.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::NoDatabase(folder) => {
                texts.command_ratings_no_data(&folder.display().to_string())
            }
            Self::Open(error) => error.tell(texts),
            Self::Unavailable => texts.command_ratings_unreadable(),
        }
    }
}
