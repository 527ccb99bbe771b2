//! What happened at a table, and what follows from it.
//!
//! [`Fact`]s are what is written down: the deals and the choices. Everything else follows by the
//! rules and is told as [`Event`]s. A [`Table`] is the fold of its facts; a [`TableView`] is the
//! fold of the events as one [viewer](Viewer) [saw](Seen) them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::irregular::{Call, Irregularity, NotIrregular, Ruling};
use crate::{
    Action, BySeat, Deal, Deed, IllegalAction, Match, MatchResult, Opening, PlayAwards, PublicView,
    Redeal, Round, RoundResult, Rules, Seat, Standing, Step, TileSet, Turn, TurnedUp, View, Viewer,
};

/// Something that happened at the table and does not follow from what happened before.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Fact {
    /// The seats turned up these tiles for the set.
    TurnedUp(TurnedUp),
    /// The tiles were dealt.
    Dealt(Box<Deal>),
    /// The seat whose turn it was did this.
    Acted(Action),
    /// A seat called a score.
    Called {
        /// Who.
        seat: Seat,
        /// What.
        call: Call,
    },
    /// Something irregular was noticed.
    Irregular(Irregularity),
}

/// What a fact led to, all tiles open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Event {
    /// The seats turned up tiles; the opener, unless the highest tied.
    TurnedUp {
        /// The tiles.
        tiles: TurnedUp,
        /// Who opens.
        opener: Option<Seat>,
    },
    /// The deal does not do and is thrown in.
    Redealt(Redeal),
    /// A round began.
    Dealt {
        /// Who opens, and how.
        opening: Opening,
        /// How the match stands.
        standing: Standing,
        /// The hands.
        hands: BySeat<TileSet>,
        /// How many tiles sleep.
        asleep: u8,
    },
    /// A seat did something.
    Done(Step),
    /// A seat called a score.
    Called {
        /// Who.
        seat: Seat,
        /// What.
        call: Call,
        /// What it was worth.
        awards: PlayAwards,
        /// The end of the match, if a call after the last tile ended it.
        result: Option<MatchResult>,
    },
    /// Something irregular was adjudicated.
    Ruled(Ruling),
    /// Nobody can go on, but this seat has points of the last tile to declare first. It is its turn:
    /// it makes the call or passes, and the round is over.
    Unsettled {
        /// Who.
        seat: Seat,
    },
    /// The round is over and written down.
    RoundOver(Box<RoundResult>),
}

/// An [`Event`] as one viewer saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Seen {
    /// See [`Event::TurnedUp`].
    TurnedUp {
        /// The tiles.
        tiles: TurnedUp,
        /// Who opens.
        opener: Option<Seat>,
    },
    /// See [`Event::Redealt`].
    Redealt(Redeal),
    /// See [`Event::Dealt`].
    Dealt {
        /// Who opens, and how.
        opening: Opening,
        /// How the match stands.
        standing: Standing,
        /// The viewer's own hand, if it has one in this round.
        hand: Option<TileSet>,
        /// How many tiles each seat holds.
        held: BySeat<u8>,
        /// How many tiles sleep.
        asleep: u8,
    },
    /// See [`Event::Dealt`], told to whoever looks at a round that is [over](Viewer::Open).
    Opened {
        /// Who opens, and how.
        opening: Opening,
        /// How the match stands.
        standing: Standing,
        /// The hands.
        hands: BySeat<TileSet>,
        /// How many tiles sleep.
        asleep: u8,
    },
    /// See [`Event::Done`]; another seat's drawn tile is left out.
    Done(Step),
    /// See [`Event::Called`].
    Called {
        /// Who.
        seat: Seat,
        /// What.
        call: Call,
        /// What it was worth.
        awards: PlayAwards,
        /// The end of the match, if a call after the last tile ended it.
        result: Option<MatchResult>,
    },
    /// See [`Event::Ruled`]; tiles drawn by another seat are left out.
    Ruled(Ruling),
    /// See [`Event::Unsettled`].
    Unsettled {
        /// Who.
        seat: Seat,
    },
    /// See [`Event::RoundOver`]: all hands are laid open.
    RoundOver(Box<RoundResult>),
}

