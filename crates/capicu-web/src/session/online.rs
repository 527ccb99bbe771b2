//! A table on the server, over a socket that comes back whenever it is lost.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use std::time::Duration;

use capicu::Seat;
use capicu_protocol::{
    ClientMessage, Clock, Closed, Event, Refusal, ServerMessage, Token, VERSION,
};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::wire::{command, new_key, random_bytes};
use crate::erase::later;
use crate::game::Pace;
use crate::json::{decode, encode};
use crate::room::{Command, Link, Room, Secrets, Session, now};
use crate::settings::settings;
use crate::tables;

/// What opens a seat: the table, and the secrets that may open the seat, the likeliest first. There
/// is more than one where a link was opened that has been replaced since.
#[derive(Clone, PartialEq, Eq)]
pub struct Ticket {
    table: String,
    secrets: VecDeque<Token>,
}

impl Ticket {
    /// A ticket with the secret of a link, or with what this device remembers; `None` without either.
    pub fn new(table: String, secret: Option<Token>) -> Option<Self> {
        let mut secrets: VecDeque<Token> = secret.into_iter().collect();
        for kept in tables::secrets(&table) {
            if !secrets.contains(&kept) {
                secrets.push_back(kept);
            }
        }
        (!secrets.is_empty()).then_some(Self { table, secrets })
    }
}

/// Sits down at a table of the server.
pub fn join(room: Room, ticket: Ticket) -> Rc<dyn Session> {
    let online = Rc::new_cyclic(|me| Online {
        me: me.clone(),
        room,
        table: ticket.table,
        secrets: RefCell::new(ticket.secrets),
        dead: RefCell::new(Vec::new()),
        version: Cell::new(None),
        attempt: Cell::new(0),
        generation: Cell::new(0),
        socket: RefCell::new(None),
        unanswered: RefCell::new(VecDeque::new()),
    });
    online.connect();
    online
}

/// More than this many events at once are not played back one by one.
const MANY: usize = 6;

/// A socket that is silent for so long, in milliseconds, is taken for dead.
const SILENCE: f64 = 25_000.0;

struct Online {
    me: Weak<Self>,
    room: Room,
    table: String,
    /// What may open the seat; the first is the one in use.
    secrets: RefCell<VecDeque<Token>>,
    /// What does not open it any more.
    dead: RefCell<Vec<Token>>,
    /// The last version seen.
    version: Cell<Option<u64>>,
    /// How often connecting has failed in a row.
    attempt: Cell<u32>,
    /// The number of the connection: what belongs to an earlier one does nothing any more.
    generation: Cell<u32>,
    socket: RefCell<Option<Socket>>,
    /// Commands that the server has not answered; said again after a lost connection, under their
    /// own keys, so that none is done twice.
    unanswered: RefCell<VecDeque<ClientMessage>>,
}

struct Socket {
    socket: WebSocket,
    heard: Cell<f64>,
    open: Cell<bool>,
    /// Kept as long as the socket may call them.
    _listeners: Listeners,
}

