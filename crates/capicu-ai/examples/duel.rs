//! Plays two players against each other over pairs of the same deals and prints what came of it:
//!
//! `cargo run --release -p capicu-ai --example duel -- counter random jamaican-partner 4 2000`
//!
//! The arguments are the two players, the game, how many play, how many deals, then optionally
//! `anew` or `earned` (how rounds are opened) and the seed.

use std::process::ExitCode;
use std::time::Instant;

use capicu::Game;
use capicu::fair::Seed;
use capicu_ai::BotKind;
use capicu_ai::duel::{Start, Tally, deal, pair};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

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

fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let word = |i: usize, otherwise: &str| {
        arguments
            .get(i)
            .map_or_else(|| otherwise.to_owned(), String::clone)
    };
    let (first, second): (BotKind, BotKind) =
        (word(0, "counter").parse()?, word(1, "random").parse()?);
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
    let (mut a, mut b) = (first.bot(), second.bot());
    let mut tally = Tally::default();
    let begin = Instant::now();
    for number in 0..pairs {
        let round = deal(rules, start, &dealer, number);
        tally.add(pair(&round, &mut [a.as_mut(), b.as_mut()], rng)?);
    }
    let seconds = begin.elapsed().as_secs_f64();
    let (share, variance) = tally.share();
    let (margin, spread) = tally.margin();
    println!(
        "{first} v {second}, {} with {players}, {pairs} pairs, seed {seed}: \
         {:.2} % +- {:.2} of rounds, {margin:+.3} +- {:.3} points a round, {} decided, {:.1} s",
        game.id,
        100.0 * share,
        196.0 * variance.sqrt(),
        1.96 * spread.sqrt(),
        tally.decided,
        seconds,
    );
    Ok(())
}
