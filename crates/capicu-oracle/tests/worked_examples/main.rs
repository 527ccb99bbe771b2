//! Every worked example of the sources and of the rules settled from them, played on the engine.
//!
//! Tests are named after the id of the example. Where an example speaks of hands left at the end,
//! each player is dealt one or two tiles more, in a game with hands of that size, and plays them
//! first; seats are N, E, S and W for 0 to 3 unless said otherwise.

mod club;
mod english;
mod fives;
mod french;
mod golden;
mod jamaican;
mod puerto_rican;
mod table;
mod told;
