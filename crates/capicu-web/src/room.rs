//! A table as the page holds it: what is known, and a way to say something.

use std::rc::Rc;

use capicu::{Action, BySeat, Call, Rules, Seat};
use capicu_i18n::{BOT_NAMES, Party, Seats, Texts};
use capicu_protocol::{Closed, Event, Hint, Holder, Refusal, SeatInfo, Snapshot, Token, Wish};
use leptos::prelude::*;

use crate::chrome::origin;
use crate::game::{Game, Pace};
use crate::settings::t;

/// Something that the person at this seat says to the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Does this in its turn.
    Act(Action),
    /// Calls a score.
    Call(Call),
    /// Says who of the partners should pose.
    Wish(Wish),
    /// Is ready for the next deal.
    Ready,
    /// Would like another match.
    Rematch,
    /// Wants to be called this.
    Name(String),
    /// Wants another link for its own seat.
    Rotate,
    /// Takes the link of this seat back and makes another.
    Renew(Seat),
    /// Asks what to play.
    Hint,
}

/// The other side: a table in this page, or one on the server.
pub trait Session {
    /// Says something. The answer comes as events.
    fn say(&self, command: Command);

    /// Tries to connect at once, where that means anything.
    fn retry(&self) {}

    /// Leaves.
    fn close(&self) {}
}

/// How the page is connected to the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    /// For the first time.
    Connecting,
    /// It is.
    Connected,
    /// It was, and tries again at this time of the device, in milliseconds.
    Lost {
        /// When.
        until: f64,
    },
    /// It is not, and trying again does not help.
    Closed(Closed),
}

/// The secrets of the seats of a table on the server, as far as this device knows them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secrets {
    /// The id of the table.
    pub table: String,
    /// That of the own seat.
    pub own: Token,
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
    pub game: RwSignal<Option<Game>>,
    /// The connection.
    pub link: RwSignal<Link>,
    /// The last thing that was refused.
    pub refusal: RwSignal<Option<Refusal>>,
    /// What was answered to the question what to play, until the table moves on.
    pub hint: RwSignal<Option<Hint>>,
    /// The links to the seats; `None` for a table on this device.
    pub secrets: RwSignal<Option<Secrets>>,
    session: StoredValue<Option<Rc<dyn Session>>, LocalStorage>,
}

impl Room {
    /// A room without a table yet.
    pub fn new() -> Self {
        Self {
            game: RwSignal::new(None),
            link: RwSignal::new(Link::Connecting),
            refusal: RwSignal::new(None),
            hint: RwSignal::new(None),
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

    /// Takes in the table as it stands.
    pub fn found(self, snapshot: &Snapshot) {
        match Game::found(snapshot, now()) {
            Ok(game) => self.game.set(Some(game)),
            Err(error) => leptos::logging::error!("{error}"),
        }
    }

    /// Takes in what happened.
    pub fn happened(self, events: &[Event], pace: Pace) {
        if self.hint.with_untracked(Option::is_some) && !events.is_empty() {
            self.hint.set(None);
        }
        self.change(|game| {
            for event in events {
                if let Err(error) = game.observe(event, pace) {
                    leptos::logging::error!("{error}");
                }
            }
        });
    }

    /// Takes in that what was sent is not to be.
    pub fn refused(self, refusal: Refusal) {
        self.change(Game::take_back);
        self.refusal.set(Some(refusal));
    }

    /// Changes the table, once there is one.
    pub fn change(self, change: impl FnOnce(&mut Game)) {
        let _ = self.game.try_update(|game| game.as_mut().map(change));
    }

    /// Something about the table, or the default before there is one. Tracked.
    pub fn read<T: Default>(self, read: impl FnOnce(&Game) -> T) -> T {
        self.game
            .with(|game| game.as_ref().map(read))
            .unwrap_or_default()
    }

    /// The same, untracked.
    pub fn peek<T: Default>(self, read: impl FnOnce(&Game) -> T) -> T {
        self.game
            .try_with_untracked(|game| game.as_ref().map(read))
            .flatten()
            .unwrap_or_default()
    }
}

/// This device's time in milliseconds.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// What each seat is called.
pub struct Names(Vec<String>, Option<Seat>);

impl Names {
    /// The names at a table.
    pub fn of(game: &Game) -> Self {
        let names = game.people().iter().zip(BOT_NAMES).map(name);
        Self(names.collect(), Some(game.seat()))
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
