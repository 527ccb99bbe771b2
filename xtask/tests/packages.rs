//! Packages: licences and duplicates of those we use; completeness of those we publish.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};

/// Crates in several versions, because our dependencies need different ones. Before you add one, look for another way.
/// `nkeys`, which reads NATS credentials, needs older versions of `ed25519-dalek` and its dependencies. `web-push-native`,
/// which seals messages, needs older versions of `p256` and its dependencies than `passki`.
const SEVERAL: [(&str, usize); 45] = [
    ("base16ct", 2),
    ("base64", 2),
    ("block-buffer", 2),
    ("cipher", 2),
    ("const-oid", 2),
    ("convert_case", 2),
    ("cpufeatures", 2),
    ("crypto-bigint", 2),
    ("crypto-common", 2),
    ("curve25519-dalek", 2),
    ("der", 2),
    ("digest", 2),
    ("ecdsa", 2),
    ("ed25519", 2),
    ("ed25519-dalek", 2),
    ("elliptic-curve", 2),
    ("ff", 2),
    ("fiat-crypto", 2),
    ("getrandom", 3),
    ("group", 2),
    ("hashbrown", 3),
    ("hkdf", 2),
    ("hmac", 2),
    ("inout", 2),
    ("itertools", 2),
    ("miniz_oxide", 2),
    ("p256", 2),
    ("pem-rfc7468", 2),
    ("pkcs8", 2),
    ("primeorder", 2),
    ("proc-macro2-diagnostics", 2),
    ("r-efi", 2),
    ("rand", 3),
    ("rand_chacha", 2),
    ("rand_core", 3),
    ("rfc6979", 2),
    ("sec1", 2),
    ("sha1", 2),
    ("sha2", 2),
    ("signature", 2),
    ("spki", 2),
    ("syn", 2),
    ("thiserror", 2),
    ("thiserror-impl", 2),
    ("windows-sys", 2),
];

/// Published crates, whose versions promise compatibility.
const PUBLISHED: [&str; 6] = [
    "capicu",
    "capicu-client",
    "capicu-event",
    "capicu-i18n",
    "capicu-protocol",
    "capicu-record",
];

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(ROOT)
        .output()
        .expect("the program starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Lists the packages that this machine compiles, which need no network.
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
            host.expect("rustc prints its host"),
        ],
    );
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages").clone();
    assert!(packages.len() > 100, "all were read");
    packages
}

/// Reads the list of `deny.toml`: licences of packages that may be linked into a program under `MIT OR Apache-2.0`.
fn licences() -> Vec<String> {
    let rules = std::fs::read_to_string(format!("{ROOT}/deny.toml")).expect("deny.toml");
    let list = rules
        .split("\nallow = [")
        .nth(1)
        .expect("a list of licences");
    let list = list.split(']').next().unwrap_or_default();
    let licences: Vec<String> = list
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    assert!(
        licences.iter().any(|licence| licence == "MIT"),
        "{licences:?}"
    );
    licences
}

fn name(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("{} {}", text("name"), text("version"))
}

/// Returns why a package may not be used, if so.
fn objection(package: &Value, licences: &[String]) -> Option<String> {
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
        id.is_some_and(|id| licences.iter().any(|licence| licence == id.name))
    };
    (!expression.evaluate(may)).then(|| format!("{name} is under {licence}"))
}

