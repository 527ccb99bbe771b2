//! The public profile of a member.

use capicu_protocol::{ApiErrorCode, GameTally, Profile, RatingInfo};
use capicu_ratings::Family;
use capicu_store::Player;

use crate::friends::username;
use crate::ratings::{Fold, Ratings};
use crate::tally::{Overview, overview};
use crate::{Context, Error};

/// The profile of a member.
///
/// # Errors
///
/// If it is no member, or the store cannot be read.
pub async fn of(context: &Context, ratings: &Ratings, player: &Player) -> Result<Profile, Error> {
    Ok(with_overview(context, ratings, player).await?.0)
}

/// The profile of a member, with their matches in numbers.
///
/// # Errors
///
/// As for [`of`].
pub async fn with_overview(
    context: &Context,
    ratings: &Ratings,
    player: &Player,
) -> Result<(Profile, Overview), Error> {
    let nobody = || Error::new(ApiErrorCode::NotFound);
    let username = username(player).ok_or_else(nobody)?.to_owned();
    let (id, now) = (player.id, context.clock.now());
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
    let overview = overview(context, id).await?;
    let games = overview.games.iter();
    let profile = Profile {
        username,
        name: player.name.clone(),
        since: player.made_at,
        ratings: ratings.look(rated).await?,
        games: games
            .map(|(game, count)| GameTally {
                game: game.clone(),
                matches: count.matches as u32,
                won: count.won as u32,
            })
            .collect(),
    };
    Ok((profile, overview))
}
