//! Tests of score sheets.

mod bad_input;
mod by_hand;
mod engine_rounds;
mod evening;
mod people;
mod stored;
mod tally;
mod winner_stays;
