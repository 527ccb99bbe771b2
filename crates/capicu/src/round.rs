//! One deal and its play: the only state machine of the engine.

mod imagine;
mod setup;

use crate::deal::Undrawn;
use crate::irregular::{Call, Irregularity, NotIrregular, Ruling};
use crate::outcome::{Ended, LastTile, Outcome};
use crate::rules::NeedlessDraw;
use crate::settling::Settling;
use crate::{
    Action, Actions, Board, BySeat, Deal, IllegalAction, Listing, Move, Opening, Pile, PlayAwards,
    Rules, Seat, Standing, Tile, TileSet, View,
};

pub use imagine::NotInView;

/// A round: the public board, the hands and the boneyard.
///
/// It is a pure function of rules, deal and actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub(crate) board: Board,
    pub(crate) hands: BySeat<TileSet>,
    undrawn: Undrawn,
    /// The tiles of the boneyard as a set.
    pub(crate) boneyard_set: TileSet,
    /// The end of the round that takes effect once the points of the last tile have been declared or forgone.
    unsettled: Option<Unsettled>,
    outcome: Option<Outcome>,
}

/// The end of a round that has not been settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Unsettled {
    pub ended: Ended,
    pub last: Option<LastTile>,
    /// Whether a tile ended it, rather than a pass or draw after that tile.
    pub by_tile: bool,
}

/// The effect of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move, with the drawn tile.
    pub mv: Move,
    /// Points made in play, in the order in which they were made. Points for the end of the round are in its
    /// [`Outcome`].
    pub awards: PlayAwards,
}

#[derive(Clone, Copy)]
struct Drawn {
    tile: Tile,
    /// Whether everybody saw the drawn tile.
    shown: bool,
}

impl Round {
    #[inline(never)]
    pub(crate) fn begin(rules: &Rules, standing: &Standing, opening: Opening, deal: &Deal) -> Self {
        if rules.doubles_end_deals() {
            return Self::begin_with_doubles(rules, standing, opening, deal);
        }
        Self::dealt(rules, standing, opening, deal)
    }

    #[inline(always)]
    fn dealt(rules: &Rules, standing: &Standing, opening: Opening, deal: &Deal) -> Self {
        let undealt = || {
            let hands = deal.hands().iter();
            hands.fold(rules.tiles(), |left, hand| left - *hand)
        };
        let n_undrawn = deal.boneyard().len() as u8;
        Self {
            board: Board::new(rules, standing, opening, deal.held(), n_undrawn),
            hands: *deal.hands(),
            boneyard_set: if n_undrawn == 0 {
                TileSet::EMPTY
            } else {
                undealt()
            },
            undrawn: *deal.undrawn(),
            unsettled: None,
            outcome: None,
        }
    }

    /// Begins a round, which ends at the deal if a hand has enough doubles (W11).
    #[cold]
    fn begin_with_doubles(
        rules: &Rules,
        standing: &Standing,
        opening: Opening,
        deal: &Deal,
    ) -> Self {
        let mut round = Self::dealt(rules, standing, opening, deal);
        if let Some(doubles) = rules.doubles_in(&round.hands) {
            round.end(Ended::Doubles(doubles.seat()), None);
        }
        round
    }

    /// The part that everybody sees.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// All hands, which no viewer may receive while the round is in play.
    pub const fn hands(&self) -> &BySeat<TileSet> {
        &self.hands
    }

    /// The boneyard, the next tile to be drawn first.
    pub fn boneyard(&self) -> impl ExactSizeIterator<Item = Tile> {
        self.undrawn.tiles().iter().copied()
    }

    /// The seat to act; `None` once the round is over.
    pub const fn to_act(&self) -> Option<Seat> {
        self.board.to_act()
    }

    /// The end of the round; `None` while it is in play.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Lists every legal action of the seat to act, exactly those that [`check`](Self::check) accepts. Empty only when
    /// the round is over.
    pub fn legal_actions(&self) -> Actions {
        self.actions(Listing::Every)
    }

    /// Lists the legal actions of the seat to act, but only one of each set with the same future. An example is a tile
    /// that fits both ends of a plain line with equal numbers. Players, searches and bots choose from this list.
    pub fn distinct_actions(&self) -> Actions {
        self.actions(Listing::Distinct)
    }

