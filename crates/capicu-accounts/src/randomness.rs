//! Random secrets and ids.

use capicu_protocol::{TableId, Token};
use capicu_table::CODE_LETTERS;

/// A source of random bytes: the system's generator, except in simulations.
#[derive(Clone, Copy, Debug)]
pub struct Randomness(fn(&mut [u8]));

impl Randomness {
    /// The generator of the system. It panics if the system has none.
    pub const SYSTEM: Self =
        Self(|bytes| getrandom::fill(bytes).expect("the system has randomness"));

    /// Another source, for simulations.
    pub const fn from_source(fill: fn(&mut [u8])) -> Self {
        Self(fill)
    }

    /// Fills a slice.
    pub fn fill(self, bytes: &mut [u8]) {
        (self.0)(bytes);
    }

    /// Returns an array of random bytes.
    pub fn bytes<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// A new token.
    pub fn token(self) -> Token {
        Token::new(self.bytes())
    }

    /// A new id of a table. It is not secret, but cannot be guessed by counting.
    pub fn table_id(self) -> TableId {
        TableId::new(self.bytes())
    }

    /// A new code that is easy to read aloud, for short-lived things.
    pub fn short_code(self) -> String {
        self.letters::<6>()
    }

    /// Random letters that are easy to read aloud.
    pub fn letters<const N: usize>(self) -> String {
        let bytes = self.bytes::<N>();
        let letters = bytes.map(|byte| char::from(CODE_LETTERS[usize::from(byte % 32)]));
        letters.iter().collect()
    }
}
