//! Statistics of a stage.

use core::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::card::Card;
use super::results::{ResultKind, ResultLine};
use super::totals::Ending;
use crate::id::EntryId;
use crate::outcome::{SideScore, deciding};
use crate::standings::{Row, RowKind};
use crate::state::Stage;

/// Numbers of a stage. Scores and records come from played meetings only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Statistics {
    /// The number of entries.
    pub entries: u32,
    /// Its published rounds.
    pub rounds: u32,
    /// Meetings with a result by play.
    pub played: u32,
    /// Meetings that one or more sides did not come to, including those without any side.
    pub forfeits: u32,
    /// Meetings that count for nobody.
    pub void: u32,
    /// Meetings without a visible result.
    pub open: u32,
    /// Byes, also on request.
    pub byes: u32,
    /// Played meetings with a shared first place.
    pub draws: u32,
    /// Played meetings that each side won, by its seat: the first number is that of the first side.
    pub won_by_seat: Vec<u32>,
    /// Played meetings in which only the winner scored.
    pub loves: u32,
    /// The scores on the sheets of played meetings: one for each side.
    pub scores: u32,
    /// The sum of their points.
    pub points: i64,
    /// The most points of a side.
    pub highest: Option<ScoreRecord>,
    /// The largest margin between the first and the second side.
    pub widest: Option<ScoreRecord>,
    /// The smallest such margin, without draws.
    pub closest: Option<ScoreRecord>,
    /// The most meetings won in a row by an entry, and the entries that did. Rounds without play do not end it.
    pub longest_run: u32,
    /// The entries with that run, by number; empty without a win.
    pub runners: Vec<EntryId>,
}

/// A record, and the first meeting that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScoreRecord {
    /// The points; a margin is in games if games decide.
    pub value: i64,
    /// The round, from 1.
    pub round: u16,
    /// The number of the meeting, as in [`Stage::meeting_number`].
    pub meeting: u16,
    /// The side with this value.
    pub entries: Vec<EntryId>,
}

/// The statistics of a stage, from the [results](super::results()) of all stages and its own [cards](super::cards).
pub fn statistics(
    stage: &Stage,
    results: &[ResultLine],
    cards: &BTreeMap<EntryId, Card>,
) -> Statistics {
    let mut all = Statistics {
        entries: stage.order.len() as u32,
        rounds: stage.rounds.len() as u32,
        won_by_seat: vec![0; usize::from(stage.rules.meeting.sides)],
        ..Statistics::default()
    };
    for line in results.iter().filter(|line| line.stage == stage.number) {
        all.add(stage, line);
    }
    for (id, card) in cards {
        let is_played = |row: &Row| row.kind == RowKind::Played;
        let played = card.rounds.iter();
        let played = played.filter(|round| round.row().is_some_and(is_played));
        let (mut run, mut longest) = (0, 0);
        for round in played {
            let won = round.ending == Some(Ending::Won);
            run = if won { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        if longest > all.longest_run {
            all.longest_run = longest;
            all.runners.clear();
        }
        if longest > 0 && longest == all.longest_run {
            all.runners.push(*id);
        }
    }
    all
}

impl Statistics {
    fn add(&mut self, stage: &Stage, line: &ResultLine) {
        match line.kind {
            ResultKind::Played => self.add_played(stage, line),
            ResultKind::Forfeit | ResultKind::DoubleForfeit => self.forfeits += 1,
            ResultKind::Void => self.void += 1,
            ResultKind::Open => self.open += 1,
            ResultKind::Bye | ResultKind::RequestedBye => self.byes += 1,
        }
    }

    fn add_played(&mut self, stage: &Stage, line: &ResultLine) {
        self.played += 1;
        let scores: Option<Vec<SideScore>> = line.sides.iter().map(|side| side.score).collect();
        let Some(scores) = scores else {
            return;
        };
        let record = |side: usize, value: i64| ScoreRecord {
            value,
            round: line.round,
            meeting: line.meeting.unwrap_or_default(),
            entries: line.sides[side].entries.clone(),
        };
        self.scores += scores.len() as u32;
        for (side, score) in scores.iter().enumerate() {
            let points = i64::from(score.points);
            self.points += points;
            if points > 0 && self.highest.as_ref().is_none_or(|most| points > most.value) {
                self.highest = Some(record(side, points));
            }
        }
        let winner = line
            .sides
            .iter()
            .position(|side| side.place == Some((1, 1)));
        let Some(winner) = winner else {
            self.draws += 1;
            return;
        };
        if let Some(won) = self.won_by_seat.get_mut(winner) {
            *won += 1;
        }
        // The comparison with other tables decides, not the score at the table.
        if stage.rules.duplicate.is_some() {
            return;
        }
        let format = &stage.rules.meeting;
        let scores = scores.iter().map(|score| deciding(score, format));
        let mut ranked: Vec<i64> = scores.map(i64::from).collect();
        ranked.sort_by_key(|value| Reverse(*value));
        if ranked[1..].iter().all(|value| *value == 0) {
            self.loves += 1;
        }
        let margin = ranked[0] - ranked[1];
        if self.widest.as_ref().is_none_or(|most| margin > most.value) {
            self.widest = Some(record(winner, margin));
        }
        if self
            .closest
            .as_ref()
            .is_none_or(|least| margin < least.value)
        {
            self.closest = Some(record(winner, margin));
        }
    }
}
