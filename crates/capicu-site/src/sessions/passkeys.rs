//! Passkeys as browsers ask for them: where they work, and how often they may be tried.

use std::net::SocketAddr;

use axum::http::HeaderMap;
use capicu_accounts::passkeys::{self, Added, Party, What};
use capicu_protocol::{AddPasskey, ApiErrorCode, Assertion, Ceremony, Credential, Token};
use capicu_store::{Proof, SignedIn};
use capicu_table::TokenHash;
use passki::{AuthenticationChallenge, RegistrationChallenge};

use super::{Place, device, signed_in};
use crate::security::Incident;
use crate::{Failure, Site, What as Counted};

/// Begins to add a passkey for the signed-in player. A guest gives the username of the new account.
pub async fn begin_adding(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    found: &SignedIn,
    username: Option<&str>,
) -> Result<Ceremony<RegistrationChallenge>, Failure> {
    let party = here(site, headers)?;
    count(site, peer, headers)?;
    let begun = passkeys::begin_adding(site.context(), site.ceremonies(), &party, found, username);
    Ok(begun.await?)
}

/// Ends the ceremony: stores the passkey, and turns a guest into a player with an account.
pub async fn add(
    site: &Site,
    headers: &HeaderMap,
    found: &SignedIn,
    asked: &AddPasskey,
) -> Result<Added, Failure> {
    let party = here(site, headers)?;
    let ended = end(site, &party, Some(found.session.hash), &asked.ceremony)?;
    let (label, credential) = (device::label(headers), &asked.credential);
    let added = passkeys::add(site.context(), &party, ended, found, label, credential);
    Ok(added.await?)
}

/// Begins to sign a device in by the passkey that its user chooses.
pub async fn begin_sign_in(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
) -> Result<Ceremony<AuthenticationChallenge>, Failure> {
    let party = here(site, headers)?;
    count(site, peer, headers)?;
    let before = signed_in(site, headers).await?;
    let session = before.map(|before| before.session.hash);
    let begun = passkeys::begin_sign_in(site.context(), site.ceremonies(), &party, session);
    Ok(begun?)
}

/// Checks the passkey of a device that signs in; `session` is the one it had before.
pub async fn prove(
    site: &Site,
    headers: &HeaderMap,
    session: Option<TokenHash>,
    token: &Token,
    credential: &Credential<Assertion>,
) -> Result<Proof, Failure> {
    let party = here(site, headers)?;
    let ended = end(site, &party, session, token)?;
    let copied = || site.note(Incident::CopiedPasskey);
    let proof = passkeys::prove(site.context(), &party, ended, credential, copied);
    Ok(proof.await?)
}

/// Removes a passkey, unless the player could not sign in without it.
pub async fn remove(
    site: &Site,
    headers: &HeaderMap,
    found: &SignedIn,
    id: &str,
) -> Result<(), Failure> {
    let place = match site.passkeys_at(headers) {
        Place::Here(party) => Some(party.site),
        Place::At(_) | Place::Nowhere => None,
    };
    Ok(passkeys::remove(site.context(), place, found, id).await?)
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

fn end(
    site: &Site,
    party: &Party,
    session: Option<TokenHash>,
    token: &Token,
) -> Result<What, Failure> {
    let (token, now) = (TokenHash::of(token), site.context().clock.now());
    let begun = site.ceremonies().end(&token, session, &party.site, now);
    begun.ok_or(Failure::new(ApiErrorCode::CeremonyOver))
}
