//! The web client: one page, rendered in the browser.
//!
//! [`capicu_client::ClientTable`] tracks the state of a seat's table. A `room::Room` has it as a signal, with a
//! `room::Session` to answer through: a table in a worker, or one on the server. Everything below `table` only shows
//! this state, and offers the actions that the engine allows.

#![forbid(unsafe_code)]

mod app;
mod camera;
mod chrome;
mod control;
mod erase;
mod form;
mod json;
mod make;
mod option_texts;
mod problems;
mod room;
mod rules_page;
mod seating;
mod session;
mod settings;
mod sound;
mod table;
mod tables;

use capicu_picture::{pips, spread};
use leptos::prelude::*;

/// Mounts the client on the page's body, and shows panics in the browser's console.
pub fn mount() {
    console_error_panic_hook::set_once();
    settings::load_texts();
    mount_to_body(app::App);
}
