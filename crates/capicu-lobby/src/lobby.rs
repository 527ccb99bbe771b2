//! Everybody who seeks a table.

use std::collections::{BTreeMap, VecDeque};

use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use crate::seating::{Place, Seated, may_sit, most_even};
use crate::seek::{Person, PersonId, Pool, Refused, Seek, Stakes};

/// The number of a seek, in the order they came.
pub type SeekId = u64;

/// What has come of a seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A table; those who sit there seek no more.
    Seated(Seated),
    /// Who seeks a rated match has waited for so long that a casual one is offered. The seek goes on.
    OfferCasual(SeekId),
}

/// Bots fill a casual table after so many milliseconds.
pub const BOTS_AFTER: u64 = 10_000;

/// Who seeks a rated match is offered a casual one after so many.
const OFFER_AFTER: u64 = 20_000;

/// How uneven a table may be grows with the wait of its oldest seeker: from this, in units of skill,
const EVEN: f64 = 3.0;

/// by so much a second,
const PATIENCE: f64 = 1.5;

/// and after so many milliseconds anything goes.
const ANYTHING_AFTER: u64 = 20_000;

/// How many who could sit with the oldest seeker are looked at.
const LOOKED_AT: usize = 16;

/// The same people sit together so many times running, unless somebody has waited for long.
const RUNNING: usize = 2;

/// How many tables back that is looked at.
const REMEMBERED: usize = 512;

/// Those who seek a table.
#[derive(Debug)]
pub struct Lobby {
    waiting: BTreeMap<SeekId, Waiting>,
    next: SeekId,
    /// Who sat together lately, sorted by id, the latest last.
    tables: VecDeque<Vec<PersonId>>,
    rng: ChaCha8Rng,
}

#[derive(Clone, Debug)]
struct Waiting {
    seek: Seek,
    since: u64,
    is_offered: bool,
}

