//! Actions of moderators and admins, and their effects at tables and events.

use capicu_accounts::conduct::{self, Actor, EventAct, word};
use capicu_accounts::recovery;
use capicu_protocol::{ApiErrorCode, EventId, PlayerId, TableId};
use capicu_store::SignedIn;
use capicu_store::conduct::ConductAct;
use capicu_store::events::{EventError, Hold};
use capicu_table::TokenHash;
use capicu_table_service::cluster::message::{Question, Reply};
use capicu_table_service::table::Mail;
use tokio::sync::oneshot;

use crate::security::Incident;
use crate::{Failure, Site};

/// Acts on a person, with the immediate effects.
///
/// # Errors
///
/// As [`conduct::act`].
pub async fn act(
    site: &Site,
    actor: Actor,
    about: PlayerId,
    act: ConductAct,
    reason: &str,
    closes: u64,
) -> Result<(), Failure> {
    let effects = conduct::act(site.context(), actor, about, act, reason, closes).await?;
    site.note(Incident::Moderated(word(act)));
    site.carry_out(effects).await
}

/// Closes a table permanently and deletes its data, except the matches that ended there. The audit entry is stored
/// first.
///
/// # Errors
///
/// As [`conduct::close`].
pub async fn close(
    site: &Site,
    actor: Actor,
    table: &TableId,
    reason: &str,
) -> Result<(), Failure> {
    conduct::close(site.context(), actor, table, reason).await?;
    site.note(Incident::Moderated(word(ConductAct::Close)));
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

/// Stops an event, lets it continue, or removes it. It is in the audit before it is done.
///
/// # Errors
///
/// As [`conduct::act_on_event`].
pub async fn act_on_event(
    site: &Site,
    actor: Actor,
    event: &EventId,
    act: EventAct,
    reason: &str,
) -> Result<(), Failure> {
    conduct::act_on_event(site.context(), actor, event, act, reason).await?;
    site.note(Incident::Moderated(act.id()));
    let events = site.events();
    let done = match act {
        EventAct::Stop => events.hold(event, Hold::Stopped).await,
        EventAct::Resume => events.hold(event, Hold::None).await,
        EventAct::Remove => events.remove(event).await,
    };
    done.map_err(|error| match error {
        EventError::Unknown => Failure::new(ApiErrorCode::NotFound),
        _ => Failure::new(ApiErrorCode::Unavailable),
    })
}

/// Makes a player with the code the first admin.
///
/// # Errors
///
/// If the code is wrong, the player has no account, or it cannot be stored.
pub async fn own(site: &Site, found: &SignedIn, code: &str) -> Result<(), Failure> {
    let code = recovery::hash(code);
    // A failure here uses no code up.
    conduct::may_own(site.context(), found).await?;
    if !site.owner_code().take(&code) && !is_taken_elsewhere(site, &code).await {
        return Err(Failure::new(ApiErrorCode::BadCode));
    }
    if let Err(error) = conduct::make_owner(site.context(), found.player.id).await {
        site.owner_code().restore(code);
        return Err(error.into());
    }
    site.note(Incident::Moderated("role"));
    Ok(())
}

/// Whether it was the code of another server, where it is used up now.
async fn is_taken_elsewhere(site: &Site, code: &TokenHash) -> bool {
    let nodes = site.registry().nodes();
    let code = *code.bytes();
    let replies = nodes.ask_others(&Question::OwnerCode { code }).await;
    replies.iter().any(|reply| matches!(reply, Reply::Done))
}
