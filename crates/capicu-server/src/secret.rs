//! Secrets: made from the system's generator, kept as hashes.

use capicu::fair::Seed;
use capicu_protocol::Token;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// What the server keeps of a token. It cannot be turned back, and comparing takes the same time
/// wherever two of them differ.
#[derive(Clone, Copy, Debug)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token.
    pub fn of(token: &Token) -> Self {
        Self(Sha256::digest(token.bytes()).into())
    }

    /// The hash as the journal holds it.
    pub fn parse(text: &str) -> Option<Self> {
        // The same form as a token: 64 hexadecimal digits.
        text.parse::<Token>().ok().map(|token| Self(*token.bytes()))
    }

    /// For the journal.
    pub fn hex(&self) -> String {
        Token::new(self.0).to_string()
    }
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

/// Bytes from the system's generator.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// A new token.
pub fn token() -> Token {
    Token::new(random())
}

/// A new seed for a match.
pub fn seed() -> Seed {
    Seed::new(random())
}

/// A new id of a table: no secret, but not to be guessed by counting.
pub fn table_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    random::<12>()
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// Whether this could be the id of a table.
pub fn is_table_id(text: &str) -> bool {
    text.len() == 12
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}
