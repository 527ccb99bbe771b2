//! The script that looks for what is wrong with a page for those who hear it or see little.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::cargo::Workspace;
use crate::npm;

const PACKAGE: &str = "axe-core@4.14.1";

/// Where it is, installed below the target folder when missing.
pub fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    npm::ensure(workspace, PACKAGE, "axe-core/axe.min.js", |script| {
        script.exists()
    })
    .context("the browser tests need node's package manager for axe, such as Debian's `npm`")
}
