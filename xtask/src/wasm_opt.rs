//! The program that makes WebAssembly smaller.
//!
//! It is a large C++ program. The npm package holds it compiled to WebAssembly, so it runs wherever
//! node does; without npm the client is merely larger.

use std::path::PathBuf;
use std::process::Command;

use crate::cargo::Workspace;
use crate::npm;
use crate::step::say;

const PACKAGE: &str = "binaryen@132.0.0";

/// Where it is, installed below the target folder when missing; `None` when that cannot be.
pub fn ensure(workspace: &Workspace) -> Option<PathBuf> {
    let works = |program: &PathBuf| {
        let version = Command::new(program).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    let found = npm::ensure(workspace, PACKAGE, ".bin/wasm-opt", works);
    found
        .inspect_err(|reason| {
            say(format!(
                "wasm-opt: {reason}; going on without it, the web client is larger"
            ));
        })
        .ok()
}
