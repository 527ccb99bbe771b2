//! What a command would do, and what is due by itself. Nothing here changes a table.

use capicu::{Seat, Turn, View, Waiting};
use capicu_protocol::{
    Actor, ClientMessage, Deadline, Hints, Holder, Illegal, MAX_NAME, MAX_TITLE, Refusal, Token,
};

use super::state::State;
use crate::journal::{Fact, Outage};
use crate::secret::{self, TokenHash};
use crate::time::after;

/// How long everybody may look at the end of a round, in milliseconds.
pub const BETWEEN_ROUNDS: u64 = 30_000;

/// Who is there.
#[derive(Clone, Copy, Debug)]
pub struct Present<'a> {
    /// Whether each seat is connected.
    pub connected: &'a [bool],
    /// Since when anybody has been, in milliseconds since 1970.
    pub since: u64,
}

/// A name that may be used at a table, without spaces around it.
pub fn name(text: &str) -> Option<String> {
    plain(text, MAX_NAME)
}

/// What a table's rules are called, if it is a name.
pub fn title(text: &str) -> Option<String> {
    plain(text, MAX_TITLE)
}

fn plain(text: &str, most: usize) -> Option<String> {
    let text = text.trim();
    let plain = !text.chars().any(|c| c.is_control() || is_invisible(c));
    (plain && (1..=most).contains(&text.chars().count())).then(|| text.to_owned())
}

