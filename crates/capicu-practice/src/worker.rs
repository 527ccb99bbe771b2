//! The table in its worker: messages in, messages out, and a timer.
//!
//! The worker's script stores the table. It sets `kept`, the lines of the table to resume. Its function `keep` receives
//! new lines and a description of the table. For a lesson it sets `learn`, the game, and `lang`, the language of the
//! table's name. For a rung of the ladder it sets `rung`, the game, `level` and `lang`. Its function `teach` receives the
//! text next to the table as JSON, or nothing. Lessons are not stored.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use capicu_i18n::Lang;
use capicu_protocol::{ClientMessage, Closed, CreateTable, ServerMessage, decode, encode};
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::rung::rung;
use crate::{House, Lesson, Practice, StrategyLesson, Wait};

/// Listens to the page for as long as the worker lives. The first message makes the table. Panics if this is not a
/// worker.
pub fn start() {
    console_error_panic_hook::set_once();
    let worker: DedicatedWorkerGlobalScope =
        js_sys::global().dyn_into().expect("this runs in a worker");
    // The script has fetched the texts of languages that this module does not contain.
    let texts = Reflect::get(&worker, &"texts".into()).ok();
    if let Some(texts) = texts.and_then(|texts| texts.dyn_into::<Uint8Array>().ok()) {
        Lang::Fr.load(texts.to_vec());
    }
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
    table: RefCell<Option<Table>>,
}

/// The table that the worker runs.
enum Table {
    Practice(Box<Practice>),
    Lesson(Box<Lesson>),
    Strategy(Box<StrategyLesson>),
}

impl Table {
    fn hear(&mut self, message: ClientMessage) -> Vec<ServerMessage> {
        match self {
            Self::Practice(table) => table.hear(message, now()),
            Self::Lesson(lesson) => lesson.hear(message, now()),
            Self::Strategy(lesson) => lesson.hear(message, now()),
        }
    }

    fn wait(&mut self) -> Option<Wait> {
        match self {
            Self::Practice(table) => table.wait(now()),
            Self::Lesson(lesson) => lesson.wait(now()),
            Self::Strategy(lesson) => lesson.wait(now()),
        }
    }

    fn happen(&mut self, step: u32) -> Vec<ServerMessage> {
        match self {
            Self::Practice(table) => table.happen(step, now()),
            Self::Lesson(lesson) => lesson.happen(step, now()),
            Self::Strategy(lesson) => lesson.happen(step, now()),
        }
    }
}

/// The prefix of messages from the script of a lesson: `lesson:go-on`, `lesson:skip`, and `lesson:here` when it begins
/// to listen.
const LESSON: &str = "lesson:";

/// The prefix of questions from the form of a table.
const HOUSE: &str = "house:";

impl Desk {
    fn hear(self: &Rc<Self>, text: &str) {
        if let Some(asked) = text.strip_prefix(HOUSE) {
            let told = House::answer(asked).unwrap_or_default();
            let _ = self.worker.post_message(&told.into());
            return;
        }
        if let Some(said) = text.strip_prefix(LESSON) {
            match (&mut *self.table.borrow_mut(), said) {
                (Some(Table::Lesson(lesson)), "go-on") => lesson.go_on(),
                (Some(Table::Lesson(lesson)), "skip") => lesson.skip(),
                (Some(Table::Strategy(lesson)), "go-on") => lesson.go_on(),
                (Some(Table::Strategy(lesson)), "skip") => lesson.skip(),
                _ => {}
            }
            self.teach();
            return self.go_on();
        }
        let told = match &mut *self.table.borrow_mut() {
            Some(table) => decode(text).ok().map(|message| table.hear(message)),
            none => self.begin(text).map(|(table, told)| {
                *none = Some(table);
                told
            }),
        };
        let why = Closed::Malformed;
        self.say(told.unwrap_or_else(|| vec![ServerMessage::Closed { why }]));
        self.go_on();
    }

    /// Resumes the stored table if possible, and otherwise makes the requested one.
    fn begin(&self, text: &str) -> Option<(Table, Vec<ServerMessage>)> {
        let learn = Reflect::get(&self.worker, &"learn".into()).ok()?;
        if let Some(game) = learn.as_string() {
            let asked: CreateTable = decode(text).ok()?;
            if let Some((lesson, told)) =
                StrategyLesson::new(&game, asked.clone(), self.chance(), now())
            {
                return Some((Table::Strategy(Box::new(lesson)), told));
            }
            let lang = Reflect::get(&self.worker, &"lang".into()).ok()?;
            let lang = lang.as_string().and_then(|tag| Lang::from_tag(&tag));
            let lang = lang.unwrap_or_default();
            let (lesson, told) = Lesson::new(&game, lang, asked, self.chance(), now()).ok()?;
            return Some((Table::Lesson(Box::new(lesson)), told));
        }
        let (table, told) = self.practice(text)?;
        Some((Table::Practice(Box::new(table)), told))
    }

