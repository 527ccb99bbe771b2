//! The workspace, and cargo.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::hash::{Hash as _, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// Paths and crates of the workspace.
pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
    members: Vec<Member>,
}

struct Member {
    name: String,
    has_library: bool,
    is_published: bool,
    /// All dependencies in its manifest, of tests too.
    dependencies: Vec<String>,
}

impl Workspace {
    pub fn load() -> Result<Self> {
        let output = cargo("metadata")
            .args(["--format-version", "1", "--no-deps"])
            .stderr(Stdio::inherit())
            .output()
            .context("cannot start cargo; install Rust from https://rustup.rs")?;
        if !output.status.success() {
            bail!("cargo cannot read the workspace: repair the manifest that it names above");
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        let path = |key: &str| metadata[key].as_str().map(PathBuf::from);
        let members = metadata["packages"].as_array().into_iter().flatten();
        Ok(Self {
            root: path("workspace_root").context("cargo metadata has no workspace_root")?,
            target: path("target_directory").context("cargo metadata has no target_directory")?,
            members: members.filter_map(Member::read).collect(),
        })
    }

    pub fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// Returns the names of all crates, separated by commas.
    pub fn names(&self) -> String {
        let names: Vec<_> = self.members.iter().map(|one| one.name.as_str()).collect();
        names.join(", ")
    }

    /// Lists the crates that are published to the registry.
    pub fn published(&self) -> Vec<&str> {
        let published = self.members.iter().filter(|member| member.is_published);
        published.map(|member| member.name.as_str()).collect()
    }

    /// Lists a crate and all crates that depend on it, in tests too.
    pub fn dependents(&self, name: &str) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        let mut new: Vec<&str> = self.members.iter().map(|one| one.name.as_str()).collect();
        new.retain(|one| *one == name);
        while let Some(one) = new.pop() {
            found.push(one);
            let of = |member: &&Member| member.dependencies.iter().any(|named| named == one);
            let users = self.members.iter().filter(of).map(|one| one.name.as_str());
            for user in users {
                if !found.contains(&user) && !new.contains(&user) {
                    new.push(user);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether a crate has a library. Only libraries have examples in their documentation.
    pub fn has_library(&self, name: &str) -> bool {
        let named = |member: &&Member| member.name == name;
        self.members
            .iter()
            .find(named)
            .is_some_and(|one| one.has_library)
    }
}

impl Member {
    fn read(package: &Value) -> Option<Self> {
        let list = |key: &str| package[key].as_array().into_iter().flatten();
        let is_library = |target: &Value| target["doctest"] == Value::Bool(true);
        Some(Self {
            name: package["name"].as_str()?.to_owned(),
            has_library: list("targets").any(is_library),
            // `publish = false` becomes an empty list; without the key there is none.
            is_published: package["publish"].is_null(),
            dependencies: list("dependencies")
                .filter_map(|one| one["name"].as_str().map(str::to_owned))
                .collect(),
        })
    }
}

/// Returns a cargo command; in CI it never changes `Cargo.lock`. It compiles incrementally only if cargo has done so
/// here before: the first time, incremental compilation takes half as long again.
pub fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(subcommand.split(' '));
    if env::var_os("CARGO_INCREMENTAL").is_none() && !is_incremental() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    if env::var_os("CI").is_some() && subcommand != "fmt" {
        command.arg("--locked");
    }
    command
}

/// Whether crates of ours were compiled incrementally here. The crate that runs this does not count.
fn is_incremental() -> bool {
    let Ok(program) = env::current_exe() else {
        return true;
    };
    let found = program
        .parent()
        .and_then(|profile| fs::read_dir(profile.join("incremental")).ok());
    found.is_some_and(|mut found| {
        found.any(|entry| {
            entry.is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with("capicu"))
        })
    })
}

/// Shortens a path relative to the current folder.
pub fn from_here(path: &Path) -> PathBuf {
    let here = env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}

/// Returns the path of a tool of this workspace, built with the dev profile.
pub fn program(workspace: &Workspace, name: &str) -> PathBuf {
    workspace
        .target
        .join("debug")
        .join(format!("{name}{EXE_SUFFIX}"))
}

/// Feeds a file, or all files of a folder, to the hasher. A missing path adds nothing.
pub fn hash_files(path: &Path, hasher: &mut impl Hasher) -> Result<()> {
    let context = || format!("cannot read {}", path.display());
    path.hash(hasher);
    if !path.exists() {
        return Ok(());
    }
    if path.is_dir() {
        let entries = fs::read_dir(path).with_context(context)?;
        let mut paths = entries
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<Vec<_>>>()?;
        paths.sort();
        return paths.iter().try_for_each(|path| hash_files(path, hasher));
    }
    fs::read(path).with_context(context)?.hash(hasher);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependents_of_a_crate_include_indirect_ones() {
        let member = |name: &str, dependencies: &[&str]| Member {
            name: name.to_owned(),
            has_library: true,
            is_published: name != "page",
            dependencies: dependencies.iter().map(|&one| one.to_owned()).collect(),
        };
        let workspace = Workspace {
            root: PathBuf::new(),
            target: PathBuf::new(),
            members: vec![
                member("rules", &["serde"]),
                member("bots", &["rules", "judge"]),
                member("judge", &["rules", "bots"]),
                member("server", &["bots"]),
                member("page", &["rules"]),
            ],
        };
        assert_eq!(workspace.dependents("server"), ["server"]);
        assert_eq!(workspace.dependents("judge"), ["bots", "judge", "server"]);
        assert_eq!(workspace.dependents("rules").len(), 5);
        assert!(workspace.dependents("serde").is_empty());
        assert_eq!(workspace.published(), ["rules", "bots", "judge", "server"]);
    }
}
