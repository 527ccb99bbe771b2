//! Programs and scripts from npm, in fixed versions below the target folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::cargo::Workspace;
use crate::step::Step;

/// Returns the path of a file of a package, such as `tool@1.2.3`. Installs the package if the file is missing, and
/// removes it again if `works` returns false.
pub fn ensure(
    workspace: &Workspace,
    package: &str,
    file: &str,
    works: impl FnOnce(&PathBuf) -> bool,
) -> Result<PathBuf> {
    let folder = workspace
        .target
        .join("tools")
        .join(package.replace('@', "-"));
    let wanted = folder.join("node_modules").join(file);
    if wanted.exists() {
        return Ok(wanted);
    }
    if Command::new("npm").arg("--version").output().is_err() {
        bail!("npm is not installed");
    }
    let step = Step::begin(format!("Install {package} with npm"));
    let options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix"];
    let installed = fs::create_dir_all(&folder).is_ok()
        && Command::new("npm")
            .arg("install")
            .args(options)
            .args([folder.as_os_str(), package.as_ref()])
            .output()
            .is_ok_and(|output| output.status.success());
    if !(installed && works(&wanted)) {
        fs::remove_dir_all(&folder).with_context(|| format!("npm cannot install {package}"))?;
        step.done("failed");
        bail!("npm cannot install {package}");
    }
    step.done("");
    Ok(wanted)
}
