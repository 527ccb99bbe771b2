//! Chooses who sits with whom among all who wait.

use std::collections::{BTreeMap, VecDeque};

use capicu_protocol::PlayerId;
use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use crate::seating::{Person, may_sit, most_even};
use crate::{Stakes, Wish};

/// Milliseconds after which bots fill a casual table.
const BOTS_AFTER: u64 = 10_000;

/// Milliseconds after which bots of fixed rating fill a rated table, if at least two people are there.
const RATED_BOTS_AFTER: u64 = 20_000;

/// Milliseconds after which the lobby offers a casual match to players who seek a rated one.
const OFFER_AFTER: u64 = 20_000;

/// The unevenness that a new party accepts, in units of skill.
const EVEN: f64 = 3.0;

/// The additional unevenness per second of wait of the oldest party.
const PATIENCE: f64 = 1.5;

/// Milliseconds of wait after which any table will do.
const ANYTHING_AFTER: u64 = 20_000;

/// The number of waiting parties compared first as company for the oldest one.
const CONSIDERED: usize = 16;

/// The number of consecutive tables that one group of people may share, until one of them has waited for long.
const RUNNING: usize = 2;

/// The number of tables remembered to apply [`RUNNING`].
const REMEMBERED: usize = 512;

/// One person, or two partners, waiting for others.
#[derive(Clone, Debug)]
pub struct Party {
    pub people: Vec<Person>,
    pub wish: Wish,
    pub blocked: Vec<PlayerId>,
    pub since: u64,
    pub with_bots_now: bool,
    pub is_offered: bool,
}

#[derive(Debug, Default)]
pub struct Look {
    /// Players by seat; `None` is a bot.
    pub tables: Vec<(Wish, Vec<Option<PlayerId>>)>,
    pub offers: Vec<PlayerId>,
    /// When another search may find more, if nobody arrives or leaves.
    pub next: Option<u64>,
}

#[derive(Debug)]
pub struct Pairing {
    /// The people of recent tables, each list sorted, the latest last.
    tables: VecDeque<Vec<PlayerId>>,
    rng: ChaCha8Rng,
}

struct Search<'a> {
    /// The party with the longest wait comes first.
    waiting: &'a BTreeMap<usize, Party>,
    tables: &'a VecDeque<Vec<PlayerId>>,
}

struct Found {
    parties: Vec<usize>,
    sides: Vec<Vec<Person>>,
}

/// The best table for a party now, or the wait in milliseconds after which there is one.
enum Full {
    Now(Found),
    After(u64),
    Never,
}

/// Milliseconds until bots sit down with this many people who seek the same; `None` if they do not.
pub fn bots_in(wish: &Wish, people: usize, waited: u64) -> Option<u64> {
    let after = match wish.stakes {
        Stakes::Casual => BOTS_AFTER,
        Stakes::Rated if wish.seats() > 2 && people > 1 => RATED_BOTS_AFTER,
        Stakes::Rated => return None,
    };
    Some(after.saturating_sub(waited))
}

impl Pairing {
    /// The seed decides the seats.
    pub fn new(seed: u64) -> Self {
        Self {
            tables: VecDeque::new(),
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Seats as many parties as it can, the longest wait first.
    pub fn look(&mut self, mut parties: Vec<Party>, now: u64) -> Look {
        parties.sort_by_key(|party| party.since);
        let mut waiting: BTreeMap<usize, Party> = parties.into_iter().enumerate().collect();
        let ids: Vec<usize> = waiting.keys().copied().collect();
        let mut look = Look::default();
        for id in ids {
            let Some(oldest) = waiting.get(&id) else {
                continue;
            };
            let (wish, since) = (oldest.wish, oldest.since);
            let waited = now.saturating_sub(since);
            let search = Search {
                waiting: &waiting,
                tables: &self.tables,
            };
            let (found, after) = match search.full(id, waited) {
                Full::Now(found) => (Some(found), None),
                Full::After(after) => (search.filled(id, waited), Some(after)),
                Full::Never => (search.filled(id, waited), None),
            };
            if let Some(found) = found {
                waiting.retain(|id, _| !found.parties.contains(id));
                look.tables.push((wish, self.seat(found.sides, &wish)));
                // Parties beyond those considered may fit now.
                look.next = Some(now);
                continue;
            }
            let oldest = &waiting[&id];
            let of_its_own = match wish.stakes {
                Stakes::Casual => Some(BOTS_AFTER),
                Stakes::Rated if oldest.is_offered => None,
                Stakes::Rated if waited < OFFER_AFTER => Some(OFFER_AFTER),
                Stakes::Rated => {
                    let people = oldest.people.iter();
                    look.offers.extend(people.map(|person| person.player));
                    None
                }
            };
            let next = after.into_iter().chain(of_its_own);
            let next = next.map(|after| since + after).chain(look.next);
            look.next = next.min();
        }
        look
    }

    /// Assigns seats at random, keeping sides together.
    fn seat(&mut self, sides: Vec<Vec<Person>>, wish: &Wish) -> Vec<Option<PlayerId>> {
        let people = sides.iter().flatten().map(|person| person.player);
        let mut people: Vec<PlayerId> = people.collect();
        people.sort_unstable();
        self.tables.push_back(people);
        if self.tables.len() > REMEMBERED {
            self.tables.pop_front();
        }
        let size = usize::from(wish.side_size());
        let seats = sides.iter().map(|side| {
            let players = side.iter().map(|person| Some(person.player));
            players.collect()
        });
        let mut seats: Vec<Vec<Option<PlayerId>>> = seats.collect();
        seats.resize(wish.sides().into(), Vec::new());
        for side in &mut seats {
            side.resize(size, None);
            self.shuffle(side);
        }
        self.shuffle(&mut seats);
        let around = (0..size).flat_map(|at| seats.iter().map(move |side| side[at]));
        around.collect()
    }

    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            // The bias is below one in 2^30 for lists this short.
            let other = (u64::from(self.rng.next_u32()) * (at as u64 + 1)) >> 32;
            all.swap(at, other as usize);
        }
    }
}

