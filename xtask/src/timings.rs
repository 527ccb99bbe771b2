//! Compile time of the parts that a quick build leaves out.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::cargo::{Workspace, cargo};

/// Returns the number of crates that only `postgres://` and `nats://` need, and their compile time in core seconds.
/// Reads the report of the last command with `--timings`; returns `None` without such crates or a readable report.
pub fn of_several_servers(workspace: &Workspace) -> Option<(usize, f64)> {
    let report = workspace.target.join("cargo-timings/cargo-timing.html");
    let units = units(&fs::read_to_string(report).ok()?)?;
    let quick = packages(&["--no-default-features", "--features=full"]).ok()?;
    let all = packages(&[]).ok()?;
    Some(sum(&units, &all.difference(&quick).cloned().collect())).filter(|(n, _)| *n > 0)
}

/// Lists the crates of the program with these features, as `NAME vVERSION`.
fn packages(features: &[&str]) -> Result<BTreeSet<String>> {
    let output = cargo("tree")
        .args(["--package=capicu-cli", "--edges=normal,build"])
        .args(["--prefix=none", "--no-dedupe", "--format={p}"])
        .args(features)
        .output()
        .context("cannot start cargo")?;
    let text = String::from_utf8(output.stdout)?;
    let named = text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?))
    });
    Ok(named.collect())
}

fn units(report: &str) -> Option<Vec<Value>> {
    let (_, from) = report.split_once("const UNIT_DATA = ")?;
    serde_json::Deserializer::from_str(from)
        .into_iter()
        .next()?
        .ok()
}

fn sum(units: &[Value], packages: &BTreeSet<String>) -> (usize, f64) {
    let is_of = |unit: &&Value| {
        let text = |key: &str| unit[key].as_str().unwrap_or_default();
        packages.contains(&format!("{} v{}", text("name"), text("version")))
    };
    let mut crates = BTreeSet::new();
    let mut seconds = 0.0;
    for unit in units.iter().filter(is_of) {
        crates.insert(unit["name"].as_str().unwrap_or_default());
        seconds += unit["duration"].as_f64().unwrap_or_default();
    }
    (crates.len(), seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compile_time_of_optional_crates_is_added_up() {
        let report = r#"<script>
DURATION = 9;
const UNIT_DATA = [
  {"i": 0, "name": "ring", "version": "0.17.14", "duration": 1.5},
  {"i": 1, "name": "ring", "version": "0.17.14", "duration": 2.0},
  {"i": 2, "name": "rand", "version": "0.9.0", "duration": 4.0},
  {"i": 3, "name": "rand", "version": "0.10.3", "duration": 0.25}
];
const CONCURRENCY_DATA = [];"#;
        let units = units(report).unwrap();
        let packages = ["ring v0.17.14", "rand v0.10.3"].map(str::to_owned);
        assert_eq!(sum(&units, &packages.into()), (2, 3.75));
    }
}
