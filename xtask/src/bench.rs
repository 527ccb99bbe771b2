//! Speed of engine, playouts and solver: in seconds, as ratios to other programs in the same run, and in instructions,
//! which do not depend on the load of the machine.

mod plot;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::cargo::{Workspace, cargo};
use crate::decisions;
use crate::step::{Step, say};
use crate::toolchain::{WASM, ensure_wasm};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Rates,
    /// Ratios to other programs.
    Peers,
    /// Solver and bots: WebAssembly compared with native code.
    Wasm,
    /// Instructions, compared with the figures in the repository.
    Count,
    Write,
}

/// Counted workloads, each with its number of repetitions.
const COUNTED: [(&str, u32); 8] = [
    ("jamaican-partner-4", 2_000),
    ("french-4", 1_000),
    ("draw-2", 2_000),
    ("all-fives-2", 2_000),
    ("double-nine-cross-4", 500),
    ("playouts", 20_000),
    ("solve-result", 40),
    ("solve-points", 10),
];

/// Percent; a larger change in either direction fails.
const ALLOWED: f64 = 3.0;

const FIGURES: &str = "crates/capicu-solver/benches/instructions.txt";

const PEERS: &str = include_str!("bench/peers.py");

/// Programs to compare with, from PyPI.
const PACKAGES: [&str; 3] = [
    "dominoes==6.1.0",
    "open_spiel==2.0.2",
    "all-fives-domino==1.0.23",
];

/// The chart of ratios in `docs/performance.md`.
const PLOT: &str = "docs/images/speed.svg";

/// Our workload, the workload of the other program, and the label in the chart.
const COMPARED: [(&str, &str, &str); 6] = [
    (
        "jamaican-partner-4",
        "dominoes",
        "Jamaican rounds, engine / dominoes",
    ),
    (
        "playouts",
        "dominoes",
        "the same, compact playouts / dominoes",
    ),
    (
        "thrifty",
        "dominoes",
        "the same, played thriftily / dominoes at random",
    ),
    (
        "block-2",
        "python_block_dominoes",
        "Block for two / OpenSpiel",
    ),
    (
        "jamaican-partner-4",
        "python_team_dominoes",
        "Jamaican rounds / OpenSpiel",
    ),
    (
        "all-fives-2",
        "all-fives-domino",
        "All Fives for two / all-fives-domino",
    ),
];

/// Returns whether no workload takes more instructions than its figure allows.
pub fn gate(workspace: &Workspace) -> Result<bool> {
    count(workspace, false)
}

