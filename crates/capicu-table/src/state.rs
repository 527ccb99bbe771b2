//! A table as it stands: the fold of its facts.

use std::collections::VecDeque;
use std::sync::Arc;

use capicu::fair::Seed;
use capicu::{ENGINE, Rules, Seat, Table, TableView, View, Viewer, Waiting};
use capicu_protocol::{
    Event, Holder, Key, Level, MatchInfo, MatchOver, MatchStopped, Sheet, StandIn, TableRules,
    TurnTime,
};

use crate::told::Told;
use crate::{Absence, Advice, Chooser, Digest, Entry, Fact, Plan, Setup, TokenHash, Wish};

/// How many keys of done commands are remembered for each seat.
const KEYS: usize = 64;

/// Facts that make no sense as a journal of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// There is no table of this setup: seats, maker and rules do not go together.
    #[error("the seats of the table do not go with its rules")]
    Setup,
    /// The fact of this number cannot follow on those before it.
    #[error("fact {version} cannot follow on what happened before")]
    Fact {
        /// The number of the fact.
        version: u64,
    },
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatState {
    holder: Holder,
    name: Option<String>,
    token: Option<TokenHash>,
    /// Why the person does not play.
    absence: Option<Absence>,
    /// Whether the person may see the hand of the round in play.
    hand: Hand,
    /// The commands that were done, the latest last.
    keys: VecDeque<(Key, u64)>,
    ready: bool,
    rematch: bool,
}

/// Whether a person may see the hand of the round in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Seen,
    /// From the next deal on: the person sat down in mid-round.
    NextDeal,
}

/// The match that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Its number at this table, from 1.
    pub number: u32,
    pub seed: Seed,
    pub engine: u32,
    /// The fold of its facts.
    pub table: Table,
    /// The scores after each round before the last deal.
    pub sheet: Sheet,
    /// Whether a round ended, or a call changed how it ended, that has not been settled.
    unsettled: bool,
    /// Set if the match cannot go on.
    pub stopped: Option<MatchStopped>,
}

/// A table: the fold of its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    setup: Arc<Setup>,
    table_rules: Arc<TableRules>,
    version: u64,
    /// The time of the last fact.
    at: u64,
    /// The last fact that touched the round, or who may play in it.
    moved: u64,
    seats: Vec<SeatState>,
    game: Option<Game>,
    /// What was told since the last deal but one, with the version of each.
    log: VecDeque<(u64, Told)>,
    /// Whoever has seen this version can be told all that happened since from the log.
    log_from: u64,
}

impl State {
    /// A table before anything happened.
    ///
    /// # Errors
    ///
    /// If the plans for the seats do not go with the rules.
    pub fn new(setup: Setup) -> Result<Self, FoldError> {
        let n = usize::from(setup.rules.n_seats());
        if setup.seats.len() != n || setup.maker.index() >= n {
            return Err(FoldError::Setup);
        }
        let table_rules = TableRules {
            title: setup.title.clone(),
            ..TableRules::new(&setup.game, &setup.rules)
        };
        Ok(Self {
            seats: setup.seats.iter().map(SeatState::new).collect(),
            table_rules: Arc::new(table_rules),
            setup: Arc::new(setup),
            version: 0,
            at: 0,
            moved: 0,
            game: None,
            log: VecDeque::new(),
            log_from: 0,
        })
    }

    /// A table after all this happened. A match whose facts lead to something else by today's rules than
    /// by those it was played by is [stopped](MatchStopped), not an error.
    ///
    /// # Errors
    ///
    /// If the facts are not those of a table.
    pub fn fold(setup: Setup, entries: &[Entry]) -> Result<Self, FoldError> {
        let mut state = Self::new(setup)?;
        for entry in entries {
            state.refold(entry)?;
        }
        Ok(state)
    }

    fn refold(&mut self, entry: &Entry) -> Result<(), FoldError> {
        let plays = entry.fact.is_of_the_match();
        if let Some(stopped) = self.game.as_mut().and_then(|game| game.stopped.as_mut())
            && plays
        {
            // What was played on is not known, but its scores are.
            if let Fact::Settled { scores, .. } = &entry.fact {
                stopped.scores.clone_from(scores);
            }
            return self.note(entry);
        }
        match self.apply(entry) {
            // A fact that cannot happen has changed nothing of the match.
            Err(_) if plays && self.version == entry.version && self.game.is_some() => {
                let stored = match &entry.fact {
                    Fact::Settled { scores, .. } => Some(scores.clone()),
                    _ => None,
                };
                self.remember(entry);
                self.stop(stored);
            }
            Err(error) => return Err(error),
            Ok(()) => {
                if matches!(entry.fact, Fact::MatchBegan { engine, .. } if engine > ENGINE) {
                    self.stop(None);
                }
            }
        }
        Ok(())
    }

