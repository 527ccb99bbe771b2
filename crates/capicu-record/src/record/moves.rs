//! What is done in a round, as it is written.

use core::fmt;

use capicu::{Action, Call, Deed, Irregularity, Pip, Ruling, Seat, Tile};

use super::Line;

/// One thing a seat did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who. For [`What::Void`], whose turn it was.
    pub seat: Seat,
    /// What.
    pub what: What,
    /// What an annotator thinks of it.
    pub mark: Option<Mark>,
    /// What an annotator says about it.
    pub comments: Vec<Line>,
}

/// What a seat did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It laid the first tile. Later in a round: a tile of which nothing more is written, because
    /// it fits at no end.
    Lead(Tile),
    /// It laid a tile.
    Play {
        /// The tile.
        tile: Tile,
        /// The tile it was laid against.
        on: Tile,
    },
    /// It drew; the tile, if it is known.
    Draw(Option<Tile>),
    /// It passed.
    Pass,
    /// It left the pose to its partner.
    HandOver,
    /// It called a score.
    Call(Call),
    /// It passed although it could have played.
    FalsePass,
    /// It tried an illegal play and took it back.
    TakenBack,
    /// It laid a tile that does not fit, and it stands.
    WrongPlay {
        /// The tile.
        tile: Tile,
        /// The tile it lies against.
        on: Tile,
        /// The half that is open now.
        open: Pip,
    },
    /// It drew although it could have played; the tile, if it is known.
    NeedlessDraw(Option<Tile>),
    /// It drew because of a wrong play that was then corrected; the tile, if it is known.
    MisledDraw(Option<Tile>),
    /// It had taken too many tiles at the deal.
    OverDrawn,
    /// It had taken too few tiles at the deal, and draws those that lack.
    UnderDrawn,
    /// It showed a tile.
    Exposed(Tile),
    /// It laid its exposed tile where an opponent said.
    Directed {
        /// The tile.
        tile: Tile,
        /// The tile it was laid against.
        on: Tile,
    },
    /// The round was declared void.
    Void,
}

/// An annotator's opinion, as chess players write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `!`
    Good,
    /// `?`
    Bad,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl Mark {
    pub(super) const ALL: [(Self, &'static str); 6] = [
        // Two characters before one: the longest ending counts.
        (Self::Brilliant, "!!"),
        (Self::Blunder, "??"),
        (Self::Interesting, "!?"),
        (Self::Dubious, "?!"),
        (Self::Good, "!"),
        (Self::Bad, "?"),
    ];

    /// How it is written.
    pub fn as_str(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(mark, _)| *mark == self)
            .map_or("", |(_, text)| text)
    }

    /// The opinion that is written so.
    pub fn named(text: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|(_, known)| *known == text).map(|(mark, _)| *mark)
    }
}

impl Move {
    /// A move without remarks.
    pub const fn new(seat: Seat, what: What) -> Self {
        Self {
            seat,
            what,
            mark: None,
            comments: Vec::new(),
        }
    }

    /// How a deed is written.
    pub fn of_deed(deed: &Deed) -> Self {
        let what = match deed.action {
            Action::Lead(tile) => What::Lead(tile),
            Action::Play { tile, on } => What::Play { tile, on },
            Action::Draw => What::Draw(deed.drawn),
            Action::Pass => What::Pass,
            Action::HandOver => What::HandOver,
        };
        Self::new(deed.seat, what)
    }

    /// How an irregularity is written.
    pub fn of_ruling(ruling: &Ruling) -> Self {
        let what = match ruling.what {
            Irregularity::FalsePass => What::FalsePass,
            Irregularity::TakenBack { .. } => What::TakenBack,
            Irregularity::WrongPlay { tile, on, open } => What::WrongPlay { tile, on, open },
            Irregularity::NeedlessDraw => What::NeedlessDraw(ruling.drawn.first().copied()),
            Irregularity::MisledDraw => What::MisledDraw(ruling.drawn.first().copied()),
            Irregularity::OverDrawn { .. } => What::OverDrawn,
            Irregularity::UnderDrawn { .. } => What::UnderDrawn,
            Irregularity::Exposed { tile, .. } => What::Exposed(tile),
            Irregularity::Directed { tile, on } => What::Directed { tile, on },
            Irregularity::Void => What::Void,
        };
        Self::new(ruling.seat, what)
    }
}

impl What {
    /// Whether a tile was drawn, and which, if it is known.
    pub const fn drawn(&self) -> Option<Option<Tile>> {
        match self {
            Self::Draw(tile) | Self::NeedlessDraw(tile) | Self::MisledDraw(tile) => Some(*tile),
            _ => None,
        }
    }

    /// The tile that everybody saw to have been in the hand.
    pub const fn shown(&self) -> Option<Tile> {
        match self {
            Self::Exposed(tile) => Some(*tile),
            _ => self.laid(),
        }
    }

    /// The tile that another was laid against.
    pub const fn on(&self) -> Option<Tile> {
        match self {
            Self::Play { on, .. } | Self::WrongPlay { on, .. } | Self::Directed { on, .. } => {
                Some(*on)
            }
            _ => None,
        }
    }

    /// The tile that left the hand.
    pub const fn laid(&self) -> Option<Tile> {
        match self {
            Self::Lead(tile)
            | Self::Play { tile, .. }
            | Self::WrongPlay { tile, .. }
            | Self::Directed { tile, .. } => Some(*tile),
            _ => None,
        }
    }
}

impl fmt::Display for What {
    /// As in records: `6-6`, `6-4@6-6`, `draw 5-1`, `pass`, `wrong-play 6-4@5-5 open 4` …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lead(tile) => tile.fmt(f),
            Self::Play { tile, on } => write!(f, "{tile}@{on}"),
            Self::Draw(Some(tile)) => write!(f, "draw {tile}"),
            Self::Draw(None) => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
            Self::HandOver => f.write_str("hand-over"),
            Self::Call(Call::Declare) => f.write_str("declare"),
            Self::Call(Call::Sum(points)) => write!(f, "declare {points}"),
            Self::Call(Call::Muggins) => f.write_str("muggins"),
            Self::FalsePass => f.write_str("false-pass"),
            Self::TakenBack => f.write_str("taken-back"),
            Self::WrongPlay { tile, on, open } => write!(f, "wrong-play {tile}@{on} open {open}"),
            Self::NeedlessDraw(Some(tile)) => write!(f, "needless-draw {tile}"),
            Self::NeedlessDraw(None) => f.write_str("needless-draw"),
            Self::MisledDraw(Some(tile)) => write!(f, "misled-draw {tile}"),
            Self::MisledDraw(None) => f.write_str("misled-draw"),
            Self::OverDrawn => f.write_str("over-drawn"),
            Self::UnderDrawn => f.write_str("under-drawn"),
            Self::Exposed(tile) => write!(f, "exposed {tile}"),
            Self::Directed { tile, on } => write!(f, "directed {tile}@{on}"),
            Self::Void => f.write_str("void"),
        }
    }
}

impl fmt::Display for Move {
    /// The move and its mark, without the seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.what, self.mark.map_or("", Mark::as_str))
    }
}
