//! The page of the score sheet without a browser: taps and what they show.

mod rounds;
mod taps;
mod tiles;