    /// Counts a fact whose consequences cannot be known.
    fn note(&mut self, entry: &Entry) -> Result<(), FoldError> {
        let version = self.version + 1;
        if entry.version != version {
            return Err(FoldError::Fact { version });
        }
        self.version = version;
        self.at = entry.at;
        self.remember(entry);
        Ok(())
    }

    fn stop(&mut self, scores: Option<Vec<u16>>) {
        let Some(game) = &mut self.game else {
            return;
        };
        let standing = || game.table.game().standing().scores.as_slice().to_vec();
        let stopped = MatchStopped {
            number: game.number,
            scores: scores.unwrap_or_else(standing),
        };
        game.stopped = Some(stopped.clone());
        self.moved = self.version;
        self.tell(Told::MatchStopped(stopped));
    }

    /// How the table was made.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    /// The rules as they are told.
    pub fn table_rules(&self) -> &TableRules {
        &self.table_rules
    }

    /// How long a turn may take, as it is told.
    pub fn turn_time(&self) -> TurnTime {
        let same = |time: &TurnTime| time.seconds() == self.setup.turn_time;
        TurnTime::ALL
            .into_iter()
            .find(same)
            .unwrap_or(TurnTime::Off)
    }

    /// How well its bots play.
    pub fn level(&self) -> Level {
        self.setup.level
    }

    /// Whether players may ask what to play.
    pub fn advice(&self) -> Advice {
        self.setup.advice
    }

    /// The number of the last fact; 0 before the first.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// When the last fact happened, in milliseconds since 1970.
    pub const fn at(&self) -> u64 {
        self.at
    }

    /// The number of the last fact that touched the round, or who plays in it.
    pub const fn moved(&self) -> u64 {
        self.moved
    }

