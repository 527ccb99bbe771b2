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

pub use block::{Block, Decision};
pub use file::DataFile;
pub use form::{Target, is_parquet};
pub use join::{about, in_order, join};
pub use parts::{Begun, Parts};
pub use run::{BLOCK, Run, Shard};

/// The columns, in Parquet's schema language.
const SCHEMA: &str = "
message decision {
    required int64 match;
    required int32 round;
    required int32 turn;
    required int32 seat;
    required int32 team;
    required binary bot (STRING);
    required int32 opener;
    required group scores (LIST) { repeated group list { required int32 element; } }
    required group hand (LIST) { repeated group list { required binary element (STRING); } }
    required group held (LIST) { repeated group list { required int32 element; } }
    required int32 boneyard;
    required group ends (LIST) { repeated group list { required int32 element; } }
    required group deed_seats (LIST) { repeated group list { required int32 element; } }
    required group deeds (LIST) { repeated group list { required binary element (STRING); } }
    required group legal (LIST) { repeated group list { required binary element (STRING); } }
    required binary action (STRING);
    optional group worths (LIST) { repeated group list { required double element; } }
    optional group imagined (LIST) { repeated group list { required int32 element; } }
    required int32 round_result;
    required group round_points (LIST) { repeated group list { required int32 element; } }
    optional int32 match_result;
}
";
