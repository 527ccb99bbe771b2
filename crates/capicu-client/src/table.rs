//! The state of a table as a client knows it.

use std::collections::VecDeque;

use capicu::{
    Board, Ended, Move, Pip, PublicView, RoundResult, Rules, Seat, TableView, Tile, TileSet, View,
    Viewer, VisibleEvent, Word,
};
use capicu_protocol::{
    Clock, Deadline, Event, Hints, Holder, Level, MatchInfo, Passed, Presence, Saying, SeatInfo,
    ServerMessage, Sheet, Snapshot, StandIn, TableRules, TurnTime, Watching, WireError, Wish,
    has_other_partners,
};

use crate::turn::Sent;
use crate::{Moment, Pace};

/// The number of chat messages that are kept.
const TALK: usize = 20;

/// The state of a table: the server's messages, plus an action that was sent and not yet answered.
///
/// Times are those of this device, in milliseconds; the caller passes them in.
#[derive(Clone, Debug)]
pub struct ClientTable {
    pub(crate) seen: TableView,
    pub(crate) sent: Option<Sent>,
    version: u64,
    host: Option<Seat>,
    code: Option<String>,
    named: TableRules,
    moments: VecDeque<Moment>,
    beginning: Vec<Moment>,
    people: Vec<SeatInfo>,
    matched: MatchInfo,
    turn_time: TurnTime,
    grace: u16,
    rated: bool,
    of_event: bool,
    level: Level,
    hints: Hints,
    watching: Watching,
    passed: Passed,
    watchers: u32,
    deadline: Option<Deadline>,
    banks: Vec<u32>,
    /// How far the server's clock is ahead of this device's, in milliseconds.
    ahead: f64,
    next_deal: u32,
    ready: Vec<Seat>,
    rematch: Vec<Seat>,
    other_partners: Vec<Seat>,
    wish: Option<(Seat, Wish)>,
    talk: VecDeque<(Seat, Saying)>,
}

/// Who plays in a seat, and whether they are there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attendance {
    /// A bot, for the whole match.
    Bot,
    /// Nobody yet: the first to open the link will.
    Open,
    /// The person, who is there.
    Here,
    /// The person is away, and no bot plays for them before this time of the device.
    Away {
        /// When a bot takes over, if the server has said so.
        bot_at: Option<f64>,
    },
    /// A bot, for the person.
    StandIn(StandIn),
}

impl ClientTable {
    /// Builds the table from a snapshot. `now` is the device's time.
    ///
    /// # Errors
    ///
    /// If the rules cannot lead to this snapshot.
    pub fn found(snapshot: &Snapshot, now: f64) -> Result<Self, WireError> {
        // By name, so that no field is forgotten. Destructuring in the constructor would add 2 KB to the page.
        let Snapshot {
            version: _,
            seat: _,
            by_session: _,
            host: _,
            lobby: _,
            rated: _,
            of_event: _,
            rules: _,
            seats: _,
            game: _,
            turn_time: _,
            grace: _,
            level: _,
            hints: _,
            watching: _,
            passed: _,
            watchers: _,
            clock: _,
            events: _,
        } = snapshot;
        let viewer = snapshot.seat.map_or(Viewer::Public, |seat| seat.0.into());
        let mut table = Self {
            seen: TableView::new(snapshot.rules.rules()?, viewer),
            sent: None,
            version: snapshot.version,
            host: (!snapshot.lobby).then_some(snapshot.host.0),
            code: None,
            named: snapshot.rules.clone(),
            moments: VecDeque::new(),
            beginning: Vec::new(),
            people: snapshot.seats.clone(),
            matched: snapshot.game.clone(),
            turn_time: snapshot.turn_time,
            grace: snapshot.grace,
            rated: snapshot.rated,
            of_event: snapshot.of_event,
            level: snapshot.level,
            hints: snapshot.hints,
            watching: snapshot.watching,
            passed: snapshot.passed,
            watchers: snapshot.watchers,
            deadline: None,
            banks: Vec::new(),
            ahead: 0.0,
            next_deal: 0,
            ready: Vec::new(),
            rematch: Vec::new(),
            other_partners: Vec::new(),
            wish: None,
            talk: VecDeque::new(),
        };
        for event in &snapshot.events {
            table.observe(event, Pace::CatchUp)?;
        }
        // The events begin with the last deal; these fields are current.
        table.people.clone_from(&snapshot.seats);
        table.matched.clone_from(&snapshot.game);
        table.set_clock(&snapshot.clock, now);
        Ok(table)
    }

