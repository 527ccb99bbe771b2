//! The properties of each method, stated again from `docs/events/reference.md`. The checker uses no others.

use capicu_event::{Clubs, Draw, LateRounds, Method, Order, Reset, ThirdPlace, WithinGroup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The names of its drafts, of every version.
    pub methods: &'static [&'static str],
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
    AfterOneLoss { third_place: ThirdPlace },
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
        match self {
            Self::Opponents { .. } | Self::Tables { .. } => true,
            Self::Nothing | Self::Free | Self::Couples | Self::KnockOutTables => false,
        }
    }
}

impl Definition {
    pub const fn of(method: &Method) -> Self {
        match *method {
            Method::RoundRobin { legs } => Self {
                methods: &["round-robin-1"],
                out: Out::Never,
                rounds: Rounds::Scheduled,
                opponents: Some(legs as u64),
                partners: 0,
                least: Least::Nothing,
                boards_move: false,
            },
            Method::Swiss {
                within_group,
                order,
                late,
                clubs,
                ..
            } => Self {
                methods: &["swiss-1", "swiss-2", "king-of-the-hill-1"],
                out: Out::Never,
                rounds: Rounds::ByResults,
                opponents: Some(1),
                partners: 0,
                least: Least::Opponents {
                    within_group,
                    order,
                    late,
                    clubs,
                },
                boards_move: false,
            },
            Method::Tables {
                within_group,
                clubs,
                ..
            } => Self {
                methods: &["tables-1"],
                out: Out::Never,
                rounds: Rounds::ByResults,
                opponents: Some(1),
                partners: 0,
                least: Least::Tables {
                    within_group,
                    clubs,
                },
                boards_move: false,
            },
            Method::RotatingPartners { .. } => Self {
                methods: &["rotating-partners-1"],
                out: Out::Never,
                rounds: Rounds::ByResults,
                opponents: None,
                partners: 1,
                least: Least::Couples,
                boards_move: false,
            },
            Method::Whist => Self {
                methods: &["whist-1"],
                out: Out::Never,
                rounds: Rounds::Scheduled,
                opponents: Some(2),
                partners: 1,
                least: Least::Nothing,
                boards_move: false,
            },
            Method::Mitchell { .. } => Self {
                methods: &["mitchell-1"],
                out: Out::Never,
                rounds: Rounds::Scheduled,
                opponents: Some(1),
                partners: 0,
                least: Least::Nothing,
                boards_move: true,
            },
            Method::Howell { .. } => Self {
                methods: &["howell-1"],
                out: Out::Never,
                rounds: Rounds::Scheduled,
                opponents: Some(1),
                partners: 0,
                least: Least::Nothing,
                boards_move: true,
            },
            Method::Arena { minutes } => Self {
                methods: &["arena-1"],
                out: Out::Never,
                rounds: Rounds::Free { minutes },
                opponents: None,
                partners: 0,
                least: Least::Free,
                boards_move: false,
            },
            Method::WinnerStays { minutes, .. } => Self {
                methods: &["winner-stays-1"],
                out: Out::Never,
                rounds: Rounds::Free { minutes },
                opponents: None,
                partners: 0,
                least: Least::Nothing,
                boards_move: false,
            },
            Method::KnockOut { third_place, .. } => Self {
                methods: &["knock-out-1"],
                out: Out::AfterOneLoss { third_place },
                rounds: Rounds::Scheduled,
                opponents: None,
                partners: 0,
                least: Least::Nothing,
                boards_move: false,
            },
            Method::DoubleKnockOut { draw, reset } => Self {
                methods: &["double-knock-out-1"],
                out: Out::AfterTwoLosses { draw, reset },
                rounds: Rounds::Scheduled,
                opponents: None,
                partners: 0,
                least: Least::Nothing,
                boards_move: false,
            },
            Method::TableKnockOut { through, .. } => Self {
                methods: &["table-knock-out-1"],
                out: Out::Behind { through },
                rounds: Rounds::Scheduled,
                opponents: None,
                partners: 0,
                least: Least::KnockOutTables,
                boards_move: false,
            },
        }
    }

    pub fn is_knock_out(&self) -> bool {
        self.out != Out::Never
    }

    pub const fn by_results(&self) -> bool {
        match self.rounds {
            Rounds::ByResults => true,
            Rounds::Scheduled | Rounds::Free { .. } => false,
        }
    }

    /// The minutes of a stage without common rounds.
    pub const fn minutes(&self) -> Option<u16> {
        match self.rounds {
            Rounds::Free { minutes } => Some(minutes),
            Rounds::Scheduled | Rounds::ByResults => None,
        }
    }

    pub const fn is_free(&self) -> bool {
        self.minutes().is_some()
    }
}
