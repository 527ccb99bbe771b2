//! Runs the real server in a simulated world: HTTP, sockets, lobby, tables, bots and ratings over a simulated network,
//! disk and clock. All randomness comes from a seed, so the same seed gives the same log, line by line.
//! `docs/dev/testing.md` lists simulated faults and checks.

mod chance;
mod check;
mod disk;
mod leaver;
mod long;
mod net;
mod nodes;
mod person;
mod request;
mod story;
mod world;

use std::cell::RefCell;
use std::collections::BTreeMap;

use chacha20::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};

use chance::Chance;
use story::Trouble;

thread_local! {
    /// The source of the server's secrets while this thread simulates it.
    static SECRETS: RefCell<Option<ChaCha20Rng>> = const { RefCell::new(None) };
}

/// Fills the bytes of a secret, if this thread simulates a server.
pub fn fill(bytes: &mut [u8]) -> bool {
    SECRETS.with_borrow_mut(|secrets| {
        let rng = secrets.as_mut();
        rng.map(|rng| rng.fill_bytes(bytes)).is_some()
    })
}

/// Deliberate faults of the simulated world, to test that checks find them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Lie {
    #[default]
    None,
    /// The disk reports a move as stored without storing it.
    LostMove,
    /// The disk stores a command twice, and reports a failure.
    Twice,
    /// The disk omits a fact when it reads.
    Gap,
    /// The network sends a seat the message of the next seat.
    WrongSeat,
    /// The disk stores a longer time for a move.
    LongerTurn,
    /// The disk changes a rating.
    OtherRating,
    /// The database accepts writes to a table that another server owns.
    AnyEpoch,
    /// Servers time their leases by their own clocks, which are slow.
    OwnTime,
    /// The bus changes the number of news messages that a server reports.
    NoCount,
}

/// Results of a simulation.
#[derive(Debug, Default)]
struct Simulated {
    /// All events, one on each line.
    log: String,
    /// Number of finished matches.
    matches: usize,
    /// Number of stored facts.
    facts: usize,
    /// Number of acknowledged facts.
    promises: usize,
    /// Number of checked messages.
    messages: usize,
    /// Number of faults of each kind.
    troubles: BTreeMap<Trouble, usize>,
    /// Violations of invariants.
    wrong: Vec<String>,
}

/// Simulates the world of a seed with one server.
fn simulate(seed: u64, lie: Lie) -> Simulated {
    simulate_with(1, seed, lie)
}

/// Simulates the world of a seed with this many servers.
fn simulate_with(servers: usize, seed: u64, lie: Lie) -> Simulated {
    let secrets = ChaCha20Rng::from_seed(Chance::of(seed, "secrets").bytes());
    SECRETS.set(Some(secrets));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let simulated = runtime.block_on(world::play(seed, lie, servers));
    drop(runtime);
    SECRETS.set(None);
    simulated
}

#[track_caller]
fn clean(servers: usize, seed: u64) -> Simulated {
    let simulated = simulate_with(servers, seed, Lie::None);
    assert!(
        simulated.wrong.is_empty(),
        "seed {seed}: {:#?}",
        simulated.wrong
    );
    simulated
}

/// Servers in a simulated cluster.
const SEVERAL: usize = 3;

#[track_caller]
fn tells_the_same(servers: usize, seed: u64) -> Simulated {
    let once = simulate_with(servers, seed, Lie::None);
    let again = simulate_with(servers, seed, Lie::None);
    let differing = once
        .log
        .lines()
        .zip(again.log.lines())
        .find(|(a, b)| a != b);
    assert_eq!(differing, None);
    assert!(once.log == again.log, "one goes on longer");
    once
}

#[test]
fn the_same_seed_tells_the_same_story_and_another_does_not() {
    let once = tells_the_same(1, 1);
    assert!(once.log != simulate(2, Lie::None).log);
    tells_the_same(SEVERAL, 1);
}

#[test]
fn faults_lose_double_reveal_and_charge_nothing() {
    let mut troubles = BTreeMap::new();
    let mut matches = 0;
    for (servers, seed) in (1..=8)
        .map(|seed| (1, seed))
        .chain([(SEVERAL, 1), (SEVERAL, 2)])
    {
        let simulated = clean(servers, seed);
        matches += simulated.matches;
        for (trouble, times) in simulated.troubles {
            *troubles.entry(trouble).or_insert(0) += times;
        }
    }
    assert!(matches >= 80, "{matches}");
    for trouble in Trouble::OF_SEVERAL {
        assert!(
            troubles.contains_key(&trouble),
            "never {trouble:?}: {troubles:?}"
        );
    }
}

#[test]
fn a_world_that_lies_is_found_out() {
    finds(
        1,
        &[
            (Lie::LostMove, "is not in the journal"),
            (Lie::Twice, "was done 2 times"),
            (Lie::Gap, "is missing"),
            (Lie::WrongSeat, "was told of"),
            (Lie::LongerTurn, "was charged"),
            (Lie::OtherRating, "ratings"),
        ],
    );
}

#[test]
fn a_world_of_several_servers_that_lies_is_found_out() {
    finds(
        SEVERAL,
        &[
            (Lie::AnyEpoch, "whose shard is another server's"),
            (Lie::OwnTime, "still has"),
            (Lie::NoCount, "is still open"),
            (Lie::LongerTurn, "was charged"),
        ],
    );
}

#[track_caller]
fn finds(servers: usize, lies: &[(Lie, &str)]) {
    for (lie, says) in lies {
        let found = (1..=6).any(|seed| {
            let wrong = simulate_with(servers, seed, *lie).wrong;
            wrong.iter().any(|wrong| wrong.contains(says))
        });
        assert!(found, "{lie:?}");
    }
}
