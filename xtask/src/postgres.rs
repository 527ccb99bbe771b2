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

/// What the tests run; some packages of other makers have only the first ones.
const PROGRAMS: [&str; 5] = ["initdb", "postgres", "pg_ctl", "pg_isready", "psql"];

fn find() -> Option<PathBuf> {
    let is_whole = |folder: &PathBuf| {
        let mut programs = PROGRAMS.iter();
        programs.all(|program| folder.join(program).is_file())
    };
    if let Some(initdb) = on_path("initdb") {
        let folder = initdb.parent().map(PathBuf::from);
        if let Some(folder) = folder.filter(is_whole) {
            return Some(folder);
        }
    }
    // Debian keeps them beside each other by version, out of the PATH.
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.flatten().map(|version| version.path().join("bin"));
    folders.filter(is_whole).max()
}
