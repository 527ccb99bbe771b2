//! The table in its worker: messages in, messages out, and a timer.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use capicu_protocol::{Closed, ServerMessage, decode, encode};
use js_sys::Function;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::Practice;

/// Listens to the page, for as long as the worker lives. The first message makes the table.
///
/// # Panics
///
/// If this is not a worker.
pub fn start() {
    console_error_panic_hook::set_once();
    let worker: DedicatedWorkerGlobalScope =
        js_sys::global().dyn_into().expect("this runs in a worker");
    let desk = Rc::new(Desk {
        worker: worker.clone(),
        table: RefCell::new(None),
    });
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            desk.hear(&text);
        }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

struct Desk {
    worker: DedicatedWorkerGlobalScope,
    table: RefCell<Option<Practice>>,
}

impl Desk {
    fn hear(self: &Rc<Self>, text: &str) {
        let told = match &mut *self.table.borrow_mut() {
            Some(table) => decode(text).ok().map(|message| table.hear(message, now())),
            none => match decode(text).map(|asked| Practice::new(asked, self.chance(), now())) {
                Ok(Ok((table, told))) => {
                    *none = Some(table);
                    Some(told)
                }
                _ => None,
            },
        };
        let why = Closed::Malformed;
        self.say(told.unwrap_or_else(|| vec![ServerMessage::Closed { why }]));
        self.go_on();
    }

    fn say(&self, messages: Vec<ServerMessage>) {
        for message in messages {
            let _ = self.worker.post_message(&encode(&message).into());
        }
        // What is no message is a record.
        if let Some(table) = &mut *self.table.borrow_mut()
            && let Some(record) = table.take_record()
        {
            let _ = self.worker.post_message(&record.into());
        }
    }

    /// Lets happen what happens by itself, after a natural time.
    fn go_on(self: &Rc<Self>) {
        let wait = match &mut *self.table.borrow_mut() {
            Some(table) => table.wait(now()),
            None => None,
        };
        let Some(wait) = wait else {
            return;
        };
        let me = self.clone();
        let then: Function = Closure::once_into_js(move || {
            let told = match &mut *me.table.borrow_mut() {
                Some(table) => table.happen(wait.step, now()),
                None => Vec::new(),
            };
            me.say(told);
            me.go_on();
        })
        .unchecked_into();
        let after = i32::try_from(wait.after).unwrap_or(i32::MAX);
        let _ = self
            .worker
            .set_timeout_with_callback_and_timeout_and_arguments_0(&then, after);
    }

    /// Makes bytes that nobody can guess.
    fn chance(&self) -> impl FnMut() -> [u8; 32] + use<> {
        let worker = self.worker.clone();
        move || {
            let mut bytes = [0; 32];
            let crypto = worker.crypto();
            let filled =
                crypto.and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
            // A deal that everybody could guess would be worse than none.
            assert!(filled.is_ok(), "the browser gives no random bytes");
            bytes
        }
    }
}

/// The device's time in milliseconds since 1970. It never goes back, whoever sets the clock.
fn now() -> u64 {
    thread_local! {
        static LAST: Cell<u64> = const { Cell::new(0) };
    }
    LAST.with(|last| {
        last.set(last.get().max(js_sys::Date::now() as u64));
        last.get()
    })
}
