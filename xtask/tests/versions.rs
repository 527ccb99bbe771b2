//! One version: manifests, changelog and tag agree. A test of the command compares what `capicu --version` prints.

use std::fs;
use std::process::Command;

use toml::{Table, Value};

use crate::tidy::root;

fn manifest(path: &str) -> Table {
    let text = fs::read_to_string(root().join(path)).expect(path);
    toml::from_str(&text).expect(path)
}

/// The version of the workspace.
fn version() -> String {
    let manifest = manifest("Cargo.toml");
    let version = &manifest["workspace"]["package"]["version"];
    version.as_str().expect("a version").to_owned()
}

/// Why a changelog does not agree with a version, if it does not. A tagged one needs a day, as in `## 0.1.0 - 2026-11-26`.
fn disagreement(changelog: &str, version: &str, is_tagged: bool) -> Option<String> {
    let mut lines = changelog.lines().skip_while(|line| {
        let heading = line.strip_prefix("## ");
        !heading.is_some_and(|heading| heading.starts_with(|c: char| c.is_ascii_digit()))
    });
    let heading = lines.next().unwrap_or_default().trim_start_matches("## ");
    let (named, day) = heading.split_once(" - ").unwrap_or((heading, ""));
    if named != version {
        return Some(format!(
            "CHANGELOG.md describes {named:?} first, Cargo.toml has {version}"
        ));
    }
    let is_day = day.len() == 10 && day.starts_with("20");
    (is_tagged && !is_day)
        .then(|| format!("{version} is tagged, and CHANGELOG.md has no day for it"))
}

#[test]
fn manifests_changelog_and_tag_have_one_version() {
    let version = version();
    let dependencies = manifest("Cargo.toml");
    let dependencies = dependencies["workspace"]["dependencies"]
        .as_table()
        .expect("a table");
    for (name, dependency) in dependencies
        .iter()
        .filter(|(_, one)| one.get("path").is_some())
    {
        let stated = dependency.get("version").and_then(Value::as_str);
        assert!(
            stated.is_none_or(|stated| stated == version),
            "{name} {stated:?}"
        );
    }
    let tags = Command::new("git")
        .args(["tag", "--points-at", "HEAD", "v[0-9]*"])
        .current_dir(root())
        .output()
        .expect("git starts");
    let tags = String::from_utf8_lossy(&tags.stdout).into_owned();
    for tag in tags.lines() {
        assert_eq!(tag, format!("v{version}"));
    }
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).expect("CHANGELOG.md");
    let found = disagreement(&changelog, &version, !tags.is_empty());
    assert_eq!(found, None);
}

/// Lists names of release files with another version than this.
fn other_versions<'a>(page: &'a str, version: &str) -> Vec<&'a str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let words = page.split(|c| !is_part(c));
    let words = words.filter(|word| {
        let rest = ["capicu-", "capicu_", "v"]
            .iter()
            .find_map(|start| word.strip_prefix(start));
        rest.is_some_and(|rest| {
            let is_version = rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('.');
            is_version && !rest.starts_with(version)
        })
    });
    words.collect()
}

#[test]
fn pages_name_files_of_this_version() {
    let version = version();
    let mut named = 0;
    for page in ["README.md", "CHANGELOG.md", "docs/hosting/install.md"] {
        let text = fs::read_to_string(root().join(page)).expect(page);
        assert_eq!(other_versions(&text, &version), [""; 0], "{page}");
        named += usize::from(!other_versions(&text, "none").is_empty());
    }
    assert_eq!(named, 3, "each page names a file");
    let page = "x/v1.2.3/install.sh and capicu_1.2.4_amd64.deb";
    assert_eq!(other_versions(page, "1.2.3"), ["capicu_1.2.4_amd64.deb"]);
    assert_eq!(other_versions(page, "1.2.4"), ["v1.2.3"]);
}

#[test]
fn crates_have_the_version_of_the_workspace() {
    for file in crate::tidy::tracked() {
        if file.ends_with("/Cargo.toml") && !file.starts_with("fuzz/") {
            let inherited = manifest(&file)["package"]["version"]
                .get("workspace")
                .is_some();
            assert!(inherited, "{file} has a version of its own");
        }
    }
}

#[test]
fn other_version_in_the_changelog_is_found() {
    let changelog = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n## 0.1.0\n";
    assert_eq!(disagreement(changelog, "0.2.0", true), None);
    assert!(disagreement(changelog, "0.1.0", false).is_some());
    let undated = "## 0.2.0\n";
    assert_eq!(disagreement(undated, "0.2.0", false), None);
    assert!(disagreement(undated, "0.2.0", true).is_some());
}
