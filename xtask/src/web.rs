//! The web client: from its crate to the folder that the server embeds.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::cargo::{Workspace, cargo, hash_files, program};
use crate::step::Step;
use crate::toolchain::{WASM, ensure_wasm};
use crate::wasm_opt;

/// Crates that have to compile for the browser.
const BROWSER_CRATES: [&str; 6] = [
    "capicu",
    "capicu-ai",
    "capicu-protocol",
    "capicu-geometry",
    "capicu-i18n",
    "capicu-web",
];

/// Where cargo looks for compiler flags for the browser alone.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Those of them that there are, as arguments of cargo.
pub fn browser_crates(workspace: &Workspace) -> impl Iterator<Item = String> {
    BROWSER_CRATES
        .into_iter()
        .filter(|name| workspace.has(name))
        .map(|name| format!("--package={name}"))
}

/// Builds the client, unless nothing changed, and returns the folder to embed.
pub fn build(workspace: &Workspace) -> Result<PathBuf> {
    ensure_wasm()?;
    let step = Step::begin("Compile the web client");
    step.run(
        cargo("build")
            .args(["--profile=web", "--target", WASM, "--package=capicu-web"])
            // Views of one type each instead of a type for every nesting: 6 % less to download.
            .env(FLAGS, "--cfg erase_components"),
    )?;
    step.done("");
    bundle(workspace)
}

fn bundle(workspace: &Workspace) -> Result<PathBuf> {
    let source = workspace.root.join("crates/capicu-web");
    let compiled = workspace.target.join(WASM).join("web/capicu-web.wasm");
    let dist = workspace.target.join("web/dist");
    let stamp = workspace.target.join("web/dist.stamp");
    let wasm_opt = wasm_opt::ensure(workspace);

    let mut inputs = DefaultHasher::new();
    wasm_opt.hash(&mut inputs);
    hash_files(&compiled, &mut inputs)?;
    for part in ["index.html", "assets", "public"] {
        hash_files(&source.join(part), &mut inputs)?;
    }
    for part in ["Cargo.lock", "xtask/web"] {
        hash_files(&workspace.root.join(part), &mut inputs)?;
    }
    let inputs = format!("{:016x}", inputs.finish());
    if dist.exists() && fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == inputs) {
        return Ok(dist);
    }

    let step = Step::begin("Compile the bundler");
    step.run(cargo("build").args(["--package=xtask-web"]))?;
    step.done("");
    let step = Step::begin("Bundle the web client");
    let sizes = step.run(
        Command::new(program(workspace, "xtask-web"))
            .args([&compiled, &source, &dist])
            .args(&wasm_opt),
    )?;
    fs::write(&stamp, inputs).with_context(|| format!("cannot write {}", stamp.display()))?;
    step.done(sizes.trim());
    Ok(dist)
}
