//! Recovery codes: a member writes them down to sign in on another device.

use capicu_table::{CODE_LETTERS, TokenHash};
use sha2::{Digest as _, Sha256};

use crate::Randomness;

/// How many codes a member gets.
pub const CODES: usize = 10;

/// A new code: 80 random bits as four groups of four letters.
pub fn code(randomness: Randomness) -> String {
    let bytes = randomness.bytes::<16>();
    let letters = bytes.map(|byte| char::from(CODE_LETTERS[usize::from(byte % 32)]));
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    groups.join("-")
}

/// The hash of a code, in any spacing and case.
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
    fn recovery_code_ignores_case_and_spacing() {
        let new = || code(Randomness::SYSTEM);
        let code = new();
        assert_eq!(code.len(), 19);
        let written = code.to_ascii_uppercase().replace('-', " ");
        assert_eq!(hash(&code), hash(&written));
        assert_ne!(hash(&code), hash(&code[1..]));
        assert_ne!(new(), code);
    }
}