type Listeners = (
    Closure<dyn FnMut()>,
    Closure<dyn FnMut(MessageEvent)>,
    Closure<dyn FnMut(CloseEvent)>,
);

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl Online {
    fn connect(&self) {
        let generation = self.generation.get() + 1;
        self.generation.set(generation);
        *self.socket.borrow_mut() = None;
        let Ok(socket) = WebSocket::new(&self.address()) else {
            return self.lost();
        };
        let me = || self.me.clone();
        let with = move |me: &Weak<Self>, then: &dyn Fn(&Self)| {
            if let Some(me) = me.upgrade().filter(|me| me.generation.get() == generation) {
                then(&me);
            }
        };
        let on_open = {
            let me = me();
            Closure::<dyn FnMut()>::new(move || with(&me, &Self::hello))
        };
        let on_message = {
            let me = me();
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                if let Some(text) = event.data().as_string() {
                    with(&me, &|me| me.hear(&text));
                }
            })
        };
        let on_close = {
            let me = me();
            Closure::<dyn FnMut(CloseEvent)>::new(move |_| with(&me, &Self::lost))
        };
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        *self.socket.borrow_mut() = Some(Socket {
            socket,
            heard: Cell::new(now()),
            open: Cell::new(false),
            _listeners: (on_open, on_message, on_close),
        });
        self.watch(generation);
    }

    fn address(&self) -> String {
        let location = window().location();
        let secure = location
            .protocol()
            .is_ok_and(|protocol| protocol == "https:");
        let host = location.host().unwrap_or_default();
        let scheme = if secure { "wss" } else { "ws" };
        format!("{scheme}://{host}/api/tables/{}/ws", self.table)
    }

    fn hello(&self) {
        if let Some(socket) = &*self.socket.borrow() {
            socket.open.set(true);
        }
        let Some(token) = self.secrets.borrow().front().cloned() else {
            return;
        };
        self.send(&ClientMessage::Hello {
            protocol: VERSION,
            token,
            since: self.version.get(),
        });
    }

    /// Asks now and then whether the other side is still there.
    fn watch(&self, generation: u32) {
        let me = self.me.clone();
        later(
            move || {
                let Some(me) = me.upgrade().filter(|me| me.generation.get() == generation) else {
                    return;
                };
                let heard = me
                    .socket
                    .borrow()
                    .as_ref()
                    .map_or(0.0, |socket| socket.heard.get());
                if now() - heard > SILENCE {
                    me.lost();
                } else {
                    me.send(&ClientMessage::Ping { n: 0 });
                    me.watch(generation);
                }
            },
            Duration::from_secs(10),
        );
    }

    fn lost(&self) {
        self.generation.set(self.generation.get() + 1);
        *self.socket.borrow_mut() = None;
        if matches!(self.room.link.get_untracked(), Link::Closed(_)) {
            return;
        }
        let attempt = self.attempt.get();
        self.attempt.set(attempt + 1);
        // 0.3 s at first, doubled up to 10 s, a quarter of it left to chance.
        let wait = (300.0 * f64::from(1u32 << attempt.min(6))).min(10_000.0);
        let wait = wait * (0.75 + 0.25 * js_sys::Math::random());
        self.room.link.set(Link::Lost {
            until: now() + wait,
        });
        let (me, generation) = (self.me.clone(), self.generation.get());
        later(
            move || {
                if let Some(me) = me.upgrade().filter(|me| me.generation.get() == generation) {
                    me.connect();
                }
            },
            Duration::from_millis(wait as u64),
        );
    }

    fn send(&self, message: &ClientMessage) {
        if let Some(socket) = &*self.socket.borrow()
            && socket.open.get()
        {
            let _ = socket.socket.send_with_str(&encode(message));
        }
    }

    fn hear(&self, text: &str) {
        if let Some(socket) = &*self.socket.borrow() {
            socket.heard.set(now());
        }
        let Some(message) = decode::<ServerMessage>(text) else {
            leptos::logging::warn!("a message that this page does not know");
            return;
        };
        match message {
            ServerMessage::Snapshot(snapshot) => {
                self.version.set(Some(snapshot.version));
                self.room.found(&snapshot);
                self.connected();
                self.introduce();
            }
            ServerMessage::Delta {
                version,
                events,
                connected,
                clock,
            } => {
                self.happened(version, &events, clock);
                self.room.change(|game| {
                    for (seat, connected) in Seat::all(connected.len() as u8).zip(connected) {
                        game.set_connected(seat, connected);
                    }
                });
                self.connected();
            }
            ServerMessage::Events {
                version,
                events,
                clock,
            } => self.happened(version, &events, clock),
            ServerMessage::Done { key, .. } => match self.answered(key.as_str()) {
                Some(ClientMessage::Rotate { token, .. }) => self.rotated(token),
                Some(ClientMessage::Renew {
                    seat,
                    token: Some(token),
                    ..
                }) => self.renewed(seat.0, token),
                _ => {}
            },
            ServerMessage::Hint { key, hint } => {
                if self.answered(key.as_str()).is_some() {
                    self.room.hint.set(Some(hint));
                }
            }
            ServerMessage::Refused { key, refusal, .. } => self.refused(key.as_str(), refusal),
            ServerMessage::Presence { seat, connected } => {
                self.room
                    .change(|game| game.set_connected(seat.0, connected));
            }
            ServerMessage::Pong { .. } => {}
            ServerMessage::Closed { why } => self.closed(why),
        }
    }

    /// Says what this device's player is called, where the table does not know it.
    fn introduce(&self) {
        let name = settings().name.get_untracked();
        let unknown = self.room.peek(|game| {
            let me = game.people().get(game.seat().index());
            me.is_some_and(|me| me.name.is_none())
        });
        if unknown && !name.trim().is_empty() {
            self.say(Command::Name(name.trim().to_owned()));
        }
    }

    fn happened(&self, version: u64, events: &[Event], clock: Clock) {
        self.version.set(Some(version));
        let pace = if events.len() > MANY {
            Pace::CatchUp
        } else {
            Pace::Live
        };
        self.room.happened(events, pace);
        self.room.change(|game| game.set_clock(clock, now()));
    }

    fn connected(&self) {
        self.attempt.set(0);
        self.room.link.set(Link::Connected);
        let own = self.secrets.borrow().front().cloned();
        if let Some(own) = own
            && !self.is_rotating()
        {
            self.rotated(own);
        }
        for message in &*self.unanswered.borrow() {
            self.send(message);
        }
    }

    /// Whether the seat was asked to change its secret and has not answered.
    fn is_rotating(&self) -> bool {
        let waiting = self.unanswered.borrow();
        waiting
            .iter()
            .any(|message| matches!(message, ClientMessage::Rotate { .. }))
    }

    /// This is the secret of the own seat, and no other.
    fn rotated(&self, own: Token) {
        tables::keep_seat(&self.table, &own);
        *self.secrets.borrow_mut() = [own.clone()].into();
        let address = format!("/t/{}#{own}", self.table);
        if let Ok(history) = window().history() {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
        self.room.secrets.set(Some(Secrets {
            others: tables::others(&self.table),
            table: self.table.clone(),
            own,
        }));
    }

    /// This is the secret of another seat now.
    fn renewed(&self, seat: Seat, token: Token) {
        self.room.secrets.update(|secrets| {
            if let Some(secrets) = secrets {
                secrets.set(seat, token);
                tables::keep_others(&self.table, &secrets.others);
            }
        });
    }

    fn answered(&self, key: &str) -> Option<ClientMessage> {
        let mut waiting = self.unanswered.borrow_mut();
        let at = waiting
            .iter()
            .position(|message| message.key().is_some_and(|of| of.as_str() == key))?;
        waiting.remove(at)
    }

    fn refused(&self, key: &str, refusal: Refusal) {
        let Some(message) = self.answered(key) else {
            return;
        };
        if matches!(refusal, Refusal::Busy | Refusal::Unavailable) {
            return self.again(message);
        }
        match message {
            ClientMessage::Rotate { .. } => {
                tables::forget_next(&self.table);
                self.secrets.borrow_mut().truncate(1);
                self.room.refusal.set(Some(refusal));
            }
            ClientMessage::Renew { .. } => self.room.refusal.set(Some(refusal)),
            ClientMessage::Act { .. } | ClientMessage::Name { .. } => self.room.refused(refusal),
            _ => {}
        }
    }

    /// Says it again in a while.
    fn again(&self, message: ClientMessage) {
        self.unanswered.borrow_mut().push_back(message.clone());
        let me = self.me.clone();
        later(
            move || {
                if let Some(me) = me.upgrade() {
                    me.send(&message);
                }
            },
            Duration::from_secs(1),
        );
    }

    fn closed(&self, why: Closed) {
        if why == Closed::BadToken && self.try_another() {
            return self.connect();
        }
        if !why.is_passing() {
            self.generation.set(self.generation.get() + 1);
            *self.socket.borrow_mut() = None;
            self.room.link.set(Link::Closed(why));
        }
    }
}

