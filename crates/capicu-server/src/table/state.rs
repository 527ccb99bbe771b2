//! A table as it stands: the fold of its journal.

use std::collections::VecDeque;
use std::sync::Arc;

use capicu::fair::Seed;
use capicu::{Rules, Seat, Table, Waiting};
use capicu_protocol::{
    Actor, Event, Hints, Holder, Key, Level, MatchInfo, MatchOver, Sheet, TableRules, TurnTime,
    Wish,
};

use super::told::Told;
use crate::journal::{Entry, Fact, SeatSetup, Setup};
use crate::secret::TokenHash;

/// How many keys of done commands are remembered for each seat.
const KEYS: usize = 64;

/// A fact that cannot follow on what happened before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fact {version} cannot follow on what happened before")]
pub struct StateError {
    /// Its number.
    pub version: u64,
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatState {
    /// Who holds it.
    pub holder: Holder,
    /// What the player is called.
    pub name: Option<String>,
    /// The hash of its token.
    pub token: Option<TokenHash>,
    /// The commands that were done, the latest last.
    keys: VecDeque<(Key, u64)>,
    /// Ready for the next deal.
    pub ready: bool,
    /// Wants another match.
    pub rematch: bool,
}

/// The match that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number at this table, from 1.
    pub number: u32,
    /// The seed of its deals.
    pub seed: Seed,
    /// The fold of its facts.
    pub table: Table,
    /// The scores after each round before the last deal.
    pub sheet: Sheet,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    table_rules: Arc<TableRules>,
    rules: Rules,
    maker: Seat,
    turn_time: TurnTime,
    level: Level,
    hints: Hints,
    version: u64,
    /// The last fact that touched the round, and when.
    moved: (u64, u64),
    seats: Vec<SeatState>,
    game: Option<Game>,
    /// What was told since the last deal but one, with the version of each.
    log: VecDeque<(u64, Told)>,
    /// Whoever saw this version needs nothing from before the log.
    log_from: u64,
}

impl State {
    /// A table before anything happened.
    pub fn new(setup: &Setup) -> Option<Self> {
        let rules = setup.rules.rules().ok()?;
        let seats: Option<Vec<SeatState>> = setup.seats.iter().map(SeatState::new).collect();
        let (seats, maker) = (seats?, Seat::new(setup.maker)?);
        if seats.len() != usize::from(rules.n_seats()) || maker.index() >= seats.len() {
            return None;
        }
        Some(Self {
            table_rules: Arc::new(setup.rules.clone()),
            rules,
            maker,
            turn_time: setup.turn_time,
            level: setup.level,
            hints: setup.hints,
            version: 0,
            moved: (0, 0),
            seats,
            game: None,
            log: VecDeque::new(),
            log_from: 0,
        })
    }

    /// A table after all this happened.
    pub fn fold(setup: &Setup, entries: &[Entry]) -> Result<Self, StateError> {
        let mut state = Self::new(setup).ok_or(StateError { version: 0 })?;
        for entry in entries {
            state.apply(entry)?;
        }
        Ok(state)
    }

    /// The rules as they are told.
    pub fn table_rules(&self) -> &TableRules {
        &self.table_rules
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who made the table.
    pub const fn maker(&self) -> Seat {
        self.maker
    }

    /// How long a turn may take.
    pub const fn turn_time(&self) -> TurnTime {
        self.turn_time
    }

    /// How well its bots play.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Whether players may ask what to play.
    pub const fn hints(&self) -> Hints {
        self.hints
    }

    /// The number of the last fact.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The number of the last fact that touched the round.
    pub const fn moved(&self) -> u64 {
        self.moved.0
    }

    /// When that was.
    pub const fn moved_at(&self) -> u64 {
        self.moved.1
    }

    /// The seats in order.
    pub fn seats(&self) -> &[SeatState] {
        &self.seats
    }

    /// A seat of this table.
    pub fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }

    /// The match; there is one from the first fact on.
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// What has to happen next.
    pub fn waiting(&self) -> Waiting {
        self.game
            .as_ref()
            .map_or(Waiting::Nothing, |game| game.table.waiting())
    }

    /// The seat of a token.
    pub fn seat_of(&self, token: &TokenHash) -> Option<Seat> {
        let mut found = None;
        for (seat, state) in Seat::all(self.rules.n_seats()).zip(&self.seats) {
            if state.token.as_ref() == Some(token) {
                found = Some(seat);
            }
        }
        found
    }

