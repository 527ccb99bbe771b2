//! Results of players, in one match and over many.

use std::collections::BTreeMap;

use capicu::{Seat, View};
use capicu_record::side;

use crate::analysis::Analysis;
use crate::loss::{Class, Kind, Loss};
use crate::units::rounded;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The table is empty.
    Lead,
    /// Between the lead and the ending.
    Middle,
    /// The seat has at most three tiles.
    Ending,
}

/// The ending begins with this number of tiles in the seat's hand.
const LAST: usize = 3;

impl Phase {
    pub const ALL: [Self; 3] = [Self::Lead, Self::Middle, Self::Ending];

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

/// The losses of some choices, in millionths of a round. Losses within their error count as zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
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

    /// The mean loss per choice; zero without choices.
    pub const fn mean(&self) -> i64 {
        match self.choices {
            0 => 0,
            n => rounded(self.sum as i64, n as i64),
        }
    }

    /// Twice the standard error of the mean; `None` with fewer than two choices.
    pub const fn within(&self) -> Option<i64> {
        if self.choices < 2 {
            return None;
        }
        let n = self.choices as i128;
        let spread = n * self.squares - self.sum * self.sum;
        // A thousand times the error, to round halves correctly.
        let error = (spread * 1_000_000 / (n * n * (n - 1))).isqrt();
        Some(rounded(2 * error as i64, 1_000))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    pub matches: usize,
    pub all: Losses,
    pub phases: [Losses; 3],
    /// Mistakes that the facts alone show, and those that need an inference.
    pub kinds: [Losses; 2],
    /// The total loss in millionths of a match; losses within their error count as zero.
    pub lost: i64,
    /// The numbers of inaccuracies, errors and blunders.
    pub mistakes: [usize; 3],
    /// The luck of the player's side from deals, draws and the position of tiles, in millionths of a match, and the
    /// number of matches with a sum.
    pub luck: (i64, usize),
}

impl Player {
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
            player.luck = (luck[analysis.played.rules.side(seat)], 1);
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

/// The results of players over many matches, by name; for seats without a name, by seat.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub players: BTreeMap<String, Player>,
    pub matches: usize,
}

impl Report {
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
    use crate::loss::Share;

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

    /// By hand: 30, 0 and 60 thousandths have a mean of 30 and a standard error of 17.32. An uncertain loss counts as
    /// zero.
    #[test]
    fn mean_has_its_interval() {
        let losses = losses(&[(30_000, 1_000), (25_000, 20_000), (60_000, 1_000)]);
        assert_eq!((losses.choices, losses.mean()), (3, 30_000));
        assert_eq!(losses.within(), Some(34_641));
        assert_eq!(self::losses(&[(30_000, 1)]).within(), None);
    }

    /// Two halves of the choices add up to all.
    #[test]
    fn losses_of_matches_add_up() {
        let (mut one, other) = (losses(&[(9_000, 1), (0, 1)]), losses(&[(4_000, 1)]));
        one.add(&other);
        assert_eq!(one, losses(&[(9_000, 1), (0, 1), (4_000, 1)]));
    }
}
