//! Matches between bots, and their analyses.

use capicu::fair::Seed;
use capicu::{Fact, Game, Rules, Seat, Table, Waiting};
use capicu_ai::Bot;
use capicu_analysis::{Analysis, Plan, Played};
use capicu_record::Record;
use capicu_record::record::recorded;
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

pub fn rules(id: &str, players: u8) -> Rules {
    let game = Game::by_id(id).and_then(|game| game.rules(players));
    game.expect("a game for so many")
}

/// The facts of a match, up to this number of rounds. Due scores are always called.
pub fn facts(rules: Rules, seed: u64, rounds: u32, bot: &mut dyn Bot) -> Vec<Fact> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let seed = Seed::from_number(seed);
    let mut table = Table::new(rules);
    let mut views: Vec<_> = Seat::all(rules.n_seats())
        .map(|seat| capicu::TableView::new(rules, seat))
        .collect();
    let mut facts = Vec::new();
    let mut dealt = 0;
    loop {
        let fact = match (table.due_call(), table.waiting()) {
            (Some((seat, call)), _) => Fact::Called { seat, call },
            (_, Waiting::Act(seat)) => {
                let view = views[seat.index()].round().expect("it is dealt in");
                Fact::Acted(bot.choose(view, rng).expect("it is its turn"))
            }
            (_, Waiting::Deal) if dealt == rounds => break,
            _ => match seed.next(&table) {
                Some(fact) => fact,
                None => break,
            },
        };
        let events = table.apply(&fact).expect("it can happen");
        for event in &events {
            dealt += u32::from(matches!(event, capicu::Event::Dealt { .. }));
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
        }
        facts.push(fact);
    }
    facts
}

pub fn record(rules: Rules, facts: &[Fact]) -> Record {
    recorded(rules, facts).expect("it was played")
}

pub fn played(record: &Record) -> Played {
    Played::of(record, None).unwrap_or_else(|why| panic!("{why:?}"))
}

pub fn analyzed(played: &Played, nodes: u64, seat: u8) -> Analysis<'_> {
    let plan = Plan::new(played, nodes, Seat::new(seat).expect("a seat"));
    plan.finish((0..plan.len()).map(|job| plan.work(job)))
}
