//! Which tables of the server are to bring a result, as the log has it.

use std::collections::BTreeMap;

use capicu_event::{Sitting, Stage, StageRules, Status, Table, Venue};

use super::{Hall, Slip};

/// A table of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The meeting; its first side.
    pub slip: Slip,
    /// The number by which the log knows it: that of the slip, but in an arena it goes on through the stage.
    pub meeting: u16,
    /// Which table of a meeting of teams, from 1, sitting by sitting; 0 where it is the only one.
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
    /// The tables of this server that are to bring a result, by their ids.
    pub fn due_online(&self) -> BTreeMap<String, Spot> {
        let made = self.rounds_made();
        let due = self.spots_due().into_iter();
        due.map(|spot| (self.table_id(spot, &made), spot)).collect()
    }

    /// The tables of a meeting that are to bring a result.
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

    /// The tables of teams that are to be played at which sides have nobody, with those sides, from 0.
    pub fn left_out(&self) -> Vec<(Spot, Vec<u8>)> {
        let mut all = self.spots_open();
        all.retain(|(_, absent)| !absent.is_empty());
        all
    }

    /// The tables at which meetings are to be played that have no result, and who has nobody there. Of the sittings of
    /// teams that is the first that is not over, once all have said who sits where.
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

/// The meetings that are played at tables of the server and have no result: of the last round, and in an arena of any.
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
