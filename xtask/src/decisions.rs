//! Compares bots and analysis in WebAssembly with native code: equal results, and ratios of time.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::cargo::{Workspace, cargo};
use crate::step::{Step, say};
use crate::toolchain::{WASM, ensure_wasm};
use crate::wasm_opt;

/// A program that prints a line for each case. Compiled with these lines, it compares its own with them.
pub struct Compared {
    pub what: &'static str,
    package: &'static str,
    example: &'static str,
    /// The environment variable that names the file of lines to the compiler.
    variable: &'static str,
}

/// Actions of the bots.
pub const BOTS: Compared = Compared {
    what: "Bots",
    package: "capicu-ai",
    example: "decisions",
    variable: "CAPICU_DECISIONS",
};

/// Results of match reviews.
pub const ANALYSIS: Compared = Compared {
    what: "Analyses",
    package: "capicu-analysis",
    example: "analyses",
    variable: "CAPICU_ANALYSES",
};

/// Native code and WebAssembly alternate this many times, with five runs each.
const TURNS: u32 = 3;

/// Calls a module's `main` *n* times; prints its result and the shortest processor time in seconds.
const SCRIPT: &str = include_str!("bench/wasm.mjs");

/// Fails unless results in WebAssembly equal the native ones to the last bit. Without node it prints a note and passes.
pub fn compare(workspace: &Workspace, one: &Compared) -> Result<()> {
    let found = Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        say(format_args!(
            "{} in WebAssembly are not compared: node is not installed",
            one.what
        ));
        return Ok(());
    }
    let step = Step::begin(format!("Compare in WebAssembly: {}", one.what));
    let (native, module) = build(workspace, &step, one)?;
    one.run(workspace, &step, &module, 1)?;
    let lines = step.run(&mut Command::new(native))?;
    step.done(format_args!("{} games", lines.lines().count()));
    Ok(())
}

/// Returns the seconds of native code and of WebAssembly. Both alternate and the shortest time counts, since the speed
/// of the machine varies.
pub fn seconds(workspace: &Workspace, one: &Compared) -> Result<(f64, f64)> {
    let step = Step::begin(format!("Natively and in WebAssembly: {}", one.what));
    let (native, module) = build(workspace, &step, one)?;
    let (mut here, mut there) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..TURNS {
        there = there.min(one.run(workspace, &step, &module, 5)?);
        let said = step.run(Command::new(&native).arg("timed"))?;
        here = here.min(said.trim().parse()?);
    }
    step.done("");
    Ok((here, there))
}

/// Builds the example natively, and as a module that compares itself with the native lines.
fn build(workspace: &Workspace, step: &Step, one: &Compared) -> Result<(PathBuf, PathBuf)> {
    let example = [
        format!("--package={}", one.package),
        format!("--example={}", one.example),
    ];
    step.run(cargo("build").arg("--release").args(&example))?;
    let native = workspace.target.join("release/examples").join(one.example);
    let lines = step.run(&mut Command::new(&native))?;
    ensure_wasm()?;
    step.run(
        cargo("build")
            .args(["--profile=worker", "--target", WASM])
            .args(&example)
            .env(one.variable, lines.trim_end()),
    )?;
    let module = workspace.target.join(WASM).join("worker/examples");
    let compiled = module.join(format!("{}.wasm", one.example));
    // Optimize as for browsers.
    let Some(wasm_opt) = wasm_opt::ensure(workspace) else {
        return Ok((native, compiled));
    };
    let module = module.join(format!("{}.opt.wasm", one.example));
    let arguments: [&OsStr; 4] = [
        "-O3".as_ref(),
        compiled.as_ref(),
        "-o".as_ref(),
        module.as_ref(),
    ];
    step.run(Command::new(wasm_opt).args(arguments))?;
    Ok((native, module))
}

impl Compared {
    /// Runs the module and returns seconds of processor time. Fails if the module found a difference.
    fn run(&self, workspace: &Workspace, step: &Step, module: &Path, times: u32) -> Result<f64> {
        let (code, seconds) = run(workspace, step, module, times)?;
        if code != 0 {
            bail!(
                "in WebAssembly line {code} of what `cargo run --release -p {} --example {}` prints comes out \
                 otherwise",
                self.package,
                self.example
            );
        }
        Ok(seconds)
    }
}

/// Runs a module `times` times: returns its exit code, and the shortest processor time in seconds.
pub fn run(workspace: &Workspace, step: &Step, module: &Path, times: u32) -> Result<(u8, f64)> {
    let script = workspace.target.join("wasm.mjs");
    fs::write(&script, SCRIPT).context("cannot write the script")?;
    let said = step.run(
        Command::new("node")
            .arg(&script)
            .arg(module)
            .arg(times.to_string()),
    )?;
    let (code, seconds) = said.trim().split_once(' ').context("node said nothing")?;
    Ok((code.parse()?, seconds.parse()?))
}
