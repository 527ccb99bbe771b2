//! Facts about the rounds of a stage: drafted, edited, published.

use std::collections::{BTreeMap, BTreeSet};

use super::{ready_to_pair, text};
use crate::bracket;
use crate::id::EntryId;
use crate::meeting::{Breach, Meeting};
use crate::pairing::{self, ByeKind, Pairing, double_knock_out, table_knock_out};
use crate::preset::KnockOut;
use crate::refused::Refused;
use crate::state::{Clock, Draft, Round, Stage, State, Table};

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

    /// Checks that every entry due to play has exactly one place, and no other entry has any.
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
        let sides = match stage.method.traits().knock_out {
            Some(KnockOut::Tables { .. }) => plays.len().clamp(2, most),
            Some(KnockOut::Bracket { .. } | KnockOut::Double { .. }) | None => most,
        };
        let next = stage.next_round();
        for bye in &pairing.byes {
            let asked = self.entries[&bye.entry].byes.contains(&next);
            if asked != (bye.kind == ByeKind::Requested) {
                return Err(Refused::ByeKind(bye.entry));
            }
        }
        for (at, meeting) in pairing.meetings.iter().enumerate() {
            let a_side = stage.method.traits().entries_a_side;
            let due = meeting.sides.iter().all(|side| side.len() == a_side);
            if meeting.sides.len() != sides || !due {
                return Err(Refused::Sides(at as u16 + 1));
            }
        }
        check_boards(stage, pairing)?;
        // Entries that became free after an arena was paired wait for the next pairing.
        let left_out = match stage.method.is_continuous() {
            true => seated.difference(&plays).next(),
            false => plays.symmetric_difference(&seated).next(),
        };
        match left_out {
            Some(entry) => Err(Refused::Seating(*entry)),
            None => Ok(()),
        }
    }

    /// The entries that need a seat or a bye in the next round.
    fn plays(&self, stage: &Stage) -> BTreeSet<EntryId> {
        match stage.method.traits().knock_out {
            Some(KnockOut::Bracket { .. }) => {
                let slots = bracket::slots(self, stage).into_iter().flatten();
                slots.chain(bracket::for_third(self, stage)).collect()
            }
            Some(KnockOut::Double { .. }) => double_knock_out::players(self, stage).all(),
            Some(KnockOut::Tables { .. }) => {
                table_knock_out::players(self, stage).into_iter().collect()
            }
            None => {
                let seated = match stage.method.is_continuous() {
                    true => stage.seated(),
                    false => BTreeSet::new(),
                };
                let free = |id: &EntryId| self.is_present(*id) && !seated.contains(id);
                stage.order.iter().copied().filter(free).collect()
            }
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
        let may_move = !stage.method.moves_boards() && is_reordered(&draft.pairing, pairing);
        if stage.queue.is_some() || !(stage.method.is_open() || may_move) {
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

    pub(super) fn published(&mut self, at: u64) -> Result<(), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        let draft = stage.draft.as_ref().ok_or(Refused::NoDraft)?;
        if !stage.method.is_continuous() && !pairing::is_fresh(self, stage, draft) {
            return Err(Refused::StaleDraft);
        }
        let queue = stage.queue.as_ref();
        if queue.is_some_and(|queue| !queue.can_begin(&draft.pairing)) {
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
            clock: Clock::from(at),
            contests: BTreeMap::new(),
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
        // Entries added later cannot be in the draft.
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        stage.rounds.pop();
        for first in stage.joined.values_mut() {
            *first = (*first).min(number);
        }
        for missed in stage.missed.values_mut() {
            missed.remove(&number);
        }
        Ok(())
    }
}

/// Whether two pairings differ only in their tables and in the order of the sides.
fn is_reordered(one: &Pairing, other: &Pairing) -> bool {
    let meetings = |pairing: &Pairing| {
        let sorted = |meeting: &Meeting| {
            let mut sides = meeting.sides.clone();
            sides.sort();
            sides
        };
        let mut all: Vec<_> = pairing.meetings.iter().map(sorted).collect();
        all.sort();
        all
    };
    meetings(one) == meetings(other) && one.byes == other.byes && one.sets == other.sets
}

/// Checks that each meeting has a set of boards if due, and that no entry plays a set twice.
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
