//! Compares the losses of an analysis with those of a game solved exactly: `cargo run --release -p capicu-analysis
//! --example solution -- 2000`, with the nodes per choice.
//!
//! The losses may differ: the analysis assumes human play after the choice, the solution optimal play.

use std::collections::HashMap;

use capicu::fair::Seed;
use capicu::{Action, Fact, Rules, Seat, Table, TableView, TileSet, View, Waiting};
use capicu_ai::{Bot, Counter, Random};
use capicu_analysis::{Class, Plan, Played};
use capicu_record::record::recorded;
use capicu_truth::{SmallGame, double_three, solve};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

const MATCHES: u64 = 600;
const ROUNDS_OF_SOLVING: u32 = 100;

fn main() {
    let nodes = std::env::args().nth(1).map_or(Ok(2_000), |n| n.parse());
    let nodes = nodes.expect("a number of nodes");
    let rules = double_three();
    let game = SmallGame::new(&rules).expect("it is small");
    let solution = solve(&game, ROUNDS_OF_SOLVING);
    let worths = solution.worths(&game);
    let situations: HashMap<_, _> = (0..game.n_situations())
        .map(|situation| (seen(&game.view(situation)), situation))
        .collect();
    let mut all = Distances::default();
    let mut named = Distances::default();
    for seed in 0..MATCHES {
        let played = played(rules, seed);
        let plan = Plan::new(&played, nodes, Seat::default());
        let analysis = plan.finish((0..plan.len()).map(|job| plan.work(job)));
        for (decision, judged) in analysis.decisions() {
            let situation = situations[&seen(&decision.view)];
            let mut others = worths[situation].clone();
            let own = others.remove(decision.played);
            let best = others.into_iter().fold(f64::MIN, f64::max);
            // A win is 1 and a loss -1, so a round is worth 2.
            let exact = (best - own) / 2.0;
            let told = judged.loss.round as f64 / 1e6;
            if judged.class != Class::Alike {
                all.add(told, exact);
            }
            if judged.class.is_mistake() {
                named.add(told, exact);
            }
        }
    }
    println!("choices:  {all}");
    println!("mistakes: {named}");
}

fn seen(view: &View) -> (Seat, TileSet, Vec<Action>) {
    let moves = view.moves().iter().map(|mv| mv.action).collect();
    (view.seat(), view.hand(), moves)
}

/// The first round of a match between players of random moves or simple rules.
fn played(rules: Rules, seed: u64) -> Played {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let deals = Seed::from_number(seed);
    let bot: &mut dyn Bot = if seed.is_multiple_of(2) {
        &mut Random
    } else {
        &mut Counter
    };
    let mut table = Table::new(rules);
    let mut views: Vec<_> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let mut facts = Vec::new();
    loop {
        let fact = match table.waiting() {
            Waiting::Act(seat) => {
                let view = views[seat.index()].round().expect("it is dealt in");
                Fact::Acted(bot.choose(view, rng).expect("it is its turn"))
            }
            _ if facts.len() > 2 => break,
            _ => deals.next(&table).expect("the match goes on"),
        };
        for event in table.apply(&fact).expect("it can happen") {
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
        }
        facts.push(fact);
    }
    let record = recorded(rules, &facts).expect("it was played");
    Played::of(&record, None).unwrap_or_else(|why| panic!("{why:?}"))
}

/// Losses in shares of a round: by the analysis, and by the exact solution.
#[derive(Default)]
struct Distances {
    n: f64,
    told: f64,
    exact: f64,
    off: f64,
}

impl Distances {
    fn add(&mut self, told: f64, exact: f64) {
        self.n += 1.0;
        self.told += told;
        self.exact += exact;
        self.off += (told - exact).abs();
    }
}

impl std::fmt::Display for Distances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |sum: f64| 100.0 * sum / self.n;
        write!(
            f,
            "{}, told loss {:.1} %, loss against the solution {:.1} %, distance {:.1} % of a round",
            self.n,
            percent(self.told),
            percent(self.exact),
            percent(self.off)
        )
    }
}