/// Marks that turn text around or hide in it.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl State {
    /// The fact that a command makes; `None` if it changes nothing.
    pub fn decide(&self, seat: Seat, command: &ClientMessage) -> Result<Option<Fact>, Refusal> {
        let number = seat.index() as u8;
        match command {
            ClientMessage::Hello { .. }
            | ClientMessage::Ping { .. }
            | ClientMessage::Hint { .. } => Ok(None),
            ClientMessage::Act {
                expected, action, ..
            } => self.act(seat, *expected, (*action).into()).map(Some),
            ClientMessage::Call { expected, call, .. } => {
                self.check_version(*expected)?;
                let call = *call;
                let fact = capicu::Fact::Called {
                    seat,
                    call: call.into(),
                };
                let game = self.game().ok_or(Refusal::NotNow)?;
                match game.table.check(&fact) {
                    Ok(()) => Ok(Some(Fact::Called { seat: number, call })),
                    Err(capicu::FactError::Irregular(_)) => Err(Refusal::NothingToCall),
                    Err(_) => Err(Refusal::NotNow),
                }
            }
            ClientMessage::Wish { wish, deal, .. } => {
                let board = self
                    .game()
                    .filter(|game| game.table.n_deals() == deal + 1)
                    .and_then(|game| game.table.round())
                    .ok_or(Refusal::NotNow)?
                    .board();
                let Turn::Open(opening) = board.turn() else {
                    return Err(Refusal::NotNow);
                };
                let partners = [Some(opening.seat), self.rules().partner(opening.seat)];
                if !opening.may_hand_over || !partners.contains(&Some(seat)) {
                    return Err(Refusal::NotInHuddle);
                }
                let wish = *wish;
                let new = self.wish(seat) != Some(wish);
                Ok(new.then_some(Fact::Wished { seat: number, wish }))
            }
            ClientMessage::Ready { deal, .. } => {
                let game = self.game().ok_or(Refusal::NotNow)?;
                let next = matches!(game.table.waiting(), Waiting::Deal | Waiting::TurnUp);
                if *deal != game.table.n_deals() || !next {
                    return Err(Refusal::NotNow);
                }
                Ok((!self.seat(seat).ready).then_some(Fact::Ready { seat: number }))
            }
            ClientMessage::Rematch { after, .. } => {
                let over = self.waiting() == Waiting::Nothing;
                if !over || self.game().is_none_or(|game| game.number != *after) {
                    return Err(Refusal::NotNow);
                }
                Ok((!self.seat(seat).rematch).then_some(Fact::Rematch { seat: number }))
            }
            ClientMessage::Name { name: text, .. } => {
                let name = name(text).ok_or(Refusal::BadName)?;
                let new = self.seat(seat).name.as_ref() != Some(&name);
                Ok(new.then_some(Fact::Named { seat: number, name }))
            }
            ClientMessage::Rotate { token, .. } => Ok(Some(Fact::Rotated {
                seat: number,
                token: self.new_token(token)?,
            })),
            ClientMessage::Renew {
                seat: other, token, ..
            } => {
                let other = other.0;
                if seat != self.maker() {
                    return Err(Refusal::NotMaker);
                }
                if other == seat || other.index() >= self.seats().len() {
                    return Err(Refusal::BadSeat);
                }
                let token = token.as_ref().map(|token| self.new_token(token));
                Ok(Some(Fact::Renewed {
                    seat: other.index() as u8,
                    token: token.transpose()?,
                }))
            }
        }
    }

    fn new_token(&self, token: &Token) -> Result<String, Refusal> {
        let hash = TokenHash::of(token);
        match self.seat_of(&hash) {
            Some(_) => Err(Refusal::BadToken),
            None => Ok(hash.hex()),
        }
    }

    /// What a seat sees when it may be told what to play: the table allows it, and it is its turn at
    /// this version.
    pub fn hinted(&self, seat: Seat, expected: u64) -> Result<View, Refusal> {
        self.check_version(expected)?;
        if self.hints() == Hints::Off {
            return Err(Refusal::NotNow);
        }
        if self.waiting() != Waiting::Act(seat) {
            return Err(Refusal::NotYourTurn);
        }
        self.view(seat).ok_or(Refusal::NotNow)
    }

    fn check_version(&self, expected: u64) -> Result<(), Refusal> {
        if expected < self.moved() || expected > self.version() {
            return Err(Refusal::Stale);
        }
        Ok(())
    }

    fn act(&self, seat: Seat, expected: u64, action: capicu::Action) -> Result<Fact, Refusal> {
        self.check_version(expected)?;
        match self.waiting() {
            Waiting::Act(to_act) if to_act == seat => {}
            Waiting::Act(_) => return Err(Refusal::NotYourTurn),
            _ => return Err(Refusal::NotNow),
        }
        self.acted(Actor::Person, action)
    }

    /// The fact that the seat to act does this.
    pub fn acted(&self, by: Actor, action: capicu::Action) -> Result<Fact, Refusal> {
        let game = self.game().ok_or(Refusal::NotNow)?;
        match game.table.check(&capicu::Fact::Acted(action)) {
            Ok(()) => Ok(Fact::Acted {
                by,
                action: action.to_string(),
            }),
            Err(capicu::FactError::Illegal(why)) => Err(Refusal::Illegal(Illegal::from(why))),
            Err(_) => Err(Refusal::NotNow),
        }
    }

    /// The fact that is due by itself, if any is.
    pub fn due(&self, present: Present<'_>, now: u64, outages: &[Outage]) -> Option<Fact> {
        let Some(game) = self.game() else {
            return Some(match_began());
        };
        match game.table.waiting() {
            Waiting::Nothing => {
                let agreed = self.everybody(present, |seat| self.seats()[seat].rematch);
                agreed.then(match_began)
            }
            Waiting::TurnUp if self.may_deal(present, now, outages) => Some(Fact::TurnedUp {
                number: game.table.n_turned_up(),
            }),
            Waiting::Deal if self.may_deal(present, now, outages) => Some(Fact::Dealt {
                number: game.table.n_deals(),
            }),
            _ => None,
        }
    }

    /// Whether somebody is there, and it holds for every person who is.
    fn everybody(&self, present: Present<'_>, holds: impl Fn(usize) -> bool) -> bool {
        let mut persons = self.persons(present).peekable();
        persons.peek().is_some() && persons.all(holds)
    }

    fn persons(&self, present: Present<'_>) -> impl Iterator<Item = usize> {
        let person =
            |&(seat, there): &(usize, &bool)| *there && self.seats()[seat].holder == Holder::Person;
        let there = present.connected.iter().enumerate().filter(person);
        there.map(|(seat, _)| seat)
    }

    fn may_deal(&self, present: Present<'_>, now: u64, outages: &[Outage]) -> bool {
        let Some(game) = self.game() else {
            return false;
        };
        let begun = game.table.n_deals() > 0 || game.table.n_turned_up() > 0;
        // A round that has begun to be dealt goes on: tiles turned up, or a deal thrown in.
        let between = game
            .table
            .round()
            .is_some_and(|round| round.outcome().is_some());
        if begun && !between {
            return true;
        }
        let nobody_to_wait_for = !begun
            && (game.number > 1 || self.seats().iter().all(|seat| seat.holder != Holder::Open));
        let all = self.everybody(present, |seat| {
            self.seats()[seat].ready || nobody_to_wait_for
        });
        let late = matches!(
            self.deadline(present, outages),
            Some(Deadline::Deal { at }) if at <= now
        );
        all || late
    }

    /// What happens by itself, and when.
    pub fn deadline(&self, present: Present<'_>, outages: &[Outage]) -> Option<Deadline> {
        match self.waiting() {
            Waiting::Act(seat) if self.seat(seat).holder == Holder::Person => {
                let seconds = self.turn_time().seconds()?;
                Some(Deadline::Turn {
                    seat: capicu_protocol::Seat(seat),
                    at: after(self.moved_at(), u64::from(seconds) * 1000, outages),
                })
            }
            Waiting::Deal => {
                self.persons(present).next()?;
                self.game()?.table.round()?;
                let from = self.moved_at().max(present.since);
                Some(Deadline::Deal {
                    at: from + BETWEEN_ROUNDS,
                })
            }
            _ => None,
        }
    }
}

fn match_began() -> Fact {
    Fact::MatchBegan {
        seed: secret::seed().to_string(),
    }
}
