//! Facts about stages: opened and closed, and how many rounds they have.

use std::collections::{BTreeMap, BTreeSet};

use crate::id::EntryId;
use crate::pairing;
use crate::preset::Method;
use crate::refused::Refused;
use crate::state::{Stage, StageStatus, State, Table};
use crate::{bracket, draw};

impl State {
    pub(super) fn stage_opened(&mut self, order: &[EntryId], rounds: u16) -> Result<(), Refused> {
        if self.running().is_some() {
            return Err(Refused::StageRunning);
        }
        let index = self.stages.len();
        let rules = self
            .preset
            .stages
            .get(index)
            .ok_or(Refused::NoMoreStages)?
            .clone();
        let distinct: BTreeSet<EntryId> = order.iter().copied().collect();
        let known = distinct.iter().all(|id| self.is_present(*id));
        if distinct.len() != order.len() || !known {
            return Err(Refused::Order);
        }
        if order.len() < 2 {
            return Err(Refused::TooFew);
        }
        let method = resolved(&rules.pairing, order.len());
        if rounds != n_rounds(&method, order.len()) {
            return Err(Refused::NoRound(rounds));
        }
        // What was asked for before the first round holds for it; later stages ask anew.
        if index > 0 || !matches!(method, Method::Swiss { .. }) {
            self.entries
                .values_mut()
                .for_each(|entry| entry.byes.clear());
        }
        let number = index as u16 + 1;
        self.stages.push(Stage {
            number,
            rules,
            method,
            n_rounds: rounds,
            order: order.to_vec(),
            joined: BTreeMap::new(),
            seed: draw::number(self.seed, "stage", &[u64::from(number)]),
            rounds: Vec::new(),
            draft: None,
            penalties: Vec::new(),
            status: StageStatus::Running,
        });
        Ok(())
    }

    pub(super) fn stage_closed(&mut self) -> Result<(), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        if stage.draft.is_some() {
            return Err(Refused::DraftWaiting);
        }
        unsettled(stage)?;
        let in_it = bracket_open(self, stage);
        if in_it || (stage.method != Method::KnockOut && stage.next_round() <= stage.n_rounds) {
            return Err(Refused::RoundsLeft);
        }
        if let Some(stage) = self.running_mut() {
            stage.status = StageStatus::Closed;
        }
        Ok(())
    }
}

/// Whether a knock-out still has somebody to meet. A champion can be known early if all others left.
fn bracket_open(state: &State, stage: &Stage) -> bool {
    stage.method == Method::KnockOut
        && stage.next_round() <= stage.n_rounds
        && bracket::slots(state, stage).iter().flatten().count() > 1
}

/// The method of a stage that so many play.
pub(crate) fn resolved(method: &Method, n: usize) -> Method {
    match method {
        Method::Swiss {
            round_robin_up_to: Some(most),
            ..
        } if n <= usize::from(*most) => Method::RoundRobin { legs: 1 },
        method => method.clone(),
    }
}

/// How many rounds a stage of so many has.
pub(crate) fn n_rounds(method: &Method, n: usize) -> u16 {
    match method {
        Method::RoundRobin { legs } => pairing::round_robin_rounds(n, *legs),
        Method::KnockOut => bracket::n_rounds(n),
        Method::Swiss { rounds, .. } => {
            rounds.unwrap_or_else(|| n.next_power_of_two().trailing_zeros() as u16 + 2)
        }
    }
}

/// Whether the next round of a stage can be paired.
pub(crate) fn ready_to_pair(stage: &Stage) -> Result<(), Refused> {
    unsettled(stage)?;
    match stage.next_round() <= stage.n_rounds {
        true => Ok(()),
        false => Err(Refused::NoMoreRounds),
    }
}

fn unsettled(stage: &Stage) -> Result<(), Refused> {
    let open = |table: &Table| !matches!(table, Table::Settled(_));
    let last = stage.rounds.last();
    match last.and_then(|round| round.tables.iter().position(open)) {
        Some(at) => Err(Refused::Unsettled(at as u16 + 1)),
        None => Ok(()),
    }
}
