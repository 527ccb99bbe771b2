//! A table as the page has it: its state, and a way to send commands.

use std::rc::Rc;

use capicu::Seat;
use capicu_client::{ClientTable, Command, Status};
use capicu_protocol::{Hint, Refusal, ServerMessage, Token};
use capicu_text::Names;
use leptos::prelude::*;

use crate::chrome::origin;
use crate::settings::t;

/// The other side: a table in a worker, or one on the server.
pub trait Session {
    /// Sends a command. The answer comes as events.
    fn say(&self, command: Command);

    /// Tries to connect at once, if the session can.
    fn retry(&self) {}

    fn close(&self) {}
}

/// The secrets of the seats of a table on the server, as far as this device knows them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secrets {
    pub table: String,
    /// The secret of the player's seat; `None` if the account opens it.
    pub own: Option<Token>,
    pub others: Vec<(Seat, Token)>,
}

impl Secrets {
    pub fn of(&self, seat: Seat) -> Option<&Token> {
        let other = self.others.iter().find(|(other, _)| *other == seat);
        other.map(|(_, token)| token)
    }

    pub fn set(&mut self, seat: Seat, token: Token) {
        self.others.retain(|(other, _)| *other != seat);
        self.others.push((seat, token));
    }

    /// The link to the seat that a secret opens.
    pub fn link(&self, token: &Token) -> String {
        format!("{}/t/{}#{token}", origin(), self.table)
    }
}

#[derive(Clone, Copy)]
pub struct Room {
    /// The table; `None` until it is known.
    pub game: RwSignal<Option<ClientTable>>,
    pub link: RwSignal<Status>,
    /// The last refusal.
    pub refusal: RwSignal<Option<Refusal>>,
    /// The answer to the question for a hint, until the table changes.
    pub hint: RwSignal<Option<Hint>>,
    /// Why the last chat message was not sent.
    pub unsaid: RwSignal<Option<Refusal>>,
    /// The seats whose chat the player has muted.
    pub muted: RwSignal<Vec<Seat>>,
    /// The links to the seats; `None` for a table on this device.
    pub secrets: RwSignal<Option<Secrets>>,
    session: StoredValue<Option<Rc<dyn Session>>, LocalStorage>,
}

impl Room {
    /// Makes a room without a table.
    pub fn new() -> Self {
        Self {
            game: RwSignal::new(None),
            link: RwSignal::new(Status::Connecting),
            refusal: RwSignal::new(None),
            hint: RwSignal::new(None),
            unsaid: RwSignal::new(None),
            muted: RwSignal::new(Vec::new()),
            secrets: RwSignal::new(None),
            session: StoredValue::new_local(None),
        }
    }

    pub fn enter(self, session: Rc<dyn Session>) {
        self.session.set_value(Some(session));
    }

    pub fn leave(self) {
        if let Some(session) = self.session.try_update_value(Option::take).flatten() {
            session.close();
        }
    }

    /// Sends a command to the table, unless it is illegal.
    pub fn say(self, command: Command) {
        self.refusal.set(None);
        self.hint.set(None);
        if let Command::Act(action) = command {
            let sent = self
                .game
                .try_update(|game| game.as_mut().is_some_and(|g| g.send(action)));
            if sent != Some(true) {
                return;
            }
        }
        if let Some(session) = self.session() {
            session.say(command);
        }
    }

    pub fn retry(self) {
        if let Some(session) = self.session() {
            session.retry();
        }
    }

    fn session(self) -> Option<Rc<dyn Session>> {
        self.session.try_get_value().flatten()
    }

    /// Applies a message about the table.
    pub fn hear(self, message: &ServerMessage) {
        if let ServerMessage::Events { events, .. } = message
            && !events.is_empty()
            && self.hint.with_untracked(Option::is_some)
        {
            self.hint.set(None);
        }
        let heard = self.game.try_update(|game| match (game, message) {
            (Some(table), message) => table.hear(message, now()),
            (none, ServerMessage::Snapshot(snapshot)) => {
                ClientTable::found(snapshot, now()).map(|table| *none = Some(table))
            }
            _ => Ok(()),
        });
        if let Some(Err(_)) = heard {
            // The reasons would take kilobytes of the first visit; tests of the protocol name them.
            leptos::logging::error!("a message of the server makes no sense here");
        }
    }

    /// Takes back an action that was refused.
    pub fn refused(self, refusal: Refusal) {
        self.change(ClientTable::take_back);
        self.refusal.set(Some(refusal));
    }

    /// Changes the table, if there is one.
    pub fn change(self, change: impl FnOnce(&mut ClientTable)) {
        let _ = self.game.try_update(|game| game.as_mut().map(change));
    }

    /// Reads from the table, or gives the default before there is one. Tracked.
    pub fn read<T: Default>(self, read: impl FnOnce(&ClientTable) -> T) -> T {
        self.game
            .with(|game| game.as_ref().map(read))
            .unwrap_or_default()
    }

    /// Reads from the table untracked.
    pub fn peek<T: Default>(self, read: impl FnOnce(&ClientTable) -> T) -> T {
        self.game
            .try_with_untracked(|game| game.as_ref().map(read))
            .flatten()
            .unwrap_or_default()
    }
}

/// The time in milliseconds since 1970: the device's clock when the page was opened, plus the time since. Setting the
/// clock does not affect running times.
pub fn now() -> f64 {
    let steady = window().performance();
    steady.map_or_else(js_sys::Date::now, |steady| {
        steady.time_origin() + steady.now()
    })
}

/// The names of the players, in the language of the page.
pub fn names(game: &ClientTable) -> Names {
    Names::of(game, t())
}
