//! A store in memory: for simulations and tests.

mod bots;
mod clubs;
mod conduct;
mod events;
mod friends;
mod passkeys;
mod people;
mod puzzles;

use std::collections::{BTreeMap, VecDeque};
use std::future::ready;
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use conduct::Conducted;
use people::Known;

use crate::codec::{self, Row};
use crate::{
    Answer, Append, AppendError, Effect, Ended, FORMAT, Health, Held, Journal, Notes, Rated,
    ReadError, Results, RowName, Stored, Unavailable, Unreadable,
};

/// A store in memory that keeps the contract but for power cuts, and fails where it is told to. What
/// it holds has the form that it would have on a disk. Every answer is there at once. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    kept: Arc<Mutex<Kept>>,
    closed: Arc<AtomicBool>,
}

/// What becomes of an append to a [`Memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing goes wrong.
    None,
    /// It fails, and nothing is stored.
    Before,
    /// It is stored, but the answer says that it failed.
    After,
}

#[derive(Debug, Default)]
struct Kept {
    tables: BTreeMap<String, Table>,
    results: Vec<ResultRow>,
    /// By the numbers of results: the formulae, and what was changed.
    ratings: BTreeMap<u64, (u32, String)>,
    people: Known,
    conduct: Conducted,
    events: BTreeMap<String, events::Held>,
    clubs: BTreeMap<String, clubs::Held>,
    puzzled: puzzles::Puzzled,
    notes: BTreeMap<String, String>,
    plan: VecDeque<Fault>,
    failing: bool,
    unreadable: bool,
}

#[derive(Debug)]
struct Table {
    setup: String,
    made_at: u64,
    rows: Vec<Row>,
}

impl Table {
    fn last_at(&self) -> u64 {
        self.rows.last().map_or(self.made_at, |row| row.at as u64)
    }

    fn is_unused(&self, before: u64) -> bool {
        let is_of_an_event = self.setup.contains("\"meeting\":");
        let is_dealt = self.rows.iter().any(|row| codec::is_deal(&row.fact));
        self.last_at() < before && !is_of_an_event && !is_dealt
    }
}

#[derive(Debug)]
struct ResultRow {
    table: String,
    number: u32,
    at: u64,
    result: String,
    record: Option<String>,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says what becomes of the next appends, one after the other, after those of earlier plans.
    /// Appends after that succeed.
    pub fn plan(&self, faults: impl IntoIterator<Item = Fault>) {
        self.kept().plan.extend(faults);
    }

    /// Has everything that reads fail from now on, or no longer.
    pub fn fail_reads(&self, fail: bool) {
        self.kept().unreadable = fail;
    }

    /// The same store, opened again after it was [closed](Journal::close) or its owner was killed.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self {
            kept: Arc::clone(&self.kept),
            closed: Arc::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn readable(&self) -> Result<MutexGuard<'_, Kept>, Unavailable> {
        let kept = self.kept();
        match kept.unreadable || self.closed.load(Ordering::Relaxed) {
            true => Err(Unavailable),
            false => Ok(kept),
        }
    }

    /// Changes what is kept of ratings, unless it is to fail.
    fn write_ratings(
        &self,
        write: impl FnOnce(&mut Kept) -> Result<(), AppendError>,
    ) -> Result<(), AppendError> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(AppendError::Failed);
        }
        let mut kept = self.kept();
        let fault = kept.plan.pop_front().unwrap_or(Fault::None);
        kept.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(AppendError::Failed);
        }
        let done = write(&mut kept);
        match fault {
            Fault::After => Err(AppendError::Failed),
            _ => done,
        }
    }

    fn remove_those(
        &self,
        mut which: impl FnMut(&Table) -> bool,
    ) -> Result<Vec<String>, Unavailable> {
        let mut kept = self.readable()?;
        let mut removed = Vec::new();
        kept.tables.retain(|id, table| {
            let goes = which(table);
            if goes {
                removed.push(id.clone());
            }
            !goes
        });
        Ok(removed)
    }
}

