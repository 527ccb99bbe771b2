//! Pairings: printed movements, and Swiss rounds against an exhaustive search.

use std::collections::{BTreeMap, BTreeSet};

use capicu_event::pairing::{Candidate, Field, Float, berger, pair, seeds};
use capicu_event::{Clubs, Costs, EntryId, Pairing, WithinGroup};

/// FIDE handbook C.05, annex 1, Berger tables for six players.
#[test]
fn berger_table_of_six_equals_the_printed_one() {
    let printed = [
        [[1, 6], [2, 5], [3, 4]],
        [[6, 4], [5, 3], [1, 2]],
        [[2, 6], [3, 1], [4, 5]],
        [[6, 5], [1, 4], [2, 3]],
        [[3, 6], [4, 2], [5, 1]],
    ];
    let numbered = |pair: &[usize; 2]| pair.map(|player| player + 1);
    let rounds: Vec<Vec<_>> = berger(6)
        .iter()
        .map(|round| round.iter().map(numbered).collect())
        .collect();
    assert_eq!(rounds, printed);
}

#[test]
fn round_robin_has_every_meeting_once() {
    for n in 2..=21_usize {
        let rounds = berger(n);
        assert_eq!(rounds.len(), n.next_multiple_of(2) - 1);
        let mut met = BTreeSet::new();
        for round in &rounds {
            let there: BTreeSet<usize> = round.iter().flatten().copied().collect();
            assert_eq!(there.len(), n.next_multiple_of(2), "{n}");
            for pair in round {
                let both = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                assert!(met.insert(both), "{n}: {pair:?} meet twice");
            }
        }
    }
}

#[test]
fn seeds_meet_as_late_as_possible() {
    assert_eq!(seeds(4), [1, 4, 3, 2]);
    assert_eq!(seeds(8), [1, 8, 5, 4, 3, 6, 7, 2]);
    let mut left = seeds(64);
    while left.len() > 1 {
        let winners: Vec<usize> = left
            .chunks(2)
            .map(|pair| *pair.iter().min().unwrap())
            .collect();
        assert!(
            left.chunks(2)
                .all(|pair| pair[0] + pair[1] == left.len() + 1),
            "{left:?}"
        );
        left = winners;
    }
}

/// A small random generator, so that every machine tests the same fields.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn room(numbers: &mut Numbers, n: u32) -> Field {
    let clubs = [None, Some("North"), Some("South")];
    let mut candidates: Vec<Candidate> = (1..=n)
        .map(|id| Candidate {
            entry: EntryId(id),
            points: 12 * numbers.below(5) as i64,
            met: BTreeMap::new(),
            partners: BTreeMap::new(),
            byes: u32::from(numbers.below(3) == 0),
            float: [None, Some(Float::Down), Some(Float::Up)][numbers.below(3) as usize],
            club: clubs[numbers.below(3) as usize].map(str::to_owned),
            first: numbers.below(3) as i32 - 1,
            apart: BTreeSet::new(),
        })
        .collect();
    candidates.sort_by_key(|one| -one.points);
    for one in 0..n as usize {
        for other in 0..one {
            if numbers.below(3) == 0 {
                let (a, b) = (candidates[one].entry, candidates[other].entry);
                candidates[one].met.insert(b, 1);
                candidates[other].met.insert(a, 1);
            }
        }
    }
    let within_group = [
        WithinGroup::Halves,
        WithinGroup::Neighbors,
        WithinGroup::Random,
    ][numbers.below(3) as usize];
    let clubs = [Clubs::Ignore, Clubs::Avoid, Clubs::Never][numbers.below(3) as usize];
    Field {
        candidates,
        within_group,
        clubs,
        seed: numbers.below(1_000),
    }
}

fn sum(costs: impl Iterator<Item = Costs>) -> [u64; 8] {
    costs.fold([0; 8], |sum, costs| {
        let levels = costs.levels();
        std::array::from_fn(|level| sum[level] + levels[level])
    })
}

/// The least sum over all pairings, by trying every opponent of the first entry.
fn least(room: &Field, left: &[usize]) -> [u64; 8] {
    let Some((first, rest)) = left.split_first() else {
        return [0; 8];
    };
    let with = |at: usize| {
        let mut others = rest.to_vec();
        let other = others.remove(at);
        let own = room.costs(*first, other).levels();
        let best = least(room, &others);
        std::array::from_fn(|level| own[level] + best[level])
    };
    (0..rest.len()).map(with).min().unwrap()
}

#[test]
fn swiss_pairing_has_the_least_cost() {
    let mut numbers = Numbers(21);
    for case in 0..600 {
        let n = 2 + numbers.below(8) as u32;
        let room = room(&mut numbers, n);
        let (_, costs) = pair(&room);
        let all: Vec<usize> = (0..n.next_multiple_of(2) as usize).collect();
        assert_eq!(
            sum(costs.into_iter()),
            least(&room, &all),
            "case {case}: {room:?}"
        );
    }
}