    /// The seats of the table, in the order of play.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.rules().n_seats())
    }

    /// A seat of this table.
    ///
    /// # Panics
    ///
    /// If there is no such seat.
    pub fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }

    /// The same, if there is such a seat.
    pub fn has_seat(&self, seat: Seat) -> bool {
        seat.index() < self.seats.len()
    }

    /// The fold of the match that is played; there is one from the first fact on.
    pub fn table(&self) -> Option<&Table> {
        self.game.as_ref().map(|game| &game.table)
    }

    pub(crate) const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// What has to happen next; [`Waiting::Nothing`] also if the match cannot go on.
    pub fn waiting(&self) -> Waiting {
        match &self.game {
            Some(game) if game.stopped.is_none() => game.table.waiting(),
            _ => Waiting::Nothing,
        }
    }

    /// Whether a person plays for a seat now, and not a bot.
    pub fn person_plays(&self, seat: Seat) -> bool {
        self.seat(seat).holder == Holder::Person && self.stand_in(seat).is_none()
    }

    /// Why a bot plays for the person of a seat, if one does.
    pub fn stand_in(&self, seat: Seat) -> Option<StandIn> {
        let state = self.seat(seat);
        if state.holder != Holder::Person {
            return None;
        }
        let next_deal = || (state.hand == Hand::NextDeal).then_some(StandIn::NextDeal);
        state.absence.map(Into::into).or_else(next_deal)
    }

    /// The seat that a token opens. All seats are compared, whichever it is.
    pub fn seat_of(&self, token: &TokenHash) -> Option<Seat> {
        let mut found = None;
        for (seat, state) in self.all_seats().zip(&self.seats) {
            if state.token.as_ref() == Some(token) {
                found = Some(seat);
            }
        }
        found
    }

    /// The version at which a seat's command was done, if it was among its last 64.
    pub fn done(&self, seat: Seat, key: &Key) -> Option<u64> {
        let keys = &self.seat(seat).keys;
        keys.iter().rev().find(|(k, _)| k == key).map(|(_, v)| *v)
    }

    /// The match as it is told; `None` before the first fact.
    pub fn match_info(&self) -> Option<MatchInfo> {
        let game = self.game.as_ref()?;
        Some(MatchInfo {
            number: game.number,
            commitment: game.seed.commitment().to_string(),
            algorithm: capicu::fair::ALGORITHM.to_owned(),
            engine: game.engine,
            sheet: game.sheet.clone(),
            over: (self.waiting() == Waiting::Nothing && game.stopped.is_none())
                .then(|| game.over()),
            stopped: game.stopped.clone(),
        })
    }

    /// What a viewer is told of what happened since the last deal, that deal first; before the first deal
    /// of a match, since it began. [`Viewer::Open`] is told nothing while a round is played.
    pub fn events_since_deal(&self, viewer: Viewer) -> Vec<Event> {
        let from = self.last_start().unwrap_or(0);
        self.tell_of(from, viewer)
    }

    /// What a viewer is told of what happened since a version; `None` if that is too long ago, or still to
    /// come.
    pub fn events_for(&self, viewer: Viewer, since: u64) -> Option<Vec<Event>> {
        if since < self.log_from || since > self.version {
            return None;
        }
        let from = self.log.partition_point(|(version, _)| *version <= since);
        Some(self.tell_of(from, viewer))
    }

    fn tell_of(&self, from: usize, viewer: Viewer) -> Vec<Event> {
        let in_play = matches!(self.waiting(), Waiting::Act(_));
        if viewer == Viewer::Open && in_play {
            return Vec::new();
        }
        let last_deal = self.last_deal().unwrap_or(self.log.len());
        let looks = |at: usize| match viewer {
            // The hand of the round in play is not for whoever sat down in its middle.
            Viewer::Seat(seat) if at >= last_deal && self.seat(seat).hand == Hand::NextDeal => {
                Viewer::Public
            }
            _ => viewer,
        };
        let told = self.log.iter().enumerate().skip(from);
        told.map(|(at, (_, told))| told.to(looks(at))).collect()
    }

    fn last_deal(&self) -> Option<usize> {
        self.log.iter().rposition(|(_, told)| told.is_deal())
    }

    fn last_start(&self) -> Option<usize> {
        let started =
            |(_, told): &(u64, Told)| told.is_deal() || matches!(told, Told::MatchBegan { .. });
        self.log.iter().rposition(started)
    }

    /// The round in play as a player in this seat sees it who was there from its deal on: what a bot is
    /// given that plays for the seat.
    pub fn view(&self, seat: Seat) -> Option<View> {
        let mut view = TableView::new(*self.rules(), seat);
        for (_, told) in self.log.range(self.last_deal()?..) {
            if let Told::Round { event, .. } = told {
                view.observe(&event.seen_by(seat));
            }
        }
        view.round().cloned()
    }

    /// What this seat last said in the huddle of this round.
    pub fn wish(&self, of: Seat) -> Option<Wish> {
        let since_deal = self
            .log
            .iter()
            .rev()
            .take_while(|(_, told)| !told.is_deal());
        since_deal
            .filter_map(|(_, told)| match told {
                Told::Wished(seat, wish) if *seat == of => Some(*wish),
                _ => None,
            })
            .next()
    }

    /// What the facts of the last round led to, if that has not been stored yet.
    pub(crate) fn unsettled(&self) -> Option<Fact> {
        let game = self.game.as_ref()?;
        (game.unsettled && game.stopped.is_none()).then(|| Fact::Settled {
            digest: Digest::of(&game.table),
            scores: game.table.game().standing().scores.as_slice().to_vec(),
        })
    }

    /// Lets a fact happen.
    ///
    /// # Errors
    ///
    /// If it cannot follow on what happened before. The state is then of no use any more.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), FoldError> {
        let version = self.version + 1;
        let error = FoldError::Fact { version };
        if entry.version != version || entry.at < self.at {
            return Err(error);
        }
        self.version = version;
        self.at = entry.at;
        if self.happen(&entry.fact).ok_or(error)? == Touched::Round {
            self.moved = version;
        }
        if let Some((seat, _)) = &entry.command
            && !self.has_seat(*seat)
        {
            return Err(error);
        }
        self.remember(entry);
        Ok(())
    }

    fn remember(&mut self, entry: &Entry) {
        if let Some((seat, key)) = &entry.command
            && let Some(state) = self.seats.get_mut(seat.index())
        {
            if state.keys.len() == KEYS {
                state.keys.pop_front();
            }
            state.keys.push_back((key.clone(), entry.version));
        }
    }

    /// What it touched; `None` if it cannot have happened.
    fn happen(&mut self, fact: &Fact) -> Option<Touched> {
        match fact {
            Fact::MatchBegan { seed, engine } => {
                if self.game.is_some() && self.waiting() != Waiting::Nothing {
                    return None;
                }
                let number = self.game.as_ref().map_or(0, |game| game.number) + 1;
                let (commitment, engine) = (seed.commitment(), *engine);
                self.game = Some(Game {
                    number,
                    seed: seed.clone(),
                    engine,
                    table: Table::new(*self.rules()),
                    sheet: Sheet::default(),
                    unsettled: false,
                    stopped: None,
                });
                self.begin_round();
                self.tell(Told::MatchBegan {
                    number,
                    commitment,
                    engine,
                });
            }
            Fact::TurnedUp { number } => {
                let game = self.game.as_ref()?;
                (*number == game.table.n_turned_up()).then_some(())?;
                let tiles = game.seed.turn_up(game.table.game(), *number);
                self.play(&capicu::Fact::TurnedUp(tiles), Chooser::Bot)?;
            }
            Fact::Dealt { number } => {
                let game = self.game.as_ref()?;
                (*number == game.table.n_deals()).then_some(())?;
                let deal = game.seed.deal(self.rules(), *number);
                self.play(&capicu::Fact::Dealt(Box::new(deal)), Chooser::Bot)?;
            }
            Fact::Acted { by, action } => self.play(&capicu::Fact::Acted(*action), *by)?,
            Fact::Called { seat, call } => {
                let (seat, call) = (self.known(*seat)?, *call);
                self.play(&capicu::Fact::Called { seat, call }, Chooser::Person)?;
            }
            Fact::Settled { digest, .. } => {
                let game = self.game.as_mut()?;
                (game.unsettled && *digest == Digest::of(&game.table)).then_some(())?;
                game.unsettled = false;
                return Some(Touched::Nothing);
            }
            Fact::Wished { seat, wish } => {
                let seat = self.known(*seat)?;
                self.tell(Told::Wished(seat, *wish));
                return Some(Touched::Nothing);
            }
            Fact::Ready { seat } => {
                let deal = self.game.as_ref()?.table.n_deals();
                self.seat_mut(*seat)?.ready = true;
                self.tell(Told::Ready(*seat, deal));
                return Some(Touched::Nothing);
            }
            Fact::Rematch { seat } => {
                self.seat_mut(*seat)?.rematch = true;
                self.tell(Told::Rematch(*seat));
                return Some(Touched::Nothing);
            }
            Fact::Sat { seat, token } => {
                let in_play = matches!(self.waiting(), Waiting::Act(_));
                let state = self.seat_mut(*seat)?;
                (state.holder == Holder::Open).then_some(())?;
                state.holder = Holder::Person;
                state.absence = None;
                if let Some(token) = token {
                    state.token = Some(*token);
                    // Journals older than this rule let whoever sat down play on at once.
                    state.hand = if in_play { Hand::NextDeal } else { Hand::Seen };
                }
                self.seat_changed(*seat);
                if let Some(why) = self.stand_in(*seat) {
                    self.tell(Told::StandIn(*seat, Some(why)));
                }
                return Some(self.touched_by_sitting(*seat));
            }
            Fact::Named { seat, name } => {
                self.seat_mut(*seat)?.name = Some(name.clone());
                self.seat_changed(*seat);
                return Some(Touched::Nothing);
            }
            Fact::Rotated { seat, token } => {
                self.seat_mut(*seat)?.token = Some(*token);
                return Some(Touched::Nothing);
            }
            Fact::Renewed { seat, token } => {
                let state = self.seat_mut(*seat)?;
                let keys = std::mem::take(&mut state.keys);
                *state = SeatState {
                    keys,
                    ..SeatState::new(&match token {
                        Some(token) => Plan::Open { token: *token },
                        None => Plan::Bot,
                    })
                };
                self.seat_changed(*seat);
                return Some(self.touched_by_sitting(*seat));
            }
            Fact::Away { seat, why } => {
                let state = self.seat_mut(*seat)?;
                (state.holder == Holder::Person).then_some(())?;
                state.absence = Some(*why);
                let why = self.stand_in(*seat);
                self.tell(Told::StandIn(*seat, why));
                return Some(self.touched_by_sitting(*seat));
            }
            Fact::Back { seat } => {
                self.seat_mut(*seat)?.absence = None;
                let why = self.stand_in(*seat);
                self.tell(Told::StandIn(*seat, why));
                return Some(self.touched_by_sitting(*seat));
            }
        }
        Some(Touched::Round)
    }

    /// Another player of the seat to act has the whole time of a turn; before the first deal everybody
    /// has the whole time to get ready.
    fn touched_by_sitting(&self, seat: Seat) -> Touched {
        let first = self.table().is_some_and(|table| table.n_deals() == 0);
        if first || self.waiting() == Waiting::Act(seat) {
            Touched::Round
        } else {
            Touched::Nothing
        }
    }

    fn known(&self, seat: Seat) -> Option<Seat> {
        self.has_seat(seat).then_some(seat)
    }

    fn seat_mut(&mut self, seat: Seat) -> Option<&mut SeatState> {
        self.seats.get_mut(seat.index())
    }

    fn play(&mut self, fact: &capicu::Fact, by: Chooser) -> Option<()> {
        let game = self.game.as_mut().filter(|game| game.stopped.is_none())?;
        let deal = match fact {
            capicu::Fact::Dealt(_) => game.table.n_deals(),
            _ => game.table.n_deals().saturating_sub(1),
        };
        let events = game.table.apply(fact).ok()?;
        for event in events {
            // The last tile can end the match, and so can a score called after it.
            let ended = matches!(&event, capicu::Event::RoundOver(_))
                || matches!(&event, capicu::Event::Called { .. }) && !self.is_in_play();
            if let (true, Some(game)) = (ended, &mut self.game) {
                game.unsettled = true;
            }
            let over = matches!(
                &event,
                capicu::Event::RoundOver(_)
                    | capicu::Event::Called {
                        result: Some(_),
                        ..
                    }
            );
            if let capicu::Event::Dealt { standing, .. } = &event {
                if let Some(game) = &mut self.game {
                    game.sheet.note(standing);
                }
                self.begin_round();
            }
            let dealt = matches!(&event, capicu::Event::Dealt { .. });
            self.tell(Told::Round {
                event: Arc::new(event),
                deal,
                by,
            });
            if dealt {
                self.hand_out();
            }
            if over && self.waiting() == Waiting::Nothing {
                let over = self.game.as_ref()?.over();
                self.tell(Told::MatchOver(over));
            }
        }
        Some(())
    }

    fn is_in_play(&self) -> bool {
        matches!(self.waiting(), Waiting::Act(_))
    }

    /// From the deal on, whoever sat down in the round before plays and sees the own hand.
    fn hand_out(&mut self) {
        for seat in self.all_seats() {
            let state = &mut self.seats[seat.index()];
            if std::mem::replace(&mut state.hand, Hand::Seen) == Hand::NextDeal {
                let why = self.stand_in(seat);
                self.tell(Told::StandIn(seat, why));
            }
        }
    }

    /// Forgets what belongs to the round before the last.
    fn begin_round(&mut self) {
        for seat in &mut self.seats {
            seat.ready = false;
            seat.rematch = false;
        }
        if let Some(last) = self.last_deal() {
            self.log_from = self.log[last].0 - 1;
            self.log.drain(..last);
        }
    }

    fn seat_changed(&mut self, seat: Seat) {
        let SeatState { holder, name, .. } = self.seat(seat);
        let told = Told::SeatChanged(seat, *holder, name.clone());
        self.tell(told);
    }

    /// Only the latest word on the same thing is kept, so that nobody can make the log grow by saying
    /// something again and again.
    fn tell(&mut self, told: Told) {
        self.log
            .retain(|(_, earlier)| !earlier.is_replaced_by(&told));
        self.log.push_back((self.version, told));
    }
}

