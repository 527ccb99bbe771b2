//! Facts at a table, and the events that follow from them.
//!
//! A [`Fact`] is a deal or a choice; only facts are stored. Everything else follows by the rules as [`Event`]s. A
//! [`Table`] is the state derived from its facts. A [`TableView`] is the state derived from the events that one
//! [viewer](Viewer) [saw](VisibleEvent).

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::irregular::{Call, Irregularity, NotIrregular, Ruling};
use crate::{
    Action, BySeat, BySide, CannotWithdraw, Deal, IllegalAction, Match, MatchResult, Move, Opening,
    PlayAwards, PublicView, Redeal, Round, RoundResult, Rules, Seat, Standing, Step, TileSet, Turn,
    TurnedUp, View, Viewer,
};

/// An input to a table that does not follow from earlier facts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Fact {
    /// The seats turned up these tiles for the set.
    TurnedUp(TurnedUp),
    /// The tiles were dealt, with hands and boneyard.
    Dealt(Box<Deal>),
    /// The seat to act chose this action.
    Acted(Action),
    /// A seat called a score.
    Called {
        /// The seat that called.
        seat: Seat,
        /// Its call, right or wrong.
        call: Call,
    },
    /// The table noticed an irregularity.
    Irregular(Irregularity),
    /// A seat withdrew from the match between two rounds; the others play on.
    Withdrew(Seat),
}

/// A consequence of a fact, with all tiles open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Event {
    /// The seats turned up tiles for the set.
    TurnedUp {
        /// One tile for each seat in the draw.
        tiles: TurnedUp,
        /// The opener; `None` if the highest tied.
        opener: Option<Seat>,
    },
    /// The deal cannot be played and is thrown in.
    Redealt(Redeal),
    /// A round began.
    Dealt {
        /// The seat that opens, and what it may lead.
        opening: Opening,
        /// The match before the round.
        standing: Standing,
        /// All hands, which only [`Viewer::Open`] may receive.
        hands: BySeat<TileSet>,
        /// The number of tiles in the boneyard.
        boneyard: u8,
    },
    /// A seat acted, with the points of its move.
    Done(Step),
    /// A seat called a score.
    Called {
        /// The seat that called.
        seat: Seat,
        /// Its call, right or wrong.
        call: Call,
        /// The points of the call, or of the others if it was wrong.
        awards: PlayAwards,
        /// The end of the match, if a call after the last tile ended it.
        result: Option<MatchResult>,
    },
    /// The rules decided an irregularity.
    Ruled(Ruling),
    /// No seat can play, but this seat has points of the last tile to declare first. It is its turn: it makes the call
    /// or passes, and the round is over.
    Unsettled {
        /// The seat to declare.
        seat: Seat,
    },
    /// The round is over and written down.
    RoundOver(Box<RoundResult>),
    /// A seat withdrew from the match.
    Withdrew(Leaving),
}

/// A seat that withdrew from the match, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// The seat that withdrew.
    pub seat: Seat,
    /// The places of all sides that play no more: see [`Standing::places`].
    pub places: BySide<u8>,
    /// The end of the match, if too few players are left.
    pub result: Option<MatchResult>,
}

