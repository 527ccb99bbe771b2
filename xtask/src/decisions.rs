//! The bots in WebAssembly: the same decisions as natively, and how much longer they take.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::cargo::{Workspace, cargo};
use crate::step::{Step, say};
use crate::toolchain::{WASM, ensure_wasm};

const EXAMPLE: [&str; 2] = ["--package=capicu-ai", "--example=decisions"];

/// How often natively and in WebAssembly take turns; five runs each time.
const TURNS: u32 = 3;

/// Calls a module's `main` so many times: what it returned, and seconds of processor time, the best.
const SCRIPT: &str = include_str!("bench/wasm.mjs");

/// Fails unless the bots decide in WebAssembly as they do natively, to the last bit. Without node it
/// says so and passes.
pub fn compare(workspace: &Workspace) -> Result<()> {
    let found = Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        say("Decisions in WebAssembly are not compared: node is not installed");
        return Ok(());
    }
    let step = Step::begin("Compare decisions in WebAssembly");
    let (native, module) = build(workspace, &step)?;
    run(workspace, &step, &module, 1)?;
    let lines = step.run(&mut Command::new(native))?;
    step.done(format_args!("{} games", lines.lines().count()));
    Ok(())
}

/// Seconds that the same decisions take natively and in WebAssembly: the best of runs that take turns,
/// since the machine may be quicker now than then.
pub fn seconds(workspace: &Workspace) -> Result<(f64, f64)> {
    let step = Step::begin("Decide natively and in WebAssembly");
    let (native, module) = build(workspace, &step)?;
    let (mut here, mut there) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..TURNS {
        there = there.min(run(workspace, &step, &module, 5)?);
        let said = step.run(Command::new(&native).arg("timed"))?;
        here = here.min(said.trim().parse()?);
    }
    step.done("");
    Ok((here, there))
}

/// Builds the example natively, and as a module that compares itself with what that one says.
fn build(workspace: &Workspace, step: &Step) -> Result<(PathBuf, PathBuf)> {
    step.run(cargo("build").arg("--release").args(EXAMPLE))?;
    let native = workspace.target.join("release/examples/decisions");
    let lines = step.run(&mut Command::new(&native))?;
    ensure_wasm()?;
    step.run(
        cargo("build")
            .args(["--profile=worker", "--target", WASM])
            .args(EXAMPLE)
            .env("CAPICU_DECISIONS", lines.trim_end()),
    )?;
    let module = workspace.target.join(WASM);
    Ok((native, module.join("worker/examples/decisions.wasm")))
}

/// Runs the module and fails if it found a difference: seconds of processor time.
pub fn run(workspace: &Workspace, step: &Step, module: &Path, times: u32) -> Result<f64> {
    let script = workspace.target.join("wasm.mjs");
    fs::write(&script, SCRIPT).context("cannot write the script")?;
    let said = step.run(
        Command::new("node")
            .arg(&script)
            .arg(module)
            .arg(times.to_string()),
    )?;
    let (code, seconds) = said.trim().split_once(' ').context("node said nothing")?;
    if code != "0" {
        bail!(
            "in WebAssembly line {code} of what `cargo run --release -p capicu-ai --example decisions` \
             prints comes out otherwise"
        );
    }
    Ok(seconds.parse()?)
}
