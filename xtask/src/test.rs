//! Everything that has to hold before a change is merged.
//!
//! The order keeps what is compiled to a minimum: lints and documentation share what cargo checked, all
//! tests share one profile, and the browser tests use the program compiled for those of the command line,
//! with the client inside that `cargo xtask serve` serves. The test runner comes last, so that its summary
//! ends the output.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::binary::{self, Profile};
use crate::cargo::{Workspace, cargo};
use crate::step::{Step, say};
use crate::{bench, browser, decisions, web};

/// Runs every check, and stops at the first that fails.
pub fn run() -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    step(
        "Check the format (repair: cargo fmt --all)",
        cargo("fmt").args(["--all", "--check"]),
    )?;
    // No code is for the browser alone, so that linting it once is enough.
    step(
        "Lint",
        cargo("clippy").args(["--workspace", "--all-targets", "--", "--deny=warnings"]),
    )?;
    step(
        "Document",
        cargo("doc")
            .args(["--workspace", "--no-deps", "--document-private-items"])
            .env("RUSTDOCFLAGS", "--deny=warnings"),
    )?;
    let dist = web::build(&workspace)?;
    let weighing = Step::begin("Weigh a first visit");
    weighing.done(format_args!("{} KB", web::first_load(&workspace)? / 1000));
    step(
        "Run the examples in the documentation",
        cargo("test")
            .args(["--workspace", "--doc"])
            .env(web::EMBEDDED, &dist),
    )?;

    if !bench::gate(&workspace)? {
        return Ok(ExitCode::FAILURE);
    }

    decisions::compare(&workspace)?;

    let mut tests = runner();
    tests
        .env(web::EMBEDDED, &dist)
        .env("CAPICU_BIN", binary::path(&workspace, Profile::Dev));
    if workspace.has("capicu-e2e") {
        let found = browser::ensure()?;
        tests
            .env("CAPICU_BROWSER", found.browser)
            .env("CAPICU_DRIVER", found.driver);
    }
    say("Run the tests");
    let status = tests.status().context("cannot start cargo")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn step(name: &str, command: &mut Command) -> Result<()> {
    let step = Step::begin(name);
    step.run(command)?;
    step.done("");
    Ok(())
}

/// `cargo nextest run`, or `cargo test` where it is not installed.
fn runner() -> Command {
    let nextest = Command::new("cargo-nextest")
        .args(["nextest", "--version"])
        .output();
    if nextest.is_ok_and(|output| output.status.success()) {
        let mut command = cargo("nextest run");
        command.args(["--workspace", "--no-fail-fast"]);
        command
    } else {
        let mut command = cargo("test");
        command.args(["--workspace", "--all-targets", "--no-fail-fast"]);
        command
    }
}
