//! The layout against the rules of the games: laws over random rounds, and chains with a name.

mod games;
mod laws;
mod named;
mod text;
