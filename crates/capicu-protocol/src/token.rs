//! The secret that opens a seat.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The secret of a seat: 256 random bits, written as 64 hexadecimal digits. It opens the seat to anybody who has it. A
/// server stores only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// Makes a token of these bytes, which must come from a cryptographic source.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 256 secret bits.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Token {
    /// Hides the secret, so that it does not end up in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// An error: the text is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token is 64 hexadecimal digits in lower case")]
pub struct ParseTokenError;

impl FromStr for Token {
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<Self, ParseTokenError> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(ParseTokenError),
        };
        let text: &[u8; 64] = text.as_bytes().try_into().map_err(|_| ParseTokenError)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Token {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_has_one_text_and_hides_it_in_debug() {
        let text = "00ff".repeat(16);
        let token: Token = text.parse().unwrap();
        assert_eq!(token.bytes()[..2], [0, 255]);
        assert_eq!(token.to_string(), text);
        assert!(!format!("{token:?}").contains("ff"));
        for bad in [
            "",
            "00",
            &"00FF".repeat(16),
            &"0".repeat(65),
            &"é".repeat(32),
        ] {
            assert_eq!(bad.parse::<Token>(), Err(ParseTokenError), "{bad}");
        }
    }
}
