//! What a person has chosen on this device, and keeps.

use std::cell::OnceCell;

use capicu_i18n::{Lang, Texts};
use capicu_picture::pips::Face;
use capicu_protocol::Passed;
use js_sys::{Reflect, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::Storage;

use crate::chrome::announce;
use crate::erase::effect;

/// What is kept, as signals.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The language.
    pub lang: RwSignal<Lang>,
    /// Whether sounds are made.
    pub sound: RwSignal<Sound>,
    /// When a tile that is tapped is played.
    pub laying: RwSignal<Laying>,
    /// Whether the words of the table are said.
    pub words: RwSignal<TableWords>,
    /// Whether keys of one letter or digit do something.
    pub keys: RwSignal<SingleKeys>,
    /// Whether the numbers that each seat has passed on are shown.
    pub passed: RwSignal<Passed>,
    /// The names of tiles, in the order in which the hand shows them; those that are not named come after.
    pub order: RwSignal<String>,
    /// Whether one hears what the others at a table say.
    pub talk: RwSignal<Talk>,
    /// The name others see.
    pub name: RwSignal<String>,
}

/// Whether sounds are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// They are.
    On,
    /// They are not.
    Muted,
}

/// When a tile that is tapped and fits in one place is played (004:66).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laying {
    /// At once.
    AtOnce,
    /// When the place is tapped as well: until then it may go elsewhere.
    WhenReleased,
}

/// Whether the words of the table are said for what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableWords {
    /// They are.
    Said,
    /// They are not.
    Unsaid,
}

/// Whether one hears what the others at a table say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// One does.
    Heard,
    /// One does not.
    Muted,
}

/// Whether keys of one letter or digit do something: they are in the way of some who dictate or have the page read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleKeys {
    /// They do.
    On,
    /// They do not.
    Off,
}

const KEYS: &str = "capicu.keys";
const PASSED: &str = "capicu.passed";
const ORDER: &str = "capicu.order";
const FACES: &str = "capicu.faces";
const LAYING: &str = "capicu.laying";
const LANG: &str = "capicu.lang";
const SOUND: &str = "capicu.sound";
const WORDS: &str = "capicu.words";
const TALK: &str = "capicu.talk";
const NAME: &str = "capicu.name";

thread_local! {
    static SETTINGS: OnceCell<Settings> = const { OnceCell::new() };
}

/// The settings of this page.
pub fn settings() -> Settings {
    SETTINGS.with(|cell| *cell.get_or_init(Settings::load))
}

/// The texts in the language chosen; where it is called reactively, again when that changes.
pub fn t() -> Texts {
    Texts::new(settings().lang.get())
}

/// The texts in the language chosen, for things said once.
pub fn t_now() -> Texts {
    Texts::new(settings().lang.get_untracked())
}

impl Settings {
    fn load() -> Self {
        let kept = chosen();
        Self {
            lang: RwSignal::new(kept.unwrap_or_else(of_the_browser)),
            sound: RwSignal::new(sound()),
            laying: RwSignal::new(laying()),
            words: RwSignal::new(words()),
            keys: RwSignal::new(keys()),
            passed: RwSignal::new(passed()),
            order: RwSignal::new(order()),
            talk: RwSignal::new(if stored(TALK).is_some() {
                Talk::Muted
            } else {
                Talk::Heard
            }),
            name: RwSignal::new(stored(NAME).unwrap_or_default()),
        }
    }

    /// Reads again what the settings of this device say, which a script beside the client changes.
    fn choose(self) {
        self.laying.set(laying());
        self.words.set(words());
        self.keys.set(keys());
        self.passed.set(passed());
        self.order.set(order());
        self.sound.set(sound());
    }

    /// Changes whether one hears what the others say, and keeps that.
    pub fn hear(self, talk: Talk) {
        self.talk.set(talk);
        match talk {
            Talk::Heard => forget(TALK),
            Talk::Muted => store(TALK, "off"),
        }
    }

