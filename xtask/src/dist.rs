//! `cargo xtask dist`: the packer is a package of its own, which only a release compiles.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::binary::become_program;
use crate::cargo::{Workspace, cargo, program};
use crate::step::Step;
use crate::wasm_opt;
use crate::web::{self, Client};

pub fn run(arguments: &[String]) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let step = Step::begin("Compile the packer");
    step.run(cargo("build").arg("--package=xtask-release"))?;
    step.done("");
    let packer = program(&workspace, "xtask-release");
    let mut command = Command::new(&packer);
    command
        .args([&workspace.root, &workspace.target])
        .args(arguments);
    become_program(&mut command).with_context(|| format!("cannot start {}", packer.display()))
}

/// Builds the page and prints its folder. Without `wasm-opt` the bytes would differ from those of others.
pub fn page() -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    if wasm_opt::ensure(&workspace).is_none() {
        bail!("a release needs wasm-opt; install npm, then try again");
    }
    println!("{}", web::build(&workspace, Client::Small)?.display());
    Ok(ExitCode::SUCCESS)
}
