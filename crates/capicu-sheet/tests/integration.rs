//! Tests of score sheets.

mod bad_input;
mod by_hand;
mod engine_rounds;
mod people;
mod stored;
