//! The effect of each command. Nothing here changes a table.

use capicu::{Action, FactError, Seat, Turn, View, Waiting};
use capicu_protocol::{Holder, Illegal, Refusal};

use crate::presence::Presence;
use crate::state::Partners;
use crate::{
    Absence, Advice, Chooser, Command, Fact, Seating, Stakes, State, TokenHash, Used, name,
};

impl State {
    /// The fact that a seat's command makes; `None` if it changes nothing. `time` returns how long an action took, in
    /// milliseconds, and is called only for allowed actions.
    pub(crate) fn decide(
        &self,
        seat: Seat,
        command: &Command,
        there: &Presence,
        time: impl FnOnce() -> u32,
    ) -> Result<Option<Fact>, Refusal> {
        match command {
            Command::Hint { .. } | Command::Say(_) | Command::Pace(_) | Command::Delete => Ok(None),
            Command::Act { expected, action } => {
                self.check_version(*expected)?;
                self.check_turn(seat)?;
                self.acted(Chooser::Person, *action, time()).map(Some)
            }
            Command::Call { expected, call } => {
                self.check_version(*expected)?;
                if !self.person_plays(seat) {
                    return Err(Refusal::NotNow);
                }
                self.called(seat, *call).map(Some)
            }
            Command::Wish { wish, deal } => {
                let table = self.table().ok_or(Refusal::NotNow)?;
                let board = match table.round() {
                    Some(round) if table.n_deals() == deal + 1 => round.board(),
                    _ => return Err(Refusal::NotNow),
                };
                if !matches!(board.turn(), Turn::Open(_)) {
                    return Err(Refusal::NotNow);
                }
                if board
                    .huddle()
                    .is_none_or(|partners| !partners.contains(&seat))
                {
                    return Err(Refusal::NotInHuddle);
                }
                if !self.person_plays(seat) {
                    return Err(Refusal::NotNow);
                }
                let wish = *wish;
                let new = self.wish(seat) != Some(wish);
                Ok(new.then_some(Fact::Wished { seat, wish }))
            }
            Command::Ready { deal } => {
                let table = self.table().ok_or(Refusal::NotNow)?;
                let next = matches!(self.waiting(), Waiting::Deal | Waiting::TurnUp);
                if *deal != table.n_deals() || !next {
                    return Err(Refusal::NotNow);
                }
                Ok((!self.seat(seat).is_ready()).then_some(Fact::Ready { seat }))
            }
            Command::Rematch { after } => {
                self.check_over(*after)?;
                if self.is_met() {
                    return Err(Refusal::NotNow);
                }
                let new = self.seat(seat).rematch() != Some(Partners::Same);
                Ok(new.then_some(Fact::Rematch { seat }))
            }
            Command::OtherPartners { after } => {
                self.check_over(*after)?;
                if !self.has_other_partners() {
                    return Err(Refusal::NotNow);
                }
                let new = self.seat(seat).rematch() != Some(Partners::Other);
                Ok(new.then_some(Fact::OtherPartners { seat }))
            }
            Command::Name(text) => {
                let name = name(text).ok_or(Refusal::BadName)?;
                let new = self.seat(seat).name() != Some(&name);
                Ok(new.then_some(Fact::Named { seat, name }))
            }
            // Seats of an event are assigned by its director.
            Command::Rotate(_) if self.setup().meeting.is_some() => Err(Refusal::NotNow),
            Command::Leave if self.waits_for_people() => Err(Refusal::NotNow),
            Command::Rotate(token) => {
                let token = self.new_token(token)?;
                Ok(Some(Fact::Rotated { seat, token }))
            }
            Command::Renew { seat: other, token } => self.renew(seat, *other, token.as_ref()),
            Command::Swap { seat: one, with } => self.swap(seat, *one, *with).map(Some),
            Command::GiveTable(to) => self.give_table(seat, *to, there).map(Some),
            Command::Leave => Ok(Some(Fact::Away {
                seat,
                why: Absence::Left,
            })),
            Command::Withdraw => {
                // Ratings and events count players who stay to the end.
                if self.setup().stakes == Stakes::Rated || self.setup().meeting.is_some() {
                    return Err(Refusal::NotNow);
                }
                self.check(&capicu::Fact::Withdrew(seat))?;
                Ok(Some(Fact::Withdrew { seat }))
            }
            Command::Back => {
                let is_away = self.seat(seat).absence().is_some();
                Ok(is_away.then_some(Fact::Back { seat }))
            }
            Command::StandIn(other) => {
                if !self.has_seat(*other) {
                    return Err(Refusal::BadSeat);
                }
                there.bot_at(self, *other).ok_or(Refusal::NotAway)?;
                // In a rated match, an absent player has the whole grace. After a match of winner stays, it would give
                // the seat away, even a winner's.
                let gives_away = self.queue().is_some() && self.waiting() == Waiting::Nothing;
                if self.setup().stakes == Stakes::Rated || gives_away {
                    return Err(Refusal::NotNow);
                }
                Ok(Some(Fact::Away {
                    seat: *other,
                    why: Absence::Left,
                }))
            }
        }
    }

