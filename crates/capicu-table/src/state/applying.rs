//! How facts change the state.

use std::sync::Arc;

use capicu::fair::Seed;
use capicu::{Action, Seat, Table, Waiting};
use capicu_protocol::{Holder, Sheet, WhyStopped};

use super::seat::{Acted, Hand, Partners, SeatState, Tenant};
use super::{CurrentMatch, FoldError, State};
use crate::bank::Banks;
use crate::broadcast::Broadcast;
use crate::{Board, Chooser, Digest, Entry, Fact, Halt, Owners, Plan, TokenHash};

/// How many keys of past commands are remembered for each seat.
const KEYS: usize = 64;

impl State {
    /// Applies a fact. Fails if it cannot follow the earlier facts; then the state must not be used any more.
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

    pub(super) fn remember(&mut self, entry: &Entry) {
        let Some((seat, key)) = &entry.command else {
            return;
        };
        // A player's commands move with the player.
        let seat = match entry.fact.owners() {
            Owners::Moved(seating) => seating.to(*seat),
            Owners::Seat(..) | Owners::Seats(_) | Owners::Same => *seat,
        };
        if let Some(state) = self.seats.get_mut(seat.index()) {
            let keys = Arc::make_mut(&mut state.keys);
            if keys.len() == KEYS {
                keys.pop_front();
            }
            keys.push_back((Arc::new(key.clone()), entry.version));
        }
    }

