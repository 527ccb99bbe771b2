//! Guests, names, settings and sessions of players.

use capicu_event::Digest;
use capicu_protocol::{ApiErrorCode, Chosen, DeviceLink, Me, PlayerId, Token};
use capicu_store::{Change, PeopleError, Player, PlayerKind, Proof, Session, SignedIn};
use capicu_table::TokenHash;

use crate::{Context, DAY, Effects, Error, SESSION, names, recovery};

/// How long the link for another device is valid, in milliseconds.
const LINK: u64 = 5 * 60 * 1000;

/// The most settings of a member.
const MOST_SETTINGS: usize = 60;

/// The longest settings of a member, in bytes of JSON.
const LONGEST_SETTINGS: usize = 4096;

/// How long the username of a deleted member stays reserved, in milliseconds: 90 days.
const HELD: u64 = DAY.as_millis() as u64 * 90;

/// A session that has just begun.
#[derive(Debug)]
pub struct Begun {
    /// Its player and session.
    pub found: SignedIn,
    /// The secret of the session, which only its device keeps.
    pub token: Token,
}

/// The reason why a device is not signed in.
#[derive(Debug)]
pub enum SignInError {
    /// This player is banned.
    Banned(PlayerId),
    /// The error of any other refusal.
    Refused(Error),
}

impl<E: Into<Error>> From<E> for SignInError {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// Creates a guest on a device with this label.
///
/// # Errors
///
/// If it cannot be called so, or not be stored.
pub async fn make(context: &Context, label: String, called: Option<&str>) -> Result<Begun, Error> {
    let name = called.map(name).transpose()?;
    let (session, token) = new_session(context, label);
    let change = Change::Make {
        player: PlayerId::new(context.randomness.bytes()),
        name,
        session,
    };
    context.store.change(change).await?;
    begun(context, token).await
}

/// Gives the signed-in player another name, and returns the renamed player.
pub async fn rename(context: &Context, found: &SignedIn, called: &str) -> Result<SignedIn, Error> {
    let change = Change::Rename {
        player: found.player.id,
        name: Some(name(called)?),
    };
    context.store.change(change).await?;
    again(context, found.session.hash).await
}

/// Returns the settings that a member chose for all devices.
pub async fn chosen(context: &Context, found: &SignedIn) -> Result<Chosen, Error> {
    let kept = context.store.settings(found.player.id).await?;
    let chosen = kept.and_then(|(at, text)| {
        let settings = serde_json::from_str(&text).ok()?;
        Some(Chosen { at, settings })
    });
    Ok(chosen.unwrap_or_default())
}

/// Saves the settings that a member chose. A future time counts as now, so that a device whose clock is ahead does
/// not block later changes.
pub async fn choose(context: &Context, found: &SignedIn, chosen: Chosen) -> Result<(), Error> {
    let settings = serde_json::to_string(&chosen.settings).unwrap_or_default();
    if chosen.settings.len() > MOST_SETTINGS || settings.len() > LONGEST_SETTINGS {
        let why = format!(
            "at most {MOST_SETTINGS} settings, and {LONGEST_SETTINGS} bytes of them, are kept"
        );
        return Err(Error::new(ApiErrorCode::Malformed).detail(why));
    }
    let change = Change::Settings {
        player: found.player.id,
        at: chosen.at.min(context.clock.now()),
        settings,
    };
    Ok(context.store.change(change).await?)
}

/// Refuses a username that looks like another one, or was given up recently.
pub async fn unlike_others(context: &Context, username: &str) -> Result<(), Error> {
    let taken = || Error::new(ApiErrorCode::UsernameTaken);
    for other in names::read_as(username) {
        if context.store.is_taken(other).await? {
            return Err(taken());
        }
    }
    let until = context.store.note(&given_up(username)).await?;
    match is_held(until.as_deref(), context.clock.now()) {
        true => Err(taken()),
        false => Ok(()),
    }
}

/// The key of the note with the end of a reservation. It contains a hash of the name's look, and no name.
fn given_up(username: &str) -> String {
    let skeleton = names::skeleton(username);
    let hash = Digest::of(&[b"capicu-given-up-username/", skeleton.as_bytes()]);
    format!("given-up.{hash}")
}

/// Whether a username is still reserved at this moment, according to its note.
fn is_held(until: Option<&str>, now: u64) -> bool {
    let until: Option<u64> = until.and_then(|until| until.parse().ok());
    until.is_some_and(|until| now < until)
}

/// Makes a guest a member, and returns the recovery codes.
pub async fn join(context: &Context, found: &SignedIn, called: &str) -> Result<Vec<String>, Error> {
    let bad = || Error::new(ApiErrorCode::BadUsername);
    if found.player.kind != PlayerKind::Guest {
        return Err(bad().detail("a member keeps the username".to_owned()));
    }
    let username = names::username(called).ok_or_else(bad)?;
    unlike_others(context, username).await?;
    let (codes, hashes) = new_codes(context);
    let change = Change::Join {
        player: found.player.id,
        username: username.to_owned(),
        skeleton: names::skeleton(username),
        codes: hashes,
    };
    context.store.change(change).await?;
    Ok(codes)
}

/// Replaces the recovery codes of a member.
pub async fn renew_codes(context: &Context, found: &SignedIn) -> Result<Vec<String>, Error> {
    let (codes, hashes) = new_codes(context);
    let change = Change::Codes {
        player: found.player.id,
        codes: hashes,
    };
    context.store.change(change).await?;
    Ok(codes)
}

/// Creates a link that signs in another device.
pub async fn offer(context: &Context, found: &SignedIn) -> Result<DeviceLink, Error> {
    let token = context.randomness.token();
    let until = context.clock.now() + LINK;
    let change = Change::Offer {
        player: found.player.id,
        link: TokenHash::of(&token),
        expires_at: until,
    };
    context.store.change(change).await?;
    Ok(DeviceLink { token, until })
}

/// Whether the link with this token still signs in a device.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn is_offered(context: &Context, token: &Token) -> Result<bool, Error> {
    let now = context.clock.now();
    let offered = context.store.is_offered(TokenHash::of(token), now).await;
    offered.map_err(|_| Error::new(ApiErrorCode::Unavailable))
}

