//! The results of each entry, round by round.

use core::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use super::boards;
use crate::id::EntryId;
use crate::meeting::{ByeKind, Meeting};
use crate::outcome::{Outcome, SideScore, counted, deciding, places};
use crate::preset::{Award, CloseLoss, Withdrawal};
use crate::state::{Presence, Stage, State};

/// Points of the standings per point: twelfths let two, three or four sides share them evenly.
pub const UNIT: i64 = 12;

/// The results of an entry in a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// Its rounds in order, without void and unsettled ones.
    pub rows: Vec<Row>,
    /// Penalties on its points, in twelfths.
    pub penalty: i64,
    /// Penalties on its points of games.
    pub score_penalty: i64,
    /// The settled and void rounds so far, including absences.
    pub rounds_done: u16,
}

impl Sheet {
    /// The length of the current winning streak, forfeits included.
    pub fn streak(&self) -> usize {
        let rows = self.rows.iter().rev();
        rows.take_while(|row| row.is_won()).count()
    }

    /// The length of the longest winning streak, forfeits included.
    pub fn best_streak(&self) -> usize {
        let runs = self.rows.split(|row| !row.is_won());
        runs.map(<[Row]>::len).max().unwrap_or(0)
    }
}

/// One round of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The round, from 1.
    pub round: u16,
    /// Played, or the reason why not.
    pub kind: RowKind,
    /// The entries of the other sides; empty without a meeting.
    pub opponents: Vec<EntryId>,
    /// Points of the standings, in twelfths.
    pub points: i64,
    /// Its place in a played meeting, from 1, and the number of sides that share it.
    pub place: Option<(usize, usize)>,
    /// The score recorded for it.
    pub own: SideScore,
    /// The score recorded against it, summed over all other sides.
    pub against: SideScore,
}

impl Row {
    /// Whether it is a meeting that the entry won, played or by forfeit.
    fn is_won(&self) -> bool {
        match self.kind {
            RowKind::Played => self.place == Some((1, 1)),
            RowKind::ForfeitWin => true,
            RowKind::Bye
            | RowKind::RequestedBye
            | RowKind::ForfeitLoss
            | RowKind::DoubleForfeit
            | RowKind::Missed
            | RowKind::Absent => false,
        }
    }

    /// Replaces points and place by the comparison of boards with other tables.
    fn compared(&mut self, points: [i64; 2], side: usize) {
        let (own, other) = (points[side], points[1 - side]);
        self.points = own;
        self.place = Some(match own.cmp(&other) {
            Ordering::Greater => (1, 1),
            Ordering::Equal => (1, 2),
            Ordering::Less => (2, 1),
        });
    }
}

/// The kind of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RowKind {
    /// A meeting that was played.
    Played,
    /// A bye for lack of an opponent.
    Bye,
    /// A bye on request.
    RequestedBye,
    /// A win because the others were absent.
    ForfeitWin,
    /// A loss because of absence.
    ForfeitLoss,
    /// All sides were absent.
    DoubleForfeit,
    /// A round before it entered.
    Missed,
    /// A round after it left, or without checking in.
    Absent,
}

impl RowKind {
    /// Whether the entry was absent by choice: FIDE's voluntarily unplayed round.
    pub const fn is_voluntary(self) -> bool {
        match self {
            Self::Played | Self::Bye | Self::ForfeitWin => false,
            Self::RequestedBye
            | Self::ForfeitLoss
            | Self::DoubleForfeit
            | Self::Missed
            | Self::Absent => true,
        }
    }
}

pub(super) fn sheets(state: &State, stage: &Stage) -> BTreeMap<EntryId, Sheet> {
    let mut sheets: BTreeMap<EntryId, Sheet> = stage
        .order
        .iter()
        .map(|id| (*id, Sheet::default()))
        .collect();
    let boards = boards::points(state, stage);
    for index in 0..stage.rounds.len() {
        add_round(state, stage, index, &boards, &mut sheets);
    }
    for penalty in &stage.penalties {
        if let Some(sheet) = sheets.get_mut(&penalty.entry) {
            sheet.penalty += i64::from(penalty.points) * UNIT;
            sheet.score_penalty += i64::from(penalty.score);
        }
    }
    sheets
}

fn add_round(
    state: &State,
    stage: &Stage,
    index: usize,
    boards: &BTreeMap<(usize, usize), [i64; 2]>,
    sheets: &mut BTreeMap<EntryId, Sheet>,
) {
    let round = index as u16 + 1;
    let policy = &stage.rules.forfeits;
    let pairing = &stage.rounds[index].pairing;
    let mut seen: Vec<EntryId> = Vec::new();
    for (at, meeting) in pairing.meetings.iter().enumerate() {
        seen.extend(meeting.entries());
        let Some(outcome) = stage.outcome(index, at) else {
            continue;
        };
        let void = meeting.entries().any(|id| is_wiped(state, stage, id));
        for (side, entries) in meeting.sides.iter().enumerate() {
            for id in entries {
                let Some(sheet) = sheets.get_mut(id) else {
                    continue;
                };
                sheet.rounds_done += 1;
                if void {
                    continue;
                }
                let mut own = row(stage, round, meeting, side, outcome);
                if let (Some(row), Some(points)) = (&mut own, boards.get(&(index, at))) {
                    row.compared(*points, side);
                }
                sheet.rows.extend(own);
            }
        }
    }
    if stage.method.is_continuous() {
        // In an arena, waiting is not a bye.
        return;
    }
    for bye in &pairing.byes {
        seen.push(bye.entry);
        let (kind, award) = match bye.kind {
            ByeKind::Pairing => (RowKind::Bye, &policy.bye),
            ByeKind::Requested => (RowKind::RequestedBye, &policy.requested_bye),
        };
        add(sheets, bye.entry, awarded(round, kind, award, Vec::new()));
    }
    for id in stage.order.iter().filter(|id| !seen.contains(id)) {
        let late = stage.joined.get(id).is_some_and(|first| round < *first);
        let missed = stage.missed.get(id);
        let row = match late || missed.is_some_and(|missed| missed.contains(&round)) {
            true => awarded(round, RowKind::Missed, &policy.missed, Vec::new()),
            false => awarded(round, RowKind::Absent, &NOTHING, Vec::new()),
        };
        add(sheets, *id, row);
    }
}

