//! Nobody waits for nothing: what becomes of whoever seeks a table.

use std::collections::{BTreeMap, BTreeSet};

use capicu_lobby::{
    Lobby, Outcome, Person, PersonId, Place, Pool, Refused, Seated, Seek, SeekId, Stakes,
};
use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand_core::{Rng, SeedableRng};

const CASUAL: Pool = Pool {
    family: 1,
    speed: 1,
    seats: 4,
    sides: 2,
    stakes: Stakes::Casual,
};

const RATED: Pool = Pool {
    stakes: Stakes::Rated,
    ..CASUAL
};

fn person(id: PersonId, skill: f64) -> Person {
    Person {
        id,
        skill,
        address: id,
    }
}

fn seated(outcomes: &[Outcome]) -> Vec<&Seated> {
    let tables = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Seated(table) => Some(table),
        Outcome::OfferCasual(_) => None,
    });
    tables.collect()
}

fn people(table: &Seated) -> Vec<PersonId> {
    let people = table.seats.iter().filter_map(|place| match place {
        Place::Person(id) => Some(*id),
        Place::Bot => None,
    });
    people.collect()
}

#[test]
fn four_of_a_kind_sit_down_at_once() {
    for pool in [CASUAL, RATED] {
        let mut lobby = Lobby::new(1);
        for id in 0..4 {
            lobby
                .seek(Seek::alone(person(id, 25.0), pool), 500)
                .expect("taken");
        }
        let outcomes = lobby.outcomes(500);
        let mut all = people(seated(&outcomes)[0]);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3]);
        assert_eq!(lobby.waiting(&pool), (0, None));
    }
}

#[test]
fn partners_sit_opposite_each_other() {
    for seed in 0..20 {
        let mut lobby = Lobby::new(seed);
        let pair = Seek::partners(person(1, 20.0), person(2, 30.0), CASUAL).expect("partners");
        lobby.seek(pair, 0).expect("taken");
        for id in [3, 4] {
            lobby
                .seek(Seek::alone(person(id, 25.0), CASUAL), 0)
                .expect("taken");
        }
        let outcomes = lobby.outcomes(0);
        let seats = &seated(&outcomes)[0].seats;
        let at = |id| seats.iter().position(|place| *place == Place::Person(id));
        let [one, two] = [1, 2].map(|id| at(id).expect("seated"));
        assert_eq!((one + 2) % 4, two, "{seats:?}");
    }
}

/// A casual table waits ten seconds for people and is then filled, or at once where that is wished; a rated one never is,
/// and after twenty seconds a casual one is offered, once.
#[test]
fn bots_fill_casual_tables_alone() {
    let mut lobby = Lobby::new(1);
    lobby
        .seek(Seek::alone(person(1, 25.0), CASUAL), 0)
        .expect("taken");
    let rated = lobby
        .seek(Seek::alone(person(2, 25.0), RATED), 0)
        .expect("taken");
    assert!(lobby.outcomes(9_999).is_empty());
    let outcomes = lobby.outcomes(10_000);
    let seats = &seated(&outcomes)[0].seats;
    assert_eq!(
        seats.iter().filter(|place| **place == Place::Bot).count(),
        3
    );
    assert!(lobby.outcomes(19_999).is_empty());
    assert_eq!(lobby.outcomes(20_000), [Outcome::OfferCasual(rated)]);
    assert!(lobby.outcomes(3_600_000).is_empty());
    assert_eq!(lobby.waiting(&RATED), (1, Some(0)));
    let mut now = Seek::alone(person(3, 25.0), CASUAL);
    now.with_bots_now = true;
    lobby.seek(now, 3_600_000).expect("taken");
    assert_eq!(seated(&lobby.outcomes(3_600_000)).len(), 1);
}

#[test]
fn one_seek_a_person_and_no_table_that_cannot_be() {
    let mut lobby = Lobby::new(1);
    let one = Seek::alone(person(1, 25.0), CASUAL);
    let id = lobby.seek(one.clone(), 0).expect("taken");
    assert_eq!(lobby.seek(one.clone(), 0), Err(Refused::SeeksAlready(1)));
    assert!(lobby.leave(id) && !lobby.leave(id));
    assert!(lobby.seek(one, 0).is_ok());
    for (seats, sides) in [(4, 3), (1, 1), (0, 0), (6, 2)] {
        let pool = Pool {
            seats,
            sides,
            ..CASUAL
        };
        let seek = Seek::alone(person(9, 25.0), pool);
        assert_eq!(
            lobby.seek(seek, 0),
            Err(Refused::NoTable),
            "{seats} {sides}"
        );
    }
    let alone = Pool {
        seats: 3,
        sides: 3,
        ..CASUAL
    };
    let pair = Seek::partners(person(1, 20.0), person(2, 30.0), alone);
    assert_eq!(pair, Err(Refused::NoPartners));
}

