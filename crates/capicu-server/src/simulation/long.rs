//! Simulates one seed after the other: `cargo xtask simulate-server`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Lie, simulate_with};

/// Reads a number from the environment.
fn given(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{variable} is no whole number: {text}")))
}

/// Returns a flag that Ctrl-C sets.
fn stop() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            told.store(true, Ordering::Relaxed);
        }
    });
    stop
}

/// A test only if the environment sets a duration.
#[test]
fn for_as_long_as_wanted() {
    let Some(minutes) = given("CAPICU_SIMULATE_MINUTES") else {
        return;
    };
    let first = given("CAPICU_SIMULATE_SEED").unwrap_or(1);
    let servers = given("CAPICU_SIMULATE_SERVERS").unwrap_or(1).max(1) as usize;
    let repeats = match servers {
        1 => String::new(),
        several => format!(" --servers {several}"),
    };
    let time = Duration::from_secs(60 * minutes);
    let (began, stop) = (Instant::now(), stop());
    let (mut seed, mut matches, mut facts, mut promises, mut messages) = (first, 0, 0, 0, 0);
    let mut told = began;
    while began.elapsed() < time && !stop.load(Ordering::Relaxed) {
        let simulated = simulate_with(servers, seed, Lie::None);
        if !simulated.wrong.is_empty() {
            let file = std::env::temp_dir().join(format!("capicu-simulation-{seed}.log"));
            std::fs::write(&file, &simulated.log).expect("the log can be written");
            for wrong in &simulated.wrong {
                println!("seed {seed}: {wrong}");
            }
            panic!(
                "seed {seed} fails; what happened is in {}; repeat: cargo xtask simulate-server --seed {seed}{repeats}",
                file.display()
            );
        }
        matches += simulated.matches;
        facts += simulated.facts;
        promises += simulated.promises;
        messages += simulated.messages;
        seed += 1;
        if told.elapsed() >= Duration::from_secs(5) {
            told = Instant::now();
            let seconds = began.elapsed().as_secs();
            println!(
                "{seconds} s: seeds {first} to {}, {matches} matches",
                seed - 1
            );
        }
    }
    println!(
        "seeds {first} to {}, {matches} matches, {facts} facts, {promises} commands acknowledged, {messages} messages looked through: nothing wrong; go on: cargo xtask simulate-server --seed {seed}{repeats}",
        seed - 1
    );
}
