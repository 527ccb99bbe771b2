//! A table as people sit at it: who sits where, what was played, who is away, what happens next by itself.
//! No input or output, no clock, no randomness but what it is handed.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod digest;
mod fact;
mod token;

pub use digest::Digest;
pub use fact::{Absence, Advice, Chooser, Entry, Fact, Plan, Setup, Wish};
pub use token::TokenHash;
