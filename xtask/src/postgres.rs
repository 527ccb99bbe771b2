//! The PostgreSQL of the tests; each test starts its own server.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::debian::{self, on_path};

/// Returns the folder of its programs; installs Debian's package if they are missing and this user may.
pub fn ensure() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    let missing = "the tests of the store in PostgreSQL need it";
    debian::install(&["postgresql"], missing)?;
    find().context("apt-get installed PostgreSQL, but its programs are not there")
}

/// Programs that the tests run. Some packages contain only the first ones.
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
    // Debian installs them in a folder for each version, outside `PATH`.
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.flatten().map(|version| version.path().join("bin"));
    folders.filter(is_whole).max()
}