/// An [`Event`] as one viewer saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum VisibleEvent {
    /// A draw for the set, see [`Event::TurnedUp`].
    TurnedUp {
        /// One tile for each seat in the draw.
        tiles: TurnedUp,
        /// The opener; `None` if the highest tied.
        opener: Option<Seat>,
    },
    /// A deal that is thrown in, see [`Event::Redealt`].
    Redealt(Redeal),
    /// A new round, see [`Event::Dealt`].
    Dealt {
        /// The seat that opens, and what it may lead.
        opening: Opening,
        /// The match before the round.
        standing: Standing,
        /// The viewer's own hand; `None` for a viewer without a seat.
        hand: Option<TileSet>,
        /// The number of tiles in each hand.
        held: BySeat<u8>,
        /// The number of tiles in the boneyard.
        boneyard: u8,
    },
    /// See [`Event::Dealt`], for readers of a finished round ([`Viewer::Open`]).
    Opened {
        /// The seat that opens, and what it may lead.
        opening: Opening,
        /// The match before the round.
        standing: Standing,
        /// All hands, since the round is over.
        hands: BySeat<TileSet>,
        /// The number of tiles in the boneyard.
        boneyard: u8,
    },
    /// See [`Event::Done`]; another seat's drawn tile is left out.
    Done(Step),
    /// A call, see [`Event::Called`].
    Called {
        /// The seat that called.
        seat: Seat,
        /// Its call, right or wrong.
        call: Call,
        /// The points of the call, or of the others if it was wrong.
        awards: PlayAwards,
        /// The end of the match, if a call after the last tile ended it.
        result: Option<MatchResult>,
    },
    /// See [`Event::Ruled`]; tiles drawn by another seat are left out.
    Ruled(Ruling),
    /// A seat to declare points, see [`Event::Unsettled`].
    Unsettled {
        /// The seat to declare.
        seat: Seat,
    },
    /// See [`Event::RoundOver`]: all hands are open.
    RoundOver(Box<RoundResult>),
    /// See [`Event::Withdrew`]: everybody sees who left.
    Withdrew(Leaving),
}

impl Event {
    /// Returns the event as a viewer saw it. For [`Viewer::Open`] the round has to be over.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Game, Seat, VisibleEvent, Table, Viewer};
    ///
    /// let rules = Game::by_id("chiva").and_then(|game| game.rules(4)).unwrap();
    /// let mut table = Table::new(rules);
    /// let dealt = Seed::from_number(1).next(&table).unwrap();
    /// let events = table.apply(&dealt)?;
    /// let hand = |viewer: Viewer| match events[0].visible_to(viewer) {
    ///     VisibleEvent::Dealt { hand, .. } => hand,
    ///     _ => None,
    /// };
    /// assert_eq!(hand(Seat::default().into()).map(|hand| hand.len()), Some(7));
    /// assert_eq!(hand(Viewer::Public), None);
    /// # Ok::<_, capicu::FactError>(())
    /// ```
    pub fn visible_to(&self, viewer: impl Into<Viewer>) -> VisibleEvent {
        let viewer = viewer.into();
        match self {
            Self::TurnedUp { tiles, opener } => VisibleEvent::TurnedUp {
                tiles: *tiles,
                opener: *opener,
            },
            Self::Redealt(why) => VisibleEvent::Redealt(*why),
            Self::Dealt {
                opening,
                standing,
                hands,
                boneyard,
            } if viewer == Viewer::Open => VisibleEvent::Opened {
                opening: *opening,
                standing: *standing,
                hands: *hands,
                boneyard: *boneyard,
            },
            Self::Dealt {
                opening,
                standing,
                hands,
                boneyard,
            } => VisibleEvent::Dealt {
                opening: *opening,
                standing: *standing,
                hand: viewer.seat().map(|seat| hands[seat]),
                held: BySeat::from_fn(hands.len(), |seat| hands[seat].len() as u8),
                boneyard: *boneyard,
            },
            Self::Done(step) => VisibleEvent::Done(Step {
                mv: step.mv.visible_to(viewer),
                awards: step.awards.clone(),
            }),
            Self::Called {
                seat,
                call,
                awards,
                result,
            } => VisibleEvent::Called {
                seat: *seat,
                call: *call,
                awards: awards.clone(),
                result: *result,
            },
            Self::Ruled(ruling) => VisibleEvent::Ruled(ruling.visible_to(viewer)),
            Self::Unsettled { seat } => VisibleEvent::Unsettled { seat: *seat },
            Self::RoundOver(result) => VisibleEvent::RoundOver(result.clone()),
            Self::Withdrew(left) => VisibleEvent::Withdrew(*left),
        }
    }
}