const NOTHING: Award = Award {
    points: 0,
    games: [0; 2],
    score: [0; 2],
};

fn add(sheets: &mut BTreeMap<EntryId, Sheet>, id: EntryId, row: Row) {
    if let Some(sheet) = sheets.get_mut(&id) {
        sheet.rounds_done += 1;
        sheet.rows.push(row);
    }
}

/// Whether an entry left so early that its results are void.
pub(super) fn is_wiped(state: &State, stage: &Stage, id: EntryId) -> bool {
    let Presence::Withdrawn {
        stage: left,
        rounds,
    } = state.entries[&id].presence
    else {
        return false;
    };
    stage.rules.forfeits.withdrawal == Withdrawal::VoidInFirstHalf
        && left == stage.number
        && 2 * rounds < stage.n_rounds
}

fn awarded(round: u16, kind: RowKind, award: &Award, opponents: Vec<EntryId>) -> Row {
    let score = |index: usize| SideScore {
        games: award.games[index],
        points: award.score[index],
    };
    let points = i64::from(award.points) * UNIT;
    let (own, against) = (score(0), score(1));
    Row {
        round,
        kind,
        opponents,
        points,
        place: None,
        own,
        against,
    }
}

fn row(
    stage: &Stage,
    round: u16,
    meeting: &Meeting,
    side: usize,
    outcome: &Outcome,
) -> Option<Row> {
    let policy = &stage.rules.forfeits;
    let sides = meeting.sides.iter().enumerate();
    let others = sides.filter(|(other, _)| *other != side);
    let opponents: Vec<EntryId> = others.flat_map(|(_, side)| side).copied().collect();
    let row = match outcome {
        Outcome::Played { .. } | Outcome::Sittings { .. } | Outcome::Boards { .. } => played(
            stage,
            round,
            opponents,
            &outcome.scores(&stage.rules)?,
            side,
        ),
        Outcome::Forfeit { absent } => {
            let there = !absent.contains(&(side as u8));
            let (kind, award) = match there {
                true => (RowKind::ForfeitWin, &policy.win),
                false if absent.len() == meeting.sides.len() => {
                    (RowKind::DoubleForfeit, &policy.double)
                }
                false => (RowKind::ForfeitLoss, &policy.loss),
            };
            awarded(round, kind, award, opponents)
        }
        Outcome::Void => return None,
    };
    Some(row)
}

/// The points of a side for a close loss.
fn close_loss(stage: &Stage, scores: &[SideScore], side: usize) -> u16 {
    let all = scores
        .iter()
        .map(|score| deciding(score, &stage.rules.meeting));
    let all: Vec<i32> = all.collect();
    let behind = all.iter().max().map_or(0, |most| most - all[side]);
    let close = |rule: &&CloseLoss| behind > 0 && behind <= i32::from(rule.by);
    stage
        .rules
        .close_loss
        .as_ref()
        .filter(close)
        .map_or(0, |rule| rule.points)
}

fn played(
    stage: &Stage,
    round: u16,
    opponents: Vec<EntryId>,
    scores: &[SideScore],
    side: usize,
) -> Row {
    let format = stage.format_in(round);
    let places = places(scores, format);
    let place = places[side];
    let sharing = places.iter().filter(|other| **other == place).count();
    let shared = stage.rules.points.iter().skip(place - 1).take(sharing);
    let points = shared.map(|points| i64::from(*points) * UNIT).sum::<i64>() / sharing as i64;
    let points = points + i64::from(close_loss(stage, scores, side)) * UNIT;
    let others = scores
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != side);
    let mut against = SideScore::default();
    for (_, score) in others {
        against.games += score.games;
        against.points += counted(score, format);
    }
    let own = SideScore {
        games: scores[side].games,
        points: counted(&scores[side], format),
    };
    let place = Some((place, sharing));
    Row {
        round,
        kind: RowKind::Played,
        opponents,
        points,
        place,
        own,
        against,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_ends_at_the_last_meeting_not_won() {
        let row = |kind, place| Row {
            round: 1,
            kind,
            opponents: Vec::new(),
            points: 0,
            place,
            own: SideScore::default(),
            against: SideScore::default(),
        };
        let (won, lost) = (
            row(RowKind::Played, Some((1, 1))),
            row(RowKind::Played, Some((2, 1))),
        );
        let drawn = row(RowKind::Played, Some((1, 2)));
        let given = row(RowKind::ForfeitWin, None);
        for (rows, run, best) in [
            (vec![], 0, 0),
            (vec![&won, &lost], 0, 1),
            (vec![&lost, &won, &given, &won], 3, 3),
            (vec![&won, &won, &drawn, &won], 1, 2),
        ] {
            let sheet = Sheet {
                rows: rows.into_iter().cloned().collect(),
                ..Sheet::default()
            };
            assert_eq!((sheet.streak(), sheet.best_streak()), (run, best));
        }
    }
}
