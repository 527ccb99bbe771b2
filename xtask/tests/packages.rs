//! What is taken from outside: under which licences, and nothing twice that need not be.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};

/// What may be linked into a program that is given away under `MIT OR Apache-2.0`.
const LICENCES: [&str; 9] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Crates that are there in several versions, because others among those we use want different ones.
/// Whoever makes the list longer has looked whether there is another way; who makes it shorter is thanked.
const SEVERAL: [(&str, usize); 18] = [
    ("base64", 2),
    ("block-buffer", 2),
    ("convert_case", 2),
    ("cpufeatures", 2),
    ("crypto-common", 2),
    ("digest", 2),
    ("getrandom", 3),
    ("hashbrown", 3),
    ("itertools", 2),
    ("proc-macro2-diagnostics", 2),
    ("r-efi", 2),
    ("rand", 2),
    ("rand_core", 2),
    ("sha1", 2),
    ("sha2", 2),
    ("syn", 2),
    ("thiserror", 2),
    ("thiserror-impl", 2),
];

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(ROOT)
        .output()
        .expect("it starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What is compiled on this machine, which is there without a network.
fn packages() -> Vec<Value> {
    let about = output("rustc", &["-vV"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let metadata = output(
        env!("CARGO"),
        &[
            "metadata",
            "--format-version=1",
            "--offline",
            "--filter-platform",
            host.expect("rustc tells its host"),
        ],
    );
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages").clone();
    assert!(packages.len() > 100, "all were read");
    packages
}

fn name(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("{} {}", text("name"), text("version"))
}

/// Why a package may not be used, if it may not.
fn objection(package: &Value) -> Option<String> {
    let name = name(package);
    let Some(licence) = package["license"].as_str() else {
        return Some(format!("{name} names no licence"));
    };
    let expression = match Expression::parse_mode(licence, ParseMode::LAX) {
        Ok(expression) => expression,
        Err(error) => return Some(format!("{name}: {licence}: {}", error.reason)),
    };
    let may = |wanted: &LicenseReq| {
        let id = wanted.license.id();
        id.is_some_and(|id| LICENCES.contains(&id.name))
    };
    (!expression.evaluate(may)).then(|| format!("{name} is under {licence}"))
}

#[test]
fn every_licence_allows_what_we_do() {
    let objections: Vec<_> = packages().iter().filter_map(objection).collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

#[test]
fn licences_that_do_not_are_refused() {
    let of = |licence: Value| {
        objection(&serde_json::json!({ "name": "a", "version": "1.0.0", "license": licence }))
    };
    assert_eq!(of("MIT/Apache-2.0".into()), None);
    assert_eq!(of("GPL-2.0-only OR Apache-2.0".into()), None);
    assert_eq!(of("(MIT OR GPL-3.0-only) AND Unicode-3.0".into()), None);
    for refused in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Proprietary", ""] {
        assert!(of(refused.into()).is_some(), "{refused}");
    }
    assert_eq!(of(Value::Null).as_deref(), Some("a 1.0.0 names no licence"));
}

#[test]
fn nothing_else_is_there_twice() {
    let lock = std::fs::read_to_string(format!("{ROOT}/Cargo.lock")).expect("Cargo.lock");
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut lines = lock.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("name = ") {
            versions
                .entry(name.trim_matches('"'))
                .or_default()
                .insert(lines.next().expect("a version"));
        }
    }
    let several: BTreeMap<_, _> = versions
        .iter()
        .filter(|(_, versions)| versions.len() > 1)
        .map(|(name, versions)| (*name, versions.len()))
        .collect();
    assert_eq!(several, SEVERAL.into_iter().collect());
}
