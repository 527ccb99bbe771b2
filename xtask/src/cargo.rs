//! The workspace, and cargo.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::hash::{Hash as _, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// Where things are, and what there is.
pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
    members: Vec<String>,
}

impl Workspace {
    /// Asks cargo.
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
            members: members
                .filter_map(|p| p["name"].as_str().map(str::to_owned))
                .collect(),
        })
    }

    /// Whether the workspace has a crate of this name.
    pub fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member == name)
    }
}

/// A cargo command that in CI never changes `Cargo.lock`.
pub fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(subcommand.split(' '));
    if env::var_os("CI").is_some() && subcommand != "fmt" {
        command.arg("--locked");
    }
    command
}

/// A path as it can be typed here.
pub fn from_here(path: &Path) -> PathBuf {
    let here = env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}

/// Where the dev profile puts a tool of this workspace.
pub fn program(workspace: &Workspace, name: &str) -> PathBuf {
    workspace
        .target
        .join("debug")
        .join(format!("{name}{EXE_SUFFIX}"))
}

/// Feeds a file, or everything in a folder, to the hasher. What is missing counts as nothing.
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
