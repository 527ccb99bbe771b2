//! Pairings of a round, their costs and their breaches.

use serde::{Deserialize, Serialize};

use crate::id::EntryId;

/// The pairing of a round: every entry due to play is in exactly one meeting or bye.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// In the order of the tables.
    pub meetings: Vec<Meeting>,
    /// Entries without a meeting.
    pub byes: Vec<Bye>,
    /// The set of boards of each meeting, from 1; empty without duplicate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<u16>,
}

/// The entries at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Meeting {
    /// The entries of each side, in the order of seating. Only rotating partners put several entries on a side.
    pub sides: Vec<Vec<EntryId>>,
}

/// A round that an entry does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bye {
    /// The entry without a meeting.
    pub entry: EntryId,
    /// The reason, which decides its worth.
    pub kind: ByeKind,
}

/// The reason for a bye. Each has its own worth, and only [`Pairing`](Self::Pairing) counts when the next bye is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByeKind {
    /// No opponent was left.
    Pairing,
    /// The entry asked for it.
    Requested,
}

/// Costs of a meeting or bye, the heaviest first.
///
/// The pairing of a round has the least sum of the first cost, then of the second, and so on. With rotating partners,
/// the three partner costs decide the couples first; then the others decide which couples meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Costs {
    /// The square of the number of rounds as partners.
    #[serde(skip_serializing_if = "is_zero")]
    pub partner: u64,
    /// The square of the partners' difference in points.
    #[serde(skip_serializing_if = "is_zero")]
    pub partner_gap: u64,
    /// The square of the partners' distance from two places apart.
    #[serde(skip_serializing_if = "is_zero")]
    pub partner_distance: u64,
    /// The square of the number of earlier meetings. With rotating partners, the number plus its third
    /// power.
    #[serde(skip_serializing_if = "is_zero")]
    pub rematch: u64,
    /// The square of the byes in excess of the lowest number among the entries.
    #[serde(skip_serializing_if = "is_zero")]
    pub second_bye: u64,
    /// 1 for club mates who may never meet, and 1 for entries that the desk keeps apart.
    #[serde(skip_serializing_if = "is_zero")]
    pub clubs_barred: u64,
    /// The points of an entry with a bye above the lowest points.
    #[serde(skip_serializing_if = "is_zero")]
    pub bye_above: u64,
    /// The square of the difference in points.
    #[serde(skip_serializing_if = "is_zero")]
    pub gap: u64,
    /// 1 for club mates to be kept apart if that costs no points.
    #[serde(skip_serializing_if = "is_zero")]
    pub clubs: u64,
    /// 1 for each side that meets higher points, or lower ones, twice in a row.
    #[serde(skip_serializing_if = "is_zero")]
    pub float: u64,
    /// The square of the distance from the ideal opponent among equal points.
    #[serde(skip_serializing_if = "is_zero")]
    pub distance: u64,
}

fn is_zero(cost: &u64) -> bool {
    *cost == 0
}

impl Costs {
    /// The costs of meetings and byes without those of partners, the heaviest first.
    pub const fn levels(&self) -> [u64; 8] {
        [
            self.rematch,
            self.second_bye,
            self.clubs_barred,
            self.bye_above,
            self.gap,
            self.clubs,
            self.float,
            self.distance,
        ]
    }
}

impl Costs {
    /// The order of costs in `swiss-1` and `arena-1`: a gap outweighs the points of the entry with the bye.
    pub(crate) const fn levels_gap_first(&self) -> [u64; 8] {
        let mut levels = self.levels();
        levels.swap(3, 4);
        levels
    }
}

impl Meeting {
    /// A meeting with one entry per side.
    pub fn of(entries: impl IntoIterator<Item = EntryId>) -> Self {
        let sides = entries.into_iter().map(|entry| vec![entry]).collect();
        Self { sides }
    }

    /// All entries of all sides.
    pub fn entries(&self) -> impl Iterator<Item = EntryId> + '_ {
        self.sides.iter().flatten().copied()
    }

    /// The index of an entry's side; `None` if it is not in the meeting.
    pub fn side_of(&self, entry: EntryId) -> Option<usize> {
        self.sides.iter().position(|side| side.contains(&entry))
    }
}

impl Pairing {
    /// All entries with a seat or a bye.
    pub fn entries(&self) -> impl Iterator<Item = EntryId> + '_ {
        let seated = self.meetings.iter().flat_map(Meeting::entries);
        seated.chain(self.byes.iter().map(|bye| bye.entry))
    }
}

/// A fault of a pairing that needs the director's consent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "breach", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Breach {
    /// These two have met before.
    Rematch {
        /// The opponents at one table.
        entries: [EntryId; 2],
    },
    /// These two have been partners before.
    Partners {
        /// The partners on one side.
        entries: [EntryId; 2],
    },
    /// An entry gets another bye by pairing while others had fewer.
    SecondBye {
        /// The entry with the bye.
        entry: EntryId,
    },
    /// These two meet though the desk keeps them apart.
    KeptApart {
        /// The opponents at one table.
        entries: [EntryId; 2],
    },
    /// Club mates meet who never may.
    ClubMates {
        /// The club mates at one table.
        entries: [EntryId; 2],
    },
}
