//! Facts about results: claimed, confirmed, disputed, ruled and corrected.

use std::collections::BTreeSet;

use super::text;
use crate::bracket;
use crate::id::EntryId;
use crate::outcome::{Impossible, Outcome, TableResult};
use crate::pairing::{Pairing, table_knock_out};
use crate::preset::{DecidedBy, Format, KnockOut, StageRules, Venue};
use crate::refused::Refused;
use crate::state::{Claim, Stage, State, Table};

/// More points than a side ever scores in a game.
const MOST_A_GAME: u32 = 10_000;

impl State {
    pub(super) fn table(&self, meeting: u16) -> Result<(&Stage, &Table), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        let (round, at) = stage.locate(meeting).ok_or(Refused::NoMeeting(meeting))?;
        Ok((stage, &stage.rounds[round].tables[at]))
    }

    fn set_table(&mut self, meeting: u16, table: Table) {
        if let Some(stage) = self.running_mut()
            && let Some((round, at)) = stage.locate(meeting)
        {
            stage.rounds[round].tables[at] = table;
        }
    }

    pub(super) fn side(stage: &Stage, meeting: u16, entry: EntryId) -> Result<u8, Refused> {
        let found = stage.locate(meeting);
        let found = found.map(|(round, at)| &stage.rounds[round].pairing.meetings[at]);
        let side = found.and_then(|found| found.side_of(entry));
        side.map(|side| side as u8)
            .ok_or(Refused::NotThere { meeting, entry })
    }

    fn venue(stage: &Stage, meeting: u16) -> Venue {
        let found = stage.locate(meeting);
        found.map_or(Venue::default(), |(round, at)| {
            stage.rounds[round].venues[at]
        })
    }

    pub(super) fn moved(&mut self, meeting: u16, to: Venue) -> Result<(), Refused> {
        let (stage, table) = self.table(meeting)?;
        match table {
            Table::Open => {}
            Table::Settled(_) => return Err(Refused::Settled(meeting)),
            // A side has already reported a result from the old venue.
            Table::Claimed(_) | Table::Disputed(_) => return Err(Refused::HasResults),
        }
        if to == Venue::Online && self.preset.online.is_none() {
            return Err(Refused::NotOnline);
        }
        if stage.has_recorded(meeting) {
            return Err(Refused::HasResults);
        }
        if Self::venue(stage, meeting) == to {
            return Err(Refused::NoChange);
        }
        if let Some(stage) = self.running_mut()
            && let Some((round, at)) = stage.locate(meeting)
        {
            stage.rounds[round].venues[at] = to;
        }
        Ok(())
    }

    pub(super) fn recorded(
        &mut self,
        meeting: u16,
        at: &str,
        outcome: &Outcome,
    ) -> Result<(), Refused> {
        text(at)?;
        let (stage, table) = self.table(meeting)?;
        if matches!(table, Table::Settled(_)) {
            return Err(Refused::Settled(meeting));
        }
        if Self::venue(stage, meeting) != Venue::Online {
            return Err(Refused::NotOnline);
        }
        played(meeting, outcome)?;
        let mut rules = stage.rules_in(stage.rounds.len() as u16).into_owned();
        without_limit(&mut rules.meeting);
        check_last_by(stage, &rules, meeting, outcome)?;
        self.set_table(meeting, Table::Settled(outcome.clone()));
        Ok(())
    }

    /// Records one table of a meeting of teams. The last one settles the meeting.
    pub(super) fn table_recorded(
        &mut self,
        [meeting, number]: [u16; 2],
        at: &str,
        result: &TableResult,
    ) -> Result<(), Refused> {
        text(at)?;
        let (stage, table) = self.table(meeting)?;
        let (round, place) = stage.locate(meeting).ok_or(Refused::NoMeeting(meeting))?;
        let had = stage.rounds[round].recorded.get(&place);
        let is_known = had.is_some_and(|had| had.contains_key(&number));
        if matches!(table, Table::Settled(_)) || is_known {
            return Err(Refused::Settled(meeting));
        }
        if Self::venue(stage, meeting) != Venue::Online {
            return Err(Refused::NotOnline);
        }
        let sides = stage.rounds[round].pairing.meetings[place].sides.len() as u8;
        let mut rules = stage.rules.clone();
        for sitting in &mut rules.sittings {
            without_limit(&mut sitting.meeting);
        }
        let due = rules.all_tables().count();
        let sitting = usize::from(number).checked_sub(1);
        let sitting = sitting.and_then(|at| rules.all_tables().nth(at));
        let given = usize::from(number);
        let impossible = |why| Refused::Impossible { meeting, why };
        let sitting = sitting.ok_or(impossible(Impossible::Tables { given, due }))?;
        result.check(sitting, sides).map_err(impossible)?;
        let mut all = had.cloned().unwrap_or_default();
        all.insert(number, result.clone());
        let settled = if all.len() == due {
            let tables = all.values().cloned().collect();
            let outcome = Outcome::Sittings { tables };
            without_limit(&mut rules.meeting);
            check_last_by(stage, &rules, meeting, &outcome)?;
            Some(outcome)
        } else {
            None
        };
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        stage.rounds[round].recorded.insert(place, all);
        if let Some(outcome) = settled {
            self.set_table(meeting, Table::Settled(outcome));
        }
        Ok(())
    }

    pub(super) fn claimed(
        &mut self,
        meeting: u16,
        by: EntryId,
        outcome: &Outcome,
    ) -> Result<(), Refused> {
        let (stage, table) = self.table(meeting)?;
        let side = Self::side(stage, meeting, by)?;
        match table {
            Table::Open if Self::venue(stage, meeting) == Venue::Online => {
                return Err(Refused::AtTheTable(meeting));
            }
            Table::Open => {}
            Table::Claimed(claim) if claim.by.iter().eq([&side]) => {}
            Table::Settled(_) => return Err(Refused::Settled(meeting)),
            _ => return Err(Refused::OwnClaim(by)),
        }
        played(meeting, outcome)?;
        check_last(stage, meeting, outcome)?;
        let claim = Claim {
            by: BTreeSet::from([side]),
            outcome: outcome.clone(),
        };
        if *table == Table::Claimed(claim.clone()) {
            return Err(Refused::NoChange);
        }
        self.set_table(meeting, Table::Claimed(claim));
        Ok(())
    }

    pub(super) fn confirmed(&mut self, meeting: u16, by: EntryId) -> Result<(), Refused> {
        let (stage, table) = self.table(meeting)?;
        let side = Self::side(stage, meeting, by)?;
        let found = stage.locate(meeting);
        let sides = found.map_or(0, |(round, at)| {
            stage.rounds[round].pairing.meetings[at].sides.len()
        });
        let Table::Claimed(claim) = table else {
            return Err(match table {
                Table::Settled(_) => Refused::Settled(meeting),
                _ => Refused::NothingClaimed(meeting),
            });
        };
        let mut claim = claim.clone();
        if !claim.by.insert(side) {
            return Err(Refused::OwnClaim(by));
        }
        // More than half of the sides: both of two, two of three, three of four.
        let enough = 2 * claim.by.len() > sides;
        let table = match enough {
            true => Table::Settled(claim.outcome),
            false => Table::Claimed(claim),
        };
        self.set_table(meeting, table);
        Ok(())
    }

    pub(super) fn disputed(
        &mut self,
        meeting: u16,
        by: EntryId,
        outcome: &Outcome,
    ) -> Result<(), Refused> {
        let (stage, table) = self.table(meeting)?;
        let side = Self::side(stage, meeting, by)?;
        let mut claims = match table {
            Table::Claimed(claim) => vec![claim.clone()],
            Table::Disputed(claims) => claims.clone(),
            Table::Settled(_) => return Err(Refused::Settled(meeting)),
            Table::Open => return Err(Refused::NothingClaimed(meeting)),
        };
        if claims.iter().any(|claim| claim.by.contains(&side)) {
            return Err(Refused::OwnClaim(by));
        }
        played(meeting, outcome)?;
        check_last(stage, meeting, outcome)?;
        if claims.iter().any(|claim| claim.outcome == *outcome) {
            return Err(Refused::NoChange);
        }
        claims.push(Claim {
            by: BTreeSet::from([side]),
            outcome: outcome.clone(),
        });
        self.set_table(meeting, Table::Disputed(claims));
        Ok(())
    }

    pub(super) fn ruled(
        &mut self,
        meeting: u16,
        outcome: &Outcome,
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        let (stage, table) = self.table(meeting)?;
        if matches!(table, Table::Settled(_)) {
            return Err(Refused::Settled(meeting));
        }
        check_last(stage, meeting, outcome)?;
        self.set_table(meeting, Table::Settled(outcome.clone()));
        Ok(())
    }

    pub(super) fn corrected(
        &mut self,
        [number, round, meeting]: [u16; 3],
        outcome: &Outcome,
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        let index = usize::from(number).checked_sub(1).ok_or(Refused::NoStage)?;
        let stage = self.stages.get(index).ok_or(Refused::NoStage)?;
        let at = usize::from(round)
            .checked_sub(1)
            .ok_or(Refused::NoRound(round))?;
        let found = stage.rounds.get(at).ok_or(Refused::NoRound(round))?;
        let table = usize::from(meeting)
            .checked_sub(1)
            .ok_or(Refused::NoMeeting(meeting))?;
        let was = match found.tables.get(table).ok_or(Refused::NoMeeting(meeting))? {
            Table::Settled(was) => was,
            _ => return Err(Refused::Unsettled(meeting)),
        };
        if was == outcome {
            return Err(Refused::NoChange);
        }
        check(
            stage,
            &stage.rules_in(round),
            &found.pairing,
            [meeting, meeting],
            outcome,
        )?;
        let followed = stage.rounds.len() > at + 1 || self.stages.len() > index + 1;
        let on = |outcome| going_on(stage, &found.pairing, table, outcome);
        if stage.method.is_knock_out() && followed && on(was) != on(outcome) {
            return Err(Refused::NextFollows(meeting));
        }
        self.stages[index].rounds[at].tables[table] = Table::Settled(outcome.clone());
        Ok(())
    }
}

