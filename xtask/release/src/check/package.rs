//! The Debian package in a bare Debian: installed, started, upgraded over older data, removed and purged.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::check::server::Root;
use crate::deb;
use crate::debian::{install, on_path};
use crate::release::Release;
use crate::source::{About, Place, output};
use crate::step::Step;
use crate::target::Target;

const DEBIAN: &str = "bookworm";

/// The database of a server of commit d76827e8 after a match of `ana`, compressed by gzip.
const OLD_DATA: &[u8] = include_bytes!("../../files/data-d76827e8.fixture");

/// The word that an admin adds to the settings, which an upgrade must keep.
const EDITED: &str = "\n# Edited by an admin.\n";

pub fn run(place: &Place, about: &About, target: Target, release: &Release) -> Result<()> {
    let base = debian(place)?;
    let step = Step::begin("Install, upgrade and remove the package");
    let folder = place.target().join("roots/package");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    step.run(Command::new("cp").arg("-a").arg(&base).arg(&folder))?;
    let name = format!("capicu_{}_{}.deb", about.version, target.architecture());
    let root = Root {
        folder: folder.clone(),
        target,
        user: "0:0".to_owned(),
        writable: None,
        log: folder.with_extension("log"),
    };
    let dpkg = |words: &[&str]| output(&mut root.command(&[&["dpkg"], words].concat())?);
    let package = format!("/{name}");
    fs::write(folder.join(&name), &release.files[&name])?;
    dpkg(&["--install", &package])?;

    fs::write(folder.join("tmp/old.db.gz"), OLD_DATA)?;
    let run = |words: &[&str]| output(&mut root.command(words)?);
    run(&["gzip", "--decompress", "/tmp/old.db.gz"])?;
    let owner = ["--owner=capicu", "--group=capicu", "--mode=0600"];
    let database = ["/tmp/old.db", "/var/lib/capicu/capicu.db"];
    run(&[&["install"], &owner[..], &database[..]].concat())?;

    let service = Root {
        user: "capicu:capicu".to_owned(),
        writable: Some(folder.join("var/lib/capicu")),
        log: folder.with_extension("log"),
        folder: folder.clone(),
        target,
    };
    let start = deb::UNIT
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="));
    let start: Vec<&str> = start
        .context("the unit starts nothing")?
        .split(' ')
        .collect();
    let server = service.serve(&start)?;
    // The older data has the account of the first match, so each match needs another name.
    server.play(place, &step, "eva")?;
    server.stop()?;

    let settings = folder.join("etc/capicu.toml");
    let edited = fs::read_to_string(&settings)? + EDITED;
    fs::write(&settings, &edited)?;
    dpkg(&["--install", &package])?;
    if fs::read_to_string(&settings)? != edited {
        bail!("the upgrade changed /etc/capicu.toml");
    }
    let server = service.serve(&start)?;
    server.play(place, &step, "luis")?;
    server.stop()?;
    run(&[
        "capicu",
        "export",
        "/tmp/all.ndjson",
        "--data",
        "/var/lib/capicu",
    ])?;
    let all = fs::read_to_string(folder.join("tmp/all.ndjson"))?;
    for name in ["ana", "eva", "luis"] {
        if !all.contains(&format!("\"{name}\"")) {
            bail!("after the upgrades {name} is gone");
        }
    }

    let data = folder.join("var/lib/capicu/capicu.db");
    dpkg(&["--remove", "capicu"])?;
    there(&folder.join("usr/bin/capicu"), false)?;
    there(&settings, true)?;
    there(&data, true)?;
    dpkg(&["--purge", "capicu"])?;
    there(&settings, false)?;
    there(&data, false)?;
    step.done("");
    Ok(())
}

fn there(path: &Path, expected: bool) -> Result<()> {
    if path.exists() != expected {
        let verb = if expected { "removed" } else { "left" };
        bail!("the package {verb} {}", path.display());
    }
    Ok(())
}

/// A bare Debian, unpacked once.
fn debian(place: &Place) -> Result<std::path::PathBuf> {
    let folder = place.tools.join(DEBIAN);
    if folder.join("var/lib/dpkg/status").is_file() {
        return Ok(folder);
    }
    // It may be where only root looks for programs.
    if on_path("debootstrap").is_none() && !Path::new("/usr/sbin/debootstrap").exists() {
        install(&["debootstrap"], "a bare Debian needs debootstrap")?;
    }
    let step = Step::begin("Unpack a bare Debian");
    step.run(
        Command::new("debootstrap")
            .args(["--variant=minbase", "--include=adduser", DEBIAN])
            .arg(&folder),
    )?;
    step.done("");
    Ok(folder)
}
