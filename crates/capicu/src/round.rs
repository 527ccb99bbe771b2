//! One deal and its play: the only state machine of the engine.

mod imagine;

use arrayvec::ArrayVec;

use crate::irregular::{Call, Irregularity, NotIrregular, Ruling};
use crate::outcome::{Ended, LastTile, Outcome, Settling};
use crate::rules::NeedlessDraw;
use crate::{
    Action, Actions, Board, BySeat, Deal, Deed, IllegalAction, Listing, Opening, Pile, PlayAwards,
    Rules, Seat, Standing, Tile, TileSet, View,
};

pub use imagine::NotInView;

/// A round: the board everybody sees, the hands and the boneyard.
///
/// It is a pure function of rules, deal and actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    board: Board,
    hands: BySeat<TileSet>,
    /// The next tile to be drawn is the last.
    boneyard: Pile,
    in_hands: TileSet,
    outcome: Option<Outcome>,
}

/// What an action did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the table saw, the drawn tile included.
    pub deed: Deed,
    /// Points made by it in play, in the order they fell. Those for the end of the round are in
    /// its [`Outcome`].
    pub awards: PlayAwards,
}

impl Round {
    /// A round about to be opened. Where the opening comes from in a match, see
    /// [`Match::open`](crate::Match::open).
    pub fn new(rules: Rules, standing: Standing, opening: Opening, deal: &Deal) -> Self {
        let boneyard: Pile = deal.boneyard().iter().rev().copied().collect();
        let hands = *deal.hands();
        Self {
            board: Board::new(
                rules,
                standing,
                opening,
                BySeat::from_fn(hands.len(), |seat| hands[seat].len() as u8),
                boneyard.len() as u8,
            ),
            in_hands: hands.iter().fold(TileSet::EMPTY, |all, hand| all | *hand),
            hands,
            boneyard,
            outcome: None,
        }
    }

    /// What everybody sees.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// All hands.
    pub const fn hands(&self) -> &BySeat<TileSet> {
        &self.hands
    }

    /// The sleeping tiles, the next to be drawn first.
    pub fn boneyard(&self) -> impl ExactSizeIterator<Item = Tile> {
        self.boneyard.iter().rev().copied()
    }

    /// The seat to act; `None` once the round is over.
    pub const fn to_act(&self) -> Option<Seat> {
        self.board.to_act()
    }

    /// How the round ended; `None` while it goes on.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// What the seat to act may do, equal choices once. Empty only when the round is over.
    pub fn legal_actions(&self) -> Actions {
        self.actions(Listing::Distinct)
    }

    /// What the seat to act may do. Empty only when the round is over.
    pub fn actions(&self, listing: Listing) -> Actions {
        let mut actions = Actions::new();
        self.list_actions(listing, &mut actions);
        actions
    }

    /// The same into a list that is used again: cheaper in a loop that plays millions of rounds.
    pub fn list_actions(&self, listing: Listing, actions: &mut Actions) {
        actions.clear();
        if let Some(seat) = self.to_act() {
            self.board.list_actions(self.hands[seat], listing, actions);
        }
    }

