//! Keys by which members sign in.

use std::fmt;

use capicu_protocol::PlayerId;
use capicu_table::TokenHash;

use crate::{Answer, Unavailable};

/// How many passkeys a player may have.
pub const MOST_PASSKEYS: usize = 20;

/// The passkeys that a server knows. They are changed as all about people is:
/// [`Change::Passkey`](crate::Change::Passkey).
pub trait Passkeys: Send + Sync + fmt::Debug {
    /// A passkey by what the authenticator calls it, and whose it is.
    fn passkey(
        &self,
        id: CredentialId,
    ) -> Answer<'_, Result<Option<(PlayerId, Passkey)>, Unavailable>>;

    /// The passkeys of a player, the first made first.
    fn passkeys(&self, player: PlayerId) -> Answer<'_, Result<Vec<Passkey>, Unavailable>>;
}

/// What an authenticator calls a passkey: up to 1,023 bytes of its own choice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CredentialId(pub Vec<u8>);

impl fmt::Debug for CredentialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CredentialId(of {} bytes)", self.0.len())
    }
}

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// What the authenticator calls it.
    pub id: CredentialId,
    /// The name of the site for which it was made: its relying party.
    pub site: String,
    /// The public key in the form of COSE.
    pub public_key: Vec<u8>,
    /// The number that COSE gives the algorithm.
    pub algorithm: i32,
    /// How often it has signed; 0 for ever where the authenticator does not count.
    pub counter: u32,
    /// What the list of passkeys calls it.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: u64,
    /// When it signed a device in last.
    pub used_at: Option<u64>,
}

/// What is changed about passkeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasskeyChange {
    /// A guest becomes a member who has this passkey.
    Join {
        /// The guest.
        player: PlayerId,
        /// The unique name.
        username: String,
        /// What it looks like; no two members have the same.
        skeleton: String,
        /// The hashes of the recovery codes.
        codes: Vec<TokenHash>,
        /// The passkey.
        passkey: Passkey,
    },
    /// A member has one more.
    Add {
        /// The member.
        player: PlayerId,
        /// The passkey.
        passkey: Passkey,
    },
    /// A passkey goes, unless the member could not sign in any more: there has to be a recovery code, or another
    /// passkey of `site`.
    Remove {
        /// Whose.
        player: PlayerId,
        /// Which.
        id: CredentialId,
        /// The site at which the member would have to sign in.
        site: String,
    },
}
