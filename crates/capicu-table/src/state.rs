//! The state of a table, made by replaying its facts.

mod applying;
mod log;
mod played;
mod queue;
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
use crate::broadcast::Broadcast;
use crate::fact::About;
use crate::{Advice, Code, Digest, Entry, Fact, Plan, Setup, TokenHash, Used};
use log::Log;
pub use played::{Began, Played};
pub use queue::{Offer, Party, Queue, Streak};
use seat::Hand;
pub(crate) use seat::Partners;
pub use seat::SeatState;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// There is no table of this setup: its seats, host and rules contradict each other.
    #[error("the seats of the table do not go with its rules")]
    Setup,
    /// The fact of this number cannot follow the earlier ones.
    #[error("fact {version} cannot follow on what happened before")]
    Fact { version: u64 },
}

/// The time that each draw adds to a turn, in milliseconds.
pub const EACH_DRAW: u64 = 5_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CurrentMatch {
    /// Its number at this table, from 1.
    pub number: u32,
    pub seed: Seed,
    pub engine: u32,
    pub table: Table,
    pub sheet: Sheet,
    /// Whether a round ended, or a call changed its result, and no [`Fact::Settled`] was stored since.
    unsettled: bool,
    /// Set if the match cannot continue.
    pub stopped: Option<MatchStopped>,
    pub banks: Option<Banks>,
    /// How often the current turn has been charged for slow play.
    pub charged: u8,
    /// How it ended. Leaving after that changes nothing.
    pub over: Option<MatchOver>,
}

/// The state of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    setup: Arc<Setup>,
    version: u64,
    at: u64,
    pub(crate) laid_at: u64,
    /// The version of the last fact that affected the round or its players.
    moved: u64,
    /// The seat of the host.
    host: Option<Seat>,
    seats: Vec<SeatState>,
    /// The secret behind the join code: everything that opened seats at first, and each link made since.
    secret: TokenHash,
    game: Option<CurrentMatch>,
    /// How many matches each side has won at this table before the current one.
    tally: Vec<u16>,
    points: Vec<u32>,
    hands: Vec<crate::Hand>,
    queue: Option<Queue>,
    /// The host who first turned the queue on, or to whom the table was given since. They are the host again when they
    /// sit down again, even if the queue is off by then.
    owner: Option<PlayerId>,
    /// The lengths of the last matches, in milliseconds.
    lengths: Vec<u64>,
    /// The time of the first deal of the match in play.
    dealt_at: Option<u64>,
    /// The broadcasts since the last deal but one, each with its version.
    log: Log,
    /// The oldest version for which the log has all later events.
    log_from: u64,
}

impl State {
    /// A table before anything happened. Fails if the plans for the seats do not fit the rules.
    pub fn new(setup: Setup) -> Result<Self, FoldError> {
        let n = usize::from(setup.rules.n_seats());
        if setup.seats.len() != n || setup.host.is_some_and(|host| host.index() >= n) {
            return Err(FoldError::Setup);
        }
        let tokens = setup.seats.iter().filter_map(|plan| match plan {
            Plan::Person { token, .. } | Plan::Open { token } => Some(token),
            Plan::Bot => None,
        });
        Ok(Self {
            host: setup.host,
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
            queue: None,
            owner: None,
            lengths: Vec::new(),
            dealt_at: None,
            log: Log::default(),
            log_from: 0,
        })
    }

    /// Replays the facts. If a match's facts lead to another result by today's rules, the match is
    /// [stopped](MatchStopped); that is no error. Fails if the facts do not form a table.
    pub fn fold(setup: Setup, entries: &[Entry]) -> Result<Self, FoldError> {
        let mut state = Self::new(setup)?;
        for entry in entries {
            state.refold(entry)?;
        }
        Ok(state)
    }

