//! `cargo xtask npm`: the package `@capicu/engine`, built, tested with Node and packed.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::cargo::{Workspace, from_here};
use crate::npm;
use crate::step::Step;
use crate::web;

const MODULE: &str = "capicu-engine";

const TYPESCRIPT: &str = "typescript@5.9.3";

pub fn run() -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    for program in ["node", "npm"] {
        if Command::new(program).arg("--version").output().is_err() {
            bail!("{program} is not installed: install Node 20 or later");
        }
    }
    let source = workspace.root.join("crates/capicu-engine");
    let out = workspace.target.join("npm");
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("cannot remove {}", out.display()))?;
    }
    fs::create_dir_all(&out).with_context(|| format!("cannot make {}", out.display()))?;
    web::build_module(&workspace, MODULE, &out)?;
    copy(&source.join("npm"), &out)?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy_file(&workspace.root.join(name), &out.join(name))?;
    }
    copy_file(&source.join("README.md"), &out.join("README.md"))?;
    let manifest = out.join("package.json");
    let text = fs::read_to_string(&manifest).context("the manifest cannot be read")?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let versioned = text.replace("\"version\": \"0.0.0\"", &version);
    if versioned == text {
        bail!("package.json has no version 0.0.0 to replace");
    }
    fs::write(&manifest, versioned).context("the manifest cannot be written")?;

    let step = Step::begin("Test the package with Node");
    step.run(
        Command::new("node")
            .args(["--test", "test.mjs"])
            .current_dir(&out)
            .env(
                "CAPICU_RECORDS",
                workspace.root.join("crates/capicu-record/tests/golden"),
            ),
    )?;
    step.done("");
    let compiler = npm::ensure(&workspace, TYPESCRIPT, "typescript/lib/tsc.js", |script| {
        script.exists()
    })?;
    let step = Step::begin("Check the types");
    let options = [
        "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext",
    ];
    step.run(
        Command::new("node")
            .arg(compiler)
            .args(options)
            .args(["--noUncheckedIndexedAccess", "types-test.ts"])
            .current_dir(&out),
    )?;
    step.done("");
    let step = Step::begin("Pack the package");
    let packed = step.run(
        Command::new("npm")
            .args(["pack", "--silent"])
            .current_dir(&out),
    )?;
    let packed = out.join(packed.trim());
    let size = packed.metadata().context("npm made no package")?.len();
    step.done(format_args!("{} KB", size.div_ceil(1000)));
    println!("{}", from_here(&packed).display());
    Ok(ExitCode::SUCCESS)
}

/// Copies a folder with its folders.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for entry in entries {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            copy_file(&path, &target)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}
