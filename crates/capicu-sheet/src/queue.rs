//! Winner stays on a sheet.

use capicu::{Rules, Side};
use capicu_event::winner_stays::{Change, ChangeError, Places, Table, WinnerStays};

use crate::{NameProblem, Played, SheetError, Start, name};

/// The people who queue together: one, or two partners.
pub type Party = Vec<String>;

/// Whether partners queue together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Each person queues alone. Where the game has partners, they are those who sit down together.
    Singles,
    /// Partners queue together, and stay together.
    Pairs,
}

/// One event of winner stays. Tables count from 0, and the sheet has the score of table 0.
#[derive(Clone, Debug, PartialEq)]
pub enum QueueEvent {
    /// An evening of winner stays begins.
    Opened {
        /// The rules of its matches, without names.
        start: Box<Start>,
        unit: Unit,
        tables: usize,
    },
    /// A party joins the end of the queue.
    Came(Party),
    /// A party leaves.
    Left(Party),
    /// The next match on the sheet begins.
    Next,
    /// A match begins at another table.
    Started { table: usize },
    /// A match at another table is over.
    Won { table: usize, side: usize },
    /// The evening is over.
    Closed,
    /// The evening is not over yet.
    Resumed,
}

/// Whether an evening of winner stays is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueStatus {
    Open,
    Closed,
}

/// An evening of winner stays.
#[derive(Clone, Debug)]
pub struct Queue {
    /// The rules of its matches, without names.
    start: Start,
    unit: Unit,
    status: QueueStatus,
    evening: WinnerStays<Party>,
    /// The index of the match on the sheet that does not count yet.
    on_sheet: Option<usize>,
    /// The index of the last match that counts, and its winner.
    counted: Option<(usize, Side)>,
    /// The evening before its last event, if nothing happened since.
    before: Option<Box<Self>>,
}

impl Queue {
    pub(crate) fn open(start: Start, unit: Unit, tables: usize) -> Result<Self, SheetError> {
        let rules = Rules::new(start.choices).map_err(SheetError::Rules)?;
        Ok(Self {
            evening: WinnerStays::new(tables, places(&rules, unit)?)?,
            start: Start {
                names: Vec::new(),
                ..start
            },
            unit,
            status: QueueStatus::Open,
            on_sheet: None,
            counted: None,
            before: None,
        })
    }

    pub const fn status(&self) -> QueueStatus {
        self.status
    }

    /// The number of people in a party.
    pub const fn party_size(&self) -> usize {
        match self.unit {
            Unit::Singles => 1,
            Unit::Pairs => 2,
        }
    }

    /// The tables and the queue. The match on the sheet counts as soon as it is over.
    pub fn evening(&self, matches: &[Played], now: u64) -> WinnerStays<Party> {
        let mut counted = self.clone();
        match counted.count(matches, now) {
            Ok(()) => counted.evening,
            Err(_) => self.evening.clone(),
        }
    }

    /// Whether the match at this index on the sheet belongs to the evening.
    pub fn has_match(&self, index: usize) -> bool {
        let counted = self.counted.map(|(index, _)| index);
        self.on_sheet == Some(index) || counted == Some(index)
    }

    pub(crate) const fn counted(&self) -> Option<(usize, Side)> {
        self.counted
    }

    /// The event with the names of known people as they were written the first time.
    pub(crate) fn tidied(&self, event: QueueEvent) -> Result<QueueEvent, SheetError> {
        Ok(match event {
            QueueEvent::Came(party) => QueueEvent::Came(self.party(&party)?),
            QueueEvent::Left(party) => QueueEvent::Left(self.party_here(&party)?),
            other => other,
        })
    }

    /// Writes a tidied event; the match on the sheet counts first if it is over. Returns the match that begins on the sheet.
    pub(crate) fn add(
        &mut self,
        event: &QueueEvent,
        matches: &[Played],
        at: u64,
    ) -> Result<Option<Start>, SheetError> {
        let before = Self {
            before: None,
            ..self.clone()
        };
        self.count(matches, at)?;
        self.before = Some(Box::new(before));
        if self.status == QueueStatus::Closed && *event != QueueEvent::Resumed {
            return Err(SheetError::QueueClosed);
        }
        match event {
            QueueEvent::Opened { .. } => return Err(SheetError::QueueOpen),
            QueueEvent::Came(party) => {
                self.evening.add(Change::Came(party.clone()))?;
            }
            QueueEvent::Left(party) => {
                self.evening.add(Change::Left(party.clone()))?;
            }
            QueueEvent::Next => {
                self.evening.add(Change::Started { table: 0, at })?;
                self.on_sheet = Some(matches.len());
                return self.names().map(Some);
            }
            QueueEvent::Started { table: 0 } | QueueEvent::Won { table: 0, .. } => {
                return Err(SheetError::OwnTable);
            }
            QueueEvent::Started { table } => {
                let table = *table;
                self.evening.add(Change::Started { table, at })?;
            }
            QueueEvent::Won { table, side } => {
                let (table, side) = (*table, *side);
                self.evening.add(Change::Won { table, side, at })?;
            }
            QueueEvent::Closed => self.status = QueueStatus::Closed,
            QueueEvent::Resumed if self.status == QueueStatus::Open => {
                return Err(SheetError::QueueOpen);
            }
            QueueEvent::Resumed => self.status = QueueStatus::Open,
        }
        Ok(None)
    }