    fn refold(&mut self, entry: &Entry) -> Result<(), FoldError> {
        let plays = match entry.fact.traits().about {
            About::Move | About::Match => true,
            About::Table => false,
        };
        if let Some(stopped) = self.game.as_mut().and_then(|game| game.stopped.as_mut())
            && plays
        {
            // The rounds played since are unknown, but their scores are stored.
            if let Fact::Settled { scores, .. } = &entry.fact {
                stopped.scores.clone_from(scores);
            }
            return self.note(entry);
        }
        match self.apply(entry) {
            // A fact that cannot happen has changed nothing in the match.
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
        self.tell(Broadcast::MatchStopped(stopped));
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The seat of the host; `None` at a lobby table.
    pub const fn host(&self) -> Option<Seat> {
        self.host
    }

    pub(crate) fn has_other_partners(&self) -> bool {
        let holders = self.seats.iter().map(|seat| seat.holder);
        self.setup.meeting.is_none() && has_other_partners(self.rules(), holders)
    }

    pub fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    /// The rules for the wire, with every option by name. Each call makes them again, since they need more memory than
    /// the rest of a table.
    pub fn table_rules(&self) -> TableRules {
        TableRules {
            title: self.setup.title.clone(),
            ..TableRules::new(&self.setup.game, &self.setup.rules)
        }
    }

    pub fn turn_time(&self) -> TurnTime {
        self.setup.turn_time
    }

    /// How long a turn of a seat may take now, in milliseconds; `None` for no limit.
    pub fn turn_limit(&self, seat: Seat) -> Option<u32> {
        let seconds = self.setup.turn_time.seconds()?;
        let banks = self.game.as_ref().and_then(|game| game.banks.as_ref());
        if let Some(banks) = banks {
            return Some(banks.limit(seat));
        }
        let rules = self.rules();
        if rules.slow_play.get() > 0 {
            // The clock plays when all charges have been made (W29).
            let periods = u32::from(rules.slow_play_times.get()) + 1;
            return Some(periods * u32::from(rules.slow_play_after.get()) * 1000);
        }
        Some(u32::from(seconds) * 1000)
    }

    /// Since when the turn in `next` has run, if it continues a turn that began at `since` here. A turn has its time
    /// once, and [`EACH_DRAW`] more for each draw in it, but never more than a whole turn.
    pub(crate) fn turn_since(&self, next: &Self, since: u64, now: u64) -> Option<u64> {
        let Waiting::Act(seat) = self.waiting() else {
            return None;
        };
        let (before, after) = (self.round_of(seat)?, next.round_of(seat)?);
        let same = next.waiting() == Waiting::Act(seat)
            && self.game.as_ref()?.number == next.game.as_ref()?.number
            && self.table()?.n_deals() == next.table()?.n_deals()
            && before.layout().laid() == after.layout().laid();
        let draws = before.boneyard().checked_sub(after.boneyard())?;
        // With a bank, each action has its own time, which the bank pays for.
        if self.setup.turn_time.bank().is_some() {
            return None;
        }
        let longest = self.turn_limit(seat)?;
        let from = since.max(now.saturating_sub(longest.into()));
        let more = u64::from(draws) * EACH_DRAW;
        (same && draws > 0).then(|| now.min(from + more))
    }

    /// The board of the round, if the seat has a turn to play in it.
    fn round_of(&self, seat: Seat) -> Option<&capicu::Board> {
        let board = self.table()?.round()?.board();
        (board.turn() == Turn::Play(seat)).then_some(board)
    }

    /// The bank of each seat, in milliseconds; empty without banks.
    pub fn banks(&self) -> Vec<u32> {
        let banks = self.game.as_ref().and_then(|game| game.banks.as_ref());
        banks.map(Banks::left).unwrap_or_default()
    }

    /// The time to record for an action of the seat on turn, which seems to have taken `time` milliseconds.
    pub(crate) fn used(&self, seat: Seat, action: Action, time: u32) -> Used {
        let banks = self.game.as_ref().and_then(|game| game.banks.as_ref());
        let Some(banks) = banks else {
            return Used::NONE;
        };
        let time = time.min(banks.limit(seat));
        let round = self.table().and_then(Table::round);
        // To declare or not is a choice, even if no other action is.
        let asked = |round: &capicu::Round| matches!(round.board().turn(), Turn::Declare(_));
        let forced = round.is_some_and(|r| !asked(r) && r.distinct_actions().len() == 1);
        match (forced, action) {
            (true, Action::Pass) => Used::NONE,
            (true, _) => Used::Forced(time),
            (false, _) => Used::Time(time),
        }
    }

    pub fn level(&self) -> Level {
        self.setup.level
    }

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

    /// The number of the last fact that affected the round or its players.
    pub const fn moved(&self) -> u64 {
        self.moved
    }

    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.rules().n_seats())
    }