    /// Applies a fact and returns what it touched; `None` if it cannot have happened.
    fn happen(&mut self, fact: &Fact) -> Option<Touched> {
        match fact {
            Fact::MatchBegan { seed, engine } => {
                if self.game.is_some() && self.waiting() != Waiting::Nothing {
                    return None;
                }
                let last = self.game.as_ref().filter(|game| game.stopped.is_none());
                let table = last.map_or_else(|| Table::new(*self.rules()), |g| g.table.again());
                if self.has_newcomers() {
                    // The new people have won nothing yet.
                    self.tally.clear();
                    self.points.clear();
                } else if let Some(result) =
                    last.and_then(|game| game.table.game().result().copied())
                {
                    let won = result.matches(self.rules());
                    self.tally.resize(usize::from(self.rules().n_sides()), 0);
                    self.tally[result.winner.index()] += won;
                    let scores = last.map(|game| game.table.game().standing().scores);
                    self.points.resize(self.tally.len(), 0);
                    for (sum, score) in self
                        .points
                        .iter_mut()
                        .zip(scores.iter().flat_map(|of| of.as_slice()))
                    {
                        *sum += u32::from(*score);
                    }
                }
                self.begin_match(seed, *engine, table);
            }
            Fact::Reseated {
                seed,
                engine,
                seating,
            } => {
                let is_of_the_table = seating.as_slice().len() == self.seats.len();
                let is_over = self.game.is_some() && self.waiting() == Waiting::Nothing;
                let is_first = self.is_before_the_first_deal();
                (is_of_the_table && (is_over || is_first)).then_some(())?;
                if is_first {
                    // It is the same match, which nobody has begun to play.
                    self.game = None;
                }
                self.seats = seating.move_all(&self.seats);
                self.host = self.host.map(|host| seating.to(host));
                // The new sides have won nothing yet, and the lead does not carry over.
                self.tally.clear();
                self.begin_match(seed, *engine, Table::new(*self.rules()));
                // Earlier broadcasts are about other seats.
                self.log.forget(self.log.len().saturating_sub(1));
                self.log_from = self.version;
            }
            Fact::TurnedUp { .. } => {
                self.play(&self.of_the_round(fact)?, Chooser::Bot)?;
            }
            Fact::Dealt { .. } => {
                if let Some(Board { deal, first }) = self.next_board().cloned()
                    && let Some(game) = &mut self.game
                {
                    game.table = game.table.with_board(&deal, first);
                }
                self.play(&self.of_the_round(fact)?, Chooser::Bot)?;
            }
            Fact::Acted { by, action, used } => {
                let of = self.waiting();
                if let Waiting::Act(seat) = of {
                    self.note_act(seat, *by);
                }
                self.play(&self.of_the_round(fact)?, *by)?;
                if let (Waiting::Act(seat), Some(banks)) = (of, self.banks_mut()) {
                    banks.spend(seat, *used, *by);
                }
                if let Action::Lead(_) | Action::Play { .. } = action {
                    self.laid_at = self.at;
                }
                if let (false, Some(game)) = (*action == Action::Draw, &mut self.game) {
                    game.charged = 0;
                }
            }
            Fact::Called { .. } => {
                self.play(&self.of_the_round(fact)?, Chooser::Person)?;
            }
            Fact::Slow { seat } => {
                self.play(&self.of_the_round(fact)?, Chooser::Clock)?;
                self.game.as_mut()?.charged += 1;
                if self.waiting() == Waiting::Act(*seat) {
                    // The turn continues, and with it its time.
                    return Some(Touched::Nothing);
                }
            }
            Fact::Withdrew { .. } => {
                self.play(&self.of_the_round(fact)?, Chooser::Person)?;
            }
            Fact::Settled { digest, .. } => {
                let game = self.game.as_mut()?;
                (game.unsettled && *digest == Digest::of(&game.table)).then_some(())?;
                game.unsettled = false;
                return Some(Touched::Nothing);
            }
            Fact::Wished { seat, wish } => {
                let seat = self.known(*seat)?;
                self.tell(Broadcast::Wished(seat, *wish));
                return Some(Touched::Nothing);
            }
            Fact::Ready { seat } => {
                let deal = self.game.as_ref()?.table.n_deals();
                self.seat_mut(*seat)?.ready = true;
                self.tell(Broadcast::Ready(*seat, deal));
                return Some(Touched::Nothing);
            }
            Fact::Rematch { seat } => {
                self.seat_mut(*seat)?.rematch = Some(Partners::Same);
                self.tell(Broadcast::Rematch(*seat));
                return Some(Touched::Nothing);
            }
            Fact::OtherPartners { seat } => {
                self.seat_mut(*seat)?.rematch = Some(Partners::Other);
                self.tell(Broadcast::OtherPartners(*seat));
                return Some(Touched::Nothing);
            }
            Fact::Sat { seat, token } => {
                let in_play = matches!(self.waiting(), Waiting::Act(_));
                let state = self.seat_mut(*seat)?;
                (state.holder != Holder::Person).then_some(())?;
                state.holder = Holder::Person;
                state.absence = None;
                state.by_clock = 0;
                state.substituted = 0;
                if let Some(token) = token {
                    state.token = Some(*token);
                    // In journals older than this rule, a new player joined the current round at once.
                    state.hand = if in_play { Hand::NextDeal } else { Hand::Seen };
                }
                self.seat_changed(*seat);
                if let Some(why) = self.stand_in(*seat) {
                    self.tell(Broadcast::StandIn(*seat, Some(why)));
                }
                return Some(self.touched_by_sitting(*seat));
            }
            Fact::Named { seat, name } => {
                // The name of a deleted player is stored as an empty text.
                let name = Some(name).filter(|name| !name.is_empty()).cloned();
                self.seat_mut(*seat)?.name = name;
                self.seat_changed(*seat);
                return Some(Touched::Nothing);
            }
            Fact::Rotated { seat, token } => {
                let state = self.seat_mut(*seat)?;
                state.token = Some(*token);
                // A player who changes the token may fear that somebody else has used the seat.
                state.former = state.player.take().or(state.former);
                return Some(Touched::Nothing);
            }
            Fact::Renewed { seat, token } => {
                let version = self.version;
                let state = self.seat_mut(*seat)?;
                let keys = std::mem::take(&mut state.keys);
                *state = SeatState {
                    keys,
                    since: version,
                    ..SeatState::new(&match token {
                        Some(token) => Plan::Open { token: *token },
                        None => Plan::Bot,
                    })
                };
                // A player who knew the code before must not come back by it.
                if let Some(token) = token {
                    self.secret = TokenHash::of_all([&self.secret, token]);
                }
                self.seat_changed(*seat);
                return Some(self.touched_by_sitting(*seat));
            }
            Fact::TableGiven { seat } => {
                let is_held = self.seat_mut(*seat)?.holder == Holder::Person;
                (is_held && self.host.is_some()).then_some(())?;
                self.host = Some(*seat);
                self.note_host(*seat);
                self.tell(Broadcast::Host(*seat));
                return Some(Touched::Nothing);
            }
            Fact::Away { seat, why } => {
                let state = self.seat_mut(*seat)?;
                (state.holder == Holder::Person).then_some(())?;
                state.absence = Some(*why);
                let why = self.stand_in(*seat);
                self.tell(Broadcast::StandIn(*seat, why));
                return Some(self.touched_by_sitting(*seat));
            }
            Fact::Back { seat } => {
                let state = self.seat_mut(*seat)?;
                state.absence = None;
                state.by_clock = 0;
                let why = self.stand_in(*seat);
                self.tell(Broadcast::StandIn(*seat, why));
                return Some(self.touched_by_sitting(*seat));
            }
            Fact::Bound { seat, player } => {
                let state = self.seat_mut(*seat)?;
                (state.holder == Holder::Person && state.player.is_none()).then_some(())?;
                state.player = Some(*player);
                // A player with a seat does not wait.
                if self.leave_queue(*player).is_some() {
                    self.stamp_queue();
                }
                self.pass_on_the_table(&[]);
                return Some(Touched::Nothing);
            }
            Fact::Halted { why } => {
                self.setup.meeting.as_ref()?;
                self.game.as_ref()?;
                let why = match why {
                    Halt::Time if self.has_played_boards() => WhyStopped::Boards,
                    Halt::Time => WhyStopped::Time,
                    Halt::Desk => WhyStopped::Desk,
                };
                self.stop(why, None);
            }
            Fact::QueueSet { unit } => {
                self.set_queue(*unit)?;
                self.stamp_queue();
                return Some(Touched::Nothing);
            }
            Fact::QueueJoined { player, partner } => {
                self.join_queue(*player, *partner)?;
                self.stamp_queue();
                return Some(Touched::Nothing);
            }
            Fact::QueueLeft { player } => {
                self.leave_queue(*player)?;
                self.stamp_queue();
                return Some(Touched::Nothing);
            }
            Fact::QueueSat { newcomers } => {
                self.sit_from_queue(newcomers)?;
                self.stamp_queue();
            }
        }
        Some(Touched::Round)
    }

