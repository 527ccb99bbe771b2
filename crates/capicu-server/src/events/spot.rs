//! Which tables of the server are to bring a result, as the log has it.

use std::collections::BTreeMap;

use capicu_event::{Sitting, Stage, StageRules, Status, Table, Venue};

use super::{Hall, Slip};

/// A table of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The meeting; its first side.
    pub slip: Slip,
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

    /// The tables of a meeting of the last round that are to bring a result.
    pub fn due_of(&self, meeting: u16) -> Vec<Spot> {
        let mut due = self.spots_due();
        due.retain(|spot| spot.slip.meeting == meeting);
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
        let Some(round) = stage.rounds.last() else {
            return Vec::new();
        };
        let number = stage.rounds.len() as u16;
        let all = (1..).zip(round.tables.iter().zip(&round.venues));
        let due = all.filter(|(_, (table, venue))| {
            **venue == Venue::Online && !matches!(table, Table::Settled(_))
        });
        let slips = due.map(|(meeting, _)| Slip {
            stage: stage.number,
            round: number,
            meeting,
            side: 0,
        });
        let only = |slip| vec![(Spot { slip, table: 0 }, Vec::new())];
        slips
            .flat_map(|slip| match stage.rules.sittings.is_empty() {
                true => only(slip),
                false => sitting_open(stage, slip),
            })
            .collect()
    }
}

fn sitting_open(stage: &Stage, slip: Slip) -> Vec<(Spot, Vec<u8>)> {
    let Some((round, at)) = stage.locate(slip.meeting) else {
        return Vec::new();
    };
    if !stage.has_tables(slip.meeting) {
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
            .map(|table| (Spot { slip, table }, nobody(table)))
            .collect();
    }
    Vec::new()
}