    /// Goes back to the moment before the last event, if nothing happened since.
    pub(crate) fn take_back(&mut self) -> bool {
        match self.before.take() {
            Some(before) => {
                *self = *before;
                true
            }
            None => false,
        }
    }

    /// Something else happened on the sheet, so that the last event stays.
    pub(crate) fn settle(&mut self) {
        self.before = None;
    }

    /// Stops the match on the sheet at this index, which was removed.
    pub(crate) fn stop(&mut self, index: usize) {
        if self.on_sheet == Some(index) {
            self.on_sheet = None;
            self.before = None;
            // Nothing is in play if somebody left the table.
            let _ = self.evening.add(Change::Stopped { table: 0 });
        }
    }

    /// The next match replaces the one at this index, which has no line.
    pub(crate) fn replaces(&mut self, index: usize) {
        self.on_sheet = Some(index);
    }

    pub(crate) fn is_on_sheet(&self, index: usize) -> bool {
        self.on_sheet == Some(index)
    }

    /// Whether the match on the sheet is in play at its table.
    pub(crate) fn plays_on_sheet(&self) -> bool {
        self.table().is_some_and(|table| table.started().is_some())
    }

    fn table(&self) -> Option<&Table<Party>> {
        self.evening.tables().first()
    }

    /// Counts the match on the sheet if it is over.
    fn count(&mut self, matches: &[Played], at: u64) -> Result<(), SheetError> {
        let played = self
            .on_sheet
            .and_then(|index| Some((index, matches.get(index)?)));
        let over = played.and_then(|(index, played)| Some((index, played.result()?.winner)));
        if let Some((index, winner)) = over {
            let (table, side) = (0, winner.index());
            self.evening.add(Change::Won { table, side, at })?;
            self.on_sheet = None;
            self.counted = Some((index, winner));
        }
        Ok(())
    }

    /// A new party with its names tidied, or as they were the first time.
    fn party(&self, party: &Party) -> Result<Party, SheetError> {
        let size = self.party_size();
        if party.len() != size {
            let names = party.len();
            return Err(SheetError::Party { size, names });
        }
        let party =
            name::tidy(party).map_err(|(index, problem)| SheetError::Name { index, problem })?;
        let here = self.parties().filter(|other| self.evening.is_here(other));
        let here: Vec<&String> = here.flatten().collect();
        let taken = |name: &String| here.iter().any(|other| is_same(other, name));
        if let Some(index) = party.iter().position(taken) {
            let problem = NameProblem::Twice;
            return Err(SheetError::Name { index, problem });
        }
        let known = self.parties().find(|known| are_same(known, &party));
        Ok(known.cloned().unwrap_or(party))
    }

    fn party_here(&self, party: &Party) -> Result<Party, SheetError> {
        let known = self.parties().find(|known| are_same(known, party));
        Ok(known.ok_or(ChangeError::NotHere)?.clone())
    }

    fn parties(&self) -> impl Iterator<Item = &Party> {
        self.evening.records().iter().map(|record| &record.party)
    }

    /// The match of the people at the table of the sheet.
    fn names(&self) -> Result<Start, SheetError> {
        let rules = Rules::new(self.start.choices).map_err(SheetError::Rules)?;
        let mut names = vec![String::new(); usize::from(rules.n_seats())];
        let sides = self.table().map_or(&[][..], Table::sides);
        for (side, parties) in Side::all(rules.n_sides()).zip(sides) {
            for (seat, name) in rules.members(side).zip(parties.iter().flatten()) {
                names[seat.index()].clone_from(name);
            }
        }
        Ok(Start {
            names,
            ..self.start.clone()
        })
    }
}

/// The places at a table of a game.
///
/// # Errors
///
/// Games whose sides do not fit: winner stays has 2 to 4 sides, and only partners queue as pairs.
pub fn places(rules: &Rules, unit: Unit) -> Result<Places, ChangeError> {
    let sides = rules.n_sides();
    let members = rules.members(Side::default()).count();
    let parties = match (unit, members) {
        (Unit::Pairs, 2) => 1,
        (Unit::Pairs, _) => 0,
        (Unit::Singles, members) => u8::try_from(members).unwrap_or(0),
    };
    Places::new(sides, parties)
}

fn are_same(known: &Party, party: &Party) -> bool {
    let mut names = known.iter().zip(party);
    known.len() == party.len() && names.all(|(known, name)| is_same(known, name.trim()))
}

fn is_same(one: &str, other: &str) -> bool {
    name::folded(one) == name::folded(other)
}