/// What a fact touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touched {
    /// The round, or who plays in it.
    Round,
    /// Neither.
    Nothing,
}

impl Fact {
    /// Whether it is part of a match, and not of who sits at the table.
    const fn is_of_the_match(&self) -> bool {
        matches!(
            self,
            Self::TurnedUp { .. }
                | Self::Dealt { .. }
                | Self::Acted { .. }
                | Self::Called { .. }
                | Self::Settled { .. }
                | Self::Ready { .. }
                | Self::Wished { .. }
        )
    }
}

impl Game {
    fn over(&self) -> MatchOver {
        MatchOver {
            number: self.number,
            seed: self.seed.to_string(),
            deals: self.table.n_deals(),
        }
    }
}

impl SeatState {
    fn new(plan: &Plan) -> Self {
        let (holder, token, name) = match plan {
            Plan::Person { token, name } => (Holder::Person, Some(*token), name.clone()),
            Plan::Open { token } => (Holder::Open, Some(*token), None),
            Plan::Bot => (Holder::Bot, None, None),
        };
        Self {
            holder,
            name,
            token,
            absence: None,
            hand: Hand::Seen,
            keys: VecDeque::new(),
            ready: false,
            rematch: false,
        }
    }

    /// Who holds it.
    pub const fn holder(&self) -> Holder {
        self.holder
    }

    /// What the player is called.
    pub const fn name(&self) -> Option<&String> {
        self.name.as_ref()
    }

    /// Why the person does not play, if that is not for having sat down in mid-round.
    pub const fn absence(&self) -> Option<Absence> {
        self.absence
    }

    /// Whether the player is ready for the next deal.
    pub const fn is_ready(&self) -> bool {
        self.ready
    }

    /// Whether the player wants another match.
    pub const fn wants_rematch(&self) -> bool {
        self.rematch
    }
}
