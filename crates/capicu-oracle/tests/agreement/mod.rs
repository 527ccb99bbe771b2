//! The engine and the slow model play the same random matches and must agree at every step.
//!
//! `CAPICU_ORACLE_ROUNDS` sets the number of rounds, `CAPICU_ORACLE_SEED` selects them. They are the same on every
//! machine, with any number of threads.
//!
//! In every third match people make mistakes. They overlook scores and call those of others, draw and pass when they
//! should not, lay tiles that do not fit, show tiles and take too many.

#[macro_use]
mod same;
mod clumsy;
mod games;
mod play;

use std::collections::BTreeMap;
use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use capicu::rules::{Choices, OptionKind, OptionValue};
use capicu::{Game, Rules};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use clumsy::Manners;
use games::{presets, random_mix};
use play::play_match;

const ROUNDS_BY_DEFAULT: u64 = 32_000;
/// From this number of rounds, a test requires every word of every option and every bonus.
const ENOUGH: u64 = 10_000;
/// The most rounds of a match, so that no long one dominates a run.
const ROUNDS_IN_A_MATCH: u32 = 40;
/// The number of lanes that share the matches by number. A thread plays whole lanes.
const LANES: u64 = 64;

fn number_from_env(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => default,
    }
}

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u32() as usize % n
}

/// Counts of what the rounds covered, so that a run without coverage fails.
#[derive(Default)]
struct Tally {
    rounds: u64,
    events: BTreeMap<String, u64>,
    /// Rounds played with each word of each option.
    words: BTreeMap<(&'static str, &'static str), u64>,
}

impl Tally {
    fn note(&mut self, event: impl Into<String>) {
        *self.events.entry(event.into()).or_default() += 1;
    }

    fn note_words(&mut self, choices: &Choices, rounds: u64) {
        for option in Choices::OPTIONS {
            if let Some(OptionValue::Word(word)) = choices.get(option.name) {
                *self.words.entry((option.name, word)).or_default() += rounds;
            }
        }
    }

    /// Asserts that each of these events occurred.
    fn had(&self, events: &[&str]) {
        for event in events {
            assert!(self.events.contains_key(*event), "no round had a {event}");
        }
    }

    fn add(&mut self, other: Self) {
        self.rounds += other.rounds;
        for (word, times) in other.words {
            *self.words.entry(word).or_default() += times;
        }
        for (event, times) in other.events {
            *self.events.entry(event).or_default() += times;
        }
    }
}

fn describe(choices: &Choices, base: &Choices) -> String {
    let mut text = String::new();
    for option in Choices::OPTIONS {
        let value = choices.get(option.name);
        if value != base.get(option.name) {
            let value = value.map_or_else(String::new, |value: OptionValue| value.to_string());
            text.push_str(&format!(" {}={value}", option.name));
        }
    }
    text
}

/// Plays matches of the games from `pick` until there are enough rounds.
fn run(
    rounds: u64,
    seed: u64,
    pick: impl Fn(&mut ChaCha8Rng, u64) -> Option<(String, Choices)> + Sync,
) -> Tally {
    let limit = rounds.div_ceil(LANES);
    let play_lane = |lane: u64| {
        let mut tally = Tally::default();
        let mut troubles = Vec::new();
        let mut number = lane;
        while tally.rounds < limit && troubles.len() < 10 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(number));
            if let Some((name, choices)) = pick(&mut rng, number) {
                let rules = Rules::new(choices).expect("only games are picked");
                let before = tally.rounds;
                let manners = match below(&mut rng, 3) {
                    0 => Manners::Clumsy,
                    _ => Manners::Perfect,
                };
                let played = play_match(rules, manners, &mut rng, limit, &mut tally);
                tally.note_words(&choices, tally.rounds - before);
                if let Err(trouble) = played {
                    let base = Game::by_id("jamaican-partner")
                        .and_then(|game| game.choices(4))
                        .expect("a known game");
                    troubles.push(format!(
                        "match {number} of {name}\n  (against the Jamaican game:{})\n{trouble}",
                        describe(&choices, &base)
                    ));
                }
            }
            number += LANES;
        }
        (tally, troubles)
    };
    let next = AtomicU64::new(0);
    let work = || {
        let mut parts = Vec::new();
        loop {
            let lane = next.fetch_add(1, Ordering::Relaxed);
            if lane >= LANES {
                return parts;
            }
            parts.push(play_lane(lane));
        }
    };
    let n_threads = thread::available_parallelism().map_or(1, |n| n.get());
    let mut tally = Tally::default();
    let mut troubles = Vec::new();
    thread::scope(|scope| {
        let running: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        for thread in running {
            for (part, found) in thread.join().expect("a match panicked") {
                tally.add(part);
                troubles.extend(found);
            }
        }
    });
    println!("{} rounds: {:?}", tally.rounds, tally.events);
    assert!(troubles.is_empty(), "{}", troubles.join("\n\n"));
    assert!(tally.rounds >= rounds);
    tally
}

