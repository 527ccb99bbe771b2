//! Winner stays: a queue of pairs or single people for one or more tables.
//!
//! A [`WinnerStays`] is derived from its [`Change`]s. The winner of a match stays at the table, the losers join the end
//! of the queue, and the first of the queue sit down. People come late and leave at any time. The type of a party is up
//! to the caller: a name, two names, or the number of an entry.
//!
//! ```
//! use capicu_event::winner_stays::{Change, Places, WinnerStays};
//!
//! let one_against_one = Places::new(2, 1)?;
//! let mut evening = WinnerStays::new(1, one_against_one)?;
//! for name in ["Ana", "Tito", "Marva"] {
//!     evening.add(Change::Came(name))?;
//! }
//! evening.add(Change::Started { table: 0, at: 0 })?;
//! evening.add(Change::Won { table: 0, side: 1, at: 600 })?;
//! assert_eq!(evening.tables()[0].sides(), [vec!["Marva"], vec!["Tito"]]);
//! assert_eq!(evening.queue(), ["Ana"]);
//! assert_eq!(evening.typical_seconds(), Some(600));
//! # Ok::<(), capicu_event::winner_stays::ChangeError>(())
//! ```

mod wait;

use serde::Serialize;

pub use wait::Wait;

/// The most tables of a queue.
pub const MOST_TABLES: usize = 64;
/// The most parties that a queue remembers.
pub const MOST_PARTIES: usize = 1_000;

/// The places at each table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Places {
    sides: u8,
    parties: u8,
}

impl Places {
    /// Tables of 2 to 4 sides, each of 1 or 2 parties. A pair that queues together is one party.
    ///
    /// # Errors
    ///
    /// Other numbers of sides or parties.
    pub const fn new(sides: u8, parties: u8) -> Result<Self, ChangeError> {
        match (sides, parties) {
            (2..=4, 1..=2) => Ok(Self { sides, parties }),
            _ => Err(ChangeError::Places { sides, parties }),
        }
    }

    /// The parties that stand up after a match.
    pub const fn losers(self) -> usize {
        (self.sides as usize - 1) * self.parties as usize
    }
}

/// One event of the evening. Tables and sides count from 0. Times are in seconds, from any origin; an earlier time
/// than that of the last event counts as the time of that event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<P> {
    /// A party joins the end of the queue, for the first time or again.
    Came(P),
    /// A party leaves. Its match in play stops, and nobody wins it.
    Left(P),
    /// The parties at a table begin a match.
    Started {
        /// Index of the table, from 0.
        table: usize,
        /// Seconds from any origin.
        at: u64,
    },
    /// A side wins the match at a table.
    Won {
        /// Index of the table, from 0.
        table: usize,
        /// The side that stays.
        side: usize,
        /// Seconds from any origin.
        at: u64,
    },
    /// The match at a table ends without a winner. Its parties keep their places.
    Stopped {
        /// Index of the table, from 0.
        table: usize,
    },
}

/// Why a change is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The number of tables is 0 or above [`MOST_TABLES`].
    #[error("a queue has 1 to {MOST_TABLES} tables, not {0}; choose a number of them")]
    Tables(usize),
    /// No table has these places.
    #[error("a table has 2 to 4 sides of 1 or 2 parties, not {sides} of {parties}")]
    Places {
        /// The sides at each table.
        sides: u8,
        /// The parties of each side.
        parties: u8,
    },
    /// Too many parties came.
    #[error("a queue remembers {MOST_PARTIES} parties at most; open another one")]
    Full,
    /// The party is in the queue or at a table.
    #[error("this party is already here; add another name")]
    Here,
    /// The party is not in the queue and at no table.
    #[error("this party is not here; add it first")]
    NotHere,
    /// The number of the table is too high.
    #[error("there is no table {}", .0 + 1)]
    NoTable(usize),
    /// The number of the side is too high.
    #[error("a table has no side {}", .0 + 1)]
    NoSide(usize),
    /// A place at the table is free.
    #[error("table {} has free places; wait until more people come", .0 + 1)]
    FreePlaces(usize),
    /// The table has a match in play.
    #[error("table {} is in play; write its winner first", .0 + 1)]
    InPlay(usize),
    /// The table has no match in play.
    #[error("table {} is not in play; start its match first", .0 + 1)]
    NotInPlay(usize),
}