impl Online {
    /// Goes on to the next secret that may open the seat: another of the ticket, or one that was
    /// changed in another tab. `false` if there is none.
    fn try_another(&self) -> bool {
        let (mut secrets, mut dead) = (self.secrets.borrow_mut(), self.dead.borrow_mut());
        dead.extend(secrets.pop_front());
        if secrets.is_empty() {
            let kept = tables::secrets(&self.table).into_iter();
            secrets.extend(kept.filter(|kept| !dead.contains(kept)));
        }
        !secrets.is_empty()
    }

    /// A new secret for the own seat. It is kept before the server hears of it, so that a lost answer
    /// does not lose the seat.
    fn next_secret(&self) -> Token {
        let token = Token::new(random_bytes());
        tables::keep_next(&self.table, &token);
        self.secrets.borrow_mut().push_back(token.clone());
        token
    }
}

impl Session for Online {
    fn say(&self, said: Command) {
        let key = new_key();
        let message = match said {
            Command::Rotate => Some(ClientMessage::Rotate {
                key,
                token: self.next_secret(),
            }),
            Command::Renew(seat) => Some(ClientMessage::Renew {
                key,
                seat: seat.into(),
                token: Some(Token::new(random_bytes())),
            }),
            said => command(
                &said,
                key,
                self.version.get().unwrap_or_default(),
                self.room,
            ),
        };
        let Some(message) = message else {
            return;
        };
        self.unanswered.borrow_mut().push_back(message.clone());
        self.send(&message);
    }

    fn retry(&self) {
        if matches!(self.room.link.get_untracked(), Link::Lost { .. }) {
            self.connect();
        }
    }

    fn close(&self) {
        self.generation.set(self.generation.get() + 1);
        *self.socket.borrow_mut() = None;
        self.unanswered.borrow_mut().clear();
    }
}
