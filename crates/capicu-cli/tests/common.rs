//! Runs the built command for most tests.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

pub fn capicu(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_capicu"));
    command.args(arguments).env("LC_ALL", "C.UTF-8");
    command
}

/// Splits arguments that contain no spaces.
pub fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Runs a command with this standard input.
pub fn fed(mut command: Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // The command may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the command ends")
}

pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

/// Asserts that the command succeeds; returns its standard error.
#[track_caller]
pub fn succeeded(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

pub trait Refused {
    /// Asserts that the command fails with 2 and this reason.
    fn refused(&self, why: &str);
}

impl Refused for Output {
    #[track_caller]
    fn refused(&self, why: &str) {
        let said = String::from_utf8_lossy(&self.stderr);
        assert_eq!(self.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

impl Refused for [&str] {
    #[track_caller]
    fn refused(&self, why: &str) {
        let output = capicu(self).output();
        output.expect("the command starts").refused(why);
    }
}

pub trait Has {
    /// Asserts that it contains this text.
    fn has(&self, part: &str);
}

impl Has for str {
    #[track_caller]
    fn has(&self, part: &str) {
        assert!(self.contains(part), "no {part}: {self}");
    }
}
