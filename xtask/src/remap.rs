//! Flags by which the compiler writes no path of this machine into a program.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// The folder of downloaded crates.
pub fn cargo_home() -> Result<PathBuf> {
    let given = env::var_os("CARGO_HOME").map(PathBuf::from);
    let usual = || env::home_dir().map(|home| home.join(".cargo"));
    given
        .or_else(usual)
        .context("the home folder is unknown; set CARGO_HOME")
}

/// Renames the crates of others. The standard library gets the path that it has where its source is not installed.
pub fn flags() -> Result<Vec<String>> {
    let about = rustc(&["-vV"])?;
    let commit = about
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "));
    let commit = commit.context("rustc names no commit")?;
    let sysroot = rustc(&["--print", "sysroot"])?;
    Ok(vec![
        format!("--remap-path-prefix={}=/cargo", cargo_home()?.display()),
        format!(
            "--remap-path-prefix={}/lib/rustlib/src/rust=/rustc/{commit}",
            sysroot.trim()
        ),
    ])
}

fn rustc(words: &[&str]) -> Result<String> {
    let output = Command::new("rustc")
        .args(words)
        .output()
        .context("cannot start rustc; install Rust from https://rustup.rs")?;
    if !output.status.success() {
        bail!("`rustc {}` failed", words.join(" "));
    }
    String::from_utf8(output.stdout).context("rustc prints no UTF-8")
}
