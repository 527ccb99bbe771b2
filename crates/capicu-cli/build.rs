//! Names the commit that a release is built from, and its day: `CAPICU_COMMIT` without a day, the file `commit.txt` that
//! the archive of a release has, or git. `unknown` where none is known.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// In the archive of a release: commit and day.
const FILE: &str = "commit.txt";

fn main() {
    println!("cargo::rerun-if-env-changed=CAPICU_COMMIT");
    let given = env::var("CAPICU_COMMIT")
        .ok()
        .filter(|given| is_commit(given));
    let found = given
        .or_else(archived)
        .or_else(|| if is_release() { checked_out() } else { None });
    let found = found.unwrap_or_else(|| "unknown".to_owned());
    let mut words = found.split(' ');
    for name in ["CAPICU_COMMIT", "CAPICU_DAY"] {
        if let Some(word) = words.next() {
            println!("cargo::rustc-env={name}={word}");
        }
    }
}

/// Reads the commit and day from the archive of a release.
fn archived() -> Option<String> {
    let text = fs::read_to_string(FILE).ok()?;
    println!("cargo::rerun-if-changed={FILE}");
    Some(text.trim().to_owned()).filter(|text| text.split(' ').next().is_some_and(is_commit))
}

fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Only a release asks git; otherwise each commit would compile this package again.
fn is_release() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// Returns the commit of the checkout with these sources. An archive inside another repository is no checkout.
fn checked_out() -> Option<String> {
    if !Path::new("../../.git").exists() {
        return None;
    }
    // Each commit writes the second.
    for of in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", of])?;
        // Cargo would build again each time if a path did not exist.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["log", "-1", "--abbrev=12", "--format=%h %cs"])
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