/// The next input that a table needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Tiles to be turned up for the set.
    TurnUp,
    /// The next deal.
    Deal,
    /// The action of this seat.
    Act(Seat),
    /// No input: the match is over.
    Nothing,
}

/// Why a table refuses a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum FactError {
    /// The table waits for something else.
    #[error("the table does not wait for this")]
    NotNow,
    /// A seat outside the draw turned up a tile, or a seat in it has none.
    #[error("a tile for each seat that is still in the draw, and no other, is turned up")]
    NotDrawing,
    /// The action is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// Tiles are dealt to a seat that plays no more.
    #[error("a seat that plays no more gets no tiles")]
    DealtOut,
    /// The seat cannot withdraw.
    #[error(transparent)]
    Withdraw(#[from] CannotWithdraw),
    /// The call or irregularity is not possible.
    #[error(transparent)]
    Irregular(#[from] NotIrregular),
}

/// A match with its round in play: the state derived from facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    game: Match,
    round: Option<Round>,
    n_deals: u32,
    n_turned_up: u32,
    /// Whether nobody calls a score of the last round any more, since a player withdrew.
    calls_closed: bool,
}

impl Table {
    /// A table before its first fact.
    pub fn new(rules: Rules) -> Self {
        Self::resumed(Match::new(rules))
    }

    /// A table that continues a match with its next round, as after rounds that were only scored.
    pub fn resumed(game: Match) -> Self {
        Self {
            game,
            round: None,
            n_deals: 0,
            n_turned_up: 0,
            calls_closed: false,
        }
    }

    /// The table at the start of a rematch: see [`Match::again`].
    #[must_use]
    pub fn again(&self) -> Self {
        Self::resumed(self.game.again())
    }

    /// This table, with its next deal opened as that of a board: see [`Match::with_board`].
    #[must_use]
    pub fn with_board(&self, deal: &Deal, first: Seat) -> Self {
        Self {
            game: self.game.with_board(deal, first),
            ..self.clone()
        }
    }

    /// The match, with its scores and result.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// The round in play, or the last one until the next deal.
    pub const fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// The number of deals so far.
    pub const fn n_deals(&self) -> u32 {
        self.n_deals
    }

    /// The number of draws for the set so far.
    pub const fn n_turned_up(&self) -> u32 {
        self.n_turned_up
    }

    /// The next input that the table needs.
    pub fn waiting(&self) -> Waiting {
        match self.round.as_ref().and_then(Round::to_act) {
            Some(seat) => Waiting::Act(seat),
            None if self.game.result().is_some() => Waiting::Nothing,
            None if self.game.needs_draw_for_set() => Waiting::TurnUp,
            None => Waiting::Deal,
        }
    }

    /// The call that a player who overlooks nothing would make now: see [`Board::due_call`].
    ///
    /// [`Board::due_call`]: crate::Board::due_call
    pub fn due_call(&self) -> Option<(Seat, Call)> {
        self.round.as_ref()?.board().due_call()
    }

    /// Checks whether a fact is possible now.
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn check(&self, fact: &Fact) -> Result<(), FactError> {
        match (fact, self.waiting()) {
            (Fact::TurnedUp(tiles), Waiting::TurnUp) => {
                let mut due = self.game.drawing().entries();
                let as_due = due.all(|(seat, draws)| tiles[seat].is_some() == *draws);
                as_due.then_some(()).ok_or(FactError::NotDrawing)
            }
            (Fact::Dealt(deal), Waiting::Deal) => {
                let rules = self.game.rules();
                let mut held = deal.held().entries();
                let due = held.all(|(seat, held)| *held == 0 || rules.plays(seat));
                due.then_some(()).ok_or(FactError::DealtOut)
            }
            (Fact::Withdrew(seat), Waiting::Deal | Waiting::TurnUp) => {
                Ok(self.game.clone().withdraw(*seat)?)
            }
            (Fact::Acted(action), Waiting::Act(_)) => {
                let round = self.round.as_ref().ok_or(FactError::NotNow)?;
                Ok(round.check(*action)?)
            }
            (Fact::Called { seat, call }, Waiting::Act(_) | Waiting::Deal)
                if !self.calls_closed =>
            {
                let round = self.round.as_ref().ok_or(FactError::NotNow)?;
                Ok(round.board().check_call(*seat, *call)?)
            }
            (Fact::Irregular(_), Waiting::Act(_)) => Ok(()),
            _ => Err(FactError::NotNow),
        }
    }

