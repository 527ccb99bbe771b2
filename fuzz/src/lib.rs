//! Laws for arbitrary bytes. The fuzz targets check them, and so do ordinary tests of `capicu-record` and
//! `capicu-table`, over the same corpus and random changes of it.
#![forbid(unsafe_code)]

mod socket;
mod texts;

pub use socket::socket;
pub use texts::{actions, move_list, record, rule_file};