impl Kept {
    fn append(&mut self, id: &str, append: &Append) -> Result<(), AppendError> {
        if append.make.is_none() && append.entries.is_empty() && append.effects.is_empty() {
            return Ok(());
        }
        let fault = self.plan.pop_front().unwrap_or(Fault::None);
        if fault == Fault::Before {
            self.failing = true;
            return Err(AppendError::Failed);
        }
        self.check(id, append)?;
        if let Some(make) = &append.make {
            let table = Table {
                setup: codec::encode_setup(&make.setup),
                made_at: make.at,
                rows: Vec::new(),
            };
            self.tables.insert(id.to_owned(), table);
        }
        if let Some(table) = self.tables.get_mut(id) {
            table.rows.extend(append.entries.iter().map(codec::encode));
        }
        for effect in &append.effects {
            match effect {
                Effect::MatchOver { result, record } => {
                    self.results.push(ResultRow {
                        table: id.to_owned(),
                        number: result.number,
                        at: result.at,
                        result: codec::encode_result(result),
                        record: record.clone(),
                    });
                    self.people.played(self.results.len() as u64, &result.seats);
                }
                Effect::Bound { seat, player } => self.people.bound(id, *seat, *player),
            }
        }
        self.failing = fault == Fault::After;
        match fault {
            Fault::After => Err(AppendError::Failed),
            _ => Ok(()),
        }
    }

    fn check(&self, id: &str, append: &Append) -> Result<(), AppendError> {
        let stored = self.tables.get(id);
        let rows = stored.map_or(&[][..], |table| &table.rows);
        let mut keys = Vec::new();
        for (seat, key) in append.entries.iter().filter_map(|e| e.command.as_ref()) {
            let same = |row: &&Row| {
                row.seat == Some(seat.index() as i64) && row.key.as_deref() == Some(key.as_str())
            };
            if let Some(row) = rows.iter().position(|row| same(&row)) {
                return Err(AppendError::KeyUsed {
                    version: row as u64 + 1,
                });
            }
            if keys.contains(&(seat, key)) {
                return Err(AppendError::Conflict);
            }
            keys.push((seat, key));
        }
        let needed = append.make.is_none() && !append.entries.is_empty();
        let next = rows.len() as u64 + 1;
        let mut results: Vec<(&str, u32)> = self
            .results
            .iter()
            .map(|row| (row.table.as_str(), row.number))
            .collect();
        let mut new_results = true;
        for effect in &append.effects {
            if let Effect::MatchOver { result, .. } = effect {
                new_results &= !results.contains(&(id, result.number));
                results.push((id, result.number));
            }
        }
        let fits = (append.make.is_none() || stored.is_none())
            && (!needed || stored.is_some())
            && (next..).zip(&append.entries).all(|(n, e)| e.version == n)
            && new_results;
        match fits {
            true => Ok(()),
            false => Err(AppendError::Conflict),
        }
    }
}

impl Journal for Memory {
    fn append<'a>(&'a self, table: &'a str, append: Append) -> Answer<'a, Result<(), AppendError>> {
        let result = match self.closed.load(Ordering::Relaxed) {
            true => Err(AppendError::Failed),
            false => self.kept().append(table, &append),
        };
        Box::pin(ready(result))
    }

    fn read<'a>(&'a self, table: &'a str) -> Answer<'a, Result<Option<Stored>, ReadError>> {
        let read = || {
            let kept = self.readable()?;
            let Some(found) = kept.tables.get(table) else {
                return Ok(None);
            };
            let setup = codec::decode_setup(FORMAT, &found.setup).map_err(|why| Unreadable {
                row: RowName::Setup {
                    table: table.to_owned(),
                },
                why,
            })?;
            Ok(Some(Stored {
                setup,
                entries: codec::decode_all(table, found.rows.iter())?,
            }))
        };
        Box::pin(ready(read()))
    }

    fn has<'a>(&'a self, table: &'a str) -> Answer<'a, Result<bool, Unavailable>> {
        let has = self.readable().map(|kept| kept.tables.contains_key(table));
        Box::pin(ready(has))
    }