pub fn run(what: What) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    match what {
        What::Rates => {
            let speed = build(&workspace)?;
            let status = Command::new(speed).args(["rates", "1"]).status()?;
            Ok(if status.success() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
        What::Peers => peers(&workspace),
        What::Wasm => wasm(&workspace),
        What::Count => count(&workspace, false).map(code),
        What::Write => count(&workspace, true).map(code),
    }
}

fn code(good: bool) -> ExitCode {
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn build(workspace: &Workspace) -> Result<PathBuf> {
    let step = Step::begin("Build the benchmark");
    step.run(cargo("build").args(["--release", "--package=capicu-solver", "--example=speed"]))?;
    step.done("");
    Ok(workspace.target.join("release/examples/speed"))
}

/// Counts instructions; fails if they exceed the figures. Without valgrind it prints a note and passes.
fn count(workspace: &Workspace, write: bool) -> Result<bool> {
    let found = Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        say("Instructions are not counted: valgrind is not installed");
        return Ok(true);
    }
    let path = workspace.root.join(FIGURES);
    let compiler = compiler()?;
    if !write && !fs::read_to_string(&path)?.contains(&compiler) {
        say("Instructions are not compared: the figures are those of another compiler");
        return Ok(true);
    }
    let speed = build(workspace)?;
    let known = read_figures(&path);
    let (mut text, mut failed) = (String::new(), false);
    for (name, amount) in COUNTED {
        let counted = instructions(&speed, name, amount)?;
        text += &format!("{name} {counted}\n");
        if write {
            println!("{name:<24} {counted:>12}");
            continue;
        }
        let Some(known) = known.get(name).copied() else {
            bail!("{FIGURES} says nothing about {name}: write it with `cargo xtask bench --write`");
        };
        let change = (counted as f64 / known as f64 - 1.0) * 100.0;
        let over = change > ALLOWED;
        failed |= over;
        let mark = match change {
            _ if over => "  <- more than 3 % over",
            _ if change < -ALLOWED => "  (better: keep it with --write)",
            _ => "",
        };
        println!("{name:<24} {counted:>12} instructions, {change:+.2} %{mark}");
    }
    if write {
        let head =
            "# Instructions of fixed work, counted by valgrind: `cargo xtask bench --write`.";
        let text = format!("{head}\n# {compiler}\n{text}");
        fs::write(&path, text).context(FIGURES)?;
    }
    if failed {
        eprintln!("If the change is meant, write the figures with `cargo xtask bench --write`.");
        return Ok(false);
    }
    Ok(true)
}

/// Returns the version line of cargo's compiler.
fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output();
    let output = output.context("cannot start rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs the same deals, decisions and match reviews natively and in node, and prints the ratios.
fn wasm(workspace: &Workspace) -> Result<ExitCode> {
    let speed = build(workspace)?;
    ensure_wasm()?;
    let step = Step::begin("Build it for WebAssembly");
    let example = ["--package=capicu-solver", "--example=speed"];
    step.run(
        cargo("build")
            .args(["--release", "--target", WASM])
            .args(example),
    )?;
    step.done("");
    let module = workspace.target.join(WASM);
    let step = Step::begin("Measure");
    let module = module.join("release/examples/speed.wasm");
    let (code, there) = decisions::run(workspace, &step, &module, 5)?;
    if code != 0 {
        bail!("the solver ended with {code} in WebAssembly");
    }
    let here = step.run(Command::new(&speed).arg("timed"))?;
    step.done("");
    print_ratio("solver", here.trim().parse()?, there);
    for one in [&decisions::BOTS, &decisions::ANALYSIS] {
        let (here, there) = decisions::seconds(workspace, one)?;
        print_ratio(one.what, here, there);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_ratio(name: &str, here: f64, there: f64) {
    let ratio = there / here;
    println!("{name}: native {here:.3} s, WebAssembly {there:.3} s, ratio {ratio:.2}");
}

fn read_figures(path: &Path) -> BTreeMap<String, u64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (name, count) = line.split_once(' ')?;
            Some((name.to_owned(), count.parse().ok()?))
        })
        .collect()
}

fn instructions(speed: &Path, name: &str, amount: u32) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(speed)
        .args(["work", name, &amount.to_string()])
        .output()
        .context("cannot start valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|line| line.contains("Collected :"));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok())
        .with_context(|| format!("valgrind counted nothing for {name}: {said}"))
}

/// Installs the other programs below `target/` and prints the ratios of one run.
fn peers(workspace: &Workspace) -> Result<ExitCode> {
    let speed = build(workspace)?;
    let home = workspace.target.join("peers");
    let installed = home.join("installed");
    if fs::read_to_string(&installed).ok() != Some(PACKAGES.join(" ")) {
        let step = Step::begin("Install the peers");
        step.run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
        step.run(
            Command::new(home.join("bin/pip"))
                .args(["install", "--quiet"])
                .args(PACKAGES),
        )?;
        fs::write(installed, PACKAGES.join(" "))?;
        step.done("");
    }
    let step = Step::begin("Measure the peers");
    let script = home.join("peers.py");
    fs::write(&script, PEERS)?;
    let theirs = step.run(Command::new(home.join("bin/python")).arg(&script).arg("6"))?;
    step.done("");
    let lines = home.join("measured.txt");
    fs::write(&lines, &theirs)?;

    let step = Step::begin("Measure Capicú");
    let names: BTreeSet<&str> = COMPARED.iter().map(|(here, ..)| *here).collect();
    let ours = step.run(Command::new(&speed).args(["rates-of", "3"]).args(names))?;
    step.done("");
    let compared = Command::new(&speed)
        .arg("compare")
        .stdin(fs::File::open(&lines)?)
        .output()?;

    let rate = |text: &str, skip: &str, name: &str| -> Option<f64> {
        text.lines().find_map(|line| {
            let (found, rate) = line.strip_prefix(skip)?.split_once(' ')?;
            (found == name).then(|| rate.trim().parse().ok())?
        })
    };
    let mut ratios = Vec::new();
    println!("rounds a second                             here       there    ratio");
    for (here, there, label) in COMPARED {
        match (rate(&ours, "", here), rate(&theirs, "rate ", there)) {
            (Some(a), Some(b)) => {
                println!("{here:<19} {there:<22} {a:>10.0} {b:>9.0} {:>8.0}", a / b);
                ratios.push((label, a / b));
            }
            _ => println!("{here:<19} {there:<22} not measured"),
        }
    }
    let told = String::from_utf8_lossy(&compared.stdout);
    if let Some(ratio) = rate(&told, "", "solve-ratio") {
        ratios.push(("exact values, solver / dominoes", ratio));
    }
    fs::write(workspace.root.join(PLOT), plot::svg(&ratios)).context(PLOT)?;
    print!("{told}");
    for line in theirs.lines().filter(|line| line.starts_with("missing")) {
        println!("{line}");
    }
    let agree = told.contains("values-differ 0\n");
    Ok(if agree {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