    /// A seat of this table. Panics if there is no such seat.
    pub fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }

    /// Whether the table has this seat.
    pub fn has_seat(&self, seat: Seat) -> bool {
        seat.index() < self.seats.len()
    }

    /// The current match; there is one from the first fact on.
    pub fn table(&self) -> Option<&Table> {
        self.game.as_ref().map(|game| &game.table)
    }

    pub(crate) const fn game(&self) -> Option<&CurrentMatch> {
        self.game.as_ref()
    }

    pub(crate) fn stopped(&self) -> Option<&MatchStopped> {
        self.game.as_ref()?.stopped.as_ref()
    }

    /// How many matches each side has won before the current one.
    pub(crate) fn won(&self) -> Vec<u16> {
        let mut won = self.tally.clone();
        won.resize(usize::from(self.rules().n_sides()), 0);
        won
    }

    /// The points of each side in those matches.
    pub(crate) fn points_before(&self) -> Vec<u32> {
        let mut points = self.points.clone();
        points.resize(usize::from(self.rules().n_sides()), 0);
        points
    }

    pub(crate) fn hands(&self) -> &[crate::Hand] {
        &self.hands
    }

    /// The next thing that has to happen; [`Waiting::Nothing`] also if the match cannot continue.
    pub fn waiting(&self) -> Waiting {
        match &self.game {
            Some(game) if game.stopped.is_none() => game.table.waiting(),
            _ => Waiting::Nothing,
        }
    }

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

    /// The seat that a token opens. It compares all seats, so that the time reveals nothing.
    pub fn seat_of(&self, token: &TokenHash) -> Option<Seat> {
        let mut found = None;
        for (seat, state) in self.all_seats().zip(&self.seats) {
            if state.token.as_ref() == Some(token) {
                found = Some(seat);
            }
        }
        found
    }

    pub fn seat_of_player(&self, ids: &[PlayerId]) -> Option<Seat> {
        let of = |seat: &Seat| self.seat(*seat).player.is_some_and(|of| ids.contains(&of));
        self.all_seats().find(of)
    }

    /// The join code for the open seats and the queue; each new link changes it. `None` if no seat is open and there is
    /// no queue, and at a lobby table.
    pub fn code(&self) -> Option<Code> {
        let is_open = |seat: &SeatState| seat.holder == Holder::Open;
        let is_useful = self.queue.is_some() || self.seats.iter().any(is_open);
        let may = self.host.is_some() && is_useful;
        may.then(|| Code::of(&self.secret))
    }

    /// The version that a command of the seat's player made, if it was among the last 64 of the seat.
    pub fn done(&self, seat: Seat, key: &Key) -> Option<u64> {
        self.used_key(seat, key)
            .filter(|version| *version > self.seat(seat).since)
    }

    /// The version that a command of a seat made, perhaps of an earlier player.
    pub(crate) fn used_key(&self, seat: Seat, key: &Key) -> Option<u64> {
        let keys = &self.seat(seat).keys;
        keys.iter()
            .rev()
            .find(|(k, _)| **k == *key)
            .map(|(_, v)| *v)
    }

    /// The fact that records the result of the last round, if it has not been stored yet.
    pub(crate) fn unsettled(&self) -> Option<Fact> {
        let game = self.game.as_ref()?;
        (game.unsettled && game.stopped.is_none()).then(|| Fact::Settled {
            digest: Digest::of(&game.table),
            scores: game.table.game().standing().scores.as_slice().to_vec(),
        })
    }

    pub(crate) fn ends(&self) -> Option<MatchOver> {
        let game = self.game.as_ref()?;
        let parts: Vec<Part> = self.all_seats().map(|seat| self.part(seat)).collect();
        let all_played = parts.iter().all(Part::is_played);
        let winner = game.table.game().result();
        Some(MatchOver {
            number: game.number,
            seed: game.seed.to_string(),
            deals: game.table.n_deals(),
            winner: winner.map(|of| capicu_protocol::Side(of.winner)),
            parts: if all_played { Vec::new() } else { parts },
        })
    }

    pub fn part(&self, seat: Seat) -> Part {
        let rules = self.rules();
        let mut side = rules.members(rules.side(seat));
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