impl Search<'_> {
    fn others(&self, id: usize) -> Vec<usize> {
        let oldest = &self.waiting[&id];
        let others = self.waiting.iter().filter(|(other, party)| {
            **other != id && party.wish == oldest.wish && may_sit(&[oldest, party])
        });
        others.map(|(id, _)| *id).collect()
    }

    fn of(&self, ids: &[usize]) -> Vec<&Party> {
        ids.iter().map(|id| &self.waiting[id]).collect()
    }

    /// The most even full table with this party, among those even enough for its wait.
    fn full(&self, id: usize, waited: u64) -> Full {
        let wish = self.waiting[&id].wish;
        let mut others = self.others(id);
        let is_long = waited >= ANYTHING_AFTER;
        let look = |others: &[usize]| {
            let mut best: Option<(f64, Found)> = None;
            let mut soonest = None;
            self.each(&mut vec![id], others, &wish, &mut |chosen| {
                let parties = self.of(chosen);
                let Some(sides) = most_even(&parties, &wish) else {
                    return;
                };
                let after = match self.sat_together(&parties) {
                    true => ANYTHING_AFTER,
                    false => patience(sides.cost),
                };
                if waited < after {
                    soonest = Some(soonest.map_or(after, |soonest: u64| soonest.min(after)));
                } else if best.as_ref().is_none_or(|(cost, _)| sides.cost < *cost) {
                    let found = Found {
                        parties: chosen.to_vec(),
                        sides: sides.sides,
                    };
                    best = Some((sides.cost, found));
                }
            });
            match (best, soonest) {
                (Some((_, found)), _) => Full::Now(found),
                (None, Some(after)) => Full::After(after),
                (None, None) => Full::Never,
            }
        };
        if others.len() > CONSIDERED {
            match look(&others[..CONSIDERED]) {
                Full::Now(found) => return Full::Now(found),
                // Compare the others only if these are kept apart and the wait is long.
                Full::After(after) if !is_long => return Full::After(after),
                Full::Never if !is_long => return Full::After(ANYTHING_AFTER),
                Full::After(_) | Full::Never => {}
            }
        }
        others.truncate(4 * CONSIDERED);
        look(&others)
    }

    /// Calls `found` with every choice of others that fills the table.
    fn each(
        &self,
        chosen: &mut Vec<usize>,
        others: &[usize],
        wish: &Wish,
        found: &mut impl FnMut(&[usize]),
    ) {
        let people = |id: &usize| self.waiting[id].people.len();
        let there: usize = chosen.iter().map(people).sum();
        let seats = usize::from(wish.seats());
        if there == seats {
            found(chosen);
            return;
        }
        for (at, other) in others.iter().enumerate() {
            if there + people(other) > seats {
                continue;
            }
            chosen.push(*other);
            if may_sit(&self.of(chosen)) {
                self.each(chosen, &others[at + 1..], wish, found);
            }
            chosen.pop();
        }
    }

    /// A table of waiting parties, filled up with bots. A rated one has at least two people.
    fn filled(&self, id: usize, waited: u64) -> Option<Found> {
        let oldest = &self.waiting[&id];
        let wish = oldest.wish;
        let is_due = match wish.stakes {
            Stakes::Casual => waited >= BOTS_AFTER || oldest.with_bots_now,
            Stakes::Rated => wish.seats() > 2 && waited >= RATED_BOTS_AFTER,
        };
        if !is_due {
            return None;
        }
        let size = usize::from(wish.side_size());
        let mut found = Found {
            parties: vec![id],
            sides: vec![oldest.people.clone()],
        };
        for other in self.others(id) {
            let party = &self.waiting[&other];
            let mut parties = self.of(&found.parties);
            parties.push(party);
            if !may_sit(&parties) {
                continue;
            }
            let n = party.people.len();
            if found.sides.len() < usize::from(wish.sides()) {
                found.sides.push(party.people.clone());
            } else if let Some(side) = found.sides.iter_mut().find(|side| side.len() + n <= size) {
                side.extend(&party.people);
            } else {
                continue;
            }
            found.parties.push(other);
        }
        let people: usize = found.sides.iter().map(Vec::len).sum();
        (wish.stakes == Stakes::Casual || people > 1).then_some(found)
    }

    /// Whether exactly these people shared the last tables at which any of them sat.
    fn sat_together(&self, parties: &[&Party]) -> bool {
        let people = parties.iter().flat_map(|party| &party.people);
        let mut people: Vec<PlayerId> = people.map(|person| person.player).collect();
        people.sort_unstable();
        let theirs = self.tables.iter().rev();
        let mut theirs = theirs.filter(|table| table.iter().any(|id| people.contains(id)));
        (0..RUNNING).all(|_| theirs.next() == Some(&people))
    }
}

fn patience(cost: f64) -> u64 {
    let seconds = (cost - EVEN).max(0.0) / PATIENCE;
    ((seconds * 1_000.0).ceil() as u64).min(ANYTHING_AFTER)
}
