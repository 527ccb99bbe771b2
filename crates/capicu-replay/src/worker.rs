//! The worker: messages in, messages out, and work in between.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use capicu_i18n::Lang;
use capicu_protocol::encode;
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::messages::{Desk, WorkerMessage};

/// Listens to the page for as long as the worker lives. Panics if this is not a worker.
pub fn start() {
    console_error_panic_hook::set_once();
    let worker: DedicatedWorkerGlobalScope =
        js_sys::global().dyn_into().expect("this runs in a worker");
    // The script has fetched the texts of languages that this module does not contain.
    let texts = Reflect::get(&worker, &"texts".into()).ok();
    if let Some(texts) = texts.and_then(|texts| texts.dyn_into::<Uint8Array>().ok()) {
        Lang::Fr.load(texts.to_vec());
    }
    let host = Rc::new(Host {
        worker: worker.clone(),
        desk: RefCell::new(Desk::default()),
        waits: Cell::new(false),
    });
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        if let Ok(asked) = serde_json::from_str(&text) {
            let told = host.desk.borrow_mut().hear(asked);
            host.say(told);
            host.go_on();
        }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

struct Host {
    worker: DedicatedWorkerGlobalScope,
    desk: RefCell<Desk>,
    /// Whether the next job is already scheduled.
    waits: Cell<bool>,
}

impl Host {
    fn say(&self, told: Option<WorkerMessage>) {
        let Some(told) = told else {
            return;
        };
        let Ok(text) = serde_json::to_string(&told) else {
            return;
        };
        let parts = Array::of1(&text.into());
        if let WorkerMessage::Shown(shown) = &told {
            for message in &shown.messages {
                parts.push(&encode(message).into());
            }
        }
        let _ = self.worker.post_message(&parts);
    }

    /// Schedules the next job, if there is one, after pending messages of the page.
    fn go_on(self: &Rc<Self>) {
        if !self.desk.borrow().is_working() || self.waits.replace(true) {
            return;
        }
        let me = self.clone();
        let then: Function = Closure::once_into_js(move || {
            me.waits.set(false);
            let told = me.desk.borrow_mut().work();
            me.say(told);
            me.go_on();
        })
        .unchecked_into();
        let scope = &self.worker;
        let _ = scope.set_timeout_with_callback_and_timeout_and_arguments_0(&then, 0);
    }
}
