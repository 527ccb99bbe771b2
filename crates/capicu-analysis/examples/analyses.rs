//! Analyzes matches of fixed seeds and prints a digest of every byte of the results, to compare machines.
//!
//! `cargo run --release -p capicu-analysis --example analyses` prints a line per match; the argument `timed` adds
//! seconds. `long 40 5000 20000` prints the time of a match of forty rounds on one core with 5,000 and 20,000 nodes per
//! choice, and the errors for each.
//!
//! A bare WebAssembly module cannot print. Compiled with the expected lines in `CAPICU_ANALYSES`, the program exits
//! with the number of the first different line, or 0.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::time::Instant;

use capicu::{Fact, Seat};
use capicu_ai::{BotKind, Counter, Random};
use capicu_analysis::{Judged, Plan, json, page};
use capicu_i18n::{Lang, Texts};
use common::{analyzed, facts, played, record, rules};

/// Game, players, bot, rounds, nodes per choice.
const CASES: [(&str, u8, BotKind, u32, u64); 7] = [
    ("jamaican-partner", 4, BotKind::Counter, 3, 600),
    ("jamaican-partner", 4, BotKind::Random, 1, 3_000),
    ("cut-throat", 3, BotKind::Random, 2, 500),
    ("doscientos", 4, BotKind::Counter, 2, 500),
    ("draw", 2, BotKind::Random, 2, 1_000),
    ("all-fives", 2, BotKind::Counter, 2, 500),
    ("double-nine-cross", 3, BotKind::Random, 1, 200),
];

fn main() -> ExitCode {
    if let Some(expected) = option_env!("CAPICU_ANALYSES") {
        let differs = expected.lines().enumerate().find(|(i, line)| {
            let found = CASES.get(*i).map(line_of);
            found.as_deref() != Some(*line)
        });
        return ExitCode::from(differs.map_or(0, |(i, _)| i as u8 + 1));
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers = arguments.iter().skip(1).map(|n| n.parse());
    let numbers: Vec<u64> = numbers.collect::<Result<_, _>>().expect("whole numbers");
    match (arguments.first().map(String::as_str), numbers.as_slice()) {
        (Some("timed"), _) => println!("{}", timed()),
        (Some("long"), [rounds, nodes @ ..]) => long(*rounds as usize, nodes),
        _ => CASES.iter().for_each(|case| println!("{}", line_of(case))),
    }
    ExitCode::SUCCESS
}

/// A line about a match: the numbers of choices and mistakes, and a digest of the JSON and the shared page.
fn line_of(&(id, players, bot, rounds, nodes): &(&str, u8, BotKind, u32, u64)) -> String {
    let rules = rules(id, players);
    let facts = facts(rules, nodes, rounds, &mut *bot.bot());
    let played = played(&record(rules, &facts));
    let analysis = analyzed(&played, nodes, 0);
    let mistakes = analysis.mistakes().len();
    let told = json(&analysis).to_string() + &page(&analysis, Texts::new(Lang::En));
    let n = played.decisions.len();
    format!("{id} {players} {n} {mistakes} {:016x}", digest(&told))
}

/// FNV-1a: short, and independent of the size of a pointer.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The seconds for all cases, the best of three.
fn timed() -> f64 {
    let runs = (0..3).map(|_| {
        let begun = seconds();
        for case in &CASES {
            std::hint::black_box(line_of(case));
        }
        seconds() - begun
    });
    runs.fold(f64::INFINITY, f64::min)
}

/// Seconds of processor time so far; wall time on systems without it.
fn seconds() -> f64 {
    static BEGUN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| BEGUN.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// The number of seeds to search for a match that is long enough.
const SEEDS: u64 = 3_000;

/// Rounds of random players that measure the current speed of the machine.
const BASELINE: u64 = 2_000;

/// Prints the time of a match with this number of rounds on one core, and the errors by number of nodes.
fn long(rounds: usize, all_nodes: &[u64]) {
    let rules = rules("jamaican-partner", 4);
    let (begun, most) = (seconds(), u32::try_from(rounds).unwrap_or(u32::MAX));
    for seed in 0..BASELINE {
        std::hint::black_box(facts(rules, seed, 1, &mut Random));
    }
    let baseline = seconds() - begun;
    println!("{BASELINE} rounds of random players, the baseline: {baseline:.2} s");
    let mut matches = (0..SEEDS).map(|seed| facts(rules, seed, most, &mut Counter));
    let long = |facts: &Vec<Fact>| dealt(facts) >= rounds;
    let facts = matches.find(long).expect("a match of so many rounds");
    let played = played(&record(rules, &facts));
    println!("{rounds} rounds, {} choices", played.decisions.len());
    let runs: Vec<Vec<Option<Judged>>> = all_nodes
        .iter()
        .map(|nodes| {
            let begun = seconds();
            let plan = Plan::new(&played, *nodes, Seat::default());
            let (mut settled, mut deepened, mut sums) = (0.0, 0.0, 0.0);
            let mut done = Vec::new();
            for job in 0..plan.len() {
                let begun_job = seconds();
                let one = plan.work(job);
                let took = seconds() - begun_job;
                if job == 0 {
                    println!("{nodes} nodes: the first choice after {:.2} s", seconds() - begun);
                }
                match plan.finish([one.clone()]).judged.into_iter().flatten().next() {
                    Some(judged) if judged.is_deepened => deepened += took,
                    Some(_) => settled += took,
                    None => sums += took,
                }
                done.push(one);
            }
            let judged = plan.finish(done).judged;
            let n = judged.iter().flatten().filter(|one| one.is_deepened).count();
            println!(
                "{nodes} nodes: {settled:.1} s for choices that the scan settles, {deepened:.1} s for {n} that are deepened, \
                 {sums:.1} s for the sum; in all {:.1} times the baseline",
                (settled + deepened + sums) / baseline
            );
            judged
        })
        .collect();
    let errors = |run: &[Option<Judged>]| -> Vec<i64> {
        let always = |at: &usize| {
            let in_run =
                |run: &Vec<Option<Judged>>| run[*at].as_ref().is_some_and(|j| j.is_deepened);
            runs.iter().all(in_run)
        };
        let at = (0..run.len()).filter(always);
        at.filter_map(|at| Some(run[at].as_ref()?.loss.error.round))
            .collect()
    };
    for (nodes, run) in all_nodes.iter().zip(&runs) {
        let errors = errors(run);
        let mean = errors.iter().sum::<i64>() as f64 / errors.len().max(1) as f64;
        println!(
            "{nodes} nodes: the error of the {} choices that are always deepened is {:.2} % of a round on average",
            errors.len(),
            mean / 10_000.0
        );
    }
}

fn dealt(facts: &[Fact]) -> usize {
    facts
        .iter()
        .filter(|fact| matches!(fact, Fact::Dealt(_)))
        .count()
}
