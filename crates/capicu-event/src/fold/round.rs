//! Facts about the rounds of a stage: drafted, edited, published.

use std::collections::{BTreeMap, BTreeSet};

use super::{ready_to_pair, text};
use crate::bracket;
use crate::fact::Breach;
use crate::id::EntryId;
use crate::pairing::{self, ByeKind, Pairing, double_knock_out, table_knock_out};
use crate::preset::Method;
use crate::refused::Refused;
use crate::state::{Draft, Round, Stage, State, Table};

impl State {
    pub(super) fn drafted(&mut self, at: u64, round: u16, draft: Draft) -> Result<(), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        if stage.draft.is_some() {
            return Err(Refused::DraftWaiting);
        }
        ready_to_pair(stage)?;
        if round != stage.next_round() {
            return Err(Refused::NoRound(round));
        }
        if stage.ends_at().is_some_and(|end| at > end) {
            return Err(Refused::TimeIsOver);
        }
        if stage.method.is_continuous() && draft.pairing.meetings.is_empty() {
            return Err(Refused::NobodyFree);
        }
        self.check_seats(stage, &draft.pairing)?;
        if let Some(stage) = self.running_mut() {
            stage.draft = Some(draft);
        }
        Ok(())
    }

    /// Everybody who is there has one place; nobody else has any.
    fn check_seats(&self, stage: &Stage, pairing: &Pairing) -> Result<(), Refused> {
        let mut seated = BTreeSet::new();
        for entry in pairing.entries() {
            if !seated.insert(entry) {
                return Err(Refused::SeatedTwice(entry));
            }
            if !stage.order.contains(&entry) || !self.is_present(entry) {
                return Err(Refused::Seating(entry));
            }
        }
        let plays = self.plays(stage);
        // The last table of a knock-out may have fewer sides.
        let most = usize::from(stage.rules.meeting.sides);
        let sides = match stage.method {
            Method::TableKnockOut { .. } => plays.len().clamp(2, most),
            _ => most,
        };
        let next = stage.next_round();
        for bye in &pairing.byes {
            let asked = self.entries[&bye.entry].byes.contains(&next);
            if asked != (bye.kind == ByeKind::Requested) {
                return Err(Refused::ByeKind(bye.entry));
            }
        }
        for (at, meeting) in pairing.meetings.iter().enumerate() {
            let a_side = stage.method.entries_a_side();
            let due = meeting.sides.iter().all(|side| side.len() == a_side);
            if meeting.sides.len() != sides || !due {
                return Err(Refused::Sides(at as u16 + 1));
            }
        }
        check_boards(stage, pairing)?;
        // Who has come free since an arena was paired waits for the next time.
        let left_out = match stage.method.is_continuous() {
            true => seated.difference(&plays).next(),
            false => plays.symmetric_difference(&seated).next(),
        };
        match left_out {
            Some(entry) => Err(Refused::Seating(*entry)),
            None => Ok(()),
        }
    }

    /// Who has to have a seat or a bye in the next round.
    fn plays(&self, stage: &Stage) -> BTreeSet<EntryId> {
        match stage.method {
            Method::KnockOut { .. } => bracket::slots(self, stage).into_iter().flatten().collect(),
            Method::Arena { .. } => {
                let seated = stage.seated();
                let free = |id: &EntryId| self.is_present(*id) && !seated.contains(id);
                stage.order.iter().copied().filter(free).collect()
            }
            Method::DoubleKnockOut { .. } => double_knock_out::players(self, stage).all(),
            Method::TableKnockOut { .. } => {
                table_knock_out::players(self, stage).into_iter().collect()
            }
            _ => stage
                .order
                .iter()
                .copied()
                .filter(|id| self.is_present(*id))
                .collect(),
        }
    }

    pub(super) fn edited(
        &mut self,
        pairing: &Pairing,
        reason: &str,
        breaches: &[Breach],
    ) -> Result<(), Refused> {
        text(reason)?;
        let stage = self.running().ok_or(Refused::NoStage)?;
        let draft = stage.draft.as_ref().ok_or(Refused::NoDraft)?;
        if !stage.method.is_open() {
            return Err(Refused::Schedule);
        }
        if draft.pairing == *pairing {
            return Err(Refused::NoChange);
        }
        self.check_seats(stage, pairing)?;
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        let draft = stage.draft.as_mut().ok_or(Refused::NoDraft)?;
        draft.pairing = pairing.clone();
        draft.costs = Vec::new();
        draft.breaches = breaches.to_vec();
        Ok(())
    }

    pub(super) fn draft_taken(&mut self) -> Result<Draft, Refused> {
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        stage.draft.take().ok_or(Refused::NoDraft)
    }

    pub(super) fn published(&mut self) -> Result<(), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        let draft = stage.draft.as_ref().ok_or(Refused::NoDraft)?;
        if !stage.method.is_continuous() && !pairing::is_fresh(self, stage, draft) {
            return Err(Refused::StaleDraft);
        }
        let seated = self.check_seats(stage, &draft.pairing);
        if stage.method.is_continuous() {
            seated.map_err(|_| Refused::StaleDraft)?;
        } else {
            seated?;
        }
        let Draft {
            pairing, breaches, ..
        } = self.draft_taken()?;
        let usual = self.preset.usual_venue();
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        let tables = vec![Table::Open; pairing.meetings.len()];
        let venues = vec![usual; tables.len()];
        stage.rounds.push(Round {
            pairing,
            line_ups: vec![BTreeMap::new(); tables.len()],
            tables,
            venues,
            recorded: BTreeMap::new(),
            breaches,
        });
        Ok(())
    }

    pub(super) fn unpublished(&mut self, reason: &str) -> Result<(), Refused> {
        text(reason)?;
        let stage = self.running().ok_or(Refused::NoStage)?;
        if stage.draft.is_some() {
            return Err(Refused::DraftWaiting);
        }
        let last = stage.rounds.last().ok_or(Refused::NoDraft)?;
        if last.tables.iter().any(|table| *table != Table::Open) || !last.recorded.is_empty() {
            return Err(Refused::HasResults);
        }
        let number = stage.rounds.len() as u16;
        // Somebody who entered since cannot be in it.
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        stage.rounds.pop();
        for first in stage.joined.values_mut() {
            *first = (*first).min(number);
        }
        Ok(())
    }
}

/// Each meeting has its set of boards, where there are any, and nobody plays a set twice.
fn check_boards(stage: &Stage, pairing: &Pairing) -> Result<(), Refused> {
    let due = match stage.rules.duplicate {
        Some(_) => pairing.meetings.len(),
        None => 0,
    };
    if pairing.sets.len() != due {
        return Err(Refused::Boards(1));
    }
    for (at, (meeting, set)) in pairing.meetings.iter().zip(&pairing.sets).enumerate() {
        let wrong = match stage.method.moves_boards() {
            true => meeting.entries().any(|id| stage.has_played(id, *set)),
            false => *set != stage.next_round(),
        };
        if wrong {
            return Err(Refused::Boards(at as u16 + 1));
        }
    }
    Ok(())
}
