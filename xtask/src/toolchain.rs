//! The compiler's WebAssembly target.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::step::Step;

/// The target of the web client.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the target if the compiler lacks it.
pub fn ensure_wasm() -> Result<()> {
    if has_wasm()? {
        return Ok(());
    }
    let step = Step::begin(format!("Install the target {WASM}"));
    let added = Command::new("rustup")
        .args(["target", "add", WASM])
        .output();
    match added {
        Ok(output) if output.status.success() && has_wasm()? => {
            step.done("");
            Ok(())
        }
        Ok(output) => bail!(
            "rustup cannot add {WASM}: {}; try `rustup target add {WASM}` yourself",
            String::from_utf8_lossy(&output.stderr)
                .lines()
                .last()
                .unwrap_or("no reason given")
        ),
        Err(_) => bail!(
            "the compiler lacks the target {WASM} and there is no rustup to add it; install rustup \
             from https://rustup.rs, or your system's package of Rust's standard library for wasm32"
        ),
    }
}

fn has_wasm() -> Result<bool> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .output()
        .context("cannot start rustc; install Rust from https://rustup.rs")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(output.status.success() && Path::new(folder.trim()).is_dir())
}
