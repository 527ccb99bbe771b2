//! Turns the compiled web client into the folder that the server embeds.
//!
//! `xtask-web SOURCE OUT TABLE FORM SCORE WORKER... [--wasm-opt WASM_OPT]`. SOURCE is the folder of the client's crate,
//! OUT the folder to write; TABLE, FORM, SCORE and WORKER are outputs of the compiler. WASM_OPT is the program that makes
//! WebAssembly smaller. `cargo xtask build` starts it.
//!
//! `xtask-web --module MODULE OUT [--wasm-opt WASM_OPT]` writes one module with its script, without a page.

#![forbid(unsafe_code)]

mod bundle;
mod compress;
mod shorten;
mod texts;
mod wasm;

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use anyhow::{Context as _, Result, bail};

use bundle::Bundle;
use wasm::Aim;

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let (arguments, wasm_opt) = match arguments.as_slice() {
        [arguments @ .., flag, wasm_opt] if flag.as_os_str() == "--wasm-opt" => {
            (arguments, Some(wasm_opt.as_path()))
        }
        arguments => (arguments, None),
    };
    if let [flag, module, out] = arguments
        && flag.as_os_str() == "--module"
    {
        return wasm::link(module, Aim::Fast, out, wasm_opt);
    }
    let [source, out, table, form, score, workers @ ..] = arguments else {
        bail!("usage: xtask-web SOURCE OUT TABLE FORM SCORE WORKER... [--wasm-opt WASM_OPT]");
    };

    let work = out.with_extension("work");
    remove(&work)?;
    let mut bundle = Bundle::default();
    bundle.add_page(&source.join("index.html"))?;
    bundle.add_folder(&source.join("public"), bundle::Naming::Kept)?;
    bundle.add_folder(&source.join("assets"), bundle::Naming::Hashed)?;
    let linked = work.join("linked");
    thread::scope(|scope| {
        let pages = scope.spawn(|| {
            wasm::link(table, Aim::Small, &linked, wasm_opt)?;
            wasm::link(form, Aim::Small, &linked, wasm_opt)?;
            wasm::link(score, Aim::Small, &linked, wasm_opt)
        });
        for worker in workers {
            wasm::link(worker, Aim::Fast, &linked, wasm_opt)?;
        }
        pages
            .join()
            .unwrap_or_else(|_| bail!("linking the pages stopped"))
    })?;
    texts::write(&linked)?;
    bundle.add_folder(&linked, bundle::Naming::Hashed)?;

    // Write a temporary folder and move it into place, so that an interrupted run leaves no partial client.
    let fresh = work.join("dist");
    let sizes = compress::write(&bundle.finish()?, &fresh)?;
    remove(out)?;
    fs::rename(&fresh, out).with_context(|| format!("cannot write {}", out.display()))?;
    remove(&work)?;

    let kilobytes = |bytes: usize| format!("{} KB", bytes.div_ceil(1000));
    let each = sizes.compressed.iter();
    let compressed: Vec<String> = each
        .map(|(name, size)| format!("{} with {name}", kilobytes(*size)))
        .collect();
    println!(
        "{} files, {}; {}",
        sizes.files,
        kilobytes(sizes.plain),
        compressed.join(", ")
    );
    Ok(())
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}
