//! Secrets, made from the system's generator.

use capicu_protocol::Token;
use capicu_table::CODE_LETTERS;

/// Bytes from the system's generator.
///
/// # Panics
///
/// If the system has none.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(test)]
    if crate::simulation::fill(&mut bytes) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// A new token.
pub fn token() -> Token {
    Token::new(random())
}

/// A new id of a table: no secret, but not to be guessed by counting.
pub fn table_id() -> String {
    letters::<12>()
}

/// A new code to be read aloud, for something that does not last long.
pub fn short_code() -> String {
    letters::<6>()
}

fn letters<const N: usize>() -> String {
    random::<N>()
        .iter()
        .map(|byte| char::from(CODE_LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// Whether this could be the id of a table.
pub fn is_table_id(text: &str) -> bool {
    text.len() == 12
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}
