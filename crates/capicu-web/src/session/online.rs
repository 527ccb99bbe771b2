//! A table on the server, over a socket that reconnects whenever it is lost.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use capicu::Seat;
use capicu_client::{Change, Command, Input, Link, Output, Status};
use capicu_protocol::{ClientMessage, Closed, Refusal, ServerMessage, Token};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::wire::{be_known, new_key, new_token};
use crate::chrome::{announce, heard};
use crate::erase::later;
use crate::json::{decode, encode};
use crate::settings::settings;
use crate::table_store::{Room, Secrets, Session, now};
use crate::tables;

/// A table and the secrets that may open a seat there.
#[derive(Clone)]
pub struct Ticket {
    table: String,
    link: Link,
}

impl Ticket {
    /// Makes a ticket with the secret of a link, or with those this device has stored. Without either, it opens the
    /// seat of the signed-in player, and lets anybody else watch.
    pub fn new(table: String, secret: Option<Token>) -> Self {
        // Until the change is settled, the new secret comes first: an answer may have been lost.
        let next = tables::next_secret(&table);
        let own = tables::own_secret(&table);
        let secrets: Vec<Token> = next.clone().into_iter().chain(secret).chain(own).collect();
        Self {
            table,
            link: Link::new(secrets, next.unwrap_or_else(new_token)),
        }
    }
}

/// Whether the link to this page is cut: messengers cut long ones off.
pub fn is_cut() -> bool {
    let location = window().location();
    let path = location.pathname().unwrap_or_default();
    let fragment = location.hash().unwrap_or_default();
    lacks(&path, &fragment)
}

/// Whether a link to a table has an incomplete id or secret, judged by the lengths.
fn lacks(path: &str, fragment: &str) -> bool {
    let (id, secret) = ("/t/".len() + 12, "#".len() + 64);
    path.len() != id || !(fragment.len() < 2 || fragment.len() == secret)
}

/// Opens a table on the server, signed in as an account or guest. A seat that is opened this way becomes the player's.
pub fn join(room: Room, ticket: Ticket) -> Rc<dyn Session> {
    let online = Rc::new_cyclic(|me| Online {
        me: me.clone(),
        room,
        table: ticket.table,
        link: RefCell::new(ticket.link),
        generation: Cell::new(0),
        socket: RefCell::new(None),
    });
    let me = online.me.clone();
    spawn_local(async move {
        // Without an answer, a secret still opens the seat.
        if let Ok(Some(name)) = be_known(&settings().name.get_untracked()).await {
            settings().name.set(name);
        }
        if let Some(me) = me.upgrade() {
            me.handle(Input::Connect);
        }
    });
    online.watch();
    online.let_go_when_hidden();
    online
}

struct Online {
    me: Weak<Self>,
    room: Room,
    table: String,
    link: RefCell<Link>,
    /// The number of the connection: events of an earlier one have no effect.
    generation: Cell<u32>,
    socket: RefCell<Option<Socket>>,
}

struct Socket {
    socket: WebSocket,
    /// Alive for as long as the socket may call them.
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
    fn handle(&self, input: Input) {
        let chance = js_sys::Math::random();
        let outputs = self.link.borrow_mut().handle(input, now(), chance);
        for output in outputs {
            self.carry_out(output);
        }
    }

    fn carry_out(&self, output: Output) {
        match output {
            Output::Connect { after } => self.connect(after),
            Output::HangUp => self.hang_up(),
            Output::KeepOwn(token) => self.keep_own(token),
            Output::KeepNext(token) => tables::keep_next(&self.table, &token),
            Output::ForgetNext => tables::forget_next(&self.table),
            Output::Send(message) => {
                if let Some(socket) = &*self.socket.borrow() {
                    let _ = socket.socket.send_with_str(&encode(&message));
                }
            }
            Output::Changed(change) => self.changed(change),
        }
    }

    fn changed(&self, change: Change) {
        match change {
            Change::Status(status) => {
                self.room.link.set(status);
                if status == Status::Closed(Closed::Queued) {
                    announce("queue");
                }
                if status == Status::Closed(Closed::BadToken) {
                    // Another tab may have stored a newer one.
                    let kept = tables::own_secret(&self.table).into_iter();
                    let kept = kept.chain(tables::next_secret(&self.table));
                    self.handle(Input::Tokens(kept.collect()));
                }
            }
            Change::Told(message) => {
                self.room.hear(&message);
                if let ServerMessage::Queue { .. } = message {
                    announce("queue");
                }
                if let ServerMessage::Snapshot(snapshot) = message {
                    if snapshot.by_session {
                        self.without_secret();
                    }
                    self.introduce();
                }
            }
            Change::Answered { command, refusal } => self.answered(command, refusal),
            Change::Hint(hint) => self.room.hint.set(Some(hint)),
        }
    }

    fn answered(&self, command: ClientMessage, refusal: Option<Refusal>) {
        match (command, refusal) {
            (
                ClientMessage::Renew {
                    seat,
                    token: Some(token),
                    ..
                },
                None,
            ) => self.renewed(seat.0, token),
            (ClientMessage::Swap { seat, with, .. }, None) => self.swapped(seat.0, with.0),
            (
                ClientMessage::Rotate { .. }
                | ClientMessage::Renew { .. }
                | ClientMessage::Hint { .. },
                Some(refusal),
            ) => self.room.refusal.set(Some(refusal)),
            (ClientMessage::Say { .. }, refusal) => self.room.unsaid.set(refusal),
            (ClientMessage::Name { .. }, Some(refusal)) => {
                // The others keep using the name as before.
                let known = self
                    .room
                    .peek(|table| table.me().and_then(|me| me.name.clone()));
                settings().name.set(known.unwrap_or_default());
                self.room.refused(refusal);
            }
            (ClientMessage::Act { .. }, Some(refusal)) => self.room.refused(refusal),
            _ => {}
        }
    }

