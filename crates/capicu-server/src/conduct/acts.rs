//! What moderators and owners do.

use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::conduct::{Act, Deed, Role, Sanction};
use capicu_store::events::{EventError, Hold};
use tokio::sync::oneshot;

use super::role;
use crate::http::{Failure, Site};
use crate::secret::is_table_id;
use crate::security::Incident;
use crate::table::Mail;

/// The longest reason, in characters.
const REASON: usize = 300;

/// Somebody who has a role.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    /// Who.
    pub id: PlayerId,
    /// Which.
    pub role: Role,
}

impl Actor {
    /// Whether the actor may do something about somebody of this role: to lesser ones only, so never to themselves;
    /// and owners alone give roles.
    pub fn may(self, act: Act, other: Option<Role>) -> bool {
        let gives_role = matches!(act, Act::Role(_));
        Some(self.role) > other && (!gives_role || self.role == Role::Owner)
    }
}

/// Does something about somebody, with what follows from it at once. A reason is one line, and said for all that the
/// person is told.
///
/// # Errors
///
/// If the actor may not, there is no reason, there is nobody to whom it can be done, or it cannot be stored.
pub async fn act(
    site: &Site,
    actor: Actor,
    about: PlayerId,
    act: Act,
    reason: &str,
    closes: u64,
) -> Result<(), Failure> {
    let services = site.services();
    let none = || Failure::new(ApiErrorCode::NotFound);
    let found = services.store.player(about).await?.ok_or_else(none)?;
    let about = found.id;
    if !actor.may(act, role(site, about).await?) {
        return Err(none());
    }
    let reason = line(reason);
    let needs_reason = matches!(
        act,
        Act::Warn | Act::Rename | Act::Sanction { .. } | Act::SignOut
    );
    if reason.chars().count() > REASON || (needs_reason && reason.is_empty()) {
        return Err(Failure::new(ApiErrorCode::Malformed));
    }
    let seats = match act {
        Act::Rename => services.store.seats(about, u32::MAX).await?,
        _ => Vec::new(),
    };
    let deed = Deed {
        at: services.clock.now(),
        by: Some(actor.id),
        about,
        act,
        reason,
        closes,
    };
    services.store.act(deed).await?;
    site.note(Incident::Moderated(word(act)));
    match act {
        Act::Sanction {
            sanction: Sanction::Ban,
            ..
        }
        | Act::SignOut => site.note_sign_out(about).await,
        Act::Sanction {
            sanction: Sanction::Pause,
            ..
        }
        // Who waits would sit down under the name.
        | Act::Rename => drop(site.lobby().leave(about).await),
        Act::Sanction {
            sanction: Sanction::Mute,
            ..
        }
        | Act::Lift { .. } => site.note_conduct(about),
        _ => {}
    }
    // Tables in memory forget the name as well.
    for seat in seats {
        site.reload(&seat.table).await;
    }
    Ok(())
}

/// Closes a table for good, with all that happened at it but for the matches that ended there. It is in the audit before
/// the table is gone.
///
/// # Errors
///
/// If there is no such table, no reason, or it cannot be stored.
pub async fn close(site: &Site, actor: Actor, table: &str, reason: &str) -> Result<(), Failure> {
    let services = site.services();
    let none = || Failure::new(ApiErrorCode::NotFound);
    if actor.role != Role::Owner || !is_table_id(table) {
        return Err(none());
    }
    let reason = line(reason);
    if reason.is_empty() || reason.chars().count() > REASON {
        return Err(Failure::new(ApiErrorCode::Malformed));
    }
    if !services.store.has(table).await? {
        return Err(none());
    }
    let deed = Deed {
        at: services.clock.now(),
        by: Some(actor.id),
        about: actor.id,
        act: Act::Close,
        reason: format!("{table}: {reason}"),
        closes: 0,
    };
    services.store.act(deed).await?;
    site.note(Incident::Moderated(word(Act::Close)));
    // A table that leaves the memory just now is brought in again.
    for _ in 0..3 {
        let Some(open) = site.registry().table(table).await? else {
            return Ok(());
        };
        let (answer, answered) = oneshot::channel();
        if open.send(Mail::Close(answer)).await.is_err() {
            continue;
        }
        if let Ok(true) = answered.await {
            return Ok(());
        }
    }
    Err(Failure::new(ApiErrorCode::Unavailable))
}

