//! Prints a match move by move: `cargo run -p capicu --example told -- all-fives 2 7` (game, players, seed).

use std::error::Error;

use capicu::fair::Seed;
use capicu::{Event, Fact, Game, Table};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or_else(|| "cien".to_owned());
    let game = Game::by_id(&id).ok_or("there is no such game")?;
    let players = arguments.next().map(|n| n.parse()).transpose()?;
    let rules = game
        .rules(players.unwrap_or(game.players[0]))
        .ok_or("the game is not played by so many")?;
    let seed = arguments.next().map(|n| n.parse()).transpose()?;
    let seed = Seed::from_number(seed.unwrap_or(1));
    println!("commitment {}", seed.commitment());

    let mut table = Table::new(rules);
    // Every seat plays the first legal action.
    let act = |table: &Table| Some(Fact::Acted(*table.round()?.legal_actions().first()?));
    while let Some(fact) = seed.next(&table).or_else(|| act(&table)) {
        for event in table.apply(&fact)? {
            tell(&event);
        }
    }
    println!("seed {seed}");
    Ok(())
}

/// Prints an event in one line.
fn tell(event: &Event) {
    match event {
        Event::Dealt { opening, hands, .. } => {
            println!("\nseat {} opens", opening.seat.letter());
            for (seat, hand) in hands.entries() {
                println!("  {}: {hand}", seat.letter());
            }
        }
        Event::Done(step) => {
            print!("{}: {}", step.seat().letter(), step.mv.action);
            for award in &step.awards {
                print!("  (side {}: {} {:?})", award.side, award.points, award.why);
            }
            println!();
        }
        Event::RoundOver(result) => {
            println!("{:?}; scores {:?}", result.outcome.ended, result.scores);
            if let Some(result) = result.result {
                println!("side {} wins the match", result.winner);
            }
        }
        _ => {}
    }
}
