//! Chat. Messages go to everybody who is there, and are never stored. They have no version and do not affect the round.

use capicu::{Seat, Waiting};
use capicu_protocol::{Key, Refusal, Saying, ServerMessage};

use super::{Output, Session, Step};
use crate::budget::Budget;
use crate::saying;

/// The number of messages that a seat may send at once.
const BURST: u64 = 4;

/// The interval after which a seat may send one more, in milliseconds: few phrases cannot carry much information.
const EACH: u64 = 8_000;

impl Session {
    pub(super) fn talk_budgets(n_seats: u8, now: u64) -> Vec<Budget> {
        vec![Budget::new(BURST, EACH, now); usize::from(n_seats)]
    }

    /// Sends a player's message to everybody at the table.
    pub(super) fn say(
        &mut self,
        connection: u64,
        seat: Seat,
        key: Key,
        said: &Saying,
        step: &mut Step<'_>,
    ) {
        let saying = match self.may_say(seat, said, step.now) {
            Ok(saying) => saying,
            Err(refusal) => return self.refuse(connection, key, refusal, step),
        };
        let version = self.state.version();
        step.tell(connection, ServerMessage::Done { key, version });
        let (to, seat) = (self.there.all(), seat.into());
        let message = ServerMessage::Said { seat, saying };
        step.out.push(Output::Tell { to, message });
    }

    fn is_hushed(&self, seat: Seat) -> bool {
        let in_play = matches!(self.state.waiting(), Waiting::Act(_));
        in_play
            && self.state.setup().meeting.is_some()
            && self.state.rules().partner(seat).is_some()
    }

    fn may_say(&mut self, seat: Seat, said: &Saying, now: u64) -> Result<Saying, Refusal> {
        let saying = match said {
            // At a table of an event a phrase could be a signal.
            _ if self.is_hushed(seat) => return Err(Refusal::NotNow),
            Saying::Phrase(phrase) => Saying::Phrase(*phrase),
            // During a round, partners could tell each other their tiles.
            Saying::Text(_) if matches!(self.state.waiting(), Waiting::Act(_)) => {
                return Err(Refusal::NotNow);
            }
            Saying::Text(text) => Saying::Text(saying(text).ok_or(Refusal::BadText)?),
        };
        match self.talk[seat.index()].spend(now) {
            true => Ok(saying),
            false => Err(Refusal::TooOften),
        }
    }
}