/// What an owner does about an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventAct {
    /// It takes no more commands, and its tables stop.
    Stop,
    /// It continues where it was stopped.
    Resume,
    /// It is removed with its log.
    Remove,
}

impl EventAct {
    /// The word in forms and in the audit.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Resume => "resume",
            Self::Remove => "remove",
        }
    }

    /// The act of a word.
    pub fn by_id(id: &str) -> Option<Self> {
        let all = [Self::Stop, Self::Resume, Self::Remove];
        all.into_iter().find(|act| act.id() == id)
    }
}

/// Stops an event, lets it continue, or removes it. It is in the audit before it is done.
///
/// # Errors
///
/// If there is no such event, no reason, or it cannot be stored.
pub async fn act_on_event(
    site: &Site,
    actor: Actor,
    event: &str,
    act: EventAct,
    reason: &str,
) -> Result<(), Failure> {
    let services = site.services();
    let none = || Failure::new(ApiErrorCode::NotFound);
    if actor.role != Role::Owner {
        return Err(none());
    }
    let reason = line(reason);
    if reason.is_empty() || reason.chars().count() > REASON {
        return Err(Failure::new(ApiErrorCode::Malformed));
    }
    services.store.event_mark(event).await?.ok_or_else(none)?;
    let deed = Deed {
        at: services.clock.now(),
        by: Some(actor.id),
        about: actor.id,
        act: Act::Close,
        reason: format!("event {event}, {}: {reason}", act.id()),
        closes: 0,
    };
    services.store.act(deed).await?;
    site.note(Incident::Moderated(act.id()));
    let events = site.events();
    let done = match act {
        EventAct::Stop => events.hold(event, Hold::Stopped).await,
        EventAct::Resume => events.hold(event, Hold::None).await,
        EventAct::Remove => events.remove(event).await,
    };
    done.map_err(|error| match error {
        EventError::Unknown => none(),
        _ => Failure::new(ApiErrorCode::Unavailable),
    })
}

/// Somebody has read what an entry about them says.
///
/// # Errors
///
/// If there is nothing of this number to read, or it cannot be stored.
pub async fn read(site: &Site, player: PlayerId, entry: u64) -> Result<(), Failure> {
    let services = site.services();
    let deed = Deed {
        at: services.clock.now(),
        by: Some(player),
        about: player,
        act: Act::Read { entry },
        reason: String::new(),
        closes: 0,
    };
    services.store.act(deed).await?;
    Ok(())
}

/// The word of the log.
const fn word(act: Act) -> &'static str {
    match act {
        Act::Role(_) => "role",
        Act::Dismiss => "dismiss",
        Act::Warn => "warn",
        Act::Rename => "rename",
        Act::Sanction { sanction, .. } => sanction.id(),
        Act::Lift { .. } => "lift",
        Act::Read { .. } => "read",
        Act::SignOut => "sign-out",
        Act::Close => "close",
    }
}

/// A text as one line of what shows: without control characters, and without those that turn the direction of
/// writing.
pub fn line(text: &str) -> String {
    let hides = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = text.chars().filter(|c| !hides(*c));
    let shown: String = shown
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_acts_on_equals_and_only_owners_give_roles() {
        let [moderator, owner] = [Role::Moderator, Role::Owner].map(|role| Actor {
            id: PlayerId::new([1; 16]),
            role,
        });
        for (other, by_moderator, by_owner) in [
            (None, true, true),
            (Some(Role::Moderator), false, true),
            (Some(Role::Owner), false, false),
        ] {
            assert_eq!(moderator.may(Act::Warn, other), by_moderator, "{other:?}");
            assert_eq!(owner.may(Act::Warn, other), by_owner, "{other:?}");
            let role = Act::Role(Some(Role::Moderator));
            assert!(!moderator.may(role, other));
            assert_eq!(owner.may(role, other), by_owner, "{other:?}");
        }
    }

    #[test]
    fn a_line_hides_nothing() {
        assert_eq!(line("  a\r\n b\u{202e}c\u{7}d "), "a bc d");
        assert_eq!(line("\u{202e}\n"), "");
    }
}