    /// The match fact for a table fact, with the tiles that the seed gives; `None` if it is not part of a match, or
    /// cannot be next.
    pub(super) fn of_the_round(&self, fact: &Fact) -> Option<capicu::Fact> {
        match fact {
            Fact::TurnedUp { number } => {
                let game = self.game.as_ref()?;
                (*number == game.table.n_turned_up()).then_some(())?;
                let tiles = game.seed.turn_up(game.table.game(), *number);
                Some(capicu::Fact::TurnedUp(tiles))
            }
            Fact::Dealt { number } => {
                let game = self.game.as_ref()?;
                (*number == game.table.n_deals()).then_some(())?;
                let deal = match (self.next_board(), self.boards()) {
                    (Some(board), _) => board.deal.clone(),
                    (None, []) => game.seed.deal(game.table.game().rules(), *number),
                    (None, _) => return None,
                };
                Some(capicu::Fact::Dealt(Box::new(deal)))
            }
            Fact::Acted { action, .. } => Some(capicu::Fact::Acted(*action)),
            Fact::Called { seat, call } => {
                let (seat, call) = (self.known(*seat)?, *call);
                Some(capicu::Fact::Called { seat, call })
            }
            Fact::Slow { seat } => {
                let seat = self.known(*seat)?;
                let slow = capicu::Irregularity::SlowPlay { seat };
                Some(capicu::Fact::Irregular(slow))
            }
            Fact::Withdrew { seat } => Some(capicu::Fact::Withdrew(self.known(*seat)?)),
            Fact::MatchBegan { .. }
            | Fact::Settled { .. }
            | Fact::Wished { .. }
            | Fact::Ready { .. }
            | Fact::Rematch { .. }
            | Fact::OtherPartners { .. }
            | Fact::Reseated { .. }
            | Fact::Sat { .. }
            | Fact::Named { .. }
            | Fact::Rotated { .. }
            | Fact::Renewed { .. }
            | Fact::TableGiven { .. }
            | Fact::Away { .. }
            | Fact::Back { .. }
            | Fact::Bound { .. }
            | Fact::Halted { .. }
            | Fact::QueueSet { .. }
            | Fact::QueueJoined { .. }
            | Fact::QueueLeft { .. }
            | Fact::QueueSat { .. } => None,
        }
    }

    /// A new player of the seat on turn gets the whole time; before the first deal, everybody gets the whole time to be
    /// ready.
    fn touched_by_sitting(&self, seat: Seat) -> Touched {
        let first = self.table().is_some_and(|table| table.n_deals() == 0);
        if first || self.waiting() == Waiting::Act(seat) {
            Touched::Round
        } else {
            Touched::Nothing
        }
    }

    fn next_board(&self) -> Option<&Board> {
        self.boards().get(self.hands.len())
    }

