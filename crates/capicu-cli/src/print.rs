//! Answers on standard output. A failed write ends the program with an error, unless the reader closed the pipe, as `|
//! head` does.

use std::fmt::Display;
#[cfg(feature = "full")]
use std::io::IsTerminal as _;
use std::io::{self, Write};
#[cfg(feature = "full")]
use std::ops::ControlFlow;
use std::process;

use serde_json::Value;

use crate::exit;
use crate::language::texts;

pub fn text(text: impl Display) {
    let mut out = io::stdout().lock();
    if let Err(error) = write!(out, "{text}").and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        unwritten(&error);
    }
}

/// Prints a part of a long answer; breaks once the reader is gone.
#[cfg(feature = "full")]
pub fn stream(text: impl AsRef<[u8]>) -> ControlFlow<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_ref()).and_then(|()| out.flush()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ControlFlow::Break(()),
        Err(error) => unwritten(&error),
    }
}

#[cfg(feature = "full")]
pub fn aside(text: impl Display) {
    // If standard error fails, there is no way to report it.
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Refuses to print binary data to a terminal.
#[cfg(feature = "full")]
pub fn check_binary() -> Result<(), String> {
    match io::stdout().is_terminal() {
        true => Err(texts().command_binary()),
        false => Ok(()),
    }
}

/// Ends the program: its answer is incomplete.
fn unwritten(error: &io::Error) -> ! {
    exit::error(texts().command_output(&texts().io_error(error)));
    process::exit(2)
}

/// Prints indented JSON.
pub fn json(value: &Value) {
    text(format_args!("{value:#}\n"));
}