    /// Goes on in another language; one whose texts are not here comes with the page.
    pub fn speak(&self, lang: Lang) {
        if lang.is_here() {
            return self.lang.set(lang);
        }
        remember(lang);
        let _ = window().location().reload();
    }

    /// Keeps what changes, and tells the browser the language.
    pub fn keep(self) {
        window_event_listener_untyped("chosen", move |_| self.choose());
        let before = self.lang.get_untracked();
        effect(move || {
            let lang = self.lang.get();
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("lang", lang.tag());
            }
            // What the browser asks for is followed until something else is chosen.
            if lang != before || chosen().is_some() {
                remember(lang);
            }
        });
        let mut first = true;
        effect(move || {
            let muted = self.sound.get() == Sound::Muted;
            if !std::mem::take(&mut first) {
                store(SOUND, if muted { "off" } else { "on" });
            }
        });
        let mut first = true;
        effect(move || {
            let name = self.name.get();
            if !std::mem::take(&mut first) {
                store(NAME, &name);
            }
        });
    }
}

/// One of two, by whether something is kept under the key.
fn kept<T>(key: &str, yes: T, no: T) -> T {
    if stored(key).is_some() { yes } else { no }
}

fn sound() -> Sound {
    match stored(SOUND).as_deref() {
        Some("off") => Sound::Muted,
        _ => Sound::On,
    }
}

fn laying() -> Laying {
    kept(LAYING, Laying::WhenReleased, Laying::AtOnce)
}

fn words() -> TableWords {
    kept(WORDS, TableWords::Unsaid, TableWords::Said)
}

fn keys() -> SingleKeys {
    kept(KEYS, SingleKeys::Off, SingleKeys::On)
}

fn passed() -> Passed {
    kept(PASSED, Passed::Off, Passed::On)
}

fn order() -> String {
    stored(ORDER).unwrap_or_default()
}

/// How tiles show their numbers, where they would be shown like this.
pub fn face(usual: Face) -> Face {
    kept(FACES, Face::Numerals, usual)
}

/// The language that was chosen: the server's own pages read the same cookie. It was kept elsewhere once.
fn chosen() -> Option<Lang> {
    let cookies = Reflect::get(&document(), &"cookie".into()).ok();
    let cookies = cookies.and_then(|all| all.as_string()).unwrap_or_default();
    let pairs = cookies.split(';').filter_map(|pair| pair.split_once('='));
    let kept = pairs.filter(|(name, _)| name.trim() == "lang");
    let kept = kept.map(|(_, tag)| tag.to_owned()).next();
    Lang::from_tag(&kept.or_else(|| stored(LANG))?)
}

/// Takes the texts that `boot.js` has fetched, where the client has not those of the language.
pub fn load_texts() {
    let fetched = Reflect::get(&window(), &"texts".into()).ok();
    if let Some(bytes) = fetched.and_then(|value| value.dyn_into::<Uint8Array>().ok()) {
        chosen().unwrap_or_else(of_the_browser).load(bytes.to_vec());
    }
}

fn remember(lang: Lang) {
    let line = format!(
        "lang={}; Path=/; Max-Age=31536000; SameSite=Lax",
        lang.tag()
    );
    let _ = Reflect::set(&document(), &"cookie".into(), &line.into());
}

fn of_the_browser() -> Lang {
    let tags = window().navigator().languages();
    let tags: Vec<String> = tags.iter().filter_map(|tag| tag.as_string()).collect();
    Lang::choose(tags.iter().map(String::as_str))
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// A value kept on this device.
pub fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps a value on this device. Where the browser does not, that is said once.
pub fn store(key: &str, value: &str) {
    let kept = storage().is_some_and(|storage| storage.set_item(key, value).is_ok());
    if !kept {
        announce("note:unkept");
    }
}

/// Keeps a value on this device no longer.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}
