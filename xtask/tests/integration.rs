//! The integration tests of this crate, in one binary: it links once.

mod dependencies;
mod install;
mod packages;
mod rules_at_home;
mod scripts;
mod tidy;
mod versions;
mod words;
