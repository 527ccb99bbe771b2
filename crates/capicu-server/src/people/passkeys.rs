//! Passkeys: making one, which makes a guest a member, and signing in by one.

pub mod api;
mod ceremonies;
mod place;

use std::net::SocketAddr;

use axum::http::HeaderMap;
use capicu_protocol::{
    AddPasskey, ApiErrorCode, Assertion, Ceremony, Credential, PasskeyInfo, Token,
};
use capicu_store::{
    Change, CredentialId, MOST_PASSKEYS, Passkey, PasskeyChange, PeopleError, Player, PlayerKind,
    Proof, SignedIn,
};
use capicu_table::TokenHash;
use passki::{
    AuthenticationChallenge, AuthenticationOptions, Passki, PasskiError, RegistrationChallenge,
    RegistrationOptions, ResidentKeyRequirement, StoredPasskey, UserVerificationRequirement,
};
use sha2::{Digest as _, Sha256};

use super::{acts, device, names};
use crate::http::What as Counted;
use crate::http::{Failure, Site};
use crate::nodes::message::{Question, Reply};
pub use ceremonies::{Ceremonies, What};
use ceremonies::{Open, TIME};
use place::Party;
pub use place::Place;

/// The longest id of a passkey, which an authenticator chooses.
const LONGEST_ID: usize = 1_023;

/// A new passkey, and the recovery codes of a guest who became a member by it.
#[derive(Debug)]
pub struct Added {
    pub passkey: Passkey,
    pub codes: Vec<String>,
}

/// Begins to make a passkey for whoever is signed in; a guest says the username of the member to be.
pub async fn begin_adding(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    found: &SignedIn,
    username: Option<&str>,
) -> Result<Ceremony<RegistrationChallenge>, Failure> {
    let party = here(site, headers)?;
    count(site, peer, headers)?;
    let player = &found.player;
    let store = &site.services().store;
    let (joining, username) = match (&player.kind, username) {
        (PlayerKind::Member { username }, None) => (None, username.clone()),
        (PlayerKind::Guest, Some(username)) => {
            let bad = || Failure::new(ApiErrorCode::BadUsername);
            let username = names::username(username).ok_or_else(bad)?;
            // Before the device keeps a passkey that would be of no use.
            if store.is_taken(names::skeleton(username)).await? {
                return Err(Failure::new(ApiErrorCode::UsernameTaken));
            }
            acts::unlike_others(site, username).await?;
            (Some(username.to_owned()), username.to_owned())
        }
        _ => {
            let why = "a guest says a username, a member keeps it".to_owned();
            return Err(Failure::new(ApiErrorCode::BadUsername).detail(why));
        }
    };
    let own = store.passkeys(player.id).await?;
    if own.len() >= MOST_PASSKEYS {
        return Err(Failure::new(ApiErrorCode::TooManyPasskeys));
    }
    let own = own.iter().filter(|passkey| passkey.site == party.site);
    let own: Vec<StoredPasskey> = own.map(stored).collect();
    let mut options = RegistrationOptions::default();
    options.timeout = TIME;
    // Signing in asks for no username, and needs nothing else than the passkey.
    options.resident_key = ResidentKeyRequirement::Required;
    options.user_verification = UserVerificationRequirement::Required;
    options.exclude_credentials = Some(&own);
    let called = player.name.as_deref().unwrap_or(&username);
    let id = player.id.as_str().as_bytes();
    let begun = party.judge();
    let begun = begun.start_passkey_registration(id, &username, called, options);
    let (options, state) = begun.map_err(|error| bad(&error))?;
    let what = What::Add(state, joining);
    let session = Some(found.session.hash);
    Ok(ceremony(site, &party, session, what, options))
}

