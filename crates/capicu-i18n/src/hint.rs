//! Hints in words: the best move and its reasons.

use capicu::{Action, Clue, Seat};

use crate::Texts;

/// A hint for a player. Shares are in percent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best action, and its value as a chance to win the round.
    pub best: (Action, u8),
    /// The second best action, and its value.
    pub next: (Action, u8),
    /// The share of possible deals in which the next player then has no tile that fits.
    pub shuts_out: Option<u8>,
    /// Reasons to prefer the best action over the second best.
    pub clues: Vec<Clue>,
}

/// A hint in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    /// The best move, and the first reason for it.
    pub short: String,
    /// The same with its chances, and all reasons.
    pub numbers: String,
}

/// From this chance in thousandths, a reason says "almost certainly".
const ALMOST_CERTAIN: u16 = 990;

impl Texts {
    /// Writes a hint as sentences; `name` gives the name of a seat.
    pub fn advice(&self, advice: &Advice, name: &dyn Fn(Seat) -> String) -> Advised {
        let ((best, chance), (next, less)) = (advice.best, advice.next);
        let (best, next) = (self.advised(best), self.advised(next));
        // Players cannot notice a difference of one percent.
        let [short, says] = match chance.abs_diff(less) {
            0 | 1 => [
                self.hint_equal(&best, &next),
                self.hint_about_equal(&best, &next, chance),
            ],
            _ => [
                self.hint_best_move(&best),
                self.hint_says(&best, chance, &next, less),
            ],
        };
        let why = advice.clues.first();
        let why = why.map(|clue| self.plain_clue(clue, |mv| mv + 1, name));
        let compared = |clue: &Clue| matches!(clue, Clue::Shuts(_));
        let shuts = advice
            .shuts_out
            .filter(|share| *share > 0 && !advice.clues.iter().any(compared));
        let clues = advice.clues.iter();
        let clues = clues.map(|clue| self.clue(clue, |mv| mv + 1, name));
        let shuts = shuts.map(|share| self.hint_shuts(share));
        let numbers = [says].into_iter().chain(clues).chain(shuts);
        let short = [short].into_iter().chain(why);
        Advised {
            short: short.collect::<Vec<_>>().join(" "),
            numbers: numbers.collect::<Vec<_>>().join(" "),
        }
    }

    /// Writes a clue as a sentence without chances.
    pub fn plain_clue(
        &self,
        clue: &Clue,
        turn: impl Fn(usize) -> usize,
        name: &dyn Fn(Seat) -> String,
    ) -> String {
        match clue {
            Clue::Shuts(odds) if odds.better >= ALMOST_CERTAIN => {
                self.moment_shuts_almost(&name(odds.seat))
            }
            Clue::Shuts(odds) => self.moment_shuts(&name(odds.seat)),
            Clue::Denies(odds) if odds.better >= ALMOST_CERTAIN => {
                self.moment_denies_almost(&name(odds.seat))
            }
            Clue::Denies(odds) => self.moment_denies(&name(odds.seat)),
            clue => self.clue(clue, turn, name),
        }
    }

    /// Writes a clue as a sentence. `turn` converts the index of a move into the number that readers see.
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
                mv,
                drew,
            } => {
                let (seat, pip, turn) = (name(seat), pip.value(), turn(mv));
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
            Clue::Led { seat, tile } => self.clue_led(&name(seat), &tile.to_string()),
            Clue::Scores {
                before,
                after,
                points,
            } => self.clue_scores(before, after, points),
            Clue::OneNumber { pip } => self.clue_one_number(pip.value()),
            Clue::Boneyard { boneyard, unseen } => self.clue_asleep(unseen, boneyard),
        }
    }

    /// An action in a list of moves, with tiles as digits.
    pub fn noted(&self, action: Action) -> String {
        match action {
            Action::Lead(_) | Action::Play { .. } => action.to_string(),
            Action::HandOver => self.noted_hand_over(),
            Action::Draw => self.noted_draw(),
            Action::Pass => self.noted_pass(),
        }
    }

    /// An action within a sentence, with its tiles in figures: `6-4 on the 6-6`.
    pub fn in_figures(&self, action: Action) -> String {
        match action {
            Action::Lead(tile) => tile.to_string(),
            Action::Play { tile, on } => self.hint_lay_on(&tile.to_string(), &on.to_string()),
            Action::Draw | Action::Pass | Action::HandOver => self.advised(action),
        }
    }

    /// An action within a sentence, with its tiles in words.
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
