//! The optimizer that makes WebAssembly smaller.
//!
//! The npm package contains this large C++ program compiled to WebAssembly, so it runs wherever node does. Without npm
//! the client is merely larger.

use std::path::PathBuf;
use std::process::Command;

use crate::cargo::Workspace;
use crate::npm;
use crate::step::say;

const PACKAGE: &str = "binaryen@132.0.0";

/// Returns its path; installs it below the target folder if missing. `None` if that fails.
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
