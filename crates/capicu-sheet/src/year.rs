//! The finished matches of a sheet, for a tally, and the deletion of a name.

use std::collections::{BTreeMap, BTreeSet};

use capicu::{Reason, ReportedEnd, Seat, Side};

use crate::name::folded;
use crate::tally::{Finished, Player};
use crate::{Day, Effect, Entry, Event, Line, Played, QueueEvent, Sheet, SheetError};

/// The first character of the sign that replaces a deleted name; a number follows.
const DELETED: char = '–';

impl Sheet {
    /// The finished matches.
    pub fn finished(&self) -> impl Iterator<Item = Finished> {
        self.matches().iter().filter_map(Played::finished)
    }

    /// The years with a finished match, the last first.
    pub fn years(&self) -> Vec<u16> {
        let days = self.finished().filter_map(|finished| finished.day);
        let years: BTreeSet<u16> = days.map(Day::year).collect();
        years.into_iter().rev().collect()
    }

    /// Everybody who is named on the sheet, in the newest spelling and in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let mut events = self.events().to_vec();
        let named = events.iter_mut().flat_map(named_mut);
        let named = named.filter(|name| !name.is_empty() && !is_deleted(name));
        let names = named.map(|name| (folded(name), name.clone()));
        names.collect::<BTreeMap<_, _>>().into_values().collect()
    }

    /// The sheet without a name, in any spelling of its letters. Signs such as `–1` replace it.
    ///
    /// # Errors
    ///
    /// If an event is impossible without the name. Names decide nothing, so none is.
    pub fn without(&self, name: &str) -> Result<Self, SheetError> {
        let signs = self.signs(name);
        let mut sheet = Self::default();
        for event in self.events() {
            let mut event = event.clone();
            for name in named_mut(&mut event) {
                if let Some(sign) = signs.get(name) {
                    name.clone_from(sign);
                }
            }
            sheet.add(event)?;
        }
        Ok(sheet)
    }

    /// A free sign for each spelling of a name. Different ones keep matches apart that are no rematch.
    fn signs(&self, name: &str) -> BTreeMap<String, String> {
        let mut events = self.events().to_vec();
        let known = events.iter_mut().flat_map(named_mut);
        let known: BTreeSet<&String> = known.map(|name| &*name).collect();
        let mut free = (1_u32..)
            .map(|n| format!("{DELETED}{n}"))
            .filter(|sign| !known.contains(sign));
        let spelled = |other: &&&String| folded(other) == folded(name);
        let spellings = known.iter().filter(spelled).map(ToString::to_string);
        spellings
            .filter_map(|name| Some((name, free.next()?)))
            .collect()
    }
}

/// The names in an event.
fn named_mut(event: &mut Event) -> &mut [String] {
    match event {
        Event::Started(start) => &mut start.names,
        Event::Queue {
            what: QueueEvent::Came(party) | QueueEvent::Left(party),
            ..
        } => party,
        _ => &mut [],
    }
}

impl Played {
    /// The match for a tally; `None` before its end.
    pub fn finished(&self) -> Option<Finished> {
        let result = self.result()?;
        let rules = self.game().rules();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let players = rules.playing().map(|seat| {
            let side = rules.side(seat);
            let won = self
                .counted()
                .filter(|line| round_winner(line, self) == Some(side));
            let capicus = self.counted().filter(|line| capicu_of(line) == Some(seat));
            Player {
                name: Some(self.name(seat).to_owned()).filter(|name| !is_deleted(name)),
                side,
                rounds: count(won.count()),
                capicus: count(capicus.count()),
            }
        });
        Some(Finished {
            day: self.day(),
            winner: result.winner,
            players: players.collect(),
        })
    }
}

fn is_deleted(name: &str) -> bool {
    let number = name.strip_prefix(DELETED);
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

fn round_winner(line: &Line, played: &Played) -> Option<Side> {
    let result = match &line.effect {
        Effect::Round(result) => result,
        Effect::InPlay { over, .. } => over.as_ref()?,
        Effect::Nothing | Effect::Agreed => return None,
    };
    result.outcome.side(played.game().rules())
}

/// The player who ended the round with a capicú that the rules pay.
fn capicu_of(line: &Line) -> Option<Seat> {
    let (Effect::Round(result), Entry::Round(entry)) = (&line.effect, line.entry()) else {
        return None;
    };
    let ReportedEnd::Out { seat, .. } = entry.end else {
        return None;
    };
    let mut written = result.written.iter();
    written
        .any(|award| award.why == Reason::Capicu)
        .then_some(seat)
}
