//! The code of a table: six letters and digits that are said aloud, in the place of a link.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::TokenHash;

/// What codes are made of: small letters and digits, less those that look or sound like others.
pub const CODE_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The code of a table with open seats: whoever knows it may sit down in one. It is as good as a link, so that
/// guesses have to be counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; 6]);

impl Code {
    /// The code that somebody wrote, in small letters or capitals.
    pub fn new(text: &str) -> Option<Self> {
        let letters: [u8; 6] = text.to_ascii_lowercase().as_bytes().try_into().ok()?;
        letters
            .iter()
            .all(|letter| CODE_LETTERS.contains(letter))
            .then_some(Self(letters))
    }

    /// The code that follows from what opens the seats of a table: nobody can tell it who knows only some of that.
    pub(crate) fn of(secret: &TokenHash) -> Self {
        let digest = Sha256::new()
            .chain_update(b"code")
            .chain_update(secret.bytes())
            .finalize();
        Self(std::array::from_fn(|at| {
            CODE_LETTERS[usize::from(digest[at] % 32)]
        }))
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("its letters are ASCII")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// It opens a seat: a log does without.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_said() {
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