/// Compares with another library, which counts in 32 bits. That is enough for up to 20 entries whose only history is
/// points, meetings and byes. The costs of a pair become one number, with each level above all lighter ones.
#[test]
fn another_library_finds_the_same_cost() {
    let mut numbers = Numbers(8);
    for case in 0..60 {
        let n = 10 + numbers.below(11) as u32;
        let mut room = room(&mut numbers, n);
        room.clubs = Clubs::Ignore;
        if room.within_group == WithinGroup::Random {
            room.within_group = WithinGroup::Halves;
        }
        room.candidates.iter_mut().for_each(|one| one.float = None);
        let even = n.next_multiple_of(2) as usize;
        let pairs = (0..even).flat_map(|one| (one + 1..even).map(move |other| (one, other)));
        let costs: Vec<(usize, usize, [u64; 8])> = pairs
            .map(|(one, other)| (one, other, room.costs(one, other).levels()))
            .collect();
        let (mut factor, mut factors) = (1_u64, [0; 8]);
        for level in (0..8).rev() {
            factors[level] = factor;
            let most = costs.iter().map(|cost| cost.2[level]).max().unwrap();
            factor *= most * (even as u64 / 2) + 1;
        }
        let one_number = |levels: &[u64; 8]| -> u64 {
            levels
                .iter()
                .zip(factors)
                .map(|(cost, factor)| cost * factor)
                .sum()
        };
        let heaviest = costs.iter().map(|cost| one_number(&cost.2)).max().unwrap();
        let edge = |cost: &(usize, usize, [u64; 8])| {
            let weight = heaviest + 1 - one_number(&cost.2);
            (cost.0, cost.1, i32::try_from(weight).unwrap())
        };
        let mut library = mwmatching::Matching::new(costs.iter().map(edge).collect());
        let mates = library.max_cardinality().solve();
        let theirs = costs.iter().filter(|(one, other, _)| mates[*one] == *other);
        let theirs: u64 = theirs.map(|cost| one_number(&cost.2)).sum();
        let ours: u64 = pair(&room)
            .1
            .iter()
            .map(|costs| one_number(&costs.levels()))
            .sum();
        assert_eq!(ours, theirs, "case {case}: {room:?}");
    }
}

#[test]
fn cost_of_a_pair_is_symmetric() {
    let mut numbers = Numbers(5);
    for _ in 0..50 {
        let room = room(&mut numbers, 9);
        for one in 0..=9 {
            for other in 0..one {
                assert_eq!(room.costs(one, other), room.costs(other, one));
            }
        }
    }
}

fn ids(pairing: &Pairing) -> Vec<Vec<u32>> {
    let ids = |meeting: &capicu_event::Meeting| {
        let mut ids: Vec<u32> = meeting.entries().map(|id| id.0).collect();
        ids.sort();
        ids
    };
    pairing.meetings.iter().map(ids).collect()
}

/// By hand: eight players without points. Halves: 1-5, 2-6, 3-7, 4-8; neighbors: 1-2, 3-4, 5-6, 7-8.
#[test]
fn first_round_pairs_halves_or_neighbors() {
    let mut room = room(&mut Numbers(1), 8);
    for (at, one) in room.candidates.iter_mut().enumerate() {
        *one = Candidate {
            entry: EntryId(at as u32 + 1),
            points: 0,
            met: BTreeMap::new(),
            partners: BTreeMap::new(),
            byes: 0,
            float: None,
            club: None,
            first: 0,
            apart: BTreeSet::new(),
        };
    }
    room.within_group = WithinGroup::Halves;
    assert_eq!(ids(&pair(&room).0), [[1, 5], [2, 6], [3, 7], [4, 8]]);
    room.within_group = WithinGroup::Neighbors;
    assert_eq!(ids(&pair(&room).0), [[1, 2], [3, 4], [5, 6], [7, 8]]);
    // 1 and 5 are club mates: the smallest change of the halves separates them.
    room.within_group = WithinGroup::Halves;
    room.clubs = Clubs::Avoid;
    for at in [0, 4] {
        room.candidates[at].club = Some("North".into());
    }
    let (pairing, costs) = pair(&room);
    assert!(!ids(&pairing).contains(&vec![1, 5]));
    assert_eq!(sum(costs.into_iter())[5], 0);
    // With an odd number, the last entry without a bye has it.
    room.candidates.pop();
    room.candidates[6].byes = 1;
    let (pairing, _) = pair(&room);
    assert_eq!(pairing.byes[0].entry, EntryId(6));
}

/// By hand: a bye for the leader would avoid all gaps in points. Instead the bye goes to the last entry with the lowest
/// points and no bye, and the others move up.
#[test]
fn bye_goes_to_the_lowest_possible_entry() {
    let candidate = |(at, points): (usize, i64)| Candidate {
        entry: EntryId(at as u32 + 1),
        points,
        met: BTreeMap::new(),
        partners: BTreeMap::new(),
        byes: 0,
        float: None,
        club: None,
        first: 0,
        apart: BTreeSet::new(),
    };
    let points = [36, 24, 24, 12, 12];
    let mut room = Field {
        candidates: points
            .into_iter()
            .enumerate()
            .map(|(at, points)| candidate((at, points)))
            .collect(),
        within_group: WithinGroup::Halves,
        clubs: Clubs::Ignore,
        seed: 0,
    };
    let bye = |room: &Field| pair(room).0.byes[0].entry.0;
    assert_eq!(bye(&room), 5);
    assert_eq!(ids(&pair(&room).0), [[1, 2], [3, 4]]);
    room.candidates[4].byes = 1;
    assert_eq!(bye(&room), 4);
    // Both lowest entries have had a bye, so the lowest of the next group has it.
    room.candidates[3].byes = 1;
    assert_eq!(bye(&room), 3);
    // The bye moves up rather than cause a rematch.
    for [one, other] in [[1, 0], [1, 3], [1, 4]] {
        let entry = room.candidates[other].entry;
        room.candidates[one].met.insert(entry, 1);
        let entry = room.candidates[one].entry;
        room.candidates[other].met.insert(entry, 1);
    }
    assert_eq!(bye(&room), 2);
}
