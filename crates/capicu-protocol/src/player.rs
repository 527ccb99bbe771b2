//! The id of a player, the same at every table and on every device.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The letters of an id; no two look alike.
pub(crate) const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The number of letters in an id.
const LENGTH: usize = 16;

/// The id of a player: 16 letters and digits. It is no secret. It stays the same when a guest makes an account or a
/// player changes names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId([u8; LENGTH]);

impl PlayerId {
    /// Makes an id of these bytes. They should come from a cryptographic source, so that nobody can count players.
    pub fn new(bytes: [u8; LENGTH]) -> Self {
        Self(bytes.map(|byte| LETTERS[usize::from(byte % 32)]))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("its letters are ASCII")
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerId({self})")
    }
}

/// An error: the text is not the id of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id of a player is 16 of the letters a to z without l and o, and digits from 2 to 9")]
pub struct ParsePlayerIdError;

impl FromStr for PlayerId {
    type Err = ParsePlayerIdError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerIdError> {
        let bytes: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| ParsePlayerIdError)?;
        match bytes.iter().all(|byte| LETTERS.contains(byte)) {
            true => Ok(Self(bytes)),
            false => Err(ParsePlayerIdError),
        }
    }
}

impl Serialize for PlayerId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for PlayerId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_id_survives_text() {
        let id = PlayerId::new([0, 7, 31, 32, 64, 255, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11]);
        assert_eq!(id.to_string(), "ah9aa9bcdefgijkm");
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in [
            "",
            "ah9aa9bcdefgijk",
            "ah9aa9bcdefgijkl",
            "AH9AA9BCDEFGIJKM",
            "ah9aa9bcdefgijkmm",
        ] {
            assert_eq!(bad.parse::<PlayerId>(), Err(ParsePlayerIdError), "{bad}");
        }
    }
}
