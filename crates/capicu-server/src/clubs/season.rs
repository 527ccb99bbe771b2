//! The table of a season: what the events of a club that are over have brought everybody.

use std::collections::BTreeMap;

use capicu_event::Status;
use capicu_event::standings::{UNIT, sheets};
use capicu_store::clubs::{Season, SeasonRule};

use super::heard::{Heard, Somebody};
use crate::events::effects::points;

/// Somebody in the table of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place, from 1; who has the same shares it.
    pub place: usize,
    /// Who.
    pub who: Somebody,
    /// What they are called in the latest of the events.
    pub name: String,
    /// What they have, in twelfths of a point.
    pub total: i64,
    /// In how many events they were.
    pub events: usize,
    /// What each event brought, in their order.
    pub each: Vec<Option<i64>>,
}

/// The events that count, and what they add up to. The events of a season come in the order in which they began.
///
/// Everybody of a pair has what the pair has, and a team is told apart by its name. Of the points of each the best
/// ones count, where the season says how many.
pub fn table(season: &Season, events: &[&Heard]) -> Vec<Row> {
    let mut all: BTreeMap<Somebody, (String, Vec<Option<i64>>)> = BTreeMap::new();
    for (at, heard) in events.iter().enumerate() {
        for (who, name, brought) in brought(season.rule, heard) {
            let row = all.entry(who).or_default();
            row.0 = name;
            row.1.resize(events.len(), None);
            row.1[at] = Some(row.1[at].unwrap_or_default() + brought);
        }
    }
    let row = |(who, (name, each)): (Somebody, (String, Vec<Option<i64>>))| {
        let mut counting: Vec<i64> = each.iter().flatten().copied().collect();
        let events = counting.len();
        counting.sort_unstable_by(|a, b| b.cmp(a));
        let best = season.best.map_or(events, |best| best as usize);
        Row {
            place: 0,
            who,
            name,
            total: counting.iter().take(best).sum(),
            events,
            each,
        }
    };
    let mut rows: Vec<Row> = all.into_iter().map(row).collect();
    rows.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.name.cmp(&b.name)));
    for at in 0..rows.len() {
        let is_tied = at > 0 && rows[at].total == rows[at - 1].total;
        rows[at].place = if is_tied { rows[at - 1].place } else { at + 1 };
    }
    rows
}

/// Whether an event counts.
pub fn counts(heard: &Heard) -> bool {
    heard.state.status == Status::Frozen
}

/// What an event brought everybody, in twelfths of a point.
fn brought(rule: SeasonRule, heard: &Heard) -> Vec<(Somebody, String, i64)> {
    let each: BTreeMap<_, i64> = match rule {
        SeasonRule::Points | SeasonRule::League => {
            let mut sums = BTreeMap::new();
            for stage in &heard.state.stages {
                for (entry, of) in points(&sheets(&heard.state, stage)) {
                    *sums.entry(entry).or_default() += of;
                }
            }
            sums
        }
        SeasonRule::Places => {
            let places = heard.places();
            let n = places.len() as i64;
            let of = |(entry, place): (_, usize)| (entry, (n - place as i64 + 1) * UNIT);
            places.into_iter().map(of).collect()
        }
    };
    let people = |(entry, brought): (_, i64)| {
        let people = heard.people(entry, None);
        people
            .into_iter()
            .map(move |(who, name)| (who, name, brought))
    };
    each.into_iter().flat_map(people).collect()
}
