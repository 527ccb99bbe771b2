//! Rounds described piece by piece, unchecked at first.

mod check;
mod parse;
mod print;

use arrayvec::ArrayVec;

use crate::board::{SinceTile, Withheld};
use crate::irregular::Undeclared;
use crate::round::Unsettled;
use crate::{
    Board, BySeat, BySide, Deal, Layout, Opening, Pile, Round, Rules, Seat, Standing, TileSet,
    Turn, View,
};

pub use check::SetupError;
pub use parse::{ParsePositionError, PositionPart, PositionProblem};

/// The hand of a seat, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// The tiles themselves.
    Known(TileSet),
    /// The number of tiles, which are not known.
    Unknown(u8),
}

impl Held {
    /// The number of tiles, known or not.
    pub const fn len(self) -> usize {
        match self {
            Self::Known(tiles) => tiles.len(),
            Self::Unknown(n) => n as usize,
        }
    }

    /// Whether the hand has no tile.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The tiles, if they are known.
    pub const fn known(self) -> Option<TileSet> {
        match self {
            Self::Known(tiles) => Some(tiles),
            Self::Unknown(_) => None,
        }
    }
}

impl Default for Held {
    fn default() -> Self {
        Self::Unknown(0)
    }
}

/// The boneyard, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Boneyard {
    /// The tiles, the next to be drawn first.
    Known(Pile),
    /// The number of tiles, which are not known.
    Unknown(u8),
}

impl Boneyard {
    /// The number of tiles, known or not.
    pub fn len(&self) -> usize {
        match self {
            Self::Known(pile) => pile.len(),
            Self::Unknown(n) => usize::from(*n),
        }
    }

    /// Whether the boneyard has no tile.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A description of a round: rules, match, scores, layout and turn, and the hands and boneyard as far as they are
/// known.
///
/// It may be impossible: [`Round::from_setup`] and [`Setup::view`] refuse that and name the reason. Its text form is
/// one line, the *position* (`docs/position.md`).
///
/// It carries everything else that a round remembers, such as passes in a row or penalties, also in its text. A new
/// setup has none of it.
///
/// # Examples
///
/// ```
/// use capicu::{Round, Setup, SetupError};
///
/// let text = "domino-position: 1; rules: block 2 hand=2; opening: A; \
///             hands: 6-4 / 4-4 2-1; boneyard: ?24; layout: 6-6; turn: B";
/// let setup: Setup = text.parse()?;
/// // A view needs the hand of its seat alone; a round needs every tile.
/// assert_eq!(setup.view(setup.opener)?.hand().len(), 1);
/// assert_eq!(Round::from_setup(&setup), Err(SetupError::UnknownBoneyard));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Setup {
    /// The rules of the match.
    pub rules: Rules,
    /// The match before this round.
    pub standing: Standing,
    /// Points made in play in this round, by side.
    pub made: BySide<u16>,
    /// The opening as it was before anybody handed over, passed or drew.
    pub opening: Opening,
    /// The seat that opened the round or has to open it.
    pub opener: Seat,
    /// The hand of each seat, as far as it is known.
    pub hands: BySeat<Held>,
    /// The tiles that are neither dealt nor drawn.
    pub boneyard: Boneyard,
    /// The tiles on the table. [`Layout::new`] and [`Layout::after`] build a layout without a board.
    pub layout: Layout,
    /// The seat that laid the last tile; `None` before any tile.
    pub last_player: Option<Seat>,
    /// The seat to act, and the purpose of its turn.
    pub turn: Turn,
    pub(crate) incidents: Incidents,
    pub(crate) unsettled: Option<Unsettled>,
}

/// The incidents of a round that the layout and the turn do not show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Incidents {
    pub drawn_this_turn: bool,
    pub since_tile: SinceTile,
    /// Passes in a row by each seat.
    pub streak: BySeat<u8>,
    pub undeclared: ArrayVec<Undeclared, 2>,
    /// Seats that called wrongly and may not call again until the next tile, a bit each.
    pub silent: u16,
    /// Whether the player of the last tile has named its points.
    pub sum_named: bool,
    pub withheld: BySeat<Withheld>,
    pub exposed: TileSet,
    /// Tiles dealt to each seat or drawn by it.
    pub received: BySeat<u8>,
    pub n_drawn: BySeat<u8>,
}