#[test]
fn presets_agree() {
    let presets = presets();
    let rounds = number_from_env("CAPICU_ORACLE_ROUNDS", ROUNDS_BY_DEFAULT) / 2;
    let seed = number_from_env("CAPICU_ORACLE_SEED", 1);
    let tally = run(rounds, seed, |_, number| {
        Some(presets[number as usize % presets.len()].clone())
    });
    if rounds >= ENOUGH {
        tally.had(&[
            "KeyTile",
            "Capicu",
            "Chuchazo",
            "Paso",
            "BoardPass",
            "ThreePasses",
        ]);
    }
}

#[test]
fn random_mixes_agree() {
    let presets = presets();
    let rounds = number_from_env("CAPICU_ORACLE_ROUNDS", ROUNDS_BY_DEFAULT).div_ceil(2);
    let seed = number_from_env("CAPICU_ORACLE_SEED", 1) + (1 << 40);
    let tally = run(rounds, seed, |rng, number| {
        random_mix(rng, number, &presets)
    });
    if rounds < ENOUGH {
        return;
    }
    tally.had(&[
        "Declare",
        "Directed",
        "Exposed",
        "FalsePass",
        "FalsePlay",
        "Foul",
        "HangedBlank",
        "OwnTiles",
        "SlowPlay",
        "MisledDraw",
        "Muggins",
        "NeedlessDraw",
        "OverDrawn",
        "PaseCorrido",
        "PaseDeSalida",
        "TakenBack",
        "UnderDrawn",
        "Void",
        "WrongPlay",
        "asked for the last tile",
        "Sum(10)",
        "WrongCall",
        "hand of doubles",
        "Doubles",
        "late Muggins",
        "left",
        "player out",
    ]);
    for option in Choices::OPTIONS {
        let OptionKind::Word(words) = option.kind else {
            continue;
        };
        for word in words {
            let rounds = tally.words.get(&(option.name, *word));
            assert!(rounds.is_some(), "no round with {}={word}", option.name);
        }
    }
}

/// Every game with tiles in each word of a set.
#[test]
fn large_sets_agree() {
    let presets = presets();
    let rounds = number_from_env("CAPICU_ORACLE_ROUNDS", ROUNDS_BY_DEFAULT) / 40;
    let seed = number_from_env("CAPICU_ORACLE_SEED", 1) + (1 << 41);
    let tally = run(rounds, seed, |rng, number| {
        let sets = [
            "double-ten",
            "double-fourteen",
            "double-fifteen",
            "double-eighteen",
        ];
        let set = sets[below(rng, sets.len())];
        let hand = ["5", "9", "12"][below(rng, 3)];
        let (name, choices) = &presets[number as usize % presets.len()];
        let choices = choices.with("set", set).ok()?.with("hand", hand).ok()?;
        Rules::new(choices).ok()?;
        Some((format!("{name} with {set}, {hand} tiles"), choices))
    });
    if rounds >= ENOUGH / 40 {
        tally.had(&["WrongPlay", "OverDrawn"]);
    }
}
