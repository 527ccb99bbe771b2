//! The properties of each method, stated again from `docs/events/reference.md`. The checker uses no others.

use capicu_event::{Clubs, Draw, LateRounds, Method, Order, Reset, WithinGroup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    pub out: Out,
    pub rounds: Rounds,
    /// How often two entries may meet on different sides without consent; `None` if there is no limit.
    pub opponents: Option<u64>,
    /// How often two entries may be partners.
    pub partners: u64,
    pub least: Least,
    pub boards_move: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    Never,
    AfterOneLoss,
    AfterTwoLosses { draw: Draw, reset: Reset },
    Behind { through: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    Scheduled,
    /// Results decide the rounds: entries may ask for byes, and byes are distributed evenly.
    ByResults,
    /// No common rounds: meetings begin and end at any time, until the time is over.
    Free {
        minutes: u16,
    },
}

/// The choices that minimize the costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// A schedule decides, not costs.
    Nothing,
    Opponents {
        within_group: WithinGroup,
        order: Order,
        late: Option<LateRounds>,
        clubs: Clubs,
    },
    /// Opponents among the free entries, except the last ones.
    Free,
    Tables {
        within_group: WithinGroup,
        clubs: Clubs,
    },
    Couples,
    KnockOutTables,
}

impl Least {
    /// Whether entries that the desk keeps apart meet only with consent.
    pub const fn keeps_apart(&self) -> bool {
        matches!(self, Self::Opponents { .. } | Self::Tables { .. })
    }
}

impl Definition {
    pub const fn of(method: &Method) -> Self {
        let fixed = Self {
            out: Out::Never,
            rounds: Rounds::Scheduled,
            opponents: None,
            partners: 0,
            least: Least::Nothing,
            boards_move: false,
        };
        match *method {
            Method::RoundRobin { legs } => Self {
                opponents: Some(legs as u64),
                ..fixed
            },
            Method::Swiss {
                within_group,
                order,
                late,
                clubs,
                ..
            } => Self {
                rounds: Rounds::ByResults,
                opponents: Some(1),
                least: Least::Opponents {
                    within_group,
                    order,
                    late,
                    clubs,
                },
                ..fixed
            },
            Method::Tables {
                within_group,
                clubs,
                ..
            } => Self {
                rounds: Rounds::ByResults,
                opponents: Some(1),
                least: Least::Tables {
                    within_group,
                    clubs,
                },
                ..fixed
            },
            Method::RotatingPartners { .. } => Self {
                rounds: Rounds::ByResults,
                partners: 1,
                least: Least::Couples,
                ..fixed
            },
            Method::Whist => Self {
                opponents: Some(2),
                partners: 1,
                ..fixed
            },
            Method::Mitchell { .. } | Method::Howell { .. } => Self {
                opponents: Some(1),
                boards_move: true,
                ..fixed
            },
            Method::Arena { minutes } => Self {
                rounds: Rounds::Free { minutes },
                least: Least::Free,
                ..fixed
            },
            Method::KnockOut { .. } => Self {
                out: Out::AfterOneLoss,
                ..fixed
            },
            Method::DoubleKnockOut { draw, reset } => Self {
                out: Out::AfterTwoLosses { draw, reset },
                ..fixed
            },
            Method::TableKnockOut { through, .. } => Self {
                out: Out::Behind { through },
                least: Least::KnockOutTables,
                ..fixed
            },
        }
    }

    pub fn is_knock_out(&self) -> bool {
        self.out != Out::Never
    }

    pub const fn is_free(&self) -> bool {
        matches!(self.rounds, Rounds::Free { .. })
    }
}
