//! A table for some parties: whether they may sit together, and how uneven it would be.

use capicu_protocol::PlayerId;

use crate::pairing::Party;
use crate::{Stakes, Strength, Wish};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    pub player: PlayerId,
    pub strength: Strength,
}

/// The weight of the spread among all players, relative to the difference between sides.
const SPREAD: f64 = 0.25;

/// The sides of a table, and how uneven they are.
pub struct Sides {
    pub cost: f64,
    pub sides: Vec<Vec<Person>>,
}

pub fn may_sit(parties: &[&Party]) -> bool {
    let pairs = |differ: &dyn Fn(&Party, &Party) -> bool| {
        let mut ahead = parties.iter().enumerate();
        ahead.all(|(at, one)| parties[at + 1..].iter().all(|other| differ(one, other)))
    };
    let blocks = |one: &Party, other: &Party| {
        let mut people = other.people.iter();
        people.any(|person| one.blocked.contains(&person.player))
    };
    let strangers = pairs(&|one, other| !blocks(one, other) && !blocks(other, one));
    let rated = parties
        .first()
        .is_some_and(|party| party.wish.stakes == Stakes::Rated);
    if !rated {
        return strangers;
    }
    // Rated partners meet only partners. One address may be one person twice.
    let alike = pairs(&|one, other| one.people.len() == other.people.len());
    let apart = pairs(&|one, other| {
        let mut people = one.people.iter();
        people.all(|a| {
            other
                .people
                .iter()
                .all(|b| a.strength.address != b.strength.address)
        })
    });
    strangers && alike && apart
}

/// The most even sides of a full table; `None` if partners cannot stay together.
pub fn most_even(parties: &[&Party], wish: &Wish) -> Option<Sides> {
    let size = usize::from(wish.side_size());
    let mut sides: Vec<Vec<Person>> = Vec::new();
    let mut alone: Vec<Person> = Vec::new();
    for party in parties {
        match party.people.as_slice() {
            [person] if size > 1 => alone.push(*person),
            people if people.len() == size => sides.push(people.to_vec()),
            _ => return None,
        }
    }
    let mut best: Option<Sides> = None;
    split(&mut sides, &mut alone, size, &mut |sides| {
        let cost = unevenness(sides);
        if best.as_ref().is_none_or(|best| cost < best.cost) {
            let sides = sides.to_vec();
            best = Some(Sides { cost, sides });
        }
    });
    best
}

/// Calls `found` with every division of single players into sides of this size.
fn split(
    sides: &mut Vec<Vec<Person>>,
    alone: &mut Vec<Person>,
    size: usize,
    each: &mut impl FnMut(&[Vec<Person>]),
) {
    let Some(first) = alone.pop() else {
        each(sides);
        return;
    };
    if size == 2 {
        for at in 0..alone.len() {
            let partner = alone.swap_remove(at);
            sides.push(vec![first, partner]);
            split(sides, alone, size, each);
            sides.pop();
            alone.push(partner);
            let last = alone.len() - 1;
            alone.swap(at, last);
        }
    }
    alone.push(first);
}

/// The difference between the best and the worst side, plus [`SPREAD`] times that between the best and worst player.
pub fn unevenness(sides: &[Vec<Person>]) -> f64 {
    let means = sides.iter().map(|side| {
        let all: f64 = side.iter().map(|person| person.strength.skill).sum();
        all / side.len() as f64
    });
    let everybody = sides.iter().flatten().map(|person| person.strength.skill);
    width(means) + SPREAD * width(everybody)
}

fn width(values: impl Iterator<Item = f64>) -> f64 {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high { 0.0 } else { high - low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Speed;

    fn rated() -> Wish {
        let wish = Wish::of("jamaican-partner", Speed::Usual).expect("a built-in game");
        wish.with(Stakes::Rated)
    }

    fn person(n: u8, skill: f64) -> Person {
        let address = n.into();
        Person {
            player: PlayerId::new([n; 16]),
            strength: Strength { skill, address },
        }
    }

    fn party(people: &[Person]) -> Party {
        Party {
            people: people.to_vec(),
            wish: rated(),
            blocked: Vec::new(),
            since: 0,
            with_bots_now: false,
            is_offered: false,
        }
    }

    /// By hand for 10, 20, 30 and 40: the best sits with the worst, so the sides are equal; a quarter of 30 remains.
    #[test]
    fn best_player_sits_with_worst() {
        let all = [1, 2, 3, 4].map(|n| person(n, 10.0 * f64::from(n)));
        let parties = all.map(|person| party(&[person]));
        let found = most_even(&parties.iter().collect::<Vec<_>>(), &rated()).expect("sides");
        assert_eq!(found.cost, 7.5);
        for side in [[all[0], all[3]], [all[1], all[2]]] {
            let is_side = |found: &Vec<Person>| side.iter().all(|person| found.contains(person));
            assert!(found.sides.iter().any(is_side), "{side:?}");
        }
    }

    #[test]
    fn partners_stay_together_and_are_rated_against_partners() {
        let pair = party(&[person(1, 10.0), person(2, 90.0)]);
        let other = party(&[person(3, 10.0), person(4, 20.0)]);
        let [three, four] = [3, 4].map(|n| party(&[person(n, 10.0)]));
        assert!(may_sit(&[&pair, &other]));
        assert!(!may_sit(&[&pair, &three, &four]));
        let found = most_even(&[&pair, &three, &four], &rated()).expect("sides");
        assert!(found.sides.contains(&pair.people));
    }

    #[test]
    fn blocks_and_shared_addresses_keep_people_apart() {
        let [mut one, mut two] = [1, 2].map(|n| party(&[person(n, 1.0)]));
        assert!(may_sit(&[&one, &two]));
        one.blocked.push(two.people[0].player);
        assert!(!may_sit(&[&one, &two]) && !may_sit(&[&two, &one]));
        one.blocked.clear();
        one.people[0].strength.address = 2;
        assert!(!may_sit(&[&one, &two]));
        one.wish.stakes = Stakes::Casual;
        two.wish.stakes = Stakes::Casual;
        assert!(may_sit(&[&one, &two]));
    }
}