impl Event {
    /// The event as a viewer saw it. For [`Viewer::Open`] the round has to be over.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Game, Seat, Seen, Table, Viewer};
    ///
    /// let rules = Game::by_id("chiva").and_then(|game| game.rules(4)).unwrap();
    /// let mut table = Table::new(rules);
    /// let dealt = Seed::from_number(1).next(&table).unwrap();
    /// let events = table.apply(&dealt)?;
    /// let hand = |viewer: Viewer| match events[0].seen_by(viewer) {
    ///     Seen::Dealt { hand, .. } => hand,
    ///     _ => None,
    /// };
    /// assert_eq!(hand(Seat::default().into()).map(|hand| hand.len()), Some(7));
    /// assert_eq!(hand(Viewer::Public), None);
    /// # Ok::<_, capicu::FactError>(())
    /// ```
    pub fn seen_by(&self, viewer: impl Into<Viewer>) -> Seen {
        let viewer = viewer.into();
        match self {
            Self::TurnedUp { tiles, opener } => Seen::TurnedUp {
                tiles: *tiles,
                opener: *opener,
            },
            Self::Redealt(why) => Seen::Redealt(*why),
            Self::Dealt {
                opening,
                standing,
                hands,
                asleep,
            } if viewer == Viewer::Open => Seen::Opened {
                opening: *opening,
                standing: *standing,
                hands: *hands,
                asleep: *asleep,
            },
            Self::Dealt {
                opening,
                standing,
                hands,
                asleep,
            } => Seen::Dealt {
                opening: *opening,
                standing: *standing,
                hand: viewer.seat().map(|seat| hands[seat]),
                held: BySeat::from_fn(hands.len(), |seat| hands[seat].len() as u8),
                asleep: *asleep,
            },
            Self::Done(step) => Seen::Done(Step {
                deed: step.deed.seen_by(viewer),
                awards: step.awards.clone(),
            }),
            Self::Called {
                seat,
                call,
                awards,
                result,
            } => Seen::Called {
                seat: *seat,
                call: *call,
                awards: awards.clone(),
                result: *result,
            },
            Self::Ruled(ruling) => Seen::Ruled(ruling.seen_by(viewer)),
            Self::Unsettled { seat } => Seen::Unsettled { seat: *seat },
            Self::RoundOver(result) => Seen::RoundOver(result.clone()),
        }
    }
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Tiles to be turned up for the set.
    TurnUp,
    /// The next deal.
    Deal,
    /// The choice of this seat.
    Act(Seat),
    /// Nothing: the match is over.
    Nothing,
}

/// A fact that cannot have happened now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum FactError {
    /// The table waits for something else.
    #[error("the table does not wait for this")]
    NotNow,
    /// A tile is turned up by a seat that is out of the draw, or lacks one that is in it.
    #[error("a tile for each seat that is still in the draw, and no other, is turned up")]
    NotDrawing,
    /// The action is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// The call or irregularity cannot have happened.
    #[error(transparent)]
    Irregular(#[from] NotIrregular),
}

/// A match with the round in play: the fold of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    game: Match,
    round: Option<Round>,
    n_deals: u32,
    n_turned_up: u32,
}

impl Table {
    /// A table at the start of a match.
    pub fn new(rules: Rules) -> Self {
        Self {
            game: Match::new(rules),
            round: None,
            n_deals: 0,
            n_turned_up: 0,
        }
    }

    /// The table at the start of the match after this one: see [`Match::again`].
    #[must_use]
    pub fn again(&self) -> Self {
        Self {
            game: self.game.again(),
            ..Self::new(*self.game.rules())
        }
    }

    /// This table, its next deal opened as that of a board: see [`Match::with_board`].
    #[must_use]
    pub fn with_board(&self, deal: &Deal, first: Seat) -> Self {
        Self {
            game: self.game.with_board(deal, first),
            ..self.clone()
        }
    }

    /// The match.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// The round in play, or the last one until the next deal.
    pub const fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// How often the tiles have been dealt.
    pub const fn n_deals(&self) -> u32 {
        self.n_deals
    }

    /// How often tiles have been turned up for the set.
    pub const fn n_turned_up(&self) -> u32 {
        self.n_turned_up
    }

    /// What has to happen next.
    pub fn waiting(&self) -> Waiting {
        match self.round.as_ref().and_then(Round::to_act) {
            Some(seat) => Waiting::Act(seat),
            None if self.game.result().is_some() => Waiting::Nothing,
            None if self.game.needs_draw_for_set() => Waiting::TurnUp,
            None => Waiting::Deal,
        }
    }

    /// The call that is to be made now by whoever overlooks nothing: see [`Board::due_call`].
    ///
    /// [`Board::due_call`]: crate::Board::due_call
    pub fn due_call(&self) -> Option<(Seat, Call)> {
        self.round.as_ref()?.board().due_call()
    }

    /// Whether the fact could happen now.
    ///
    /// # Errors
    ///
    /// The reason why not.
    pub fn check(&self, fact: &Fact) -> Result<(), FactError> {
        match (fact, self.waiting()) {
            (Fact::TurnedUp(tiles), Waiting::TurnUp) => {
                let mut due = self.game.drawing().entries();
                let as_due = due.all(|(seat, draws)| tiles[seat].is_some() == *draws);
                as_due.then_some(()).ok_or(FactError::NotDrawing)
            }
            (Fact::Dealt(_), Waiting::Deal) => Ok(()),
            (Fact::Acted(action), Waiting::Act(_)) => {
                let round = self.round.as_ref().ok_or(FactError::NotNow)?;
                Ok(round.check(*action)?)
            }
            (Fact::Called { seat, call }, Waiting::Act(_) | Waiting::Deal) => {
                let round = self.round.as_ref().ok_or(FactError::NotNow)?;
                Ok(round.board().check_call(*seat, *call)?)
            }
            (Fact::Irregular(_), Waiting::Act(_)) => Ok(()),
            _ => Err(FactError::NotNow),
        }
    }