/// A table with the parties that sit at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table<P> {
    sides: Vec<Vec<P>>,
    started: Option<u64>,
}

impl<P> Table<P> {
    /// The parties of each side. A side with free places is shorter.
    pub fn sides(&self) -> &[Vec<P>] {
        &self.sides
    }

    /// The start of the match in play.
    pub const fn started(&self) -> Option<u64> {
        self.started
    }

    /// Whether nobody sits at the table.
    pub fn is_empty(&self) -> bool {
        self.sides.iter().all(Vec::is_empty)
    }

    fn parties(&self) -> impl Iterator<Item = &P> {
        self.sides.iter().flatten()
    }
}

/// The matches of a party in this evening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record<P> {
    /// The party that came.
    pub party: P,
    /// The number of its finished matches.
    pub matches: u32,
    /// The number of matches that it won.
    pub wins: u32,
    /// Its wins in a row up to now; 0 after it left.
    pub streak: u32,
    /// Its most wins in a row.
    pub best: u32,
}

/// The state of an evening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WinnerStays<P> {
    places: Places,
    tables: Vec<Table<P>>,
    queue: Vec<P>,
    records: Vec<Record<P>>,
    /// The lengths of the finished matches in seconds, sorted.
    lengths: Vec<u64>,
    /// The time of the last event.
    clock: u64,
}

impl<P: Clone + Eq> WinnerStays<P> {
    /// An evening without people.
    ///
    /// # Errors
    ///
    /// No tables, or more than [`MOST_TABLES`].
    pub fn new(tables: usize, places: Places) -> Result<Self, ChangeError> {
        if tables == 0 || tables > MOST_TABLES {
            return Err(ChangeError::Tables(tables));
        }
        let empty = Table {
            sides: vec![Vec::new(); usize::from(places.sides)],
            started: None,
        };
        Ok(Self {
            places,
            tables: vec![empty; tables],
            queue: Vec::new(),
            records: Vec::new(),
            lengths: Vec::new(),
            clock: 0,
        })
    }

    /// Adds an event.
    ///
    /// # Errors
    ///
    /// If the event is impossible now; the state is then unchanged.
    pub fn add(&mut self, change: Change<P>) -> Result<(), ChangeError> {
        match change {
            Change::Came(party) => self.came(party)?,
            Change::Left(party) => self.left(&party)?,
            Change::Started { table, at } => {
                let is_ready = self.is_ready(table);
                let clock = self.clock.max(at);
                let seated = self.table(table)?;
                if seated.started.is_some() {
                    return Err(ChangeError::InPlay(table));
                }
                if !is_ready {
                    return Err(ChangeError::FreePlaces(table));
                }
                seated.started = Some(clock);
                self.clock = clock;
            }
            Change::Won { table, side, at } => self.won(table, side, at)?,
            Change::Stopped { table } => {
                let stopped = self.table(table)?.started.take();
                stopped.ok_or(ChangeError::NotInPlay(table))?;
            }
        }
        self.sit_down();
        Ok(())
    }

    /// The tables, in order.
    pub fn tables(&self) -> &[Table<P>] {
        &self.tables
    }

    /// The parties that wait, the next one first.
    pub fn queue(&self) -> &[P] {
        &self.queue
    }

    /// The parties that sit down after the next match.
    pub fn next(&self) -> &[P] {
        let n = self.queue.len().min(self.places.losers());
        &self.queue[..n]
    }

    /// Everybody who came, in the order of first arrival.
    pub fn records(&self) -> &[Record<P>] {
        &self.records
    }

    /// The record of a party.
    pub fn record(&self, party: &P) -> Option<&Record<P>> {
        self.records.iter().find(|record| record.party == *party)
    }

    /// Whether a party waits or sits at a table.
    pub fn is_here(&self, party: &P) -> bool {
        let seated = self.tables.iter().flat_map(Table::parties);
        self.queue.iter().chain(seated).any(|here| here == party)
    }

