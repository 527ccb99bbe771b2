//! What people do about themselves, whether a program asks in JSON or a page sends a form.

use std::net::SocketAddr;

use axum::http::{HeaderMap, HeaderValue};
use capicu_event::Digest;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, Chosen, DeviceLink, Me, PlayerId, SignIn};
use capicu_store::{Change, PeopleError, Player, PlayerKind, Proof, Session, SignedIn};
use capicu_table::TokenHash;

use super::{cookie, names, new_session, passkeys, secrets, signed_in};
use crate::conduct;
use crate::config::DAY;
use crate::http::{Failure, Site, What, language};
use crate::secret;
use crate::security::Incident;

/// How long the link for another device opens anything, in milliseconds.
const LINK: u64 = 5 * 60 * 1000;

/// The most settings of a member.
const MOST_SETTINGS: usize = 60;

/// The most that they take, in bytes of JSON.
const LONGEST_SETTINGS: usize = 4096;

/// How long the username of a member who is gone stays nobody's, in milliseconds: 90 days.
const HELD: u64 = DAY.as_millis() as u64 * 90;

/// Somebody whose session has just begun, and the line that has the browser keep it.
pub struct Begun {
    /// Who it is.
    pub found: SignedIn,
    /// The value of `Set-Cookie`.
    pub keep: HeaderValue,
}

/// Makes a guest.
pub async fn make(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    called: Option<&str>,
) -> Result<Begun, Failure> {
    if !site.allows(What::Person, peer, headers) {
        return Err(site.too_often(What::Person));
    }
    let name = called.map(name).transpose()?;
    let (session, token) = new_session(site, headers);
    let hash = session.hash;
    let change = Change::Make {
        player: PlayerId::new(secret::random()),
        name,
        session,
    };
    site.services().store.change(change).await?;
    Ok(Begun {
        found: again(site, hash).await?,
        keep: cookie::keep(&token, site.is_secure(headers)),
    })
}

/// Gives another name, and returns whoever has it now.
pub async fn rename(site: &Site, found: &SignedIn, called: &str) -> Result<SignedIn, Failure> {
    let change = Change::Rename {
        player: found.player.id,
        name: Some(name(called)?),
    };
    site.services().store.change(change).await?;
    again(site, found.session.hash).await
}

/// What a member chose for all of their devices.
pub async fn chosen(site: &Site, found: &SignedIn) -> Result<Chosen, Failure> {
    let kept = site.services().store.settings(found.player.id).await?;
    let chosen = kept.and_then(|(at, text)| {
        let settings = serde_json::from_str(&text).ok()?;
        Some(Chosen { at, settings })
    });
    Ok(chosen.unwrap_or_default())
}

/// Keeps what a member chose. A device whose clock is ahead does not keep the others from choosing after it.
pub async fn choose(site: &Site, found: &SignedIn, chosen: Chosen) -> Result<(), Failure> {
    let settings = serde_json::to_string(&chosen.settings).unwrap_or_default();
    if chosen.settings.len() > MOST_SETTINGS || settings.len() > LONGEST_SETTINGS {
        let why = format!(
            "at most {MOST_SETTINGS} settings, and {LONGEST_SETTINGS} bytes of them, are kept"
        );
        return Err(Failure::new(ApiErrorCode::Malformed).detail(why));
    }
    let change = Change::Settings {
        player: found.player.id,
        at: chosen.at.min(site.services().clock.now()),
        settings,
    };
    Ok(site.services().store.change(change).await?)
}

/// Refuses a username that could be read as somebody else's, or was given up lately.
pub async fn unlike_others(site: &Site, username: &str) -> Result<(), Failure> {
    let taken = || Failure::new(ApiErrorCode::UsernameTaken);
    let services = site.services();
    for other in names::read_as(username) {
        if services.store.is_taken(other).await? {
            return Err(taken());
        }
    }
    let until = services.store.note(&given_up(username)).await?;
    match is_held(until.as_deref(), services.clock.now()) {
        true => Err(taken()),
        false => Ok(()),
    }
}

/// The note that says until when a username is nobody's. It holds a hash of what the name looks like, and no name.
fn given_up(username: &str) -> String {
    let skeleton = names::skeleton(username);
    let hash = Digest::of(&[b"capicu-given-up-username/", skeleton.as_bytes()]);
    format!("given-up.{hash}")
}