    /// Applies a fact and returns the events that follow.
    ///
    /// # Errors
    ///
    /// If it is not possible now; the table is then unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Action, Event, Fact, FactError, Game, Table};
    ///
    /// let rules = Game::by_id("block").and_then(|game| game.rules(2)).unwrap();
    /// let mut table = Table::new(rules);
    /// // Nothing has been dealt.
    /// let pass = Fact::Acted(Action::Pass);
    /// assert_eq!(table.apply(&pass), Err(FactError::NotNow));
    ///
    /// let deal = Fact::Dealt(Box::new(Seed::from_number(2).deal(&rules, 0)));
    /// let events = table.apply(&deal)?;
    /// assert!(matches!(events[..], [Event::Dealt { .. } | Event::Redealt(_)]));
    /// # Ok::<_, FactError>(())
    /// ```
    pub fn apply(&mut self, fact: &Fact) -> Result<Vec<Event>, FactError> {
        self.check(fact)?;
        let mut events = Vec::new();
        match fact {
            Fact::TurnedUp(tiles) => {
                self.n_turned_up += 1;
                self.game.draw_for_set(tiles);
                let opener = self.game.setter();
                events.push(Event::TurnedUp {
                    tiles: *tiles,
                    opener,
                });
            }
            Fact::Dealt(deal) => {
                self.n_deals += 1;
                self.calls_closed = false;
                match self.game.opening(deal) {
                    Err(why) => {
                        self.round = None;
                        events.push(Event::Redealt(why));
                    }
                    Ok(opening) => {
                        let (rules, standing) = (*self.game.rules(), *self.game.standing());
                        self.round = Some(Round::new_unchecked(rules, standing, opening, deal));
                        events.push(Event::Dealt {
                            opening,
                            standing,
                            hands: *deal.hands(),
                            boneyard: deal.boneyard().len() as u8,
                        });
                    }
                }
            }
            Fact::Acted(action) => {
                if let Some(round) = &mut self.round {
                    events.push(Event::Done(round.play_unchecked(*action)));
                }
            }
            Fact::Called { seat, call } => {
                if let Some(round) = &mut self.round {
                    let after_the_end = round.outcome().is_some();
                    let mut awards = round.call(*seat, *call)?;
                    if after_the_end {
                        awards = self.game.add(awards);
                    }
                    events.push(Event::Called {
                        seat: *seat,
                        call: *call,
                        awards,
                        result: self.game.result().copied(),
                    });
                    if after_the_end {
                        return Ok(events);
                    }
                }
            }
            Fact::Withdrew(seat) => {
                self.calls_closed = true;
                self.game.withdraw(*seat)?;
                let (seat, places) = (*seat, self.game.standing().places);
                let result = self.game.result().copied();
                events.push(Event::Withdrew(Leaving {
                    seat,
                    places,
                    result,
                }));
                return Ok(events);
            }
            Fact::Irregular(what) => {
                if let Some(round) = &mut self.round {
                    events.push(Event::Ruled(round.adjudicate(*what)?));
                }
            }
        }
        if let (Fact::Acted(_) | Fact::Irregular(_), Some(round)) = (fact, &self.round)
            && let Turn::Declare(seat) = round.board().turn()
        {
            events.push(Event::Unsettled { seat });
        }
        if let Some(round) = self
            .round
            .as_ref()
            .filter(|round| round.outcome().is_some())
        {
            events.push(Event::RoundOver(Box::new(self.game.finish(round))));
        }
        Ok(events)
    }
}

