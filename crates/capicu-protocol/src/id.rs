//! The ids of tables, events and clubs. Parsing checks the text. JSON and rows that a server wrote are
//! not checked again.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::player::LETTERS;

/// How many letters an id has.
const LENGTH: usize = 12;

/// A text that is not the id of a table, an event or a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 12 letters from a to z and digits")]
pub struct ParseIdError;

macro_rules! ids {
    ($(#[$doc:meta] $name:ident;)+) => {$(
        #[$doc]
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// An id of these bytes, which should come from a cryptographic source, so that nobody guesses it.
            pub fn new(bytes: [u8; LENGTH]) -> Self {
                Self(bytes.map(|byte| char::from(LETTERS[usize::from(byte % 32)])).iter().collect())
            }

            /// The id of a stored row, which was checked before.
            pub fn stored(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
                match text.len() == LENGTH && text.bytes().all(is_letter) {
                    true => Ok(Self(text.to_owned())),
                    false => Err(ParseIdError),
                }
            }
        }
    )+};
}

ids! {
    /// The id of a table.
    TableId;
    /// The id of an event.
    EventId;
    /// The id of a club.
    ClubId;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_twelve_small_letters_and_digits_are_an_id() {
        let id = TableId::new([0, 7, 31, 32, 64, 255, 1, 2, 3, 4, 5, 6]);
        assert_eq!(id.to_string(), "ah9aa9bcdefg");
        assert_eq!(id.as_str().parse(), Ok(id));
        assert!("lo0100000000".parse::<EventId>().is_ok());
        for bad in [
            "",
            "ah9aa9bcdef",
            "ah9aa9bcdefgh",
            "AH9AA9BCDEFG",
            "ah9aa9bcdef-",
            "ah9aa9bcdeé",
        ] {
            assert_eq!(bad.parse::<ClubId>(), Err(ParseIdError), "{bad}");
        }
    }

    #[test]
    fn an_id_is_a_text_in_json() {
        let text = r#""ah9aa9bcdefg""#;
        let id: EventId = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), text);
    }
}
