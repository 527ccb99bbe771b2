//! The program that makes WebAssembly smaller.
//!
//! It is a large C++ program. The npm package holds it compiled to WebAssembly, so it runs wherever
//! node does; without npm the client is merely larger.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::cargo::Workspace;
use crate::step::{Step, say};

const PACKAGE: &str = "binaryen@132.0.0";

/// Where it is, installed below the target folder when missing; `None` when that cannot be.
pub fn ensure(workspace: &Workspace) -> Option<PathBuf> {
    let folder = workspace
        .target
        .join("tools")
        .join(PACKAGE.replace('@', "-"));
    let program = folder.join("node_modules/.bin/wasm-opt");
    if program.exists() {
        return Some(program);
    }
    let without = |reason: &str| {
        say(format!(
            "wasm-opt: {reason}; going on without it, the web client is larger"
        ));
        None
    };
    if Command::new("npm").arg("--version").output().is_err() {
        return without("npm is not installed");
    }
    let step = Step::begin(format!("Install {PACKAGE} with npm"));
    let installed = fs::create_dir_all(&folder).is_ok()
        && Command::new("npm")
            .args([
                "install",
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
                "--prefix",
            ])
            .args([folder.as_os_str(), PACKAGE.as_ref()])
            .output()
            .is_ok_and(|output| output.status.success());
    let works = installed
        && Command::new(&program)
            .arg("--version")
            .output()
            .is_ok_and(|o| o.status.success());
    if !works {
        let _ = fs::remove_dir_all(&folder);
        step.done("failed");
        return without("npm cannot install it");
    }
    step.done("");
    Some(program)
}
