//! Computes the missing stored tables of match equity; with `anew`, all tables, for every game and every number of
//! players:
//!
//! `cargo run --release -p capicu-ai --example equity anew`
//!
//! With a game and a number of players, it prints the stored table instead. That is the chance of the side that opens,
//! or of the first side where the tiles name the opener.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use capicu::{BySide, Game, Rules, Side, Standing};
use capicu_ai::Equity;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        None => write(Equity::stored),
        Some("anew") => write(|_| None),
        Some(id) => print(id, arguments.get(1).map(String::as_str)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("equity: {why}");
            ExitCode::FAILURE
        }
    }
}

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn write(kept: fn(&Rules) -> Option<Equity>) -> Anyhow<()> {
    let mut file = Vec::new();
    for game in Game::ALL {
        for &players in game.players {
            let rules = game.rules(players).ok_or("a game that cannot be played")?;
            let before = file.len();
            let begin = Instant::now();
            let equity = kept(&rules).unwrap_or_else(|| Equity::compute(&rules, Equity::THOROUGH));
            equity.store(game.id, &mut file);
            let (bytes, took) = (file.len() - before, begin.elapsed().as_secs_f64());
            println!("{} {players}: {bytes} bytes, {took:.1} s", game.id);
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/equity/tables.bin");
    fs::write(&path, &file)?;
    println!("{} bytes in {}", file.len(), path.display());
    Ok(())
}

fn print(id: &str, players: Option<&str>) -> Anyhow<()> {
    let game = Game::by_id(id).ok_or("there is no such game")?;
    let players = match players {
        Some(text) => text.parse()?,
        None => game.players[0],
    };
    let rules = game
        .rules(players)
        .ok_or("the game is not played by so many")?;
    let begin = Instant::now();
    let equity = Equity::of(&rules);
    let read = begin.elapsed();
    let begin = Instant::now();
    let _ = Equity::compute(&rules, Equity::QUICK);
    let made = begin.elapsed();
    println!("{id} {players}: read in {read:.0?}; as a house rule it would be made in {made:.0?}");
    let opener = Side::new(0);
    for (opener, what) in [(opener, "it opens"), (None, "the tiles say who opens")] {
        println!("\n{what}; its score down, that of the second side across");
        table(&equity, &rules, opener);
    }
    Ok(())
}

fn table(equity: &Equity, rules: &Rules, opener: Option<Side>) {
    let target = rules.target.get();
    let lines: Vec<u16> = (0..10)
        .map(|i| i * target / 10)
        .chain([target - 1])
        .collect();
    let mut lines = lines;
    lines.dedup();
    print!("{:>5}", "");
    for theirs in &lines {
        print!("{theirs:>7}");
    }
    println!();
    for ours in &lines {
        print!("{ours:>5}");
        for theirs in &lines {
            let mut scores = BySide::new(rules.n_sides());
            for (side, score) in Side::all(2).zip([*ours, *theirs]) {
                scores[side] = score;
            }
            let standing = Standing {
                scores,
                decided: 8,
                round: 8,
                ..Standing::new(rules)
            };
            let chance = equity.chance(&standing, opener, Side::default());
            print!("{:>6.1}%", 100.0 * chance);
        }
        println!();
    }
}