    /// Updates the state by a message. Answers to commands are for the [`Link`](crate::Link).
    ///
    /// # Errors
    ///
    /// If the rules cannot lead to it. Events before the fault are applied.
    pub fn hear(&mut self, message: &ServerMessage, now: f64) -> Result<(), WireError> {
        match message {
            ServerMessage::Snapshot(snapshot) => {
                let mut table = Self::found(snapshot, now)?;
                // A finished match is followed by another one with everybody in another seat.
                let (before, after) = (&self.matched, &table.matched);
                let is_next = before.over.is_some() && after.number == before.number + 1;
                let sat = |people: &[SeatInfo]| -> Vec<Option<String>> {
                    people.iter().map(|person| person.name.clone()).collect()
                };
                let elsewhere = sat(&self.people) != sat(&table.people);
                let gather = self.next_deal == 0 && table.next_deal == 0;
                // Chat messages are stored by seat, and the seats now belong to others.
                if is_next && elsewhere {
                    table.moments.push_back(Moment::Reseated);
                } else if !(elsewhere && gather) {
                    // Messages that were received are not repeated.
                    table.talk = std::mem::take(&mut self.talk);
                }
                *self = table;
                Ok(())
            }
            ServerMessage::Delta {
                version,
                events,
                presence,
                clock,
            } => {
                let told = self.happened(*version, events, clock, now);
                for one in presence {
                    self.note_presence(*one);
                }
                told
            }
            ServerMessage::Events {
                version,
                events,
                clock,
            } => self.happened(*version, events, clock, now),
            ServerMessage::Presence(presence) => {
                self.attend(*presence);
                Ok(())
            }
            ServerMessage::Code { code } => {
                self.code.clone_from(code);
                Ok(())
            }
            ServerMessage::Said { seat, saying } => {
                if self.talk.len() == TALK {
                    self.talk.pop_front();
                }
                self.talk.push_back((seat.0, saying.clone()));
                self.moments.push_back(Moment::Said(seat.0, saying.clone()));
                Ok(())
            }
            ServerMessage::Watchers { n } => {
                self.watchers = *n;
                Ok(())
            }
            // Pages show the queue by their own requests.
            ServerMessage::Queue { .. }
            | ServerMessage::Done { .. }
            | ServerMessage::Refused { .. }
            | ServerMessage::Hint { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Closed { .. } => Ok(()),
        }
    }

    fn happened(
        &mut self,
        version: u64,
        events: &[Event],
        clock: &Clock,
        now: f64,
    ) -> Result<(), WireError> {
        self.version = version;
        self.set_clock(clock, now);
        let pace = Pace::of(events.len());
        events
            .iter()
            .try_for_each(|event| self.observe(event, pace))
    }

    /// Updates the state by one event.
    ///
    /// # Errors
    ///
    /// If the rules cannot lead to it.
    pub fn observe(&mut self, event: &Event, pace: Pace) -> Result<(), WireError> {
        let renamed = self.renames(event);
        self.note(event);
        let mut words = Vec::new();
        let moment = match event.seen()? {
            Some(seen) => {
                let before = self.seen.board().cloned();
                self.sent = None;
                self.seen.observe(&seen);
                if let VisibleEvent::Dealt { standing, .. }
                | VisibleEvent::Opened { standing, .. } = &seen
                {
                    self.matched.sheet.note(standing);
                }
                words = match (&seen, &before) {
                    (VisibleEvent::Done(step), Some(before)) => {
                        Word::of_move(&step.mv, before, &self.seen)
                    }
                    (VisibleEvent::RoundOver(_), _) => {
                        let mut words = Word::of_round(&self.seen);
                        // The result sheet has this joke.
                        words.retain(|word| *word != Word::Dominoitis);
                        words
                    }
                    _ => words,
                };
                Moment::of(seen, event, before, self.seen.board())
            }
            None => (!renamed).then(|| Moment::Told(event.clone())),
        };
        if let Some(moment) = &moment {
            self.begin(moment);
        }
        if pace == Pace::Live {
            self.moments.extend(moment);
            if !words.is_empty() {
                self.moments.push_back(Moment::Words(words));
            }
        }
        Ok(())
    }

    /// Whether the event only renames the person who is already in the seat.
    fn renames(&self, event: &Event) -> bool {
        let Event::SeatChanged { seat, holder, .. } = event else {
            return false;
        };
        let known = self.people.get(seat.0.index());
        let named = known.filter(|known| known.name.is_some());
        *holder == Holder::Person && named.is_some_and(|known| known.holder == *holder)
    }

    fn begin(&mut self, moment: &Moment) {
        let begins = match moment {
            Moment::TurnedUp(tiles, opener) => Moment::TurnedUp(*tiles, *opener),
            Moment::Redealt(why) => Moment::Redealt(*why),
            Moment::Dealt(opening) => Moment::Dealt(*opening),
            _ => return,
        };
        if let Some(Moment::Dealt(_)) = self.beginning.last() {
            self.beginning.clear();
        }
        self.beginning.push(begins);
    }

    /// Notes everything outside the rules.
    fn note(&mut self, event: &Event) {
        match event {
            Event::MatchBegan {
                number,
                commitment,
                algorithm,
                engine,
            } => {
                let tally = self.tally();
                self.seen = TableView::new(*self.seen.rules(), self.seen.viewer());
                self.sent = None;
                self.matched = MatchInfo {
                    number: *number,
                    commitment: commitment.clone(),
                    algorithm: algorithm.clone(),
                    engine: *engine,
                    sheet: Sheet::default(),
                    tally,
                    over: None,
                    stopped: None,
                };
                self.next_deal = 0;
                self.beginning.clear();
                self.rematch.clear();
                self.other_partners.clear();
                self.ready.clear();
            }
            Event::Dealt(dealt) => self.dealt(dealt.deal),
            Event::Opened(opened) => self.dealt(opened.deal),
            Event::Redealt(_) => self.next_deal += 1,
            Event::MatchOver(over) => self.matched.over = Some(over.clone()),
            Event::MatchStopped(stopped) => self.matched.stopped = Some(stopped.clone()),
            Event::Wished { seat, wish } => self.wish = Some((seat.0, *wish)),
            Event::Ready { seat, .. } => self.ready.push(seat.0),
            Event::Rematch { seat } => {
                self.other_partners.retain(|other| *other != seat.0);
                self.rematch.push(seat.0);
            }
            Event::OtherPartners { seat } => {
                self.rematch.retain(|other| *other != seat.0);
                self.other_partners.push(seat.0);
            }
            Event::Host { seat } => self.host = Some(seat.0),
            Event::StandIn { seat, why } => {
                if let Some(person) = self.people.get_mut(seat.0.index()) {
                    person.stand_in = *why;
                }
            }
            Event::SeatChanged { seat, holder, name } => {
                if let Some(person) = self.people.get_mut(seat.0.index()) {
                    if person.holder != *holder {
                        person.stand_in = None;
                        person.bot_at = None;
                        // A new player counts as there from the start, so that no return is shown.
                        person.devices = u8::from(*holder == Holder::Person);
                    }
                    person.holder = *holder;
                    person.name.clone_from(name);
                }
            }
            // The rules cover these completely.
            Event::TurnedUp { .. }
            | Event::Done(_)
            | Event::Called { .. }
            | Event::Ruled(_)
            | Event::Unsettled { .. }
            | Event::RoundOver(_)
            | Event::Withdrew { .. } => {}
        }
    }

    fn dealt(&mut self, deal: u32) {
        self.next_deal = deal + 1;
        self.ready.clear();
        self.wish = None;
        for person in &mut self.people {
            if person.stand_in == Some(StandIn::NextDeal) {
                person.stand_in = None;
            }
        }
    }

    fn note_presence(&mut self, presence: Presence) -> Option<u8> {
        let person = self.people.get_mut(presence.seat.0.index())?;
        person.bot_at = presence.bot_at;
        Some(std::mem::replace(&mut person.devices, presence.devices))
    }

    /// A player comes or goes while the client is connected.
    fn attend(&mut self, presence: Presence) {
        let seat = presence.seat.0;
        let Some(before) = self.note_presence(presence) else {
            return;
        };
        let person = self.holder(seat) == Some(Holder::Person);
        let moment = match (before, presence.devices) {
            (1.., 0) if person && !self.is_me(seat) => Moment::Away(seat),
            (0, 1..) if person && !self.is_me(seat) => Moment::Back(seat),
            _ => return,
        };
        self.moments.push_back(moment);
    }

    fn set_clock(&mut self, clock: &Clock, here: f64) {
        let Clock {
            now,
            deadline,
            banks,
        } = clock;
        self.ahead = *now as f64 - here;
        self.deadline = *deadline;
        self.banks.clone_from(banks);
    }

    /// Takes the moments since the last call.
    pub fn take_moments(&mut self) -> VecDeque<Moment> {
        std::mem::take(&mut self.moments)
    }

    /// Converts a time of the server to this device's clock.
    fn here(&self, at: u64) -> f64 {
        at as f64 - self.ahead
    }

    /// The next automatic event and its time on this device.
    pub fn deadline(&self) -> Option<(Deadline, f64)> {
        let deadline = self.deadline?;
        let (Deadline::Turn { seat: _, at } | Deadline::Deal { at }) = deadline;
        Some((deadline, self.here(at)))
    }

    /// When the turn of a seat ends, its bank included; `None` if its time does not run.
    pub fn turn_ends(&self, seat: Seat) -> Option<f64> {
        match self.deadline()? {
            (Deadline::Turn { seat: whose, at: _ }, at) if whose.0 == seat => Some(at),
            _ => None,
        }
    }

    /// The bank of a seat before the current turn, in milliseconds; `None` without banks.
    pub fn bank(&self, seat: Seat) -> Option<f64> {
        self.banks.get(seat.index()).map(|bank| f64::from(*bank))
    }
}

impl ClientTable {
    /// The last version of the table that was received.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The rules that decide what is legal.
    pub fn rules(&self) -> &Rules {
        self.seen.rules()
    }

