//! How a record can break the rules.

use core::fmt;

use capicu::fair::ParseHexError;
use capicu::{DealError, IllegalAction, NotIrregular, Redeal, Seat, Tile};

use crate::Place;
use crate::record::What;
use crate::side::letter;

/// The first place where a record breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The round, from 1; the next one for what happens between two rounds.
    pub round: usize,
    /// The move in the round, from 1; `None` if no move is to blame.
    pub turn: Option<usize>,
    /// Where in the text, if it was read from one.
    pub place: Option<Place>,
    /// What is wrong.
    pub problem: Problem,
    /// What was legal instead, and for whom, where a move is to blame.
    pub legal: Option<(Seat, Vec<What>)>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A seat acted out of turn.
    #[error("it is the turn of {}, not of {}", letter(*.to_act), letter(*.seat))]
    NotItsTurn {
        /// Who acted.
        seat: Seat,
        /// Whose turn it is.
        to_act: Seat,
    },
    /// The action is not legal.
    #[error("{0} is not legal: {1}")]
    Illegal(What, IllegalAction),
    /// The irregularity or the call cannot have happened.
    #[error("{0} cannot have happened: {1}")]
    Irregular(What, NotIrregular),
    /// Another tile was to be drawn.
    #[error("{drawn} cannot have been drawn: the next tile of the boneyard is {next}")]
    Drew {
        /// The tile in the record.
        drawn: Tile,
        /// The tile that lay there.
        next: Tile,
    },
    /// A move after the end of the round.
    #[error("the round is over already")]
    RoundOver,
    /// The round goes on.
    #[error("the round is not over: it is the turn of {}", letter(*.0))]
    NotOver(Seat),
    /// The match has ended.
    #[error("the match is over already")]
    MatchOver,
    /// The tiles are no deal.
    #[error("the deal is not one of this game: {0}")]
    Deal(#[from] DealError),
    /// The deal has to be thrown in.
    #[error("this deal has to be thrown in: {}", ThrownIn(*.0))]
    MustThrowIn(Redeal),
    /// The deal is fine.
    #[error("this deal need not be thrown in")]
    NotThrownIn,
    /// Thrown in for another reason.
    #[error("the deal is thrown in for another reason: {}", ThrownIn(*.0))]
    OtherReason(Redeal),
    /// Tiles have to be turned up first.
    #[error("tiles have to be turned up for the first opener: `turn-up: A 6-5, B 4-4`")]
    TurnUpFirst,
    /// Tiles are not turned up now.
    #[error("tiles are not turned up now")]
    NoTurnUp,
    /// Others than those who have to turn up tiles.
    #[error("all turn up a tile, and after a tie those, and only those, whose tiles were equal")]
    NotDrawing,
    /// What is said to have ended the round did not.
    #[error("the round ended otherwise: {0}")]
    End(String),
    /// The points are others.
    #[error("the points are others: {0}")]
    Points(String),
    /// The scores are others.
    #[error("the scores are others: {0}")]
    Score(String),
    /// The match ended otherwise.
    #[error("the match ended otherwise: {0}")]
    Result(String),
    /// A seed or a commitment is not one.
    #[error("the tag `{0}`: {1}")]
    Hex(&'static str, ParseHexError),
    /// The commitment is that of another seed.
    #[error("the commitment is not that of the seed")]
    Commitment,
    /// The seed deals other tiles.
    #[error("the seed deals other tiles than these")]
    Seed,
    /// It would take too long to find a deal that fits, or that none does.
    #[error(
        "so many tiles are not known that it would take too long to find out whether this can have happened: write more of them down"
    )]
    TooManyUnknown,
    /// No deal fits.
    #[error("no way to fill in the tiles that are not known makes this legal: {0}")]
    NoDealFits(Box<Self>),
}

struct ThrownIn(Redeal);

impl fmt::Display for ThrownIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Redeal::NoDouble => f.write_str("nobody holds a double"),
            Redeal::ManyDoubles(seat) => write!(f, "{} holds too many doubles", letter(seat)),
        }
    }
}

impl fmt::Display for Breach {
    /// `12:7: round 1, move 3: … (legal for B: 6-4@6-6, pass)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "round {}", self.round)?;
        if let Some(turn) = self.turn {
            write!(f, ", move {turn}")?;
        }
        write!(f, ": {}", self.problem)?;
        if let Some((seat, legal)) = &self.legal {
            let legal: Vec<_> = legal.iter().map(What::to_string).collect();
            write!(f, " (legal for {}: {})", letter(*seat), legal.join(", "))?;
        }
        Ok(())
    }
}
