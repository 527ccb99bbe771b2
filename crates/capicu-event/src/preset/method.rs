//! Pairing methods, as presets name them.

use serde::{Deserialize, Serialize};

use super::traits::{BoardsMove, Length, PairedBy};

/// A pairing method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "method",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    deny_unknown_fields
)]
pub enum Method {
    /// Every entry meets every other, by Berger tables.
    RoundRobin {
        /// The number of meetings per pair: 1 or 2. The second half mirrors the first.
        legs: u8,
    },
    /// Entries with similar results meet, and none twice, by one optimal matching.
    Swiss {
        /// The number of rounds. Default: the logarithm of the entries to base 2, rounded up, plus two.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
        /// The order of opponents among equal points.
        within_group: WithinGroup,
        /// The order of entries with equal points.
        #[serde(default, skip_serializing_if = "Order::is_usual")]
        order: Order,
        /// The last rounds, if they are paired in another way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        late: Option<LateRounds>,
        /// Whether club mates may meet.
        clubs: Clubs,
        /// Up to this number of entries, a single round robin replaces the Swiss.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round_robin_up_to: Option<u16>,
    },
    /// Tables of three or four sides, for entries with similar results and few common meetings.
    Tables {
        /// The number of rounds. Default: the logarithm of the entries to base 2, rounded up, plus two.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
        /// The order of opponents among equal points.
        within_group: WithinGroup,
        /// Whether club mates may meet.
        clubs: Clubs,
    },
    /// Single players, two against two, with another partner in every round.
    RotatingPartners {
        /// The number of rounds. Default: as for tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
        /// Up to this number of players, a whist tournament replaces it if one exists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whist_up_to: Option<u16>,
    },
    /// Single players, two against two. Every player partners every other once and opposes every other twice. If no
    /// schedule exists for the number of players, partners rotate by results.
    Whist,
    /// Duplicate in a hall. Half of the pairs keep their tables, the others move up one table per round, and boards
    /// move down one. Fewer than five pairs play a round robin.
    Mitchell {
        /// The most rounds. Default: all rounds of the movement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
        /// Whether the two directions are ranked together.
        #[serde(default, skip_serializing_if = "Winners::is_usual")]
        winners: Winners,
    },
    /// Duplicate in a hall, for 7 to 16 pairs. Every pair meets every other once. Fewer pairs play a round robin, more
    /// a Mitchell movement.
    Howell {
        /// The most rounds. Default: all rounds of the movement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
    },
    /// A fixed time without rounds. Free entries with similar results meet, but not the last opponent again.
    Arena {
        /// The duration, from the opening of the stage. Meetings in progress are played to their end.
        minutes: u16,
    },
    /// A queue for some tables, for a fixed time. The winner of a match stays at its table, and the loser joins the end
    /// of the queue.
    WinnerStays {
        /// The number of tables, from 1.
        tables: u16,
        /// The duration, from the opening of the stage. Matches in play are played to their end.
        minutes: u16,
    },
    /// An entry is out after one loss.
    KnockOut {
        /// The places of club mates in the bracket.
        #[serde(default, skip_serializing_if = "ClubMates::is_usual")]
        club_mates: ClubMates,
        /// The third place, after the semifinals.
        #[serde(default, skip_serializing_if = "ThirdPlace::is_usual")]
        third_place: ThirdPlace,
    },
    /// An entry is out after two losses.
    DoubleKnockOut {
        /// The draw among entries with equal losses.
        draw: Draw,
        /// Whether the last meeting is repeated if the unbeaten entry loses it.
        reset: Reset,
    },
    /// The best entries of each table advance; the others are out.
    TableKnockOut {
        /// The number that advance from a table; one from the last table.
        through: u8,
        /// The last round after which an eliminated entry may return, once. Default: no return.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re_entry_until: Option<u16>,
    },
}

impl Method {
    /// The first edition of servers that reads this method with these options; see
    /// [`FactTraits::edition`](crate::FactTraits::edition).
    pub const fn edition(&self) -> u16 {
        match self {
            Self::Swiss {
                within_group: WithinGroup::Fold | WithinGroup::KingOfTheHill,
                ..
            }
            | Self::Swiss {
                order: Order::Standings,
                ..
            }
            | Self::Swiss { late: Some(_), .. }
            | Self::WinnerStays { .. }
            | Self::KnockOut {
                third_place: ThirdPlace::Played,
                ..
            } => 5,
            Self::RoundRobin { .. }
            | Self::Swiss { .. }
            | Self::Tables { .. }
            | Self::RotatingPartners { .. }
            | Self::Whist
            | Self::Mitchell { .. }
            | Self::Howell { .. }
            | Self::Arena { .. }
            | Self::KnockOut { .. }
            | Self::DoubleKnockOut { .. }
            | Self::TableKnockOut { .. } => 1,
        }
    }