    /// The version at which a seat's command was done, if it was.
    pub fn done(&self, seat: Seat, key: &Key) -> Option<u64> {
        let keys = &self.seat(seat).keys;
        keys.iter().rev().find(|(k, _)| k == key).map(|(_, v)| *v)
    }

    /// The match as it is told.
    pub fn match_info(&self) -> Option<MatchInfo> {
        let game = self.game.as_ref()?;
        Some(MatchInfo {
            number: game.number,
            commitment: game.seed.commitment().to_string(),
            algorithm: capicu::fair::ALGORITHM.to_owned(),
            sheet: game.sheet.clone(),
            over: (game.table.waiting() == Waiting::Nothing).then(|| game.over()),
        })
    }

    /// What a seat was told since the last deal, that deal first; before the first deal of a match,
    /// since it began.
    pub fn since_deal(&self, seat: Seat) -> Vec<Event> {
        let started =
            |(_, told): &(u64, Told)| told.is_deal() || matches!(told, Told::MatchBegan { .. });
        let from = self.log.iter().rposition(started).unwrap_or(0);
        self.log
            .range(from..)
            .map(|(_, told)| told.to(seat))
            .collect()
    }

    /// What a seat was told since a version; `None` if that is too long ago or still to come.
    pub fn since(&self, version: u64, seat: Seat) -> Option<Vec<Event>> {
        (version >= self.log_from && version <= self.version)
            .then(|| self.told_since(version).map(|told| told.to(seat)).collect())
    }

    /// What was told since a version that is not too long ago.
    pub fn told_since(&self, version: u64) -> impl Iterator<Item = &Told> {
        self.log
            .iter()
            .filter(move |(v, _)| *v > version)
            .map(|(_, told)| told)
    }

