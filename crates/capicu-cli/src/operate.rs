//! Commands for operators: `capicu status` and `capicu doctor`.

mod ask;
mod checks;
pub mod doctor;
mod measure;
pub mod status;