    /// Links move with their players.
    fn swapped(&self, seat: Seat, with: Seat) {
        self.room.secrets.update(|secrets| {
            if let Some(secrets) = secrets {
                for (at, _) in &mut secrets.others {
                    *at = match *at {
                        from if from == seat => with,
                        from if from == with => seat,
                        from => from,
                    };
                }
                tables::keep_others(&self.table, &secrets.others);
            }
        });
    }

    /// Sends this device's name for the player, if the table has none.
    fn introduce(&self) {
        let name = settings().name.get_untracked();
        let unknown = self
            .room
            .peek(|table| table.me().is_some_and(|me| me.name.is_none()));
        if unknown && !name.trim().is_empty() {
            self.say(Command::Name(name.trim().to_owned()));
        }
    }

    /// Stores the only secret of the player's seat. The address contains it only if the device cannot store it.
    fn keep_own(&self, own: Token) {
        tables::keep_seat(&self.table, &own);
        if tables::own_secret(&self.table).is_some() {
            self.clear_address();
        }
        self.note_secrets(Some(own));
    }

    /// The account opened the seat. A secret that opens nothing does not stay in the address.
    fn without_secret(&self) {
        self.clear_address();
        self.note_secrets(None);
    }

    fn clear_address(&self) {
        if let Ok(history) = window().history() {
            let address = format!("/t/{}", self.table);
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
    }

    fn note_secrets(&self, own: Option<Token>) {
        self.room.secrets.set(Some(Secrets {
            others: tables::others(&self.table),
            table: self.table.clone(),
            own,
        }));
    }

    /// Notes the new secret of another seat.
    fn renewed(&self, seat: Seat, token: Token) {
        self.room.secrets.update(|secrets| {
            if let Some(secrets) = secrets {
                secrets.set(seat, token);
                tables::keep_others(&self.table, &secrets.others);
            }
        });
    }
}

impl Online {
    fn connect(&self, after: f64) {
        self.hang_up();
        let (me, generation) = (self.me.clone(), self.generation.get());
        if after == 0.0 {
            return self.open(generation);
        }
        later(
            move || {
                if let Some(me) = me.upgrade().filter(|me| me.generation.get() == generation) {
                    me.open(generation);
                }
            },
            Duration::from_millis(after as u64),
        );
    }

    fn hang_up(&self) {
        self.generation.set(self.generation.get() + 1);
        *self.socket.borrow_mut() = None;
    }

    fn open(&self, generation: u32) {
        let Ok(socket) = WebSocket::new(&self.address()) else {
            return self.handle(Input::Closed);
        };
        let me = || self.me.clone();
        let tell = move |me: &Weak<Self>, input: Input| {
            if let Some(me) = me.upgrade().filter(|me| me.generation.get() == generation) {
                me.handle(input);
            }
        };
        let on_open = {
            let me = me();
            Closure::<dyn FnMut()>::new(move || tell(&me, Input::Opened))
        };
        let on_message = {
            let me = me();
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let text = event.data().as_string().unwrap_or_default();
                heard(&text);
                match decode::<ServerMessage>(&text) {
                    Some(message) => tell(&me, Input::Heard(message)),
                    None => leptos::logging::warn!("a message that this page does not know"),
                }
            })
        };
        let on_close = {
            let me = me();
            Closure::<dyn FnMut(CloseEvent)>::new(move |_| tell(&me, Input::Closed))
        };
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        *self.socket.borrow_mut() = Some(Socket {
            socket,
            _listeners: (on_open, on_message, on_close),
        });
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

    /// Lets time pass for the link, as long as the session lives.
    fn watch(&self) {
        let me = self.me.clone();
        later(
            move || {
                if let Some(me) = me.upgrade() {
                    me.handle(Input::Tick);
                    me.watch();
                }
            },
            Duration::from_secs(1),
        );
    }

    /// Disconnects when the page is hidden: the browser may keep a page that is left, with its socket, although nobody
    /// sees the table. If the page comes back, the link reconnects automatically.
    fn let_go_when_hidden(&self) {
        let me = self.me.clone();
        let listener = window_event_listener_untyped("pagehide", move |_| {
            if let Some(me) = me.upgrade() {
                me.handle(Input::Closed);
            }
        });
        on_cleanup(move || listener.remove());
    }
}

impl Session for Online {
    fn say(&self, said: Command) {
        let room = self.room;
        if let Some(message) = room.peek(|table| Some(said.message(new_key(), table))) {
            self.handle(Input::Say(message));
        }
    }

    fn retry(&self) {
        self.handle(Input::Connect);
    }

    fn close(&self) {
        self.hang_up();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_link_is_recognized() {
        let secret = format!("#{}", "0f".repeat(32));
        for (path, fragment, cut) in [
            ("/t/abcdefghij23", secret.as_str(), false),
            ("/t/abcdefghij23", "#", false),
            ("/t/abcdefghij23", &secret[..40], true),
            ("/t/abcdefghij23", "#é", true),
            ("/t/abcdefg", "", true),
            ("/t/", "", true),
        ] {
            assert_eq!(lacks(path, fragment), cut, "{path}{fragment}");
        }
    }
}
