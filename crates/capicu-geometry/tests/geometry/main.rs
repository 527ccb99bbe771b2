//! Layouts compared with the rules of the games: laws over random rounds, and named chains.

mod games;
mod laws;
mod named;
mod text;
