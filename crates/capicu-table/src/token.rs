//! The hash that a table stores of a seat's secret.

use std::fmt;

use capicu_protocol::Token;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The SHA-256 of a token. It cannot be reversed, and comparing takes constant time.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    pub fn of(token: &Token) -> Self {
        Self(Sha256::digest(token.bytes()).into())
    }

    /// The hash of everything that opens a seat at first; nobody knows more than parts of that.
    pub(crate) fn of_all<'a>(tokens: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Sha256::new();
        for token in tokens {
            all.update(token.0);
        }
        Self(all.finalize().into())
    }

    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for TokenHash {
    /// Writes the first bytes: enough to distinguish two hashes in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, ..] = self.0;
        write!(f, "TokenHash({a:02x}{b:02x}{c:02x}..)")
    }
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}
