//! Hints about a player's own choice.

use serde::{Deserialize, Serialize};

use crate::{Act, Pip, Seat, Tile};

/// Whether players may ask for hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Hints {
    /// No hints are given.
    #[default]
    Off,
    /// Players may ask on their turn.
    On,
}

/// A strong player's choice in this seat, seeing only what the seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// The best action and its value.
    pub best: Judged,
    /// The second-best action and its value.
    pub next: Judged,
    /// In how many of 100 possible deals the next player then has no tile that fits, if that can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuts_out: Option<u8>,
    /// The reasons for the best action and against the second-best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<Clue>,
}

impl Hint {
    /// Makes a hint from shares between 0 and 1.
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

    /// Lists the best action, and the second-best if its value is within one percentage point.
    pub fn advised(&self) -> impl Iterator<Item = Act> {
        let best = self.best.chance;
        let both = [self.best, self.next].into_iter();
        both.filter(move |judged| best.abs_diff(judged.chance) <= 1)
            .map(|judged| judged.action)
    }
}

/// An action and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The action that was judged.
    pub action: Act,
    /// The value, in percent: as good as winning the round with this chance.
    pub chance: u8,
}

/// Twin of [`capicu::Clue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Clue {
    /// This seat has no tile with this number.
    Lacks {
        /// The seat without the number.
        seat: Seat,
        /// The number it lacks.
        pip: Pip,
        /// The index of the move of this round that showed it, from 0.
        #[serde(rename = "deed", alias = "move")]
        mv: usize,
        /// Whether it drew then; otherwise it passed.
        drew: bool,
    },
    /// The next player has no tile to lay.
    Shuts(Odds),
    /// The next player has no tile that scores at once.
    Denies(Odds),
    /// The best action opens a number of which the seat has enough.
    Holds(Tally),
    /// Every end shows the number.
    Stitches(Tally),
    /// No end shows the number any more.
    CutsOff(Tally),
    /// This seat chose to lead this tile.
    Led {
        /// The seat that led.
        seat: Seat,
        /// The tile it led.
        tile: Tile,
    },
    /// The ends score.
    Scores {
        /// The sum of the ends now, in pips.
        before: u16,
        /// The sum of the ends after the action, in pips.
        after: u16,
        /// The points for the new sum.
        points: u16,
    },
    /// A double leaves one number to answer.
    OneNumber {
        /// The number of the double.
        pip: Pip,
    },
    /// Some tiles stay in the boneyard to the end.
    #[serde(rename = "asleep", alias = "boneyard")]
    Boneyard {
        /// The number of tiles that stay in the boneyard.
        #[serde(rename = "asleep", alias = "boneyard")]
        boneyard: u8,
        /// The number of tiles that the seat has not seen.
        unseen: u8,
    },
}

/// Twin of [`capicu::Odds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Odds {
    /// The seat that the odds are about.
    pub seat: Seat,
    /// In how many of 1000 deals it is so after the best action.
    pub better: u16,
    /// In how many of 1000 deals it is so after the second-best action.
    pub other: u16,
}

/// Twin of [`capicu::Tally`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// The number that is counted.
    pub pip: Pip,
    /// How many tiles with it the seat keeps.
    pub held: u8,
    /// How many tiles with it are in other hands or the boneyard.
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
                        mv,
                        drew,
                    } => Self::Lacks {
                        seat: seat.into(),
                        pip: pip.into(),
                        mv,
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
                    Twin::Boneyard { boneyard, unseen } => Self::Boneyard { boneyard, unseen },
                }
            }
        }
    };
}

twin_clue!(capicu::Clue => Clue);
twin_clue!(Clue => capicu::Clue);
