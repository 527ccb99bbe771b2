//! The settings on this device.

use std::cell::OnceCell;

use capicu_i18n::{Lang, Texts, settings as known};
use capicu_picture::pips::Face;
use capicu_protocol::Passed;
use js_sys::{Reflect, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::Storage;

use crate::chrome::announce;
use crate::erase::effect;

#[derive(Clone, Copy)]
pub struct Settings {
    pub lang: RwSignal<Lang>,
    pub sound: RwSignal<Sound>,
    /// When a tapped tile is played.
    pub laying: RwSignal<Laying>,
    /// Whether the words of the table are shown.
    pub words: RwSignal<TableWords>,
    /// Whether keys of one letter or digit are active.
    pub keys: RwSignal<SingleKeys>,
    /// Whether the numbers that each seat has passed on are shown.
    pub passed: RwSignal<Passed>,
    /// The names of tiles, in the order in which the hand shows them; other tiles come after.
    pub order: RwSignal<String>,
    /// Whether the player receives the chat of the others.
    pub talk: RwSignal<Talk>,
    pub name: RwSignal<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    On,
    Muted,
}

/// When a tapped tile that fits in one place is played (004:66).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laying {
    AtOnce,
    /// When the place is tapped as well: until then the player may choose another tile.
    WhenReleased,
}

/// Whether the words of the table are shown for events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableWords {
    Said,
    Unsaid,
}

/// Whether the player receives the chat of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    Heard,
    Muted,
}

/// Whether keys of one letter or digit are active: they disturb some people who dictate or use a screen reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleKeys {
    On,
    Off,
}

/// How big moments are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moments {
    Full,
    /// The slam and the word.
    Short,
    None,
}

const LANG: &str = "capicu.lang";
const TALK: &str = "capicu.talk";
const NAME: &str = "capicu.name";

thread_local! {
    static SETTINGS: OnceCell<Settings> = const { OnceCell::new() };
}

pub fn settings() -> Settings {
    SETTINGS.with(|cell| *cell.get_or_init(Settings::load))
}

/// The texts in the chosen language. Tracked, so that a change of language updates the view.
pub fn t() -> Texts {
    Texts::new(settings().lang.get())
}

/// The texts in the chosen language, untracked.
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

    /// Reads the settings of this device again after a script has changed them.
    fn choose(self) {
        self.laying.set(laying());
        self.words.set(words());
        self.keys.set(keys());
        self.passed.set(passed());
        self.order.set(order());
        self.sound.set(sound());
    }

    /// Turns the chat on or off, and stores that.
    pub fn hear(self, talk: Talk) {
        self.talk.set(talk);
        match talk {
            Talk::Heard => forget(TALK),
            Talk::Muted => store(TALK, "off"),
        }
    }

    /// Changes the language; one whose texts are not loaded comes with a reload.
    pub fn speak(&self, lang: Lang) {
        if lang.is_here() {
            return self.lang.set(lang);
        }
        remember(lang);
        let _ = window().location().reload();
    }

    /// Stores changes, and sets the page's language.
    pub fn keep(self) {
        window_event_listener_untyped("chosen", move |_| self.choose());
        let before = self.lang.get_untracked();
        effect(move || {
            let lang = self.lang.get();
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("lang", lang.tag());
            }
            // The browser's language counts until the player chooses another.
            if lang != before || chosen().is_some() {
                remember(lang);
            }
        });
        let mut first = true;
        effect(move || {
            let muted = self.sound.get() == Sound::Muted;
            if !std::mem::take(&mut first) {
                store(known::SOUNDS.key, if muted { "off" } else { "on" });
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

/// One of two values, by whether something is stored under the key.
fn kept<T>(key: &str, yes: T, no: T) -> T {
    if stored(key).is_some() { yes } else { no }
}

fn sound() -> Sound {
    match stored(known::SOUNDS.key).as_deref() {
        Some("off") => Sound::Muted,
        _ => Sound::On,
    }
}

fn laying() -> Laying {
    kept(
        known::LAY_RELEASED.key,
        Laying::WhenReleased,
        Laying::AtOnce,
    )
}

fn words() -> TableWords {
    kept(
        known::WORDS_OF_THE_TABLE.key,
        TableWords::Unsaid,
        TableWords::Said,
    )
}

fn keys() -> SingleKeys {
    kept(known::SINGLE_KEYS.key, SingleKeys::Off, SingleKeys::On)
}

fn passed() -> Passed {
    kept(known::SHOW_PASSED.key, Passed::Off, Passed::On)
}

/// How big moments are shown; read each time, since they are rare.
pub fn moments() -> Moments {
    match stored(known::MOMENTS.key).as_deref() {
        Some("none") => Moments::None,
        Some("short") => Moments::Short,
        _ => Moments::Full,
    }
}

fn order() -> String {
    stored(known::TILE_ORDER).unwrap_or_default()
}

/// How tiles show their numbers; `usual` if the player has not chosen numerals.
pub fn face(usual: Face) -> Face {
    kept(known::NUMERALS.key, Face::Numerals, usual)
}

/// The language that was chosen, from the cookie that the server's pages read too. Older versions stored it elsewhere.
fn chosen() -> Option<Lang> {
    let cookies = Reflect::get(&document(), &"cookie".into()).ok();
    let cookies = cookies.and_then(|all| all.as_string()).unwrap_or_default();
    let pairs = cookies.split(';').filter_map(|pair| pair.split_once('='));
    let kept = pairs.filter(|(name, _)| name.trim() == "lang");
    let kept = kept.map(|(_, tag)| tag.to_owned()).next();
    Lang::from_tag(&kept.or_else(|| stored(LANG))?)
}

/// Loads texts that `boot.js` has fetched, if the client does not contain the language.
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

/// Reads a value stored on this device.
pub fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores a value on this device. If the browser refuses, the page shows a notice once.
pub fn store(key: &str, value: &str) {
    let kept = storage().is_some_and(|storage| storage.set_item(key, value).is_ok());
    if !kept {
        announce("note:unkept");
    }
}

/// Deletes a value from this device.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}
