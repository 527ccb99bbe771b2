//! Passkeys by which members sign in.

use std::fmt;

use capicu_protocol::PlayerId;
use capicu_table::TokenHash;

use crate::{Answer, Unavailable};

pub const MOST_PASSKEYS: usize = 20;

/// The passkeys of a server, read-only: [`Change::Passkey`](crate::Change::Passkey) changes them.
pub trait Passkeys: Send + Sync + fmt::Debug {
    fn passkey(
        &self,
        id: CredentialId,
    ) -> Answer<'_, Result<Option<(PlayerId, Passkey)>, Unavailable>>;

    /// Lists the passkeys of a player, oldest first.
    fn passkeys(&self, player: PlayerId) -> Answer<'_, Result<Vec<Passkey>, Unavailable>>;
}

/// An authenticator's id of a passkey: up to 1,023 arbitrary bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CredentialId(pub Vec<u8>);

impl fmt::Debug for CredentialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CredentialId(of {} bytes)", self.0.len())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    pub id: CredentialId,
    /// The relying party: the domain for which it was created.
    pub site: String,
    /// The public key in COSE form.
    pub public_key: Vec<u8>,
    /// The COSE number of the algorithm.
    pub algorithm: i32,
    /// The authenticator's counter of signatures; always 0 if it does not count.
    pub counter: u32,
    pub label: String,
    /// In milliseconds since 1970.
    pub made_at: u64,
    /// The last sign-in with it.
    pub used_at: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasskeyChange {
    Join {
        player: PlayerId,
        username: String,
        /// Unique among members.
        skeleton: String,
        codes: Vec<TokenHash>,
        passkey: Passkey,
    },
    Add {
        player: PlayerId,
        passkey: Passkey,
    },
    /// Removes a passkey, unless the member could not sign in afterwards: they need a recovery code, or another passkey
    /// of `site`.
    Remove {
        player: PlayerId,
        id: CredentialId,
        site: String,
    },
}
