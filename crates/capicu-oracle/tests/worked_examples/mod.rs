//! Every worked example of the sources, and of the decisions based on them, played on the engine.
//!
//! Tests are named after the id of the example. Some examples describe hands left at the end. There each player is
//! dealt one or two tiles more, in a game with hands of that size, and plays them first. Seats are N, E, S and W for 0
//! to 3 unless noted.

mod club;
mod english;
mod fives;
mod french;
mod golden;
mod jamaican;
mod puerto_rican;
mod table;
mod told;
mod world;