    fn recent(&self, since: u64, limit: u32) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        let recent = self.readable().map(|kept| {
            let mut found: Vec<(u64, String)> = kept
                .tables
                .iter()
                .filter_map(|(id, table)| Some((table.rows.last()?.at as u64, id.clone())))
                .filter(|(at, _)| *at >= since)
                .collect();
            found.sort_by(|(a, x), (b, y)| b.cmp(a).then_with(|| x.cmp(y)));
            found.truncate(limit as usize);
            found.into_iter().map(|(_, id)| id).collect()
        });
        Box::pin(ready(recent))
    }

    fn remove_unused(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(ready(self.remove_those(|table| table.is_unused(before))))
    }

    fn remove_older(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(ready(self.remove_those(|table| table.last_at() < before)))
    }

    fn held(&self, unused_before: u64, older_before: u64) -> Answer<'_, Result<Held, Unavailable>> {
        let held = self.readable().map(|kept| {
            let count = |is: &dyn Fn(&Table) -> bool| {
                kept.tables.values().filter(|table| is(table)).count() as u64
            };
            Held {
                tables: kept.tables.len() as u64,
                unused: count(&|table| table.is_unused(unused_before)),
                older: count(&|table| table.last_at() < older_before),
                facts: kept
                    .tables
                    .values()
                    .map(|table| table.rows.len() as u64)
                    .sum(),
                matches: kept.results.len() as u64,
            }
        });
        Box::pin(ready(held))
    }

    fn remove<'a>(&'a self, table: &'a str) -> Answer<'a, Result<(), Unavailable>> {
        let removed = self.readable().map(|mut kept| {
            kept.tables.remove(table);
        });
        Box::pin(ready(removed))
    }

    fn health(&self) -> Health {
        let kept = self.kept();
        // Another attempt would go as the plan says.
        let next = kept.plan.front().copied().unwrap_or(Fault::None);
        match kept.failing && next != Fault::None {
            true => Health::Unwritable {
                why: "it was told to fail".to_owned(),
            },
            false => Health::Writable,
        }
    }

    fn close(&self) -> Answer<'_, ()> {
        self.closed.store(true, Ordering::Relaxed);
        Box::pin(ready(()))
    }
}

impl Results for Memory {
    fn since(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Ended>, ReadError>> {
        let since = || {
            let kept = self.readable()?;
            let first = usize::try_from(sequence).unwrap_or(usize::MAX);
            let rows = kept.results.iter().skip(first).take(limit as usize);
            let ended = rows.zip(1..).map(|(row, n): (_, u64)| {
                let sequence = sequence + n;
                let (number, at) = (i64::from(row.number), row.at as i64);
                let result = codec::decode_result(FORMAT, number, at, &row.result);
                Ok(Ended {
                    sequence,
                    table: row.table.clone(),
                    result: result.map_err(|why| Unreadable {
                        row: RowName::Result { sequence },
                        why,
                    })?,
                })
            });
            ended
                .collect::<Result<_, Unreadable>>()
                .map_err(ReadError::from)
        };
        Box::pin(ready(since()))
    }

    fn record(&self, sequence: u64) -> Answer<'_, Result<Option<String>, Unavailable>> {
        let record = self.readable().map(|kept| {
            let row = usize::try_from(sequence)
                .ok()
                .and_then(|n| n.checked_sub(1));
            let row = row.and_then(|row| kept.results.get(row));
            row.and_then(|row| row.record.clone())
        });
        Box::pin(ready(record))
    }

    fn rate(&self, rated: Rated) -> Answer<'_, Result<(), AppendError>> {
        Box::pin(ready(self.write_ratings(|kept| {
            let results = 1..=kept.results.len() as u64;
            if !results.contains(&rated.sequence) || kept.ratings.contains_key(&rated.sequence) {
                return Err(AppendError::Conflict);
            }
            let changes = codec::encode_rated(&rated.changes);
            kept.ratings
                .insert(rated.sequence, (rated.algorithm, changes));
            Ok(())
        })))
    }

    fn rated(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Rated>, Unavailable>> {
        let rated = self.readable().map(|kept| {
            let after = (Bound::Excluded(sequence), Bound::Unbounded);
            let rows = kept.ratings.range(after).take(limit as usize);
            let read = rows.filter_map(|(sequence, (algorithm, changes))| {
                Some(Rated {
                    sequence: *sequence,
                    algorithm: *algorithm,
                    changes: codec::decode_rated(FORMAT, changes).ok()?,
                })
            });
            read.collect()
        });
        Box::pin(ready(rated))
    }

    fn forget_rated(&self) -> Answer<'_, Result<(), AppendError>> {
        Box::pin(ready(self.write_ratings(|kept| {
            kept.ratings.clear();
            Ok(())
        })))
    }
}

impl Notes for Memory {
    fn note<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<String>, Unavailable>> {
        let note = self.readable().map(|kept| kept.notes.get(name).cloned());
        Box::pin(ready(note))
    }

    fn set_note<'a>(&'a self, name: &'a str, value: String) -> Answer<'a, Result<(), Unavailable>> {
        let written = self.readable().map(|mut kept| {
            kept.notes.insert(name.to_owned(), value);
        });
        Box::pin(ready(written))
    }
}