/// Removes the limit for slips of the pen: a server's table makes none.
fn without_limit(format: &mut Format) {
    format.most_points = match format.decided_by {
        DecidedBy::Games => Some(MOST_A_GAME),
        DecidedBy::Points => None,
    };
}

/// Sides may report only played results; the director's desk decides the others, and adjusts boards.
fn played(meeting: u16, outcome: &Outcome) -> Result<(), Refused> {
    match outcome {
        Outcome::Boards { adjusted, .. } if !adjusted.is_empty() => Err(Refused::ForDesk(meeting)),
        Outcome::Played { .. } | Outcome::Sittings { .. } | Outcome::Boards { .. } => Ok(()),
        Outcome::Forfeit { .. } | Outcome::Void => Err(Refused::ForDesk(meeting)),
    }
}

/// The indices of the sides that advance from a meeting of a knock-out.
fn going_on(
    stage: &Stage,
    pairing: &Pairing,
    table: usize,
    outcome: &Outcome,
) -> Option<BTreeSet<usize>> {
    let sides = pairing.meetings[table].sides.len();
    match stage.method.traits().knock_out? {
        KnockOut::Tables { .. } => table_knock_out::going_on(stage, pairing, sides, outcome),
        KnockOut::Bracket { .. } | KnockOut::Double { .. } => {
            bracket::winning_side(outcome, stage).map(|side| BTreeSet::from([side]))
        }
    }
}

