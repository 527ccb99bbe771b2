//! The source of a release: the files of the last commit, and the built page.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::step::Step;
use crate::tree::Tree;

/// The page in the source, which `crates/capicu-site/build.rs` embeds.
const PAGE: &str = "crates/capicu-site/page";

/// Commit and day of the source, which `crates/capicu-cli/build.rs` reads.
const COMMIT: &str = "crates/capicu-cli/commit.txt";

/// The commit that is released.
#[derive(Debug)]
pub struct About {
    pub version: String,
    /// The first twelve digits.
    pub commit: String,
    /// The day of the commit, such as 2026-11-26.
    pub day: String,
    /// The second of the commit, since 1970.
    pub time: u64,
    /// The same as in the head of a mail.
    pub mail_date: String,
}

impl About {
    pub fn of(root: &Path) -> Result<Self> {
        let format = "--format=%h%n%cs%n%ct%n%cD";
        let log = text(&git(root, &["log", "-1", "--abbrev=12", format])?)?;
        let [commit, day, time, mail_date] = log.lines().collect::<Vec<_>>()[..] else {
            bail!("git describes the last commit as {log:?}");
        };
        let manifest = text(&git(root, &["show", "HEAD:Cargo.toml"])?)?;
        let version = manifest.lines().find_map(|line| {
            let line = line.strip_prefix("version = \"")?;
            line.strip_suffix('"')
        });
        Ok(Self {
            version: version.context("Cargo.toml has no version")?.to_owned(),
            commit: commit.to_owned(),
            day: day.to_owned(),
            time: time.parse()?,
            mail_date: mail_date.to_owned(),
        })
    }
}

/// The folder of one build.
#[derive(Clone, Debug)]
pub struct Place {
    /// The root of the checkout.
    pub root: PathBuf,
    /// The folder of downloaded programs.
    pub tools: PathBuf,
    work: PathBuf,
}

impl Place {
    pub fn new(root: &Path, target: &Path, name: &str) -> Self {
        Self {
            root: root.to_owned(),
            tools: target.join("tools"),
            work: target.join("dist-work").join(name),
        }
    }

    pub fn source(&self) -> PathBuf {
        self.work.join("source")
    }

    /// The target folder of cargo.
    pub fn target(&self) -> PathBuf {
        self.work.join("target")
    }
}

/// Names changes without a commit, which are not released.
pub fn uncommitted(root: &Path) -> Result<Vec<String>> {
    let status = text(&git(root, &["status", "--porcelain"])?)?;
    let names = status.lines().filter_map(|line| line.get(3..));
    Ok(names.map(str::to_owned).collect())
}

/// Writes the source to its folder, builds the page and returns both.
pub fn prepare(place: &Place, about: &About) -> Result<Tree> {
    let step = Step::begin("Copy the last commit");
    let mut tree = Tree::read(&git(&place.root, &["archive", "--format=tar", "HEAD"])?)?;
    tree.file(COMMIT, 0o644, format!("{} {}\n", about.commit, about.day));
    tree.write(&place.source())?;
    fs::create_dir_all(&place.tools)?;
    fs::create_dir_all(place.target())?;
    let tools = place.target().join("tools");
    if !tools.exists() {
        symlink(&place.tools, &tools).context("cannot link the tools")?;
    }
    step.done(format_args!("{} files", tree.files().count()));

    let step = Step::begin("Build the page");
    let printed = step.run(&mut xtask(place, "page"))?;
    let page = Path::new(printed.lines().last().unwrap_or_default());
    tree.add_folder(PAGE, page)?;
    tree.write(&place.source())?;
    tree.prune(&place.source())?;
    step.done("");
    Ok(tree)
}

/// Builds the package for npm in the source, and returns its name and bytes.
pub fn npm(place: &Place) -> Result<(String, Vec<u8>)> {
    let step = Step::begin("Build the package for npm");
    let printed = step.run(&mut xtask(place, "npm"))?;
    let path = place
        .source()
        .join(printed.lines().last().unwrap_or_default());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    step.done("");
    Ok((name.into_owned(), bytes))
}

/// A command of the task runner, in the source.
fn xtask(place: &Place, command: &str) -> Command {
    let mut cargo = cargo(place);
    cargo
        .args([
            "run",
            "--locked",
            "--quiet",
            "--package=xtask",
            "--",
            command,
        ])
        .env("CI", "1");
    cargo
}

/// Cargo in the source, without what the environment says of other builds.
pub fn cargo(place: &Place) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(place.source())
        .env("CARGO_TARGET_DIR", place.target())
        .env("CARGO_INCREMENTAL", "0");
    for name in ["CAPICU_COMMIT", "CAPICU_WEB_DIST", "RUSTFLAGS"] {
        command.env_remove(name);
    }
    command
}

fn git(root: &Path, words: &[&str]) -> Result<Vec<u8>> {
    output(Command::new("git").arg("-C").arg(root).args(words))
}

/// Runs a command and returns its standard output.
pub fn output(command: &mut Command) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("cannot start `{name}`; is it installed and on the PATH?"))?;
    if !output.status.success() {
        let words: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
        let complaint = String::from_utf8_lossy(&output.stderr);
        bail!("`{name} {}` failed: {}", words.join(" "), complaint.trim());
    }
    Ok(output.stdout)
}

/// Output as text.
pub fn text(bytes: &[u8]) -> Result<String> {
    String::from_utf8(bytes.to_vec()).context("output is not UTF-8")
}
