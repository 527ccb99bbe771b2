//! The page of the score sheet without a browser: taps and what they show.

mod rounds;
mod shared;
mod tally;
mod taps;
mod tiles;
mod winner_stays;
