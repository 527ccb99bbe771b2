//! Which crate may depend on which: the architecture, as `cargo metadata` sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Each crate, and those of this workspace that it may depend on: the table of `ARCHITECTURE.md`.
///
/// A crate named by no other row's list is one that nothing depends on.
const WORKSPACE: [(&str, &[&str]); 20] = [
    ("capicu", &[]),
    ("capicu-ai", &["capicu", "capicu-solver"]),
    ("capicu-arena", &["capicu", "capicu-ai", "capicu-protocol"]),
    ("capicu-assets", &[]),
    (
        "capicu-cli",
        &[
            "capicu",
            "capicu-ai",
            "capicu-arena",
            "capicu-assets",
            "capicu-event",
            "capicu-geometry",
            "capicu-i18n",
            "capicu-protocol",
            "capicu-record",
            "capicu-server",
            "capicu-solver",
        ],
    ),
    (
        "capicu-e2e",
        &["capicu", "capicu-ai", "capicu-i18n", "capicu-protocol"],
    ),
    ("capicu-event", &[]),
    ("capicu-geometry", &[]),
    ("capicu-i18n", &["capicu"]),
    ("capicu-oracle", &["capicu"]),
    (
        "capicu-practice",
        &["capicu", "capicu-ai", "capicu-i18n", "capicu-protocol"],
    ),
    ("capicu-protocol", &["capicu"]),
    ("capicu-record", &["capicu", "capicu-i18n"]),
    (
        "capicu-server",
        &[
            "capicu",
            "capicu-ai",
            "capicu-assets",
            "capicu-i18n",
            "capicu-protocol",
            "capicu-record",
        ],
    ),
    ("capicu-solver", &["capicu"]),
    ("capicu-truth", &["capicu", "capicu-ai"]),
    (
        "capicu-web",
        &[
            "capicu",
            "capicu-geometry",
            "capicu-i18n",
            "capicu-protocol",
        ],
    ),
    ("xtask", &[]),
    ("xtask-schema", &[]),
    ("xtask-web", &[]),
];

/// What the tests of any crate may use besides: somebody to play a match, and somebody to judge it.
const FOR_TESTS: [&str; 2] = ["capicu-ai", "capicu-oracle"];

/// All that the rules may use from outside. No I/O, no clock, no randomness but the seeded one.
const OF_THE_RULES: [&str; 6] = [
    "arrayvec",
    "chacha20",
    "rand_core",
    "serde",
    "sha2",
    "thiserror",
];

/// Crates from outside that only some of ours may use.
const CONFINED: [(&str, &[&str]); 6] = [
    ("axum", &["capicu-server"]),
    ("leptos", &["capicu-web"]),
    ("parquet", &["capicu-cli"]),
    ("sqlx", &["capicu-server", "xtask-schema"]),
    (
        "tokio",
        &["capicu-cli", "capicu-e2e", "capicu-server", "xtask-schema"],
    ),
    ("web-sys", &["capicu-practice", "capicu-web"]),
];

/// A crate of the workspace, and what its manifest names.
#[derive(Debug, Default, PartialEq, Eq)]
struct Crate {
    normal: BTreeSet<String>,
    for_tests: BTreeSet<String>,
}

type Crates = BTreeMap<String, Crate>;

fn crates(metadata: &Value) -> Crates {
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let mut found = Crate::default();
            for dependency in package["dependencies"].as_array().expect("dependencies") {
                let name = dependency["name"].as_str().expect("a name").to_owned();
                match dependency["kind"].as_str() {
                    Some("dev") => found.for_tests.insert(name),
                    _ => found.normal.insert(name),
                };
            }
            (package["name"].as_str().expect("a name").to_owned(), found)
        })
        .collect()
}

fn violations(crates: &Crates) -> Vec<String> {
    let mut violations = Vec::new();
    for (name, found) in crates {
        let Some((_, allowed)) = WORKSPACE.iter().find(|(known, _)| known == name) else {
            violations.push(format!("{name} has no row in xtask/tests/dependencies.rs"));
            continue;
        };
        let allowed = |dependency: &str| allowed.contains(&dependency);
        let in_tests = |dependency: &str| allowed(dependency) || FOR_TESTS.contains(&dependency);
        let ours = |dependency: &&String| crates.contains_key(*dependency);
        let wrong = found.normal.iter().filter(|d| !allowed(d));
        let wrong_in_tests = found.for_tests.iter().filter(|d| !in_tests(d));
        for dependency in wrong.chain(wrong_in_tests).filter(ours) {
            violations.push(format!("{name} may not depend on {dependency}"));
        }
        for (outside, users) in CONFINED {
            if found.normal.contains(outside) && !users.contains(&name.as_str()) {
                violations.push(format!("{name} may not use {outside}"));
            }
        }
        if name == "capicu" {
            let outside = found
                .normal
                .iter()
                .filter(|d| !OF_THE_RULES.contains(&d.as_str()));
            violations.extend(outside.map(|d| format!("the rules may not use {d}")));
        }
    }
    violations
}

#[test]
fn crates_depend_in_one_direction() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let found = crates(&serde_json::from_slice(&output.stdout).expect("JSON"));
    assert!(found.contains_key("capicu"), "the workspace was read");
    let violations = violations(&found);
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn nothing_depends_on_what_stands_at_the_top() {
    let below: BTreeSet<_> = WORKSPACE
        .iter()
        .flat_map(|(_, allowed)| allowed.iter())
        .collect();
    for top in [
        "capicu-cli",
        "capicu-e2e",
        "capicu-oracle",
        "capicu-practice",
        "capicu-truth",
        "capicu-web",
        "xtask",
        "xtask-schema",
        "xtask-web",
    ] {
        assert!(!below.contains(&top), "{top}");
    }
    let of_the_server: Vec<_> = WORKSPACE
        .iter()
        .filter(|(_, allowed)| allowed.contains(&"capicu-server"))
        .collect();
    assert!(
        matches!(of_the_server[..], [("capicu-cli", _)]),
        "only the command starts the server"
    );
}

#[test]
fn each_kind_of_violation_is_found() {
    let metadata = serde_json::json!({ "packages": [
        { "name": "capicu", "dependencies": [{ "name": "rand", "kind": null }] },
        { "name": "capicu-ai", "dependencies": [
            { "name": "capicu", "kind": null },
            { "name": "capicu-oracle", "kind": "dev" },
            { "name": "capicu-server", "kind": "dev" },
            { "name": "tokio", "kind": null },
        ] },
        { "name": "capicu-oracle", "dependencies": [] },
        { "name": "capicu-protocol", "dependencies": [{ "name": "capicu-oracle", "kind": null }] },
        { "name": "capicu-server", "dependencies": [{ "name": "tokio", "kind": null }] },
        { "name": "capicu-new", "dependencies": [] },
    ] });
    assert_eq!(
        violations(&crates(&metadata)),
        [
            "the rules may not use rand",
            "capicu-ai may not depend on capicu-server",
            "capicu-ai may not use tokio",
            "capicu-new has no row in xtask/tests/dependencies.rs",
            "capicu-protocol may not depend on capicu-oracle",
        ]
    );
}
