//! Time per round and per deal, for people: `cargo bench -p capicu-solver`. The gate counts instructions instead
//! (`cargo xtask bench --count`).

use std::hint::black_box;

use capicu::fair::Seed;
use capicu::{Game, Match, Standing};
use capicu_solver::{Compact, Deck, Objective, Solver, Uniform};
use chacha20::ChaCha8Rng;
use criterion::{Criterion, criterion_group, criterion_main};
use rand_core::{Rng, SeedableRng};

fn engine(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random round on the engine");
    for (id, players) in [
        ("jamaican-partner", 4),
        ("french", 4),
        ("all-fives", 2),
        ("cross", 4),
    ] {
        let rules = Game::by_id(id)
            .and_then(|game| game.rules(players))
            .expect("a known game");
        let table = Match::new(rules);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                let deal = capicu::Deal::shuffled(&rules, &mut rng);
                let Ok(mut round) = table.open(&deal) else {
                    return;
                };
                loop {
                    let actions = round.distinct_actions();
                    if actions.is_empty() {
                        break;
                    }
                    round.play_unchecked(actions[rng.next_u32() as usize % actions.len()]);
                }
                black_box(round.outcome());
            });
        });
    }
}

fn playouts(criterion: &mut Criterion) {
    let rules = Game::by_id("jamaican-partner")
        .and_then(|game| game.rules(4))
        .expect("a known game");
    let compact = Compact::<u32>::new(&rules, &Standing::new(&rules)).expect("a compact form");
    let deck = Deck::new(compact).expect("a lead that follows from the hands");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    criterion.bench_function("playout", |bencher| {
        bencher.iter(|| black_box(deck.play(&Uniform, &mut rng)));
    });
}

fn solver(criterion: &mut Criterion) {
    let rules = Game::by_id("jamaican-partner")
        .and_then(|game| game.rules(4))
        .expect("a known game");
    let (table, seed) = (Match::new(rules), Seed::from_number(42));
    let mut solver = Solver::<u32>::new();
    let mut n = 0;
    criterion.bench_function("who wins a deal", |bencher| {
        bencher.iter(|| {
            n = (n + 1) % 500;
            let round = table
                .open(&seed.deal(&rules, n))
                .expect("a deal that opens");
            black_box(
                solver
                    .value(&round, Objective::Result)
                    .expect("a round with a value"),
            )
        });
    });
}

criterion_group!(benches, engine, playouts, solver);
criterion_main!(benches);
