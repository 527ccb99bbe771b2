//! The sheet: events, and the matches derived from them.

use capicu::{Match, Rules};

use crate::played::{Played, Preview, Slot};
use crate::{Entry, Event, SheetError, Start, name};

/// The score sheet of an evening: one match after the other.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    events: Vec<Event>,
    matches: Vec<Played>,
}

impl Sheet {
    /// Adds an event.
    ///
    /// # Errors
    ///
    /// If the event is impossible now; the sheet is then unchanged.
    pub fn add(&mut self, event: Event) -> Result<(), SheetError> {
        let event = match event {
            Event::Started(start) => {
                let start = self.start(start)?;
                Event::Started(start)
            }
            Event::Wrote(entry) => {
                let mut slots = self.slots()?;
                slots.push(Slot::new(entry.clone()));
                self.rewrite(slots)?;
                Event::Wrote(entry)
            }
            Event::Undid => {
                let mut slots = self.slots()?;
                let last = slots.iter_mut().rev().find(|slot| slot.counts());
                last.ok_or(SheetError::NothingToUndo)?.strike();
                self.rewrite(slots)?;
                Event::Undid
            }
            Event::Struck(line) => {
                let mut slots = self.slots()?;
                let slot = slots.get_mut(line).filter(|slot| slot.counts());
                slot.ok_or(SheetError::NoSuchLine(line))?.strike();
                self.rewrite(slots)?;
                Event::Struck(line)
            }
            Event::Noted(moves) => {
                let played = self.matches.last_mut().ok_or(SheetError::NoMatch)?;
                played.note(&moves)?;
                Event::Noted(moves)
            }
            Event::Corrected { line, to } => {
                let mut slots = self.slots()?;
                let slot = slots.get_mut(line).filter(|slot| slot.counts());
                slot.ok_or(SheetError::NoSuchLine(line))?
                    .correct(to.clone());
                self.rewrite(slots)?;
                Event::Corrected { line, to }
            }
        };
        self.events.push(event);
        Ok(())
    }

    /// The events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The matches of the evening, the current one last.
    pub fn matches(&self) -> &[Played] {
        &self.matches
    }

    /// The last match; `None` before the first.
    pub fn current(&self) -> Option<&Played> {
        self.matches.last()
    }

    /// The effect of an entry, without writing it. Doubts refuse nothing here.
    ///
    /// # Errors
    ///
    /// If the entry is impossible.
    pub fn preview(&self, entry: &Entry) -> Result<Preview, SheetError> {
        self.current().ok_or(SheetError::NoMatch)?.preview(entry)
    }

    fn slots(&self) -> Result<Vec<Slot>, SheetError> {
        let played = self.current().ok_or(SheetError::NoMatch)?;
        Ok(played.slots().cloned().collect())
    }

    fn rewrite(&mut self, slots: Vec<Slot>) -> Result<(), SheetError> {
        let played = self.matches.last_mut().ok_or(SheetError::NoMatch)?;
        *played = played.rewritten(slots)?;
        Ok(())
    }

    fn start(&mut self, start: Start) -> Result<Start, SheetError> {
        let rules = Rules::new(start.choices).map_err(SheetError::Rules)?;
        let (seats, names) = (rules.n_seats(), start.names.len());
        if usize::from(seats) != names {
            return Err(SheetError::Names { seats, names });
        }
        let names = name::tidy(&start.names)
            .map_err(|(index, problem)| SheetError::Name { index, problem })?;
        let start = Start { names, ..start };
        let before = self.current();
        if before.is_some_and(Played::is_in_play) {
            return Err(SheetError::MatchInPlay);
        }
        let again = before.filter(|before| before.start() == &start);
        let game = again.map_or_else(|| Match::new(rules), |before| before.game().again());
        if before.is_some_and(|before| !before.has_lines()) {
            // Nothing was written by the other rules.
            self.matches.pop();
        }
        self.matches.push(Played::new(start.clone(), game));
        Ok(start)
    }
}
