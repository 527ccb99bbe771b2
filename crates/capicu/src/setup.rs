//! A round as it stands, written down piece by piece: whatever it says, until it is checked.

mod check;
mod parse;
mod print;

use arrayvec::ArrayVec;

use crate::board::{SinceTile, Withheld};
use crate::irregular::Undeclared;
use crate::round::Unsettled;
use crate::{
    Board, BySeat, ByTeam, Deal, Layout, Opening, Pile, Round, Rules, Seat, Standing, TileSet,
    Turn, View,
};

pub use check::SetupError;
pub use parse::{ParsePositionError, PositionPart, PositionProblem};

/// The tiles of a seat, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// These.
    Known(TileSet),
    /// So many that are not known.
    Unknown(u8),
}

impl Held {
    /// How many.
    pub const fn len(self) -> usize {
        match self {
            Self::Known(tiles) => tiles.len(),
            Self::Unknown(n) => n as usize,
        }
    }

    /// Whether there is none.
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

/// The sleeping tiles, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Boneyard {
    /// These, the next to be drawn first.
    Known(Pile),
    /// So many that are not known.
    Unknown(u8),
}

impl Boneyard {
    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::Known(pile) => pile.len(),
            Self::Unknown(n) => usize::from(*n),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A round as it stands: the rules, the match it belongs to, hands and boneyard as far as they are
/// known, the layout, whose turn it is, and the scores.
///
/// It may say nonsense: [`Round::from_setup`] and [`Setup::view`] refuse that and name it. It is written
/// as one line of text, the *position*, and read back from it (`docs/position.md`).
///
/// What else a round remembers, such as passes in a row or penalties, is carried along and stands in the
/// text; it begins as if none of it had happened.
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
    /// The rules played by.
    pub rules: Rules,
    /// The match as it stood when the round began.
    pub standing: Standing,
    /// Points made in play in this round, by side.
    pub made: ByTeam<u16>,
    /// Who was to open the round and how, before anybody handed over, passed or drew.
    pub opening: Opening,
    /// The seat that opened the round, or is to.
    pub opener: Seat,
    /// The hands.
    pub hands: BySeat<Held>,
    /// The sleeping tiles.
    pub boneyard: Boneyard,
    /// The tiles on the table. Another one than that of a board comes from [`Layout::new`] and
    /// [`Layout::after`].
    pub layout: Layout,
    /// Who laid the last tile; `None` before any lies.
    pub last_player: Option<Seat>,
    /// Whose turn it is, and for what.
    pub turn: Turn,
    pub(crate) incidents: Incidents,
    pub(crate) unsettled: Option<Unsettled>,
}

/// What a board remembers besides what lies there and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Incidents {
    pub drawn_this_turn: bool,
    pub since_tile: SinceTile,
    /// Passes in a row by each seat.
    pub streak: BySeat<u8>,
    pub undeclared: ArrayVec<Undeclared, 2>,
    /// Seats that called wrongly and call nothing more until the next tile lies, a bit each.
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
    /// Nothing has happened since the seats received so many tiles.
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
    /// A round about to be opened, in a match that begins with it.
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
            made: ByTeam::new(rules.n_teams()),
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

    /// A round as it stands; `None` once it is over.
    pub fn of(round: &Round) -> Option<Self> {
        let hands = round.hands().map(Held::Known);
        let boneyard = Boneyard::Known(round.boneyard().collect());
        Self::of_board(round.board(), hands, boneyard, round.unsettled())
    }

    /// A round as one seat sees it, the other hands and the boneyard unknown; `None` once it is over,
    /// or waits for nothing but points of its last tile that are to be declared.
    pub fn of_view(view: &View) -> Option<Self> {
        let board = view.board();
        let mut hands = board.held().map(Held::Unknown);
        hands[view.seat()] = Held::Known(view.hand());
        let boneyard = Boneyard::Unknown(board.boneyard());
        Self::of_board(board, hands, boneyard, None).filter(|_| !board.is_declaring())
    }

    /// The round as everybody sees it: no hand is known, and the boneyard is not.
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

    /// The round as a seat sees it that sits down now: it remembers nothing of what was done before.
    ///
    /// # Errors
    ///
    /// If the hand of that seat is not known, or the setup says what cannot be.
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