    /// Lets a fact happen and tells what followed.
    ///
    /// # Errors
    ///
    /// If it could not happen now; the table is then unchanged.
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
                            asleep: deal.boneyard().len() as u8,
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

/// A table as one viewer knows it: the fold of what it saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    rules: Rules,
    viewer: Viewer,
    standing: Standing,
    round: Option<Looked>,
    last: Option<Box<RoundResult>>,
}

/// A round as it is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Looked {
    /// By a seat that was dealt a hand of it.
    Seat(View),
    /// By whoever has no hand of it.
    Public(PublicView),
    /// By whoever sees all hands, as they are now.
    Open(PublicView, BySeat<TileSet>),
}

impl Looked {
    const fn public(&self) -> &PublicView {
        match self {
            Self::Seat(view) => view.public(),
            Self::Public(public) | Self::Open(public, _) => public,
        }
    }

    fn observe(&mut self, deed: &Deed, awards: &PlayAwards) {
        match self {
            Self::Seat(view) => view.observe(deed, awards),
            Self::Public(public) => public.observe(deed, awards),
            Self::Open(public, hands) => {
                match (deed.action, deed.drawn) {
                    (Action::Lead(tile) | Action::Play { tile, .. }, _) => {
                        hands[deed.seat].remove(tile);
                    }
                    (Action::Draw, Some(tile)) => {
                        hands[deed.seat].insert(tile);
                    }
                    _ => {}
                }
                public.observe(deed, awards);
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
    /// What a viewer knows before the first deal.
    pub fn new(rules: Rules, viewer: impl Into<Viewer>) -> Self {
        Self {
            rules,
            viewer: viewer.into(),
            standing: Standing::new(&rules),
            round: None,
            last: None,
        }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose view this is.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The round in play, or the last one until the next deal, as the seat that holds a hand of it
    /// sees it; `None` where the viewer has none.
    pub const fn round(&self) -> Option<&View> {
        match &self.round {
            Some(Looked::Seat(view)) => Some(view),
            _ => None,
        }
    }

    /// The same round as everybody sees it.
    pub fn public(&self) -> Option<&PublicView> {
        self.round.as_ref().map(Looked::public)
    }

    /// The board of that round.
    pub fn board(&self) -> Option<&crate::Board> {
        self.public().map(PublicView::board)
    }

    /// Every hand as it is now, where the viewer sees them: see [`Viewer::Open`].
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

    /// The scores, points of the round in play included.
    pub fn scores(&self) -> crate::ByTeam<u16> {
        match (&self.round, &self.last) {
            (_, Some(last)) => last.scores,
            (Some(round), None) => {
                let board = round.public().board();
                crate::ByTeam::from_fn(self.rules.n_teams(), |team| board.score(team))
            }
            (None, None) => self.standing.scores,
        }
    }

    /// The end of the match, if it is over.
    pub fn result(&self) -> Option<&MatchResult> {
        self.last.as_ref().and_then(|last| last.result.as_ref())
    }

    /// Takes note of something seen.
    pub fn observe(&mut self, seen: &Seen) {
        match seen {
            Seen::TurnedUp { .. } | Seen::Redealt(_) => {}
            Seen::Dealt {
                opening,
                standing,
                hand,
                held,
                asleep,
            } => {
                self.standing = *standing;
                self.last = None;
                let board = crate::Board::new(&self.rules, standing, *opening, held, *asleep);
                self.round = Some(match (self.viewer, hand) {
                    (Viewer::Seat(seat), Some(hand)) => Looked::Seat(View::new(board, seat, *hand)),
                    _ => Looked::Public(PublicView::new(board)),
                });
            }
            Seen::Opened {
                opening,
                standing,
                hands,
                asleep,
            } => {
                self.standing = *standing;
                self.last = None;
                let held = BySeat::from_fn(hands.len(), |seat| hands[seat].len() as u8);
                let board = crate::Board::new(&self.rules, standing, *opening, &held, *asleep);
                self.round = Some(Looked::Open(PublicView::new(board), *hands));
            }
            Seen::Done(Step { deed, awards }) => {
                if let Some(round) = &mut self.round {
                    round.observe(deed, awards);
                }
            }
            Seen::Called {
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
                        last.scores[award.team] += award.points;
                    }
                    last.result = *result;
                }
            }
            Seen::Ruled(ruling) => {
                if let Some(round) = &mut self.round {
                    round.observe_irregular(ruling);
                }
            }
            Seen::Unsettled { seat } => {
                if let Some(round) = &mut self.round {
                    round.observe_unsettled(*seat);
                }
            }
            Seen::RoundOver(result) => {
                if let Some(round) = &mut self.round {
                    round.observe_end(&result.outcome);
                }
                self.last = Some(result.clone());
            }
        }
    }
}

impl Step {
    /// Who did it.
    pub const fn seat(&self) -> Seat {
        let Deed { seat, .. } = self.deed;
        seat
    }
}
