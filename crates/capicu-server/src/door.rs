//! The way to the pages of owners, which lie on the listener of whoever looks after the server.
//!
//! That is plain http at an address of the machine's own, as a tunnel of ssh leads to it: no passkey works there, and
//! browsers send cookies to every port of a host. So an owner who is signed in on the site has a code made there, which
//! opens a session of another name, for this listener alone. Sessions are in memory and end with the server.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderMap, HeaderValue};
use capicu_protocol::{PlayerId, Token};
use capicu_store::conduct::Role;
use capicu_store::{PlayerKind, Session, SignedIn, Unavailable};
use capicu_table::TokenHash;

use crate::conduct;
use crate::http::Site;
use crate::nodes::message::{Question, Reply};
use crate::people::cookie;
use crate::people::secrets;
use crate::secret;

/// What the cookie is called.
const COOKIE: &str = "capicu-admin";

/// How long a code opens the door, in milliseconds.
const CODE: u64 = 5 * 60_000;

/// How long a session lasts, in milliseconds, whatever is done with it.
const SESSION: u64 = 12 * 3_600_000;

/// The codes and sessions. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Door(Arc<Mutex<Opened>>);

#[derive(Debug, Default)]
struct Opened {
    codes: Vec<Way>,
    sessions: Vec<Way>,
}

/// Something that lets an owner in.
#[derive(Clone, Copy, Debug)]
struct Way {
    hash: TokenHash,
    player: PlayerId,
    until: u64,
}

impl Door {
    fn opened(&self, now: u64) -> MutexGuard<'_, Opened> {
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        opened.codes.retain(|way| way.until > now);
        opened.sessions.retain(|way| way.until > now);
        opened
    }

    /// A code by which an owner comes in once, within five minutes. An earlier one opens nothing any more.
    pub fn offer(&self, player: PlayerId, now: u64) -> String {
        let code = secrets::code();
        let mut opened = self.opened(now);
        opened.codes.retain(|way| way.player != player);
        opened.codes.push(Way {
            hash: secrets::hash(&code),
            player,
            until: now + CODE,
        });
        code
    }

    /// Uses a code up: whose it was.
    pub fn take(&self, code: &TokenHash, now: u64) -> Option<PlayerId> {
        let mut opened = self.opened(now);
        let at = opened.codes.iter().position(|way| way.hash == *code)?;
        Some(opened.codes.swap_remove(at).player)
    }

    /// The secret of a new session.
    pub fn open(&self, player: PlayerId, now: u64) -> Token {
        let token = secret::token();
        self.opened(now).sessions.push(Way {
            hash: TokenHash::of(&token),
            player,
            until: now + SESSION,
        });
        token
    }

    /// Whose session this is, and until when.
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
    let (door, now) = (site.door()?, site.services().clock.now());
    let code = secrets::hash(code);
    if let Some(player) = door.take(&code, now) {
        return Some(door.open(player, now));
    }
    let code = *code.bytes();
    let nodes = site.registry().nodes()?;
    let replies = nodes.ask_others(&Question::Door { code }).await.into_iter();
    let mut owners = replies.filter_map(|reply| match reply {
        Reply::Owner(owner) => owner,
        _ => None,
    });
    Some(door.open(owners.next()?, now))
}

/// The owner whom the cookie lets in on this listener.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn signed_in(site: &Site, headers: &HeaderMap) -> Result<Option<SignedIn>, Unavailable> {
    let services = site.services();
    let now = services.clock.now();
    let way = site.door().zip(shown(headers));
    let Some(way) = way.and_then(|(door, token)| door.session(&token, now)) else {
        return Ok(None);
    };
    // Whoever is no owner any more is not let in any more.
    if conduct::role(site, way.player).await? != Some(Role::Owner) {
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

/// Has a browser keep the secret of a session, or forget it.
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
    fn a_code_opens_the_door_once_and_in_time() {
        let door = Door::default();
        let [ana, eva] = [1, 2].map(|n| PlayerId::new([n; 16]));
        let enter = |code: &str, now| {
            let player = door.take(&secrets::hash(code), now)?;
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