    /// Whether all places of a table are taken, and no match is in play.
    pub fn is_ready(&self, table: usize) -> bool {
        let free = |table: &Table<P>| table.started.is_none() && !self.has_free_place(table);
        self.tables.get(table).is_some_and(free)
    }

    /// The median length of the finished matches in seconds, breaks included; the shorter of the two in the middle.
    pub fn typical_seconds(&self) -> Option<u64> {
        let middle = self.lengths.len().checked_sub(1)? / 2;
        self.lengths.get(middle).copied()
    }

    fn table(&mut self, table: usize) -> Result<&mut Table<P>, ChangeError> {
        let found = self.tables.get_mut(table);
        found.ok_or(ChangeError::NoTable(table))
    }

    fn has_free_place(&self, table: &Table<P>) -> bool {
        let taken = table.parties().count();
        taken < usize::from(self.places.sides) * usize::from(self.places.parties)
    }

    fn came(&mut self, party: P) -> Result<(), ChangeError> {
        if self.is_here(&party) {
            return Err(ChangeError::Here);
        }
        if self.record(&party).is_none() {
            if self.records.len() == MOST_PARTIES {
                return Err(ChangeError::Full);
            }
            self.records.push(Record {
                party: party.clone(),
                matches: 0,
                wins: 0,
                streak: 0,
                best: 0,
            });
        }
        self.queue.push(party);
        Ok(())
    }

    fn left(&mut self, party: &P) -> Result<(), ChangeError> {
        if !self.is_here(party) {
            return Err(ChangeError::NotHere);
        }
        self.queue.retain(|waits| waits != party);
        for table in &mut self.tables {
            if table.parties().any(|sits| sits == party) {
                table.started = None;
            }
            for side in &mut table.sides {
                side.retain(|sits| sits != party);
            }
        }
        let records = self.records.iter_mut();
        for record in records.filter(|record| record.party == *party) {
            record.streak = 0;
        }
        Ok(())
    }

    fn won(&mut self, table: usize, side: usize, at: u64) -> Result<(), ChangeError> {
        let clock = self.clock.max(at);
        if side >= usize::from(self.places.sides) {
            return Err(ChangeError::NoSide(side));
        }
        let seated = self.table(table)?;
        let started = seated.started.take();
        let started = started.ok_or(ChangeError::NotInPlay(table))?;
        let (mut winners, mut losers) = (Vec::new(), Vec::new());
        for (index, parties) in seated.sides.iter_mut().enumerate() {
            match index == side {
                true => winners.clone_from(parties),
                false => losers.append(parties),
            }
        }
        for record in &mut self.records {
            if winners.contains(&record.party) {
                record.matches += 1;
                record.wins += 1;
                record.streak += 1;
                record.best = record.best.max(record.streak);
            } else if losers.contains(&record.party) {
                record.matches += 1;
                record.streak = 0;
            }
        }
        self.queue.append(&mut losers);
        let length = clock - started;
        let at = self.lengths.partition_point(|shorter| *shorter < length);
        self.lengths.insert(at, length);
        self.clock = clock;
        Ok(())
    }

    /// Gives free places to the queue, the lowest table first. Two tables that lack people join: those at the last one
    /// become the queue, which is empty then.
    fn sit_down(&mut self) {
        loop {
            let parties = usize::from(self.places.parties);
            let mut waits = std::mem::take(&mut self.queue).into_iter();
            let idle = self
                .tables
                .iter_mut()
                .filter(|table| table.started.is_none());
            for side in idle.flat_map(|table| &mut table.sides) {
                side.extend(waits.by_ref().take(parties.saturating_sub(side.len())));
            }
            self.queue = waits.collect();
            let lacking = |table: &Table<P>| !table.is_empty() && self.has_free_place(table);
            let tables = 0..self.tables.len();
            let lacking: Vec<usize> = tables
                .filter(|table| lacking(&self.tables[*table]))
                .collect();
            let (2.., Some(last)) = (lacking.len(), lacking.last()) else {
                return;
            };
            let sides = self.tables[*last].sides.iter_mut();
            self.queue = sides.flat_map(std::mem::take).collect();
        }
    }
}
