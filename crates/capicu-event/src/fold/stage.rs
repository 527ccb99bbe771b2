//! Facts about stages: opened, closed, and their number of rounds.

use std::collections::{BTreeMap, BTreeSet};

use super::text;
use crate::id::EntryId;
use crate::pairing::{self, double_knock_out, movement, table_knock_out, whist};
use crate::preset::{KnockOut, Length, MOST_ROUNDS, Method, StageRules, Winners};
use crate::queue::Queue;
use crate::refused::Refused;
use crate::standings::{self, AtCut, CutSettled};
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
        // Two entries are enough for the last table of a knock-out.
        let traits = rules.pairing.traits();
        let seats = match traits.knock_out {
            Some(KnockOut::Tables { .. }) => 2,
            Some(KnockOut::Bracket { .. } | KnockOut::Double { .. }) | None => {
                usize::from(rules.meeting.sides) * traits.entries_a_side
            }
        };
        if order.len() < seats {
            return Err(Refused::TooFew(seats));
        }
        let method = resolved(&rules.pairing, order.len());
        // In earlier logs, a bracket was played to its end, whatever the number that advances.
        let is_whole =
            matches!(method, Method::KnockOut { .. }) && rounds == bracket::n_rounds(order.len());
        if rounds != n_rounds(&rules, &method, order.len()) && !is_whole {
            return Err(Refused::NoRound(rounds));
        }
        // Byes requested before the first round apply to it; later stages start without requests.
        if index > 0 || !method.is_open() {
            self.entries
                .values_mut()
                .for_each(|entry| entry.byes.clear());
        }
        let number = index as u16 + 1;
        let queue = Queue::of(&method);
        self.stages.push(Stage {
            number,
            rules,
            method,
            n_rounds: rounds,
            order: order.to_vec(),
            joined: BTreeMap::new(),
            missed: BTreeMap::new(),
            re_entries: BTreeMap::new(),
            exchanged: BTreeMap::new(),
            queue,
            seed: draw::number(self.seed, "stage", &[u64::from(number)]),
            tie_breaks: self.tie_breaks,
            rounds: Vec::new(),
            draft: None,
            penalties: Vec::new(),
            opened_at: at,
            status: StageStatus::Running,
            cut: None,
            title: None,
        });
        Ok(())
    }

    /// Settles the tie at the cut of the last stage, once, before the next stage opens. After the last stage of the event,
    /// settles the tie for the title.
    pub(super) fn cut_settled(&mut self, by: AtCut, order: &[EntryId]) -> Result<(), Refused> {
        if self.running().is_some() {
            return Err(Refused::StageRunning);
        }
        let stage = self.stages.last().ok_or(Refused::NoStage)?;
        let tie = standings::open_tie(self, stage).ok_or(Refused::NoTie)?;
        let is_title = usize::from(stage.number) == self.preset.stages.len();
        // Entries that share the title need no decision.
        if is_title && by == AtCut::Everyone {
            return Err(Refused::NoChange);
        }
        let tied: BTreeSet<EntryId> = tie.into_iter().collect();
        let named: BTreeSet<EntryId> = order.iter().copied().collect();
        if named != tied || named.len() != order.len() {
            return Err(Refused::Order);
        }
        if let Some(stage) = self.stages.last_mut() {
            let order = order.to_vec();
            let settled = Some(CutSettled { by, order });
            match is_title {
                true => stage.title = settled,
                false => stage.cut = settled,
            }
        }
        Ok(())
    }

    /// Changes the number of rounds of the running stage, at least to those published or drafted. It may exceed the
    /// method's number only if the preset chooses the number.
    pub(super) fn rounds_changed(&mut self, rounds: u16, reason: &str) -> Result<(), Refused> {
        text(reason)?;
        let stage = self.running().ok_or(Refused::NoStage)?;
        let traits = stage.method.traits();
        if traits.knock_out.is_some() || stage.method.is_continuous() {
            return Err(Refused::Schedule);
        }
        let least = stage.rounds.len() as u16 + u16::from(stage.draft.is_some());
        let most = match traits.length {
            Length::Chosen(_) => MOST_ROUNDS,
            Length::Scheduled | Length::AtMost(_) | Length::Minutes(_) => {
                n_rounds(&stage.rules, &stage.method, stage.order.len())
            }
        };
        if !(least.max(1)..=most).contains(&rounds) {
            return Err(Refused::NoRound(rounds));
        }
        if rounds == stage.n_rounds {
            return Err(Refused::NoChange);
        }
        if let Some(stage) = self.running_mut() {
            stage.n_rounds = rounds;
        }
        Ok(())
    }

    /// Exchanges two rounds of a round robin to come.
    pub(super) fn rounds_exchanged(
        &mut self,
        round: u16,
        with: u16,
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        if stage.draft.is_some() {
            return Err(Refused::DraftWaiting);
        }
        if !matches!(stage.method, Method::RoundRobin { .. }) {
            return Err(Refused::Schedule);
        }
        let to_come = stage.next_round()..=stage.n_rounds;
        if !to_come.contains(&round) {
            return Err(Refused::NoRound(round));
        }
        if !to_come.contains(&with) || with <= round {
            return Err(Refused::NoRound(with));
        }
        let [one, other] = [round, with].map(|round| stage.scheduled(round));
        stage.exchanged.insert(round, other);
        stage.exchanged.insert(with, one);
        Ok(())
    }

    pub(super) fn stage_closed(&mut self) -> Result<(), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        if stage.draft.is_some() {
            return Err(Refused::DraftWaiting);
        }
        unsettled(stage)?;
        let rounds_left = stage.next_round() <= stage.n_rounds && !stage.method.is_continuous();
        if rounds_left && !is_decided(self, stage) {
            return Err(Refused::RoundsLeft);
        }
        if let Some(stage) = self.running_mut() {
            stage.status = StageStatus::Closed;
        }
        Ok(())
    }
}

