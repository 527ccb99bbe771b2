//! The engine for JavaScript: rules, replay, views, a solver and bots, as texts and JSON.
//!
//! `cargo xtask npm` builds the package `@capicu/engine` from it. Every function takes texts and returns JSON. An error
//! is one English sentence, or one for each line of a rule file. Seats and sides are numbers from 0.
//!
//! The crate decides no rule. It keeps no state, except in a [`Match`].

#![forbid(unsafe_code)]

mod matches;
mod position;
mod records;
mod rules;

pub use matches::Match;
pub use position::{choose, legal, picture, play, solve, view};
pub use records::{moments, replay};
pub use rules::{games, read as read_rules, rules};

use capicu_i18n::{Lang, Texts};

/// The texts of errors.
const TEXTS: Texts = Texts::new(Lang::En);
