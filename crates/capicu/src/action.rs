//! The actions of a seat on its turn.

use core::fmt;
use core::str::FromStr;

use arrayvec::ArrayVec;

use crate::Tile;

/// A choice of the seat to act. The round knows which seat that is, so an action does not name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(4))]
pub enum Action {
    // First in the list, so that the most frequent action has the tag 0.
    /// Lays a tile against one on the table. Two tiles share at most one number, so the pair is unambiguous on any
    /// layout.
    Play {
        /// A tile from the hand.
        tile: Tile,
        /// The tile on the table that it is laid against.
        on: Tile,
    },
    /// Lays the first tile of the round ("poses").
    Lead(Tile),
    /// Takes the next tile of the boneyard. The action does not name the tile.
    Draw,
    /// Plays nothing ("knocks").
    Pass,
    /// Leaves the lead to the partner, before the first tile.
    HandOver,
}

/// The most actions a seat can have: at most 40 ends are open, and the tiles of an end's number that are on the table
/// cannot be laid there. With two ends for each of 17 numbers and three for 2, that is 17 * 2 * 17 + 2 * 3 * 16 plays, or
/// drawing and passing.
const MAX_ACTIONS: usize = 676;

/// The actions open to a seat, in a fixed order: tiles ascending, ends in the order they were opened, then drawing,
/// passing and handing over.
pub type Actions = ArrayVec<Action, MAX_ACTIONS>;

impl Action {
    /// The tile that it lays; `None` for other actions.
    pub const fn tile(self) -> Option<Tile> {
        match self {
            Self::Lead(tile) | Self::Play { tile, .. } => Some(tile),
            Self::Draw | Self::Pass | Self::HandOver => None,
        }
    }
}

impl fmt::Display for Action {
    /// Prints `6-6`, `6-4@6-6` (the second tile is on the table), `draw`, `pass` or `hand-over`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lead(tile) => tile.fmt(f),
            Self::Play { tile, on } => write!(f, "{tile}@{on}"),
            Self::Draw => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
            Self::HandOver => f.write_str("hand-over"),
        }
    }
}

/// A text that is not an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an action is a tile (6-6), a tile and the one it is laid against (6-4@6-6), draw, pass or hand-over"
)]
pub struct ParseActionError;

impl FromStr for Action {
    type Err = ParseActionError;

    /// Reads the printed form. Only the round can say whether the action is legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::{Action, ParseActionError, Tile};
    ///
    /// assert_eq!("6-6".parse(), Ok(Action::Lead(Tile::DOUBLE_SIX)));
    /// let action: Action = "6-4@6-6".parse()?;
    /// assert!(matches!(action, Action::Play { on: Tile::DOUBLE_SIX, .. }));
    /// assert_eq!("knock".parse::<Action>(), Err(ParseActionError));
    /// # Ok::<_, ParseActionError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let tile = |text: &str| text.parse::<Tile>().map_err(|_| ParseActionError);
        match text {
            "draw" => Ok(Self::Draw),
            "pass" => Ok(Self::Pass),
            "hand-over" => Ok(Self::HandOver),
            _ => match text.split_once('@') {
                Some((laid, on)) => Ok(Self::Play {
                    tile: tile(laid)?,
                    on: tile(on)?,
                }),
                None => Ok(Self::Lead(tile(text)?)),
            },
        }
    }
}

/// Why an action cannot be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum IllegalAction {
    /// The round is over.
    #[error("the round is over")]
    RoundOver,
    /// Another seat is to act. Only a [`View`](crate::View) returns this, since it belongs to one seat.
    #[error("it is another seat's turn")]
    NotYourTurn,
    /// The tile is not in the hand of the seat to act.
    #[error("{0} is not in the hand")]
    NotHeld(Tile),
    /// The round has no tile on the table, so one has to be led.
    #[error("no tile has been led yet")]
    NothingLed,
    /// A tile was led before.
    #[error("the round has been opened already")]
    AlreadyLed,
    /// Only this tile may open the round.
    #[error("{0} has to be led")]
    MustLead(Tile),
    /// A double has to be led.
    #[error("a double has to be led")]
    MustLeadDouble,
    /// The tile on the table is not open, the numbers differ, or the rules keep that end closed.
    #[error("{tile} cannot be laid against {on} now")]
    DoesNotFit {
        /// A tile from the hand.
        tile: Tile,
        /// The tile on the table that it should be laid against.
        on: Tile,
    },
    /// A player who can play must play.
    #[error("a tile in the hand can be played")]
    CanPlay,
    /// A player who can draw must draw.
    #[error("a tile has to be drawn first")]
    MustDraw,
    /// The game has no drawing, or none now.
    #[error("no tile may be drawn now")]
    CannotDraw,
    /// The rules do not let the seat hand the lead over, or it was handed over before.
    #[error("the pose cannot be handed over")]
    CannotHandOver,
}
