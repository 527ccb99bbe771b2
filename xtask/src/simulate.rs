//! Longer simulations of the whole server than a test may run.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::binary::Profile;
use crate::cargo::{Workspace, cargo};
use crate::step::{Step, say};
use crate::web::{self, Client};

#[derive(Debug, PartialEq, Eq)]
pub struct Simulate {
    pub minutes: u64,
    pub seed: u64,
    pub servers: u64,
    pub profile: Profile,
}

impl Default for Simulate {
    fn default() -> Self {
        Self {
            minutes: 1,
            seed: 1,
            servers: 1,
            profile: Profile::Dev,
        }
    }
}

/// Compiles the server's tests, and simulates from a seed on.
pub fn run(asked: &Simulate) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let dist = Client::Small.dist(&workspace);
    if !dist.exists() {
        web::build(&workspace, Client::Small)?;
    }
    let step = Step::begin("Compile the simulation");
    let mut compile = cargo("test");
    compile
        .args(["--package=capicu-server", "--lib", "--no-run"])
        .arg("--message-format=json-render-diagnostics")
        .env(web::EMBEDDED, &dist);
    if asked.profile == Profile::Release {
        compile.arg("--release");
    }
    let program = step.run(&mut compile)?.lines().find_map(program);
    let program = program.context("cargo names no program")?;
    step.done("");
    say(format_args!("Simulate from seed {}", asked.seed));
    let mut simulation = Command::new(program);
    simulation
        .args(["--exact", "simulation::long::for_as_long_as_wanted"])
        .arg("--nocapture")
        .env("CAPICU_SIMULATE_MINUTES", asked.minutes.to_string())
        .env("CAPICU_SIMULATE_SEED", asked.seed.to_string())
        .env("CAPICU_SIMULATE_SERVERS", asked.servers.to_string());
    become_it(&mut simulation)
}

/// Returns the test program that a line of cargo's JSON output names.
fn program(line: &str) -> Option<PathBuf> {
    let told: Value = serde_json::from_str(line).ok()?;
    told["executable"].as_str().map(PathBuf::from)
}

/// Replaces this process, so that Ctrl-C reaches the program.
#[cfg(unix)]
fn become_it(program: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(program.exec()).context("cannot start the simulation")
}

#[cfg(not(unix))]
fn become_it(program: &mut Command) -> Result<ExitCode> {
    let status = program.status().context("cannot start the simulation")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
