//! A table as the page holds it: what is known, and a way to say something.

use std::rc::Rc;

use capicu::{BySeat, Rules, Seat};
use capicu_client::{ClientTable, Command, Status};
use capicu_i18n::{BOT_NAMES, Party, Seats, Texts};
use capicu_protocol::{Hint, Holder, Refusal, SeatInfo, ServerMessage, Token};
use leptos::prelude::*;

use crate::chrome::origin;
use crate::settings::t;

/// The other side: a table in this page, or one on the server.
pub trait Session {
    /// Says something. The answer comes as events.
    fn say(&self, command: Command);

    /// Tries to connect at once, where that means anything.
    fn retry(&self) {}

    /// Leaves.
    fn close(&self) {}
}

/// The secrets of the seats of a table on the server, as far as this device knows them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secrets {
    /// The id of the table.
    pub table: String,
    /// That of the own seat; `None` where whoever is signed in needs none.
    pub own: Option<Token>,
    /// Those of other seats.
    pub others: Vec<(Seat, Token)>,
}

impl Secrets {
    /// The secret of another seat.
    pub fn of(&self, seat: Seat) -> Option<&Token> {
        let other = self.others.iter().find(|(other, _)| *other == seat);
        other.map(|(_, token)| token)
    }

    /// Notes the secret of another seat.
    pub fn set(&mut self, seat: Seat, token: Token) {
        self.others.retain(|(other, _)| *other != seat);
        self.others.push((seat, token));
    }

    /// The link to the seat that a secret opens.
    pub fn link(&self, token: &Token) -> String {
        format!("{}/t/{}#{token}", origin(), self.table)
    }
}

/// All of it, as signals.
#[derive(Clone, Copy)]
pub struct Room {
    /// The table; `None` until it is known.
    pub game: RwSignal<Option<ClientTable>>,
    /// The connection.
    pub link: RwSignal<Status>,
    /// The last thing that was refused.
    pub refusal: RwSignal<Option<Refusal>>,
    /// What was answered to the question what to play, until the table moves on.
    pub hint: RwSignal<Option<Hint>>,
    /// Why the last thing said was not told to anybody.
    pub unsaid: RwSignal<Option<Refusal>>,
    /// The seats whose talk one does not want to hear.
    pub muted: RwSignal<Vec<Seat>>,
    /// The links to the seats; `None` for a table on this device.
    pub secrets: RwSignal<Option<Secrets>>,
    session: StoredValue<Option<Rc<dyn Session>>, LocalStorage>,
}

impl Room {
    /// A room without a table yet.
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

    /// Gives the room its table.
    pub fn enter(self, session: Rc<dyn Session>) {
        self.session.set_value(Some(session));
    }

    /// Leaves the table.
    pub fn leave(self) {
        if let Some(session) = self.session.try_update_value(Option::take).flatten() {
            session.close();
        }
    }

    /// Says something to the table. What is not legal is not even sent.
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

    /// Tries to connect at once.
    pub fn retry(self) {
        if let Some(session) = self.session() {
            session.retry();
        }
    }

    fn session(self) -> Option<Rc<dyn Session>> {
        self.session.try_get_value().flatten()
    }

    /// Takes in what was said of the table.
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
        if let Some(Err(error)) = heard {
            leptos::logging::error!("{error}");
        }
    }

    /// Takes in that what was sent is not to be.
    pub fn refused(self, refusal: Refusal) {
        self.change(ClientTable::take_back);
        self.refusal.set(Some(refusal));
    }

    /// Changes the table, once there is one.
    pub fn change(self, change: impl FnOnce(&mut ClientTable)) {
        let _ = self.game.try_update(|game| game.as_mut().map(change));
    }

    /// Something about the table, or the default before there is one. Tracked.
    pub fn read<T: Default>(self, read: impl FnOnce(&ClientTable) -> T) -> T {
        self.game
            .with(|game| game.as_ref().map(read))
            .unwrap_or_default()
    }

    /// The same, untracked.
    pub fn peek<T: Default>(self, read: impl FnOnce(&ClientTable) -> T) -> T {
        self.game
            .try_with_untracked(|game| game.as_ref().map(read))
            .flatten()
            .unwrap_or_default()
    }
}

/// Milliseconds since 1970 by this device's clock when the page was opened, and from then on what has passed: whoever
/// sets the clock changes no time that runs.
pub fn now() -> f64 {
    let steady = window().performance();
    steady.map_or_else(js_sys::Date::now, |steady| {
        steady.time_origin() + steady.now()
    })
}

/// What each seat is called.
pub struct Names(Vec<String>, Option<Seat>);

impl Names {
    /// The names at a table.
    pub fn of(game: &ClientTable) -> Self {
        // Nobody plays for a seat that waits for somebody.
        let waits = game.board().is_none();
        let names = game.people().iter().zip(BOT_NAMES);
        let names = names.map(|of| match of.0.holder {
            Holder::Open if waits => t().invited_free(),
            _ => name(of),
        });
        Self(names.collect(), game.seat())
    }

    /// For the texts.
    pub fn seats(&self) -> Seats<'_> {
        let n = self.0.len().min(capicu::MAX_SEATS) as u8;
        Seats {
            names: BySeat::from_fn(n, |seat| self.0[seat.index()].as_str()),
            you: self.1,
        }
    }

    /// The name on a seat.
    pub fn plain(&self, seat: Seat) -> String {
        self.0.get(seat.index()).cloned().unwrap_or_default()
    }

    /// A seat as the texts speak of it.
    pub fn party(&self, texts: Texts, seat: Seat) -> Party {
        texts.party(seat, &self.seats())
    }

    /// A side as the texts speak of it.
    pub fn side(&self, texts: Texts, team: capicu::Team, rules: &Rules) -> Party {
        texts.side(team, rules, &self.seats())
    }
}

fn name((person, bot): (&SeatInfo, &'static str)) -> String {
    match (&person.name, person.holder) {
        (Some(name), _) if !name.is_empty() => name.clone(),
        (_, Holder::Person) => t().default_name(),
        _ => bot.to_owned(),
    }
}
