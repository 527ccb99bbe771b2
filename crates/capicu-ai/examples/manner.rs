//! Teaches the network that knows how readers choose, by what they do among themselves and against
//! counters, and stores it:
//!
//! `cargo run --release -p capicu-ai --example manner -- 12000 20000`
//!
//! The arguments are how many rounds are played, by turns in games of games and of pips, and how many
//! nodes the readers have for a decision. A hand that was held is shown among others that it might have
//! been for all that another seat knew, and the network learns to tell it by what was chosen. It prints
//! how much that tells of decisions that it was not shown, in nats a decision; more is better.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use capicu::fair::Seed;
use capicu::{Action, Game, Seat, TileSet, View};
use capicu_ai::duel::{Start, deal};
use capicu_ai::manner::{INPUTS, LANES, looks};
use capicu_ai::{Aim, Belief, Bot, Budget, Counter, Knowledge, Reader};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// What is played: three rounds in four are of the first.
const GAMES: [&str; 4] = [
    "jamaican-partner",
    "jamaican-partner",
    "doscientos",
    "jamaican-partner",
];

/// One decision in so many is kept to test by.
const TESTED: usize = 8;

/// How often all decisions are gone through, and how many at a time.
const EPOCHS: u32 = 20;
const BATCH: usize = 256;

/// The size of the first steps, and what weights lose by one.
const STEP: f32 = 0.003;
const DECAY: f32 = 0.02;

