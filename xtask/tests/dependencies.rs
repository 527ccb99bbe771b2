//! Compares the dependencies between crates with ARCHITECTURE.md, by `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Crates of this workspace that each crate may depend on.
type Allowed = BTreeMap<String, BTreeSet<String>>;

/// Reads the table of `ARCHITECTURE.md`: each row has a crate, a description, and its allowed dependencies.
fn allowed(architecture: &str) -> Allowed {
    let header = "| crate |";
    let rows = architecture
        .lines()
        .skip_while(|line| !line.starts_with(header))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, list] = cells[..] else {
            panic!("three cells: {row}");
        };
        let quoted = |cell: &str| -> BTreeSet<String> {
            let names = cell.split('`').skip(1).step_by(2);
            names
                .map(|name| match name.strip_prefix('-') {
                    Some(rest) => format!("capicu-{rest}"),
                    None => name.to_owned(),
                })
                .collect()
        };
        let list = match list {
            "nothing" => BTreeSet::new(),
            list => quoted(list),
        };
        let name = quoted(name).pop_first();
        (name.unwrap_or_else(|| panic!("a name: {row}")), list)
    })
    .collect()
}

fn of_the_page() -> Allowed {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../ARCHITECTURE.md");
    let allowed = allowed(&std::fs::read_to_string(path).expect("ARCHITECTURE.md"));
    assert!(allowed.contains_key("capicu"), "the table was found");
    allowed
}

/// Crates that tests of any crate may also use: bots, a practice host, a client, a second model of the rules, a store
/// that fails on demand, and solved games.
const FOR_TESTS: [&str; 8] = [
    "capicu-ai",
    "capicu-arena",
    "capicu-client",
    "capicu-oracle",
    "capicu-practice",
    "capicu-solver",
    "capicu-store-contract",
    "capicu-truth",
];

/// External crates that the rules may use. None brings I/O, a clock, or randomness without a seed.
const OF_THE_RULES: [&str; 6] = [
    "arrayvec",
    "chacha20",
    "rand_core",
    "serde",
    "sha2",
    "thiserror",
];

/// External crates that only some of ours may use.
const CONFINED: [(&str, &[&str]); 8] = [
    ("async-nats", &["capicu-bus-nats"]),
    ("axum", &["capicu-server", "capicu-site"]),
    ("leptos", &["capicu-web"]),
    ("parquet", &["capicu-cli"]),
    ("pyo3", &["capicu-python"]),
    ("sqlx", &["capicu-store", "capicu-store-pg"]),
    (
        "tokio",
        &[
            "capicu-accounts",
            "capicu-bus",
            "capicu-bus-nats",
            "capicu-cli",
            "capicu-e2e",
            "capicu-event-service",
            "capicu-push",
            "capicu-server",
            "capicu-site",
            "capicu-store",
            "capicu-store-pg",
            "capicu-table-service",
        ],
    ),
    (
        "web-sys",
        &["capicu-practice", "capicu-replay", "capicu-web"],
    ),
];

/// Dependencies of a crate, as its manifest names them.
#[derive(Debug, Default, PartialEq, Eq)]
struct Crate {
    normal: BTreeSet<String>,
    for_tests: BTreeSet<String>,
    /// The dependencies that no feature turns off.
    always: BTreeSet<String>,
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
                if dependency["kind"].is_null() && dependency["optional"] == false {
                    found.always.insert(name.clone());
                }
                match dependency["kind"].as_str() {
                    Some("dev") => found.for_tests.insert(name),
                    _ => found.normal.insert(name),
                };
            }
            (package["name"].as_str().expect("a name").to_owned(), found)
        })
        .collect()
}

fn violations(crates: &Crates, page: &Allowed) -> Vec<String> {
    let gone = page.keys().filter(|name| !crates.contains_key(*name));
    let mut violations: Vec<String> = gone
        .map(|name| format!("{name} has a row in ARCHITECTURE.md and is no crate"))
        .collect();
    for (name, found) in crates {
        let Some(allowed) = page.get(name) else {
            violations.push(format!("{name} has no row in ARCHITECTURE.md"));
            continue;
        };
        let allowed = |dependency: &str| allowed.contains(dependency);
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

fn found() -> Crates {
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
    crates(&serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn crates_depend_in_one_direction() {
    let found = found();
    assert!(found.contains_key("capicu"), "the workspace was read");
    let violations = violations(&found, &of_the_page());
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Dependencies of the command in every build. `cargo xtask serve` compiles them, so others are optional.
const OF_EVERY_COMMAND: [&str; 12] = [
    "anyhow",
    "capicu",
    "capicu-i18n",
    "capicu-record",
    "capicu-server",
    "clap",
    "fast_qr",
    "serde_json",
    "tokio",
    "toml",
    "tracing",
    "tracing-subscriber",
];

#[test]
fn quick_build_of_the_command_compiles_only_what_it_needs() {
    let found = found();
    let always: Vec<&str> = found["capicu-cli"]
        .always
        .iter()
        .map(String::as_str)
        .collect();
    assert_eq!(always, OF_EVERY_COMMAND);
}

/// A row that allows more than a crate uses describes it wrongly.
#[test]
fn page_allows_no_dependency_that_nobody_has() {
    let found = found();
    let unused: Vec<String> = of_the_page()
        .iter()
        .flat_map(|(name, allowed)| {
            let krate = &found[name];
            let unused = allowed
                .iter()
                .filter(|d| !krate.normal.contains(*d) && !krate.for_tests.contains(*d));
            unused.map(move |d| format!("{name} does not use {d}"))
        })
        .collect();
    assert!(unused.is_empty(), "{}", unused.join("\n"));
}

#[test]
fn no_crate_depends_on_top_level_crates() {
    let page = of_the_page();
    let below: BTreeSet<&str> = page.values().flatten().map(String::as_str).collect();
    for top in [
        "capicu-cli",
        "capicu-e2e",
        "capicu-oracle",
        "capicu-practice",
        "capicu-python",
        "capicu-replay",
        "capicu-score",
        "capicu-store-contract",
        "capicu-truth",
        "capicu-web",
        "xtask",
        "xtask-release",
        "xtask-web",
    ] {
        assert!(!below.contains(&top), "{top}");
    }
    let of_the_server: Vec<_> = page
        .iter()
        .filter(|(_, allowed)| allowed.contains("capicu-server"))
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(
        of_the_server,
        ["capicu-cli"],
        "only the command starts the server"
    );
}

#[test]
fn every_kind_of_violation_is_found() {
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
    let page = allowed(
        "Some words.

| crate | what it is | may depend on (of ours) |
|---|---|---|
| `capicu` | the rules | nothing |
| `capicu-ai` | bots | `capicu`, `-solver` |
| `capicu-oracle` | a model | `capicu` |
| `capicu-protocol` | messages | `capicu` |
| `capicu-server` | tables | `capicu`, `-ai` |
| `capicu-solver` | values | `capicu` |

| crate | of | another table |
",
    );
    assert_eq!(page["capicu-ai"].len(), 2);
    assert_eq!(
        violations(&crates(&metadata), &page),
        [
            "capicu-solver has a row in ARCHITECTURE.md and is no crate",
            "the rules may not use rand",
            "capicu-ai may not depend on capicu-server",
            "capicu-ai may not use tokio",
            "capicu-new has no row in ARCHITECTURE.md",
            "capicu-protocol may not depend on capicu-oracle",
        ]
    );
}
