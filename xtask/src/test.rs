//! All checks before a merge.
//!
//! The order keeps compilation to a minimum. Lints and documentation share the results of `cargo check`. All tests
//! share one profile. Browser tests use the program, client included, that the command-line tests compiled. Other
//! profiles are compiled in parallel. The test runner comes last, so that its summary ends the output.

use std::env;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context as _, Result, bail};

use crate::binary::{self, Profile};
use crate::cargo::{Workspace, cargo};
use crate::step::{Step, say};
use crate::web::{self, Client};
use crate::{axe, bare, bench, browser, decisions, nats, postgres, python, spell, timings};

/// Runs every check, or those of a crate and its dependents, and stops at the first failure.
pub fn run(package: Option<&str>) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let crates = Crates::of(&workspace, package)?;
    step(
        "Check the format (repair: cargo fmt --all)",
        cargo("fmt").args(["--all", "--check"]),
    )?;
    let dist = Client::Small.dist(&workspace);
    // In parallel, since the end of each uses one core.
    together(
        || look(&workspace, &crates),
        || {
            if crates.has("capicu-web") || crates.has("capicu-e2e") || !dist.exists() {
                web::build(&workspace, Client::Small)?;
                let weighing = Step::begin("Weigh the table");
                weighing.done(format_args!("{} KB", web::table_load(&workspace)? / 1000));
            }
            Ok(())
        },
    )?;
    let mut as_fast = true;
    together(
        || {
            let documented = crates.with_library(&workspace);
            if !documented.is_empty() {
                step(
                    "Run the examples in the documentation",
                    cargo("test")
                        .args(documented)
                        .arg("--doc")
                        .env(web::EMBEDDED, &dist),
                )?;
            }
            step(
                "Compile the tests",
                runner()
                    .args(crates.arguments())
                    .args(["--no-run", "--timings"])
                    .env(web::EMBEDDED, &dist),
            )?;
            tell_cost(&workspace, "compiling");
            if crates.has("capicu-cli") {
                binary::build_previous(&workspace, &crates.arguments())?;
            }
            Ok(())
        },
        || {
            as_fast = !crates.has("capicu-solver") || bench::gate(&workspace)?;
            if as_fast && crates.has("capicu-ai") {
                decisions::compare(&workspace, &decisions::BOTS)?;
            }
            if as_fast && crates.has("capicu-analysis") {
                decisions::compare(&workspace, &decisions::ANALYSIS)?;
            }
            Ok(())
        },
    )?;
    if !as_fast {
        return Ok(ExitCode::FAILURE);
    }
    if crates.has("capicu-python") {
        python::test(&workspace)?;
    }

    let mut tests = runner();
    tests
        .args(crates.arguments())
        .arg("--no-fail-fast")
        .env("NEXTEST_TEST_THREADS", test_threads().to_string())
        .env(web::EMBEDDED, &dist)
        .env("CAPICU_BIN", binary::path(&workspace, Profile::Dev));
    if crates.has("capicu-e2e") {
        if let Crates::Some(_) = crates {
            binary::build(&workspace, Profile::Dev)?;
        }
        let found = browser::ensure()?;
        tests
            .env("CAPICU_BROWSER", found.browser)
            .env("CAPICU_DRIVER", found.driver);
        match axe::ensure(&workspace) {
            Ok(script) => {
                tests.env("CAPICU_AXE", script);
            }
            Err(reason) if env::var_os("CI").is_none() => {
                say(format!("{reason:#}; going on without it"));
            }
            Err(reason) => return Err(reason),
        }
    }
    let mut left_out = Vec::new();
    if crates.has("capicu-store-pg") {
        let of_it = ["package(capicu-store-pg)", POSTGRES, NODES];
        if let Some(programs) = unless_missing(postgres::ensure(), &of_it, &mut left_out)? {
            tests.env("CAPICU_POSTGRES", programs);
        }
    }
    if crates.has("capicu-bus-nats") || crates.has("capicu-cli") {
        if let Some(program) = unless_missing(nats::ensure(&workspace), &[NODES], &mut left_out)? {
            tests.env("CAPICU_NATS", program);
        }
        tests.env("CAPICU_PREVIOUS", binary::path_of_previous(&workspace));
    }
    if has_nextest() && !left_out.is_empty() {
        // The summary counts them as skipped; under `cargo test` each prints a note instead.
        tests.args(["-E", &format!("not ({})", left_out.join(" | "))]);
    }
    say("Run the tests");
    let status = tests.status().context("cannot start cargo")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Tests of the command with PostgreSQL.
const POSTGRES: &str = "(package(capicu-cli) & test(/^postgres::/))";