/// The share of choices taken to be made in any way.
const NOISE: f32 = 0.1;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .map_while(|argument| argument.parse().ok())
        .collect();
    let [rounds, nodes] = numbers[..] else {
        eprintln!("manner: say how many rounds and how many nodes a decision");
        return ExitCode::FAILURE;
    };
    let decisions = gather(rounds as u32, nodes);
    println!("{} decisions of {rounds} rounds", decisions.len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/reader/line/manner.bin");
    match fs::write(&path, learn(decisions)) {
        Ok(()) => {
            println!("written to {}", path.display());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("manner: {}: {why}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// What somebody chose: how it looks from the hand it held, and from others that it might have held
/// for all that another seat knew.
type Decision = Vec<Case>;

/// A hand: what the choices from it look like, and which is the one that was made.
struct Case {
    ways: Vec<[f32; INPUTS]>,
    made: usize,
}

/// Hands imagined for each decision.
const OTHERS: usize = 6;

/// Plays the rounds on all cores.
fn gather(rounds: u32, nodes: u64) -> Vec<Decision> {
    let n = thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let done = &AtomicU32::new(0);
    let told = move |number| {
        let decisions = play(number, nodes);
        let done = 1 + done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(100) || done == rounds {
            eprint!("\r{done} of {rounds} rounds");
        }
        decisions
    };
    let decisions = thread::scope(|scope| {
        let played = |part| {
            move || {
                let numbers = (part..rounds).step_by(n as usize);
                numbers.flat_map(told).collect::<Vec<_>>()
            }
        };
        let parts: Vec<_> = (0..n).map(|part| scope.spawn(played(part))).collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().expect("rounds are played"))
            .collect()
    });
    eprintln!();
    decisions
}

/// The decisions of the readers in a round: of all four, or of two against counters.
fn play(number: u32, nodes: u64) -> Vec<Decision> {
    let game = Game::by_id(GAMES[number as usize % GAMES.len()]).expect("a game");
    let rules = game.rules(4).expect("four play it");
    let start = if number % 5 == 4 {
        Start::Earned
    } else {
        Start::Anew
    };
    let mut round = deal(rules, start, &Seed::from_number(12), number);
    let mut views: Vec<View> = Seat::all(4).map(|seat| round.view(seat)).collect();
    let rng = &mut ChaCha8Rng::seed_from_u64(u64::from(number));
    let mut reader = Reader::new(Budget::Nodes(nodes), Belief::Play).aiming(Aim::Round);
    let mut decisions = Vec::new();
    while let Some(seat) = round.to_act() {
        let view = views[seat.index()].clone();
        let reads = match number % 3 {
            0 => true,
            side => seat.index() % 2 == side as usize - 1,
        };
        let action = if reads {
            reader.choose(&view, rng).expect("its turn")
        } else {
            Counter.choose(&view, rng).expect("its turn")
        };
        let step = round.play(action).expect("it is legal");
        for view in &mut views {
            view.observe(&step.deed.seen_by(view.seat()), &step.awards);
        }
        let by = 1 + rng.next_u32() as usize % 3;
        let other = &views[(seat.index() + by) % 4];
        if let (true, Action::Lead(tile) | Action::Play { tile, .. }) = (reads, action)
            && let Ok(knowledge) = Knowledge::of(other)
        {
            let case = |hand| {
                let (ways, made) = looks(&view, hand, action)?;
                Some(Case { ways, made })
            };
            let mut others = Vec::from([view.hand()]);
            for _ in 0..OTHERS {
                others.push(knowledge.sample(rng).hands[seat] | TileSet::of(tile));
            }
            let cases: Option<Decision> = others.into_iter().map(case).collect();
            decisions.extend(cases);
        }
    }
    decisions
}

/// The weights, all in one: the rows of the inputs, where the lanes start and what they count for.
#[derive(Clone)]
struct Network(Vec<f32>);

const ROWS: usize = INPUTS * LANES;
const WEIGHTS: usize = ROWS + 2 * LANES;

/// The last lane counts as it is.
const LAST: usize = LANES - 1;

impl Network {
    fn new(rng: &mut dyn Rng) -> Self {
        let mut any = |scale: f32| (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * scale;
        let mut weights = vec![0.0; WEIGHTS];
        for (i, weight) in weights[..ROWS].iter_mut().enumerate() {
            if i % LANES != LAST {
                *weight = any(1.7 / (INPUTS as f32).sqrt());
            }
        }
        for weight in &mut weights[ROWS + LANES..] {
            *weight = any(1.7 / (LANES as f32).sqrt());
        }
        weights[WEIGHTS - 1] = 1.0;
        Self(weights)
    }

    fn lanes(&self, inputs: &[f32; INPUTS]) -> [f32; LANES] {
        let mut lanes = [0.0; LANES];
        lanes.copy_from_slice(&self.0[ROWS..ROWS + LANES]);
        for (input, row) in inputs.iter().zip(self.0.chunks_exact(LANES)) {
            for (lane, weight) in lanes.iter_mut().zip(row) {
                *lane += input * weight;
            }
        }
        lanes
    }

    fn sum(&self, lanes: &[f32; LANES]) -> f32 {
        let counts = &self.0[ROWS + LANES..];
        let lane = |i: usize| {
            if i == LAST {
                lanes[i]
            } else {
                lanes[i].max(0.0)
            }
        };
        (0..LANES).map(|i| lane(i) * counts[i]).sum()
    }

    /// How likely each way is chosen.
    fn chances(&self, ways: &[[f32; INPUTS]]) -> (Vec<[f32; LANES]>, Vec<f32>) {
        let lanes: Vec<_> = ways.iter().map(|inputs| self.lanes(inputs)).collect();
        let sums: Vec<f32> = lanes.iter().map(|lanes| self.sum(lanes)).collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let mut chances: Vec<f32> = sums.iter().map(|sum| (sum - most).exp()).collect();
        let all: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= all);
        (lanes, chances)
    }

    /// How likely the choice is from each hand, with some noise.
    fn likely(&self, decision: &Decision) -> Vec<f32> {
        let likely = |case: &Case| {
            let chance = self.chances(&case.ways).1[case.made];
            NOISE / case.ways.len() as f32 + (1.0 - NOISE) * chance
        };
        decision.iter().map(likely).collect()
    }

    /// How unlikely a decision makes the hand that was held, in nats.
    fn cost(&self, decision: &Decision) -> f32 {
        let likely = self.likely(decision);
        let mean = likely.iter().sum::<f32>() / likely.len() as f32;
        (mean / likely[0]).ln()
    }

    /// Adds to the slope of what a decision costs.
    fn slope(&self, decision: &Decision, slope: &mut [f32]) {
        let likely = self.likely(decision);
        let all: f32 = likely.iter().sum();
        for (k, case) in decision.iter().enumerate() {
            let by_chance = 1.0 / all - if k == 0 { 1.0 / likely[0] } else { 0.0 };
            if case.ways.len() > 1 {
                self.slope_of(case, (1.0 - NOISE) * by_chance, slope);
            }
        }
    }

    /// Adds to the slope, where the chance of the choice counts so much.
    fn slope_of(&self, case: &Case, by_chance: f32, slope: &mut [f32]) {
        let (lanes, chances) = self.chances(&case.ways);
        let made = chances[case.made];
        for (i, (inputs, lanes)) in case.ways.iter().zip(&lanes).enumerate() {
            let this = if i == case.made { 1.0 } else { 0.0 };
            let by = by_chance * made * (this - chances[i]);
            let counts = &self.0[ROWS + LANES..];
            let mut by_lane = [0.0; LANES];
            for lane in 0..LANES {
                if lane == LAST || lanes[lane] > 0.0 {
                    by_lane[lane] = by * counts[lane];
                    if lane != LAST {
                        slope[ROWS + LANES + lane] += by * lanes[lane];
                    }
                    slope[ROWS + lane] += by_lane[lane];
                }
            }
            for (input, row) in inputs.iter().zip(slope.chunks_exact_mut(LANES)) {
                for (slope, by) in row.iter_mut().zip(&by_lane) {
                    *slope += input * by;
                }
            }
        }
    }
}

/// Learns from the decisions, and gives the weights as they are stored.
fn learn(mut decisions: Vec<Decision>) -> Vec<u8> {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let (means, spreads) = scales(&decisions);
    for way in decisions
        .iter_mut()
        .flatten()
        .flat_map(|case| &mut case.ways)
    {
        for (i, input) in way.iter_mut().enumerate() {
            *input = (*input - means[i]) / spreads[i];
        }
    }
    let (tested, mut order): (Vec<_>, Vec<_>) = (0..decisions.len()).partition(|i| i % TESTED == 0);
    let cost = |network: &Network| {
        let costs = tested.iter().map(|i| network.cost(&decisions[*i]));
        costs.sum::<f32>() / tested.len() as f32
    };
    let mut network = Network::new(rng);
    let (mut first, mut second) = (vec![0.0f32; WEIGHTS], vec![0.0f32; WEIGHTS]);
    let mut steps = 0;
    for epoch in 0..EPOCHS {
        for i in (1..order.len()).rev() {
            order.swap(i, rng.next_u32() as usize % (i + 1));
        }
        let gone = std::f32::consts::PI * epoch as f32 / EPOCHS as f32;
        let size = STEP * (0.01 + 0.5 * (1.0 + gone.cos()));
        for batch in order.chunks(BATCH) {
            let mut slope = vec![0.0; WEIGHTS];
            for i in batch {
                network.slope(&decisions[*i], &mut slope);
            }
            steps += 1;
            let (early, late) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            for (i, weight) in network.0.iter_mut().enumerate() {
                let slope = slope[i] / batch.len() as f32;
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                if i + 1 < WEIGHTS {
                    *weight -= size
                        * (first[i] / early / ((second[i] / late).sqrt() + 1e-6) + DECAY * *weight);
                }
            }
        }
        println!("{:2} of {EPOCHS}: {:.4} nats", epoch + 1, -cost(&network));
    }
    // The scales become part of the weights.
    for (i, row) in network.0[..ROWS].chunks_exact_mut(LANES).enumerate() {
        row.iter_mut().for_each(|weight| *weight /= spreads[i]);
    }
    let (rows, start) = network.0.split_at_mut(ROWS);
    for (mean, row) in means.iter().zip(rows.chunks_exact(LANES)) {
        for (start, weight) in start.iter_mut().zip(row) {
            *start -= mean * weight;
        }
    }
    network
        .0
        .iter()
        .flat_map(|weight| weight.to_le_bytes())
        .collect()
}

/// The mean of every input, and how far it spreads.
fn scales(decisions: &[Decision]) -> ([f32; INPUTS], [f32; INPUTS]) {
    let ways = || decisions.iter().flatten().flat_map(|case| &case.ways);
    let n = ways().count().max(1) as f64;
    let mean = |of: &dyn Fn(f64) -> f64, i: usize| {
        ways().map(|way| of(f64::from(way[i]))).sum::<f64>() / n
    };
    let means: [f64; INPUTS] = core::array::from_fn(|i| mean(&|x| x, i));
    let spreads = core::array::from_fn(|i| {
        let square = mean(&|x| (x - means[i]) * (x - means[i]), i);
        square.sqrt().max(0.2) as f32
    });
    (means.map(|mean| mean as f32), spreads)
}
