//! A table with people at it: who has which seat, what was played, who is away, and which automatic event comes next.
//! It does no input or output and has no clock; randomness comes from the caller.
//!
//! A [`Session`] receives inputs with the time, and returns outputs for its host: facts to store, messages to send,
//! choices for bots to think about, and when to wake it. Hosts only move bytes, wait and write. The stored data are
//! [`Fact`]s. A [`State`] is made by replaying them; a session adds only who is there.

#![forbid(unsafe_code)]

mod account;
mod bank;
mod broadcast;
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
#[cfg(feature = "serde")]
mod protocol;
mod seating;
mod session;
mod state;
mod token;
mod wire;

pub use account::Account;
pub use bank::{REFILL, Used};
pub use code::{CODE_LETTERS, Code};
pub use command::Command;
pub use digest::Digest;
pub use due::BETWEEN_ROUNDS;
pub use fact::{
    Absence, Advice, Chooser, EDITION, Entry, Fact, Newcomer, Owners, Plan, QueueUnit, Setup,
    Stakes, Wish,
};
pub use meeting::{Board, Halt, Hand, Meeting, MeetingEnd, MeetingStanding, StandIns, Ties};
pub use name::{name, saying, title};
pub use plan::PlanError;
pub use seating::Seating;
pub use session::{
    Input, MatchEnd, NotStored, OFFER, Output, QueueAsk, QueueCall, QueueRefusal, STAND_IN,
    Session, Sitter, Sitting, Think, Vacancy, Who,
};
pub use state::EACH_DRAW;
pub use state::{Began, FoldError, Offer, Party, Played, Queue, SeatState, State, Streak};
pub use token::TokenHash;
