//! The web client: one page, rendered in the browser.
//!
//! [`capicu_client::ClientTable`] tracks the state of a seat's table. A `table_store::Room` has it as a signal, with a
//! `table_store::Session` to answer through: a table in a worker, or one on the server. Everything below `table` only shows
//! this state, and offers the actions that the engine allows.

#![forbid(unsafe_code)]

mod app;
mod camera;
mod chrome;
mod erase;
mod form;
mod json;
mod new_table;
mod option_texts;
mod problems;
mod seating;
mod session;
mod settings;
mod sound;
mod table;
mod table_store;
mod tables;
mod tile_input;

use capicu_picture::{pips, spread};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

/// Mounts the client of a table on the page's body.
pub fn mount() {
    prepare();
    mount_to_body(app::App);
}

/// Mounts the form of a table on the server's page around it.
pub fn mount_form() {
    prepare();
    let place = document().get_element_by_id("make");
    if let Some(place) = place.and_then(|place| place.dyn_into().ok()) {
        mount_to(place, new_table::MakeForm).forget();
    }
}

/// Shows panics in the browser's console, and loads texts that the script fetched.
fn prepare() {
    console_error_panic_hook::set_once();
    settings::load_texts();
}