/// Two of four do not want to sit together: somebody else has to come, and bots fill a table for each of the two. Whoever
/// comes with a partner brings along whom the partner keeps away from.
#[test]
fn those_who_wait_can_be_kept_apart() {
    for (one, other) in [(1, 2), (2, 1)] {
        let mut lobby = Lobby::new(1);
        for id in 1..=3 {
            lobby
                .seek(Seek::alone(person(id, 25.0), RATED), 0)
                .expect("taken");
        }
        lobby.keep_apart(one, other);
        lobby.keep_apart(9, 3);
        lobby
            .seek(Seek::alone(person(4, 25.0), RATED), 0)
            .expect("taken");
        assert!(seated(&lobby.outcomes(30_000)).is_empty());
        lobby
            .seek(Seek::alone(person(5, 25.0), RATED), 30_000)
            .expect("taken");
        let outcomes = lobby.outcomes(30_000);
        let there = people(seated(&outcomes)[0]);
        assert!(there.contains(&1) != there.contains(&2), "{there:?}");
    }
    let mut lobby = Lobby::new(1);
    let pair = Seek::partners(person(1, 20.0), person(2, 30.0), CASUAL).expect("partners");
    lobby.seek(pair, 0).expect("taken");
    lobby.keep_apart(2, 3);
    for id in [3, 4] {
        lobby
            .seek(Seek::alone(person(id, 25.0), CASUAL), 0)
            .expect("taken");
    }
    assert!(lobby.outcomes(0).is_empty());
    for table in seated(&lobby.outcomes(10_000)) {
        let there = people(table);
        assert!(there.contains(&1) != there.contains(&3), "{there:?}");
    }
}

/// The same four, again and again: the third time running others are looked for first, as long as nobody has waited
/// for twenty seconds.
#[test]
fn the_same_four_do_not_sit_together_three_times_running() {
    let mut lobby = Lobby::new(1);
    for (round, at) in [(1, 0), (2, 100_000), (3, 200_000)] {
        for id in 0..4 {
            lobby
                .seek(Seek::alone(person(id, 25.0), RATED), at)
                .expect("taken");
        }
        let n = seated(&lobby.outcomes(at)).len();
        assert_eq!(n, usize::from(round < 3), "{round}");
    }
    assert_eq!(seated(&lobby.outcomes(220_000)).len(), 1);
}

/// Whether some of those who wait could fill a table with this one, by trying all of them.
fn could_sit(id: SeekId, waiting: &BTreeMap<SeekId, (Seek, u64)>) -> bool {
    let own = &waiting[&id].0;
    let others: Vec<&Seek> = waiting
        .iter()
        .filter(|(other, (seek, _))| **other != id && seek.pool() == own.pool())
        .map(|(_, (seek, _))| seek)
        .collect();
    let seats = usize::from(own.pool().seats);
    (0_u32..1 << others.len()).any(|set| {
        let chosen = others
            .iter()
            .enumerate()
            .filter(|(at, _)| set >> at & 1 == 1);
        let mut table: Vec<&Seek> = chosen.map(|(_, seek)| *seek).collect();
        table.push(own);
        let people: Vec<&Person> = table.iter().flat_map(|seek| seek.people()).collect();
        let strangers = table.iter().all(|seek| {
            let mut people = people.iter();
            people.all(|person| !seek.blocked.contains(&person.id))
        });
        let rated = own.pool().stakes == Stakes::Rated;
        let addresses: BTreeSet<u64> = people.iter().map(|person| person.address).collect();
        let alike = table
            .iter()
            .all(|seek| seek.people().len() == own.people().len());
        people.len() == seats && strangers && (!rated || (alike && addresses.len() == people.len()))
    })
}

#[derive(Clone, Debug)]
struct Arrival {
    after: u64,
    skill: f64,
    pool: usize,
    pair: bool,
    blocks: Vec<u64>,
    leaves: bool,
}

fn arrival() -> impl Strategy<Value = Arrival> {
    (
        0_u64..6_000,
        0.0..50.0_f64,
        0..3_usize,
        prop::bool::weighted(0.3),
        prop::collection::vec(0_u64..40, 0..3),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(after, skill, pool, pair, blocks, leaves)| Arrival {
            after,
            skill,
            pool,
            pair,
            blocks,
            leaves,
        })
}