/// A table as one viewer knows it: the state derived from what the viewer saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    rules: Rules,
    viewer: Viewer,
    standing: Standing,
    round: Option<Looked>,
    last: Option<Box<RoundResult>>,
    /// The end of a match that a player who left ended.
    ended: Option<MatchResult>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Looked {
    /// Seen by a seat with a hand in the round.
    Seat(View),
    /// Seen without a hand.
    Public(PublicView),
    /// Seen with all hands, as they are now.
    Open(PublicView, Box<BySeat<TileSet>>),
}

impl Looked {
    const fn public(&self) -> &PublicView {
        match self {
            Self::Seat(view) => view.public(),
            Self::Public(public) | Self::Open(public, _) => public,
        }
    }

    fn observe(&mut self, mv: &Move, awards: &PlayAwards) {
        match self {
            Self::Seat(view) => view.observe(mv, awards),
            Self::Public(public) => public.observe(mv, awards),
            Self::Open(public, hands) => {
                match (mv.action, mv.drawn) {
                    (Action::Lead(tile) | Action::Play { tile, .. }, _) => {
                        hands[mv.seat].remove(tile);
                    }
                    (Action::Draw, Some(tile)) => {
                        hands[mv.seat].insert(tile);
                    }
                    _ => {}
                }
                public.observe(mv, awards);
            }
        }
    }

    fn observe_irregular(&mut self, ruling: &Ruling) {
        match self {
            Self::Seat(view) => view.observe_irregular(ruling),
            Self::Public(public) => public.observe_irregular(ruling),
            Self::Open(public, hands) => {
                let hand = &mut hands[ruling.seat];
                if let Irregularity::WrongPlay { tile, .. } | Irregularity::Directed { tile, .. } =
                    ruling.what
                    && !public.board().rules().ends_round(&ruling.what)
                {
                    hand.remove(tile);
                }
                for tile in &ruling.drawn {
                    hand.insert(*tile);
                }
                public.observe_irregular(ruling);
            }
        }
    }

    fn observe_call(&mut self, seat: Seat, call: Call, awards: &PlayAwards) {
        match self {
            Self::Seat(view) => view.observe_call(seat, call, awards),
            Self::Public(public) | Self::Open(public, _) => {
                public.observe_call(seat, call, awards);
            }
        }
    }

    fn observe_unsettled(&mut self, seat: Seat) {
        match self {
            Self::Seat(view) => view.observe_unsettled(seat),
            Self::Public(public) | Self::Open(public, _) => public.observe_unsettled(seat),
        }
    }

    fn observe_end(&mut self, outcome: &crate::Outcome) {
        match self {
            Self::Seat(view) => view.observe_end(outcome),
            Self::Public(public) | Self::Open(public, _) => public.observe_end(outcome),
        }
    }
}

impl TableView {
    /// The view before the first deal.
    pub fn new(rules: Rules, viewer: impl Into<Viewer>) -> Self {
        Self {
            rules,
            viewer: viewer.into(),
            standing: Standing::new(&rules),
            round: None,
            last: None,
            ended: None,
        }
    }

    /// Returns the rules of the match.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The places of the sides that play no more: see [`Standing::places`].
    pub fn places(&self) -> &BySide<u8> {
        let last = self.last.as_ref().map(|last| &last.places);
        last.unwrap_or(&self.standing.places)
    }

    /// The viewer, which decides what the view contains.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The round in play, or the last one until the next deal, as the viewer's seat sees it. `None` for a viewer
    /// without a hand.
    pub const fn round(&self) -> Option<&View> {
        match &self.round {
            Some(Looked::Seat(view)) => Some(view),
            _ => None,
        }
    }

    /// The same round without any hand.
    pub fn public(&self) -> Option<&PublicView> {
        self.round.as_ref().map(Looked::public)
    }

