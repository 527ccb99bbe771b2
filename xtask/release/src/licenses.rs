//! The licenses of everything inside the program, in one text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::compiler::{ensure_zig, sysroot};
use crate::parts::{self, Part};
use crate::source::Place;

/// How names of files with a license begin.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// SQLite's own words about it.
const SQLITE: &str = "All of the code and documentation in SQLite has been dedicated to the public domain by the authors.";

/// A text in which each license appears once, after the names of what it is for.
pub fn text(place: &Place, parts: &[Part]) -> Result<String> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    let mut add = |text: String, name: &str| all.entry(text).or_default().push(name.to_owned());
    for part in parts {
        let name = format!("{} {} ({})", part.name, part.version, part.license);
        let folder = part.folder.as_deref().context("a crate without a folder")?;
        let texts = read(folder)?;
        if texts.is_empty() {
            without.push(name);
            continue;
        }
        for text in texts {
            add(text, &name);
        }
    }
    add(
        SQLITE.to_owned(),
        &format!("SQLite {}", parts::sqlite(parts)?),
    );
    let musl = ensure_zig(place)?.join("../ziglang/lib/libc/musl/COPYRIGHT");
    add(
        fs::read_to_string(&musl).with_context(|| format!("cannot read {}", musl.display()))?,
        "musl (MIT), the C library",
    );
    let rust = sysroot()?.join("share/doc/rust");
    let licenses = rust.join("licenses");
    for name in ["MIT.txt", "Apache-2.0.txt", "LLVM-exception.txt"] {
        let path = licenses.join(name);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        add(
            text,
            "the standard library of Rust (MIT OR Apache-2.0), with libunwind of LLVM",
        );
    }

    let mut out = "Capicú contains the software below. Each license is preceded by the names of what it is for.\n"
        .to_owned();
    if !without.is_empty() {
        out.push_str("\nThese crates come without a license text; the names of their licenses are in parentheses:\n");
        for name in &without {
            writeln!(out, "* {name}")?;
        }
    }
    for (text, names) in sorted(all) {
        let line = "-".repeat(80);
        write!(out, "\n{line}\n")?;
        for name in names {
            writeln!(out, "* {name}")?;
        }
        write!(out, "\n{}\n", text.trim_end())?;
    }
    Ok(out)
}

/// By the first name, so that a new crate moves no other.
fn sorted(all: BTreeMap<String, Vec<String>>) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by(|a, b| a.1.cmp(&b.1));
    all
}

/// The texts of the licenses in a folder.
fn read(folder: &Path) -> Result<Vec<String>> {
    let context = || format!("cannot read {}", folder.display());
    let mut texts = Vec::new();
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(context)? {
        paths.push(entry.with_context(context)?.path());
    }
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_uppercase();
        if !NAMES.iter().any(|begin| name.starts_with(begin)) {
            continue;
        }
        if path.is_dir() {
            for entry in fs::read_dir(&path).with_context(context)? {
                let path = entry.with_context(context)?.path();
                texts.push(String::from_utf8_lossy(&fs::read(&path)?).into_owned());
            }
            texts.sort();
        } else {
            texts.push(String::from_utf8_lossy(&fs::read(&path)?).into_owned());
        }
    }
    if texts.iter().any(|text| text.trim().is_empty()) {
        bail!("a license in {} is empty", folder.display());
    }
    Ok(texts)
}
