//! A session under everything that people and hosts do to it.

mod accounts;
mod calls;
mod clocks;
mod codes;
mod host;
mod laws;
mod lobby;
mod meeting;
mod partners;
mod places;
mod queue;
mod sitting;
mod talk;
mod watching;
mod withdrawing;
