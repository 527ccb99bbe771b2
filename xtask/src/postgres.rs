//! The PostgreSQL that tests start, each one of its own.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::debian::{self, on_path};

/// The folder of its programs; installs Debian's where they are missing and this user may.
pub fn ensure() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    let missing = "the tests of the store in PostgreSQL need it";
    debian::install(&["postgresql"], missing)?;
    find().context("apt-get installed PostgreSQL, but its programs are not there")
}

fn find() -> Option<PathBuf> {
    if let Some(initdb) = on_path("initdb") {
        return initdb.parent().map(PathBuf::from);
    }
    // Debian keeps them beside each other by version, out of the PATH.
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.flatten().map(|version| version.path().join("bin"));
    folders
        .filter(|folder| folder.join("initdb").is_file())
        .max()
}