const NODES: &str = "(package(capicu-cli) & test(/^cluster::/))";

/// Returns the program that these tests need. If it is missing, the tests are skipped; in CI this is an error.
fn unless_missing(
    found: Result<PathBuf>,
    tests: &[&'static str],
    left_out: &mut Vec<&'static str>,
) -> Result<Option<PathBuf>> {
    match found {
        Ok(program) => Ok(Some(program)),
        Err(reason) if env::var_os("CI").is_none() => {
            say(format!("{reason:#}; leaving its tests out"));
            left_out.extend(tests);
            Ok(None)
        }
        Err(reason) => Err(reason),
    }
}

/// Runs the checks that need no other program: lints, documentation, and the rules without the standard library.
fn look(workspace: &Workspace, crates: &Crates<'_>) -> Result<()> {
    // No code is compiled for the browser only, so one lint run covers all.
    let lint = Step::begin("Lint");
    lint.run(cargo("clippy").args(crates.arguments()).args([
        "--timings",
        "--all-targets",
        "--",
        "--deny=warnings",
    ]))?;
    lint.done("");
    tell_cost(workspace, "checking");
    if crates.has("capicu-cli") {
        step(
            "Lint what `cargo xtask serve` compiles of the program",
            cargo("clippy")
                .arg("--package=capicu-cli")
                .args(Profile::Serve.features())
                .args(["--", "--deny=warnings"]),
        )?;
    }
    step(
        "Document",
        cargo("doc")
            .args(crates.arguments())
            .args(["--no-deps", "--document-private-items"])
            .env("RUSTDOCFLAGS", "--deny=warnings"),
    )?;
    if crates.has("capicu") {
        bare::check(workspace)?;
    }
    if matches!(crates, Crates::All) {
        spell::check(workspace)?;
    }
    Ok(())
}

/// Prints the compile time of PostgreSQL and NATS, which a build for players leaves out.
fn tell_cost(workspace: &Workspace, doing: &str) {
    if let Some((crates, seconds)) = timings::of_several_servers(workspace) {
        say(format_args!(
            "PostgreSQL and NATS: {doing} {crates} crates took {seconds:.0} s of a core"
        ));
    }
}

/// Runs both in parallel and waits for both; fails if either fails.
fn together(
    one: impl FnOnce() -> Result<()> + Send,
    other: impl FnOnce() -> Result<()> + Send,
) -> Result<()> {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        let one = one.join().unwrap_or_else(|_| bail!("a step stopped"));
        one.and(other)
    })
}

enum Crates<'a> {
    All,
    Some(Vec<&'a str>),
}

impl<'a> Crates<'a> {
    fn of(workspace: &'a Workspace, package: Option<&str>) -> Result<Self> {
        let Some(package) = package else {
            return Ok(Self::All);
        };
        if !workspace.has(package) {
            bail!(
                "there is no crate `{package}`; there are {}",
                workspace.names()
            );
        }
        let crates = workspace.dependents(package);
        say(format_args!("Checking {}", crates.join(", ")));
        Ok(Self::Some(crates))
    }

    fn has(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Some(crates) => crates.contains(&name),
        }
    }

    fn arguments(&self) -> Vec<String> {
        match self {
            Self::All => vec!["--workspace".to_owned()],
            Self::Some(crates) => named(crates.iter().copied()),
        }
    }

    /// Returns cargo's arguments for the crates that have a library.
    fn with_library(&self, workspace: &Workspace) -> Vec<String> {
        match self {
            Self::All => self.arguments(),
            Self::Some(crates) => {
                let crates = crates.iter().copied();
                named(crates.filter(|name| workspace.has_library(name)))
            }
        }
    }
}

fn named<'a>(crates: impl Iterator<Item = &'a str>) -> Vec<String> {
    crates.map(|name| format!("--package={name}")).collect()
}

fn step(name: &str, command: &mut Command) -> Result<()> {
    let step = Step::begin(name);
    step.run(command)?;
    step.done("");
    Ok(())
}

/// Tests to run in parallel: 1.5 for each core, since browser tests wait for the browser.
fn test_threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores + cores.div_ceil(2)
}

/// Returns `cargo nextest run`, or `cargo test` if nextest is not installed.
fn runner() -> Command {
    if has_nextest() {
        cargo("nextest run")
    } else {
        let mut command = cargo("test");
        command.arg("--all-targets");
        command
    }
}

fn has_nextest() -> bool {
    let nextest = Command::new("cargo-nextest")
        .args(["nextest", "--version"])
        .output();
    nextest.is_ok_and(|output| output.status.success())
}
