//! The exports to the script of the page.

use std::cell::RefCell;

use capicu_i18n::Lang;
use capicu_score::Page;
use wasm_bindgen::prelude::*;

thread_local! {
    static PAGE: RefCell<Page> = RefCell::new(Page::open(Lang::En, ""));
}

/// Loads the texts of a language that the module does not contain.
#[wasm_bindgen]
pub fn load(lang: &str, texts: Vec<u8>) {
    if let Some(lang) = Lang::from_tag(lang) {
        lang.load(texts);
    }
}

/// Opens the stored sheet.
#[wasm_bindgen]
pub fn open(lang: &str, stored: &str) {
    console_error_panic_hook::set_once();
    let lang = Lang::from_tag(lang).unwrap_or(Lang::En);
    PAGE.replace(Page::open(lang, stored));
}

/// Sets the clock, in seconds since 1970.
#[wasm_bindgen]
pub fn at(seconds: u32) {
    PAGE.with_borrow_mut(|page| page.set_time(u64::from(seconds)));
}

/// Does what a button says, and returns whether the sheet changed.
#[wasm_bindgen]
pub fn act(action: &str) -> bool {
    PAGE.with_borrow_mut(|page| page.act(action))
}

#[wasm_bindgen]
pub fn html() -> String {
    PAGE.with_borrow(Page::html)
}

/// The last sentence for screen readers.
#[wasm_bindgen]
pub fn said() -> String {
    PAGE.with_borrow(|page| page.said().to_owned())
}

/// The sheet as text, to be stored.
#[wasm_bindgen]
pub fn stored() -> String {
    PAGE.with_borrow(Page::stored)
}

/// The scores that the sheet returns to an event; see [`Page::result`].
#[wasm_bindgen]
pub fn result(start: &str, earlier: usize) -> String {
    PAGE.with_borrow(|page| page.result(start, earlier))
}

/// The number of matches on the sheet.
#[wasm_bindgen]
pub fn matches() -> usize {
    PAGE.with_borrow(Page::matches)
}

/// The sheet as comma-separated values.
#[wasm_bindgen]
pub fn csv() -> String {
    PAGE.with_borrow(Page::csv)
}

/// The number of lines after the header that are not shared with other phones.
#[wasm_bindgen]
pub fn shared_from() -> usize {
    PAGE.with_borrow(Page::shared_from)
}

/// The tally as comma-separated values.
#[wasm_bindgen]
pub fn tally_csv() -> String {
    PAGE.with_borrow(|page| page.tally().csv())
}

/// The tally as JSON.
#[wasm_bindgen]
pub fn tally_json() -> String {
    PAGE.with_borrow(|page| page.tally().json())
}