    /// The rules as they were sent, with their names.
    pub const fn named(&self) -> &TableRules {
        &self.named
    }

    /// How long a turn may take.
    pub const fn turn_time(&self) -> TurnTime {
        self.turn_time
    }

    /// How long the table waits for an absent player, in seconds.
    pub const fn grace(&self) -> u16 {
        self.grace
    }

    /// Whether players may ask for hints.
    pub const fn hints(&self) -> Hints {
        self.hints
    }

    /// Whether anybody may watch.
    pub const fn watching(&self) -> Watching {
        self.watching
    }

    /// The number of spectators, as last sent.
    pub const fn watchers(&self) -> u32 {
        self.watchers
    }

    /// How well the bots play.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The player's seat; `None` for a spectator.
    pub const fn seat(&self) -> Option<Seat> {
        self.seen.viewer().seat()
    }

    /// Whether this is the player's seat.
    pub fn is_me(&self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }

    /// The seat that is shown at the bottom of the table: the player's, or the first for spectators.
    pub fn point_of_view(&self) -> Seat {
        self.seat().unwrap_or_default()
    }

    /// The players, in the order of the seats.
    pub fn people(&self) -> &[SeatInfo] {
        &self.people
    }

    /// The state of the player's seat; `None` for a spectator.
    pub fn me(&self) -> Option<&SeatInfo> {
        self.people.get(self.seat()?.index())
    }