/// Whether a username is still nobody's at a moment, as its note says.
fn is_held(until: Option<&str>, now: u64) -> bool {
    let until: Option<u64> = until.and_then(|until| until.parse().ok());
    until.is_some_and(|until| now < until)
}

/// Makes a guest a member, and returns the recovery codes.
pub async fn join(site: &Site, found: &SignedIn, called: &str) -> Result<Vec<String>, Failure> {
    let bad = || Failure::new(ApiErrorCode::BadUsername);
    if found.player.kind != PlayerKind::Guest {
        return Err(bad().detail("a member keeps the username".to_owned()));
    }
    let username = names::username(called).ok_or_else(bad)?;
    unlike_others(site, username).await?;
    let (codes, hashes) = new_codes();
    let change = Change::Join {
        player: found.player.id,
        username: username.to_owned(),
        skeleton: names::skeleton(username),
        codes: hashes,
    };
    site.services().store.change(change).await?;
    Ok(codes)
}

/// Gives a member other recovery codes instead of those from before.
pub async fn renew_codes(site: &Site, found: &SignedIn) -> Result<Vec<String>, Failure> {
    let (codes, hashes) = new_codes();
    let change = Change::Codes {
        player: found.player.id,
        codes: hashes,
    };
    site.services().store.change(change).await?;
    Ok(codes)
}

/// Makes a link that signs another device in.
pub async fn offer(site: &Site, found: &SignedIn) -> Result<DeviceLink, Failure> {
    let token = secret::token();
    let until = site.services().clock.now() + LINK;
    let change = Change::Offer {
        player: found.player.id,
        link: TokenHash::of(&token),
        expires_at: until,
    };
    site.services().store.change(change).await?;
    Ok(DeviceLink { token, until })
}

/// Signs the device in that asks.
pub async fn sign_in(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    asked: SignIn,
) -> Result<Begun, Failure> {
    // Counted before it is looked at, so that right ones cannot be told by being let through. A ceremony was
    // counted when it was begun.
    let counts = !matches!(asked, SignIn::Passkey { .. });
    if counts && !site.allows(What::SignIn, peer, headers) {
        return Err(site.too_often(What::SignIn));
    }
    let before = signed_in(site, headers).await?;
    let leaving = before.as_ref().map(|before| before.session.hash);
    let mut wrong = ApiErrorCode::BadCode;
    let proof = match asked {
        SignIn::Code { username, code } => Proof::Code {
            skeleton: names::skeleton(&username),
            code: secrets::hash(&code),
        },
        SignIn::Device { token } => Proof::Link(TokenHash::of(&token)),
        SignIn::Passkey {
            ceremony,
            credential,
        } => {
            wrong = ApiErrorCode::BadPasskey;
            passkeys::prove(site, headers, leaving, &ceremony, &credential).await?
        }
    };
    let (session, token) = new_session(site, headers);
    let hash = session.hash;
    let change = Change::SignIn {
        proof,
        session,
        leaving,
    };
    let changed = site.services().store.change(change).await;
    match changed {
        Err(PeopleError::Unknown) => return Err(Failure::new(wrong)),
        Err(PeopleError::Banned(player)) => {
            site.note(Incident::Banned(site.address(peer, headers)));
            return Err(conduct::banned(site, player, Texts::new(language(None, headers))).await?);
        }
        changed => changed?,
    }
    if let Some(before) = before {
        site.note_sign_out(before.player.id).await;
    }
    Ok(Begun {
        found: again(site, hash).await?,
        keep: cookie::keep(&token, site.is_secure(headers)),
    })
}

/// A device that was signed out, as it stands to the one that asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedOut {
    /// It is the same, which forgets its cookie.
    This,
    /// It is another.
    Other,
}

