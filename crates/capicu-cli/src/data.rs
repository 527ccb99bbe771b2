//! Decisions as Parquet files: `docs/data.md`.
//!
//! Matches are written in blocks of one or more row groups. A file joined from parts or shards therefore equals one
//! written in a single run.

mod block;
mod file;
mod form;
mod join;
mod parts;
mod run;
mod schema;

pub use block::{Block, Decision};
pub use file::DataFile;
pub use form::{Target, is_parquet};
pub use join::{about, in_order, join};
pub use parts::{Begun, Parts};
pub use run::{BLOCK, Run, Shard};
