//! How people behave towards each other, and what follows from it.

mod acts;
mod exported;
mod owner;
mod pause;
mod scene;

use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::Unavailable;
use capicu_store::conduct::{self, Act, Entry, Role, Sanction, held, in_force};

use crate::http::{Failure, Site};
use crate::pages::moment_text;
pub use acts::{Actor, EventAct, act, act_on_event, close, line, read};
pub use exported::exported;
pub use owner::{OwnerCode, own};
pub use pause::{Standing, Tally};
pub use scene::{Place, Scene, WORDS, report};

/// Whether a player may seek people in the lobby, by what moderators said and by the matches that are stored.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn standing(site: &Site, player: PlayerId) -> Result<Standing, Unavailable> {
    let services = site.services();
    let now = services.clock.now();
    let entries = services.store.entries_about(player).await?;
    if let Some(entry) = held(&entries, Sanction::Pause, now) {
        return Ok(Standing::PausedByModerator {
            until: until(entry),
            reason: entry.reason.clone(),
        });
    }
    let played = pause::played(&*services.store, player, now).await?;
    Ok(pause::standing(&played, now))
}

/// Until when a player says nothing in words of their own, in milliseconds since 1970; `None` if they may.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn muted_until(site: &Site, player: PlayerId) -> Result<Option<u64>, Unavailable> {
    let services = site.services();
    let entries = services.store.entries_about(player).await?;
    let entry = held(&entries, Sanction::Mute, services.clock.now());
    Ok(entry.map(|entry| until(entry).unwrap_or(u64::MAX)))
}

/// What holds of what moderators said about a player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn holds(site: &Site, player: PlayerId) -> Result<Vec<Entry>, Unavailable> {
    let services = site.services();
    let entries = services.store.entries_about(player).await?;
    let holding = in_force(&entries, services.clock.now());
    Ok(holding.map(|(entry, _)| entry.clone()).collect())
}

/// What a player has to read.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn unread(site: &Site, player: PlayerId) -> Result<Vec<Entry>, Unavailable> {
    let services = site.services();
    let entries = services.store.entries_about(player).await?;
    let unread = conduct::unread(&entries, services.clock.now());
    Ok(unread.cloned().collect())
}

/// What a player may do beyond what everybody may.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn role(site: &Site, player: PlayerId) -> Result<Option<Role>, Unavailable> {
    let roles = site.services().store.roles().await?;
    let own = roles.into_iter().find(|(of, _)| *of == player);
    Ok(own.map(|(_, role)| role))
}

/// The refusal of a player who is banned, with the reason in a person's words.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn banned(site: &Site, player: PlayerId, texts: Texts) -> Result<Failure, Unavailable> {
    let services = site.services();
    let entries = services.store.entries_about(player).await?;
    let failure = Failure::new(ApiErrorCode::Banned);
    Ok(match held(&entries, Sanction::Ban, services.clock.now()) {
        Some(entry) => {
            let until = match until(entry) {
                Some(until) => texts.conduct_ban_until(&moment_text(until)),
                None => texts.conduct_ban_good(),
            };
            failure.detail(format!("{until} {}", texts.conduct_reason(&entry.reason)))
        }
        None => failure,
    })
}

/// Until when an entry holds; `None` for good.
const fn until(entry: &Entry) -> Option<u64> {
    match entry.act {
        Act::Sanction { until, .. } => until,
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