    /// Records how a board ended that began with these scores.
    fn note_hand(&mut self, began: &[u16], result: &capicu::RoundResult) {
        if self.boards().is_empty() {
            return;
        }
        let (outcome, rules) = (&result.outcome, self.rules());
        let both = |last: &capicu::LastTile| last.fits_every_end && last.ends_differ;
        let scores = result.scores.as_slice().iter();
        let hand = crate::Hand {
            winner: outcome.side(rules),
            both_ends: outcome.last.as_ref().is_some_and(both),
            points: scores
                .zip(began)
                .map(|(now, began)| now.saturating_sub(*began))
                .collect(),
        };
        self.hands.push(hand);
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
        let began = game
            .table
            .round()
            .map(|round| round.board().standing().scores);
        let events = game.table.apply(fact).ok()?;
        for event in events {
            // The last tile can end the match, and so can a call after it.
            let ended = matches!(&event, capicu::Event::RoundOver(_))
                || matches!(&event, capicu::Event::Called { .. }) && !self.is_in_play();
            if let (true, Some(game)) = (ended, &mut self.game) {
                game.unsettled = true;
            }
            if let capicu::Event::RoundOver(result) = &event {
                self.count_substitutes();
                let began = began.map_or(Vec::new(), |scores| scores.as_slice().to_vec());
                self.note_hand(&began, result);
            }
            let over = matches!(
                &event,
                capicu::Event::RoundOver(_)
                    | capicu::Event::Called {
                        result: Some(_),
                        ..
                    }
                    | capicu::Event::Withdrew(_)
            );
            if let capicu::Event::Dealt { standing, .. } = &event {
                if let Some(game) = &mut self.game {
                    game.sheet.note(standing);
                }
                if let Some(banks) = self.banks_mut() {
                    banks.give_back();
                }
                self.dealt_at.get_or_insert(self.at);
                self.begin_round();
            }
            let dealt = matches!(&event, capicu::Event::Dealt { .. });
            self.tell(Broadcast::Round {
                event: Arc::new(event),
                deal,
                by,
            });
            if dealt {
                self.hand_out();
            }
            if over && self.waiting() == Waiting::Nothing {
                let over = self.ends()?;
                self.count_match();
                if let Some(game) = &mut self.game {
                    game.over = Some(over.clone());
                }
                self.tell(Broadcast::MatchOver(over));
            }
        }
        Some(())
    }

    fn begin_match(&mut self, seed: &Seed, engine: u32, table: Table) {
        let banks = Banks::new(self.setup.turn_time, self.rules().n_seats());
        let number = self.game.as_ref().map_or(0, |game| game.number) + 1;
        self.game = Some(CurrentMatch {
            number,
            seed: seed.clone(),
            engine,
            table,
            sheet: Sheet::default(),
            unsettled: false,
            stopped: None,
            banks,
            charged: 0,
            over: None,
        });
        for seat in &mut self.seats {
            seat.substituted = 0;
            seat.tenant = Tenant::Settled;
        }
        self.dealt_at = None;
        self.begin_turns();
        self.begin_round();
        self.tell(Broadcast::MatchBegan {
            number,
            commitment: seed.commitment(),
            engine,
        });
    }

    /// Notes who acts for a seat.
    fn note_act(&mut self, seat: Seat, by: Chooser) {
        let Some(state) = self.seat_mut(seat) else {
            return;
        };
        state.by_clock = match by {
            Chooser::Clock => state.by_clock.saturating_add(1),
            Chooser::Person | Chooser::Bot => 0,
        };
        state.acted = match (by, state.absence) {
            (Chooser::Bot, Some(_)) => Acted::Substitute,
            _ => Acted::Holder,
        };
    }

    fn count_substitutes(&mut self) {
        for seat in &mut self.seats {
            if std::mem::replace(&mut seat.acted, Acted::Holder) == Acted::Substitute {
                seat.substituted += 1;
            }
        }
    }

    fn banks_mut(&mut self) -> Option<&mut Banks> {
        self.game.as_mut()?.banks.as_mut()
    }

    fn is_in_play(&self) -> bool {
        matches!(self.waiting(), Waiting::Act(_))
    }

    /// From the deal on, a player who sat down during the last round plays and sees the player's hand.
    fn hand_out(&mut self) {
        for seat in self.all_seats() {
            let state = &mut self.seats[seat.index()];
            if std::mem::replace(&mut state.hand, Hand::Seen) == Hand::NextDeal {
                let why = self.stand_in(seat);
                self.tell(Broadcast::StandIn(seat, why));
            }
        }
    }

    fn begin_round(&mut self) {
        for seat in &mut self.seats {
            seat.ready = false;
            seat.rematch = None;
        }
        if let Some(last) = self.last_deal() {
            self.log.forget(last);
            let first = self.log.iter().next();
            self.log_from = first.map_or(self.version, |(version, _)| version - 1);
        }
    }

    pub(super) fn seat_changed(&mut self, seat: Seat) {
        let SeatState { holder, name, .. } = self.seat(seat);
        let told = Broadcast::SeatChanged(seat, *holder, name.clone());
        self.tell(told);
    }

    pub(super) fn tell(&mut self, told: Broadcast) {
        self.log.push(self.version, told);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touched {
    Round,
    Nothing,
}