impl Incidents {
    /// No incidents since the seats received these numbers of tiles.
    fn none(received: BySeat<u8>) -> Self {
        let n = received.len();
        Self {
            drawn_this_turn: false,
            since_tile: SinceTile::default(),
            streak: BySeat::new(n),
            undeclared: ArrayVec::new(),
            silent: 0,
            sum_named: false,
            withheld: BySeat::new(n),
            exposed: TileSet::EMPTY,
            received,
            n_drawn: BySeat::new(n),
        }
    }
}

impl Setup {
    /// A round before its first tile, the first of a match.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Duty, Game, Match, Round, Setup, SetupError};
    ///
    /// let rules = Game::by_id("block").and_then(|game| game.rules(2)).unwrap();
    /// let deal = Seed::from_number(3).deal(&rules, 0);
    /// let opening = Match::new(rules).opening(&deal)?;
    /// let mut setup = Setup::new(rules, opening, &deal);
    /// assert_eq!(Round::from_setup(&setup)?.to_act(), Some(opening.seat));
    ///
    /// setup.opening.duty = Duty::Double;
    /// setup.standing.scores = [400, 10].into_iter().collect();
    /// assert_eq!(Round::from_setup(&setup), Err(SetupError::MatchOver));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: Rules, opening: Opening, deal: &Deal) -> Self {
        Self {
            standing: Standing::new(&rules),
            made: BySide::new(rules.n_sides()),
            opening,
            opener: opening.seat,
            hands: deal.hands().map(Held::Known),
            boneyard: Boneyard::Known(deal.boneyard().iter().copied().collect()),
            layout: Layout::new(&rules),
            last_player: None,
            turn: Turn::Open(opening),
            incidents: Incidents::none(*deal.held()),
            unsettled: None,
            rules,
        }
    }

    /// Describes a round with all its tiles; `None` once it is over.
    pub fn of(round: &Round) -> Option<Self> {
        let hands = round.hands().map(Held::Known);
        let boneyard = Boneyard::Known(round.boneyard().collect());
        Self::of_board(round.board(), hands, boneyard, round.unsettled())
    }

    /// Describes a round as one seat sees it, without the other hands and the boneyard. `None` once it is over, or if
    /// only points of its last tile are still to be declared.
    pub fn of_view(view: &View) -> Option<Self> {
        let board = view.board();
        let mut hands = board.held().map(Held::Unknown);
        hands[view.seat()] = Held::Known(view.hand());
        let boneyard = Boneyard::Unknown(board.boneyard());
        Self::of_board(board, hands, boneyard, None).filter(|_| !board.is_declaring())
    }

    /// Hides every hand and the boneyard: the round as everybody sees it.
    #[must_use]
    pub fn hidden(&self) -> Self {
        let hidden = |held: Held| Held::Unknown(held.len() as u8);
        Self {
            hands: self.hands.map(hidden),
            boneyard: Boneyard::Unknown(self.boneyard.len() as u8),
            ..self.clone()
        }
    }

    fn of_board(
        board: &Board,
        hands: BySeat<Held>,
        boneyard: Boneyard,
        unsettled: Option<Unsettled>,
    ) -> Option<Self> {
        board.to_act()?;
        Some(Self {
            rules: *board.rules(),
            standing: *board.standing(),
            made: *board.points(),
            opening: board.opening(),
            opener: board.opener(),
            hands,
            boneyard,
            layout: board.layout().clone(),
            last_player: board.last_player(),
            turn: board.turn(),
            incidents: board.incidents(),
            unsettled,
        })
    }

    /// The view of a seat from now on, without memory of earlier moves.
    ///
    /// # Errors
    ///
    /// If the hand of that seat is not known, or the setup is impossible.
    pub fn view(&self, seat: Seat) -> Result<View, SetupError> {
        self.check()?;
        let hand = self.hands.get(seat).ok_or(SetupError::NoSeat(seat))?;
        let hand = hand.known().ok_or(SetupError::UnknownHand(seat))?;
        if self.unsettled.is_some() {
            return Err(SetupError::Declare);
        }
        Ok(View::new(Board::of_setup(self), seat, hand))
    }
}
