//! The exports to the script of the page.

use std::cell::RefCell;

use capicu_i18n::Lang;
use capicu_score::{Tiles, record, records};
use wasm_bindgen::prelude::*;

thread_local! {
    static TILES: RefCell<Option<Tiles>> = const { RefCell::new(None) };
}

/// Loads the texts of a language that the module does not contain.
#[wasm_bindgen]
pub fn load(lang: &str, texts: Vec<u8>) {
    if let Some(lang) = Lang::from_tag(lang) {
        lang.load(texts);
    }
}

/// Opens the next round of the stored sheet with moves that were stored before.
#[wasm_bindgen]
pub fn open(lang: &str, stored: &str, moves: &str) {
    console_error_panic_hook::set_once();
    let lang = Lang::from_tag(lang).unwrap_or(Lang::En);
    TILES.replace(Tiles::open(lang, stored, moves));
}

/// Does what a button says.
#[wasm_bindgen]
pub fn act(action: &str) {
    TILES.with_borrow_mut(|tiles| {
        if let Some(tiles) = tiles {
            tiles.act(action);
        }
    });
}

#[wasm_bindgen]
pub fn html() -> String {
    text(Tiles::html)
}

/// The last sentence for screen readers.
#[wasm_bindgen]
pub fn said() -> String {
    text(Tiles::said)
}

/// The moves so far, to be stored.
#[wasm_bindgen]
pub fn stored() -> String {
    text(Tiles::stored)
}

/// The lines of the sheet for the finished round.
#[wasm_bindgen]
pub fn lines() -> String {
    text(Tiles::lines)
}

/// The records of the matches of a stored sheet.
#[wasm_bindgen]
pub fn archive(stored: &str) -> String {
    records(stored)
}

/// The record of the current match of a stored sheet.
#[wasm_bindgen]
pub fn newest(stored: &str) -> String {
    record(stored)
}

fn text(of: fn(&Tiles) -> String) -> String {
    TILES.with_borrow(|tiles| tiles.as_ref().map(of).unwrap_or_default())
}
