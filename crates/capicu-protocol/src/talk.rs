//! Chat at a table.

use serde::{Deserialize, Serialize};

/// The longest text in the chat, in characters.
pub const MAX_SAYING: usize = 200;

/// A chat message of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Saying {
    /// One of the phrases, allowed at any time.
    Phrase(Phrase),
    /// A text of 1 to [`MAX_SAYING`] characters, allowed between rounds and not to guests.
    Text(#[cfg_attr(feature = "schema", schemars(length(min = 1, max = MAX_SAYING)))] String),
}

/// A phrase or a reaction. None says anything about tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// The phrase "Hello!"
    Hello,
    /// The phrase "Good luck!"
    GoodLuck,
    /// The phrase "Well played!"
    WellPlayed,
    /// The phrase "Thanks!"
    Thanks,
    /// The phrase "Sorry!"
    Sorry,
    /// The phrase "One moment."
    OneMoment,
    /// The phrase "I'm back."
    Back,
    /// The phrase "Good game!"
    GoodGame,
    /// The phrase "See you!"
    Goodbye,
    /// The reaction of applause.
    Applause,
    /// The reaction of laughter.
    Laughter,
    /// The reaction of amazement.
    Amazement,
}

impl Phrase {
    /// Every phrase, in the order in which pages offer them.
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

    /// The word for this phrase on the wire.
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
