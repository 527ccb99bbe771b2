//! What a seat chooses when it is its turn.

use core::fmt;
use core::str::FromStr;

use arrayvec::ArrayVec;

use crate::Tile;

/// A choice of the seat whose turn it is; the round knows which seat that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(4))]
pub enum Action {
    // The first, so that the tag of what is listed most often is nought.
    /// Lays a tile against one that lies already. Two tiles share at most one number, so the pair
    /// says everything on any layout.
    Play {
        /// The tile from the hand.
        tile: Tile,
        /// The tile on the table it is laid against.
        on: Tile,
    },
    /// Lays the first tile of the round ("poses").
    Lead(Tile),
    /// Takes the next tile of the boneyard.
    Draw,
    /// Plays nothing ("knocks").
    Pass,
    /// Leaves the pose to the partner, before the first tile.
    HandOver,
}

/// As many actions as a seat can ever have: at most 28 ends are open, each fits 13 tiles.
const MAX_ACTIONS: usize = 366;

/// The actions open to a seat, in a fixed order: tiles ascending, ends as they came to lie, then
/// drawing, passing and handing over.
pub type Actions = ArrayVec<Action, MAX_ACTIONS>;

impl fmt::Display for Action {
    /// `6-6`, `6-4@6-6` (the tile laid against), `draw`, `pass`, `hand-over`.
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

    /// Reads what is printed; whether it is legal is for the round to say.
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
    /// Another seat is to act: the answer of a [`View`](crate::View), which belongs to one seat.
    #[error("it is another seat's turn")]
    NotYourTurn,
    /// The tile is not in the hand of the seat to act.
    #[error("{0} is not in the hand")]
    NotHeld(Tile),
    /// A tile has to be led first.
    #[error("no tile has been led yet")]
    NothingLed,
    /// The first tile lies already.
    #[error("the round has been opened already")]
    AlreadyLed,
    /// This tile opens the round, no other.
    #[error("{0} has to be led")]
    MustLead(Tile),
    /// A double has to be led.
    #[error("a double has to be led")]
    MustLeadDouble,
    /// The tile laid against is not open, or the numbers differ, or the rules keep that end closed.
    #[error("{tile} cannot be laid against {on} now")]
    DoesNotFit {
        /// The tile from the hand.
        tile: Tile,
        /// Where it was to go.
        on: Tile,
    },
    /// A player who can play must.
    #[error("a tile in the hand can be played")]
    CanPlay,
    /// A player who can draw must.
    #[error("a tile has to be drawn first")]
    MustDraw,
    /// Tiles are not drawn in this game, or not now.
    #[error("no tile may be drawn now")]
    CannotDraw,
    /// The pose may not be left to the partner, or was left already.
    #[error("the pose cannot be handed over")]
    CannotHandOver,
}
