//! A moment of a finished match. The script of its page sends the messages of a server, and the page draws the table as
//! any other.

use std::rc::Rc;

use capicu_client::{ClientTable, Command, Status};
use capicu_protocol::ServerMessage;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Event, MessageEvent};

use crate::chrome::origin;
use crate::json::decode;
use crate::table_store::{Room, Session};

/// Listens to the script, which an event informs that the page is ready.
pub fn replay(room: Room) -> Rc<dyn Session> {
    let listener = window_event_listener_untyped("message", move |event| {
        let said = event.dyn_into().ok().and_then(|event: MessageEvent| {
            let ours = event.origin() == origin();
            event.data().as_string().filter(|_| ours)
        });
        if let Some(message) = said.and_then(|text| decode::<ServerMessage>(&text)) {
            room.link.set(Status::Connected);
            room.hear(&message);
        }
    });
    on_cleanup(move || listener.remove());
    if let Ok(ready) = Event::new("replay") {
        let _ = window().dispatch_event(&ready);
    }
    Rc::new(Over(room))
}

struct Over(Room);

impl Session for Over {
    /// A finished match takes no commands.
    fn say(&self, _: Command) {
        self.0.change(ClientTable::take_back);
    }
}