    /// Whether matches at this table are rated.
    pub const fn is_rated(&self) -> bool {
        self.rated
    }

    /// The seat of the host; `None` at a lobby table.
    pub const fn host(&self) -> Option<Seat> {
        self.host
    }

    /// Whether the player is the host.
    pub fn is_host(&self) -> bool {
        self.host.is_some_and(|host| self.is_me(host))
    }

    /// The join code for the open seats; only the host receives it.
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// Whether a person or a bot has the seat; `None` if there is no such seat.
    pub fn holder(&self, seat: Seat) -> Option<Holder> {
        self.people.get(seat.index()).map(|person| person.holder)
    }

    /// The place of a seat that plays no more; `None` while it plays.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        let place = self.seen.places().get(self.rules().side(seat));
        place.copied().filter(|place| *place > 0)
    }

    /// Whether the player can withdraw now: between two rounds, if all play alone and the player still plays. Nobody
    /// withdraws from a rated match or an event.
    pub fn may_withdraw(&self) -> bool {
        let rules = self.rules();
        let alone = rules.n_sides() == rules.n_seats() && self.to_act().is_none();
        let plays = self.seat().is_some_and(|seat| self.place(seat).is_none());
        let between = self.board().is_some() && self.seen.result().is_none();
        alone && plays && between && !self.rated && !self.of_event
    }

