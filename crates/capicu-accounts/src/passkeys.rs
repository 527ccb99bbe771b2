//! Passkeys: a guest becomes a member by creating one, and members sign in with them.

mod ceremonies;

use std::fmt;

use capicu_protocol::{ApiErrorCode, Assertion, Attestation, Ceremony, Credential, PasskeyInfo};
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

use crate::account::{new_codes, unlike_others};
use crate::{Context, Error, names};
pub use ceremonies::{Ceremonies, What};
use ceremonies::{Open, TIME};

/// The longest id of a passkey, which an authenticator chooses.
const LONGEST_ID: usize = 1_023;

/// The site for which passkeys are created.
pub struct Party {
    /// The name of the site.
    pub site: String,
    /// The origin of its pages.
    pub origin: String,
}

impl fmt::Debug for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)
    }
}

impl Party {
    /// The library's verifier for this site.
    fn judge(&self) -> Passki {
        Passki::new(&self.site, &[&self.origin], "Capicú")
    }
}

/// A new passkey, and the recovery codes if a guest has become a member.
#[derive(Debug)]
pub struct Added {
    pub passkey: Passkey,
    pub codes: Vec<String>,
}

/// Begins to create a passkey for the signed-in player. A guest gives the username of their new account.
pub async fn begin_adding(
    context: &Context,
    ceremonies: &Ceremonies,
    party: &Party,
    found: &SignedIn,
    username: Option<&str>,
) -> Result<Ceremony<RegistrationChallenge>, Error> {
    let player = &found.player;
    let store = &context.store;
    let (joining, username) = match (&player.kind, username) {
        (PlayerKind::Member { username }, None) => (None, username.clone()),
        (PlayerKind::Guest, Some(username)) => {
            let bad = || Error::new(ApiErrorCode::BadUsername);
            let username = names::username(username).ok_or_else(bad)?;
            // Check this before the device stores a useless passkey.
            if store.is_taken(names::skeleton(username)).await? {
                return Err(Error::new(ApiErrorCode::UsernameTaken));
            }
            unlike_others(context, username).await?;
            (Some(username.to_owned()), username.to_owned())
        }
        _ => {
            let why = "a guest says a username, a member keeps it".to_owned();
            return Err(Error::new(ApiErrorCode::BadUsername).detail(why));
        }
    };
    let own = store.passkeys(player.id).await?;
    if own.len() >= MOST_PASSKEYS {
        return Err(Error::new(ApiErrorCode::TooManyPasskeys));
    }
    let own = own.iter().filter(|passkey| passkey.site == party.site);
    let own: Vec<StoredPasskey> = own.map(stored).collect();
    let mut options = RegistrationOptions::default();
    options.timeout = TIME;
    // A player signs in without a username, by the passkey alone.
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
    Ok(ceremony(context, ceremonies, party, session, what, options))
}

