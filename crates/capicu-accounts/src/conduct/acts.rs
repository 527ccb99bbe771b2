//! Acts of moderators and admins.

use capicu_protocol::{ApiErrorCode, EventId, PlayerId, TableId};
use capicu_store::conduct::{ConductAct, NewConductAct, Role, Sanction};

use super::role;
use crate::effects::{Effect, Effects};
use crate::{Context, Error};

/// The longest reason, in characters.
const REASON: usize = 300;

/// Somebody who has a role.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    pub id: PlayerId,
    pub role: Role,
}

impl Actor {
    /// Whether the actor may do this to a person of this role. The other role must be lower, so never their own. Only
    /// admins give roles.
    pub fn may(self, act: ConductAct, other: Option<Role>) -> bool {
        let gives_role = matches!(act, ConductAct::Role(_));
        Some(self.role) > other && (!gives_role || self.role == Role::Owner)
    }
}

/// Carries out an act on a person, and returns its immediate effects. The reason is one line. Acts that the person
/// sees need one.
///
/// # Errors
///
/// If the actor may not, there is no reason, there is nobody to whom it can be done, or it cannot be stored.
pub async fn act(
    context: &Context,
    actor: Actor,
    about: PlayerId,
    act: ConductAct,
    reason: &str,
    closes: u64,
) -> Result<Effects, Error> {
    let none = || Error::new(ApiErrorCode::NotFound);
    let found = context.store.player(about).await?.ok_or_else(none)?;
    let about = found.id;
    if !actor.may(act, role(context, about).await?) {
        return Err(none());
    }
    let reason = line(reason);
    let needs_reason = matches!(
        act,
        ConductAct::Warn | ConductAct::Rename | ConductAct::Sanction { .. } | ConductAct::SignOut
    );
    if reason.chars().count() > REASON || (needs_reason && reason.is_empty()) {
        return Err(Error::new(ApiErrorCode::Malformed));
    }
    let seats = match act {
        ConductAct::Rename => context.store.seats(about, u32::MAX).await?,
        _ => Vec::new(),
    };
    let deed = NewConductAct {
        at: context.clock.now(),
        by: Some(actor.id),
        about,
        act,
        reason,
        closes,
    };
    context.store.act(deed).await?;
    let effects = match act {
        ConductAct::Sanction {
            sanction: Sanction::Ban,
            ..
        }
        | ConductAct::SignOut => Effects::sign_out(about),
        ConductAct::Sanction {
            sanction: Sanction::Pause,
            ..
        }
        // Who waits would sit down under the name.
        | ConductAct::Rename => Effects(vec![Effect::LeaveLobby(about)]),
        ConductAct::Sanction {
            sanction: Sanction::Mute,
            ..
        }
        | ConductAct::Lift { .. } => Effects(vec![Effect::Recheck(about)]),
        _ => Effects::default(),
    };
    // Tables in memory forget the name as well.
    Ok(effects.and_reload(seats.into_iter().map(|seat| seat.table)))
}

/// Writes into the audit that an owner closes a table.
///
/// # Errors
///
/// If there is no such table, no reason, or it cannot be stored.
pub async fn close(
    context: &Context,
    actor: Actor,
    table: &TableId,
    reason: &str,
) -> Result<(), Error> {
    let reason = owner_reason(actor, reason)?;
    if !context.store.has(table).await? {
        return Err(Error::new(ApiErrorCode::NotFound));
    }
    closes(context, actor, format!("{table}: {reason}")).await
}

/// The reason of an owner, who alone may close something.
fn owner_reason(actor: Actor, reason: &str) -> Result<String, Error> {
    if actor.role != Role::Owner {
        return Err(Error::new(ApiErrorCode::NotFound));
    }
    let reason = line(reason);
    match reason.is_empty() || reason.chars().count() > REASON {
        true => Err(Error::new(ApiErrorCode::Malformed)),
        false => Ok(reason),
    }
}

async fn closes(context: &Context, actor: Actor, reason: String) -> Result<(), Error> {
    let deed = NewConductAct {
        at: context.clock.now(),
        by: Some(actor.id),
        about: actor.id,
        act: ConductAct::Close,
        reason,
        closes: 0,
    };
    context.store.act(deed).await?;
    Ok(())
}

/// An admin's act on an event.
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

/// Writes into the audit that an owner stops an event, lets it continue, or removes it.
///
/// # Errors
///
/// If there is no such event, no reason, or it cannot be stored.
pub async fn act_on_event(
    context: &Context,
    actor: Actor,
    event: &EventId,
    act: EventAct,
    reason: &str,
) -> Result<(), Error> {
    let none = || Error::new(ApiErrorCode::NotFound);
    let reason = owner_reason(actor, reason)?;
    let found = context.store.event_mark(event).await?;
    found.ok_or_else(none)?;
    closes(
        context,
        actor,
        format!("event {event}, {}: {reason}", act.id()),
    )
    .await
}

/// Somebody has read what an entry about them says.
///
/// # Errors
///
/// If there is nothing of this number to read, or it cannot be stored.
pub async fn read(context: &Context, player: PlayerId, entry: u64) -> Result<(), Error> {
    let deed = NewConductAct {
        at: context.clock.now(),
        by: Some(player),
        about: player,
        act: ConductAct::Read { entry },
        reason: String::new(),
        closes: 0,
    };
    context.store.act(deed).await?;
    Ok(())
}

/// The word of the log of incidents.
pub const fn word(act: ConductAct) -> &'static str {
    match act {
        ConductAct::Role(_) => "role",
        ConductAct::Dismiss => "dismiss",
        ConductAct::Warn => "warn",
        ConductAct::Rename => "rename",
        ConductAct::Sanction { sanction, .. } => sanction.id(),
        ConductAct::Lift { .. } => "lift",
        ConductAct::Read { .. } => "read",
        ConductAct::SignOut => "sign-out",
        ConductAct::Close => "close",
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
    fn actor_needs_a_higher_role_and_only_admins_give_roles() {
        let [moderator, owner] = [Role::Moderator, Role::Owner].map(|role| Actor {
            id: PlayerId::new([1; 16]),
            role,
        });
        for (other, by_moderator, by_owner) in [
            (None, true, true),
            (Some(Role::Moderator), false, true),
            (Some(Role::Owner), false, false),
        ] {
            assert_eq!(
                moderator.may(ConductAct::Warn, other),
                by_moderator,
                "{other:?}"
            );
            assert_eq!(owner.may(ConductAct::Warn, other), by_owner, "{other:?}");
            let role = ConductAct::Role(Some(Role::Moderator));
            assert!(!moderator.may(role, other));
            assert_eq!(owner.may(role, other), by_owner, "{other:?}");
        }
    }

    #[test]
    fn line_has_no_control_characters() {
        assert_eq!(line("  a\r\n b\u{202e}c\u{7}d "), "a bc d");
        assert_eq!(line("\u{202e}\n"), "");
    }
}