    /// Lists the actions of the seat to act, as one of the two lists. Empty only when the round is over.
    pub fn actions(&self, listing: Listing) -> Actions {
        let mut actions = Actions::new();
        self.list_actions(listing, &mut actions);
        actions
    }

    /// Lists into a list that the caller reuses: cheaper in a loop that plays millions of rounds.
    #[inline]
    pub fn list_actions(&self, listing: Listing, actions: &mut Actions) {
        *actions = Actions::new();
        let hand = self.hands[self.board.acting()];
        self.board.list_actions(hand, listing, actions);
    }

    /// Checks an action of the seat to act.
    ///
    /// # Errors
    ///
    /// The reason why the action is not legal.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let seat = self.to_act().ok_or(IllegalAction::RoundOver)?;
        self.board.check(self.hands[seat], action)
    }

    /// Plays an action of the seat to act.
    ///
    /// # Errors
    ///
    /// If it is not legal; the round is then unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Action, Game, IllegalAction, Match};
    ///
    /// let rules = Game::by_id("cien").and_then(|game| game.rules(4)).unwrap();
    /// let mut round = Match::new(rules).open(&Seed::from_number(3).deal(&rules, 0))?;
    /// let opener = round.to_act().unwrap();
    /// // In the first round of Cien the highest double has to be led.
    /// let Action::Lead(double) = round.legal_actions()[0] else { unreachable!() };
    /// assert_eq!(round.play(Action::Pass), Err(IllegalAction::MustLead(double)));
    ///
    /// let step = round.play(Action::Lead(double))?;
    /// assert_eq!((step.seat(), round.to_act()), (opener, Some(opener.next(4))));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, action: Action) -> Result<Step, IllegalAction> {
        self.check(action)?;
        Ok(self.play_unchecked(action))
    }

    /// Plays an action known to be legal, as in a search that takes it from [`legal_actions`](Self::legal_actions) or
    /// [`distinct_actions`](Self::distinct_actions).
    ///
    /// # Panics
    ///
    /// May panic, or leave an impossible round, if the action is not legal.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) -> Step {
        let seat = self.board.acting();
        let mut awards = PlayAwards::new();
        let drawn = match action {
            Action::Play { tile, on } if self.board.plain => {
                self.lay(seat, tile, on, &mut awards);
                None
            }
            Action::Pass if self.board.nothing_comes_of_pass(seat) => {
                self.board.note_pass(seat);
                None
            }
            _ => self.act(seat, action, &mut awards),
        };
        Step {
            mv: Move {
                seat,
                action,
                drawn: drawn.map(|drawn| drawn.tile),
                shown: drawn.is_some_and(|drawn| drawn.shown),
            },
            awards,
        }
    }

    #[inline(never)]
    fn act(&mut self, seat: Seat, action: Action, awards: &mut PlayAwards) -> Option<Drawn> {
        match action {
            Action::Lead(tile) => self.lead(seat, tile, awards),
            Action::Play { tile, on } => self.lay_any(seat, tile, on, awards),
            Action::Draw => return Some(self.draw(seat)),
            Action::Pass => self.pass(seat, awards),
            Action::HandOver => self.board.hand_over(seat),
        }
        None
    }

    /// Lays a tile anywhere. The hand may no longer contain the tile.
    #[inline(never)]
    pub(crate) fn lay_any(&mut self, seat: Seat, tile: Tile, on: Tile, awards: &mut PlayAwards) {
        let last = self.take(seat, tile);
        self.board.lay(seat, tile, on, awards);
        self.note_end(seat, last, awards);
    }

    fn lead(&mut self, seat: Seat, tile: Tile, awards: &mut PlayAwards) {
        let last = self.take(seat, tile);
        self.board.lead(seat, tile, awards);
        self.note_end(seat, last, awards);
    }

    fn draw(&mut self, seat: Seat) -> Drawn {
        let tile = self.undrawn.draw();
        let tile = tile.expect("drawing is legal only from a boneyard");
        self.hands[seat].insert(tile);
        self.boneyard_set.remove(tile);
        let opening = self.board.is_opening();
        self.board.after_draw(seat, Some(tile));
        if let Some(ended) = self.ended_by_draw(opening) {
            self.end_or_ask(ended, None, false);
        }
        Drawn {
            tile,
            shown: opening && tile.is_double(),
        }
    }

    /// Takes a tile out of a hand. Returns its meaning if it is the last.
    fn take(&mut self, seat: Seat, tile: Tile) -> Option<LastTile> {
        let last = (self.board.held()[seat] == 1).then(|| self.last_tile(seat, tile));
        self.hands[seat].remove(tile);
        last
    }

    /// Ends the round if the last tile did.
    #[inline(never)]
    pub(crate) fn note_end(&mut self, seat: Seat, last: Option<LastTile>, awards: &mut PlayAwards) {
        if let Some(ended) = self.ended_by_tile(seat, awards) {
            self.end_or_ask(ended, last, true);
        }
    }

    fn pass(&mut self, seat: Seat, awards: &mut PlayAwards) {
        if self.unsettled.is_some() {
            self.settle(awards);
            return;
        }
        let opening = self.board.is_opening();
        self.board.after_pass(seat, awards);
        if let Some(ended) = self.ended_by_pass(opening, awards) {
            self.end_or_ask(ended, None, false);
        }
    }

    /// The view of a seat from now on, without memory of earlier moves. Before the first action it equals a player's
    /// view. [`View::observe`] continues it; a [`TableView`](crate::TableView) knows a whole round.
    pub fn view_from_here(&self, seat: Seat) -> View {
        View::new(self.board.clone(), seat, self.hands[seat])
    }

    /// Ends the round without result and takes back its points (002:37, PR4).
    pub fn void(&mut self) {
        self.end(Ended::Void, None);
    }

    /// Writes down a call, or the price of a wrong one. A player declares the points of the last tile before the round
    /// is settled. Until the next deal, opponents can claim points that were not declared.
    ///
    /// # Errors
    ///
    /// If there is nothing to call, or the seat may not call now.
    pub fn call(&mut self, seat: Seat, call: Call) -> Result<PlayAwards, NotIrregular> {
        let mut awards = self.board.call(seat, call)?;
        if let (Some(side), None) = (self.board.target_reached(), &self.outcome) {
            self.end(Ended::Target(side), None);
        } else if matches!(call, Call::Declare | Call::Sum(_)) {
            self.settle(&mut awards);
        }
        Ok(awards)
    }

    /// Ends the round, unless its last tile made points that are not declared yet: those come first (G9).
    #[cold]
    fn end_or_ask(&mut self, ended: Ended, last: Option<LastTile>, by_tile: bool) {
        match (ended, self.board.asks_last()) {
            (Ended::Out(_) | Ended::Blocked(_), Some(seat)) => {
                self.unsettled = Some(Unsettled {
                    ended,
                    last,
                    by_tile,
                });
                self.board.ask_for_call(seat);
            }
            _ => self.end(ended, last),
        }
    }

    /// Ends a round that waited for the points of its last tile.
    fn settle(&mut self, awards: &mut PlayAwards) {
        let Some(unsettled) = self.unsettled.take() else {
            return;
        };
        let ended = match unsettled.ended {
            Ended::Blocked(_) => {
                if unsettled.by_tile && self.board.block_is_board_pass() {
                    self.board.fine_board_pass(awards);
                }
                self.target_or_block()
            }
            ended => ended,
        };
        self.end(ended, unsettled.last);
    }

    /// Applies an irregularity.
    ///
    /// # Errors
    ///
    /// If it is not possible now; the round is then unchanged.
    pub fn adjudicate(&mut self, what: Irregularity) -> Result<Ruling, NotIrregular> {
        let to_act = self.to_act().ok_or(NotIrregular::NotInPlay)?;
        if self.unsettled.is_some() {
            return Err(NotIrregular::NotInPlay);
        }
        let seat = match what {
            Irregularity::TakenBack { seat }
            | Irregularity::OverDrawn { seat }
            | Irregularity::UnderDrawn { seat }
            | Irregularity::SlowPlay { seat }
            | Irregularity::Exposed { seat, .. } => seat,
            _ => to_act,
        };
        if !self.board.rules().plays(seat) {
            return Err(NotIrregular::NotInPlay);
        }
        let n_drawn = self.check_irregular(seat, what)?;
        let mut ruling = Ruling {
            seat,
            what,
            drawn: Pile::new(),
            n_drawn,
            awards: PlayAwards::new(),
        };
        for _ in 0..n_drawn {
            let tile = self.undrawn.draw().expect("the check saw enough tiles");
            self.hands[seat].insert(tile);
            self.boneyard_set.remove(tile);
            ruling.drawn.push(tile);
        }
        let ends = self.board.rules().ends_round(&what);
        let laid = match what {
            _ if ends => None,
            Irregularity::WrongPlay { tile, .. } | Irregularity::Directed { tile, .. } => {
                Some(tile)
            }
            _ => None,
        };
        let last = laid.and_then(|tile| self.take(seat, tile));
        let mut awards = self.board.apply_irregular(&ruling);
        let ended = match what {
            _ if ends => Some(Ended::Foul(seat)),
            Irregularity::Void => Some(Ended::Void),
            Irregularity::NeedlessDraw
                if self.board.rules().needless_draw == NeedlessDraw::VoidsRound =>
            {
                Some(Ended::Void)
            }
            Irregularity::FalsePass => self.ended_by_pass(false, &mut awards),
            Irregularity::WrongPlay { .. } | Irregularity::Directed { .. } => {
                self.ended_by_tile(seat, &mut awards)
            }
            // The seat may have taken the last tiles of the boneyard.
            Irregularity::UnderDrawn { .. } => self.ended_by_draw(self.board.is_opening()),
            _ => self.board.target_reached().map(Ended::Target),
        };
        if let Some(ended) = ended {
            self.end_or_ask(ended, last, laid.is_some());
        }
        ruling.awards = awards;
        Ok(ruling)
    }

    /// Checks an irregularity, and returns the number of tiles that the seat draws by it.
    fn check_irregular(&self, seat: Seat, what: Irregularity) -> Result<u8, NotIrregular> {
        let board = &self.board;
        let rules = board.rules();
        let hand = self.hands.get(seat).copied().unwrap_or_default();
        let in_play = matches!(board.turn(), crate::Turn::Play(_));
        let can_play = !board.free_to_play(hand).is_empty();
        let fits = |tile, on| board.layout().end_for(tile, on).is_some();
        match what {
            Irregularity::Void | Irregularity::TakenBack { .. } => Ok(0),
            Irregularity::SlowPlay { seat } => {
                let slow = rules.slow_play.get() > 0 && self.to_act() == Some(seat);
                slow.then_some(0).ok_or(NotIrregular::NotSlow)
            }
            Irregularity::FalsePass
            | Irregularity::NeedlessDraw
            | Irregularity::MisledDraw
            | Irregularity::WrongPlay { .. }
                if !in_play =>
            {
                Err(NotIrregular::NotInPlay)
            }
            Irregularity::FalsePass if !can_play => Err(NotIrregular::CannotPlay),
            Irregularity::FalsePass => Ok(0),
            Irregularity::NeedlessDraw | Irregularity::MisledDraw if !can_play => {
                Err(NotIrregular::CannotPlay)
            }
            Irregularity::NeedlessDraw | Irregularity::MisledDraw
                if board.check(hand, Action::Draw).is_ok() =>
            {
                Err(NotIrregular::MayDraw)
            }
            Irregularity::NeedlessDraw | Irregularity::MisledDraw if board.can_draw() => Ok(1),
            Irregularity::NeedlessDraw | Irregularity::MisledDraw => Err(NotIrregular::CannotDraw),
            Irregularity::WrongPlay { tile, .. } | Irregularity::Directed { tile, .. }
                if !hand.contains(tile) =>
            {
                Err(NotIrregular::NotHeld(tile))
            }
            Irregularity::WrongPlay { tile, on, .. } if fits(tile, on) => {
                Err(NotIrregular::Fits { tile, on })
            }
            Irregularity::WrongPlay { tile, on, open } => {
                let place = board.layout().ends().iter().any(|end| end.tile() == on);
                let half = tile.has(open);
                if place && half {
                    Ok(0)
                } else {
                    Err(NotIrregular::NoPlace { tile, on })
                }
            }
            Irregularity::Directed { tile, .. } if !board.exposed().contains(tile) => {
                Err(NotIrregular::NotExposed(tile))
            }
            Irregularity::Directed { tile, on } if !fits(tile, on) => {
                Err(NotIrregular::NoPlace { tile, on })
            }
            Irregularity::Directed { .. } => Ok(0),
            Irregularity::Exposed { tile, .. } if hand.contains(tile) => Ok(0),
            Irregularity::Exposed { tile, .. } => Err(NotIrregular::NotHeld(tile)),
            Irregularity::OverDrawn { .. } | Irregularity::UnderDrawn { .. } => {
                let dealt = hand.len() + board.laid_by(seat) - board.drawn_by(seat);
                let (dealt, due) = (dealt as u16, rules.hand.get());
                match what {
                    Irregularity::OverDrawn { .. } if dealt > due => Ok(0),
                    Irregularity::UnderDrawn { .. }
                        if dealt < due
                            && usize::from(due - dealt) <= self.undrawn.tiles().len() =>
                    {
                        Ok((due - dealt) as u8)
                    }
                    _ => Err(NotIrregular::RightNumber),
                }
            }
        }
    }

    fn ended_by_tile(&mut self, seat: Seat, awards: &mut PlayAwards) -> Option<Ended> {
        if let Some(side) = self.board.target_reached() {
            return Some(Ended::Target(side));
        }
        if self.hands[seat].is_empty() && self.side_is_out(seat) {
            return Some(Ended::Out(seat));
        }
        if !self.board.blocked(self.boneyard_set) {
            return None;
        }
        // If the tile has points to be declared, the fines of the others come after them.
        if self.board.block_is_board_pass() && self.board.asks_last().is_none() {
            self.board.fine_board_pass(awards);
        }
        Some(self.target_or_block())
    }

    fn ended_by_draw(&self, opening: bool) -> Option<Ended> {
        if !opening && self.board.blocked(self.boneyard_set) {
            return Some(self.target_or_block());
        }
        self.board.target_reached().map(Ended::Target)
    }

    fn ended_by_pass(&mut self, opening: bool, awards: &mut PlayAwards) -> Option<Ended> {
        if !opening {
            if self.board.all_others_passed() {
                self.note_board_pass(awards);
            }
            if self.board.blocked(self.boneyard_set) || self.board.waits_for_direction() {
                return Some(self.target_or_block());
            }
        }
        self.board.target_reached().map(Ended::Target)
    }

    /// Scores a tile on which everybody else has passed.
    #[inline(never)]
    fn note_board_pass(&mut self, awards: &mut PlayAwards) {
        let last = self.board.last_player();
        let last = last.map_or(TileSet::EMPTY, |seat| self.hands[seat]);
        let goes_on = last.intersects(self.board.layout().playable()) || self.board.can_draw();
        if goes_on {
            self.board.pay_corrido(awards);
        }
        if goes_on || self.board.block_is_board_pass() {
            self.board.fine_board_pass(awards);
        }
    }

    /// The end of a blocked round, unless the block made points that reach the target.
    #[cold]
    fn target_or_block(&self) -> Ended {
        match self.board.target_reached() {
            Some(side) => Ended::Target(side),
            None => Ended::Blocked(self.board.last_player()),
        }
    }

    #[cold]
    fn side_is_out(&self, seat: Seat) -> bool {
        let rules = self.board.rules();
        rules.going_out == crate::rules::GoingOut::One
            || rules
                .partner(seat)
                .is_none_or(|partner| self.hands[partner].is_empty())
    }

    /// Describes going out with this tile on the layout before it.
    #[cold]
    fn last_tile(&mut self, seat: Seat, tile: Tile) -> LastTile {
        self.board.note_last(seat, tile);
        LastTile::on(self.board.layout(), tile)
    }

    #[cold]
    fn end(&mut self, ended: Ended, last: Option<LastTile>) {
        let settling = Settling {
            rules: self.board.rules(),
            standing: self.board.standing(),
            hands: &self.hands,
            opener: self.board.opener(),
            last_player: self.board.last_player(),
            layout: self.board.layout(),
            reported: None,
        };
        // A tile that blocks the round wins nothing more, even if it is the last of a hand.
        let last = last.filter(|_| !matches!(ended, Ended::Blocked(_)));
        let outcome = settling.settle(ended, last, &mut self.outcome);
        // A player who may not score for the rest of the round wins nothing by its end (004:82, S6).
        if outcome
            .winner
            .is_none_or(|seat| self.board.may_score_at_end(seat))
        {
            settling.award(outcome);
        }
        self.unsettled = None;
        self.board.end(ended);
    }
}