    /// Whether losses eliminate entries.
    pub const fn is_knock_out(&self) -> bool {
        self.traits().knock_out.is_some()
    }

    /// Whether results decide the rounds. Entries may then join late or miss a round, and drafts may be changed by
    /// hand, except in winner stays.
    pub const fn is_open(&self) -> bool {
        match self.traits().paired_by {
            PairedBy::Results => true,
            PairedBy::Schedule => false,
        }
    }

    /// Whether meetings begin and end at any time, without common rounds. They are then numbered through the stage.
    pub const fn is_continuous(&self) -> bool {
        match self.traits().length {
            Length::Minutes(_) => true,
            Length::Scheduled | Length::AtMost(_) | Length::Chosen(_) => false,
        }
    }

    /// Whether boards move between tables. Otherwise all tables play the same boards at once.
    pub const fn moves_boards(&self) -> bool {
        match self.traits().boards {
            BoardsMove::By(_) => true,
            BoardsMove::Never => false,
        }
    }

    /// The chosen number of rounds; `None` unless [`Length::Chosen`].
    pub const fn rounds_mut(&mut self) -> Option<&mut Option<u16>> {
        match self {
            Self::Swiss { rounds, .. }
            | Self::Tables { rounds, .. }
            | Self::RotatingPartners { rounds, .. } => Some(rounds),
            Self::RoundRobin { .. }
            | Self::Whist
            | Self::Mitchell { .. }
            | Self::Howell { .. }
            | Self::Arena { .. }
            | Self::WinnerStays { .. }
            | Self::KnockOut { .. }
            | Self::DoubleKnockOut { .. }
            | Self::TableKnockOut { .. } => None,
        }
    }

    /// The chosen minutes; `None` unless [`Length::Minutes`].
    pub const fn minutes_mut(&mut self) -> Option<&mut u16> {
        match self {
            Self::Arena { minutes } | Self::WinnerStays { minutes, .. } => Some(minutes),
            Self::RoundRobin { .. }
            | Self::Swiss { .. }
            | Self::Tables { .. }
            | Self::RotatingPartners { .. }
            | Self::Whist
            | Self::Mitchell { .. }
            | Self::Howell { .. }
            | Self::KnockOut { .. }
            | Self::DoubleKnockOut { .. }
            | Self::TableKnockOut { .. } => None,
        }
    }
}

/// The draw of a double knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// Two brackets. A loser of the first one enters the second, far from the last opponent.
    Bracket,
    /// A new lot in every round, from a box of entries without a loss and a box of those with one.
    Boxes,
}

/// The effect of a first loss in the last meeting of a double knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    /// Both have one loss, and meet again.
    Played,
    /// The other entry has won.
    Skipped,
}

/// The order of entries with equal points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By seed: rating, or lot.
    #[default]
    Seeds,
    /// By the standings; by seed if these are equal.
    Standings,
}

impl Order {
    fn is_usual(&self) -> bool {
        *self == Self::Seeds
    }
}

/// The last rounds of a Swiss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LateRounds {
    /// The number of rounds, from 1.
    pub rounds: u16,
    /// The order of opponents in them. Entries with equal points are ordered by the standings.
    pub within_group: WithinGroup,
}

/// The order of opponents among equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithinGroup {
    /// The first of the upper half meets the first of the lower half.
    Halves,
    /// The first meets the second.
    Neighbors,
    /// The first meets the last.
    Fold,
    /// By place, whatever the points: the first meets the second, the third the fourth. Only in a Swiss.
    KingOfTheHill,
    /// Draws by lot.
    Random,
}

/// The places of club mates in the bracket of a knock-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClubMates {
    /// By their seeds alone.
    #[default]
    Anywhere,
    /// In opposite halves, as far as exchanges among seeds of the same round allow.
    Apart,
}

impl ClubMates {
    fn is_usual(&self) -> bool {
        *self == Self::Anywhere
    }
}

/// The winners of a Mitchell movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winners {
    /// One pair: in the last rounds the sides are exchanged, so that all pairs can be compared.
    #[default]
    One,
    /// A pair of each direction: nobody changes direction, and the directions are ranked apart.
    Two,
}

impl Winners {
    fn is_usual(&self) -> bool {
        *self == Self::One
    }
}

/// The third place of a knock-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThirdPlace {
    /// The losers of the semifinals share it.
    #[default]
    Shared,
    /// The losers of the semifinals meet in the round of the final.
    Played,
}

impl ThirdPlace {
    fn is_usual(&self) -> bool {
        *self == Self::Shared
    }
}

/// Whether club mates may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clubs {
    /// Clubs make no difference.
    Ignore,
    /// Only to avoid a larger difference in points.
    Avoid,
    /// Only with the director's consent.
    Never,
}
