//! The public data of an event as one document: `event.json`.

use serde::Serialize;

use super::card::cards;
use super::keys::{KeyColumn, key_columns, team_key_columns};
use super::results::{ResultLine, results};
use super::statistics::{Statistics, statistics};
use super::times::{Times, times};
use super::totals::{Totals, totals};
use crate::event::Event;
use crate::id::EntryId;
use crate::preset::Method;
use crate::standings::{TeamStanding, standings, teams};
use crate::state::StageStatus;
use crate::view::{Viewer, VisibleState};

/// The public view of an event with its times, and what its standings mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventFile {
    /// The view. Its standings have the keys of [`StageFile::keys`].
    #[serde(flatten)]
    pub seen: VisibleState,
    /// Each opened stage, in order.
    pub stages: Vec<StageFile>,
    /// All meetings and byes.
    pub results: Vec<ResultLine>,
    /// In milliseconds since 1970.
    pub times: Times,
}

/// A stage of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct StageFile {
    /// Counts from 1.
    pub stage: u16,
    /// The pairing method.
    pub pairing: Method,
    /// The number of sides in a meeting.
    pub sides: u8,
    /// The planned number of rounds.
    pub rounds: u16,
    /// Whether it is running.
    pub status: StageStatus,
    /// The keys of its standings, and their parts of a point.
    pub keys: Vec<KeyColumn>,
    /// The sums of its entries, in the order of the standings.
    pub totals: Vec<EntryTotals>,
    /// The keys of the team totals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub team_keys: Vec<KeyColumn>,
    /// The team totals, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<TeamStanding>,
    /// The statistics of the stage.
    pub statistics: Statistics,
}

/// The totals of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EntryTotals {
    /// The entry itself.
    pub entry: EntryId,
    /// The sums of its rounds.
    #[serde(flatten)]
    pub totals: Totals,
    /// Points for, less points against.
    pub difference: i64,
}

/// The document of an event. The cost is that of a replay of the log.
pub fn event_file(event: &Event) -> EventFile {
    let state = event.state();
    let results = results(state, Viewer::Public);
    let stage = |stage: &crate::Stage| {
        let cards = cards(state, stage, Viewer::Public);
        let sums = totals(&cards);
        let places = standings(state, stage).into_iter();
        let totals = places.map(|standing| EntryTotals {
            entry: standing.entry,
            totals: sums[&standing.entry],
            difference: sums[&standing.entry].difference(),
        });
        let teams = teams(state, stage);
        StageFile {
            team_keys: match teams.is_empty() {
                true => Vec::new(),
                false => team_key_columns(stage),
            },
            teams,
            stage: stage.number,
            pairing: stage.method.clone(),
            sides: stage.rules.meeting.sides,
            rounds: stage.n_rounds,
            status: stage.status,
            keys: key_columns(stage),
            totals: totals.collect(),
            statistics: statistics(stage, &results, &cards),
        }
    };
    EventFile {
        seen: state.visible_to(Viewer::Public),
        stages: state.stages.iter().map(stage).collect(),
        results,
        times: times(event),
    }
}
