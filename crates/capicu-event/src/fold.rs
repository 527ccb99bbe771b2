//! The fold: what each fact changes, and when it may not stand where it does.

use std::collections::{BTreeMap, BTreeSet};

use crate::bracket;
use crate::draw;
use crate::fact::{Breach, Fact};
use crate::id::EntryId;
use crate::outcome::Outcome;
use crate::pairing::{self, ByeKind, Pairing};
use crate::preset::{Draws, Entrants, Method};
use crate::refused::Refused;
use crate::state::{
    Claim, Draft, Entry, Penalty, Presence, Round, Stage, StageStatus, State, Status, Substitution,
    Table,
};

/// The longest name, reason or announcement, in bytes.
const LONGEST: usize = 2_000;

impl State {
    /// The state after the first fact of a log.
    pub(crate) fn created(fact: &Fact) -> Result<Self, Refused> {
        let Fact::Created { name, preset, seed } = fact else {
            return Err(Refused::Creation);
        };
        text(name)?;
        preset.check()?;
        Ok(Self {
            name: name.clone(),
            preset: preset.clone(),
            seed: *seed,
            entries: BTreeMap::new(),
            stages: Vec::new(),
            announcements: Vec::new(),
            status: Status::Open,
        })
    }

    /// Goes on by one fact. Undoing is the event's: [`crate::Event`].
    ///
    /// # Errors
    ///
    /// Why the fact cannot follow. The state may be half changed then and is to be thrown away.
    pub(crate) fn apply(&mut self, fact: &Fact) -> Result<(), Refused> {
        if self.status == Status::Frozen {
            return Err(Refused::Frozen);
        }
        match fact {
            Fact::Created { .. } | Fact::Undone { .. } => Err(Refused::Creation),
            Fact::Entered { .. } => self.entered(fact),
            Fact::CheckedIn { entry } => self.checked_in(*entry),
            Fact::Withdrawn { entry, reason } => self.withdrawn(*entry, reason),
            Fact::ByeRequested { entry, round } => self.bye_requested(*entry, *round),
            Fact::Substituted {
                entry,
                leaves,
                joins,
            } => self.substituted(*entry, leaves, joins),
            Fact::Penalised {
                entry,
                points,
                score,
                reason,
            } => self.penalised(*entry, *points, *score, reason),
            Fact::StageOpened { order, rounds } => self.stage_opened(order, *rounds),
            Fact::Drafted {
                round,
                inputs,
                pairing,
                costs,
                consented,
                ..
            } => {
                let draft = Draft {
                    pairing: pairing.clone(),
                    inputs: *inputs,
                    costs: costs.clone(),
                    breaches: consented.clone(),
                };
                self.drafted(*round, draft)
            }
            Fact::Edited {
                pairing,
                reason,
                breaches,
            } => self.edited(pairing, reason, breaches),
            Fact::Discarded => self.draft_taken().map(|_| ()),
            Fact::Published => self.published(),
            Fact::Unpublished { reason } => self.unpublished(reason),
            Fact::Claimed {
                meeting,
                by,
                outcome,
            } => self.claimed(*meeting, *by, outcome),
            Fact::Confirmed { meeting, by } => self.confirmed(*meeting, *by),
            Fact::Disputed {
                meeting,
                by,
                outcome,
            } => self.disputed(*meeting, *by, outcome),
            Fact::Ruled {
                meeting,
                outcome,
                reason,
            } => self.ruled(*meeting, outcome, reason),
            Fact::Corrected {
                stage,
                round,
                meeting,
                outcome,
                reason,
            } => self.corrected([*stage, *round, *meeting], outcome, reason),
            Fact::Announced { text: said } => {
                text(said)?;
                self.announcements.push(said.clone());
                Ok(())
            }
            Fact::StageClosed => self.stage_closed(),
            Fact::Frozen => {
                if self.running().is_some() {
                    return Err(Refused::StageRunning);
                }
                self.status = Status::Frozen;
                Ok(())
            }
        }
    }

    fn entry_mut(&mut self, id: EntryId) -> Result<&mut Entry, Refused> {
        let entry = self.entries.get_mut(&id).ok_or(Refused::NoEntry(id))?;
        match entry.presence {
            Presence::Withdrawn { .. } => Err(Refused::HasLeft(id)),
            _ => Ok(entry),
        }
    }

