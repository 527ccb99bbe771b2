//! The crates and other software inside the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::source::{Place, cargo, output, text};
use crate::target::Target;

/// Software inside the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    pub name: String,
    pub version: String,
    /// As an SPDX expression.
    pub license: String,
    /// SHA-256 of the crate's archive; none for software that is no crate of others.
    pub checksum: Option<String>,
    /// Where its license files are.
    pub folder: Option<PathBuf>,
}

/// Crates of others that the program and the page inside it are made of, for these targets.
pub fn of(place: &Place, targets: &[Target]) -> Result<Vec<Part>> {
    let mut names = BTreeSet::new();
    for target in targets {
        names.extend(linked(place, &["capicu-cli"], target.triple())?);
    }
    let page = [
        "capicu-web",
        "capicu-score",
        "capicu-practice",
        "capicu-replay",
    ];
    names.extend(linked(place, &page, "wasm32-unknown-unknown")?);

    let checksums = checksums(&fs::read_to_string(place.source().join("Cargo.lock"))?);
    let metadata = output(cargo(place).args(["metadata", "--locked", "--format-version=1"]))?;
    let metadata: Value = serde_json::from_slice(&metadata)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut parts = Vec::new();
    for package in packages.filter(|package| !package["source"].is_null()) {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let key = (text("name"), text("version"));
        if !names.contains(&key) {
            continue;
        }
        let manifest = PathBuf::from(text("manifest_path"));
        parts.push(Part {
            checksum: checksums.get(&key).cloned(),
            license: text("license").replace('/', " OR "),
            folder: manifest.parent().map(PathBuf::from),
            name: key.0,
            version: key.1,
        });
    }
    parts.sort();
    Ok(parts)
}

/// Names and versions of the crates that packages link.
fn linked(place: &Place, packages: &[&str], triple: &str) -> Result<BTreeSet<(String, String)>> {
    let packages = packages.iter().map(|name| format!("--package={name}"));
    let printed = output(
        cargo(place)
            .args(["tree", "--locked", "--edges=normal", "--prefix=none"])
            .args(["--format={p}", "--target", triple])
            .args(packages),
    )?;
    let lines = text(&printed)?;
    let names = lines.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" v")?;
        let version = rest.split(' ').next()?;
        Some((name.to_owned(), version.to_owned()))
    });
    Ok(names.collect())
}

/// The checksums of a `Cargo.lock`.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let packages = lock.split("[[package]]").skip(1);
    let value = |package: &str, key: &str| {
        let mut lines = package.lines();
        let value = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
        Some(value.trim_end_matches('"').to_owned())
    };
    let found = packages.filter_map(|package| {
        let [name, version, checksum] =
            ["name", "version", "checksum"].map(|key| value(package, key));
        Some(((name?, version?), checksum?))
    });
    found.collect()
}

/// The version of SQLite that is compiled into the program.
pub fn sqlite(parts: &[Part]) -> Result<String> {
    let part = parts.iter().find(|part| part.name == "libsqlite3-sys");
    let folder = part.and_then(|part| part.folder.as_ref());
    let header = folder
        .context("libsqlite3-sys is not linked")?
        .join("sqlite3/sqlite3.h");
    let header = fs::read_to_string(header)?;
    let version = header.lines().find_map(|line| {
        let rest = line.strip_prefix("#define SQLITE_VERSION ")?;
        Some(rest.trim().trim_matches('"').to_owned())
    });
    version.context("sqlite3.h names no version")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_registry() {
        let lock = "version = 4\n\n[[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n\n[[package]]\n\
                    name = \"serde\"\nversion = \"1.0.1\"\nsource = \"registry\"\nchecksum = \"ab12\"\n";
        let found = checksums(lock);
        let key = ("serde".to_owned(), "1.0.1".to_owned());
        assert_eq!(found, BTreeMap::from([(key, "ab12".to_owned())]));
    }
}
