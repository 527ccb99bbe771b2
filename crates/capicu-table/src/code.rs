//! The join code of a table: six letters and digits that are easy to say, in place of a link.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::TokenHash;

/// The characters of codes: lower-case letters and digits, without those that look or sound alike.
pub const CODE_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The join code of a table with open seats. It opens a seat as a link does, so servers must limit guesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; 6]);

impl Code {
    /// Reads a code in lower or upper case.
    pub fn new(text: &str) -> Option<Self> {
        let letters: [u8; 6] = text.to_ascii_lowercase().as_bytes().try_into().ok()?;
        letters
            .iter()
            .all(|letter| CODE_LETTERS.contains(letter))
            .then_some(Self(letters))
    }

    /// Derives the code from everything that opens the table's seats. Knowing only a part of that does not help to
    /// guess it.
    pub(crate) fn of(secret: &TokenHash) -> Self {
        let digest = Sha256::new()
            .chain_update(b"code")
            .chain_update(secret.bytes())
            .finalize();
        Self(std::array::from_fn(|at| {
            CODE_LETTERS[usize::from(digest[at] % 32)]
        }))
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("its letters are ASCII")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Hides the code, which opens a seat, from logs.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_survives_text_in_any_case() {
        let code = Code::of(&TokenHash::new([7; 32]));
        assert_eq!(Code::new(code.as_str()), Some(code));
        assert_eq!(Code::new(&code.as_str().to_uppercase()), Some(code));
        assert_ne!(Code::of(&TokenHash::new([8; 32])), code);
        for text in [
            "",
            "abcde",
            "abcdefg",
            "abcde0",
            "abcdel",
            "abcd\u{e9}",
            "abc ef",
        ] {
            assert_eq!(Code::new(text), None, "{text}");
        }
    }
}
