#![doc = include_str!("../README.md")]
//!
//! * A [`Record`] is a match as it was played.
//! * [`referee`] replays a record, decides what each round is worth and finds where the record breaks the rules.
//! * A [`RuleFile`](rule_file::RuleFile) is a game with house rules.
//! * [`games`] lists all games with names, built in or shipped as rule files.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod foreign;
pub mod games;
pub mod json;
mod place;
pub mod record;
pub mod referee;
pub mod rule_file;
pub mod side;
mod suggest;

pub use place::Place;
pub use record::{Record, RecordError};
pub use suggest::nearest;
