//! Sessions for the admin pages, which are on the admin listener.
//!
//! The admin listener is plain HTTP at a local address, as an SSH tunnel reaches it. Passkeys do not work there, and
//! browsers send cookies to every port of a host. So an admin who is signed in on the site gets a code there. The code
//! opens a session with a cookie of another name, for this listener only. Sessions are in memory and end with the
//! server.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderMap, HeaderValue};
use capicu_accounts::conduct;
use capicu_accounts::{Randomness, recovery};
use capicu_protocol::{PlayerId, Token};
use capicu_store::conduct::Role;
use capicu_store::{PlayerKind, Session, SignedIn, Unavailable};
use capicu_table::TokenHash;
use capicu_table_service::cluster::message::{Question, Reply};

use crate::{Site, cookie};

/// The name of the cookie.
const COOKIE: &str = "capicu-admin";

/// How long a code opens the door, in milliseconds.
const CODE: u64 = 5 * 60_000;

/// How long a session lasts, in milliseconds, whatever is done with it.
const SESSION: u64 = 12 * 3_600_000;

/// The codes and sessions. Clones share them.
#[derive(Clone, Debug)]
pub struct AdminSessions {
    randomness: Randomness,
    opened: Arc<Mutex<Opened>>,
}

#[derive(Debug, Default)]
struct Opened {
    codes: Vec<Way>,
    sessions: Vec<Way>,
}

/// The owner of a code or session, and when it expires.
#[derive(Clone, Copy, Debug)]
struct Way {
    hash: TokenHash,
    player: PlayerId,
    until: u64,
}

impl AdminSessions {
    /// No codes and no sessions.
    pub fn new(randomness: Randomness) -> Self {
        Self {
            randomness,
            opened: Arc::default(),
        }
    }

    fn opened(&self, now: u64) -> MutexGuard<'_, Opened> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.codes.retain(|way| way.until > now);
        opened.sessions.retain(|way| way.until > now);
        opened
    }

    /// Makes a code by which an admin signs in once, within five minutes. Earlier codes become invalid.
    pub fn offer(&self, player: PlayerId, now: u64) -> String {
        let code = recovery::code(self.randomness);
        let mut opened = self.opened(now);
        opened.codes.retain(|way| way.player != player);
        opened.codes.push(Way {
            hash: recovery::hash(&code),
            player,
            until: now + CODE,
        });
        code
    }

    /// Uses a code up and returns its owner.
    pub fn take(&self, code: &TokenHash, now: u64) -> Option<PlayerId> {
        let mut opened = self.opened(now);
        let at = opened.codes.iter().position(|way| way.hash == *code)?;
        Some(opened.codes.swap_remove(at).player)
    }

    /// The secret of a new session.
    pub fn open(&self, player: PlayerId, now: u64) -> Token {
        let token = self.randomness.token();
        self.opened(now).sessions.push(Way {
            hash: TokenHash::of(&token),
            player,
            until: now + SESSION,
        });
        token
    }

    /// Finds the owner of a session and when it expires.
    fn session(&self, token: &Token, now: u64) -> Option<Way> {
        let hash = TokenHash::of(token);
        let opened = self.opened(now);
        opened.sessions.iter().find(|way| way.hash == hash).copied()
    }

    /// Ends a session.
    pub fn leave(&self, token: &Token, now: u64) {
        let hash = TokenHash::of(token);
        self.opened(now).sessions.retain(|way| way.hash != hash);
    }
}

/// Uses a code up that was made at this server or another one: the secret of a new session.
pub async fn enter(site: &Site, code: &str) -> Option<Token> {
    let (door, now) = (site.admin_sessions()?, site.services().clock.now());
    let code = recovery::hash(code);
    if let Some(player) = door.take(&code, now) {
        return Some(door.open(player, now));
    }
    let code = *code.bytes();
    let nodes = site.registry().nodes();
    let replies = nodes.ask_others(&Question::Door { code }).await.into_iter();
    let mut owners = replies.filter_map(|reply| match reply {
        Reply::Owner(owner) => owner,
        _ => None,
    });
    Some(door.open(owners.next()?, now))
}

/// Finds the admin whom the cookie signs in on this listener.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn signed_in(site: &Site, headers: &HeaderMap) -> Result<Option<SignedIn>, Unavailable> {
    let services = site.services();
    let now = services.clock.now();
    let way = site.admin_sessions().zip(shown(headers));
    let Some(way) = way.and_then(|(door, token)| door.session(&token, now)) else {
        return Ok(None);
    };
    // A former admin loses access at once.
    if conduct::role(site.context(), way.player).await? != Some(Role::Owner) {
        return Ok(None);
    }
    let player = services.store.player(way.player).await?;
    let player = player.filter(|player| matches!(player.kind, PlayerKind::Member { .. }));
    Ok(player.map(|player| SignedIn {
        player,
        session: Session {
            hash: way.hash,
            label: String::new(),
            made_at: way.until - SESSION,
            seen_at: now,
            expires_at: way.until,
        },
    }))
}

/// The secret in the cookie.
pub fn shown(headers: &HeaderMap) -> Option<Token> {
    cookie::value(headers, COOKIE)
}

/// Makes the `Set-Cookie` value that stores the secret of a session, or deletes it.
pub fn keep(token: Option<&Token>) -> HeaderValue {
    let (value, age) = match token {
        Some(token) => (token.to_string(), SESSION / 1000),
        None => (String::new(), 0),
    };
    let line = format!("{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict");
    let mut line = HeaderValue::from_str(&line).expect("hexadecimal digits and words");
    line.set_sensitive(true);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admin_code_works_once_before_it_expires() {
        let door = AdminSessions::new(Randomness::SYSTEM);
        let [ana, eva] = [1, 2].map(|n| PlayerId::new([n; 16]));
        let enter = |code: &str, now| {
            let player = door.take(&recovery::hash(code), now)?;
            Some(door.open(player, now))
        };
        let late = door.offer(ana, 0);
        assert!(enter(&late, CODE).is_none(), "too late");
        let earlier = door.offer(ana, 0);
        let code = door.offer(ana, 0);
        let other = door.offer(eva, 0);
        let other = enter(&other, 1).expect("in time");
        assert!(enter(&earlier, 1).is_none(), "another was made");
        assert!(enter("abcd-efgh-ijkm-npqr", 1).is_none());
        let token = enter(&code, CODE - 1).expect("in time");
        assert!(enter(&code, CODE - 1).is_none(), "once");
        let whose = |token: &Token, now| door.session(token, now).map(|way| way.player);
        assert_eq!(whose(&token, CODE), Some(ana));
        let forged = Token::new([7; 32]);
        assert_eq!(whose(&forged, CODE), None, "forged");
        assert_eq!(whose(&other, CODE), Some(eva));
        door.leave(&other, CODE);
        assert_eq!(whose(&other, CODE), None, "left");
        assert_eq!(whose(&token, CODE - 2 + SESSION), Some(ana));
        assert_eq!(whose(&token, CODE - 1 + SESSION), None, "expired");
    }
}
