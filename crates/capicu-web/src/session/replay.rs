//! A finished match at one of its moments. The script of its page says which, as a server would: the page draws it
//! with what draws every table.

use std::rc::Rc;

use capicu_client::{ClientTable, Command, Status};
use capicu_protocol::ServerMessage;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Event, MessageEvent};

use crate::chrome::origin;
use crate::json::decode;
use crate::room::{Room, Session};

/// Listens to the script, which is told by an event that the page is there.
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
    /// What is over is not played any more.
    fn say(&self, _: Command) {
        self.0.change(ClientTable::take_back);
    }
}
