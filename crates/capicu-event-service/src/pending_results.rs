//! The tables of the server with a result due, according to the log.

use std::collections::BTreeMap;

use capicu_event::{Sitting, Stage, StageRules, Status, Table, Venue};
use capicu_protocol::TableId;

use super::{Hall, Slip};

/// A table of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The slip of the meeting's first side.
    pub slip: Slip,
    /// The number of the meeting in the log: that of the slip, but in an arena it counts through the stage.
    pub meeting: u16,
    /// The table in a meeting of teams, from 1, sitting by sitting; 0 for the only one.
    pub table: u16,
}

impl Spot {
    /// The sitting of the table, if teams meet.
    pub fn sitting(self, stage: &StageRules) -> Option<&Sitting> {
        let at = usize::from(self.table).checked_sub(1)?;
        stage.all_tables().nth(at)
    }
}

impl Hall {
    /// The tables of this server with a result due, by their ids.
    pub fn due_online(&self) -> BTreeMap<TableId, Spot> {
        let made = self.rounds_made();
        let due = self.spots_due().into_iter();
        due.map(|spot| (self.table_id(spot, &made), spot)).collect()
    }

    /// The tables of a meeting with a result due.
    pub fn due_of(&self, meeting: u16) -> Vec<Spot> {
        let mut due = self.spots_due();
        due.retain(|spot| spot.meeting == meeting);
        due
    }

    fn spots_due(&self) -> Vec<Spot> {
        let mut all = self.spots_open();
        all.retain(|(_, absent)| absent.is_empty());
        all.into_iter().map(|(spot, _)| spot).collect()
    }

    /// The tables of teams where some sides have no players, with those sides, from 0.
    pub fn left_out(&self) -> Vec<(Spot, Vec<u8>)> {
        let mut all = self.spots_open();
        all.retain(|(_, absent)| !absent.is_empty());
        all
    }

    /// The tables of meetings without a result, with the sides that have no players. For teams these are the tables of
    /// the first unfinished sitting, once all line-ups are complete.
    fn spots_open(&self) -> Vec<(Spot, Vec<u8>)> {
        let state = self.event.state();
        if !self.is_written() {
            return Vec::new();
        }
        let (Status::Open, Some(stage)) = (state.status, state.running()) else {
            return Vec::new();
        };
        let meetings = meetings_open(stage);
        let all = meetings.into_iter();
        all.flat_map(|spot| match stage.rules.sittings.is_empty() {
            true => vec![(spot, Vec::new())],
            false => sitting_open(stage, spot),
        })
        .collect()
    }
}

/// The meetings at tables of the server without a result. In an arena they may belong to any round, otherwise to the
/// last one.
fn meetings_open(stage: &Stage) -> Vec<Spot> {
    let Some(last) = stage.rounds.len().checked_sub(1) else {
        return Vec::new();
    };
    let first = if stage.method.is_continuous() {
        0
    } else {
        last
    };
    let mut open = Vec::new();
    for (number, round) in stage.rounds.iter().enumerate().skip(first) {
        let all = round.tables.iter().zip(&round.venues).enumerate();
        let due = all.filter(|(_, (table, venue))| {
            **venue == Venue::Online && !matches!(table, Table::Settled(_))
        });
        open.extend(due.map(|(at, _)| Spot {
            slip: Slip {
                stage: stage.number,
                round: number as u16 + 1,
                meeting: at as u16 + 1,
                side: 0,
            },
            meeting: stage.meeting_number(number, at),
            table: 0,
        }));
    }
    open
}

fn sitting_open(stage: &Stage, only: Spot) -> Vec<(Spot, Vec<u8>)> {
    let Some((round, at)) = stage.locate(only.meeting) else {
        return Vec::new();
    };
    if !stage.has_tables(only.meeting) {
        return Vec::new();
    }
    let round = &stage.rounds[round];
    let recorded = round.recorded.get(&at);
    let is_over = |table: &u16| recorded.is_some_and(|of| of.contains_key(table));
    let mut first = 1;
    for sitting in stage.rules.all_sittings() {
        let tables = first..first + u16::from(sitting.tables);
        first = tables.end;
        let left: Vec<u16> = tables.filter(|table| !is_over(table)).collect();
        if left.is_empty() {
            continue;
        }
        let nobody = |table: u16| {
            let is_empty = |side: &u8| {
                let names = round.line_ups[at].get(side);
                let names = names.and_then(|of| of.get(usize::from(table) - 1));
                names.is_none_or(Vec::is_empty)
            };
            let sides = 0..round.pairing.meetings[at].sides.len() as u8;
            sides.filter(is_empty).collect()
        };
        let spots = left.into_iter();
        return spots
            .map(|table| (Spot { table, ..only }, nobody(table)))
            .collect();
    }
    Vec::new()
}
