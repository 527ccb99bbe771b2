//! The integration tests of this crate, linked as one binary.

mod common;

mod minimax;
mod nodes;
mod perft;
mod playouts;
mod support;