    /// Whether the seat to act may do this.
    ///
    /// # Errors
    ///
    /// The reason why not.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let seat = self.to_act().ok_or(IllegalAction::RoundOver)?;
        self.board.check(self.hands[seat], action)
    }

    /// Plays an action of the seat to act.
    ///
    /// # Errors
    ///
    /// If it is not legal; the round is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<Step, IllegalAction> {
        self.check(action)?;
        Ok(self.play_unchecked(action))
    }

    /// Plays an action known to be legal, as in a search that takes it from
    /// [`legal_actions`](Self::legal_actions).
    ///
    /// # Panics
    ///
    /// May panic, or leave a round that could not have come about, if the action is not legal.
    pub fn play_unchecked(&mut self, action: Action) -> Step {
        let seat = self
            .to_act()
            .expect("an action is legal only while the round goes on");
        let opening = !matches!(self.board.turn(), crate::Turn::Play(_));
        let mut deed = Deed {
            seat,
            action,
            drawn: None,
            shown: false,
        };
        let mut last = None;
        match action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                if self.board.held()[seat] == 1 {
                    last = Some(self.last_tile(tile));
                }
                self.hands[seat].remove(tile);
                self.in_hands.remove(tile);
            }
            Action::Draw => {
                let tile = self
                    .boneyard
                    .pop()
                    .expect("drawing is legal only from a boneyard");
                self.hands[seat].insert(tile);
                self.in_hands.insert(tile);
                deed.drawn = Some(tile);
                deed.shown = opening && tile.is_double();
            }
            Action::Pass | Action::HandOver => {}
        }
        let mut awards = self.board.witness(&deed);
        if let Some(ended) = self.ended(seat, action, opening, &mut awards) {
            self.end(ended, last);
        }
        Step { deed, awards }
    }

    /// What one seat knows of the round as it stands, without what it saw happen.
    pub fn view(&self, seat: Seat) -> View {
        View::new(self.board.clone(), seat, self.hands[seat])
    }

    /// Ends the round without result: its points are taken back (002:37, PR4).
    pub fn void(&mut self) {
        self.end(Ended::Void, None);
    }

    /// Writes down a score that a seat called: also after the last tile, until the next deal.
    ///
    /// # Errors
    ///
    /// If there is nothing to call.
    pub fn call(&mut self, seat: Seat, call: Call) -> Result<PlayAwards, NotIrregular> {
        let awards = self.board.call(seat, call)?;
        if let (Some(team), None) = (self.board.target_reached(), &self.outcome) {
            self.end(Ended::Target(team), None);
        }
        Ok(awards)
    }

    /// Adjudicates an irregularity.
    ///
    /// # Errors
    ///
    /// If it cannot have happened now; the round is then unchanged.
    pub fn adjudicate(&mut self, what: Irregularity) -> Result<Ruling, NotIrregular> {
        let to_act = self.to_act().ok_or(NotIrregular::NotInPlay)?;
        let seat = match what {
            Irregularity::TakenBack { seat }
            | Irregularity::OverDrawn { seat }
            | Irregularity::UnderDrawn { seat }
            | Irregularity::Exposed { seat, .. } => seat,
            _ => to_act,
        };
        let n_drawn = self.check_irregular(seat, what)?;
        let mut ruling = Ruling {
            seat,
            what,
            drawn: ArrayVec::new(),
            n_drawn,
            awards: PlayAwards::new(),
        };
        for _ in 0..n_drawn {
            let tile = self.boneyard.pop().expect("the check saw enough tiles");
            self.hands[seat].insert(tile);
            self.in_hands.insert(tile);
            ruling.drawn.push(tile);
        }
        let mut last = None;
        let mut action = None;
        if let Irregularity::WrongPlay { tile, on, .. } | Irregularity::Directed { tile, on } = what
        {
            last = (self.hands[seat].len() == 1).then(|| self.last_tile(tile));
            action = Some(Action::Play { tile, on });
            self.hands[seat].remove(tile);
            self.in_hands.remove(tile);
        }
        let mut awards = self.board.witness_irregular(&ruling);
        let ended = match what {
            Irregularity::Void => Some(Ended::Void),
            Irregularity::NeedlessDraw
                if self.board.rules().needless_draw == NeedlessDraw::VoidsRound =>
            {
                Some(Ended::Void)
            }
            Irregularity::FalsePass => self.ended(seat, Action::Pass, false, &mut awards),
            // It may have taken the last tiles that could be drawn.
            Irregularity::UnderDrawn { .. } => {
                let in_play = matches!(self.board.turn(), crate::Turn::Play(_));
                self.ended(seat, Action::Draw, !in_play, &mut awards)
            }
            _ => match action {
                Some(action) => self.ended(seat, action, false, &mut awards),
                None => self.board.target_reached().map(Ended::Target),
            },
        };
        if let Some(ended) = ended {
            self.end(ended, last);
        }
        ruling.awards = awards;
        Ok(ruling)
    }

    /// How many tiles the seat draws by it, if it can have happened.
    fn check_irregular(&self, seat: Seat, what: Irregularity) -> Result<u8, NotIrregular> {
        let board = &self.board;
        let rules = board.rules();
        let hand = self.hands.get(seat).copied().unwrap_or_default();
        let in_play = matches!(board.turn(), crate::Turn::Play(_));
        let can_play = hand.intersects(board.layout().playable());
        let fits = |tile, on| board.layout().end_for(tile, on).is_some();
        match what {
            Irregularity::Void | Irregularity::TakenBack { .. } => Ok(0),
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
                    Irregularity::OverDrawn { .. } if dealt > due && board.laid_by(seat) == 0 => {
                        Ok(0)
                    }
                    Irregularity::UnderDrawn { .. }
                        if dealt < due && usize::from(due - dealt) <= self.boneyard.len() =>
                    {
                        Ok((due - dealt) as u8)
                    }
                    _ => Err(NotIrregular::RightNumber),
                }
            }
        }
    }

    fn ended(
        &mut self,
        seat: Seat,
        action: Action,
        opening: bool,
        awards: &mut PlayAwards,
    ) -> Option<Ended> {
        let board = &mut self.board;
        let blocked = match action {
            Action::HandOver => false,
            Action::Lead(_) | Action::Play { .. } => {
                if let Some(team) = board.target_reached() {
                    return Some(Ended::Target(team));
                }
                if self.hands[seat].is_empty() && self.side_is_out(seat) {
                    return Some(Ended::Out(seat));
                }
                let blocked = self.board.blocked(self.in_hands);
                if blocked && self.board.block_is_board_pass() {
                    self.board.fine_board_pass(awards);
                }
                blocked
            }
            Action::Draw | Action::Pass if opening => false,
            Action::Draw => board.blocked(self.in_hands),
            Action::Pass => {
                if board.all_others_passed() {
                    let last = board
                        .last_player()
                        .map_or(TileSet::EMPTY, |s| self.hands[s]);
                    let goes_on = last.intersects(board.layout().playable());
                    if goes_on || board.block_is_board_pass() {
                        board.fine_board_pass(awards);
                    }
                }
                board.blocked(self.in_hands)
            }
        };
        if let Some(team) = self.board.target_reached() {
            return Some(Ended::Target(team));
        }
        blocked.then(|| Ended::Blocked(self.board.last_player()))
    }

    fn side_is_out(&self, seat: Seat) -> bool {
        let rules = self.board.rules();
        rules.going_out == crate::rules::GoingOut::One
            || rules
                .partner(seat)
                .is_none_or(|partner| self.hands[partner].is_empty())
    }

    /// What going out with this tile means on the layout as it lies before.
    fn last_tile(&self, tile: Tile) -> LastTile {
        let layout = self.board.layout();
        let ends = layout.ends();
        let fits_every_end = !ends.is_empty() && ends.iter().all(|end| tile.has(end.pip()));
        let ends_differ = ends.windows(2).any(|pair| pair[0].pip() != pair[1].pip());
        let unplayed = self.board.rules().tiles() - layout.laid();
        let only = unplayed & (TileSet::suit(tile.high()) | TileSet::suit(tile.low()));
        LastTile {
            tile,
            fits_every_end,
            ends_differ,
            key: fits_every_end && ends_differ && only == TileSet::of(tile),
        }
    }

    fn end(&mut self, ended: Ended, last: Option<LastTile>) {
        let settling = Settling {
            rules: self.board.rules(),
            standing: self.board.standing(),
            hands: &self.hands,
            opener: self.board.opener(),
            last_player: self.board.last_player(),
        };
        // A tile that blocks the round wins nothing by itself, though it be the last of a hand.
        let last = last.filter(|_| !matches!(ended, Ended::Blocked(_)));
        let mut outcome = settling.settle(ended, last);
        if let Ended::Out(seat) = ended
            && !self.board.may_count_out(seat)
        {
            outcome.awards.clear();
        }
        self.outcome = Some(outcome);
        self.board.end(ended);
    }
}
