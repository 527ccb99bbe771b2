//! The tests of the Python package: its module, built with cargo, and a virtual environment below the target folder.

use std::env::{self, consts};
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::cargo::{Workspace, cargo, hash_files};
use crate::debian;
use crate::step::{Step, say};

/// The crate of the package, below `crates`.
const CRATE: &str = "capicu-python";

/// The oldest minor version of Python 3 that the package supports.
const OLDEST: u32 = 11;

/// Builds the package and runs its tests. Without Python or a network, says that it leaves them out; in CI this is an
/// error.
pub fn test(workspace: &Workspace) -> Result<()> {
    let python = match ensure(workspace) {
        Ok(python) => python,
        Err(reason) if env::var_os("CI").is_none() => {
            say(format!(
                "{reason:#}; leaving the tests of the Python package out"
            ));
            return Ok(());
        }
        Err(reason) => return Err(reason),
    };
    let package = build(workspace)?;
    let step = Step::begin("Test the Python package");
    let printed = step.run(
        Command::new(python)
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .current_dir(workspace.root.join("crates").join(CRATE))
            .env("PYTHONPATH", package)
            .env("PYTHONDONTWRITEBYTECODE", "1"),
    )?;
    step.done(printed.lines().last().unwrap_or_default());
    Ok(())
}

/// Builds the module and puts the package together. Returns the folder to import it from.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let step = Step::begin("Compile the Python package");
    step.run(cargo("build").arg(format!("--package={CRATE}")))?;
    step.done("");
    let folder = workspace.target.join("python").join("package");
    let package = folder.join("capicu");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    let sources = workspace.root.join("crates").join(CRATE).join("python");
    for entry in fs::read_dir(sources.join("capicu"))? {
        let entry = entry?;
        if entry.path().is_file() {
            fs::copy(entry.path(), package.join(entry.file_name()))?;
        }
    }
    let built = format!("{}capicu_python{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
    let module = workspace.target.join("debug").join(built);
    fs::copy(&module, package.join("_engine.abi3.so"))
        .with_context(|| format!("cannot copy {}", module.display()))?;
    Ok(folder)
}

/// Returns the Python of a virtual environment with every pinned package; makes it if missing.
fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    let requirements = workspace
        .root
        .join("crates")
        .join(CRATE)
        .join("requirements.txt");
    let mut hasher = DefaultHasher::new();
    hash_files(&requirements, &mut hasher)?;
    let folder = workspace
        .target
        .join("python")
        .join(format!("venv-{:016x}", hasher.finish()));
    let python = folder.join("bin").join("python");
    let is_complete = folder.join("complete");
    if is_complete.exists() {
        return Ok(python);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let system = match find() {
        Some(system) => system,
        None => {
            let missing = format!("the Python package needs Python 3.{OLDEST} or later");
            debian::install(&["python3", "python3-venv"], &missing)?;
            find().context(missing)?
        }
    };
    if let Err(reason) = environment(&system, &folder) {
        let missing = format!("{reason:#}: the tests of the Python package need venv");
        debian::install(&["python3-venv"], &missing)?;
        environment(&system, &folder)?;
    }
    let step = Step::begin("Install the packages of the Python tests");
    let installed = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--require-hashes"])
        .args(["--only-binary=:all:", "--disable-pip-version-check", "-r"])
        .arg(&requirements)
        .output()
        .context("cannot start pip")?;
    if !installed.status.success() {
        fs::remove_dir_all(&folder)?;
        step.done("failed");
        let why = String::from_utf8_lossy(&installed.stderr);
        bail!(
            "pip cannot install the packages of the Python tests: {}",
            why.trim().lines().last().unwrap_or("no reason")
        );
    }
    fs::write(is_complete, "")?;
    step.done("");
    Ok(python)
}

/// Makes a virtual environment with pip.
fn environment(system: &str, folder: &Path) -> Result<()> {
    let made = Command::new(system)
        .args(["-m", "venv"])
        .arg(folder)
        .output()
        .with_context(|| format!("cannot start {system}"))?;
    if !made.status.success() {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        bail!("{system} cannot make a virtual environment");
    }
    Ok(())
}

/// Finds a Python that is new enough.
fn find() -> Option<String> {
    let newer = (OLDEST..OLDEST + 10)
        .rev()
        .map(|minor| format!("python3.{minor}"));
    let names = ["python3".to_owned()].into_iter().chain(newer);
    let check = format!("import sys; sys.exit(sys.version_info < (3, {OLDEST}))");
    let is_new = |name: &String| {
        let output = Command::new(name).args(["-c", &check]).output();
        output.is_ok_and(|output| output.status.success())
    };
    names.into_iter().find(is_new)
}