fn check_last(stage: &Stage, meeting: u16, outcome: &Outcome) -> Result<(), Refused> {
    let rules = stage.rules_in(stage.rounds.len() as u16);
    check_last_by(stage, &rules, meeting, outcome)
}

/// Checks an outcome by these rules.
fn check_last_by(
    stage: &Stage,
    rules: &StageRules,
    meeting: u16,
    outcome: &Outcome,
) -> Result<(), Refused> {
    let (round, at) = stage.locate(meeting).ok_or(Refused::NoMeeting(meeting))?;
    check(
        stage,
        rules,
        &stage.rounds[round].pairing,
        [at as u16 + 1, meeting],
        outcome,
    )
}

/// Checks an outcome. The first number is the meeting's number in its round, the second is for errors.
fn check(
    stage: &Stage,
    rules: &StageRules,
    pairing: &Pairing,
    [at, meeting]: [u16; 2],
    outcome: &Outcome,
) -> Result<(), Refused> {
    let impossible = |why| Refused::Impossible { meeting, why };
    let table = usize::from(at) - 1;
    let sides = pairing.meetings[table].sides.len() as u8;
    if stage.method.is_knock_out() && *outcome == Outcome::Void {
        return Err(impossible(Impossible::Draw));
    }
    outcome.check(rules, sides).map_err(impossible)?;
    match stage.method.traits().knock_out {
        Some(KnockOut::Tables { .. }) if going_on(stage, pairing, table, outcome).is_none() => {
            Err(impossible(Impossible::GoingOn))
        }
        Some(KnockOut::Tables { .. } | KnockOut::Bracket { .. } | KnockOut::Double { .. })
        | None => Ok(()),
    }
}