/// Ends it: the passkey is kept, and a guest is a member.
pub async fn add(
    site: &Site,
    headers: &HeaderMap,
    found: &SignedIn,
    asked: &AddPasskey,
) -> Result<Added, Failure> {
    let party = here(site, headers)?;
    let session = Some(found.session.hash);
    let What::Add(state, joining) = end(site, &party, session, &asked.ceremony).await? else {
        return Err(Failure::new(ApiErrorCode::CeremonyOver));
    };
    let credential = converted(&asked.credential)?;
    let made = party.judge();
    let made = made.finish_passkey_registration(&credential, &state);
    let made = made.map_err(|error| bad(&error))?;
    if !(1..=LONGEST_ID).contains(&made.credential_id.len()) {
        return Err(Failure::new(ApiErrorCode::BadPasskey));
    }
    let passkey = Passkey {
        id: CredentialId(made.credential_id),
        site: party.site,
        public_key: made.public_key,
        algorithm: made.algorithm,
        counter: made.counter,
        label: device::label(headers),
        made_at: site.services().clock.now(),
        used_at: None,
    };
    let player = found.player.id;
    let (change, codes) = match joining {
        Some(username) => {
            let (codes, hashes) = acts::new_codes();
            let change = PasskeyChange::Join {
                player,
                skeleton: names::skeleton(&username),
                username,
                codes: hashes,
                passkey: passkey.clone(),
            };
            (change, codes)
        }
        None => {
            let passkey = passkey.clone();
            (PasskeyChange::Add { player, passkey }, Vec::new())
        }
    };
    let changed = site.services().store.change(Change::Passkey(change)).await;
    changed.map_err(|error| match error {
        // A guest no more, or gone.
        PeopleError::Unknown => Failure::new(ApiErrorCode::CeremonyOver),
        error => error.into(),
    })?;
    Ok(Added { passkey, codes })
}

/// Begins to sign a device in, as whoever the passkey is that its user chooses.
pub async fn begin_sign_in(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
) -> Result<Ceremony<AuthenticationChallenge>, Failure> {
    let party = here(site, headers)?;
    count(site, peer, headers)?;
    let before = super::signed_in(site, headers).await?;
    let mut options = AuthenticationOptions::default();
    options.timeout = TIME;
    options.user_verification = UserVerificationRequirement::Required;
    let begun = party.judge().start_passkey_authentication(&[], options);
    let (options, state) = begun.map_err(|error| bad(&error))?;
    let session = before.map(|before| before.session.hash);
    Ok(ceremony(
        site,
        &party,
        session,
        What::SignIn(state),
        options,
    ))
}

/// What proves that a device may sign in whose session so far is this one.
pub async fn prove(
    site: &Site,
    headers: &HeaderMap,
    session: Option<TokenHash>,
    token: &Token,
    credential: &Credential<Assertion>,
) -> Result<Proof, Failure> {
    let party = here(site, headers)?;
    let What::SignIn(state) = end(site, &party, session, token).await? else {
        return Err(Failure::new(ApiErrorCode::CeremonyOver));
    };
    let id = Passki::base64_decode(&credential.raw_id).map_err(|error| bad(&error))?;
    let id = CredentialId(id);
    let known = site.services().store.passkey(id.clone()).await?;
    let known = known.filter(|(_, passkey)| passkey.site == party.site);
    let unknown = || Failure::new(ApiErrorCode::BadPasskey).detail("it is unknown".to_owned());
    let (player, passkey) = known.ok_or_else(unknown)?;
    let (judge, shown, known) = (party.judge(), converted(credential)?, stored(&passkey));
    let signed = judge.finish_passkey_authentication(&shown, &state, &known);
    let signed = signed.map_err(|error| {
        // The counter is looked at before the signature: one that nobody signed says nothing of a copy.
        let mut uncounted = stored(&passkey);
        uncounted.counter = 0;
        if let PasskiError::CounterRegression = error
            && let Ok(_) = judge.finish_passkey_authentication(&shown, &state, &uncounted)
        {
            site.note_copied_passkey();
        }
        bad(&error)
    })?;
    // An authenticator that names the player names the one whose passkey it is.
    match signed.user_handle.as_deref() {
        None => {}
        Some(handle) if handle == player.as_str().as_bytes() => {}
        Some(_) => return Err(unknown()),
    }
    Ok(Proof::Passkey {
        id,
        counter: signed.counter,
    })
}

/// The passkeys of a player.
pub async fn all(site: &Site, player: &Player) -> Result<Vec<PasskeyInfo>, Failure> {
    let all = site.services().store.passkeys(player.id).await?;
    Ok(all.into_iter().map(info).collect())
}

