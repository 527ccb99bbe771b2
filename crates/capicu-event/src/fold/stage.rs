//! Facts about stages: opened and closed, and how many rounds they have.

use std::collections::{BTreeMap, BTreeSet};

use crate::id::EntryId;
use crate::pairing::{self, double_knock_out, movement, table_knock_out, whist};
use crate::preset::{Method, StageRules};
use crate::refused::Refused;
use crate::state::{Stage, StageStatus, State, Table};
use crate::{bracket, draw};

impl State {
    pub(super) fn stage_opened(
        &mut self,
        at: u64,
        order: &[EntryId],
        rounds: u16,
    ) -> Result<(), Refused> {
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
        // Two are enough for the last table of a knock-out.
        let seats = match rules.pairing {
            Method::TableKnockOut { .. } => 2,
            _ => usize::from(rules.meeting.sides) * rules.pairing.entries_a_side(),
        };
        if order.len() < seats {
            return Err(Refused::TooFew(seats));
        }
        let method = resolved(&rules.pairing, order.len());
        if rounds != n_rounds(&rules, &method, order.len()) {
            return Err(Refused::NoRound(rounds));
        }
        // What was asked for before the first round holds for it; later stages ask anew.
        if index > 0 || !method.is_open() {
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
            re_entries: BTreeMap::new(),
            seed: draw::number(self.seed, "stage", &[u64::from(number)]),
            rounds: Vec::new(),
            draft: None,
            penalties: Vec::new(),
            opened_at: at,
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
        let rounds_left = stage.next_round() <= stage.n_rounds && !stage.method.is_continuous();
        if rounds_left && (!stage.method.is_knock_out() || bracket_open(self, stage)) {
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
    match stage.method {
        Method::TableKnockOut { .. } => {
            let through = stage.rules.through.map_or(1, usize::from);
            table_knock_out::players(state, stage).len() > through
        }
        Method::DoubleKnockOut { .. } => double_knock_out::players(state, stage).all().len() > 1,
        _ => bracket::slots(state, stage).iter().flatten().count() > 1,
    }
}

/// The method of a stage that so many play.
pub(crate) fn resolved(method: &Method, n: usize) -> Method {
    match method {
        Method::Swiss {
            round_robin_up_to: Some(most),
            ..
        } if n <= usize::from(*most) => Method::RoundRobin { legs: 1 },
        Method::RotatingPartners {
            whist_up_to: Some(most),
            ..
        } if n <= usize::from(*most) && whist::exists(n) => Method::Whist,
        Method::Whist if !whist::exists(n) => Method::RotatingPartners {
            rounds: None,
            whist_up_to: None,
        },
        Method::Howell { rounds } if n > 16 => Method::Mitchell { rounds: *rounds },
        Method::Howell { .. } if n < 7 => Method::RoundRobin { legs: 1 },
        Method::Mitchell { .. } if n < 5 => Method::RoundRobin { legs: 1 },
        method => method.clone(),
    }
}

/// How many rounds a stage of so many has.
pub(crate) fn n_rounds(rules: &StageRules, method: &Method, n: usize) -> u16 {
    let usual = n.next_power_of_two().trailing_zeros() as u16 + 2;
    match method {
        Method::RoundRobin { legs } => pairing::round_robin_rounds(n, *legs),
        Method::KnockOut { .. } => bracket::n_rounds(n),
        Method::DoubleKnockOut { draw, reset } => {
            pairing::double_knock_out_rounds(n, *draw, *reset)
        }
        Method::TableKnockOut {
            through,
            re_entry_until,
        } => {
            let sides = usize::from(rules.meeting.sides);
            let left = rules.through.map_or(1, usize::from);
            match pairing::table_knock_out_rounds(n, sides, (*through).into(), left) {
                0 => 0,
                once => once + re_entry_until.unwrap_or(0),
            }
        }
        Method::Whist => whist::n_rounds(n),
        Method::Mitchell { .. } | Method::Howell { .. } => movement::size(method, n).0,
        // Nobody has more partners than there are others.
        Method::RotatingPartners { rounds, .. } => {
            rounds.unwrap_or_else(|| usual.min(n as u16 - 1))
        }
        // As many as there is time for.
        Method::Arena { .. } => u16::MAX,
        Method::Swiss { rounds, .. } | Method::Tables { rounds, .. } => rounds.unwrap_or(usual),
    }
}

/// Whether the next round of a stage can be paired.
pub(crate) fn ready_to_pair(stage: &Stage) -> Result<(), Refused> {
    if !stage.method.is_continuous() {
        unsettled(stage)?;
    }
    match stage.next_round() <= stage.n_rounds {
        true => Ok(()),
        false => Err(Refused::NoMoreRounds),
    }
}

fn unsettled(stage: &Stage) -> Result<(), Refused> {
    let open = |table: &Table| !matches!(table, Table::Settled(_));
    for (round, found) in stage.rounds.iter().enumerate() {
        if let Some(at) = found.tables.iter().position(open) {
            return Err(Refused::Unsettled(stage.meeting_number(round, at)));
        }
    }
    Ok(())
}
