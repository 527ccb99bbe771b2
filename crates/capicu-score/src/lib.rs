//! The page of the score sheet: its buttons and its look.
//!
//! A [`Page`] has the sheet and the entry that somebody is about to write. Buttons name their action in `data-do`. The
//! script of the page passes actions on, and shows and stores the result.

#![forbid(unsafe_code)]

mod action;
mod draft;
mod hand_over;
mod page;
mod queue;
mod tiles;
mod view;
mod words;

pub use page::Page;
pub use tiles::{Tiles, record, records};