    /// The seats whose links nobody has opened yet.
    pub fn open_seats(&self) -> Vec<Seat> {
        let open = |seat: &Seat| self.holder(*seat) == Some(Holder::Open);
        Seat::all(self.rules().n_seats()).filter(open).collect()
    }

    /// Who plays in a seat, and whether they are there.
    pub fn attendance(&self, seat: Seat) -> Attendance {
        let Some(person) = self.people.get(seat.index()) else {
            return Attendance::Bot;
        };
        match (person.holder, person.stand_in, person.devices) {
            (Holder::Bot, ..) => Attendance::Bot,
            (Holder::Open, ..) => Attendance::Open,
            (Holder::Person, Some(why), _) => Attendance::StandIn(why),
            (Holder::Person, None, 0) => Attendance::Away {
                bot_at: person.bot_at.map(|at| self.here(at)),
            },
            (Holder::Person, None, _) => Attendance::Here,
        }
    }

    /// The number of devices on which the player's seat is open.
    pub fn devices(&self) -> u8 {
        self.me().map_or(0, |me| me.devices)
    }
}

impl ClientTable {
    /// The current match.
    pub const fn matched(&self) -> &MatchInfo {
        &self.matched
    }

    /// How many matches each side has won at this table, including one that is over; empty while none has been won.
    pub fn tally(&self) -> Vec<u16> {
        let mut tally = self.matched.tally.clone();
        if let Some(result) = self.table().result() {
            let rules = self.rules();
            tally.resize(usize::from(rules.n_sides()), 0);
            tally[result.winner.index()] += result.matches(rules);
        }
        tally
    }

    /// The scores after each round of the match, the last round first.
    pub fn sheet(&self) -> Vec<Vec<u16>> {
        let over = self.table().last();
        let counts = |last: &&RoundResult| last.outcome.ended != Ended::Void;
        let last = over
            .filter(counts)
            .map(|last| last.scores.as_slice().to_vec());
        let before = self.matched.sheet.0.iter().rev().cloned();
        last.into_iter().chain(before).collect()
    }

    /// Whether the player's side won the match, if this round ended it, or otherwise the round. `None` for a tie and for
    /// spectators.
    pub fn won(&self, over: &RoundResult) -> Option<bool> {
        let rules = self.rules();
        let winner = match over.result {
            Some(result) => result.winner,
            None => rules.side(over.outcome.winner?),
        };
        Some(winner == rules.side(self.seat()?))
    }

    /// How the last round began: tiles turned up, deals thrown in, and the deal. Players who come later see it, too.
    pub fn beginning(&self) -> &[Moment] {
        &self.beginning
    }

    /// Whether several people have to be ready for the first deal of the table, and one of them is not.
    pub fn gathers(&self) -> bool {
        let first = self.next_deal == 0 && self.matched.number == 1;
        let other = |seat: Seat| {
            let there = matches!(
                self.attendance(seat),
                Attendance::Here | Attendance::Away { .. }
            );
            there && !self.is_me(seat)
        };
        let company = || Seat::all(self.rules().n_seats()).any(other);
        let unready = || self.seat().is_some() && !self.is_ready() && company();
        first && (!self.open_seats().is_empty() || !self.waited_for().is_empty() || unready())
    }

    /// The number of the next deal, from 0.
    pub const fn next_deal(&self) -> u32 {
        self.next_deal
    }

