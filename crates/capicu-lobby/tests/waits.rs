//! Measures waits and the evenness of tables.

use std::collections::BTreeMap;

use capicu_lobby::{Input, Progress, Stakes, Wish};
use capicu_protocol::PlayerId;
use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand_core::{Rng, SeedableRng};

use crate::host::{Host, draw, pairs, players, rated};

#[derive(Clone, Debug)]
struct Arrival {
    after: u64,
    skill: f64,
    wish: usize,
    is_pair: bool,
    blocks: Vec<u8>,
    leaves: bool,
}

fn arrival() -> impl Strategy<Value = Arrival> {
    let blocks = prop::collection::vec(0_u8..48, 0..3);
    let is_pair = prop::bool::weighted(0.3);
    let leaves = prop::bool::weighted(0.1);
    (
        0_u64..6_000,
        0.0..50.0_f64,
        0..3_usize,
        is_pair,
        blocks,
        leaves,
    )
        .prop_map(|(after, skill, wish, is_pair, blocks, leaves)| Arrival {
            after,
            skill,
            wish,
            is_pair,
            blocks,
            leaves,
        })
}

/// One person, or two partners, waiting.
struct Party {
    people: Vec<u8>,
    wish: Wish,
    blocks: Vec<u8>,
}

/// Some players share an address.
const fn address(n: u8) -> u64 {
    let n = n as u64;
    let of_five = n % 5;
    n / 5 * 5 + if of_five < 2 { 2 } else { of_five }
}

/// Whether some of the waiting parties could fill a table with this one, by trying all combinations.
fn could_sit(own: &Party, all: &[Party]) -> bool {
    let others = all
        .iter()
        .filter(|of| of.people != own.people && of.wish == own.wish);
    let others: Vec<&Party> = others.collect();
    let is_rated = own.wish.stakes == Stakes::Rated;
    (0_u32..1 << others.len()).any(|set| {
        let chosen = others.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| set >> at & 1 == 1);
        let mut table: Vec<&Party> = chosen.map(|(_, party)| *party).collect();
        table.push(own);
        let people: Vec<u8> = table.iter().flat_map(|of| of.people.clone()).collect();
        let blocks = |of: &Party| people.iter().any(|n| of.blocks.contains(n));
        let mut addresses: Vec<u64> = people.iter().map(|n| address(*n)).collect();
        addresses.sort_unstable();
        addresses.dedup();
        let are_alike = table.iter().all(|of| of.people.len() == own.people.len());
        people.len() == usize::from(own.wish.seats())
            && !table.iter().any(|of| blocks(of))
            && (!is_rated || (are_alike && addresses.len() == people.len()))
    })
}

proptest! {
    /// No player waits for 30 seconds while others could fill the table.
    #[test]
    fn no_player_waits_30_s_for_a_possible_table(arrivals in prop::collection::vec(arrival(), 1..24)) {
        let wishes = [pairs(), rated(pairs()), rated(draw())];
        let mut host = Host::new(3);
        let mut parties: Vec<Party> = Vec::new();
        let (mut next, mut due) = (0, host.now);
        let mut arrivals = arrivals.into_iter().peekable();
        for _ in 0..150 {
            while let Some(one) = arrivals.next_if(|one| due + one.after <= host.now) {
                due += one.after;
                let wish = wishes[one.wish];
                let is_pair = one.is_pair && wish.side_size() == 2;
                let people: Vec<u8> = (next..=next + u8::from(is_pair)).collect();
                next += 2;
                let blocks = one.blocks.iter().filter(|n| !people.contains(n));
                let blocks: Vec<u8> = blocks.copied().collect();
                for n in &people {
                    host.introduce(*n, &blocks, Some((one.skill, address(*n))));
                }
                match people.as_slice() {
                    [n] => host.seek(*n, wish),
                    [n, other] => host.partners(*n, *other, wish),
                    _ => unreachable!("one or two"),
                }
                match one.leaves {
                    true => host.leave(people[0]),
                    false => parties.push(Party { people, wish, blocks }),
                }
            }
            let pages: Vec<u8> = parties.iter().flat_map(|party| party.people.clone()).collect();
            host.wait(1, &pages);
            parties.retain(|party| matches!(host.progress(party.people[0]), Progress::Waiting(_)));
            for party in &parties {
                let waited = host.waiting(party.people[0]).waited;
                prop_assert!(waited < 30_000 || !could_sit(party, &parties), "{:?}", party.people);
            }
        }
    }
}

fn one_of_many(number: u64) -> PlayerId {
    // A player id keeps five bits of each byte.
    PlayerId::new(std::array::from_fn(|at| {
        (number >> (5 * at.min(12)) & 31) as u8
    }))
}

/// Ten thousand people of many skills, casual and rated, arrive seconds apart. Prints their waits, and the evenness of
/// their tables against tables in order of arrival.
#[test]
fn ten_thousand_players_are_seated_soon_and_evenly() {
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let mut uniform = move || f64::from(rng.next_u32()) / 4_294_967_296.0;
    let mut host = Host::new(1);
    let mut came: BTreeMap<PlayerId, (u64, f64)> = BTreeMap::new();
    let mut here: Vec<PlayerId> = Vec::new();
    let mut waits: [Vec<u64>; 2] = Default::default();
    let (mut differences, mut by_chance) = (Vec::new(), Vec::new());
    let mut bots = 0;
    let (mut due, mut last) = (host.now, Vec::new());
    while came.len() < 10_000 || host.lobby.waiting(host.now)[&pairs().cell()] > 0 {
        while due <= host.now && came.len() < 10_000 {
            // Skills are distributed like ratings: mean 25, standard deviation about 8.
            let skill = 25.0 + 8.0 * ((0..12).map(|_| uniform()).sum::<f64>() - 6.0);
            let player = one_of_many(came.len() as u64);
            let wish = if uniform() < 0.5 {
                pairs()
            } else {
                rated(pairs())
            };
            let address = came.len() as u64;
            came.insert(player, (host.now, skill));
            here.push(player);
            let strength = Some(capicu_lobby::Strength { skill, address });
            let apart = Vec::new();
            host.handle(Input::Introduce {
                player,
                apart,
                strength,
            });
            let name = None;
            host.handle(Input::Seek { player, name, wish });
            // One arrival every 2 s on average.
            due += (-2_000.0 * uniform().max(1e-9).ln()) as u64;
            last.extend((wish.stakes == Stakes::Rated).then_some(skill));
            if let [a, b, c, d] = last[..] {
                by_chance.push(((a + b) / 2.0 - (c + d) / 2.0_f64).abs());
                last.clear();
            }
        }
        for player in &here {
            host.handle(Input::Seen(*player));
        }
        for company in host.pass(host.now + 250) {
            let seats = players(&company);
            let there: Vec<PlayerId> = seats.iter().flatten().copied().collect();
            bots += 4 - there.len();
            let is_rated = company.wish.stakes == Stakes::Rated;
            for id in &there {
                waits[usize::from(is_rated)].push(host.now - came[id].0);
            }
            here.retain(|player| !there.contains(player));
            if is_rated && there.len() == 4 {
                let skill = |at: usize| came[&there[at]].1;
                differences.push(((skill(0) + skill(2)) / 2.0 - (skill(1) + skill(3)) / 2.0).abs());
            }
            host.made(company);
        }
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
        "sides differ by {even:.2}, in the order of arrival by {chance:.2}; {bots} bots sat down"
    );
    assert!(even < 0.5 * chance, "{even} {chance}");
}