/// Whether a knock-out needs no more meetings.
pub(crate) fn is_decided(state: &State, stage: &Stage) -> bool {
    let decided = |knock_out| !is_undecided(state, stage, knock_out);
    stage.method.traits().knock_out.is_some_and(decided)
}

/// Whether a knock-out still needs meetings. If all others left, the champion is known early.
fn is_undecided(state: &State, stage: &Stage, knock_out: KnockOut) -> bool {
    match knock_out {
        KnockOut::Tables { .. } => {
            let through = stage.rules.through.map_or(1, usize::from);
            table_knock_out::players(state, stage).len() > through
        }
        KnockOut::Double { .. } => double_knock_out::players(state, stage).all().len() > 1,
        KnockOut::Bracket { .. } => {
            let left = match stage.n_rounds < bracket::n_rounds(stage.order.len()) {
                true => stage.rules.through.map_or(1, usize::from),
                false => 1,
            };
            let slots = bracket::slots(state, stage);
            slots.iter().flatten().count() > left || bracket::for_third(state, stage).len() > 1
        }
    }
}

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
        Method::Howell { rounds } if n > 16 => Method::Mitchell {
            rounds: *rounds,
            winners: Winners::One,
        },
        Method::Howell { .. } if n < 7 => Method::RoundRobin { legs: 1 },
        Method::Mitchell { .. } if n < 5 => Method::RoundRobin { legs: 1 },
        Method::RoundRobin { .. }
        | Method::Swiss { .. }
        | Method::Tables { .. }
        | Method::RotatingPartners { .. }
        | Method::Whist
        | Method::Mitchell { .. }
        | Method::Howell { .. }
        | Method::Arena { .. }
        | Method::WinnerStays { .. }
        | Method::KnockOut { .. }
        | Method::DoubleKnockOut { .. }
        | Method::TableKnockOut { .. } => method.clone(),
    }
}

pub(crate) fn n_rounds(rules: &StageRules, method: &Method, n: usize) -> u16 {
    let usual = n.next_power_of_two().trailing_zeros() as u16 + 2;
    match method {
        Method::RoundRobin { legs } => pairing::round_robin_rounds(n, *legs),
        Method::KnockOut { .. } => {
            let left = rules.through.map_or(1, usize::from);
            match n <= left {
                true => 0,
                // Each round leaves half of the places of the bracket.
                false => bracket::n_rounds(n) - left.ilog2() as u16,
            }
        }
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
        // A player has at most one partner per other player.
        Method::RotatingPartners { rounds, .. } => {
            rounds.unwrap_or_else(|| usual.min(n as u16 - 1))
        }
        // Time is the only limit.
        Method::Arena { .. } | Method::WinnerStays { .. } => u16::MAX,
        Method::Swiss { rounds, .. } | Method::Tables { rounds, .. } => rounds.unwrap_or(usual),
    }
}

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
