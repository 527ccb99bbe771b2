//! A table for some who seek one: whether they may sit together, and how even it would be.

use crate::seek::{Person, PersonId, Pool, Seek, Stakes};

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A person.
    Person(PersonId),
    /// Nobody came in time.
    Bot,
}

/// People who have found each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// What they play.
    pub pool: Pool,
    /// Who sits where, around the table: partners are as far apart as there are sides.
    pub seats: Vec<Place>,
}

/// How much a difference among all who sit there counts, compared with one between sides.
const SPREAD: f64 = 0.25;

/// How uneven a table would be, and its sides, as lists of people.
pub struct Sides {
    pub cost: f64,
    pub sides: Vec<Vec<Person>>,
}

/// Whether all of these may sit at one table.
pub fn may_sit(seeks: &[&Seek]) -> bool {
    let pairs = |differ: &dyn Fn(&Seek, &Seek) -> bool| {
        let mut ahead = seeks.iter().enumerate();
        ahead.all(|(at, one)| seeks[at + 1..].iter().all(|other| differ(one, other)))
    };
    let blocks = |one: &Seek, other: &Seek| {
        let mut people = other.people.iter();
        people.any(|person| one.blocked.contains(&person.id))
    };
    let strangers = pairs(&|one, other| !blocks(one, other) && !blocks(other, one));
    let rated = seeks
        .first()
        .is_some_and(|seek| seek.pool.stakes == Stakes::Rated);
    if !rated {
        return strangers;
    }
    // Partners who came together are rated against such alone; and nobody against himself elsewhere.
    let alike = pairs(&|one, other| one.people.len() == other.people.len());
    let apart = pairs(&|one, other| {
        let mut people = one.people.iter();
        people.all(|a| other.people.iter().all(|b| a.address != b.address))
    });
    strangers && alike && apart
}

/// The most even sides of a full table; `None` where partners cannot stay together.
pub fn most_even(seeks: &[&Seek], pool: &Pool) -> Option<Sides> {
    let size = usize::from(pool.side_size());
    let mut sides: Vec<Vec<Person>> = Vec::new();
    let mut alone: Vec<Person> = Vec::new();
    for seek in seeks {
        match seek.people.as_slice() {
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

/// Every way to make sides of so many out of those who came alone.
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

/// The difference between the best and the worst side, and a share of that among all who sit there.
pub fn unevenness(sides: &[Vec<Person>]) -> f64 {
    let means = sides.iter().map(|side| {
        let all: f64 = side.iter().map(|person| person.skill).sum();
        all / side.len() as f64
    });
    let everybody = sides.iter().flatten().map(|person| person.skill);
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

    const POOL: Pool = Pool {
        family: 1,
        speed: 1,
        seats: 4,
        sides: 2,
        stakes: Stakes::Rated,
    };

    fn person(id: PersonId, skill: f64) -> Person {
        Person {
            id,
            skill,
            address: id,
        }
    }

    /// By hand: of 10, 20, 30 and 40 the best sits with the worst, and 0.25 of 30 is left.
    #[test]
    fn the_best_sits_with_the_worst() {
        let seeks: Vec<Seek> = (1..=4)
            .map(|id| Seek::alone(person(id, 10.0 * id as f64), POOL))
            .collect();
        let found = most_even(&seeks.iter().collect::<Vec<_>>(), &POOL).expect("sides");
        assert_eq!(found.cost, 7.5);
        let mut sides: Vec<Vec<PersonId>> = found
            .sides
            .iter()
            .map(|side| side.iter().map(|person| person.id).collect())
            .collect();
        for side in &mut sides {
            side.sort_unstable();
        }
        sides.sort();
        assert_eq!(sides, [[1, 4], [2, 3]]);
    }

    #[test]
    fn partners_stay_together_and_are_rated_against_partners() {
        let pair = Seek::partners(person(1, 10.0), person(2, 90.0), POOL).expect("partners");
        let other = Seek::partners(person(3, 10.0), person(4, 20.0), POOL).expect("partners");
        let [three, four] = [3, 4].map(|id| Seek::alone(person(id, 10.0), POOL));
        assert!(may_sit(&[&pair, &other]));
        assert!(!may_sit(&[&pair, &three, &four]));
        let found = most_even(&[&pair, &three, &four], &POOL).expect("sides");
        assert!(
            found
                .sides
                .iter()
                .any(|side| side[0].id == 1 && side[1].id == 2)
        );
    }

    #[test]
    fn who_blocks_or_shares_an_address_is_kept_apart() {
        let [mut one, two] = [1, 2].map(|id| Seek::alone(person(id, 1.0), POOL));
        assert!(may_sit(&[&one, &two]));
        one.blocked.push(2);
        assert!(!may_sit(&[&one, &two]) && !may_sit(&[&two, &one]));
        one.blocked.clear();
        one.people[0].address = 2;
        assert!(!may_sit(&[&one, &two]));
        let casual = Pool {
            stakes: Stakes::Casual,
            ..POOL
        };
        one.pool = casual;
        let two = Seek {
            pool: casual,
            ..two
        };
        assert!(may_sit(&[&one, &two]));
    }
}
