//! Preset phrases of the chat.

use crate::Texts;

impl Texts {
    /// The phrase for a name on the wire; `None` if there is none.
    pub fn phrase(&self, name: &str) -> Option<String> {
        Some(match name {
            "hello" => self.phrase_hello(),
            "good-luck" => self.phrase_good_luck(),
            "well-played" => self.phrase_well_played(),
            "thanks" => self.phrase_thanks(),
            "sorry" => self.phrase_sorry(),
            "one-moment" => self.phrase_one_moment(),
            "back" => self.phrase_back(),
            "good-game" => self.phrase_good_game(),
            "goodbye" => self.phrase_goodbye(),
            "applause" => self.phrase_applause(),
            "laughter" => self.phrase_laughter(),
            "amazement" => self.phrase_amazement(),
            _ => return None,
        })
    }
}
