//! Random matches, to make records from.

use capicu::fair::Seed;
use capicu::{Fact, Rules, Table, Waiting};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

pub fn facts(rules: Rules, number: u64, rounds: usize) -> Vec<Fact> {
    let seed = Seed::from_number(number);
    let mut rng = ChaCha20Rng::from_seed(*seed.bytes());
    let mut table = Table::new(rules);
    let mut facts = Vec::new();
    let mut over = 0;
    loop {
        let fact = match table.waiting() {
            Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal if over >= rounds => return facts,
            Waiting::Deal => {
                Fact::Dealt(Box::new(seed.deal(table.game().rules(), table.n_deals())))
            }
            Waiting::Nothing => return facts,
            Waiting::Act(_) => {
                let round = table.round().expect("a round is in play");
                match table.due_call() {
                    Some((seat, call)) => Fact::Called { seat, call },
                    None => {
                        let actions = round.distinct_actions();
                        let at = rng.next_u32() as usize % actions.len();
                        Fact::Acted(actions[at])
                    }
                }
            }
        };
        let events = table.apply(&fact).expect("legal actions are accepted");
        over += events
            .iter()
            .filter(|event| matches!(event, capicu::Event::RoundOver(_)))
            .count();
        facts.push(fact);
    }
}

pub fn every_game() -> impl Iterator<Item = (&'static str, Rules)> {
    capicu_record::games::all().iter().flat_map(|game| {
        game.players()
            .into_iter()
            .filter_map(|players| Some((game.id(), game.rules(players)?)))
    })
}
