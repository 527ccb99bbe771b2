//! What the database says about each query: asked here, recorded in `.sqlx/`, read by every build.
//!
//! The server's queries are checked against its own migrations when they are compiled. That needs a
//! database, so the answers are recorded and committed; [`verify`] says when they are out of date.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};

use crate::cargo::{Workspace, cargo, hash_files, program};
use crate::step::Step;

const SERVER: &str = "capicu-server";
const MIGRATIONS: &str = "crates/capicu-server/migrations";

/// What an answer depends on.
const INPUTS: [&str; 3] = ["crates/capicu-server", "Cargo.lock", "xtask/schema"];

/// Where the answers are recorded.
const RECORDED: &str = ".sqlx";

/// Each answer, by the name of its file.
type Answers = BTreeMap<String, String>;

/// Records the answers in `.sqlx/`.
pub fn prepare() -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    if !has_queries(&workspace) {
        bail!("there is no {MIGRATIONS}, so there is no database to ask");
    }
    let answers = ask(&workspace)?;
    let folder = workspace.root.join(RECORDED);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for name in read(&folder)?
        .keys()
        .filter(|name| !answers.contains_key(*name))
    {
        fs::remove_file(folder.join(name)).with_context(|| format!("cannot remove {name}"))?;
    }
    for (name, answer) in &answers {
        fs::write(folder.join(name), answer).with_context(|| format!("cannot write {name}"))?;
    }
    println!("{} queries in .sqlx/: commit them", answers.len());
    Ok(ExitCode::SUCCESS)
}

/// Fails when what is recorded is not what the database says now.
pub fn verify(workspace: &Workspace) -> Result<()> {
    if !has_queries(workspace) {
        return Ok(());
    }
    let stamp = workspace.target.join("sqlx.stamp");
    let inputs = hash(workspace, &[&INPUTS[..], &[RECORDED]].concat())?;
    if fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == inputs) {
        return Ok(());
    }
    let (fresh, recorded) = (ask(workspace)?, read(&workspace.root.join(RECORDED))?);
    if fresh != recorded {
        bail!(
            "{}; run `cargo xtask sqlx` and commit .sqlx/",
            difference(&fresh, &recorded)
        );
    }
    fs::write(&stamp, inputs).with_context(|| format!("cannot write {}", stamp.display()))
}

fn has_queries(workspace: &Workspace) -> bool {
    workspace.has(SERVER) && workspace.root.join(MIGRATIONS).is_dir()
}

/// Compiles the server against a new database, for the answers that the compiler gets.
fn ask(workspace: &Workspace) -> Result<Answers> {
    let folder = workspace
        .target
        .join("sqlx")
        .join(hash(workspace, &INPUTS)?);
    let (database, answers) = (folder.join("schema.db"), folder.join("answers"));
    fs::create_dir_all(&answers).with_context(|| format!("cannot make {}", answers.display()))?;

    let step = Step::begin("Make a database from the migrations");
    step.run(cargo("build").args(["--package=xtask-schema"]))?;
    let migrations = workspace.root.join(MIGRATIONS);
    step.run(Command::new(program(workspace, "xtask-schema")).args([&migrations, &database]))?;
    step.done("");

    let step = Step::begin("Ask it about the server's queries");
    // A macro asks only when it is expanded, so the crate must be compiled once for this folder, however
    // fresh it is. A configuration that nobody uses does that, and leaves the ordinary build alone.
    let cfg = format!("xtask_queries=\"{}\"", name_once(&folder.join("name"))?);
    let result = step.run(
        cargo("rustc")
            .args([
                "--package",
                SERVER,
                "--lib",
                "--profile=check",
                "--",
                "--cfg",
                &cfg,
            ])
            .env("DATABASE_URL", format!("sqlite:{}", database.display()))
            .env("SQLX_OFFLINE", "false")
            .env("SQLX_OFFLINE_DIR", &answers),
    );
    result.context("a query does not fit the migrations, or the server does not compile")?;
    let answers = read(&answers)?;
    step.done(format_args!("{} queries", answers.len()));
    Ok(answers)
}

/// What the file says; when there is none, what no such file has said before.
fn name_once(file: &Path) -> Result<String> {
    if let Ok(name) = fs::read_to_string(file) {
        return Ok(name);
    }
    let name = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_nanos();
    fs::write(file, name.to_string())
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(name.to_string())
}

/// A hash of everything in these files and folders.
fn hash(workspace: &Workspace, paths: &[&str]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for path in paths {
        hash_files(&workspace.root.join(path), &mut hasher)?;
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn read(folder: &Path) -> Result<Answers> {
    if !folder.exists() {
        return Ok(Answers::new());
    }
    let context = || format!("cannot read {}", folder.display());
    let paths: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(context)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    paths
        .iter()
        .map(|path| {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = fs::read_to_string(path).with_context(context)?;
            Ok((name, text.replace("\r\n", "\n")))
        })
        .collect()
}

fn difference(fresh: &Answers, recorded: &Answers) -> String {
    let count =
        |of: &Answers, other: &Answers| of.keys().filter(|k| !other.contains_key(*k)).count();
    let changed = fresh
        .iter()
        .filter(|(k, v)| recorded.get(*k).is_some_and(|r| r != *v))
        .count();
    format!(
        "of the queries recorded in .sqlx/, {} are missing, {} are not used and {changed} have changed",
        count(fresh, recorded),
        count(recorded, fresh),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_counted() {
        let answers = |list: &[(&str, &str)]| -> Answers {
            list.iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect()
        };
        let fresh = answers(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let recorded = answers(&[("b", "2"), ("c", "1"), ("d", "1"), ("e", "1")]);
        assert_eq!(
            difference(&fresh, &recorded),
            "of the queries recorded in .sqlx/, 1 are missing, 2 are not used and 1 have changed"
        );
    }
}
