//! A table on this device, run by a worker that answers as the server does.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::time::Duration;

use capicu_client::{Command, Status};
use capicu_protocol::{Closed, CreateTable, ServerMessage};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use super::wire::new_key;
use crate::chrome::{announce, heard};
use crate::erase::later;
use crate::json::{decode, encode};
use crate::table_store::{Room, Session, now};
use crate::tables;

/// Opens a table on this device: the one of this number, a new one for `new`, otherwise the one that was left last.
/// Without one it makes `table`.
pub fn practice(room: Room, table: CreateTable, which: String) -> Rc<dyn Session> {
    let local = Rc::new_cyclic(|me| Local {
        me: me.clone(),
        room,
        table,
        which,
        worker: RefCell::new(None),
    });
    local.begin();
    local
}

/// A worker that could not be loaded is loaded again after this time, in milliseconds.
const AGAIN: u32 = 3_000;

struct Local {
    me: Weak<Self>,
    room: Room,
    table: CreateTable,
    which: String,
    worker: RefCell<Option<Running>>,
}

struct Running {
    worker: Worker,
    /// Alive for as long as the worker may call them.
    _listeners: Listeners,
}

type Listeners = (Closure<dyn FnMut(MessageEvent)>, Closure<dyn FnMut()>);

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Local {
    fn begin(&self) {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(&self.which);
        // The page has the script's address, which changes with its content.
        let script = document()
            .body()
            .and_then(|body| body.get_attribute("data-practice"))
            .unwrap_or_default();
        let Ok(worker) = Worker::new_with_options(&script, &options) else {
            return self.room.link.set(Status::Closed(Closed::Unavailable));
        };
        let me = self.me.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let (Some(me), Some(text)) = (me.upgrade(), event.data().as_string()) {
                me.hear(&text);
            }
        });
        let me = self.me.clone();
        let on_error = Closure::<dyn FnMut()>::new(move || {
            if let Some(me) = me.upgrade() {
                me.lost();
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let _ = worker.post_message(&encode(&self.table).into());
        *self.worker.borrow_mut() = Some(Running {
            worker,
            _listeners: (on_message, on_error),
        });
    }

    /// The worker could not be loaded; the first time, that needs the network.
    fn lost(&self) {
        self.room.link.set(Status::Lost {
            until: now() + f64::from(AGAIN),
        });
        let me = self.me.clone();
        later(
            move || {
                if let Some(me) = me.upgrade() {
                    me.retry();
                }
            },
            Duration::from_millis(AGAIN.into()),
        );
    }

    fn hear(&self, text: &str) {
        if text.starts_with("note:") {
            return announce(text);
        }
        // A text that is no message is the record of a match that ended.
        let Some(message) = decode::<ServerMessage>(text) else {
            return tables::keep_played(text);
        };
        heard(text);
        match message {
            ServerMessage::Hint { hint, .. } => self.room.hint.set(Some(hint)),
            ServerMessage::Refused { refusal, .. } => self.room.refused(refusal),
            ServerMessage::Closed { why } => self.room.link.set(Status::Closed(why)),
            message => {
                self.room.hear(&message);
                if let ServerMessage::Snapshot(_) = message {
                    self.room.link.set(Status::Connected);
                }
            }
        }
    }
}

impl Session for Local {
    fn say(&self, said: Command) {
        let room = self.room;
        let message = room.peek(|table| Some(said.message(new_key(), table)));
        if let (Some(message), Some(running)) = (message, &*self.worker.borrow()) {
            let _ = running.worker.post_message(&encode(&message).into());
        }
    }

    fn retry(&self) {
        if matches!(self.room.link.get_untracked(), Status::Lost { .. })
            && self.worker.take().is_some()
        {
            self.begin();
        }
    }

    fn close(&self) {
        self.worker.take();
    }
}