    fn entered(&mut self, fact: &Fact) -> Result<(), Refused> {
        let Fact::Entered {
            entry: id,
            name,
            members,
            club,
            rating,
            shown,
        } = fact
        else {
            return Ok(());
        };
        if id.0 != self.entries.len() as u32 + 1 {
            return Err(Refused::NoEntry(*id));
        }
        let mut texts = members.iter().chain(club).chain([name]);
        texts.try_for_each(|each| text(each))?;
        if let Some((taken, _)) = self.entries.iter().find(|(_, other)| other.name == *name) {
            return Err(Refused::NameTaken(*taken));
        }
        let [least, most] = self.preset.members;
        let n = members.len();
        let distinct = members.iter().collect::<BTreeSet<_>>().len() == n;
        // A player is the entry; other members may be named later, or never.
        let known = n == 0 || (usize::from(least)..=usize::from(most)).contains(&n);
        let single = self.preset.entrants != Entrants::Player || n == 0;
        if !distinct || !known || !single {
            return Err(Refused::Members { least, most });
        }
        let late = self.late_round()?;
        let entry = Entry {
            name: name.clone(),
            members: members.clone(),
            club: club.clone(),
            rating: *rating,
            shown: *shown,
            presence: Presence::Entered,
            byes: BTreeSet::new(),
            substitutions: Vec::new(),
        };
        self.entries.insert(*id, entry);
        if let (Some(round), Some(stage)) = (late, self.running_mut()) {
            stage.order.push(*id);
            stage.joined.insert(*id, round);
        }
        Ok(())
    }

    /// The first round of somebody who enters now; nothing before the first stage.
    fn late_round(&self) -> Result<Option<u16>, Refused> {
        let Some(stage) = self.stages.last() else {
            return Ok(None);
        };
        let next = stage.next_round();
        let until = match stage.method {
            Method::Swiss { .. } => stage
                .rules
                .late_entry_until
                .unwrap_or(0)
                .min(stage.n_rounds),
            Method::RoundRobin { .. } | Method::KnockOut => 0,
        };
        match stage.status == StageStatus::Running && stage.number == 1 && next <= until {
            true => Ok(Some(next)),
            false => Err(Refused::EntryClosed),
        }
    }

    fn checked_in(&mut self, id: EntryId) -> Result<(), Refused> {
        let entry = self.entry_mut(id)?;
        if entry.presence == Presence::CheckedIn {
            return Err(Refused::Twice(id));
        }
        entry.presence = Presence::CheckedIn;
        Ok(())
    }

    fn withdrawn(&mut self, id: EntryId, reason: &str) -> Result<(), Refused> {
        text(reason)?;
        let (stage, rounds) = self.place();
        self.entry_mut(id)?.presence = Presence::Withdrawn { stage, rounds };
        Ok(())
    }

    fn bye_requested(&mut self, id: EntryId, round: u16) -> Result<(), Refused> {
        let (next, last, swiss) = match (self.running(), self.stages.first()) {
            (Some(stage), _) => {
                let swiss = matches!(stage.method, Method::Swiss { .. });
                (stage.next_round(), stage.n_rounds, swiss)
            }
            (None, None) => (
                1,
                u16::MAX,
                matches!(self.preset.stages[0].pairing, Method::Swiss { .. }),
            ),
            (None, Some(_)) => return Err(Refused::NoStage),
        };
        if !swiss || round < next || round > last {
            return Err(Refused::NoRound(round));
        }
        match self.entry_mut(id)?.byes.insert(round) {
            true => Ok(()),
            false => Err(Refused::NoChange),
        }
    }

    fn substituted(&mut self, id: EntryId, leaves: &str, joins: &str) -> Result<(), Refused> {
        text(joins)?;
        let most = usize::from(self.preset.substitutes);
        let (stage, rounds) = self.place();
        let taken = self
            .entries
            .values()
            .any(|entry| entry.members.iter().any(|m| m == joins));
        let entry = self.entry_mut(id)?;
        if entry.substitutions.len() >= most {
            return Err(Refused::NoSubstitute(id));
        }
        let at = entry.members.iter().position(|member| member == leaves);
        let (Some(at), false) = (at, taken) else {
            return Err(Refused::NoMember(id));
        };
        entry.members[at] = joins.to_owned();
        let [leaves, joins] = [leaves, joins].map(str::to_owned);
        entry.substitutions.push(Substitution {
            leaves,
            joins,
            stage,
            rounds,
        });
        Ok(())
    }

