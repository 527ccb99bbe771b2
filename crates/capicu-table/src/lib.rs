//! A table as people sit at it: who sits where, what was played, who is away, what happens next by itself.
//! No input or output, no clock, no randomness but what it is handed.
//!
//! A [`Session`] is told what comes in and what time it is, and says what has to be done: which facts to
//! store, whom to tell, what a bot should think about, when to wake it. Hosts only move bytes, wait and
//! write. What is stored are [`Fact`]s; a [`State`] is their fold, and the only thing a session adds to it
//! is who is there.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod account;
mod bank;
mod budget;
mod calls;
mod code;
mod command;
mod decide;
mod digest;
mod due;
mod fact;
mod lag;
mod meeting;
mod name;
mod plan;
mod presence;
mod seating;
mod session;
mod state;
mod token;
mod told;
mod wire;

pub use account::Account;
pub use bank::{REFILL, Used};
pub use code::{CODE_LETTERS, Code};
pub use command::Command;
pub use digest::Digest;
pub use due::BETWEEN_ROUNDS;
pub use fact::{Absence, Advice, Chooser, EDITION, Entry, Fact, Plan, Setup, Stakes, Wish};
pub use meeting::{Board, Halt, Hand, Meeting, MeetingEnd, MeetingStanding, StandIns, Ties};
pub use name::{name, saying, title};
pub use plan::PlanError;
pub use seating::Seating;
pub use session::{
    Input, MatchEnd, NotStored, Output, STAND_IN, Session, Sitter, Sitting, Think, Vacancy, Who,
};
pub use state::{Began, FoldError, Played, SeatState, State};
pub use token::TokenHash;