/// Removes a passkey, unless the member could not sign in any more.
pub async fn remove(
    site: &Site,
    headers: &HeaderMap,
    found: &SignedIn,
    id: &str,
) -> Result<(), Failure> {
    let store = &site.services().store;
    let all = store.passkeys(found.player.id).await?;
    let named = all.into_iter().find(|passkey| short(&passkey.id) == id);
    let passkey = named.ok_or(Failure::new(ApiErrorCode::NotFound))?;
    let place = match site.passkeys_at(headers) {
        Place::Here(party) => party.site,
        Place::At(_) | Place::Nowhere => passkey.site,
    };
    let change = PasskeyChange::Remove {
        player: found.player.id,
        id: passkey.id,
        site: place,
    };
    store.change(Change::Passkey(change)).await?;
    Ok(())
}

/// What a player is told of a passkey.
pub fn info(passkey: Passkey) -> PasskeyInfo {
    PasskeyInfo {
        id: short(&passkey.id),
        label: passkey.label,
        site: passkey.site,
        since: passkey.made_at,
        used: passkey.used_at,
    }
}

/// What a list calls a passkey: enough of its hash to tell those of one player apart.
fn short(id: &CredentialId) -> String {
    let digest = Sha256::digest(&id.0);
    let first = digest.iter().take(8);
    first.map(|byte| format!("{byte:02x}")).collect()
}

fn here(site: &Site, headers: &HeaderMap) -> Result<Party, Failure> {
    match site.passkeys_at(headers) {
        Place::Here(party) => Ok(party),
        Place::At(origin) => {
            Err(Failure::new(ApiErrorCode::NoPasskeys).detail(format!("they work at {origin}")))
        }
        Place::Nowhere => Err(Failure::new(ApiErrorCode::NoPasskeys)),
    }
}

/// Counts a ceremony as a try to sign in, once: it is ended at most once.
fn count(site: &Site, peer: SocketAddr, headers: &HeaderMap) -> Result<(), Failure> {
    match site.allows(Counted::SignIn, peer, headers) {
        true => Ok(()),
        false => Err(site.too_often(Counted::SignIn)),
    }
}

fn ceremony<T>(
    site: &Site,
    party: &Party,
    session: Option<TokenHash>,
    what: What,
    options: T,
) -> Ceremony<T> {
    let open = Open {
        session,
        site: party.site.clone(),
        what,
    };
    let now = site.services().clock.now();
    Ceremony {
        ceremony: site.ceremonies().begin(open, now),
        options,
    }
}

async fn end(
    site: &Site,
    party: &Party,
    session: Option<TokenHash>,
    token: &Token,
) -> Result<What, Failure> {
    let (token, now) = (TokenHash::of(token), site.services().clock.now());
    if let Some(what) = site.ceremonies().end(&token, session, &party.site, now) {
        return Ok(what);
    }
    // It may have been begun at another server.
    let over = Failure::new(ApiErrorCode::CeremonyOver);
    let Some(nodes) = site.registry().nodes() else {
        return Err(over);
    };
    let question = Question::Ceremony {
        token: *token.bytes(),
        session: session.map(|session| *session.bytes()),
        place: party.site.clone(),
    };
    let replies = nodes.ask_others(&question).await.into_iter();
    let mut begun = replies.filter_map(|reply| match reply {
        Reply::Ceremony(what) => what,
        _ => None,
    });
    begun.next().map(|what| *what).ok_or(over)
}

/// A credential in the words of the library, which are those of the specification as well.
fn converted<T: serde::Serialize, U: serde::de::DeserializeOwned>(
    credential: &T,
) -> Result<U, Failure> {
    let value = serde_json::to_value(credential).and_then(serde_json::from_value);
    value.map_err(|why| Failure::new(ApiErrorCode::Malformed).detail(why.to_string()))
}

fn stored(passkey: &Passkey) -> StoredPasskey {
    let mut stored = StoredPasskey::default();
    stored.credential_id = passkey.id.0.clone();
    stored.public_key = passkey.public_key.clone();
    stored.algorithm = passkey.algorithm;
    stored.counter = passkey.counter;
    stored
}

fn bad(error: &PasskiError) -> Failure {
    Failure::new(ApiErrorCode::BadPasskey).detail(error.to_string())
}
