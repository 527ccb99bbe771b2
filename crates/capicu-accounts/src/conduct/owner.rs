//! The first admin, who uses a code that the server prints at startup.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::conduct::{ConductAct, NewConductAct, Role};
use capicu_store::{PlayerKind, SignedIn};
use capicu_table::TokenHash;
use tokio::sync::mpsc::UnboundedSender;

use crate::{Context, Error, recovery};

/// The hash of the code, as long as it opens anything. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct OwnerCode(Arc<Mutex<Option<TokenHash>>>);

impl OwnerCode {
    /// Creates a code if there is no admin yet, and sends it. Creates none without a receiver.
    pub async fn begin(context: &Context, told: Option<&UnboundedSender<String>>) -> Self {
        let owner_code = Self::default();
        let Some(told) = told else {
            return owner_code;
        };
        match context.store.roles().await {
            Ok(roles) if roles.iter().all(|(_, role)| *role != Role::Owner) => {
                let code = recovery::code(context.randomness);
                *owner_code.kept() = Some(recovery::hash(&code));
                let _ = told.send(code);
            }
            Ok(_) => {}
            Err(_) => tracing::error!("cannot read whether there is an admin"),
        }
        owner_code
    }

    /// Whether the code is still valid.
    pub fn is_open(&self) -> bool {
        self.kept().is_some()
    }

    /// Uses up the code if it is this one.
    pub fn take(&self, code: &TokenHash) -> bool {
        self.kept().take_if(|kept| kept == code).is_some()
    }

    /// Makes the code valid again.
    pub fn restore(&self, code: TokenHash) {
        *self.kept() = Some(code);
    }

    fn kept(&self) -> MutexGuard<'_, Option<TokenHash>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks that a player may become the first admin with a code.
///
/// # Errors
///
/// If they are no member, there is an owner, or the store cannot be read.
pub async fn may_own(context: &Context, found: &SignedIn) -> Result<(), Error> {
    if !matches!(found.player.kind, PlayerKind::Member { .. }) {
        return Err(Error::new(ApiErrorCode::NotSignedIn));
    }
    // Each server of a cluster has printed a code.
    let roles = context.store.roles().await?;
    match roles.iter().any(|(_, role)| *role == Role::Owner) {
        true => Err(Error::new(ApiErrorCode::BadCode)),
        false => Ok(()),
    }
}

/// Makes a member an admin.
///
/// # Errors
///
/// If it cannot be stored.
pub async fn make_owner(context: &Context, player: PlayerId) -> Result<(), Error> {
    let deed = NewConductAct {
        at: context.clock.now(),
        by: None,
        about: player,
        act: ConductAct::Role(Some(Role::Owner)),
        reason: String::new(),
        closes: 0,
    };
    context.store.act(deed).await?;
    Ok(())
}
