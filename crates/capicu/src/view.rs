//! Public knowledge of a round, and the knowledge of one seat. Neither type can contain another player's hand.

use alloc::vec::Vec;

use crate::irregular::{Call, Irregularity, Ruling};
use crate::{
    Action, Actions, Board, BySeat, End, IllegalAction, Listing, Move, Outcome, Pip, PlayAwards,
    Seat, Tile, TileSet,
};

/// The viewer of a table, which decides what it may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// A player at the table, who sees one hand.
    Seat(Seat),
    /// The public, which sees what all seats see. It sees no hand until the round is over.
    Public,
    /// A reader of a finished round, who sees every hand from the deal. Send nothing of a round in play to this viewer.
    Open,
}

impl Viewer {
    /// The seat of a player; `None` for others.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public | Self::Open => None,
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// A round as everybody at the table sees it: the board and the moves. It cannot contain a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicView {
    board: Board,
    moves: Vec<Move>,
    regular: bool,
}

impl PublicView {
    pub(crate) const fn new(board: Board) -> Self {
        Self {
            board,
            moves: Vec::new(),
            regular: true,
        }
    }

    /// The public state, after the last move seen.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The moves of this round, in order. A drawn tile is included only if the viewer saw it.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether nothing irregular has happened, so that moves are evidence of the hands.
    pub const fn is_regular(&self) -> bool {
        self.regular
    }

    /// Replays the round: calls `each` with every move and the board before it. Leaves out points made in play. Nothing
    /// irregular may have happened.
    pub fn replay(&self, mut each: impl FnMut(&Board, &Move)) {
        let last = self.board();
        let mut held = *last.held();
        let mut boneyard = last.boneyard();
        for mv in self.moves().iter().rev() {
            let held = &mut held[mv.seat];
            match mv.action {
                Action::Lead(_) | Action::Play { .. } => *held += 1,
                Action::Draw => {
                    *held = held.saturating_sub(1);
                    boneyard += 1;
                }
                Action::Pass | Action::HandOver => {}
            }
        }
        let (rules, standing) = (last.rules(), last.standing());
        let mut board = Board::new(rules, standing, last.opening(), &held, boneyard);
        for mv in self.moves() {
            each(&board, mv);
            board.observe(mv, &PlayAwards::new());
        }
    }

    /// The numbers on which a seat has passed, ascending: those at the ends when it could not play. A draw clears them,
    /// since the seat may have drawn them. Empty after an irregularity, when passes are no evidence.
    pub fn passed_on(&self, seat: Seat) -> Vec<Pip> {
        let mut passed = Vec::new();
        if !self.regular {
            return passed;
        }
        self.replay(|board, mv| match mv.action {
            _ if mv.seat != seat || board.is_declaring() => {}
            Action::Pass => {
                let layout = board.layout();
                // Where only doubles may be laid, a pass is no evidence about the number.
                let open = layout.ends().iter();
                let open =
                    open.filter(|end| !(layout.playable_at(end) - TileSet::DOUBLES).is_empty());
                passed.extend(open.map(End::pip));
            }
            Action::Draw => passed.clear(),
            Action::Lead(_) | Action::Play { .. } | Action::HandOver => {}
        });
        let all = Pip::up_to(self.board().rules().set.highest());
        all.filter(|pip| passed.contains(pip)).collect()
    }

    pub(crate) fn observe(&mut self, mv: &Move, awards: &PlayAwards) {
        // Forgoing the points of the last tile is not a move of the round.
        let over = self.board.is_declaring();
        self.board.observe(mv, awards);
        if !over {
            self.moves.push(*mv);
        }
    }

    pub(crate) fn observe_unsettled(&mut self, seat: Seat) {
        self.board.ask_for_call(seat);
    }

    pub(crate) fn observe_irregular(&mut self, ruling: &Ruling) {
        self.board.observe_irregular(ruling);
        self.regular = false;
    }

    pub(crate) fn observe_call(&mut self, seat: Seat, call: Call, awards: &PlayAwards) {
        self.board.observe_call(seat, call, awards);
    }

    pub(crate) fn observe_end(&mut self, outcome: &Outcome) {
        self.board.end(outcome.ended);
    }
}

/// A round as one seat sees it: the public part and its own hand.
///
/// Bots and clients receive nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    public: PublicView,
    seat: Seat,
    hand: TileSet,
}

impl View {
    pub(crate) const fn new(board: Board, seat: Seat, hand: TileSet) -> Self {
        Self {
            public: PublicView::new(board),
            seat,
            hand,
        }
    }

    /// The public part, with the drawn tiles that this seat saw.
    pub const fn public(&self) -> &PublicView {
        &self.public
    }

    /// The public state, after the last move seen.
    pub const fn board(&self) -> &Board {
        self.public.board()
    }

    /// The seat whose view this is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The tiles in the seat's hand.
    pub const fn hand(&self) -> TileSet {
        self.hand
    }

    /// The moves of this round, in order. A drawn tile is included only if this seat saw it.
    pub fn moves(&self) -> &[Move] {
        self.public.moves()
    }

    /// Replays the round, as [`PublicView::replay`].
    pub fn replay(&self, each: impl FnMut(&Board, &Move)) {
        self.public.replay(each);
    }

