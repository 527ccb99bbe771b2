//! The moves of a round, as records write them.

use core::fmt;

use capicu::{Action, Call, Irregularity, Move, Pip, Ruling, Seat, Tile};

use super::Line;

/// One move of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRecord {
    /// The seat that moved. For [`What::Void`], the seat whose turn it was.
    pub seat: Seat,
    /// The kind of move with its tiles.
    pub what: What,
    /// An annotator's opinion.
    pub mark: Option<Mark>,
    /// An annotator's comments.
    pub comments: Vec<Line>,
}

/// The kind of move with its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It laid the first tile. Later in a round, a tile written alone that fits at no end.
    Lead(Tile),
    /// It laid a tile against another.
    Play {
        /// The tile from the hand.
        tile: Tile,
        /// The tile on the table it was laid against.
        on: Tile,
    },
    /// It drew this tile; `None` if it is unknown.
    Draw(Option<Tile>),
    /// It passed without playing.
    Pass,
    /// It left the lead to its partner.
    HandOver,
    /// It called a score, right or wrong.
    Call(Call),
    /// It passed although it could have played.
    FalsePass,
    /// It tried an illegal play and took it back.
    TakenBack,
    /// It took too long for its turn.
    SlowPlay,
    /// It laid a tile that does not fit, and the play stands.
    WrongPlay {
        /// The tile from the hand.
        tile: Tile,
        /// The tile on the table it was laid against.
        on: Tile,
        /// The half that is open now.
        open: Pip,
    },
    /// It drew this tile although it could have played; `None` if the tile is unknown.
    NeedlessDraw(Option<Tile>),
    /// It drew this tile because of a wrong play that was then corrected; `None` if the tile is unknown.
    MisledDraw(Option<Tile>),
    /// It was dealt too many tiles.
    OverDrawn,
    /// It was dealt too few tiles, and draws the missing ones.
    UnderDrawn,
    /// It showed this tile by accident.
    Exposed(Tile),
    /// It laid its exposed tile where an opponent directed.
    Directed {
        /// The exposed tile.
        tile: Tile,
        /// The tile on the table it was laid against.
        on: Tile,
    },
    /// The round was declared void.
    Void,
}

/// An annotator's opinion, in the signs of chess players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `!`, a good move.
    Good,
    /// `?`, a bad move.
    Bad,
    /// `!!`, a brilliant move.
    Brilliant,
    /// `??`, a blunder.
    Blunder,
    /// `!?`, an interesting move.
    Interesting,
    /// `?!`, a dubious move.
    Dubious,
}

impl Mark {
    pub(super) const ALL: [(Self, &'static str); 6] = [
        // Signs of two characters come first, so that the longest match counts.
        (Self::Brilliant, "!!"),
        (Self::Blunder, "??"),
        (Self::Interesting, "!?"),
        (Self::Dubious, "?!"),
        (Self::Good, "!"),
        (Self::Bad, "?"),
    ];

    /// The sign, such as `!?`.
    pub fn as_str(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(mark, _)| *mark == self)
            .map_or("", |(_, text)| text)
    }

    /// The opinion for a sign.
    pub fn named(text: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|(_, known)| *known == text).map(|(mark, _)| *mark)
    }
}

impl MoveRecord {
    /// A move without mark or comments.
    pub const fn new(seat: Seat, what: What) -> Self {
        Self {
            seat,
            what,
            mark: None,
            comments: Vec::new(),
        }
    }

    /// Writes a move of the table.
    pub fn of_move(mv: &Move) -> Self {
        let what = match mv.action {
            Action::Lead(tile) => What::Lead(tile),
            Action::Play { tile, on } => What::Play { tile, on },
            Action::Draw => What::Draw(mv.drawn),
            Action::Pass => What::Pass,
            Action::HandOver => What::HandOver,
        };
        Self::new(mv.seat, what)
    }

    /// Writes an irregularity of the table.
    pub fn of_ruling(ruling: &Ruling) -> Self {
        let what = match ruling.what {
            Irregularity::FalsePass => What::FalsePass,
            Irregularity::TakenBack { .. } => What::TakenBack,
            Irregularity::SlowPlay { .. } => What::SlowPlay,
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
    /// The drawn tile, if the move draws; inside, `None` for an unknown tile.
    pub const fn drawn(&self) -> Option<Option<Tile>> {
        match self {
            Self::Draw(tile) | Self::NeedlessDraw(tile) | Self::MisledDraw(tile) => Some(*tile),
            _ => None,
        }
    }

    /// A tile that everybody has seen in the hand.
    pub const fn shown(&self) -> Option<Tile> {
        match self {
            Self::Exposed(tile) => Some(*tile),
            _ => self.laid(),
        }
    }

    /// The tile on the table that the move names.
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
    /// Prints the form of records: `6-6`, `6-4@6-6`, `draw 5-1`, `pass`, `wrong-play 6-4@5-5 open 4` …
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
            Self::SlowPlay => f.write_str("slow-play"),
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

impl fmt::Display for MoveRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.what, self.mark.map_or("", Mark::as_str))
    }
}
