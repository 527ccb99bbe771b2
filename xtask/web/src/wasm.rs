//! From the compiler's output to a module and the script that loads it.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

/// Optimization of a module.
#[derive(Clone, Copy)]
pub enum Aim {
    /// Small: every visitor downloads it.
    Small,
    /// Fast: it computes moves and analyses.
    Fast,
}

/// The download is compressed, and separate functions compress better than functions inlined into their only caller.
/// The module is 5 % longer than with `-Oz`, but its download 1 % smaller.
const SMALL: &[&str] = &[
    "-O2",
    "-s",
    "1",
    "--one-caller-inline-max-function-size=0",
    "--always-inline-max-function-size=3",
    "--reorder-globals",
    "--simplify-globals",
    "--reorder-locals",
];

/// Features that rustc may use for this target, and that every browser since 2022 supports.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Writes `NAME.wasm`, `NAME.js` and its imported scripts to the folder `out`. `compiled` is named `NAME.wasm` too.
pub fn link(compiled: &Path, aim: Aim, out: &Path, wasm_opt: Option<&Path>) -> Result<()> {
    let name = compiled
        .file_stem()
        .and_then(|name| name.to_str())
        .with_context(|| format!("{} has no name", compiled.display()))?;
    Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(out)
        .with_context(|| format!("wasm-bindgen cannot read {}", compiled.display()))?;

    let module = out.join(format!("{name}.wasm"));
    let bound = out.join(format!("{name}_bg.wasm"));
    let Some(wasm_opt) = wasm_opt else {
        return fs::rename(&bound, &module).context("cannot rename the module");
    };
    let status = Command::new(wasm_opt)
        .args(match aim {
            Aim::Small => SMALL,
            Aim::Fast => &["-O3"],
        })
        .args(FEATURES)
        .args([
            "--strip-debug",
            "--strip-producers",
            "--strip-target-features",
        ])
        .arg(&bound)
        .arg("-o")
        .arg(&module)
        .status()
        .with_context(|| format!("cannot start {}", wasm_opt.display()))?;
    if !status.success() {
        bail!("{} failed with {status}", wasm_opt.display());
    }
    fs::remove_file(&bound).context("cannot remove the module as it was before wasm-opt")
}
