//! What must hold for any bytes at all. The fuzz targets run these, and so do ordinary tests of
//! `capicu-record` and `capicu-table`, over the same corpus and random changes of it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod socket;
mod texts;

pub use socket::socket;
pub use texts::{actions, record, rule_file};
