//! What one seat knows: a type that has no room for another hand.

use alloc::vec::Vec;

use crate::irregular::{Call, Irregularity, Ruling};
use crate::{
    Action, Actions, Board, Deed, IllegalAction, Listing, Outcome, PlayAwards, Seat, Tile, TileSet,
};

/// A round as one seat sees it: the board, its own hand, and what it saw happen.
///
/// This is all a bot is given and all a client is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    board: Board,
    seat: Seat,
    hand: TileSet,
    deeds: Vec<Deed>,
    regular: bool,
}

impl View {
    pub(crate) const fn new(board: Board, seat: Seat, hand: TileSet) -> Self {
        Self {
            board,
            seat,
            hand,
            deeds: Vec::new(),
            regular: true,
        }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose view this is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The seat's own tiles.
    pub const fn hand(&self) -> TileSet {
        self.hand
    }

    /// What has been done in this round, in order, drawn tiles only where this seat saw them.
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// Lets the round happen again: every deed with the board as it was before. Points made in play
    /// are left out, and nothing irregular may have happened.
    pub fn replay(&self, mut each: impl FnMut(&Board, &Deed)) {
        let mut held = *self.board.held();
        let mut asleep = self.board.boneyard();
        for deed in self.deeds.iter().rev() {
            let held = &mut held[deed.seat];
            match deed.action {
                Action::Lead(_) | Action::Play { .. } => *held += 1,
                Action::Draw => {
                    *held = held.saturating_sub(1);
                    asleep += 1;
                }
                Action::Pass | Action::HandOver => {}
            }
        }
        let (rules, standing) = (self.board.rules(), self.board.standing());
        let mut board = Board::new(rules, standing, self.board.opening(), &held, asleep);
        for deed in &self.deeds {
            each(&board, deed);
            board.observe(deed, &PlayAwards::new());
        }
    }

    /// Whether it is this seat's turn.
    pub fn is_my_turn(&self) -> bool {
        self.board.to_act() == Some(self.seat)
    }

    /// What this seat may do now, equal choices once; empty when it is not its turn.
    pub fn legal_actions(&self) -> Actions {
        self.actions(Listing::Distinct)
    }

    /// What this seat may do now; empty when it is not its turn.
    pub fn actions(&self, listing: Listing) -> Actions {
        if self.is_my_turn() {
            self.board.actions(self.hand, listing)
        } else {
            Actions::new()
        }
    }

    /// Whether this seat may do this now.
    ///
    /// # Errors
    ///
    /// The reason why not; [`IllegalAction::RoundOver`] also when it is not its turn.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        if !self.is_my_turn() {
            return Err(IllegalAction::RoundOver);
        }
        self.board.check(self.hand, action)
    }

    /// The tiles this seat has not seen: in the other hands or asleep.
    pub fn unseen(&self) -> TileSet {
        self.board.layout().unplayed() - self.hand
    }

    /// Takes note of a deed and of the points it made. `deed` must be what this seat saw of it, in
    /// the order things happened: see [`Deed::seen_by`].
    pub fn observe(&mut self, deed: &Deed, awards: &PlayAwards) {
        if deed.seat == self.seat {
            match (deed.action, deed.drawn) {
                (Action::Lead(tile) | Action::Play { tile, .. }, _) => {
                    self.hand.remove(tile);
                }
                (Action::Draw, Some(tile)) => {
                    self.hand.insert(tile);
                }
                _ => {}
            }
        }
        // Whoever lets the points of the last tile go has done nothing more in the round.
        let over = self.board.is_declaring();
        self.board.observe(deed, awards);
        if !over {
            self.deeds.push(*deed);
        }
    }

    /// Takes note of an irregularity as this seat saw it: see [`Ruling::seen_by`].
    pub fn observe_irregular(&mut self, ruling: &Ruling) {
        if ruling.seat == self.seat {
            if let Irregularity::WrongPlay { tile, .. } | Irregularity::Directed { tile, .. } =
                ruling.what
            {
                self.hand.remove(tile);
            }
            for tile in &ruling.drawn {
                self.hand.insert(*tile);
            }
        }
        self.board.observe_irregular(ruling);
        self.regular = false;
    }

    /// Takes note of a call and of what it was worth.
    pub fn observe_call(&mut self, seat: Seat, call: Call, awards: &PlayAwards) {
        self.board.observe_call(seat, call, awards);
    }

    /// Whether nothing irregular has happened, so that what players did says what they hold.
    pub const fn is_regular(&self) -> bool {
        self.regular
    }

    /// Takes note that nobody can go on, and that this seat may declare the points of the last tile
    /// before the round is settled.
    pub fn observe_unsettled(&mut self, seat: Seat) {
        self.board.ask_for_call(seat);
    }

    /// Takes note that the round is over.
    pub fn observe_end(&mut self, outcome: &Outcome) {
        self.board.end(outcome.ended);
    }

    /// The tile the seat has to lead, where the rules leave no choice.
    pub fn must_lead(&self) -> Option<Tile> {
        match self.board.turn() {
            crate::Turn::Open(opening) if opening.seat == self.seat => match opening.duty {
                crate::Duty::Tile(tile) => Some(tile),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Deed {
    /// The deed as a seat saw it: the tile another player drew is left out unless it was shown.
    #[must_use]
    pub fn seen_by(&self, seat: Seat) -> Self {
        let known = self.seat == seat || self.shown;
        Self {
            drawn: self.drawn.filter(|_| known),
            ..*self
        }
    }
}