proptest! {
    /// Whatever comes: everybody sits once at most and with nobody they blocked, tables are full of people of one pool, bots
    /// only where it is casual, and nobody waits for 30 s while others could fill a table with them.
    #[test]
    fn nobody_waits_while_enough_wait(arrivals in prop::collection::vec(arrival(), 1..24)) {
        let alone = Pool { seats: 2, sides: 2, ..RATED };
        let pools = [CASUAL, RATED, alone];
        let mut lobby = Lobby::new(3);
        let mut waiting: BTreeMap<SeekId, (Seek, u64)> = BTreeMap::new();
        let (mut now, mut next) = (0, 0);
        let mut due = 0;
        let mut arrivals = arrivals.into_iter().peekable();
        while now < 150_000 {
            while let Some(one) = arrivals.next_if(|one| due + one.after <= now) {
                due += one.after;
                let pool = pools[one.pool];
                let mut person = |skill| {
                    next += 1;
                    // Some come from one address.
                    Person { id: next, skill, address: next / 5 * 5 + (next % 5).max(2) }
                };
                let first = person(one.skill);
                let mut seek = match one.pair && pool.side_size() == 2 {
                    true => Seek::partners(first, person(one.skill), pool).expect("partners"),
                    false => Seek::alone(first, pool),
                };
                seek.blocked = one.blocks.iter().filter(|id| seek.people().iter().all(|p| p.id != **id)).copied().collect();
                let id = lobby.seek(seek.clone(), now).expect("nobody seeks twice");
                match one.leaves {
                    true => prop_assert!(lobby.leave(id)),
                    false => { waiting.insert(id, (seek, now)); }
                }
            }
            for outcome in lobby.outcomes(now) {
                let table = match outcome {
                    Outcome::OfferCasual(id) => {
                        prop_assert!(now - waiting[&id].1 >= 20_000);
                        prop_assert_eq!(waiting[&id].0.pool().stakes, Stakes::Rated);
                        continue;
                    }
                    Outcome::Seated(table) => table,
                };
                let there = people(&table);
                prop_assert_eq!(table.seats.len(), usize::from(table.pool.seats));
                prop_assert!(there.len() == table.seats.len() || table.pool.stakes == Stakes::Casual);
                let ids: Vec<SeekId> = waiting
                    .iter()
                    .filter(|(_, (seek, _))| seek.people().iter().any(|p| there.contains(&p.id)))
                    .map(|(id, _)| *id)
                    .collect();
                let mut known = 0;
                for id in ids {
                    let (seek, _) = waiting.remove(&id).expect("it waited");
                    known += seek.people().len();
                    prop_assert_eq!(*seek.pool(), table.pool);
                    prop_assert!(there.iter().all(|other| !seek.blocked.contains(other)));
                    let seat = |at: usize| table.seats.iter().position(|p| *p == Place::Person(seek.people()[at].id));
                    if seek.people().len() == 2 {
                        prop_assert_eq!((seat(0).expect("he sits") + 2) % 4, seat(1).expect("he sits"));
                    }
                }
                prop_assert_eq!(known, there.len());
            }
            for (id, (_, since)) in &waiting {
                prop_assert!(now - since < 30_000 || !could_sit(*id, &waiting), "{id} waits at {now}");
            }
            now += 1_000;
        }
    }
}

/// Ten thousand people, alone or with a partner, of many skills, rated and casual, some seconds apart: how long they wait and
/// how even their tables are, against tables of whoever comes next.
#[test]
fn ten_thousand_are_seated_soon_and_evenly() {
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let mut uniform = move || f64::from(rng.next_u32()) / 4_294_967_296.0;
    let mut lobby = Lobby::new(1);
    let mut came: BTreeMap<PersonId, (u64, f64)> = BTreeMap::new();
    let mut waits: [Vec<u64>; 2] = Default::default();
    let (mut differences, mut by_chance) = (Vec::new(), Vec::new());
    let mut bots = 0;
    let (mut now, mut due, mut last) = (0, 0, Vec::new());
    while came.len() < 10_000 || lobby.waiting(&CASUAL).0 > 0 {
        while due <= now && came.len() < 10_000 {
            // Skills are spread as ratings are: a mean of 25 and about 8 on either side.
            let skill = 25.0 + 8.0 * ((0..12).map(|_| uniform()).sum::<f64>() - 6.0);
            let id = came.len() as PersonId;
            came.insert(id, (due, skill));
            let pool = if uniform() < 0.5 { CASUAL } else { RATED };
            let seek = Seek::alone(person(id, skill), pool);
            lobby.seek(seek, due).expect("a new seeker");
            // One every 2 s on average.
            due += (-2_000.0 * uniform().max(1e-9).ln()) as u64;
            last.push(skill);
            if let [a, b, c, d] = last[..] {
                by_chance.push(((a + b) / 2.0 - (c + d) / 2.0_f64).abs());
                last.clear();
            }
        }
        for outcome in lobby.outcomes(now) {
            let Outcome::Seated(table) = outcome else {
                continue;
            };
            let there = people(&table);
            bots += 4 - there.len();
            for id in &there {
                waits[usize::from(table.pool.stakes == Stakes::Rated)].push(now - came[id].0);
            }
            if there.len() == 4 {
                let skill = |at: usize| came[&there[at]].1;
                differences.push(((skill(0) + skill(2)) / 2.0 - (skill(1) + skill(3)) / 2.0).abs());
            }
        }
        now += 250;
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    for (name, waits) in ["casual", "rated"].iter().zip(&mut waits) {
        waits.sort_unstable();
        let at = |share: usize| waits[waits.len() * share / 100] as f64 / 1_000.0;
        println!(
            "{name}: {} waited p50 {:.1} s, p95 {:.1} s, p99 {:.1} s",
            waits.len(),
            at(50),
            at(95),
            at(99)
        );
        assert!(at(95) <= 30.0, "{name}");
    }
    let (even, chance) = (mean(&differences), mean(&by_chance));
    println!(
        "sides differ by {even:.2}, whoever comes next would by {chance:.2}; {bots} bots sat down"
    );
    assert!(even < 0.5 * chance, "{even} {chance}");
}
