//! Whoever is signed in: the session in the cookie, and what may be done with it.

pub mod acts;
mod api;
pub mod bots;
pub mod circle;
mod circle_api;
pub mod cookie;
mod device;
mod failure;
pub mod names;
pub mod passkeys;
pub mod profile;
pub mod secrets;
mod tally;

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, Method};
use capicu_protocol::PlayerId;
use capicu_store::{Change, PlayerKind, Session, SignedIn, Unavailable};
use capicu_table::TokenHash;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use crate::conduct;
use crate::door;
use crate::ears::Ear;
use crate::http::{Api, Side, Site};
use crate::nodes::News;
use crate::presence::AtTable;
use crate::uptime::SESSION;
pub use api::{
    all_sessions, matches_of, of_match, of_seat, one_match, one_match_of, read, some_matches,
    some_tables,
};
pub use circle::{Acquaintance, Act};
pub use tally::{Tally, tallies};

/// How soon a socket that could not check its session tries again.
const AGAIN: Duration = Duration::from_millis(500);

/// So long a session is not written down as seen again, in milliseconds.
const SEEN: u64 = 3_600_000;

/// The requests about people.
pub fn requests() -> Api {
    Api::new()
        .on(Method::GET, "/api/me", api::me)
        .on(Method::POST, "/api/me", api::make)
        .on(Method::PATCH, "/api/me", api::change)
        .on(Method::DELETE, "/api/me", api::remove)
        .on(Method::POST, "/api/me/member", api::join)
        .on(Method::POST, "/api/me/codes", api::codes)
        .on(
            Method::POST,
            "/api/me/passkeys/begin",
            passkeys::api::begin_adding,
        )
        .on(Method::GET, "/api/me/passkeys", passkeys::api::all)
        .on(Method::POST, "/api/me/passkeys", passkeys::api::add)
        .on(
            Method::DELETE,
            "/api/me/passkeys/{id}",
            passkeys::api::remove,
        )
        .on(
            Method::POST,
            "/api/sign-in/begin",
            passkeys::api::begin_sign_in,
        )
        .on(Method::POST, "/api/sign-in", api::sign_in)
        .on(Method::POST, "/api/me/devices", api::offer)
        .on(Method::GET, "/api/me/sessions", api::sessions)
        .on(Method::DELETE, "/api/me/sessions", api::sign_out_everywhere)
        .on(Method::DELETE, "/api/me/sessions/{id}", api::sign_out)
        .on(Method::GET, "/api/me/settings", api::settings)
        .on(Method::PUT, "/api/me/settings", api::choose)
        .on(Method::GET, "/api/me/tables", api::tables)
        .on(Method::GET, "/api/me/matches", api::matches)
        .on(Method::GET, "/api/me/export", api::export)
        .and(circle_api::requests())
}

/// Who the cookie signs in. A session that was not seen for an hour is written down as seen.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn signed_in(site: &Site, headers: &HeaderMap) -> Result<Option<SignedIn>, Unavailable> {
    if site.side() == Side::Back {
        return door::signed_in(site, headers).await;
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

/// Whom the handshake of a socket signs in.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The player, and the ids the same player had before.
    pub ids: Vec<PlayerId>,
    /// Whether it is a member and no guest, as the handshake found it.
    pub is_member: bool,
    ear: Arc<Ear>,
    /// Until when the player says nothing in words of their own, in milliseconds since 1970, as the handshake found
    /// it.
    pub muted_until: Option<u64>,
    session: TokenHash,
}

impl Visitor {
    /// Whom these headers sign in. While the store cannot be read that is nobody: a token opens a seat all
    /// the same.
    pub async fn of(site: &Site, headers: &HeaderMap) -> Option<Self> {
        let found = signed_in(site, headers).await.ok()??;
        let (store, player) = (&site.services().store, found.player.id);
        let ids = store.ids(player).await.ok()?;
        let ear = site.ears().of(player);
        ear.shut(&store.apart(player).await.ok()?.blocked);
        Some(Self {
            ids,
            ear,
            is_member: matches!(found.player.kind, PlayerKind::Member { .. }),
            muted_until: conduct::muted_until(site, found.player.id).await.ok()?,
            session: found.session.hash,
        })
    }

    /// Whom the player hears.
    pub fn ear(&self) -> Arc<Ear> {
        Arc::clone(&self.ear)
    }

    /// The player is at a table as long as this is kept.
    pub fn sits(&self, site: &Site) -> Option<AtTable> {
        let player = self.ids.first();
        player.map(|player| site.attendance().sits(*player))
    }

    /// Waits until the session is over, or the player may say more or less than before.
    pub async fn signed_out(&self, site: &Site, news: &mut broadcast::Receiver<News>) {
        loop {
            match news.recv().await {
                Ok(News::Of(player)) if !self.ids.contains(&player) => continue,
                Err(RecvError::Closed) => std::future::pending().await,
                Ok(_) | Err(RecvError::Lagged(_)) => {}
            }
            // One check is enough for all that has come so far.
            *news = news.resubscribe();
            if self.is_over(site).await {
                return;
            }
        }
    }

    /// Whether the session is over, or the player may say more or less than before; asks until the store answers.
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

    /// The same, asked once. Whom the player blocks is in force afterwards.
    async fn checked(&self, site: &Site) -> Result<bool, Unavailable> {
        let (store, now) = (&site.services().store, site.services().sessions_at());
        let Some(player) = self.ids.first() else {
            return Ok(true);
        };
        if store.session(self.session, now).await?.is_none() {
            return Ok(true);
        }
        self.ear.shut(&store.apart(*player).await?.blocked);
        let muted = conduct::muted_until(site, *player).await?;
        Ok(muted != self.muted_until)
    }
}

/// A session that begins now, and the secret that only its device keeps.
fn new_session(site: &Site, headers: &HeaderMap) -> (Session, capicu_protocol::Token) {
    let token = crate::secret::token();
    let now = site.services().clock.now();
    let session = Session {
        hash: TokenHash::of(&token),
        label: device::label(headers),
        made_at: now,
        seen_at: now,
        expires_at: now + SESSION.as_millis() as u64,
    };
    (session, token)
}
