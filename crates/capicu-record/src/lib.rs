//! Rule files and match records, read and written. No file is touched here: texts come in and go
//! out, and everything wrong with them is said with its place.
//!
//! * A [`Record`] is a match as it was played: specified in `docs/record-format.md`.
//! * [`referee`] replays a record, adjudicates it and says where it breaks the rules.
//! * A [`RuleFile`](rule_file::RuleFile) is a game with house rules: see `docs/rule-files.md`.
//! * [`games`] are all games that are known by name, built in or shipped as rule files.
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
