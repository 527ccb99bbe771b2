//! Plays two players against each other over pairs of the same deals, and prints the result:
//!
//! `cargo run --release -p capicu-ai --example duel -- reader@5ms counter jamaican-partner 4 500`
//!
//! The arguments are the two players, the game, the number of players and the number of deals; then optionally `anew`
//! or `earned` (how rounds are opened) and the seed. `reader` takes a budget, in milliseconds or in nodes
//! (`reader@20000`). `facts` is the same player without beliefs from play. `greedy` plays doubles first and then the
//! heaviest tile. Times are processor time where the system reports it, so other work on the machine does not count.

use std::process::ExitCode;

use capicu::fair::Seed;
use capicu::{Action, Game, View};
use capicu_ai::{Belief, Bot, BotKind, Budget, Reader};
use capicu_arena::duel::{Start, Tally, deal, pair};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("duel: {why}");
            ExitCode::FAILURE
        }
    }
}

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn run(arguments: &[String]) -> Anyhow<()> {
    let word = |i: usize, otherwise: &str| {
        arguments
            .get(i)
            .map_or_else(|| otherwise.to_owned(), String::clone)
    };
    let (first, second) = (word(0, "counter"), word(1, "random"));
    let game = Game::by_id(&word(2, "jamaican-partner")).ok_or("there is no such game")?;
    let players = word(3, &game.players[0].to_string()).parse()?;
    let rules = game
        .rules(players)
        .ok_or("the game is not played by so many")?;
    let pairs: u32 = word(4, "1000").parse()?;
    let start = match word(5, "anew").as_str() {
        "anew" => Start::Anew,
        "earned" => Start::Earned,
        _ => return Err("rounds are opened anew or earned".into()),
    };
    let seed: u64 = word(6, "1").parse()?;

    let dealer = Seed::from_number(seed);
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let (mut a, mut b) = (Timed::new(&first)?, Timed::new(&second)?);
    let mut tally = Tally::default();
    for number in 0..pairs {
        let round = deal(rules, start, &dealer, number);
        tally.add(pair(&round, &mut [&mut a, &mut b], rng)?);
    }
    let (share, variance) = tally.share();
    let (margin, spread) = tally.margin();
    println!(
        "{first} v {second}, {} with {players}, {pairs} pairs {start:?}, seed {seed}: \
         {:.2} % +- {:.2} of rounds, {margin:+.3} +- {:.3} points a round; {}; {}",
        game.id,
        100.0 * share,
        196.0 * variance.sqrt(),
        1.96 * spread.sqrt(),
        a.times(),
        b.times(),
    );
    Ok(())
}

/// A player that measures the time of its choices.
struct Timed {
    bot: Box<dyn Bot>,
    micros: Vec<u64>,
}

impl Timed {
    fn new(name: &str) -> Anyhow<Self> {
        Ok(Self {
            bot: player(name)?,
            micros: Vec::new(),
        })
    }

    fn times(&mut self) -> String {
        self.micros.sort_unstable();
        let at = |percent| {
            let times = &self.micros;
            times.get(times.len() * percent / 100).copied().unwrap_or(0) as f64 / 1e3
        };
        format!("{:.3} ms median, {:.3} p99", at(50), at(99))
    }
}

impl Bot for Timed {
    fn choose(&mut self, view: &View, rng: &mut dyn Rng) -> Option<Action> {
        let begin = now();
        let action = self.bot.choose(view, rng);
        if view.distinct_actions().len() > 1 {
            self.micros.push(now() - begin);
        }
        action
    }
}

fn player(name: &str) -> Anyhow<Box<dyn Bot>> {
    if name == "greedy" {
        return Ok(Box::new(Greedy));
    }
    let Some((name, budget)) = name.split_once('@') else {
        return Ok(name.parse::<BotKind>()?.bot());
    };
    let belief = match name {
        "reader" => Belief::Play,
        "facts" => Belief::Facts,
        _ => return Err("only reader and facts take a budget".into()),
    };
    let budget = match budget.strip_suffix("ms") {
        Some(milliseconds) => Budget::Clock {
            limit: (milliseconds.parse::<f64>()? * 1e3) as u64,
            now,
        },
        None => Budget::Nodes(budget.parse()?),
    };
    Ok(Box::new(Reader::new(budget, belief)))
}

/// Plays doubles first and then the heaviest tile.
struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, view: &View, _: &mut dyn Rng) -> Option<Action> {
        let weight = |action: &Action| match *action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                Some((tile.is_double(), tile.spots()))
            }
            Action::Draw | Action::Pass | Action::HandOver => None,
        };
        view.distinct_actions().into_iter().rev().max_by_key(weight)
    }
}

/// Microseconds from an arbitrary start.
#[cfg(unix)]
fn now() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000 + time.tv_nsec as u64 / 1_000
}

/// Microseconds from an arbitrary start.
#[cfg(not(unix))]
fn now() -> u64 {
    use std::{sync::OnceLock, time::Instant};
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_micros() as u64
}