    fn penalised(
        &mut self,
        entry: EntryId,
        points: u16,
        score: u32,
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        if points == 0 && score == 0 {
            return Err(Refused::NoPenalty);
        }
        if !self.entries.contains_key(&entry) {
            return Err(Refused::NoEntry(entry));
        }
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        if !stage.order.contains(&entry) {
            return Err(Refused::NoEntry(entry));
        }
        stage.penalties.push(Penalty {
            entry,
            points,
            score,
            reason: reason.to_owned(),
        });
        Ok(())
    }

    fn stage_opened(&mut self, order: &[EntryId], rounds: u16) -> Result<(), Refused> {
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

    fn drafted(&mut self, round: u16, draft: Draft) -> Result<(), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        if stage.draft.is_some() {
            return Err(Refused::DraftWaiting);
        }
        ready_to_pair(stage)?;
        if round != stage.next_round() {
            return Err(Refused::NoRound(round));
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
        let next = stage.next_round();
        for bye in &pairing.byes {
            let asked = self.entries[&bye.entry].byes.contains(&next);
            if asked != (bye.kind == ByeKind::Requested) {
                return Err(Refused::ByeKind(bye.entry));
            }
        }
        for (at, meeting) in pairing.meetings.iter().enumerate() {
            let sides = meeting.sides.len();
            let single = meeting.sides.iter().all(|side| side.len() == 1);
            if sides != usize::from(stage.rules.meeting.sides) || !single {
                return Err(Refused::Sides(at as u16 + 1));
            }
        }
        let plays: BTreeSet<EntryId> = match stage.method {
            Method::KnockOut => bracket::slots(self, stage).into_iter().flatten().collect(),
            _ => stage
                .order
                .iter()
                .copied()
                .filter(|id| self.is_present(*id))
                .collect(),
        };
        match plays.symmetric_difference(&seated).next() {
            Some(entry) => Err(Refused::Seating(*entry)),
            None => Ok(()),
        }
    }

    fn edited(
        &mut self,
        pairing: &Pairing,
        reason: &str,
        breaches: &[Breach],
    ) -> Result<(), Refused> {
        text(reason)?;
        let stage = self.running().ok_or(Refused::NoStage)?;
        let draft = stage.draft.as_ref().ok_or(Refused::NoDraft)?;
        if !matches!(stage.method, Method::Swiss { .. }) {
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

    fn draft_taken(&mut self) -> Result<Draft, Refused> {
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        stage.draft.take().ok_or(Refused::NoDraft)
    }

    fn published(&mut self) -> Result<(), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        let draft = stage.draft.as_ref().ok_or(Refused::NoDraft)?;
        if pairing::make(self, stage).inputs != draft.inputs {
            return Err(Refused::StaleDraft);
        }
        self.check_seats(stage, &draft.pairing)?;
        let Draft {
            pairing, breaches, ..
        } = self.draft_taken()?;
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        let tables = vec![Table::Open; pairing.meetings.len()];
        stage.rounds.push(Round {
            pairing,
            tables,
            breaches,
        });
        Ok(())
    }

    fn unpublished(&mut self, reason: &str) -> Result<(), Refused> {
        text(reason)?;
        let stage = self.running().ok_or(Refused::NoStage)?;
        if stage.draft.is_some() {
            return Err(Refused::DraftWaiting);
        }
        let last = stage.rounds.last().ok_or(Refused::NoDraft)?;
        if last.tables.iter().any(|table| *table != Table::Open) {
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

    /// The table of a meeting of the last round.
    fn table(&mut self, meeting: u16) -> Result<(&Stage, &Table), Refused> {
        let stage = self.running().ok_or(Refused::NoStage)?;
        let round = stage.rounds.last().ok_or(Refused::NoMeeting(meeting))?;
        let at = usize::from(meeting)
            .checked_sub(1)
            .ok_or(Refused::NoMeeting(meeting))?;
        let table = round.tables.get(at).ok_or(Refused::NoMeeting(meeting))?;
        Ok((stage, table))
    }

    fn set_table(&mut self, meeting: u16, table: Table) {
        let round = self.running_mut().and_then(|stage| stage.rounds.last_mut());
        if let Some(round) = round {
            round.tables[usize::from(meeting) - 1] = table;
        }
    }

    /// The side somebody speaks for.
    fn side(stage: &Stage, meeting: u16, entry: EntryId) -> Result<u8, Refused> {
        let last = stage.rounds.last();
        let found = last.and_then(|round| round.pairing.meetings.get(usize::from(meeting) - 1));
        let side = found.and_then(|found| found.side_of(entry));
        side.map(|side| side as u8)
            .ok_or(Refused::NotThere { meeting, entry })
    }

    fn claimed(&mut self, meeting: u16, by: EntryId, outcome: &Outcome) -> Result<(), Refused> {
        let (stage, table) = self.table(meeting)?;
        let side = Self::side(stage, meeting, by)?;
        match table {
            Table::Open => {}
            Table::Claimed(claim) if claim.by.iter().eq([&side]) => {}
            Table::Settled(_) => return Err(Refused::Settled(meeting)),
            _ => return Err(Refused::OwnClaim(by)),
        }
        played(meeting, outcome)?;
        check(stage, meeting, outcome)?;
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

    fn confirmed(&mut self, meeting: u16, by: EntryId) -> Result<(), Refused> {
        let (stage, table) = self.table(meeting)?;
        let side = Self::side(stage, meeting, by)?;
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
        let enough = 2 * claim.by.len() > usize::from(stage.rules.meeting.sides);
        let table = match enough {
            true => Table::Settled(claim.outcome),
            false => Table::Claimed(claim),
        };
        self.set_table(meeting, table);
        Ok(())
    }

    fn disputed(&mut self, meeting: u16, by: EntryId, outcome: &Outcome) -> Result<(), Refused> {
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
        check(stage, meeting, outcome)?;
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

    fn ruled(&mut self, meeting: u16, outcome: &Outcome, reason: &str) -> Result<(), Refused> {
        text(reason)?;
        let (stage, table) = self.table(meeting)?;
        if matches!(table, Table::Settled(_)) {
            return Err(Refused::Settled(meeting));
        }
        check(stage, meeting, outcome)?;
        self.set_table(meeting, Table::Settled(outcome.clone()));
        Ok(())
    }

    fn corrected(
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
        check(stage, meeting, outcome)?;
        let knock_out = stage.method == Method::KnockOut;
        let winner = |outcome| bracket::winning_side(outcome, stage);
        let followed = stage.rounds.len() > at + 1 || self.stages.len() > index + 1;
        if knock_out && followed && winner(was) != winner(outcome) {
            return Err(Refused::NextFollows(meeting));
        }
        self.stages[index].rounds[at].tables[table] = Table::Settled(outcome.clone());
        Ok(())
    }

    fn stage_closed(&mut self) -> Result<(), Refused> {
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

/// A text that says something.
fn text(text: &str) -> Result<(), Refused> {
    let control = |c: char| c.is_control() && c != '\n';
    match text.trim().is_empty() || text.len() > LONGEST || text.contains(control) {
        true => Err(Refused::Text),
        false => Ok(()),
    }
}

/// Sides say how they played; what was not played is for the desk.
fn played(meeting: u16, outcome: &Outcome) -> Result<(), Refused> {
    match outcome {
        Outcome::Played { .. } => Ok(()),
        Outcome::Forfeit { .. } | Outcome::Void => Err(Refused::ForDesk(meeting)),
    }
}

fn check(stage: &Stage, meeting: u16, outcome: &Outcome) -> Result<(), Refused> {
    let mut format = stage.rules.meeting.clone();
    if stage.method == Method::KnockOut {
        format.draws = Draws::Impossible;
        if *outcome == Outcome::Void {
            return Err(Refused::Impossible {
                meeting,
                why: crate::Impossible::Draw,
            });
        }
    }
    outcome
        .check(&format)
        .map_err(|why| Refused::Impossible { meeting, why })
}
