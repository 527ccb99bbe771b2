//! Sessions of requests and sockets: who the cookie signs in, and how a session begins.

mod device;
mod passkey_place;
pub mod passkeys;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};
use capicu_accounts::account::{self, SignInError};
use capicu_accounts::conduct::{self, muted_until};
use capicu_accounts::dates::moment_text;
use capicu_accounts::{AtTable, BlockFilter, Error, SESSION, names, recovery};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId, SignIn};
use capicu_store::{Change, PlayerKind, Proof, SignedIn, Unavailable};
use capicu_table::TokenHash;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use crate::admin_session;
use crate::security::Incident;
use crate::{Failure, Listener, Site, What, cookie, language};
use capicu_table_service::cluster::News;
pub use passkey_place::Place;

/// How soon a socket that could not check its session tries again.
const AGAIN: Duration = Duration::from_millis(500);

/// Milliseconds before a session is stored as seen again.
const SEEN: u64 = 3_600_000;

/// Finds the player whom the cookie signs in. A session not seen for an hour is stored as seen again.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn signed_in(site: &Site, headers: &HeaderMap) -> Result<Option<SignedIn>, Unavailable> {
    if site.side() == Listener::Back {
        return admin_session::signed_in(site, headers).await;
    }
    let Some(token) = cookie::read(headers, site.is_secure(headers)) else {
        return Ok(None);
    };
    let services = site.services();
    let now = services.clock.now();
    let at = services.sessions_at();
    let found = services.store.session(TokenHash::of(&token), at).await?;
    if let Some(found) = &found {
        site.attendance().asks(found.player.id);
    }
    if let Some(found) = &found
        && now >= found.session.seen_at.saturating_add(SEEN)
    {
        let seen = Change::Seen {
            session: found.session.hash,
            at: now,
            expires_at: now + SESSION.as_millis() as u64,
        };
        // Should that fail, the session is as good as before.
        let _ = services.store.change(seen).await;
    }
    Ok(found)
}

/// The player whom the handshake of a socket signs in.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The player's id, and their earlier ids.
    pub ids: Vec<PlayerId>,
    /// Whether the player had an account at the handshake.
    pub is_member: bool,
    filter: Arc<BlockFilter>,
    /// Until when the player is muted, in milliseconds since 1970, as the handshake found it.
    pub muted_until: Option<u64>,
    session: TokenHash,
}

impl Visitor {
    /// Finds the player whom these headers sign in. If the store cannot be read, nobody is signed in; a token still
    /// opens a seat.
    pub async fn of(site: &Site, headers: &HeaderMap) -> Option<Self> {
        let found = signed_in(site, headers).await.ok()??;
        let (store, player) = (&site.services().store, found.player.id);
        let ids = store.ids(player).await.ok()?;
        let filter = site.block_filters().of(player);
        filter.replace(&store.apart(player).await.ok()?.blocked);
        Some(Self {
            ids,
            filter,
            is_member: matches!(found.player.kind, PlayerKind::Member { .. }),
            muted_until: muted_until(site.context(), found.player.id).await.ok()?,
            session: found.session.hash,
        })
    }

    /// The filter of players whom this player blocks.
    pub fn block_filter(&self) -> Arc<BlockFilter> {
        Arc::clone(&self.filter)
    }

    /// Marks the player as at a table until the result is dropped.
    pub fn sits(&self, site: &Site) -> Option<AtTable> {
        let player = self.ids.first();
        player.map(|player| site.attendance().sits(*player))
    }

    /// Waits until the session ends, or a mute begins or ends.
    pub async fn signed_out(&self, site: &Site, news: &mut broadcast::Receiver<News>) {
        loop {
            match news.recv().await {
                Ok(News::Of(player)) if !self.ids.contains(&player) => continue,
                Err(RecvError::Closed) => std::future::pending().await,
                Ok(_) | Err(RecvError::Lagged(_)) => {}
            }
            // One check is enough for all news so far.
            *news = news.resubscribe();
            if self.is_over(site).await {
                return;
            }
        }
    }

    /// Whether the session has ended, or a mute has begun or ended. Retries until the store answers.
    async fn is_over(&self, site: &Site) -> bool {
        loop {
            {
                let _held = site.rechecking().acquire().await;
                if let Ok(is_over) = self.checked(site).await {
                    return is_over;
                }
            }
            sleep(AGAIN).await;
        }
    }

