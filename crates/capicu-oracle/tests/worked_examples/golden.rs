//! Whole rounds.