/// Signs a device out, where `this` is the one that asks.
pub async fn sign_out(site: &Site, found: &SignedIn, id: &str) -> Result<SignedOut, Failure> {
    let services = site.services();
    let store = &services.store;
    let all = store
        .sessions(found.player.id, services.sessions_at())
        .await?;
    let this = found.session.hash;
    let named = |session: &&Session| match id {
        "this" => session.hash == this,
        id => session_id(&session.hash) == id,
    };
    let Some(session) = all.iter().find(named) else {
        return Err(Failure::new(ApiErrorCode::NotFound));
    };
    let change = Change::SignOut {
        player: found.player.id,
        session: Some(session.hash),
    };
    store.change(change).await?;
    site.note_sign_out(found.player.id).await;
    Ok(match session.hash == this {
        true => SignedOut::This,
        false => SignedOut::Other,
    })
}

/// Signs out on every device.
pub async fn sign_out_everywhere(site: &Site, found: &SignedIn) -> Result<(), Failure> {
    let change = Change::SignOut {
        player: found.player.id,
        session: None,
    };
    site.services().store.change(change).await?;
    site.note_sign_out(found.player.id).await;
    Ok(())
}

/// Deletes whoever asks for it. Tables in memory forget the name as well, before this returns.
pub async fn delete(site: &Site, found: &SignedIn) -> Result<(), Failure> {
    let (store, player) = (&site.services().store, found.player.id);
    let seats = store.seats(player, u32::MAX).await?;
    if let PlayerKind::Member { username } = &found.player.kind {
        // Reserved before it is free, so that nobody can pass for its last owner.
        let until = site.services().clock.now() + HELD;
        let name = given_up(username);
        store.set_note(&name, until.to_string()).await?;
    }
    store.change(Change::Delete { player }).await?;
    site.note_sign_out(player).await;
    for seat in seats {
        site.reload(&seat.table).await;
    }
    Ok(())
}

/// Whoever is signed in.
pub async fn known(site: &Site, headers: &HeaderMap) -> Result<SignedIn, Failure> {
    let found = signed_in(site, headers).await?;
    found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))
}

/// The same for a request that changes something, which has to come from a page of this server's.
pub async fn changing(site: &Site, headers: &HeaderMap) -> Result<SignedIn, Failure> {
    from_here(site, headers)?;
    known(site, headers).await
}

/// Refuses what does not come from a page of this server's.
pub fn from_here(site: &Site, headers: &HeaderMap) -> Result<(), Failure> {
    match site.is_from_here(headers) {
        true => Ok(()),
        false => Err(Failure::new(ApiErrorCode::ForeignOrigin)),
    }
}

/// What a player is told of themselves.
pub async fn me(site: &Site, player: Player) -> Result<Me, Failure> {
    let codes = site.services().store.codes_left(player.id).await?;
    Ok(Me {
        id: player.id,
        username: match player.kind {
            PlayerKind::Member { username } => Some(username),
            PlayerKind::Guest | PlayerKind::Bot | PlayerKind::Gone => None,
        },
        name: player.name,
        codes,
        since: player.made_at,
    })
}

/// What a list calls a session: enough of its hash to tell those of one player apart.
pub fn session_id(hash: &TokenHash) -> String {
    let first = hash.bytes().iter().take(8);
    first.map(|byte| format!("{byte:02x}")).collect()
}

/// A session that was just begun or used.
async fn again(site: &Site, hash: TokenHash) -> Result<SignedIn, Failure> {
    let services = site.services();
    let found = services.store.session(hash, services.sessions_at()).await?;
    found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))
}

fn name(text: &str) -> Result<String, Failure> {
    names::display(text).ok_or(Failure::new(ApiErrorCode::BadName))
}

/// Recovery codes, and what is kept of them.
pub fn new_codes() -> (Vec<String>, Vec<TokenHash>) {
    let codes: Vec<String> = (0..secrets::CODES).map(|_| secrets::code()).collect();
    let hashes = codes.iter().map(|code| secrets::hash(code)).collect();
    (codes, hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_is_held_until_its_time_is_over() {
        for (until, now, is) in [
            (None, 5, false),
            (Some("10"), 9, true),
            (Some("10"), 10, false),
            (Some("x"), 0, false),
        ] {
            assert_eq!(is_held(until, now), is, "{until:?} at {now}");
        }
        assert_eq!(given_up("Ana"), given_up("a_n-a"), "as it looks");
        assert_ne!(given_up("Ana"), given_up("Anna"));
        assert!(!given_up("anamaria").contains("ana"), "no name is kept");
    }
}
