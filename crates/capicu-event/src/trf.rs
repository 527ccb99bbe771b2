//! Tournament report files (FIDE's TRF-16) for stages of two sides: export, and import as a Swiss event.
//!
//! The format has results, but no scores: a win is `1`, a draw `=`, a loss `0`. The seats take the place of colors: the
//! side that sits first is `w`, the other `b`.

mod check;
mod error;
mod import;
mod layout;
mod read;
mod write;

pub use error::{TrfError, TrfField, TrfProblem};
pub use import::event;
pub use read::read;
pub use write::{Dates, NotTwoSides, has_file, write};

/// A report file, read and checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The name of the tournament (`012`); may be empty.
    pub name: String,
    /// The planned number of rounds (`XXR`), at least those played.
    pub rounds: u16,
    /// The players or pairs (`001`), in the order of their starting ranks.
    pub players: Vec<Player>,
}

/// A player or pair of a report file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The line of the file, from 1.
    pub line: usize,
    /// The starting rank, unique in the file.
    pub number: u32,
    /// The name, unique in the file.
    pub name: String,
    /// The rating, if any.
    pub rating: Option<i32>,
    /// The rounds in order. Rounds after the last one are not paired.
    pub rounds: Vec<PlayerRound>,
}

/// A round of a player in a report file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerRound {
    /// Neither meeting nor bye (`Z`, or blank).
    NotPaired,
    /// A bye for lack of an opponent (`U`).
    Bye,
    /// A bye on request with half a point (`H`).
    HalfPointBye,
    /// A bye on request with a full point (`F`).
    FullPointBye,
    /// A meeting with an opponent.
    Met {
        /// The starting rank of the opponent.
        opponent: u32,
        /// The seat, if any.
        seat: Option<Seat>,
        /// The result for this player.
        ending: Ending,
    },
}

/// The seat of a player, in place of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The side that sits first (`w`).
    First,
    /// The other side (`b`).
    Second,
}

/// The result of a meeting for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There is no result yet (blank).
    Open,
    /// A win by play (`1`, `W`).
    Won,
    /// A draw (`=`, `D`).
    Drawn,
    /// A loss by play (`0`, `L`).
    Lost,
    /// The opponent was absent (`+`).
    ForfeitWin,
    /// The player was absent (`-`).
    ForfeitLoss,
}

impl PlayerRound {
    /// The points of the round, in tenths: 10 for a win, 5 for a draw.
    pub const fn points(self) -> u32 {
        match self {
            Self::NotPaired => 0,
            Self::Bye | Self::FullPointBye => 10,
            Self::HalfPointBye => 5,
            Self::Met { ending, .. } => match ending {
                Ending::Won | Ending::ForfeitWin => 10,
                Ending::Drawn => 5,
                Ending::Open | Ending::Lost | Ending::ForfeitLoss => 0,
            },
        }
    }
}
