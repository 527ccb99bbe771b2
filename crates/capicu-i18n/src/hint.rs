//! What one would play, and why.

use capicu::{Action, Clue, Seat};

use crate::Texts;

/// What a player is told that asks what to play. Shares are in percent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best action, and what it is worth: as good as winning the round so often.
    pub best: (Action, u8),
    /// The next best.
    pub next: (Action, u8),
    /// In how many possible deals the next player then holds nothing that fits.
    pub shuts_out: Option<u8>,
    /// What speaks for the best against the next best.
    pub clues: Vec<Clue>,
}

impl Texts {
    /// The advice in words.
    pub fn advice(&self, advice: &Advice, name: &dyn Fn(Seat) -> String) -> String {
        let ((best, chance), (next, less)) = (advice.best, advice.next);
        let (best, next) = (self.advised(best), self.advised(next));
        // A difference of one in a hundred is none to a player.
        let says = match chance.abs_diff(less) {
            0 | 1 => self.hint_about_equal(&best, &next, chance),
            _ => self.hint_says(&best, chance, &next, less),
        };
        let compared = |clue: &Clue| matches!(clue, Clue::Shuts(_));
        let shuts = advice
            .shuts_out
            .filter(|_| !advice.clues.iter().any(compared));
        let clues = advice.clues.iter();
        let clues = clues.map(|clue| self.clue(clue, |deed| deed + 1, name));
        [says]
            .into_iter()
            .chain(clues)
            .chain(shuts.map(|share| self.hint_shuts(share)))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A clue in words; `turn` is the number by which a move is known that is so many deeds after the first.
    pub fn clue(
        &self,
        clue: &Clue,
        turn: impl Fn(usize) -> usize,
        name: &dyn Fn(Seat) -> String,
    ) -> String {
        match *clue {
            Clue::Lacks {
                seat,
                pip,
                deed,
                drew,
            } => {
                let (seat, pip, turn) = (name(seat), pip.value(), turn(deed));
                match drew {
                    true => self.clue_lacks_drew(&seat, pip, turn),
                    false => self.clue_lacks_passed(&seat, pip, turn),
                }
            }
            Clue::Shuts(odds) => self.clue_shuts(&name(odds.seat), odds.better, odds.other),
            Clue::Denies(odds) => self.clue_denies(&name(odds.seat), odds.better, odds.other),
            Clue::Holds(tally) => self.clue_holds(tally.pip.value(), tally.held, tally.others),
            Clue::Stitches(tally) => {
                self.clue_stitches(tally.pip.value(), tally.held, tally.others)
            }
            Clue::CutsOff(tally) => self.clue_cuts_off(tally.pip.value(), tally.others, tally.held),
            Clue::Led { seat, tile } => self.clue_led(&name(seat), &self.tile(tile)),
            Clue::Scores {
                before,
                after,
                points,
            } => self.clue_scores(before, after, points),
            Clue::OneNumber { pip } => self.clue_one_number(pip.value()),
            Clue::Asleep { asleep, unseen } => self.clue_asleep(unseen, asleep),
        }
    }

    /// An action, as it stands in a list of moves: tiles in figures.
    pub fn noted(&self, action: Action) -> String {
        match action {
            Action::Lead(_) | Action::Play { .. } => action.to_string(),
            Action::HandOver => self.noted_hand_over(),
            Action::Draw => self.noted_draw(),
            Action::Pass => self.noted_pass(),
        }
    }

    /// An action, as it stands in a sentence.
    pub fn advised(&self, action: Action) -> String {
        match action {
            Action::Lead(tile) => self.hint_lay(&self.tile(tile)),
            Action::Play { tile, on } => self.hint_lay_on(&self.tile(tile), &self.tile(on)),
            Action::HandOver => self.hint_hand_over(),
            Action::Draw => self.hint_draw(),
            Action::Pass => self.hint_pass(),
        }
    }
}
