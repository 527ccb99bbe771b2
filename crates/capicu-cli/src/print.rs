//! Output that may be cut short: a closed pipe, as with `| head`, is no error.

use std::fmt::Display;
use std::io::{self, Write};

use serde_json::Value;

/// Prints a text.
pub fn text(text: impl Display) {
    let mut out = io::stdout().lock();
    let _ = write!(out, "{text}");
    let _ = out.flush();
}

/// Prints JSON, indented.
pub fn json(value: &Value) {
    text(format_args!("{value:#}\n"));
}
