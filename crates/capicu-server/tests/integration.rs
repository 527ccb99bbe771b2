//! The integration tests of this crate, in one binary: it links once.

mod common;

mod admin;
mod analyses;
mod bad_input;
mod conduct;
mod crash;
mod faces;
mod faults;
mod friends;
mod history;
mod limits;
mod lobby;
mod nodes;
mod pages;
mod passkeys;
mod people;
mod play;
mod push;
mod queue;
mod ratings;
mod site;
mod start;
mod talk;
mod watch;
