//! Players against each other over the same deals, and what can be said of their strength.
#![forbid(unsafe_code)]
#![deny(missing_docs)]
