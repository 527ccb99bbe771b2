//! What anybody may know of a member.

use capicu_protocol::{ApiErrorCode, GameTally, Profile, RatingInfo};
use capicu_ratings::Family;
use capicu_store::Player;

use super::circle::username;
use super::tally::counts;
use crate::http::{Failure, Site};
use crate::ratings::Fold;

/// The profile of a member.
///
/// # Errors
///
/// If it is no member, or the store cannot be read.
pub async fn of(site: &Site, player: &Player) -> Result<Profile, Failure> {
    let nobody = || Failure::new(ApiErrorCode::NotFound);
    let username = username(player).ok_or_else(nobody)?.to_owned();
    let (id, now) = (player.id, site.services().clock.now());
    let rated = |fold: &Fold| {
        let rated = |family: Family| {
            let entry = fold.ratings.player(family, id)?;
            let interval = entry.rating_at(now).interval();
            Some(RatingInfo {
                family: family.id().to_owned(),
                low: interval.low,
                high: interval.high,
                matches: entry.matches,
                provisional: entry.is_provisional(),
            })
        };
        Family::ALL.into_iter().filter_map(rated).collect()
    };
    let games = counts(site, id).await?.into_iter();
    Ok(Profile {
        username,
        name: player.name.clone(),
        since: player.made_at,
        ratings: site.ratings().look(rated).await?,
        games: games
            .map(|(game, count)| GameTally {
                game,
                matches: count.matches as u32,
                won: count.won as u32,
            })
            .collect(),
    })
}
