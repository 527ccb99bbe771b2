//! What a player may be told about its own choice.

use serde::{Deserialize, Serialize};

use crate::{Act, Pip, Seat, Tile};

/// Whether players may ask what to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Hints {
    /// They may not.
    #[default]
    Off,
    /// They may.
    On,
}

/// What a strong player would do in this seat, seeing what the seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// What.
    pub best: Judged,
    /// The next best.
    pub next: Judged,
    /// In how many of a hundred possible deals the next player then holds nothing that fits, where
    /// that can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuts_out: Option<u8>,
    /// What speaks for the best against the next best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<Clue>,
}

impl Hint {
    /// Of shares between 0 and 1.
    pub fn new(
        best: (Act, f64),
        next: (Act, f64),
        shuts_out: Option<f64>,
        clues: &[capicu::Clue],
    ) -> Self {
        let percent = |share: f64| (100.0 * share).round().clamp(0.0, 100.0) as u8;
        let judged = |(action, chance): (Act, f64)| Judged {
            action,
            chance: percent(chance),
        };
        Self {
            best: judged(best),
            next: judged(next),
            shuts_out: shuts_out.map(percent),
            clues: clues.iter().map(|clue| (*clue).into()).collect(),
        }
    }

    /// The best, and the next best where a player could not tell them apart.
    pub fn advised(&self) -> impl Iterator<Item = Act> {
        let best = self.best.chance;
        let both = [self.best, self.next].into_iter();
        both.filter(move |judged| best.abs_diff(judged.chance) <= 1)
            .map(|judged| judged.action)
    }
}

/// An action and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// What.
    pub action: Act,
    /// What it is worth: as good as winning the round in so many of a hundred.
    pub chance: u8,
}

/// Twin of [`capicu::Clue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Clue {
    /// This seat holds nothing with this number.
    Lacks {
        /// Who.
        seat: Seat,
        /// The number.
        pip: Pip,
        /// Which of the deeds of the round showed it, from 0.
        deed: usize,
        /// Whether it drew then; otherwise it passed.
        drew: bool,
    },
    /// The next to play has nothing to lay.
    Shuts(Odds),
    /// The next to play holds nothing that scores at once.
    Denies(Odds),
    /// The best opens a number of which the seat holds enough.
    Holds(Tally),
    /// Every end shows the number.
    Stitches(Tally),
    /// No end shows the number any more.
    CutsOff(Tally),
    /// This seat chose to lead this tile.
    Led {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// The ends score.
    Scores {
        /// What they come to now.
        before: u16,
        /// What they will come to.
        after: u16,
        /// The points that makes.
        points: u16,
    },
    /// A double leaves one number to answer.
    OneNumber {
        /// The number.
        pip: Pip,
    },
    /// Some tiles sleep to the end.
    Asleep {
        /// How many sleep.
        asleep: u8,
        /// How many the seat has not seen.
        unseen: u8,
    },
}

/// Twin of [`capicu::Odds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Odds {
    /// Of which seat.
    pub seat: Seat,
    /// In how many of a thousand deals after the best.
    pub better: u16,
    /// After the next best.
    pub other: u16,
}

/// Twin of [`capicu::Tally`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// The number.
    pub pip: Pip,
    /// How many the seat keeps.
    pub held: u8,
    /// How many are elsewhere.
    pub others: u8,
}

macro_rules! twins {
    ($($name:ident { $($field:ident),+ })+) => {
        $(
            impl From<capicu::$name> for $name {
                fn from(of: capicu::$name) -> Self {
                    Self { $($field: of.$field.into()),+ }
                }
            }

            impl From<$name> for capicu::$name {
                fn from(twin: $name) -> Self {
                    Self { $($field: twin.$field.into()),+ }
                }
            }
        )+
    };
}

twins! {
    Odds { seat, better, other }
    Tally { pip, held, others }
}

macro_rules! twin_clue {
    ($from:path => $to:path) => {
        impl From<$from> for $to {
            fn from(clue: $from) -> Self {
                use $from as Twin;
                match clue {
                    Twin::Lacks {
                        seat,
                        pip,
                        deed,
                        drew,
                    } => Self::Lacks {
                        seat: seat.into(),
                        pip: pip.into(),
                        deed,
                        drew,
                    },
                    Twin::Shuts(odds) => Self::Shuts(odds.into()),
                    Twin::Denies(odds) => Self::Denies(odds.into()),
                    Twin::Holds(tally) => Self::Holds(tally.into()),
                    Twin::Stitches(tally) => Self::Stitches(tally.into()),
                    Twin::CutsOff(tally) => Self::CutsOff(tally.into()),
                    Twin::Led { seat, tile } => Self::Led {
                        seat: seat.into(),
                        tile: tile.into(),
                    },
                    Twin::Scores {
                        before,
                        after,
                        points,
                    } => Self::Scores {
                        before,
                        after,
                        points,
                    },
                    Twin::OneNumber { pip } => Self::OneNumber { pip: pip.into() },
                    Twin::Asleep { asleep, unseen } => Self::Asleep { asleep, unseen },
                }
            }
        }
    };
}

twin_clue!(capicu::Clue => Clue);
twin_clue!(Clue => capicu::Clue);
