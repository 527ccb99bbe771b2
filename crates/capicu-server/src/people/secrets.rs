//! Recovery codes: what a member writes down.

use capicu_table::TokenHash;
use sha2::{Digest as _, Sha256};

use crate::secret;

/// How many a member has at first.
pub const CODES: usize = 10;

/// None that is read as another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A new code: 80 random bits as four groups of four letters.
pub fn code() -> String {
    let letters = secret::random::<16>().map(|byte| LETTERS[usize::from(byte % 32)]);
    let groups: Vec<&str> = letters
        .chunks(4)
        .map(|group| std::str::from_utf8(group).expect("letters are ASCII"))
        .collect();
    groups.join("-")
}

/// What is kept of a code, however it is spaced and whether its letters are capitals.
pub fn hash(code: &str) -> TokenHash {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    let letters: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    let digest = Sha256::new()
        .chain_update(b"recovery code\n")
        .chain_update(letters);
    TokenHash::new(digest.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_same_however_it_is_written() {
        let code = code();
        assert_eq!(code.len(), 19);
        let written = code.to_ascii_uppercase().replace('-', " ");
        assert_eq!(hash(&code), hash(&written));
        assert_ne!(hash(&code), hash(&code[1..]));
        assert_ne!(super::code(), code);
    }
}
