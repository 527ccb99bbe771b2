//! Solves many random deals on all processors.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use capicu::fair::Seed;
use capicu::{Match, Round, Rules, Tile};
use capicu_record::side;
use capicu_solver::{Bits, Solver};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::{Arguments, Wanted, not_solved, open, seat_named};
use crate::chosen::Chosen;
use crate::language::{language, say, texts};
use crate::stop::Stop;
use crate::{exit, print, progress};

struct Dealt {
    /// Its number among all deals of the seed, from 0.
    number: u32,
    round: Round,
}

impl Dealt {
    /// Formats the deal with its value; hands and boneyard as `--deal` and `--boneyard` take them.
    fn json(&self, one: &One) -> Value {
        let tiles = |tiles: &mut dyn Iterator<Item = Tile>| {
            let words: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
            words.join(" ")
        };
        let hands: Vec<String> = self
            .round
            .hands()
            .iter()
            .map(|hand| tiles(&mut hand.into_iter()))
            .collect();
        json!({
            "number": self.number,
            "deal": hands.join(" / "),
            "boneyard": tiles(&mut self.round.boneyard()),
            "opener": side::letter(self.round.board().opener()).to_string(),
            "value": one.value,
        })
    }
}

struct One {
    value: i16,
    nodes: u64,
    ms: f64,
}

pub fn run(arguments: &Arguments, n: u32) -> Result<ExitCode, ExitCode> {
    let chosen = arguments.from.choice.resolve();
    let Chosen { id, rules } = chosen.map_err(exit::unreadable)?;
    let job = Job {
        arguments,
        rules,
        n,
        stop: Stop::on_interrupt(),
    };
    let all = match rules.set.highest().value() {
        0..=6 => job.solve::<u32>(),
        7..=9 => job.solve::<u64>(),
        _ => job.solve::<u128>(),
    };
    let all = all.map_err(exit::unreadable)?;
    job.stop.settle();
    if all.is_empty() || arguments.each {
        return Ok(job.code());
    }
    let n = all.len();
    let nodes = spread(all.iter().map(|one| one.nodes as f64));
    let ms = spread(all.iter().map(|one| one.ms));
    let won = all.iter().filter(|one| one.value > 0).count();
    let tied = all.iter().filter(|one| one.value == 0).count();
    let lost = all.len() - won - tied;
    let mean = all.iter().map(|one| f64::from(one.value)).sum::<f64>() / all.len() as f64;
    let seed = arguments.seed;
    if arguments.json {
        print::json(&json!({
            "game": id,
            "deals": n,
            "seed": seed,
            "opener": { "wins": won, "ties": tied, "losses": lost, "mean": mean },
            "nodes": spread_json(nodes),
            "ms": spread_json(ms),
        }));
        return Ok(job.code());
    }
    let lang = language(None);
    let seed_word = say(lang, "seed", "semilla");
    let solved = say(lang, "deals solved", "repartos resueltos");
    let mut out = format!("{id}: {n} {solved} ({seed_word} {seed})\n");
    let wins = say(lang, "The side that opens wins", "El bando que sale gana");
    let ties = say(lang, "ties", "empata");
    let loses = say(lang, "loses", "pierde");
    let percent = |count: usize| count as f64 * 100.0 / all.len() as f64;
    out += &format!(
        "{wins} {:.1} %, {ties} {:.1} %, {loses} {:.1} %\n",
        percent(won),
        percent(tied),
        percent(lost)
    );
    if arguments.wanted == Wanted::Points {
        let points = say(
            lang,
            "Points for it, on average:",
            "Puntos a su favor, en promedio:",
        );
        out += &format!("{points} {mean:+.2}\n");
    }
    for (name, [mean, median, p99]) in [(say(lang, "positions", "posiciones"), nodes), ("ms", ms)] {
        let (a, b) = (say(lang, "mean", "media"), say(lang, "median", "mediana"));
        out += &format!("{name}: {a} {mean:.2}, {b} {median:.2}, p99 {p99:.2}\n");
    }
    print::text(out);
    Ok(job.code())
}

struct Job<'a> {
    arguments: &'a Arguments,
    rules: Rules,
    n: u32,
    stop: Stop,
}

/// Deals that a thread takes at a time. The answer does not depend on it.
const BATCH: usize = 256;

impl Job<'_> {
    fn code(&self) -> ExitCode {
        if !self.stop.is_raised() {
            return ExitCode::SUCCESS;
        }
        exit::note(texts().command_stopped());
        exit::interrupted()
    }

    /// Solves all deals with a solver for each thread. After an interrupt, returns those before the first unsolved one.
    /// Prints each on request, until the reader is gone.
    fn solve<B: Bits>(&self) -> Result<Vec<One>, String> {
        let bar = progress::bar(u64::from(self.n));
        let objective = self.arguments.wanted.objective();
        let seed = Seed::from_number(self.arguments.seed);
        let mut rounds = self.rounds(seed)?;
        let mut all = Vec::new();
        let size = match self.arguments.each {
            true => rayon::current_num_threads(),
            false => BATCH,
        };
        loop {
            let batch: Vec<Dealt> = rounds.by_ref().take(size).collect();
            if batch.is_empty() {
                break;
            }
            let solved: Vec<Result<Option<One>, String>> = batch
                .par_iter()
                .map_init(Solver::<B>::new, |solver, Dealt { round, .. }| {
                    if self.stop.is_raised() {
                        return Ok(None);
                    }
                    let (before, begun) = (solver.nodes(), Instant::now());
                    let value = solver.value(round, objective);
                    let value = value.map_err(|why| not_solved(&why))?;
                    bar.inc(1);
                    Ok(Some(One {
                        value,
                        nodes: solver.nodes() - before,
                        ms: begun.elapsed().as_secs_f64() * 1e3,
                    }))
                })
                .collect();
            for (dealt, one) in batch.iter().zip(solved) {
                let Some(one) = one? else {
                    bar.finish_and_clear();
                    return Ok(all);
                };
                if self.arguments.each {
                    let line = format!("{}\n", dealt.json(&one));
                    if let ControlFlow::Break(()) = bar.suspend(|| print::stream(line)) {
                        return Ok(all);
                    }
                }
                all.push(one);
            }
        }
        bar.finish_and_clear();
        Ok(all)
    }

    /// Iterates over the first deals of the seed that can be opened; deals are computed on demand.
    fn rounds(&self, seed: Seed) -> Result<impl Iterator<Item = Dealt>, String> {
        let mut game = Match::new(self.rules);
        let mut number = 0;
        while game.needs_draw_for_set() {
            game.draw_for_set(&seed.turn_up(&game, number));
            number += 1;
        }
        let opener = self.arguments.from.opener;
        if let Some(letter) = opener {
            seat_named("--opener", letter, &self.rules)?;
        }
        let deals = (0..).map(move |number| (number, seed.deal(&self.rules, number)));
        let opened = deals.filter_map(move |(number, deal)| {
            let round = match opener {
                Some(_) => open(&deal, opener, &self.rules).ok(),
                None => game.open(&deal).ok(),
            };
            round.map(|round| Dealt { number, round })
        });
        Ok(opened.take(self.n as usize))
    }
}

/// Returns mean, median and 99th percentile.
fn spread(values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let n = values.len();
    let mean = values.iter().sum::<f64>() / n as f64;
    [mean, values[n / 2], values[n * 99 / 100]]
}

fn spread_json([mean, median, p99]: [f64; 3]) -> Value {
    json!({ "mean": mean, "median": median, "p99": p99 })
}