    fn renew(
        &self,
        seat: Seat,
        other: Seat,
        token: Option<&TokenHash>,
    ) -> Result<Option<Fact>, Refusal> {
        if other == seat || !self.has_seat(other) {
            return Err(Refusal::BadSeat);
        }
        let host = self.host().ok_or(Refusal::NotHost)?;
        // Without its host, a table would wait for the open seats forever.
        let in_place_of_the_host = token.is_none()
            && self.seat(other).holder() == Holder::Open
            && !self.person_plays(host);
        if seat != host && !in_place_of_the_host {
            return Err(Refusal::NotHost);
        }
        if other == host {
            return Err(Refusal::BadSeat);
        }
        if token.is_none() && self.seat(other).holder() == Holder::Bot {
            return Ok(None);
        }
        Ok(Some(Fact::Renewed {
            seat: other,
            token: token.map(|token| self.new_token(token)).transpose()?,
        }))
    }

    /// Swaps two seats. Nothing was dealt yet, so the match keeps its seed and its commitment: the seed does not depend
    /// on the seats.
    fn swap(&self, host: Seat, seat: Seat, with: Seat) -> Result<Fact, Refusal> {
        if self.host() != Some(host) {
            return Err(Refusal::NotHost);
        }
        let n_seats = self.rules().n_seats();
        let seating = Seating::swap(seat, with, n_seats).ok_or(Refusal::BadSeat)?;
        let game = self.game().filter(|_| self.is_before_the_first_deal());
        let game = game.ok_or(Refusal::NotNow)?;
        Ok(Fact::Reseated {
            seed: game.seed.clone(),
            engine: game.engine,
            seating,
        })
    }

    /// Gives the table to a player who is there, so that the table always has a host who can act.
    fn give_table(&self, host: Seat, to: Seat, there: &Presence) -> Result<Fact, Refusal> {
        if self.host() != Some(host) {
            return Err(Refusal::NotHost);
        }
        if self.owner_waits() {
            return Err(Refusal::NotNow);
        }
        if to == host || !self.has_seat(to) || self.seat(to).holder() != Holder::Person {
            return Err(Refusal::BadSeat);
        }
        match there.devices(to) {
            0 => Err(Refusal::NotNow),
            _ => Ok(Fact::TableGiven { seat: to }),
        }
    }

    /// Checks that a token opens no seat yet.
    pub(crate) fn new_token(&self, token: &TokenHash) -> Result<TokenHash, Refusal> {
        match self.seat_of(token) {
            Some(_) => Err(Refusal::BadToken),
            None => Ok(*token),
        }
    }

    /// The view of a seat that may get a hint: the table allows hints, it is the seat's turn at this version, and the
    /// seat has a choice.
    pub(crate) fn advised(&self, seat: Seat, expected: u64) -> Result<View, Refusal> {
        self.check_version(expected)?;
        if self.advice() == Advice::Off {
            return Err(Refusal::NotNow);
        }
        self.check_turn(seat)?;
        let chooses = |view: &View| view.distinct_actions().len() > 1;
        self.view(seat).filter(chooses).ok_or(Refusal::NotNow)
    }

    fn check_over(&self, number: u32) -> Result<(), Refusal> {
        let over = self.waiting() == Waiting::Nothing;
        match over && self.game().is_some_and(|game| game.number == number) {
            true => Ok(()),
            false => Err(Refusal::NotNow),
        }
    }

    fn check_version(&self, expected: u64) -> Result<(), Refusal> {
        if expected < self.moved() || expected > self.version() {
            return Err(Refusal::Stale);
        }
        Ok(())
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match self.waiting() {
            Waiting::Act(to_act) if to_act == seat && self.person_plays(seat) => Ok(()),
            Waiting::Act(_) => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::NotNow),
        }
    }

    /// The fact that the seat on turn took an action, which seems to have taken `time` milliseconds.
    pub(crate) fn acted(&self, by: Chooser, action: Action, time: u32) -> Result<Fact, Refusal> {
        self.check(&capicu::Fact::Acted(action))?;
        let used = match (by, self.waiting()) {
            (Chooser::Person | Chooser::Clock, Waiting::Act(seat)) => self.used(seat, action, time),
            _ => Used::NONE,
        };
        Ok(Fact::Acted { by, action, used })
    }

    pub(crate) fn called(&self, seat: Seat, call: capicu::Call) -> Result<Fact, Refusal> {
        self.check(&capicu::Fact::Called { seat, call })?;
        Ok(Fact::Called { seat, call })
    }

    fn check(&self, fact: &capicu::Fact) -> Result<(), Refusal> {
        let stopped = self.game().is_none_or(|game| game.stopped.is_some());
        let table = self.table().filter(|_| !stopped).ok_or(Refusal::NotNow)?;
        table.check(fact).map_err(|error| match error {
            FactError::Illegal(why) => Refusal::Illegal(Illegal::from(why)),
            FactError::Irregular(_) => Refusal::NothingToCall,
            FactError::NotNow
            | FactError::NotDrawing
            | FactError::DealtOut
            | FactError::Withdraw(_) => Refusal::NotNow,
        })
    }
}
