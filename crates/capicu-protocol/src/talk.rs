//! What people at a table say to each other beside the game.

use serde::{Deserialize, Serialize};

/// The longest text that somebody says, in characters.
pub const MAX_SAYING: usize = 200;

/// Something said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Saying {
    /// One of the phrases; at any time.
    Phrase(Phrase),
    /// In words of one's own, 1 to [`MAX_SAYING`] characters; between rounds, and not by guests.
    Text(#[cfg_attr(feature = "schema", schemars(length(min = 1, max = MAX_SAYING)))] String),
}

/// A phrase or a reaction. None says anything about tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// "Hello!"
    Hello,
    /// "Good luck!"
    GoodLuck,
    /// "Well played!"
    WellPlayed,
    /// "Thanks!"
    Thanks,
    /// "Sorry!"
    Sorry,
    /// "One moment."
    OneMoment,
    /// "I'm back."
    Back,
    /// "Good game!"
    GoodGame,
    /// "See you!"
    Goodbye,
    /// Applause.
    Applause,
    /// Laughter.
    Laughter,
    /// Amazement.
    Amazement,
}

impl Phrase {
    /// Every phrase, in the order in which they are offered.
    pub const ALL: [Self; 12] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::Thanks,
        Self::Sorry,
        Self::OneMoment,
        Self::Back,
        Self::GoodGame,
        Self::Goodbye,
        Self::Applause,
        Self::Laughter,
        Self::Amazement,
    ];

    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::GoodLuck => "good-luck",
            Self::WellPlayed => "well-played",
            Self::Thanks => "thanks",
            Self::Sorry => "sorry",
            Self::OneMoment => "one-moment",
            Self::Back => "back",
            Self::GoodGame => "good-game",
            Self::Goodbye => "goodbye",
            Self::Applause => "applause",
            Self::Laughter => "laughter",
            Self::Amazement => "amazement",
        }
    }
}
