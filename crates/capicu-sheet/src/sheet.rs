//! The sheet: events, and the matches derived from them.

use capicu::{Match, Rules};

use crate::played::{Played, Preview, Slot};
use crate::{Day, Entry, Event, Queue, QueueEvent, QueueStatus, SheetError, Start, name};

/// The score sheet of an evening: one match after the other, and the people who wait.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    events: Vec<Event>,
    matches: Vec<Played>,
    queue: Option<Queue>,
    day: Option<Day>,
}

impl Sheet {
    /// Adds an event.
    ///
    /// # Errors
    ///
    /// If the event is impossible now; the sheet is then unchanged.
    pub fn add(&mut self, event: Event) -> Result<(), SheetError> {
        let is_queue = matches!(event, Event::Queue { .. });
        let event = match event {
            Event::Started(start) => {
                let start = self.start(start)?;
                Event::Started(start)
            }
            Event::Day(day) => {
                self.day = Some(day);
                Event::Day(day)
            }
            Event::Wrote(entry) => {
                let mut slots = self.slots()?;
                slots.push(Slot::new(entry.clone()));
                self.rewrite(slots)?;
                Event::Wrote(entry)
            }
            Event::Undid if self.takes_back() => Event::Undid,
            Event::Undid if matches!(self.events.last(), Some(Event::Queue { .. })) => {
                return Err(SheetError::NothingToUndo);
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
            Event::Queue { at, what } => {
                let what = self.queue(at, what)?;
                Event::Queue { at, what }
            }
        };
        if let Some(queue) = self.queue.as_mut().filter(|_| !is_queue) {
            queue.settle();
        }
        self.events.push(event);
        Ok(())
    }

    /// The events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The day of the matches that begin now, where the device named it.
    pub const fn day(&self) -> Option<Day> {
        self.day
    }

    /// The matches of the evening, the current one last.
    pub fn matches(&self) -> &[Played] {
        &self.matches
    }

    /// The last match; `None` before the first.
    pub fn current(&self) -> Option<&Played> {
        self.matches.last()
    }

    /// The evening of winner stays, if one was opened.
    pub const fn winner_stays(&self) -> Option<&Queue> {
        self.queue.as_ref()
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
        let played = self.matches.last().ok_or(SheetError::NoMatch)?;
        let rewritten = played.rewritten(slots)?;
        let last = self.matches.len() - 1;
        let counted = self.queue.as_ref().and_then(Queue::counted);
        if let Some((index, winner)) = counted
            && index == last
            && rewritten.result().map(|result| result.winner) != Some(winner)
        {
            return Err(SheetError::Counted);
        }
        self.matches[last] = rewritten;
        Ok(())
    }

    /// Takes back the last event of winner stays, if nothing happened since.
    fn takes_back(&mut self) -> bool {
        let taken = self.queue.as_mut().is_some_and(Queue::take_back);
        let began = matches!(
            self.events.last(),
            Some(Event::Queue {
                what: QueueEvent::Next,
                ..
            })
        );
        if taken && began {
            self.matches.pop();
        }
        taken
    }

    /// Writes an event of winner stays, and returns it as it is kept.
    fn queue(&mut self, at: u64, what: QueueEvent) -> Result<QueueEvent, SheetError> {
        let is_closed = |queue: &Queue| queue.status() == QueueStatus::Closed;
        if let QueueEvent::Opened {
            start,
            unit,
            tables,
        } = &what
            && self.queue.as_ref().is_none_or(is_closed)
        {
            self.queue = Some(Queue::open(Start::clone(start), *unit, *tables)?);
            return Ok(what);
        }
        let mut queue = self.queue.clone().ok_or(SheetError::NoQueue)?;
        let was_playing = queue.plays_on_sheet();
        if self.current().is_some_and(Played::is_in_play) && what == QueueEvent::Next {
            return Err(SheetError::MatchInPlay);
        }
        let what = queue.tidied(what)?;
        let next = queue.add(&what, &self.matches, at)?;
        let last = self.matches.len().wrapping_sub(1);
        let is_new = self.current().is_some_and(|last| !last.has_lines());
        match next {
            Some(start) => {
                if is_new {
                    // A match without a line, which the next one replaces.
                    queue.replaces(last);
                }
                self.start(start)?;
            }
            None if was_playing && !queue.plays_on_sheet() && queue.is_on_sheet(last) => {
                // Somebody left the table.
                if !is_new {
                    return Err(SheetError::MatchInPlay);
                }
                queue.stop(last);
                self.matches.pop();
            }
            None => {}
        }
        self.queue = Some(queue);
        Ok(what)
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
            if let Some(queue) = &mut self.queue {
                queue.stop(self.matches.len());
            }
        }
        self.matches
            .push(Played::new(start.clone(), game, self.day));
        Ok(start)
    }
}
