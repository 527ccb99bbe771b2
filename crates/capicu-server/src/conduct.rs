//! How people behave towards each other, and what follows from it.

mod pause;

use capicu_protocol::PlayerId;
use capicu_store::Unavailable;

use crate::http::Site;
pub use pause::{Standing, Tally};

/// Whether a player may seek people in the lobby, by the matches that are stored.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn standing(site: &Site, player: PlayerId) -> Result<Standing, Unavailable> {
    let now = site.services().clock.now();
    let played = pause::played(&*site.services().store, player, now).await?;
    Ok(pause::standing(&played, now))
}
