//! Answers on standard output. One that cannot be written ends the program with an error; only a
//! reader that has seen enough, as with `| head`, is none.

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

/// Prints a text.
pub fn text(text: impl Display) {
    let mut out = io::stdout().lock();
    if let Err(error) = write!(out, "{text}").and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        unwritten(&error);
    }
}

/// Prints a part of a long answer, and says whether anybody still reads.
#[cfg(feature = "full")]
pub fn stream(text: impl AsRef<[u8]>) -> ControlFlow<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_ref()).and_then(|()| out.flush()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ControlFlow::Break(()),
        Err(error) => unwritten(&error),
    }
}

/// Prints what is not the answer on standard error.
#[cfg(feature = "full")]
pub fn aside(text: impl Display) {
    // Where nothing can be said, nobody can be told so.
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Refuses to fill a terminal with what is not text.
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

/// Prints JSON, indented.
pub fn json(value: &Value) {
    text(format_args!("{value:#}\n"));
}
