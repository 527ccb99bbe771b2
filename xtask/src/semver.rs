//! Whether the published crates break the programs that use them: `cargo-semver-checks` compares them with a revision.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};

use crate::cargo::Workspace;
use crate::step::Step;

/// Compiled from source once, below the target folder.
const TOOL: &str = "cargo-semver-checks";
const VERSION: &str = "0.51.0";

/// Compares the working tree with a revision. The change may be one that asks for a new minor version.
pub fn check(revision: &str) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let known = Command::new("git")
        .args(["rev-parse", "--verify", "--quiet"])
        .arg(format!("{revision}^{{commit}}"))
        .current_dir(&workspace.root)
        .output()?;
    if !known.status.success() {
        bail!("git knows no revision `{revision}`; `git tag` lists the versions");
    }
    let program = ensure(&workspace)?;
    let published = workspace.published();
    let step = Step::begin(format!(
        "Compare {} crates with {revision}",
        published.len()
    ));
    step.run(
        Command::new(program)
            .args(["semver-checks", "--release-type=minor"])
            .args(["--baseline-rev", revision])
            .args(published.iter().map(|name| format!("--package={name}")))
            .current_dir(&workspace.root),
    )?;
    step.done("nothing breaks");
    Ok(ExitCode::SUCCESS)
}

fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace
        .target
        .join("tools")
        .join(format!("{TOOL}-{VERSION}"));
    let program = folder.join("bin").join(TOOL);
    if program.is_file() {
        return Ok(program);
    }
    let step = Step::begin(format!("Compile {TOOL} {VERSION}"));
    // Unoptimized: it compiles in a third of the time.
    step.run(
        Command::new(env!("CARGO"))
            .args(["install", TOOL, "--version", VERSION, "--locked", "--debug"])
            .arg("--root")
            .arg(&folder)
            .env("CARGO_TARGET_DIR", folder.join("target")),
    )?;
    // The crates compiled for it take a gigabyte.
    let _ = std::fs::remove_dir_all(folder.join("target"));
    step.done("");
    Ok(program)
}