    fn practice(&self, text: &str) -> Option<(Practice, Vec<ServerMessage>)> {
        let kept = Reflect::get(&self.worker, &"kept".into()).ok()?;
        if let Some(lines) = kept.as_string() {
            if let Ok(resumed) = Practice::resume(&lines, self.chance(), now()) {
                return Some(resumed);
            }
            // The stored lines stay for a version that can read them, and a new table begins.
            let _ = self.call("lost", &Array::new());
        }
        let asked = self.rung(decode(text).ok()?);
        Practice::new(asked, self.chance(), now()).ok()
    }

    /// The request for the rung that the worker's script names, if it names one.
    fn rung(&self, asked: CreateTable) -> CreateTable {
        let named = |name: &str| Reflect::get(&self.worker, &name.into()).ok()?.as_string();
        let Some(game) = named("rung") else {
            return asked;
        };
        let lang = named("lang").and_then(|tag| Lang::from_tag(&tag));
        let level = named("level").unwrap_or_default();
        rung(&game, &level, lang.unwrap_or_default(), asked)
    }

    fn say(&self, messages: Vec<ServerMessage>) {
        let mut table = self.table.borrow_mut();
        let mut record = None;
        if let Some(Table::Practice(table)) = &mut *table {
            record = table.take_record();
            self.keep(table, record.as_deref());
        }
        drop(table);
        // The page has the record before it shows the result. It recognizes a record because it is not a message.
        if let Some(record) = record {
            let _ = self.worker.post_message(&record.into());
        }
        for message in messages {
            let _ = self.worker.post_message(&encode(&message).into());
        }
        self.teach();
    }

    fn teach(&self) {
        let told = match &*self.table.borrow() {
            Some(Table::Lesson(lesson)) => lesson.told(),
            Some(Table::Strategy(lesson)) => lesson.told(),
            Some(Table::Practice(_)) | None => return,
        };
        let told = told.map(|told| encode(&told)).unwrap_or_default();
        let _ = self.call("teach", &Array::of1(&told.into()));
    }

    /// Passes new lines to the worker's script to be stored.
    fn keep(&self, table: &mut Practice, record: Option<&str>) {
        let lines = table.take_unsaved();
        if lines.is_empty() {
            return;
        }
        let (game, title) = table.game();
        let (game, title) = (game.to_owned(), title.unwrap_or_default().to_owned());
        let given = Array::of3(&lines.join("\n").into(), &game.into(), &title.into());
        given.push(&table.is_over().into());
        given.push(&record.unwrap_or_default().into());
        let _ = self.call("keep", &given);
    }

    /// Calls a function of the worker's script.
    fn call(&self, name: &str, given: &Array) -> Option<()> {
        let function = Reflect::get(&self.worker, &name.into()).ok()?;
        let function: Function = function.dyn_into().ok()?;
        function.apply(&self.worker, given).ok()?;
        Some(())
    }

    /// Waits a natural time and then lets the next automatic event happen.
    fn go_on(self: &Rc<Self>) {
        let wait = match &mut *self.table.borrow_mut() {
            Some(table) => table.wait(),
            None => None,
        };
        let Some(wait) = wait else {
            return;
        };
        let me = self.clone();
        let then: Function = Closure::once_into_js(move || {
            let told = match &mut *me.table.borrow_mut() {
                Some(table) => table.happen(wait.step),
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

/// The time in milliseconds since 1970: the device's clock when the worker began, plus the time since. It never jumps
/// when the clock is set, so bots neither wait for hours nor hurry.
fn now() -> u64 {
    thread_local! {
        static LAST: Cell<u64> = const { Cell::new(0) };
    }
    let worker: Option<DedicatedWorkerGlobalScope> = js_sys::global().dyn_into().ok();
    let steady = worker.and_then(|worker| worker.performance());
    let now = steady.map_or_else(js_sys::Date::now, |steady| {
        steady.time_origin() + steady.now()
    });
    LAST.with(|last| {
        last.set(last.get().max(now as u64));
        last.get()
    })
}