    /// Checks once. Afterwards the blocks of the player are up to date.
    async fn checked(&self, site: &Site) -> Result<bool, Unavailable> {
        let (store, now) = (&site.services().store, site.services().sessions_at());
        let Some(player) = self.ids.first() else {
            return Ok(true);
        };
        if store.session(self.session, now).await?.is_none() {
            return Ok(true);
        }
        self.filter.replace(&store.apart(*player).await?.blocked);
        let muted = muted_until(site.context(), *player).await?;
        Ok(muted != self.muted_until)
    }
}

/// A new session, and the header that sets its cookie.
pub struct Begun {
    /// The signed-in player.
    pub found: SignedIn,
    /// The value of `Set-Cookie`.
    pub keep: HeaderValue,
}

impl Begun {
    fn of(site: &Site, headers: &HeaderMap, begun: account::Begun) -> Self {
        Self {
            found: begun.found,
            keep: cookie::keep(&begun.token, site.is_secure(headers)),
        }
    }
}

/// Makes a guest.
///
/// # Errors
///
/// If the address makes too many guests, the name is not allowed, or the guest cannot be stored.
pub async fn make(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    called: Option<&str>,
) -> Result<Begun, Failure> {
    if !site.allows(What::Person, peer, headers) {
        return Err(site.too_often(What::Person));
    }
    let begun = account::make(site.context(), device::label(headers), called).await?;
    Ok(Begun::of(site, headers, begun))
}

/// Signs the device in that asks.
///
/// # Errors
///
/// If its address tries too often, it proves nothing, the player is banned, or it cannot be stored.
pub async fn sign_in(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    asked: SignIn,
) -> Result<Begun, Failure> {
    // Counts before the check, so that the limit does not reveal a right code. A ceremony was counted when it began.
    let counts = !matches!(asked, SignIn::Passkey { .. });
    if counts && !site.allows(What::SignIn, peer, headers) {
        return Err(site.too_often(What::SignIn));
    }
    let (context, before) = (site.context(), signed_in(site, headers).await?);
    let proof = match asked {
        SignIn::Code { username, code } => Proof::Code {
            skeleton: names::skeleton(&username),
            code: recovery::hash(&code),
        },
        SignIn::Device { token } => Proof::Link(TokenHash::of(&token)),
        SignIn::Passkey {
            ceremony,
            credential,
        } => {
            let leaving = before.as_ref().map(|before| before.session.hash);
            passkeys::prove(site, headers, leaving, &ceremony, &credential).await?
        }
    };
    let label = device::label(headers);
    match account::sign_in(context, proof, label, before.as_ref()).await {
        Ok((token, effects)) => {
            site.carry_out(effects).await?;
            let begun = account::begun(context, token).await?;
            Ok(Begun::of(site, headers, begun))
        }
        Err(SignInError::Banned(player)) => {
            site.note(Incident::Banned(site.address(peer, headers)));
            Err(banned(site, player, Texts::new(language(None, headers))).await?)
        }
        Err(SignInError::Refused(error)) => Err(error.into()),
    }
}

/// The refusal of a player who is banned, with the reason in a person's words.
async fn banned(site: &Site, player: PlayerId, texts: Texts) -> Result<Failure, Unavailable> {
    let error = Error::new(ApiErrorCode::Banned);
    let Some(entry) = conduct::ban(site.context(), player).await? else {
        return Ok(error.into());
    };
    let until = match conduct::until(&entry) {
        Some(until) => texts.conduct_ban_until(&moment_text(until)),
        None => texts.conduct_ban_good(),
    };
    let reason = texts.conduct_reason(&entry.reason);
    Ok(error.detail(format!("{until} {reason}")).into())
}

/// Finds the signed-in player.
///
/// # Errors
///
/// If nobody is signed in, or the store cannot be read.
pub async fn known(site: &Site, headers: &HeaderMap) -> Result<SignedIn, Failure> {
    let found = signed_in(site, headers).await?;
    found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))
}

/// Finds the signed-in player of a request that changes something. It has to come from a page of this server.
///
/// # Errors
///
/// As for [`known`], or if it comes from another site.
pub async fn changing(site: &Site, headers: &HeaderMap) -> Result<SignedIn, Failure> {
    from_here(site, headers)?;
    known(site, headers).await
}

/// Refuses a request that does not come from a page of this server.
///
/// # Errors
///
/// If it comes from another site.
pub fn from_here(site: &Site, headers: &HeaderMap) -> Result<(), Failure> {
    match site.is_from_here(headers) {
        true => Ok(()),
        false => Err(Failure::new(ApiErrorCode::ForeignOrigin)),
    }
}