    /// Whether this seat is ready for the next deal.
    pub fn is_ready(&self) -> bool {
        self.seat().is_some_and(|seat| self.ready.contains(&seat))
    }

    /// The seats that are ready for the next deal.
    pub fn ready(&self) -> &[Seat] {
        &self.ready
    }

    /// The other people who are there and not ready for the next deal.
    pub fn waited_for(&self) -> Vec<Seat> {
        let missing = |seat: &Seat| {
            !self.is_me(*seat)
                && !self.ready.contains(seat)
                && self.attendance(*seat) == Attendance::Here
        };
        Seat::all(self.rules().n_seats()).filter(missing).collect()
    }

    /// The first other person who is away while no bot plays for them.
    pub fn first_away(&self) -> Option<Seat> {
        let away = |seat: &Seat| matches!(self.attendance(*seat), Attendance::Away { .. });
        let mut others = Seat::all(self.rules().n_seats()).filter(|seat| !self.is_me(*seat));
        others.find(away)
    }

    /// The seats that want another match.
    pub fn rematch(&self) -> &[Seat] {
        &self.rematch
    }

    /// The seats that want another match with other partners.
    pub fn other_partners(&self) -> &[Seat] {
        &self.other_partners
    }

    /// Whether another match can be played with other partners.
    pub fn has_other_partners(&self) -> bool {
        let holders = self.people.iter().map(|person| person.holder);
        has_other_partners(self.rules(), holders)
    }

    /// The last chat messages since this client connected, with their senders.
    pub const fn talk(&self) -> &VecDeque<(Seat, Saying)> {
        &self.talk
    }

    /// The last wish in the huddle before this round, and its sender.
    pub const fn wish(&self) -> Option<(Seat, Wish)> {
        self.wish
    }

    /// Whether this seat may now say which partner should lead.
    pub fn is_in_huddle(&self) -> bool {
        let huddle = self.board().and_then(Board::huddle);
        let (Some(huddle), Some(me)) = (huddle, self.seat()) else {
            return false;
        };
        self.sent.is_none() && self.round().is_some() && huddle.contains(&me)
    }

    /// The table to be shown: with the sent action, until it is answered.
    pub fn table(&self) -> &TableView {
        self.sent.as_ref().map_or(&self.seen, |sent| &sent.then)
    }

    /// The round to be shown; `None` if the player's seat has no hand in it.
    pub fn round(&self) -> Option<&View> {
        self.table().round()
    }

    /// The same round as everybody sees it.
    pub fn public(&self) -> Option<&PublicView> {
        self.table().public()
    }

    /// The board of that round.
    pub fn board(&self) -> Option<&Board> {
        self.table().board()
    }

    /// The moves of that round.
    pub fn moves(&self) -> &[Move] {
        self.public().map_or(&[], PublicView::moves)
    }

    /// The numbers that a seat has passed on in it, ascending; empty if the table does not show them.
    pub fn passed_on(&self, seat: Seat) -> Vec<Pip> {
        let round = self.public().filter(|_| self.passed == Passed::On);
        round.map_or(Vec::new(), |round| round.passed_on(seat))
    }

    /// The tiles in the player's hand.
    pub fn hand(&self) -> TileSet {
        self.round().map_or(TileSet::EMPTY, View::hand)
    }

    /// The tiles in the player's hand, one by one.
    pub fn hand_tiles(&self) -> Vec<Tile> {
        self.hand().into_iter().collect()
    }

    /// The number of tiles in a seat's hand.
    pub fn held(&self, seat: Seat) -> u8 {
        self.board()
            .and_then(|board| board.held().get(seat))
            .map_or(0, |held| *held)
    }

    /// The seat on turn; `None` between rounds.
    pub fn to_act(&self) -> Option<Seat> {
        self.board()?.to_act()
    }

    /// Whether it is this seat's turn, and it has a hand.
    pub fn is_my_turn(&self) -> bool {
        self.round().is_some_and(View::is_my_turn)
    }

    /// The last tile laid in this round.
    pub fn last_laid(&self) -> Option<Tile> {
        self.moves().iter().rev().find_map(crate::laid)
    }
}
