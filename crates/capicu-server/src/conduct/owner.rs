//! The first owner, made by a code that the server tells whoever started it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_protocol::ApiErrorCode;
use capicu_store::conduct::{Act, Conduct, Deed, Role};
use capicu_store::{PlayerKind, SignedIn};
use capicu_table::TokenHash;
use tokio::sync::mpsc::UnboundedSender;

use crate::http::{Failure, Site};
use crate::nodes::message::{Question, Reply};
use crate::people::secrets;
use crate::security::Incident;

/// The hash of the code, as long as it opens anything. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct OwnerCode(Arc<Mutex<Option<TokenHash>>>);

impl OwnerCode {
    /// Makes a code where there is no owner, and tells it; none where nobody hears it.
    pub async fn begin<S: Conduct + ?Sized>(
        store: &S,
        told: Option<&UnboundedSender<String>>,
    ) -> Self {
        let owner_code = Self::default();
        let Some(told) = told else {
            return owner_code;
        };
        match store.roles().await {
            Ok(roles) if roles.iter().all(|(_, role)| *role != Role::Owner) => {
                let code = secrets::code();
                *owner_code.kept() = Some(secrets::hash(&code));
                let _ = told.send(code);
            }
            Ok(_) => {}
            Err(_) => tracing::error!("it cannot be read whether there is an owner"),
        }
        owner_code
    }

    /// Whether somebody can still become the owner.
    pub fn is_open(&self) -> bool {
        self.kept().is_some()
    }

    /// Uses the code up if this is it.
    pub fn take(&self, code: &TokenHash) -> bool {
        self.kept().take_if(|kept| kept == code).is_some()
    }

    fn kept(&self) -> MutexGuard<'_, Option<TokenHash>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a member who has the code the owner.
///
/// # Errors
///
/// If it is another code, no member asks, or it cannot be stored.
pub async fn own(site: &Site, found: &SignedIn, code: &str) -> Result<(), Failure> {
    if !matches!(found.player.kind, PlayerKind::Member { .. }) {
        return Err(Failure::new(ApiErrorCode::NotSignedIn));
    }
    let (code, services) = (secrets::hash(code), site.services());
    // Of several servers each has told a code. A failure here uses none up.
    let roles = services.store.roles().await?;
    let has_owner = roles.iter().any(|(_, role)| *role == Role::Owner);
    let is_taken =
        !has_owner && (site.owner_code().take(&code) || is_taken_elsewhere(site, &code).await);
    if !is_taken {
        return Err(Failure::new(ApiErrorCode::BadCode));
    }
    let deed = Deed {
        at: services.clock.now(),
        by: None,
        about: found.player.id,
        act: Act::Role(Some(Role::Owner)),
        reason: String::new(),
        closes: 0,
    };
    match services.store.act(deed).await {
        Ok(_) => {
            site.note(Incident::Moderated("role"));
            Ok(())
        }
        Err(error) => {
            *site.owner_code().kept() = Some(code);
            Err(error.into())
        }
    }
}

/// Whether it was the code of another server, where it is used up now.
async fn is_taken_elsewhere(site: &Site, code: &TokenHash) -> bool {
    let Some(nodes) = site.registry().nodes() else {
        return false;
    };
    let code = *code.bytes();
    let replies = nodes.ask_others(&Question::OwnerCode { code }).await;
    replies.iter().any(|reply| matches!(reply, Reply::Done))
}
