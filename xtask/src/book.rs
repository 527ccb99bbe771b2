//! `cargo xtask book`: the website. Its builder is a package of its own, which only the website compiles.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::cargo::{Workspace, cargo, from_here, program};
use crate::step::Step;

/// Builds it for this address, if one is known.
pub fn run(url: Option<&str>) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let step = Step::begin("Compile the builder of the website");
    step.run(cargo("build").arg("--package=xtask-book"))?;
    step.done("");
    let out = workspace.target.join("book");
    let step = Step::begin("Build the website");
    let printed = step.run(
        Command::new(program(&workspace, "xtask-book"))
            .arg(&workspace.root)
            .arg(&out)
            .args(url),
    )?;
    step.done(printed.trim());
    println!("{}", from_here(&out.join("index.html")).display());
    Ok(ExitCode::SUCCESS)
}
