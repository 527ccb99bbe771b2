//! axe-core, the script that finds accessibility faults on a page.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::cargo::Workspace;
use crate::npm;

const PACKAGE: &str = "axe-core@4.14.1";

/// Returns its path; installs it below the target folder if missing.
pub fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    npm::ensure(workspace, PACKAGE, "axe-core/axe.min.js", |script| {
        script.exists()
    })
    .context("the browser tests need node's package manager for axe, such as Debian's `npm`")
}
