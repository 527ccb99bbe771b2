//! The whole server in a made-up world: HTTP, sockets, lobby, tables, bots and ratings as they are, over a network, a
//! disk and a clock that are simulated. Everything that is left to chance follows from a seed, so that the same seed
//! tells the same story, line by line. `docs/simulation.md` says what is simulated and what has to hold.

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
    /// Where the server's secrets come from while this thread simulates it.
    static SECRETS: RefCell<Option<ChaCha20Rng>> = const { RefCell::new(None) };
}

/// Fills the bytes of a secret, if this thread simulates a server.
pub fn fill(bytes: &mut [u8]) -> bool {
    SECRETS.with_borrow_mut(|secrets| {
        let rng = secrets.as_mut();
        rng.map(|rng| rng.fill_bytes(bytes)).is_some()
    })
}

/// What the world does that it must not, so that it is seen whether that is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Lie {
    /// Nothing.
    #[default]
    None,
    /// The disk says that it has stored a move, and has not.
    LostMove,
    /// The disk stores a command twice, and says that it has failed.
    Twice,
    /// The disk leaves a fact out of what it reads.
    Gap,
    /// The network brings a seat what is meant for the next one.
    WrongSeat,
    /// The disk makes the time longer that a move took.
    LongerTurn,
    /// The disk changes a rating.
    OtherRating,
    /// The database takes what a server writes to a table that another one has.
    AnyEpoch,
    /// Servers keep their leases by clocks of their own, which are behind.
    OwnTime,
    /// The bus changes how much news a server says that it has sent.
    NoCount,
}

/// What came of a seed.
#[derive(Debug, Default)]
struct Simulated {
    /// Everything that happened, a line each.
    log: String,
    /// How many matches came to their end.
    matches: usize,
    /// How many facts were stored.
    facts: usize,
    /// How many of them were answered.
    promises: usize,
    /// How many messages were looked through.
    messages: usize,
    /// How often there was trouble, by kind.
    troubles: BTreeMap<Trouble, usize>,
    /// What must not be.
    wrong: Vec<String>,
}

/// Plays through the world of a seed, with one server.
fn simulate(seed: u64, lie: Lie) -> Simulated {
    simulate_with(1, seed, lie)
}

/// Plays through the world of a seed, with so many servers.
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

/// Of how many servers the simulated hosts of several are.
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
fn whatever_goes_wrong_nothing_is_lost_doubled_told_or_charged() {
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
            (Lie::Gap, "has version"),
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
