//! How players did, in one match and over many.

use std::collections::BTreeMap;

use capicu::{Seat, View};
use capicu_record::side;

use crate::analysis::Analysis;
use crate::judged::{Class, Kind, Loss};
use crate::units::rounded;

/// Part of a round, as a seat that chooses sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No tile lies yet.
    Lead,
    /// Between the lead and the ending.
    Middle,
    /// It holds no more than three tiles.
    Ending,
}

/// With so many tiles left a round ends for a seat.
const LAST: usize = 3;

impl Phase {
    /// All, in order.
    pub const ALL: [Self; 3] = [Self::Lead, Self::Middle, Self::Ending];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lead => "lead",
            Self::Middle => "middle",
            Self::Ending => "ending",
        }
    }

    fn of(view: &View) -> Self {
        if view.board().layout().laid().is_empty() {
            Self::Lead
        } else if view.hand().len() > LAST {
            Self::Middle
        } else {
            Self::Ending
        }
    }
}

/// What choices lost, in millionths of a round. Losses that cannot be told from none count as none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// How many choices.
    pub choices: usize,
    sum: i128,
    squares: i128,
}

impl Losses {
    fn note(&mut self, loss: &Loss) {
        let lost = match loss.is_certain() {
            true => i128::from(loss.round),
            false => 0,
        };
        self.choices += 1;
        self.sum += lost;
        self.squares += lost * lost;
    }

    fn add(&mut self, other: &Self) {
        self.choices += other.choices;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean of a choice; nothing where there was none.
    pub const fn mean(&self) -> i64 {
        match self.choices {
            0 => 0,
            n => rounded(self.sum as i64, n as i64),
        }
    }

    /// Twice the standard error of the mean, as far as so many choices tell; `None` of fewer than two.
    pub const fn within(&self) -> Option<i64> {
        if self.choices < 2 {
            return None;
        }
        let n = self.choices as i128;
        let spread = n * self.squares - self.sum * self.sum;
        // A thousand times the error, so that halves are rounded well.
        let error = (spread * 1_000_000 / (n * n * (n - 1))).isqrt();
        Some(rounded(2 * error as i64, 1_000))
    }
}

/// How one player did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// In how many matches.
    pub matches: usize,
    /// All choices, those left out where all actions come to the same.
    pub all: Losses,
    /// The same by [`Phase`].
    pub phases: [Losses; 3],
    /// Mistakes that the facts alone show, and those that take reading.
    pub kinds: [Losses; 2],
    /// What was lost of matches, in millionths; losses that cannot be told from none are left out.
    pub lost: i64,
    /// How many inaccuracies, errors and blunders.
    pub mistakes: [usize; 3],
    /// What deals, draws and how the tiles lay brought the player's side, in millionths of a match, in the matches
    /// that have a sum; and how many these are.
    pub luck: (i64, usize),
}

impl Player {
    /// How a seat did in a match.
    pub fn of(analysis: &Analysis<'_>, seat: Seat) -> Self {
        let mut player = Self {
            matches: 1,
            ..Self::default()
        };
        for (decision, judged) in analysis.decisions() {
            if decision.seat() != seat || judged.class == Class::Alike {
                continue;
            }
            player.all.note(&judged.loss);
            player.phases[Phase::of(&decision.view) as usize].note(&judged.loss);
            if let Some((kind, _)) = judged.kind {
                player.kinds[usize::from(kind == Kind::Readable)].note(&judged.loss);
            }
            if judged.loss.is_certain() {
                player.lost += judged.loss.game;
            }
            let classes = [Class::Inaccuracy, Class::Error, Class::Blunder];
            for (count, class) in player.mistakes.iter_mut().zip(classes) {
                *count += usize::from(judged.class == class);
            }
        }
        if let Some(luck) = &analysis.luck {
            player.luck = (luck[analysis.played.rules.team(seat)], 1);
        }
        player
    }

    fn add(&mut self, other: &Self) {
        self.matches += other.matches;
        self.all.add(&other.all);
        for (one, other) in self.phases.iter_mut().zip(&other.phases) {
            one.add(other);
        }
        for (one, other) in self.kinds.iter_mut().zip(&other.kinds) {
            one.add(other);
        }
        self.lost += other.lost;
        for (one, other) in self.mistakes.iter_mut().zip(other.mistakes) {
            *one += other;
        }
        self.luck.0 += other.luck.0;
        self.luck.1 += other.luck.1;
    }
}

/// How players did over many matches, by name; of seats without one, by seat.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The players.
    pub players: BTreeMap<String, Player>,
    /// How many matches it is of.
    pub matches: usize,
}

impl Report {
    /// Takes a match in.
    pub fn note(&mut self, analysis: &Analysis<'_>) {
        self.matches += 1;
        for seat in Seat::all(analysis.played.rules.n_seats()) {
            let name = analysis.played.names[seat.index()].clone();
            let name = name.unwrap_or_else(|| side::letter(seat).to_string());
            let player = self.players.entry(name).or_default();
            player.add(&Player::of(analysis, seat));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judged::Share;

    fn losses(all: &[(i64, i64)]) -> Losses {
        let mut losses = Losses::default();
        for (round, error) in all {
            let share = Share {
                game: *error,
                round: *error,
            };
            losses.note(&Loss {
                game: *round,
                round: *round,
                error: share,
            });
        }
        losses
    }

    /// By hand: 30, 0 and 60 thousandths have a mean of 30 and a standard error of 17.32; what is not certain is
    /// nothing.
    #[test]
    fn a_mean_stands_with_its_interval() {
        let losses = losses(&[(30_000, 1_000), (25_000, 20_000), (60_000, 1_000)]);
        assert_eq!((losses.choices, losses.mean()), (3, 30_000));
        assert_eq!(losses.within(), Some(34_641));
        assert_eq!(self::losses(&[(30_000, 1)]).within(), None);
    }

    /// Two halves of the choices add up to all.
    #[test]
    fn matches_add_up() {
        let (mut one, other) = (losses(&[(9_000, 1), (0, 1)]), losses(&[(4_000, 1)]));
        one.add(&other);
        assert_eq!(one, losses(&[(9_000, 1), (0, 1), (4_000, 1)]));
    }
}
