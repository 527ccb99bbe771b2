//! Moderation: roles, sanctions, reports and pauses.

mod acts;
mod exported;
mod owner;
mod pause;

use capicu_protocol::PlayerId;
use capicu_store::Unavailable;
use capicu_store::conduct::{self, ConductAct, Entry, Role, Sanction, held, in_force};

use crate::Context;
pub use acts::{Actor, EventAct, act, act_on_event, close, line, read, word};
pub use exported::exported;
pub use owner::{OwnerCode, make_owner, may_own};
pub use pause::{Standing, Tally};

/// Whether a player may seek people in the lobby, according to moderators and the stored matches.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn standing(context: &Context, player: PlayerId) -> Result<Standing, Unavailable> {
    let now = context.clock.now();
    let entries = context.store.entries_about(player).await?;
    if let Some(entry) = held(&entries, Sanction::Pause, now) {
        return Ok(Standing::PausedByModerator {
            until: until(entry),
            reason: entry.reason.clone(),
        });
    }
    let played = pause::played(&*context.store, player, now).await?;
    Ok(pause::standing(&played, now))
}

/// Until when a player may not chat in free text, in milliseconds since 1970; `None` if they may.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn muted_until(context: &Context, player: PlayerId) -> Result<Option<u64>, Unavailable> {
    let entries = context.store.entries_about(player).await?;
    let entry = held(&entries, Sanction::Mute, context.clock.now());
    Ok(entry.map(|entry| until(entry).unwrap_or(u64::MAX)))
}

/// Returns the entries about a player that are in force.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn holds(context: &Context, player: PlayerId) -> Result<Vec<Entry>, Unavailable> {
    let entries = context.store.entries_about(player).await?;
    let holding = in_force(&entries, context.clock.now());
    Ok(holding.map(|(entry, _)| entry.clone()).collect())
}

/// Returns the entries about a player that they have not read yet.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn unread(context: &Context, player: PlayerId) -> Result<Vec<Entry>, Unavailable> {
    let entries = context.store.entries_about(player).await?;
    let unread = conduct::unread(&entries, context.clock.now());
    Ok(unread.cloned().collect())
}

/// Returns the role of a player, if they have one.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn role(context: &Context, player: PlayerId) -> Result<Option<Role>, Unavailable> {
    let roles = context.store.roles().await?;
    let own = roles.into_iter().find(|(of, _)| *of == player);
    Ok(own.map(|(_, role)| role))
}

/// Why a player is banned; `None` if they are not.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn ban(context: &Context, player: PlayerId) -> Result<Option<Entry>, Unavailable> {
    let entries = context.store.entries_about(player).await?;
    Ok(held(&entries, Sanction::Ban, context.clock.now()).cloned())
}

/// The end of a sanction; `None` if it is permanent.
pub const fn until(entry: &Entry) -> Option<u64> {
    match entry.act {
        ConductAct::Sanction { until, .. } => until,
        _ => None,
    }
}

/// The word of a role.
const fn role_id(role: Role) -> &'static str {
    match role {
        Role::Moderator => "moderator",
        Role::Owner => "owner",
    }
}