/// Ends the ceremony: stores the passkey, and makes a guest a member.
pub async fn add(
    context: &Context,
    party: &Party,
    ended: What,
    found: &SignedIn,
    label: String,
    credential: &Credential<Attestation>,
) -> Result<Added, Error> {
    let What::Add(state, joining) = ended else {
        return Err(Error::new(ApiErrorCode::CeremonyOver));
    };
    let credential = converted(credential)?;
    let made = party.judge();
    let made = made.finish_passkey_registration(&credential, &state);
    let made = made.map_err(|error| bad(&error))?;
    if !(1..=LONGEST_ID).contains(&made.credential_id.len()) {
        return Err(Error::new(ApiErrorCode::BadPasskey));
    }
    let passkey = Passkey {
        id: CredentialId(made.credential_id),
        site: party.site.clone(),
        public_key: made.public_key,
        algorithm: made.algorithm,
        counter: made.counter,
        label,
        made_at: context.clock.now(),
        used_at: None,
    };
    let player = found.player.id;
    let (change, codes) = match joining {
        Some(username) => {
            let (codes, hashes) = new_codes(context);
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
    let changed = context.store.change(Change::Passkey(change)).await;
    changed.map_err(|error| match error {
        // The player is no longer a guest, or was deleted.
        PeopleError::Unknown => Error::new(ApiErrorCode::CeremonyOver),
        error => error.into(),
    })?;
    Ok(Added { passkey, codes })
}

/// Begins to sign a device in with any passkey; its user chooses which.
pub fn begin_sign_in(
    context: &Context,
    ceremonies: &Ceremonies,
    party: &Party,
    session: Option<TokenHash>,
) -> Result<Ceremony<AuthenticationChallenge>, Error> {
    let mut options = AuthenticationOptions::default();
    options.timeout = TIME;
    options.user_verification = UserVerificationRequirement::Required;
    let begun = party.judge().start_passkey_authentication(&[], options);
    let (options, state) = begun.map_err(|error| bad(&error))?;
    Ok(ceremony(
        context,
        ceremonies,
        party,
        session,
        What::SignIn(state),
        options,
    ))
}

/// Returns the proof that a device may sign in. Calls `copied` if the passkey seems to exist twice.
pub async fn prove(
    context: &Context,
    party: &Party,
    ended: What,
    credential: &Credential<Assertion>,
    copied: impl FnOnce(),
) -> Result<Proof, Error> {
    let What::SignIn(state) = ended else {
        return Err(Error::new(ApiErrorCode::CeremonyOver));
    };
    let id = Passki::base64_decode(&credential.raw_id).map_err(|error| bad(&error))?;
    let id = CredentialId(id);
    let known = context.store.passkey(id.clone()).await?;
    let known = known.filter(|(_, passkey)| passkey.site == party.site);
    let unknown = || Error::new(ApiErrorCode::BadPasskey).detail("it is unknown".to_owned());
    let (player, passkey) = known.ok_or_else(unknown)?;
    let (judge, shown, known) = (party.judge(), converted(credential)?, stored(&passkey));
    let signed = judge.finish_passkey_authentication(&shown, &state, &known);
    let signed = signed.map_err(|error| {
        // The library checks the counter before the signature, and only a signed counter indicates a copy.
        let mut uncounted = stored(&passkey);
        uncounted.counter = 0;
        if let PasskiError::CounterRegression = error
            && let Ok(_) = judge.finish_passkey_authentication(&shown, &state, &uncounted)
        {
            copied();
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
pub async fn all(context: &Context, player: &Player) -> Result<Vec<PasskeyInfo>, Error> {
    let all = context.store.passkeys(player.id).await?;
    Ok(all.into_iter().map(info).collect())
}

/// Removes a passkey, unless the member could then no longer sign in: at this site, or at the passkey's site.
pub async fn remove(
    context: &Context,
    site: Option<String>,
    found: &SignedIn,
    id: &str,
) -> Result<(), Error> {
    let store = &context.store;
    let all = store.passkeys(found.player.id).await?;
    let named = all.into_iter().find(|passkey| short(&passkey.id) == id);
    let passkey = named.ok_or(Error::new(ApiErrorCode::NotFound))?;
    let change = PasskeyChange::Remove {
        player: found.player.id,
        id: passkey.id,
        site: site.unwrap_or(passkey.site),
    };
    store.change(Change::Passkey(change)).await?;
    Ok(())
}

/// A passkey in its player's view.
pub fn info(passkey: Passkey) -> PasskeyInfo {
    PasskeyInfo {
        id: short(&passkey.id),
        label: passkey.label,
        site: passkey.site,
        since: passkey.made_at,
        used: passkey.used_at,
    }
}

/// The id of a passkey in lists: enough of its hash to distinguish the passkeys of one player.
fn short(id: &CredentialId) -> String {
    let digest = Sha256::digest(&id.0);
    let first = digest.iter().take(8);
    first.map(|byte| format!("{byte:02x}")).collect()
}

fn ceremony<T>(
    context: &Context,
    ceremonies: &Ceremonies,
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
    let now = context.clock.now();
    Ceremony {
        ceremony: ceremonies.begin(open, context.randomness, now),
        options,
    }
}

/// Converts a credential to the types of the library, which are those of the specification.
fn converted<T: serde::Serialize, U: serde::de::DeserializeOwned>(
    credential: &T,
) -> Result<U, Error> {
    let value = serde_json::to_value(credential).and_then(serde_json::from_value);
    value.map_err(|why| Error::new(ApiErrorCode::Malformed).detail(why.to_string()))
}

fn stored(passkey: &Passkey) -> StoredPasskey {
    let mut stored = StoredPasskey::default();
    stored.credential_id = passkey.id.0.clone();
    stored.public_key = passkey.public_key.clone();
    stored.algorithm = passkey.algorithm;
    stored.counter = passkey.counter;
    stored
}

fn bad(error: &PasskiError) -> Error {
    Error::new(ApiErrorCode::BadPasskey).detail(error.to_string())
}