impl Lobby {
    /// An empty one; the seed decides who sits where.
    pub fn new(seed: u64) -> Self {
        Self {
            waiting: BTreeMap::new(),
            next: 0,
            tables: VecDeque::new(),
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Somebody seeks a table from now on, in milliseconds of a clock that does not go back; or since an earlier
    /// time, where they have only been away for a moment.
    ///
    /// # Errors
    ///
    /// If somebody of them seeks one already, or there is no such table.
    pub fn seek(&mut self, seek: Seek, now: u64) -> Result<SeekId, Refused> {
        let Pool { seats, sides, .. } = seek.pool;
        if sides < 2 || seats < sides || seats % sides != 0 || seek.pool.side_size() > 2 {
            return Err(Refused::NoTable);
        }
        for person in &seek.people {
            let mut waiting = self.waiting.values();
            if waiting.any(|waiting| waiting.seek.people.iter().any(|p| p.id == person.id)) {
                return Err(Refused::SeeksAlready(person.id));
            }
        }
        let id = self.next;
        self.next += 1;
        let waiting = Waiting {
            seek,
            since: now,
            is_offered: false,
        };
        self.waiting.insert(id, waiting);
        Ok(id)
    }

    /// Somebody seeks no more: whether they did.
    pub fn leave(&mut self, id: SeekId) -> bool {
        self.waiting.remove(&id).is_some()
    }

    /// Whoever made this seek wishes for bots at once: whether there is such a seek.
    pub fn fill_at_once(&mut self, id: SeekId) -> bool {
        let waiting = self.waiting.get_mut(&id);
        waiting
            .map(|waiting| waiting.seek.with_bots_now = true)
            .is_some()
    }

    /// One person does not sit with another any more, as long as both seek what they seek now. Two who came together
    /// are the host's to part.
    pub fn keep_apart(&mut self, one: PersonId, other: PersonId) {
        for waiting in self.waiting.values_mut() {
            let seek = &mut waiting.seek;
            if seek.people.iter().any(|person| person.id == one) {
                seek.blocked.push(other);
            }
        }
    }

    /// How many people seek a table, and since when the first of them does, in milliseconds.
    pub fn waiting(&self, pool: &Pool) -> (usize, Option<u64>) {
        let all = || self.waiting.values().filter(|one| one.seek.pool == *pool);
        let people = all().map(|one| one.seek.people.len()).sum();
        (people, all().map(|one| one.since).min())
    }

    /// What has come of the seeks by now. Who waits longest is seated first.
    pub fn outcomes(&mut self, now: u64) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        let mut ids: Vec<SeekId> = self.waiting.keys().copied().collect();
        // Those who came together in the order they came.
        ids.sort_by_key(|id| (self.waiting[id].since, *id));
        for id in ids {
            let Some(oldest) = self.waiting.get(&id) else {
                continue;
            };
            let waited = now.saturating_sub(oldest.since);
            let pool = oldest.seek.pool;
            let found = self.full(id, waited).or_else(|| self.filled(id, waited));
            if let Some(found) = found {
                outcomes.push(Outcome::Seated(self.seat(&found, pool)));
            } else if pool.stakes == Stakes::Rated && waited >= OFFER_AFTER {
                let waiting = self.waiting.get_mut(&id);
                if let Some(waiting) = waiting.filter(|waiting| !waiting.is_offered) {
                    waiting.is_offered = true;
                    outcomes.push(Outcome::OfferCasual(id));
                }
            }
        }
        outcomes
    }

    /// The others who could sit with one, the oldest first.
    fn others(&self, id: SeekId) -> Vec<SeekId> {
        let oldest = &self.waiting[&id];
        let mut others: Vec<(u64, SeekId)> = self
            .waiting
            .iter()
            .filter(|(other, waiting)| {
                **other != id
                    && waiting.seek.pool == oldest.seek.pool
                    && may_sit(&[&oldest.seek, &waiting.seek])
            })
            .map(|(other, waiting)| (waiting.since, *other))
            .collect();
        others.sort_unstable();
        others.into_iter().map(|(_, id)| id).collect()
    }

    /// The most even full table with this seeker, if it is even enough for so long a wait.
    fn full(&self, id: SeekId, waited: u64) -> Option<Found> {
        let pool = self.waiting[&id].seek.pool;
        let mut others = self.others(id);
        let is_long = waited >= ANYTHING_AFTER;
        let allowed = match is_long {
            true => f64::INFINITY,
            false => EVEN + PATIENCE * waited as f64 / 1_000.0,
        };
        let look = |others: &[SeekId]| {
            let mut best: Option<(f64, Found)> = None;
            let mut chosen = vec![id];
            self.each(&mut chosen, others, &pool, &mut |chosen| {
                let seeks: Vec<&Seek> = chosen.iter().map(|id| &self.waiting[id].seek).collect();
                let Some(sides) = most_even(&seeks, &pool) else {
                    return;
                };
                if sides.cost > allowed || (!is_long && self.sat_together(&seeks)) {
                    return;
                }
                if best.as_ref().is_none_or(|(cost, _)| sides.cost < *cost) {
                    let found = Found {
                        seeks: chosen.to_vec(),
                        sides: sides.sides,
                    };
                    best = Some((sides.cost, found));
                }
            });
            best.map(|(_, found)| found)
        };
        if others.len() > LOOKED_AT {
            let found = look(&others[..LOOKED_AT]);
            // Only where the first of them keep each other apart are all looked at.
            if found.is_some() || !is_long {
                return found;
            }
        }
        others.truncate(4 * LOOKED_AT);
        look(&others)
    }

    /// Every choice of others that fills the table with those who are chosen.
    fn each(
        &self,
        chosen: &mut Vec<SeekId>,
        others: &[SeekId],
        pool: &Pool,
        found: &mut impl FnMut(&[SeekId]),
    ) {
        let people = |id: &SeekId| self.waiting[id].seek.people.len();
        let there: usize = chosen.iter().map(people).sum();
        let seats = usize::from(pool.seats);
        if there == seats {
            found(chosen);
            return;
        }
        for (at, other) in others.iter().enumerate() {
            if there + people(other) > seats {
                continue;
            }
            chosen.push(*other);
            let seeks: Vec<&Seek> = chosen.iter().map(|id| &self.waiting[id].seek).collect();
            if may_sit(&seeks) {
                self.each(chosen, &others[at + 1..], pool, found);
            }
            chosen.pop();
        }
    }

    /// A casual table with whoever is there, and bots.
    fn filled(&self, id: SeekId, waited: u64) -> Option<Found> {
        let oldest = &self.waiting[&id].seek;
        let pool = oldest.pool;
        let is_due = waited >= BOTS_AFTER || oldest.with_bots_now;
        if pool.stakes == Stakes::Rated || !is_due {
            return None;
        }
        let size = usize::from(pool.side_size());
        let mut found = Found {
            seeks: vec![id],
            sides: vec![oldest.people.clone()],
        };
        for other in self.others(id) {
            let seek = &self.waiting[&other].seek;
            let mut seeks: Vec<&Seek> = found
                .seeks
                .iter()
                .map(|id| &self.waiting[id].seek)
                .collect();
            seeks.push(seek);
            if !may_sit(&seeks) {
                continue;
            }
            let n = seek.people.len();
            if found.sides.len() < usize::from(pool.sides) {
                found.sides.push(seek.people.clone());
            } else if let Some(side) = found.sides.iter_mut().find(|side| side.len() + n <= size) {
                side.extend(&seek.people);
            } else {
                continue;
            }
            found.seeks.push(other);
        }
        Some(found)
    }

    /// Whether they sat together, all of them and nobody else, the last times that any of them sat down.
    fn sat_together(&self, seeks: &[&Seek]) -> bool {
        let people = seeks.iter().flat_map(|seek| &seek.people);
        let mut people: Vec<PersonId> = people.map(|person| person.id).collect();
        people.sort_unstable();
        let theirs = self.tables.iter().rev();
        let mut theirs = theirs.filter(|table| table.iter().any(|id| people.contains(id)));
        (0..RUNNING).all(|_| theirs.next() == Some(&people))
    }

    /// Seats them, sides and all at random.
    fn seat(&mut self, found: &Found, pool: Pool) -> Seated {
        for id in &found.seeks {
            self.waiting.remove(id);
        }
        let people = found.sides.iter().flatten().map(|person| person.id);
        let mut people: Vec<PersonId> = people.collect();
        people.sort_unstable();
        self.tables.push_back(people);
        if self.tables.len() > REMEMBERED {
            self.tables.pop_front();
        }
        let (sides, size) = (usize::from(pool.sides), usize::from(pool.side_size()));
        let mut places: Vec<Vec<Place>> = found
            .sides
            .iter()
            .map(|side| side.iter().map(|person| Place::Person(person.id)).collect())
            .collect();
        places.resize(sides, Vec::new());
        for side in &mut places {
            side.resize(size, Place::Bot);
            self.shuffle(side);
        }
        self.shuffle(&mut places);
        let seats = (0..size).flat_map(|at| places.iter().map(move |side| side[at]));
        Seated {
            pool,
            seats: seats.collect(),
        }
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            // Off by less than one in 2^30 for so few.
            let other = (u64::from(self.rng.next_u32()) * (at as u64 + 1)) >> 32;
            all.swap(at, other as usize);
        }
    }
}

/// Those who are to sit together.
struct Found {
    seeks: Vec<SeekId>,
    sides: Vec<Vec<Person>>,
}
