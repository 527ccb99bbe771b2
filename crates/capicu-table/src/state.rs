//! A table as it stands: the fold of its facts.

mod applying;
mod log;
mod played;
mod seat;
mod telling;

use std::sync::Arc;

use capicu::fair::Seed;
use capicu::{Action, ENGINE, Rules, Seat, Table, Turn, Waiting};
use capicu_protocol::{
    Holder, Key, Level, MatchOver, MatchStopped, Part, PlayerId, Sheet, StandIn, TableRules,
    TurnTime, WhyStopped, has_other_partners,
};

use crate::bank::Banks;
use crate::told::Told;
use crate::{Advice, Code, Digest, Entry, Fact, Plan, Setup, TokenHash, Used};
use log::Log;
pub use played::{Began, Played};
use seat::Hand;
pub(crate) use seat::Partners;
pub use seat::SeatState;

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
    /// Where the table has them.
    pub banks: Option<Banks>,
    /// How it ended: whoever leaves after that has played.
    pub over: Option<MatchOver>,
}

/// A table: the fold of its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    setup: Arc<Setup>,
    version: u64,
    /// The time of the last fact.
    at: u64,
    /// When the last tile was laid.
    pub(crate) laid_at: u64,
    /// The last fact that touched the round, or who may play in it.
    moved: u64,
    /// Where whoever made the table sits.
    maker: Option<Seat>,
    seats: Vec<SeatState>,
    /// What the code follows from: all that opened seats from the beginning, and each link made since.
    secret: TokenHash,
    game: Option<Game>,
    /// How many matches each side has won at this table before the one that is played.
    tally: Vec<u16>,
    /// The points of each side in those matches.
    points: Vec<u32>,
    /// The hands of the boards that were played.
    hands: Vec<crate::Hand>,
    /// What was told since the last deal but one, with the version of each.
    log: Log,
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
        if setup.seats.len() != n || setup.maker.is_some_and(|maker| maker.index() >= n) {
            return Err(FoldError::Setup);
        }
        let tokens = setup.seats.iter().filter_map(|plan| match plan {
            Plan::Person { token, .. } | Plan::Open { token } => Some(token),
            Plan::Bot => None,
        });
        Ok(Self {
            maker: setup.maker,
            secret: TokenHash::of_all(tokens),
            seats: setup.seats.iter().map(SeatState::new).collect(),
            setup: Arc::new(setup),
            version: 0,
            at: 0,
            laid_at: 0,
            moved: 0,
            game: None,
            tally: Vec::new(),
            points: Vec::new(),
            hands: Vec::new(),
            log: Log::default(),
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
                self.stop(WhyStopped::Rules, stored);
            }
            Err(error) => return Err(error),
            Ok(()) => {
                if let Fact::MatchBegan { engine, .. } | Fact::Reseated { engine, .. } = entry.fact
                    && engine > ENGINE
                {
                    self.stop(WhyStopped::Rules, None);
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

    fn stop(&mut self, why: WhyStopped, scores: Option<Vec<u16>>) {
        let Some(game) = &mut self.game else {
            return;
        };
        let standing = || game.table.game().standing().scores.as_slice().to_vec();
        let stopped = MatchStopped {
            number: game.number,
            scores: scores.unwrap_or_else(standing),
            why,
        };
        game.stopped = Some(stopped.clone());
        self.moved = self.version;
        self.tell(Told::MatchStopped(stopped));
    }

    /// How the table was made.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Where whoever made the table sits; `None` at a table of the lobby.
    pub const fn maker(&self) -> Option<Seat> {
        self.maker
    }

    /// Whether another match can be played with other partners.
    pub(crate) fn has_other_partners(&self) -> bool {
        let holders = self.seats.iter().map(|seat| seat.holder);
        self.setup.meeting.is_none() && has_other_partners(self.rules(), holders)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    /// The rules as they are told: every option by name, made anew at each call, since they take more room
    /// than the rest of a table.
    pub fn table_rules(&self) -> TableRules {
        TableRules {
            title: self.setup.title.clone(),
            ..TableRules::new(&self.setup.game, &self.setup.rules)
        }
    }

    /// How long a turn may take.
    pub fn turn_time(&self) -> TurnTime {
        self.setup.turn_time
    }

    /// How long a turn of a seat may take now, in milliseconds; `None` for as long as it takes.
    pub fn turn_limit(&self, seat: Seat) -> Option<u32> {
        let seconds = self.setup.turn_time.seconds()?;
        let banks = self.game.as_ref().and_then(|game| game.banks.as_ref());
        Some(banks.map_or(u32::from(seconds) * 1000, |banks| banks.limit(seat)))
    }

    /// What each seat has in its bank, in milliseconds; empty where there are no banks.
    pub fn banks(&self) -> Vec<u32> {
        let banks = self.game.as_ref().and_then(|game| game.banks.as_ref());
        banks.map(Banks::left).unwrap_or_default()
    }

    /// What an action took that seems to have taken so many milliseconds, by the seat whose turn it is.
    pub(crate) fn used(&self, seat: Seat, action: Action, time: u32) -> Used {
        let banks = self.game.as_ref().and_then(|game| game.banks.as_ref());
        let Some(banks) = banks else {
            return Used::NONE;
        };
        let time = time.min(banks.limit(seat));
        let round = self.table().and_then(Table::round);
        // To declare or not is a choice, though no other action is.
        let asked = |round: &capicu::Round| matches!(round.board().turn(), Turn::Declare(_));
        let forced = round.is_some_and(|r| !asked(r) && r.distinct_actions().len() == 1);
        match (forced, action) {
            (true, Action::Pass) => Used::NONE,
            (true, _) => Used::Forced(time),
            (false, _) => Used::Time(time),
        }
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

    /// Why the match cannot go on, if it cannot.
    pub(crate) fn stopped(&self) -> Option<&MatchStopped> {
        self.game.as_ref()?.stopped.as_ref()
    }

    /// How many matches each side has won before the one that is played.
    pub(crate) fn won(&self) -> Vec<u16> {
        let mut won = self.tally.clone();
        won.resize(usize::from(self.rules().n_teams()), 0);
        won
    }

    /// The points of each side in those matches.
    pub(crate) fn points_before(&self) -> Vec<u32> {
        let mut points = self.points.clone();
        points.resize(usize::from(self.rules().n_teams()), 0);
        points
    }

    /// The hands of the boards that were played.
    pub(crate) fn hands(&self) -> &[crate::Hand] {
        &self.hands
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

    /// The first seat that is the player's of any of these ids.
    pub fn seat_of_player(&self, ids: &[PlayerId]) -> Option<Seat> {
        let of = |seat: &Seat| self.seat(*seat).player.is_some_and(|of| ids.contains(&of));
        self.all_seats().find(of)
    }

    /// The code by which people sit down in the open seats, another one after each link that is made anew; `None`
    /// where no seat is open, and at a table of the lobby.
    pub fn code(&self) -> Option<Code> {
        let is_open = |seat: &SeatState| seat.holder == Holder::Open;
        let may = self.maker.is_some() && self.seats.iter().any(is_open);
        may.then(|| Code::of(&self.secret))
    }

    /// The version at which a seat's command was done, if it was among its last 64.
    pub fn done(&self, seat: Seat, key: &Key) -> Option<u64> {
        let keys = &self.seat(seat).keys;
        keys.iter()
            .rev()
            .find(|(k, _)| **k == *key)
            .map(|(_, v)| *v)
    }

    /// What the facts of the last round led to, if that has not been stored yet.
    pub(crate) fn unsettled(&self) -> Option<Fact> {
        let game = self.game.as_ref()?;
        (game.unsettled && game.stopped.is_none()).then(|| Fact::Settled {
            digest: Digest::of(&game.table),
            scores: game.table.game().standing().scores.as_slice().to_vec(),
        })
    }

    /// The end of the match, if it ends now.
    pub(crate) fn ends(&self) -> Option<MatchOver> {
        let game = self.game.as_ref()?;
        let parts: Vec<Part> = self.all_seats().map(|seat| self.part(seat)).collect();
        let all_played = parts.iter().all(Part::is_played);
        let winner = game.table.game().result();
        Some(MatchOver {
            number: game.number,
            seed: game.seed.to_string(),
            deals: game.table.n_deals(),
            winner: winner.map(|of| capicu_protocol::Team(of.winner)),
            parts: if all_played { Vec::new() } else { parts },
        })
    }

    /// What the match counts as for a seat, as it stands.
    pub fn part(&self, seat: Seat) -> Part {
        let rules = self.rules();
        let mut side = rules.members(rules.team(seat));
        let is_deserted = side.any(|of| self.has_left(of));
        match self.seat(seat).holder {
            Holder::Person if self.has_left(seat) => Part::Left,
            Holder::Person if is_deserted => Part::Deserted,
            Holder::Person | Holder::Bot | Holder::Open => Part::Played,
        }
    }

    /// Whether a bot plays for the person of a seat, or has played more than a third of the rounds.
    fn has_left(&self, seat: Seat) -> bool {
        let rounds = self
            .table()
            .map_or(0, |table| table.game().standing().round);
        let state = self.seat(seat);
        state.holder == Holder::Person
            && (state.absence.is_some() || u32::from(state.substituted) * 3 > u32::from(rounds))
    }
}
