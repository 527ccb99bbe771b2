//! One evening of a sheet, to give it to others.

use std::collections::BTreeSet;

use crate::{Day, Event, Finished, Played, Sheet, SheetError};

impl Sheet {
    /// The days with a finished match, the last first.
    pub fn days(&self) -> Vec<Day> {
        let days: BTreeSet<Day> = self
            .finished()
            .filter_map(|finished| finished.day)
            .collect();
        days.into_iter().rev().collect()
    }

    /// The finished matches of a day as a sheet: without those who queued, moves, and lines that do not count. It starts
    /// with earlier matches only if the rules need them. `None` if no match of that day is finished.
    pub fn evening(&self, day: Day) -> Option<Self> {
        let is_of_day = |played: &Played| played.day() == Some(day) && played.result().is_some();
        let first = self.matches().iter().position(is_of_day)?;
        let last = self.matches().iter().rposition(is_of_day)?;
        let of_day = |sheet: &Self| -> Vec<Finished> {
            let finished = sheet.finished();
            finished
                .filter(|finished| finished.day == Some(day))
                .collect()
        };
        let expected = of_day(self);
        (0..=first).rev().find_map(|from| {
            let sheet = rewritten(self.matches().get(from..=last)?).ok()?;
            (of_day(&sheet) == expected).then_some(sheet)
        })
    }
}

fn rewritten(matches: &[Played]) -> Result<Sheet, SheetError> {
    let mut sheet = Sheet::default();
    for played in matches {
        if let Some(day) = played.day().filter(|day| sheet.day() != Some(*day)) {
            sheet.add(Event::Day(day))?;
        }
        sheet.add(Event::Started(played.start().clone()))?;
        for line in played.counted() {
            sheet.add(Event::Wrote(line.entry().clone()))?;
        }
    }
    Ok(sheet)
}