    /// What a bot in this seat may know.
    pub fn view(&self, seat: Seat) -> Option<capicu::View> {
        let mut view = capicu::TableView::new(self.rules, seat);
        let from = self.log.iter().rposition(|(_, told)| told.is_deal())?;
        for (_, told) in self.log.range(from..) {
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

    /// Lets a fact happen.
    ///
    /// # Errors
    ///
    /// If it cannot follow on what happened before. The state is then of no use any more.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), StateError> {
        let version = self.version + 1;
        let error = StateError { version };
        if entry.version != version {
            return Err(error);
        }
        self.version = version;
        if self.happen(&entry.fact).ok_or(error)? {
            self.moved = (version, entry.at);
        }
        if let Some((seat, key)) = &entry.command {
            let seat = self.seats.get_mut(seat.index()).ok_or(error)?;
            if seat.keys.len() == KEYS {
                seat.keys.pop_front();
            }
            seat.keys.push_back((key.clone(), version));
        }
        Ok(())
    }

    /// Whether it touched the round; `None` if it cannot have happened.
    fn happen(&mut self, fact: &Fact) -> Option<bool> {
        match fact {
            Fact::MatchBegan { seed } => {
                if self.game.is_some() && self.waiting() != Waiting::Nothing {
                    return None;
                }
                let seed: Seed = seed.parse().ok()?;
                let number = self.game.as_ref().map_or(0, |game| game.number) + 1;
                let commitment = seed.commitment();
                self.game = Some(Game {
                    number,
                    seed,
                    table: Table::new(self.rules),
                    sheet: Sheet::default(),
                });
                self.begin_round();
                self.tell(Told::MatchBegan { number, commitment });
                return Some(true);
            }
            Fact::TurnedUp { number } => {
                let game = self.game.as_ref()?;
                (*number == game.table.n_turned_up()).then_some(())?;
                let tiles = game.seed.turn_up(game.table.game(), *number);
                self.play(&capicu::Fact::TurnedUp(tiles), Actor::Bot)?;
            }
            Fact::Dealt { number } => {
                let game = self.game.as_ref()?;
                (*number == game.table.n_deals()).then_some(())?;
                let deal = game.seed.deal(&self.rules, *number);
                self.play(&capicu::Fact::Dealt(Box::new(deal)), Actor::Bot)?;
            }
            Fact::Acted { by, action } => {
                self.play(&capicu::Fact::Acted(action.parse().ok()?), *by)?;
            }
            Fact::Called { seat, call } => {
                let fact = capicu::Fact::Called {
                    seat: self.known(*seat)?,
                    call: (*call).into(),
                };
                self.play(&fact, Actor::Person)?;
            }
            Fact::Wished { seat, wish } => {
                let told = Told::Wished(self.known(*seat)?, *wish);
                self.tell(told);
                return Some(false);
            }
            Fact::Ready { seat } => {
                let seat = self.known(*seat)?;
                self.seats[seat.index()].ready = true;
                let deal = self.game.as_ref()?.table.n_deals();
                self.tell(Told::Ready(seat, deal));
                return Some(false);
            }
            Fact::Rematch { seat } => {
                let seat = self.known(*seat)?;
                self.seats[seat.index()].rematch = true;
                self.tell(Told::Rematch(seat));
                return Some(false);
            }
            Fact::Sat { seat } => {
                let seat = self.known(*seat)?;
                self.seats[seat.index()].holder = Holder::Person;
                self.seat_changed(seat);
                // A person takes over from a bot: a turn that runs begins anew.
                return Some(self.waiting() == Waiting::Act(seat));
            }
            Fact::Named { seat, name } => {
                let seat = self.known(*seat)?;
                self.seats[seat.index()].name = Some(name.clone());
                self.seat_changed(seat);
                return Some(false);
            }
            Fact::Rotated { seat, token } => {
                let seat = self.known(*seat)?;
                self.seats[seat.index()].token = Some(TokenHash::parse(token)?);
                return Some(false);
            }
            Fact::Renewed { seat, token } => {
                let seat = self.known(*seat)?;
                let (holder, token) = match token {
                    Some(token) => (Holder::Open, Some(TokenHash::parse(token)?)),
                    None => (Holder::Bot, None),
                };
                let state = &mut self.seats[seat.index()];
                *state = SeatState {
                    holder,
                    name: None,
                    token,
                    keys: std::mem::take(&mut state.keys),
                    ready: false,
                    rematch: false,
                };
                self.seat_changed(seat);
                return Some(false);
            }
        }
        Some(true)
    }

    fn known(&self, seat: u8) -> Option<Seat> {
        Seat::new(seat).filter(|seat| seat.index() < self.seats.len())
    }

    fn play(&mut self, fact: &capicu::Fact, by: Actor) -> Option<()> {
        let game = self.game.as_mut()?;
        let deal = match fact {
            capicu::Fact::Dealt(_) => game.table.n_deals(),
            _ => game.table.n_deals().saturating_sub(1),
        };
        let events = game.table.apply(fact).ok()?;
        for event in events {
            // The last tile can end the match, and so can a score called after it.
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
            self.tell(Told::Round {
                event: Arc::new(event),
                deal,
                by,
            });
            if over && self.waiting() == Waiting::Nothing {
                let over = self.game.as_ref()?.over();
                self.tell(Told::MatchOver(over));
            }
        }
        Some(())
    }

    /// Forgets what belongs to the round before the last.
    fn begin_round(&mut self) {
        for seat in &mut self.seats {
            seat.ready = false;
            seat.rematch = false;
        }
        if let Some(last) = self.log.iter().rposition(|(_, told)| told.is_deal()) {
            self.log_from = self.log[last].0 - 1;
            self.log.drain(..last);
        }
    }

    fn seat_changed(&mut self, seat: Seat) {
        let SeatState { holder, name, .. } = self.seat(seat);
        let told = Told::SeatChanged(seat, *holder, name.clone());
        self.tell(told);
    }

    fn tell(&mut self, told: Told) {
        self.log.push_back((self.version, told));
    }
}

impl Game {
    /// The end of the match.
    fn over(&self) -> MatchOver {
        MatchOver {
            number: self.number,
            seed: self.seed.to_string(),
            deals: self.table.n_deals(),
        }
    }
}

impl SeatState {
    fn new(setup: &SeatSetup) -> Option<Self> {
        let (holder, token, name) = match setup {
            SeatSetup::Person { token, name } => (Holder::Person, Some(token), name.clone()),
            SeatSetup::Open { token } => (Holder::Open, Some(token), None),
            SeatSetup::Bot => (Holder::Bot, None, None),
        };
        let token = match token {
            Some(token) => Some(TokenHash::parse(token)?),
            None => None,
        };
        Some(Self {
            holder,
            name,
            token,
            keys: VecDeque::new(),
            ready: false,
            rematch: false,
        })
    }
}
