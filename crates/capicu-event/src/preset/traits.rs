//! The properties of each method in one place. Code that depends on a method uses these.

use super::method::{
    ClubMates, Clubs, Draw, LateRounds, Method, Order, Reset, ThirdPlace, Winners, WithinGroup,
};
use crate::winner_stays::MOST_PARTIES;

/// Properties of a [`Method`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// How losses eliminate entries; `None` if all play to the end.
    pub knock_out: Option<KnockOut>,
    /// The basis for pairing the next round.
    pub paired_by: PairedBy,
    /// The length of the stage.
    pub length: Length,
    /// Whether boards move between tables.
    pub boards: BoardsMove,
    /// The number of entries on a side.
    pub entries_a_side: usize,
    /// The number of sides in a meeting.
    pub sides: Sides,
    /// The rules for matching by points, if any.
    pub matching: Option<Matching>,
    /// The most entries of a stage. A search for the best pairing takes memory by the square of the entries, and time
    /// by their cube.
    pub most_entries: usize,
}

/// How losses eliminate entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnockOut {
    /// After one loss, in a bracket.
    Bracket {
        /// The places of club mates in it.
        club_mates: ClubMates,
        /// The third place.
        third_place: ThirdPlace,
    },
    /// After two losses.
    Double {
        /// The draw among entries with equal losses.
        draw: Draw,
        /// Whether the last meeting may be repeated.
        reset: Reset,
    },
    /// At tables of several sides, of which the best advance.
    Tables {
        /// The number that advance from a table.
        through: u8,
        /// The last round after which an eliminated entry may return.
        re_entry_until: Option<u16>,
    },
}

/// The basis for pairing the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairedBy {
    /// A schedule or bracket, fixed when the stage opens.
    Schedule,
    /// The results so far.
    Results,
}

/// The length of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The rounds of the schedule.
    Scheduled,
    /// The rounds of the schedule, limited to this number.
    AtMost(Option<u16>),
    /// A chosen number of rounds. Default: depends on the number of entries.
    Chosen(Option<u16>),
    /// Minutes from the opening of the stage, without common rounds.
    Minutes(u16),
}

/// Whether boards move between tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardsMove {
    /// All tables play the same boards at once.
    Never,
    /// By a movement, which requires boards.
    By(Movement),
}

/// The way that pairs and boards move between tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// Half of the pairs keep their tables.
    Mitchell {
        /// Whether the two directions are ranked together.
        winners: Winners,
    },
    /// Every pair meets every other.
    Howell,
}

/// The number of sides in a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Exactly two sides.
    Two,
    /// Three or four.
    Several,
}

/// The rules for the cheapest pairing of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matching {
    /// The order of opponents among equal points.
    pub within_group: WithinGroup,
    /// The order of entries with equal points.
    pub order: Order,
    /// The last rounds, if they are paired in another way.
    pub late: Option<LateRounds>,
    /// Whether club mates may meet.
    pub clubs: Clubs,
    /// Whether meeting other points twice in a row has a cost.
    pub floats: Floats,
}

impl Matching {
    /// The rules for a round of a stage with this number of rounds.
    #[must_use]
    pub fn in_round(self, round: u16, n_rounds: u16) -> Self {
        let begins = |late: &LateRounds| u32::from(round) + u32::from(late.rounds);
        match self.late.filter(|late| begins(late) > n_rounds.into()) {
            Some(late) => Self {
                within_group: late.within_group,
                order: Order::Standings,
                ..self
            },
            None => self,
        }
    }
}

/// Whether meeting higher or lower points twice in a row has a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floats {
    /// It has a cost.
    Counted,
    /// It costs nothing.
    Ignored,
}

/// The most entries in a search for the best pairing.
pub(crate) const SEARCHED: usize = 1_000;

/// The most entries in a fixed schedule.
const SCHEDULED: usize = 2_000;

impl Method {
    /// The properties of this method.
    pub const fn traits(&self) -> Traits {
        let plain = Traits {
            knock_out: None,
            paired_by: PairedBy::Schedule,
            length: Length::Scheduled,
            boards: BoardsMove::Never,
            entries_a_side: 1,
            sides: Sides::Two,
            matching: None,
            most_entries: SCHEDULED,
        };
        let by_results = Traits {
            paired_by: PairedBy::Results,
            most_entries: SEARCHED,
            ..plain
        };
        match *self {
            Self::RoundRobin { .. } => plain,
            Self::Swiss {
                rounds,
                within_group,
                order,
                late,
                clubs,
                ..
            } => Traits {
                length: Length::Chosen(rounds),
                matching: Some(Matching {
                    within_group,
                    order,
                    late,
                    clubs,
                    floats: Floats::Counted,
                }),
                ..by_results
            },
            Self::Tables {
                rounds,
                within_group,
                clubs,
            } => Traits {
                length: Length::Chosen(rounds),
                sides: Sides::Several,
                matching: Some(Matching {
                    within_group,
                    order: Order::Seeds,
                    late: None,
                    clubs,
                    floats: Floats::Ignored,
                }),
                ..by_results
            },
            Self::RotatingPartners { rounds, .. } => Traits {
                length: Length::Chosen(rounds),
                entries_a_side: 2,
                matching: Some(Matching {
                    within_group: WithinGroup::Neighbors,
                    order: Order::Seeds,
                    late: None,
                    clubs: Clubs::Ignore,
                    floats: Floats::Ignored,
                }),
                ..by_results
            },
            Self::Whist => Traits {
                entries_a_side: 2,
                most_entries: SEARCHED,
                ..plain
            },
            Self::Mitchell { rounds, winners } => Traits {
                length: Length::AtMost(rounds),
                boards: BoardsMove::By(Movement::Mitchell { winners }),
                ..plain
            },
            Self::Howell { rounds } => Traits {
                length: Length::AtMost(rounds),
                boards: BoardsMove::By(Movement::Howell),
                ..plain
            },
            Self::Arena { minutes } => Traits {
                length: Length::Minutes(minutes),
                ..by_results
            },
            Self::WinnerStays { minutes, .. } => Traits {
                length: Length::Minutes(minutes),
                most_entries: MOST_PARTIES,
                ..by_results
            },
            Self::KnockOut {
                club_mates,
                third_place,
            } => Traits {
                knock_out: Some(KnockOut::Bracket {
                    club_mates,
                    third_place,
                }),
                ..plain
            },
            Self::DoubleKnockOut { draw, reset } => Traits {
                knock_out: Some(KnockOut::Double { draw, reset }),
                ..plain
            },
            Self::TableKnockOut {
                through,
                re_entry_until,
            } => Traits {
                knock_out: Some(KnockOut::Tables {
                    through,
                    re_entry_until,
                }),
                sides: Sides::Several,
                most_entries: SEARCHED,
                ..plain
            },
        }
    }
}
