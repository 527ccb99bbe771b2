//! The table of a season, from the finished events of a club.

use std::collections::BTreeMap;

use capicu_event::Status;
use capicu_event::standings::{UNIT, sheets};
use capicu_event_service::effects::points;
use capicu_store::clubs::{Season, SeasonRule};

use super::heard::{Heard, Somebody};

/// A row in the table of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place, from 1. Equal totals share a place.
    pub place: usize,
    /// The player or team.
    pub who: Somebody,
    /// The name used in the latest of the events.
    pub name: String,
    /// The total, in twelfths of a point.
    pub total: i64,
    /// The number of events they played.
    pub events: usize,
    /// The points of each event, in the order of the events.
    pub each: Vec<Option<i64>>,
}

/// Adds up the events that count. The events of a season come in the order in which they began.
///
/// Both players of a pair get the points of the pair; a team is identified by its name. If the season limits how many
/// results count, the best ones do.
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

/// The points from an event for each participant, in twelfths of a point.
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
