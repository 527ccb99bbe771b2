//! Finds a seat's turns for programs that do not know the rules.

use capicu_client::ClientTable;
use capicu_protocol::bot::{SeatLine, Turn};
use capicu_protocol::{Event, ServerMessage, decode};

/// Turns of a seat, derived only from the messages to that seat.
#[derive(Debug, Default)]
pub struct Turns {
    table: Option<ClientTable>,
    /// Events since the deal.
    events: Vec<Event>,
    /// The version of the last reported turn.
    told: Option<u64>,
}

impl Turns {
    /// Returns the line to send after this message: the turn, if it is the seat's and not reported at this version.
    pub fn after(&mut self, text: &str) -> Option<SeatLine> {
        let message = decode::<ServerMessage>(text).ok()?;
        match &message {
            ServerMessage::Snapshot(snapshot) => {
                self.events.clear();
                self.see(&snapshot.events);
                self.table = ClientTable::found(snapshot, 0.0).ok();
            }
            ServerMessage::Delta { events, .. } | ServerMessage::Events { events, .. } => {
                self.see(events);
                self.table.as_mut()?.hear(&message, 0.0).ok()?;
            }
            _ => return None,
        }
        let table = self.table.as_mut()?;
        table.take_moments();
        let version = table.version();
        if !table.is_my_turn() || self.told == Some(version) {
            return None;
        }
        self.told = Some(version);
        let turn = Turn::new(version, table.round()?, &self.events);
        Some(SeatLine::Turn {
            turn: Box::new(turn),
        })
    }

    fn see(&mut self, events: &[Event]) {
        for event in events {
            if matches!(event, Event::Dealt(_)) {
                self.events.clear();
            }
            self.events.push(event.clone());
        }
    }
}
