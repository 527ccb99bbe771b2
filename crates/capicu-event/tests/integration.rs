//! The integration tests of this crate, in one binary: it links once.

mod events;
mod logs;
mod pairing;
mod winner_stays;
