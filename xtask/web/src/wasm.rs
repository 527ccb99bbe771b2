//! From the compiler's output to a module and the script that loads it.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

/// What the module and its script are called.
const NAME: &str = "capicu-web";

/// What rustc may use for this target, and every browser since 2022 understands.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Writes `capicu-web.wasm`, `capicu-web.js` and the scripts it imports to the folder `out`.
pub fn link(compiled: &Path, out: &Path, wasm_opt: Option<&Path>) -> Result<()> {
    Bindgen::new()
        .input_path(compiled)
        .out_name(NAME)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(out)
        .with_context(|| format!("wasm-bindgen cannot read {}", compiled.display()))?;

    let module = out.join(format!("{NAME}.wasm"));
    let bound = out.join(format!("{NAME}_bg.wasm"));
    let Some(wasm_opt) = wasm_opt else {
        return fs::rename(&bound, &module).context("cannot rename the module");
    };
    let status = Command::new(wasm_opt)
        .arg("-Oz")
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