    /// For each seat, the tiles that everybody knows it does not hold, because it passed on them. These are the tiles
    /// that would have fitted, or the doubles, where one had to be led. A closed end excludes none. A seat that draws
    /// after its pass may hold any tile again. After something irregular nothing is known. Replays the whole round.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Action, Game, Match, Seat};
    ///
    /// let rules = Game::by_id("jamaican-partner").and_then(|game| game.rules(4)).unwrap();
    /// let mut round = Match::new(rules).open(&Seed::from_number(1).deal(&rules, 0))?;
    /// let mut view = round.view_from_here(Seat::default());
    /// while let (Some(seat), Some(&action)) = (round.to_act(), round.legal_actions().first()) {
    ///     let passed_on = round.board().layout().playable();
    ///     let step = round.play(action)?;
    ///     view.observe(&step.mv.visible_to(view.seat()), &step.awards);
    ///     if action == Action::Pass {
    ///         assert!((passed_on - view.lacks()[seat]).is_empty());
    ///     }
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn lacks(&self) -> BySeat<TileSet> {
        let mut lacks = BySeat::new(self.board().rules().n_seats());
        if !self.is_regular() {
            return lacks;
        }
        self.replay(|board, mv| {
            let layout = board.layout();
            match mv.action {
                Action::Pass if layout.first().is_none() => lacks[mv.seat] |= TileSet::DOUBLES,
                Action::Pass => lacks[mv.seat] |= layout.playable(),
                Action::Draw => lacks[mv.seat] = TileSet::EMPTY,
                Action::Lead(_) | Action::Play { .. } | Action::HandOver => {}
            }
        });
        lacks
    }

    /// Whether it is this seat's turn.
    pub fn is_my_turn(&self) -> bool {
        self.board().to_act() == Some(self.seat)
    }

    /// Lists every legal action of this seat, exactly those that [`check`](Self::check) accepts. Empty when it is not
    /// its turn.
    pub fn legal_actions(&self) -> Actions {
        self.actions(Listing::Every)
    }

    /// Lists one of each set of equivalent actions: see [`Round::distinct_actions`](crate::Round::distinct_actions).
    pub fn distinct_actions(&self) -> Actions {
        self.actions(Listing::Distinct)
    }

    /// Lists the actions of this seat, as one of the two lists; empty when it is not its turn.
    pub fn actions(&self, listing: Listing) -> Actions {
        if self.is_my_turn() {
            self.board().actions(self.hand, listing)
        } else {
            Actions::new()
        }
    }

    /// Checks an action of this seat.
    ///
    /// # Errors
    ///
    /// The reason why it is not legal: [`IllegalAction::NotYourTurn`] while another seat is to act.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Game, IllegalAction, Match, Seat};
    ///
    /// let rules = Game::by_id("jamaican-partner").and_then(|game| game.rules(4)).unwrap();
    /// let round = Match::new(rules).open(&Seed::from_number(1).deal(&rules, 0))?;
    /// let lead = round.legal_actions()[0];
    /// for seat in Seat::all(4) {
    ///     let answer = round.view_from_here(seat).check(lead);
    ///     let expected = if Some(seat) == round.to_act() { Ok(()) } else { Err(IllegalAction::NotYourTurn) };
    ///     assert_eq!(answer, expected);
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        match self.board().to_act() {
            Some(seat) if seat == self.seat => self.board().check(self.hand, action),
            Some(_) => Err(IllegalAction::NotYourTurn),
            None => Err(IllegalAction::RoundOver),
        }
    }

    /// The tiles this seat has not seen: in the other hands or the boneyard.
    pub fn unseen(&self) -> TileSet {
        self.board().layout().unplayed() - self.hand
    }

    /// Notes a move and the points it made. Pass the moves in order, each as this seat saw it: see [`Move::visible_to`].
    pub fn observe(&mut self, mv: &Move, awards: &PlayAwards) {
        if mv.seat == self.seat {
            match (mv.action, mv.drawn) {
                (Action::Lead(tile) | Action::Play { tile, .. }, _) => {
                    self.hand.remove(tile);
                }
                (Action::Draw, Some(tile)) => {
                    self.hand.insert(tile);
                }
                _ => {}
            }
        }
        self.public.observe(mv, awards);
    }

    /// Notes an irregularity as this seat saw it: see [`Ruling::visible_to`].
    pub fn observe_irregular(&mut self, ruling: &Ruling) {
        if ruling.seat == self.seat && !self.board().rules().ends_round(&ruling.what) {
            if let Irregularity::WrongPlay { tile, .. } | Irregularity::Directed { tile, .. } =
                ruling.what
            {
                self.hand.remove(tile);
            }
            for tile in &ruling.drawn {
                self.hand.insert(*tile);
            }
        }
        self.public.observe_irregular(ruling);
    }

    /// Notes a call and its points.
    pub fn observe_call(&mut self, seat: Seat, call: Call, awards: &PlayAwards) {
        self.public.observe_call(seat, call, awards);
    }

    /// Whether nothing irregular has happened, so that moves are evidence of the hands.
    pub const fn is_regular(&self) -> bool {
        self.public.is_regular()
    }

    /// Notes that no seat can play, and that this seat may declare the points of the last tile before the round is
    /// settled.
    pub fn observe_unsettled(&mut self, seat: Seat) {
        self.public.observe_unsettled(seat);
    }

    /// Notes that the round is over, and how.
    pub fn observe_end(&mut self, outcome: &Outcome) {
        self.public.observe_end(outcome);
    }

    /// The tile the seat has to lead; `None` if it has a choice.
    pub fn must_lead(&self) -> Option<Tile> {
        match self.board().turn() {
            crate::Turn::Open(opening) if opening.seat == self.seat => match opening.duty {
                crate::Duty::Tile(tile) => Some(tile),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Move {
    /// Returns the move as a viewer saw it: without a tile that another player drew, unless it was shown.
    #[must_use]
    pub fn visible_to(&self, viewer: impl Into<Viewer>) -> Self {
        let known = self.shown
            || match viewer.into() {
                Viewer::Seat(seat) => seat == self.seat,
                Viewer::Public => false,
                Viewer::Open => true,
            };
        Self {
            drawn: self.drawn.filter(|_| known),
            ..*self
        }
    }
}
