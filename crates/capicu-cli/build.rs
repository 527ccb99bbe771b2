//! Names the commit that a release is built from: `CAPICU_COMMIT`, `unknown` where none is known.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=CAPICU_COMMIT");
    let given = env::var("CAPICU_COMMIT")
        .ok()
        .filter(|given| is_commit(given));
    let commit = given.or_else(|| if is_release() { checked_out() } else { None });
    let commit = commit.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=CAPICU_COMMIT={commit}");
}

fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Only a release asks git: otherwise each commit would compile this package again.
fn is_release() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// The commit of the checkout that these sources are in. An archive inside another repository is no checkout.
fn checked_out() -> Option<String> {
    if !Path::new("../../.git").exists() {
        return None;
    }
    // The second is written by each commit.
    for of in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", of])?;
        // Cargo would build again each time if a path did not exist.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"]).filter(|found| is_commit(found))
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
