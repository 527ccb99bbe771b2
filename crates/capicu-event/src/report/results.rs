//! The results of all meetings and byes, one line each.

use serde::Serialize;

use super::card::is_visible;
use crate::id::EntryId;
use crate::meeting::{ByeKind, Meeting};
use crate::outcome::{Outcome, SideScore};
use crate::standings::{Row, sheets};
use crate::state::{Stage, State};
use crate::view::Viewer;

/// A meeting or bye.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResultLine {
    /// The stage, from 1.
    pub stage: u16,
    /// The round, from 1.
    pub round: u16,
    /// The number of the meeting, as in [`Stage::meeting_number`]; `None` for a bye.
    pub meeting: Option<u16>,
    /// The kind of the result.
    pub kind: ResultKind,
    /// The sides in the order of seating; one for a bye.
    pub sides: Vec<ResultSide>,
}

/// The kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultKind {
    /// There is no result yet, or the viewer may not see it.
    Open,
    /// The meeting was played.
    Played,
    /// Some sides were absent.
    Forfeit,
    /// All sides were absent.
    DoubleForfeit,
    /// It counts for nobody.
    Void,
    /// A bye for lack of an opponent.
    Bye,
    /// A bye on request.
    RequestedBye,
}

/// A side of a meeting, or an entry with a bye.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResultSide {
    /// Its entries, in the order of seating.
    pub entries: Vec<EntryId>,
    /// The score on the sheet, or the one recorded without play; `None` if nothing counts.
    pub score: Option<SideScore>,
    /// The points of each of its entries, in twelfths. `None` if nothing counts, and in a knock-out.
    pub points: Option<i64>,
    /// Its place in a played meeting, from 1, and the number of sides that share it: in duplicate, by the comparison with
    /// other tables.
    pub place: Option<(usize, usize)>,
}

/// The results of all stages, round by round, as a viewer may see them.
pub fn results(state: &State, viewer: Viewer) -> Vec<ResultLine> {
    let of_stage = |stage: &Stage| {
        let sheets = sheets(state, stage);
        let row = |id: EntryId, round: u16| {
            let rows = &sheets.get(&id)?.rows;
            rows.iter().find(|row| row.round == round)
        };
        let mut lines = Vec::new();
        for (index, found) in stage.rounds.iter().enumerate() {
            let round = index as u16 + 1;
            for (at, meeting) in found.pairing.meetings.iter().enumerate() {
                let seen = stage.outcome(index, at);
                let seen = seen.filter(|_| is_visible(stage, index, at, viewer));
                let rows = meeting.sides.iter();
                let rows: Vec<Option<&Row>> = rows.map(|side| row(*side.first()?, round)).collect();
                let (kind, sides) = of_meeting(stage, meeting, seen, &rows);
                lines.push(ResultLine {
                    stage: stage.number,
                    round,
                    meeting: Some(stage.meeting_number(index, at)),
                    kind,
                    sides,
                });
            }
            // In an arena, waiting is not a bye.
            let byes = found.pairing.byes.iter();
            for bye in byes.filter(|_| !stage.method.is_continuous()) {
                let kind = match bye.kind {
                    ByeKind::Pairing => ResultKind::Bye,
                    ByeKind::Requested => ResultKind::RequestedBye,
                };
                let row = row(bye.entry, round);
                lines.push(ResultLine {
                    stage: stage.number,
                    round,
                    meeting: None,
                    kind,
                    sides: vec![side(stage, &[bye.entry], row.map(|row| row.own), row)],
                });
            }
        }
        lines
    };
    state.stages.iter().flat_map(of_stage).collect()
}

fn of_meeting(
    stage: &Stage,
    meeting: &Meeting,
    seen: Option<&Outcome>,
    rows: &[Option<&Row>],
) -> (ResultKind, Vec<ResultSide>) {
    let counts = rows.iter().any(Option::is_some);
    let kind = match seen {
        None => ResultKind::Open,
        Some(_) if !counts => ResultKind::Void,
        Some(Outcome::Void) => ResultKind::Void,
        Some(Outcome::Forfeit { absent }) if absent.len() == meeting.sides.len() => {
            ResultKind::DoubleForfeit
        }
        Some(Outcome::Forfeit { .. }) => ResultKind::Forfeit,
        Some(Outcome::Played { .. } | Outcome::Sittings { .. } | Outcome::Boards { .. }) => {
            ResultKind::Played
        }
    };
    let scores = seen.and_then(|outcome| outcome.scores(&stage.rules));
    let sides = meeting.sides.iter().zip(rows).enumerate();
    let sides = sides.map(|(at, (entries, row))| {
        let row = row.filter(|_| seen.is_some());
        let on_sheet = scores.as_ref().and_then(|scores| scores.get(at)).copied();
        let score = row.map(|row| on_sheet.unwrap_or(row.own));
        side(stage, entries, score, row)
    });
    (kind, sides.collect())
}

fn side(
    stage: &Stage,
    entries: &[EntryId],
    score: Option<SideScore>,
    row: Option<&Row>,
) -> ResultSide {
    let has_points = !stage.method.is_knock_out();
    ResultSide {
        entries: entries.to_vec(),
        score,
        points: row.map(|row| row.points).filter(|_| has_points),
        place: row.and_then(|row| row.place),
    }
}