    /// The board of that round.
    pub fn board(&self) -> Option<&crate::Board> {
        self.public().map(PublicView::board)
    }

    /// Every hand as it is now; `None` unless the viewer is [`Viewer::Open`].
    pub const fn hands(&self) -> Option<&BySeat<TileSet>> {
        match &self.round {
            Some(Looked::Open(_, hands)) => Some(hands),
            _ => None,
        }
    }

    /// The last round that ended, until the next deal.
    pub fn last(&self) -> Option<&RoundResult> {
        self.last.as_deref()
    }

    /// The scores, including points of the round in play.
    pub fn scores(&self) -> BySide<u16> {
        match (&self.round, &self.last) {
            (_, Some(last)) => last.scores,
            (Some(round), None) => {
                let board = round.public().board();
                BySide::from_fn(self.rules.n_sides(), |side| board.score(side))
            }
            (None, None) => self.standing.scores,
        }
    }

    /// The end of the match, if it is over.
    pub fn result(&self) -> Option<&MatchResult> {
        let last = self.last.as_ref().and_then(|last| last.result.as_ref());
        last.or(self.ended.as_ref())
    }

    /// Applies an event that the viewer saw.
    pub fn observe(&mut self, seen: &VisibleEvent) {
        match seen {
            VisibleEvent::TurnedUp { .. } | VisibleEvent::Redealt(_) => {}
            VisibleEvent::Dealt {
                opening,
                standing,
                hand,
                held,
                boneyard,
            } => {
                self.standing = *standing;
                self.last = None;
                self.rules = self.rules.without(&standing.places);
                let board = crate::Board::new(&self.rules, standing, *opening, held, *boneyard);
                self.round = Some(match (self.viewer, hand) {
                    (Viewer::Seat(seat), Some(hand)) => Looked::Seat(View::new(board, seat, *hand)),
                    _ => Looked::Public(PublicView::new(board)),
                });
            }
            VisibleEvent::Opened {
                opening,
                standing,
                hands,
                boneyard,
            } => {
                self.standing = *standing;
                self.last = None;
                self.rules = self.rules.without(&standing.places);
                let held = BySeat::from_fn(hands.len(), |seat| hands[seat].len() as u8);
                let board = crate::Board::new(&self.rules, standing, *opening, &held, *boneyard);
                self.round = Some(Looked::Open(PublicView::new(board), Box::new(*hands)));
            }
            VisibleEvent::Done(Step { mv, awards }) => {
                if let Some(round) = &mut self.round {
                    round.observe(mv, awards);
                }
            }
            VisibleEvent::Called {
                seat,
                call,
                awards,
                result,
            } => {
                if let Some(round) = &mut self.round {
                    round.observe_call(*seat, *call, awards);
                }
                if let Some(last) = &mut self.last {
                    for award in awards {
                        last.scores[award.side] = award.onto(last.scores[award.side]);
                    }
                    last.result = *result;
                    last.places = Match::places_of(
                        self.rules,
                        Standing {
                            scores: last.scores,
                            places: last.places,
                            ..self.standing
                        },
                    );
                }
            }
            VisibleEvent::Ruled(ruling) => {
                if let Some(round) = &mut self.round {
                    round.observe_irregular(ruling);
                }
            }
            VisibleEvent::Unsettled { seat } => {
                if let Some(round) = &mut self.round {
                    round.observe_unsettled(*seat);
                }
            }
            VisibleEvent::RoundOver(result) => {
                if let Some(round) = &mut self.round {
                    round.observe_end(&result.outcome);
                }
                self.last = Some(result.clone());
            }
            VisibleEvent::Withdrew(left) => {
                self.standing.places = left.places;
                if let Some(last) = &mut self.last {
                    last.places = left.places;
                }
                self.ended = left.result;
            }
        }
    }
}

impl Step {
    /// The seat that moved.
    pub const fn seat(&self) -> Seat {
        let Move { seat, .. } = self.mv;
        seat
    }
}