/// Signs in a device with this label, and returns the secret of the new session. `before` is the session that the
/// device already has.
///
/// # Errors
///
/// If it proves nothing, the player is banned, or it cannot be stored.
pub async fn sign_in(
    context: &Context,
    proof: Proof,
    label: String,
    before: Option<&SignedIn>,
) -> Result<(Token, Effects), SignInError> {
    let wrong = match proof {
        Proof::Passkey { .. } => ApiErrorCode::BadPasskey,
        Proof::Code { .. } | Proof::Link(_) => ApiErrorCode::BadCode,
    };
    let (session, token) = new_session(context, label);
    let change = Change::SignIn {
        proof,
        session,
        leaving: before.map(|before| before.session.hash),
    };
    match context.store.change(change).await {
        Err(PeopleError::Unknown) => return Err(Error::new(wrong).into()),
        Err(PeopleError::Banned(player)) => return Err(SignInError::Banned(player)),
        changed => changed?,
    }
    let effects = before.map(|before| Effects::sign_out(before.player.id));
    Ok((token, effects.unwrap_or_default()))
}

/// Whether a signed-out device is the one that asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedOut {
    /// The same device, which deletes its cookie.
    This,
    /// Another device of the player.
    Other,
}

/// Signs out a device; `this` is the one that asks.
///
/// # Errors
///
/// If there is no such session, or it cannot be stored.
pub async fn sign_out(
    context: &Context,
    found: &SignedIn,
    id: &str,
) -> Result<(SignedOut, Effects), Error> {
    let all = context
        .store
        .sessions(found.player.id, context.sessions_at());
    let all = all.await?;
    let this = found.session.hash;
    let named = |session: &&Session| match id {
        "this" => session.hash == this,
        id => session_id(&session.hash) == id,
    };
    let Some(session) = all.iter().find(named) else {
        return Err(Error::new(ApiErrorCode::NotFound));
    };
    let change = Change::SignOut {
        player: found.player.id,
        session: Some(session.hash),
    };
    context.store.change(change).await?;
    let which = match session.hash == this {
        true => SignedOut::This,
        false => SignedOut::Other,
    };
    Ok((which, Effects::sign_out(found.player.id)))
}

/// Signs out on every device.
///
/// # Errors
///
/// If it cannot be stored.
pub async fn sign_out_everywhere(context: &Context, found: &SignedIn) -> Result<Effects, Error> {
    let change = Change::SignOut {
        player: found.player.id,
        session: None,
    };
    context.store.change(change).await?;
    Ok(Effects::sign_out(found.player.id))
}

/// Deletes an account. The effects remove the name from tables in memory.
///
/// # Errors
///
/// If it cannot be stored.
pub async fn delete(context: &Context, found: &SignedIn) -> Result<Effects, Error> {
    let (store, player) = (&context.store, found.player.id);
    let seats = store.seats(player, u32::MAX).await?;
    if let PlayerKind::Member { username } = &found.player.kind {
        // Reserved before it is free, so that nobody can pass for its last owner.
        let until = context.clock.now() + HELD;
        let name = given_up(username);
        store.set_note(&name, until.to_string()).await?;
    }
    store.change(Change::Delete { player }).await?;
    let tables = seats.into_iter().map(|seat| seat.table);
    Ok(Effects::delete(player).and_reload(tables))
}

/// Returns a player's view of their own account.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn me(context: &Context, player: Player) -> Result<Me, Error> {
    let codes = context.store.codes_left(player.id).await?;
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

/// The id of a session in lists: enough of its hash to distinguish the sessions of one player.
pub fn session_id(hash: &TokenHash) -> String {
    let first = hash.bytes().iter().take(8);
    first.map(|byte| format!("{byte:02x}")).collect()
}

/// A new session that begins now, and its secret, which only the device keeps.
fn new_session(context: &Context, label: String) -> (Session, Token) {
    let token = context.randomness.token();
    let now = context.clock.now();
    let session = Session {
        hash: TokenHash::of(&token),
        label,
        made_at: now,
        seen_at: now,
        expires_at: now + SESSION.as_millis() as u64,
    };
    (session, token)
}

/// Returns the session of a new secret.
///
/// # Errors
///
/// If there is none, or the store cannot be read.
pub async fn begun(context: &Context, token: Token) -> Result<Begun, Error> {
    let found = again(context, TokenHash::of(&token)).await?;
    Ok(Begun { found, token })
}

/// Reads a session again that was just begun or used.
async fn again(context: &Context, hash: TokenHash) -> Result<SignedIn, Error> {
    let found = context.store.session(hash, context.sessions_at()).await?;
    found.ok_or(Error::new(ApiErrorCode::NotSignedIn))
}

fn name(text: &str) -> Result<String, Error> {
    names::display(text).ok_or(Error::new(ApiErrorCode::BadName))
}

/// New recovery codes, and the hashes to store.
pub fn new_codes(context: &Context) -> (Vec<String>, Vec<TokenHash>) {
    let codes: Vec<String> = (0..recovery::CODES)
        .map(|_| recovery::code(context.randomness))
        .collect();
    let hashes = codes.iter().map(|code| recovery::hash(code)).collect();
    (codes, hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_up_username_is_reserved_for_its_time() {
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
