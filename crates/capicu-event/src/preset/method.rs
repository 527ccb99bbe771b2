//! Who meets whom, as a preset says it.

use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "method",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    deny_unknown_fields
)]
pub enum Method {
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin {
        /// How often: 1 or 2; the second half mirrors the first.
        legs: u8,
    },
    /// Those meet who have done equally well, and nobody twice, by one optimal matching.
    Swiss {
        /// How many rounds; without it, the logarithm of the entries to base 2, rounded up, and two.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
        /// Who meets whom among equals.
        within_group: WithinGroup,
        /// Whether club mates meet.
        clubs: Clubs,
        /// A single round robin instead if no more have entered than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round_robin_up_to: Option<u16>,
    },
    /// Tables of three or four sides: those sit together who have done equally well and have met least.
    Tables {
        /// How many rounds; without it, the logarithm of the entries to base 2, rounded up, and two.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
        /// Who sits together among equals.
        within_group: WithinGroup,
        /// Whether club mates meet.
        clubs: Clubs,
    },
    /// Players alone, two against two, each with another partner in every round.
    RotatingPartners {
        /// How many rounds; without it, as for tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
        /// A whist tournament instead if no more play than this and there is a table for as many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whist_up_to: Option<u16>,
    },
    /// Players alone, two against two: everybody partners everybody once and opposes everybody twice.
    /// Where there is no table for as many, partners rotate by results.
    Whist,
    /// Duplicate in a hall: half of the pairs keep their tables, the others go up a table from round to
    /// round and the boards go down one. In the last rounds the sides are exchanged, so that one pair wins.
    /// A round robin for fewer than five.
    Mitchell {
        /// How many rounds at most; without it, all that the movement has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
    },
    /// Duplicate in a hall: every pair meets every other once. For 7 to 16 pairs; a round robin for fewer, a
    /// Mitchell movement for more.
    Howell {
        /// How many rounds at most; without it, all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
    },
    /// For a fixed time, without rounds: who is free plays whoever else is and has done as well, but not those
    /// whom they have just played.
    Arena {
        /// How long, from the opening of the stage. Meetings that have begun are played to their end.
        minutes: u16,
    },
    /// Who loses is out.
    KnockOut {
        /// Where club mates stand in the bracket.
        #[serde(default, skip_serializing_if = "ClubMates::is_usual")]
        club_mates: ClubMates,
    },
    /// Who loses twice is out.
    DoubleKnockOut {
        /// Who meets whom among those who have lost as often.
        draw: Draw,
        /// Whether the last meeting is played again when who had not lost yet loses it.
        reset: Reset,
    },
    /// Of each table the best go on, the others are out.
    TableKnockOut {
        /// How many of a table go on; from the last table, one.
        through: u8,
        /// The last round after which who is out may come back, once; without it, nobody may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re_entry_until: Option<u16>,
    },
}

impl Method {
    /// Whether who loses is out.
    pub const fn is_knock_out(&self) -> bool {
        matches!(
            self,
            Self::KnockOut { .. } | Self::DoubleKnockOut { .. } | Self::TableKnockOut { .. }
        )
    }

    /// Whether rounds follow from the results and not from a schedule: then somebody may enter late or
    /// stay away from a round, and a draft may be changed by hand.
    pub const fn is_open(&self) -> bool {
        matches!(
            self,
            Self::Swiss { .. }
                | Self::Tables { .. }
                | Self::RotatingPartners { .. }
                | Self::Arena { .. }
        )
    }

    /// Whether tables end and begin at any time: there are no rounds that everybody plays at once, and meetings
    /// are numbered through the stage.
    pub const fn is_continuous(&self) -> bool {
        matches!(self, Self::Arena { .. })
    }

    /// Whether boards go from table to table; elsewhere all tables play the same at once.
    pub const fn moves_boards(&self) -> bool {
        matches!(self, Self::Mitchell { .. } | Self::Howell { .. })
    }

    /// How many entries sit on a side together.
    pub const fn entries_a_side(&self) -> usize {
        match self {
            Self::RotatingPartners { .. } | Self::Whist => 2,
            _ => 1,
        }
    }
}

/// How a double knock-out is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// By two brackets: who loses in the first one enters the second, far from who has just beaten them.
    Bracket,
    /// By lot in every round, from a box of those who have not lost and a box of those who have lost once.
    Boxes,
}

/// What happens when who had not lost yet loses the last meeting of a double knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    /// Both have lost once, and meet again.
    Played,
    /// The other has won.
    Skipped,
}

/// Who meets whom among those with the same points, in the order of the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithinGroup {
    /// The first of the upper half the first of the lower half.
    Halves,
    /// The first the second.
    Neighbors,
    /// By lot.
    Random,
}

/// Where club mates stand in the bracket of a knock-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClubMates {
    /// Where their seeds put them.
    #[default]
    Anywhere,
    /// In opposite halves, as far as that is possible among seeds that would go out in the same round.
    Apart,
}

impl ClubMates {
    fn is_usual(&self) -> bool {
        *self == Self::Anywhere
    }
}

/// Whether club mates are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clubs {
    /// Clubs make no difference.
    Ignore,
    /// Only if points would have to differ more otherwise.
    Avoid,
    /// Only with the director's consent.
    Never,
}
