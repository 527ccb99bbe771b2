//! The times of an event, from its log.

use serde::Serialize;

use crate::event::Event;
use crate::fact::Fact;
use crate::refused::Refused;
use crate::state::{State, Table};

/// The times of an event, in milliseconds since 1970. Facts that were undone have none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Times {
    /// The creation of the event.
    pub created_at: u64,
    /// The end of the event.
    pub ended_at: Option<u64>,
    /// Those of the stages, in order.
    pub stages: Vec<StageTimes>,
}

/// The times of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct StageTimes {
    /// The time of opening.
    pub opened_at: u64,
    /// The time of closing.
    pub closed_at: Option<u64>,
    /// Those of the published rounds.
    pub rounds: Vec<RoundTimes>,
}

/// The times of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RoundTimes {
    /// The time of publication.
    pub published_at: u64,
    /// The time of the first result of each meeting; later corrections do not change it.
    pub settled_at: Vec<Option<u64>>,
}

impl RoundTimes {
    /// The minutes from the publication to the last result, rounded down; `None` while a result is missing, and without
    /// meetings.
    pub fn minutes(&self) -> Option<u64> {
        let all: Option<Vec<u64>> = self.settled_at.iter().copied().collect();
        let last = all?.into_iter().max()?;
        Some(last.saturating_sub(self.published_at) / 60_000)
    }
}

/// The times of an event. The cost is that of a replay of the log.
pub fn times(event: &Event) -> Times {
    let mut times = Times::default();
    let walked = walk(event, &mut times);
    debug_assert!(walked.is_ok(), "it was replayed before");
    times
}

fn walk(event: &Event, times: &mut Times) -> Result<(), Refused> {
    let mut lines = event.counting();
    let Some(first) = lines.next() else {
        return Ok(());
    };
    times.created_at = first.at;
    let mut state = State::created(&first.fact)?;
    for line in lines {
        state.apply(line.at, &line.fact)?;
        let stage = times.stages.last_mut();
        match (&line.fact, stage) {
            (Fact::StageOpened { .. }, _) => times.stages.push(StageTimes {
                opened_at: line.at,
                closed_at: None,
                rounds: Vec::new(),
            }),
            (Fact::Frozen, _) => times.ended_at = Some(line.at),
            (Fact::StageClosed, Some(stage)) => stage.closed_at = Some(line.at),
            (Fact::Unpublished { .. }, Some(stage)) => drop(stage.rounds.pop()),
            (Fact::Published, Some(stage)) => {
                let published = state.stages.last().and_then(|stage| stage.rounds.last());
                stage.rounds.push(RoundTimes {
                    published_at: line.at,
                    settled_at: vec![None; published.map_or(0, |round| round.tables.len())],
                });
            }
            (fact, Some(stage)) => {
                let settled = reported(fact).and_then(|meeting| settled(&state, meeting));
                let own = settled.and_then(|(round, at)| {
                    let round = stage.rounds.get_mut(round)?;
                    round.settled_at.get_mut(at)
                });
                if let Some(own) = own {
                    own.get_or_insert(line.at);
                }
            }
            (_, None) => {}
        }
    }
    Ok(())
}

/// The meeting of the current round that a fact may settle.
const fn reported(fact: &Fact) -> Option<u16> {
    match fact {
        Fact::Recorded { meeting, .. }
        | Fact::TableRecorded { meeting, .. }
        | Fact::Claimed { meeting, .. }
        | Fact::Confirmed { meeting, .. }
        | Fact::Disputed { meeting, .. }
        | Fact::Ruled { meeting, .. } => Some(*meeting),
        _ => None,
    }
}

/// The indices of a meeting of the current round, if it has a result.
fn settled(state: &State, meeting: u16) -> Option<(usize, usize)> {
    let stage = state.stages.last()?;
    let (round, at) = stage.locate(meeting)?;
    let table = &stage.rounds[round].tables[at];
    matches!(table, Table::Settled(_)).then_some((round, at))
}