#[test]
fn licence_of_every_package_is_allowed() {
    let (packages, licences) = (packages(), licences());
    let objections = packages
        .iter()
        .filter_map(|package| objection(package, &licences));
    let objections: Vec<_> = objections.collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

#[test]
fn other_licences_are_refused() {
    let licences = licences();
    let of = |licence: Value| {
        let package = serde_json::json!({ "name": "a", "version": "1.0.0", "license": licence });
        objection(&package, &licences)
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
fn only_listed_packages_have_several_versions() {
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

fn own() -> Vec<Value> {
    let arguments = ["metadata", "--format-version=1", "--offline", "--no-deps"];
    let metadata: Value = serde_json::from_str(&output(env!("CARGO"), &arguments)).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn is_published(package: &Value) -> bool {
    // `publish = false` becomes an empty list; without the key there is none.
    package["publish"].is_null()
}

/// Orders the crates for publication, each after its dependencies; otherwise returns why the registry would refuse one.
fn order(packages: &[Value]) -> Result<Vec<&str>, String> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(|one| text(one, "name")).collect();
    let mut left: Vec<&Value> = packages.iter().filter(|one| is_published(one)).collect();
    for one in &left {
        for key in ["description", "license", "repository"] {
            if text(one, key).is_empty() {
                return Err(format!("{} has no {key}", text(one, "name")));
            }
        }
    }
    // A dependency with only a path is not published. Only tests can do without it.
    let needs = |one: &Value| -> Vec<(String, bool)> {
        let dependencies = one["dependencies"].as_array().expect("dependencies");
        let needed = dependencies.iter().filter(|dependency| {
            ours.contains(&text(dependency, "name"))
                && (dependency["kind"] != "dev" || dependency["req"] != "*")
        });
        needed
            .map(|dependency| (text(dependency, "name"), dependency["req"] != "*"))
            .collect()
    };
    let mut order: Vec<&str> = Vec::new();
    while !left.is_empty() {
        let ready = |one: &&Value| {
            let ready = |(name, versioned): (String, bool)| versioned && order.contains(&&name[..]);
            needs(one).into_iter().all(ready)
        };
        let Some(at) = left.iter().position(ready) else {
            let stuck = left.iter().map(|one| {
                let needs: Vec<_> = needs(one).into_iter().map(|(name, _)| name).collect();
                format!("{} needs {}", text(one, "name"), needs.join(", "))
            });
            return Err(stuck.collect::<Vec<_>>().join("\n"));
        };
        order.push(left.remove(at)["name"].as_str().expect("a name"));
    }
    Ok(order)
}

#[test]
fn every_crate_can_be_published_after_its_dependencies() {
    let packages = own();
    let order = order(&packages).unwrap_or_else(|why| panic!("{why}"));
    println!("{}", order.join(" "));
    let published: BTreeSet<&str> = order.iter().copied().collect();
    assert_eq!(published, PUBLISHED.into_iter().collect());
    assert_eq!(order.first(), Some(&"capicu"));
    // The licences require their text in each copy.
    for package in packages.iter().filter(|one| is_published(one)) {
        let manifest = package["manifest_path"].as_str().expect("a path");
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let path = std::path::Path::new(manifest).with_file_name(licence);
            assert!(path.is_file(), "{} is missing", path.display());
        }
        assert_eq!(hidden(package), [""; 0], "{}", package["name"]);
    }
}

/// Lists what a package lacks to be found and read in the registry.
fn hidden(package: &Value) -> Vec<&'static str> {
    let mut missing = Vec::new();
    if package["readme"].as_str() != Some("README.md") {
        missing.push("readme");
    }
    let count = |key: &str| package[key].as_array().map_or(0, Vec::len);
    // The registry takes at most five of each.
    for key in ["keywords", "categories"] {
        if !(1..=5).contains(&count(key)) {
            missing.push(key);
        }
    }
    if package["metadata"]["docs"]["rs"]["all-features"] != true {
        missing.push("docs.rs metadata");
    }
    missing
}

#[test]
fn hidden_packages_are_found() {
    let full = serde_json::json!({
        "readme": "README.md", "keywords": ["a"], "categories": ["games"],
        "metadata": { "docs": { "rs": { "all-features": true } } },
    });
    assert_eq!(hidden(&full), [""; 0]);
    let expected = ["readme", "keywords", "categories", "docs.rs metadata"];
    for (key, missing) in ["readme", "keywords", "categories", "metadata"]
        .into_iter()
        .zip(expected)
    {
        let mut less = full.clone();
        less[key] = Value::Null;
        assert_eq!(hidden(&less), [missing]);
    }
}

#[test]
fn unpublishable_crates_are_found() {
    let package = |name: &str, publish: Value, dependencies: Value| {
        serde_json::json!({
            "name": name, "publish": publish, "dependencies": dependencies,
            "description": "d", "license": "MIT", "repository": "r",
        })
    };
    let on = |name: &str, req: &str, kind: Value| serde_json::json!([{ "name": name, "req": req, "kind": kind }]);
    let (null, none) = (Value::Null, serde_json::json!([]));
    let a = package("a", null.clone(), none.clone());
    let hidden = package("hidden", none.clone(), none.clone());
    let b = |dependencies| package("b", Value::Null, dependencies);
    let found = |b: Value| {
        let packages = [b, a.clone(), hidden.clone()];
        order(&packages).map(|order| order.join(" "))
    };
    assert_eq!(found(b(on("a", "^1", null.clone()))), Ok("a b".to_owned()));
    assert_eq!(
        found(b(on("hidden", "*", "dev".into()))),
        Ok("b a".to_owned())
    );
    for refused in [
        on("a", "*", null.clone()),
        on("hidden", "^1", null.clone()),
        on("hidden", "^1", "dev".into()),
        on("b", "^1", "dev".into()),
    ] {
        assert!(found(b(refused.clone())).is_err(), "{refused}");
    }
    let mut nameless = a.clone();
    nameless["description"] = Value::Null;
    assert!(order(&[nameless]).is_err());
}

/// Names that `capicu-event` and `capicu-client` share with other published crates (ADR 24). Copies on the wire, which
/// `capicu` and `capicu-protocol` share, need no entry.
const SHARED_NAMES: [&str; 14] = [
    "Award", "Board", "Clock", "Command", "Event", "Fact", "Outcome", "Presence", "Round",
    "Standing", "Status", "Step", "Table", "Viewer",
];

/// Types at the root of a published crate.
fn exported(name: &str) -> BTreeSet<String> {
    let path = format!("{ROOT}/crates/{name}/src/lib.rs");
    let text = std::fs::read_to_string(path).expect("a library");
    let uses = text.split("\npub use ").skip(1);
    let listed = uses.flat_map(|rest| {
        rest.split(';')
            .next()
            .unwrap_or_default()
            .split(['{', ',', '}', ':', ' ', '\n'])
    });
    let is_type =
        |word: &&str| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    listed.filter(is_type).map(str::to_owned).collect()
}

#[test]
fn published_crates_share_names_only_by_decision() {
    let mut owners: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for name in PUBLISHED {
        let types = exported(name);
        assert!(!types.is_empty(), "{name} exports types");
        for found in types {
            owners.entry(found).or_default().insert(name);
        }
    }
    let wire = BTreeSet::from(["capicu", "capicu-protocol"]);
    let shared: Vec<String> = owners
        .into_iter()
        .filter(|(_, crates)| crates.len() > 1 && *crates != wire)
        .map(|(found, _)| found)
        .collect();
    assert_eq!(shared, SHARED_NAMES, "see docs/adr/0024-names-of-types.md");
}
