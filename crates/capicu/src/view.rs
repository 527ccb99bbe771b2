//! What may be known of a round: by everybody, and by one seat. Neither type has room for a hand that is
//! not one's own.

use alloc::vec::Vec;

use crate::irregular::{Call, Irregularity, Ruling};
use crate::{
    Action, Actions, Board, BySeat, Deed, End, IllegalAction, Listing, Outcome, Pip, PlayAwards,
    Seat, Tile, TileSet,
};

/// Who looks at a table, and so what may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Whoever sits there: sees its own hand.
    Seat(Seat),
    /// Anybody who watches: sees what all seats see, and no hand until the round is over.
    Public,
    /// Whoever looks at a round that is over: sees every hand from the deal on. Nothing of a round
    /// that is still played may be told to this viewer.
    Open,
}

impl Viewer {
    /// The seat, if it is one.
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

/// A round as everybody at the table sees it: the board, and what happened. It has no room for a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicView {
    board: Board,
    deeds: Vec<Deed>,
    regular: bool,
}

impl PublicView {
    pub(crate) const fn new(board: Board) -> Self {
        Self {
            board,
            deeds: Vec::new(),
            regular: true,
        }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What has been done in this round, in order, drawn tiles only where the viewer saw them.
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// Whether nothing irregular has happened, so that what players did says what they hold.
    pub const fn is_regular(&self) -> bool {
        self.regular
    }

    /// Lets the round happen again: every deed with the board as it was before. Points made in play
    /// are left out, and nothing irregular may have happened.
    pub fn replay(&self, mut each: impl FnMut(&Board, &Deed)) {
        let last = self.board();
        let mut held = *last.held();
        let mut asleep = last.boneyard();
        for deed in self.deeds().iter().rev() {
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
        let (rules, standing) = (last.rules(), last.standing());
        let mut board = Board::new(rules, standing, last.opening(), &held, asleep);
        for deed in self.deeds() {
            each(&board, deed);
            board.observe(deed, &PlayAwards::new());
        }
    }

    /// The numbers that a seat has passed on, ascending: those at the ends when it could not play. Whoever has drawn since
    /// may hold them, and after something irregular a pass says nothing.
    pub fn passed_on(&self, seat: Seat) -> Vec<Pip> {
        let mut passed = Vec::new();
        if !self.regular {
            return passed;
        }
        self.replay(|board, deed| match deed.action {
            _ if deed.seat != seat || board.is_declaring() => {}
            Action::Pass => {
                let layout = board.layout();
                // Where nothing but a double may be laid, a pass says nothing of the number.
                let open = layout.ends().iter();
                let open =
                    open.filter(|end| !(layout.playable_at(end) - TileSet::DOUBLES).is_empty());
                passed.extend(open.map(End::pip));
            }
            Action::Draw => passed.clear(),
            Action::Lead(_) | Action::Play { .. } | Action::HandOver => {}
        });
        passed.sort_unstable();
        passed.dedup();
        passed
    }

    pub(crate) fn observe(&mut self, deed: &Deed, awards: &PlayAwards) {
        // Whoever lets the points of the last tile go has done nothing more in the round.
        let over = self.board.is_declaring();
        self.board.observe(deed, awards);
        if !over {
            self.deeds.push(*deed);
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

/// A round as one seat sees it: what everybody sees, and its own hand.
///
/// This is all a bot is given and all a client is sent.
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

    /// What everybody sees of it; of drawn tiles, those that this seat saw.
    pub const fn public(&self) -> &PublicView {
        &self.public
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        self.public.board()
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
        self.public.deeds()
    }

    /// Lets the round happen again, as [`PublicView::replay`].
    pub fn replay(&self, each: impl FnMut(&Board, &Deed)) {
        self.public.replay(each);
    }

    /// For each seat the tiles that everybody knows it does not hold, because it passed on them: those that
    /// fitted where something could be laid, which is less than all open ends where an end waits; or the
    /// doubles, where one had to be led. A seat that draws after its pass may hold any tile again, and after
    /// something irregular nothing is known. Goes through the whole round.
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
    ///     view.observe(&step.deed.seen_by(view.seat()), &step.awards);
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
        self.replay(|board, deed| {
            let layout = board.layout();
            match deed.action {
                Action::Pass if layout.first().is_none() => lacks[deed.seat] |= TileSet::DOUBLES,
                Action::Pass => lacks[deed.seat] |= layout.playable(),
                Action::Draw => lacks[deed.seat] = TileSet::EMPTY,
                Action::Lead(_) | Action::Play { .. } | Action::HandOver => {}
            }
        });
        lacks
    }

    /// Whether it is this seat's turn.
    pub fn is_my_turn(&self) -> bool {
        self.board().to_act() == Some(self.seat)
    }

    /// Everything this seat may do now: exactly the actions that [`check`](Self::check) accepts.
    /// Empty when it is not its turn.
    pub fn legal_actions(&self) -> Actions {
        self.actions(Listing::Every)
    }

    /// The same with one of each set of equal actions: see
    /// [`Round::distinct_actions`](crate::Round::distinct_actions).
    pub fn distinct_actions(&self) -> Actions {
        self.actions(Listing::Distinct)
    }

    /// What this seat may do now, as one of the two lists; empty when it is not its turn.
    pub fn actions(&self, listing: Listing) -> Actions {
        if self.is_my_turn() {
            self.board().actions(self.hand, listing)
        } else {
            Actions::new()
        }
    }

    /// Whether this seat may do this now.
    ///
    /// # Errors
    ///
    /// The reason why not: [`IllegalAction::NotYourTurn`] while another seat is to act.
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

    /// The tiles this seat has not seen: in the other hands or asleep.
    pub fn unseen(&self) -> TileSet {
        self.board().layout().unplayed() - self.hand
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
        self.public.observe(deed, awards);
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
        self.public.observe_irregular(ruling);
    }

    /// Takes note of a call and of what it was worth.
    pub fn observe_call(&mut self, seat: Seat, call: Call, awards: &PlayAwards) {
        self.public.observe_call(seat, call, awards);
    }

    /// Whether nothing irregular has happened, so that what players did says what they hold.
    pub const fn is_regular(&self) -> bool {
        self.public.is_regular()
    }

    /// Takes note that nobody can go on, and that this seat may declare the points of the last tile
    /// before the round is settled.
    pub fn observe_unsettled(&mut self, seat: Seat) {
        self.public.observe_unsettled(seat);
    }

    /// Takes note that the round is over.
    pub fn observe_end(&mut self, outcome: &Outcome) {
        self.public.observe_end(outcome);
    }

    /// The tile the seat has to lead, where the rules leave no choice.
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

impl Deed {
    /// The deed as somebody saw it: the tile another player drew is left out unless it was shown.
    #[must_use]
    pub fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
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
