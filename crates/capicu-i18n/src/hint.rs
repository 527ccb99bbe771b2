//! What one would play, and why.

use capicu::Action;

use crate::Texts;

/// What a player is told that asks what to play. Shares are in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best action, and what it is worth: as good as winning the round so often.
    pub best: (Action, u8),
    /// The next best.
    pub next: (Action, u8),
    /// In how many possible deals the next player then holds nothing that fits.
    pub shuts_out: Option<u8>,
}

impl Texts {
    /// The advice in words.
    pub fn advice(&self, advice: &Advice) -> String {
        let ((best, chance), (next, less)) = (advice.best, advice.next);
        let says = self.hint_says(&self.advised(best), chance, &self.advised(next), less);
        match advice.shuts_out {
            Some(share) => format!("{says} {}", self.hint_shuts(share)),
            None => says,
        }
    }

    fn advised(&self, action: Action) -> String {
        match action {
            Action::Lead(tile) => self.hint_lay(&self.tile(tile)),
            Action::Play { tile, on } => self.hint_lay_on(&self.tile(tile), &self.tile(on)),
            Action::HandOver => self.hint_hand_over(),
            Action::Draw => self.hint_draw(),
            Action::Pass => self.hint_pass(),
        }
    }
}
