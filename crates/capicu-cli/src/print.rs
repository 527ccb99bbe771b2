//! Answers on standard output. One that cannot be written ends the program with an error; only a
//! reader that has seen enough, as with `| head`, is none.

use std::fmt::Display;
use std::io::{self, Write};
use std::process;

use serde_json::Value;

use crate::exit;
use crate::language::texts;

/// Prints a text.
pub fn text(text: impl Display) {
    let mut out = io::stdout().lock();
    if let Err(error) = write!(out, "{text}").and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        exit::error(texts().command_output(&texts().io_error(&error)));
        process::exit(2);
    }
}

/// Prints JSON, indented.
pub fn json(value: &Value) {
    text(format_args!("{value:#}\n"));
}
