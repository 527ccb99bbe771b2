//! Checks the invariants of `docs/events/proofs.md` on the log of an event as it grows.

mod pairing;
mod places;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use capicu_event::{EntryId, Fact, Line, Standing, State};

use self::pairing::{
    Moment, again, best, beyond, deserted, misplaced, opened, seats, unplayed, unscheduled, waiting,
};
use self::places::{by_keys, came_through, handed_out, keys, narrower};
use crate::cost::{Heavier, Room, is_matched};
use crate::model::Model;
use crate::{bench, boards, cut, knock_out, prize, report, seating};

/// A violated invariant: the stage and round, the invariant, and the observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub stage: usize,
    pub round: usize,
    pub invariant: &'static str,
    pub what: String,
}

#[derive(Default)]
pub struct Checker {
    counting: Vec<(u64, Fact)>,
    model: Option<Model>,
    pub found: Vec<Violation>,
    opened_at: Option<u64>,
    /// The best and worst places shown since the last fact that was not a result.
    bounds: BTreeMap<EntryId, (u16, u16)>,
}

impl Checker {
    pub fn line(&mut self, line: &Line) {
        if let Fact::Undone { of } = line.fact {
            if self.counting.pop().map(|last| last.0) != Some(of) {
                self.report("I10", format!("fact {of} was undone out of turn"));
            }
            self.bounds.clear();
            self.rebuild();
            return;
        }
        self.before(&line.fact);
        self.clock(line);
        if matches!(line.fact, Fact::StageOpened { .. }) {
            self.opened_at = Some(line.at);
        }
        self.counting.push((line.n, line.fact.clone()));
        match &mut self.model {
            Some(model) => model.add(&line.fact),
            None => self.rebuild(),
        }
    }

    /// I1: no meeting starts after the time of an arena, counted from its opening.
    fn clock(&mut self, line: &Line) {
        let stage = self.model.as_ref().and_then(Model::stage);
        let Some(minutes) = stage.and_then(|stage| stage.definition().minutes()) else {
            return;
        };
        let late = |opened: u64| line.at > opened + u64::from(minutes) * 60_000;
        if matches!(line.fact, Fact::Drafted { .. }) && self.opened_at.is_some_and(late) {
            self.report("I1", "somebody is paired after the time".into());
        }
    }

    /// The last stage of the model.
    pub fn stage(&self) -> Option<&crate::model::Played> {
        self.model.as_ref().and_then(Model::stage)
    }

    /// Starts again with lines already checked.
    pub fn reread(&mut self, lines: &[Line]) {
        self.counting.clear();
        for line in lines {
            if let Fact::Undone { .. } = line.fact {
                self.counting.pop();
            } else {
                self.counting.push((line.n, line.fact.clone()));
            }
        }
        self.bounds.clear();
        self.rebuild();
    }

    fn rebuild(&mut self) {
        let facts: Vec<&Fact> = self.counting.iter().map(|(_, fact)| fact).collect();
        self.model = Model::of(&facts);
    }

    fn report(&mut self, invariant: &'static str, what: String) {
        let stages = self.model.as_ref().map_or(&[][..], |model| &model.stages);
        let (stage, round) = (
            stages.len(),
            stages.last().map_or(0, |stage| stage.rounds.len()),
        );
        self.found.push(Violation {
            stage,
            round,
            invariant,
            what,
        });
    }

    /// Checks a fact before it is added to the model.
    fn before(&mut self, fact: &Fact) {
        match fact {
            Fact::LinedUp { .. }
            | Fact::Claimed { .. }
            | Fact::Confirmed { .. }
            | Fact::Disputed { .. }
            | Fact::Ruled { .. }
            | Fact::Recorded { .. }
            | Fact::TableRecorded { .. }
            | Fact::Moved { .. }
            | Fact::Drafted { .. }
            | Fact::Edited { .. }
            | Fact::Discarded
            | Fact::Published
            | Fact::Announced { .. }
            | Fact::Contested { .. }
            | Fact::ContestRejected { .. }
            | Fact::ClockStarted
            | Fact::ClockPaused
            | Fact::ClockExtended { .. }
            | Fact::Renamed { .. }
            | Fact::Hidden
            | Fact::Listed
            | Fact::Cancelled { .. }
            | Fact::StageClosed => {}
            Fact::Created { .. }
            | Fact::Entered { .. }
            | Fact::Categorised { .. }
            | Fact::Paid { .. }
            | Fact::Unpaid { .. }
            | Fact::Limited { .. }
            | Fact::LetIn { .. }
            | Fact::CheckedIn { .. }
            | Fact::Withdrawn { .. }
            | Fact::ByeRequested { .. }
            | Fact::ReEntered { .. }
            | Fact::CameBack { .. }
            | Fact::EntryCorrected { .. }
            | Fact::RoundsChanged { .. }
            | Fact::RoundsExchanged { .. }
            | Fact::KeptApart { .. }
            | Fact::AllowedToMeet { .. }
            | Fact::TableFixed { .. }
            | Fact::TablesNumbered { .. }
            | Fact::Substituted { .. }
            | Fact::Penalised { .. }
            | Fact::StageOpened { .. }
            | Fact::Unpublished { .. }
            | Fact::Corrected { .. }
            | Fact::Undone { .. }
            | Fact::CutSettled { .. }
            | Fact::Frozen
            | Fact::HandedOver { .. }
            | Fact::Returned { .. }
            | Fact::Recalled { .. } => self.bounds.clear(),
        }
        let Some(model) = self.model.take() else {
            return;
        };
        let mut wrong = desk(&model, fact);
        if let Fact::StageOpened { order, .. } = fact {
            if model.stages.is_empty() {
                wrong.extend(opened(&model, order));
            }
            wrong.extend(knock_out::together(&model, order));
            wrong.extend(cut::wrong(&model, order));
        }
        wrong.extend(judged(&model, fact));
        if let Fact::CutSettled { order, .. } = fact {
            wrong.extend(cut::settled(&model, order));
        }
        if let Some(stage) = model.stage() {
            match fact {
                Fact::Drafted {
                    pairing,
                    costs,
                    consented,
                    method,
                    ..
                } => {
                    wrong.extend(seats(&model, stage, pairing, Moment::Drafted));
                    wrong.extend(deserted(stage, pairing));
                    wrong.extend(unscheduled(&model, stage, pairing));
                    wrong.extend(misplaced(&model, stage, pairing));
                    wrong.extend(waiting(stage, pairing));
                    wrong.extend(bench::wrong(stage, pairing));
                    wrong.extend(again(&model, stage, pairing, consented));
                    // If several entries wait because they have just met, the log does not show how they were matched.
                    let several = pairing.byes.len() > 1 && stage.definition().is_free();
                    let heavier = Heavier::of(method);
                    let is_known = stage.definition().methods.contains(&method.as_str());
                    if !is_known || (is_matched(stage) && heavier.is_none()) {
                        wrong.push(("I4", format!("{method} is no method of this stage")));
                    }
                    let room = heavier.and_then(|heavier| Room::new(&model, heavier));
                    if let Some(room) = room.filter(|_| !several) {
                        wrong.extend(best(&room, pairing, costs));
                    }
                    wrong.extend(knock_out::wrong(&model, stage, pairing));
                    wrong.extend(seating::wrong(&model, stage, pairing, costs));
                    wrong.extend(boards::wrong(stage, pairing));
                }
                Fact::Edited {
                    pairing, breaches, ..
                } => {
                    wrong.extend(seats(&model, stage, pairing, Moment::Later));
                    wrong.extend(again(&model, stage, pairing, breaches));
                    wrong.extend(boards::wrong(stage, pairing));
                }
                Fact::LinedUp { by, tables, .. } => {
                    let why = stage.line_up(&model.entries[by].members, tables);
                    wrong.extend(why.map(|why| ("I1", format!("entry {by}: {why}"))));
                }
                Fact::Recorded { meeting, .. } => {
                    let why = stage.written_down(*meeting, None);
                    wrong.extend(why.map(|why| ("I13", why)));
                }
                Fact::TableRecorded {
                    meeting, number, ..
                } => {
                    let why = stage.written_down(*meeting, Some(*number));
                    wrong.extend(why.map(|why| ("I13", why)));
                }
                Fact::Published => {
                    let draft = stage
                        .draft
                        .as_ref()
                        .map(|(pairing, _)| seats(&model, stage, pairing, Moment::Later));
                    wrong.extend(draft.unwrap_or_default());
                    wrong.extend(beyond(stage, stage.rounds.len() + 1));
                }
                Fact::RoundsChanged { rounds, .. } if stage.rounds.len() > usize::from(*rounds) => {
                    wrong.push((
                        "I1",
                        format!("{rounds} rounds are fewer than are published"),
                    ));
                }
                Fact::StageClosed => wrong.extend(unplayed(&model, stage)),
                Fact::RoundsChanged { .. }
                | Fact::RoundsExchanged { .. }
                | Fact::KeptApart { .. }
                | Fact::AllowedToMeet { .. }
                | Fact::TableFixed { .. }
                | Fact::TablesNumbered { .. } => {}
                Fact::Created { .. }
                | Fact::Entered { .. }
                | Fact::Categorised { .. }
                | Fact::Paid { .. }
                | Fact::Unpaid { .. }
                | Fact::Limited { .. }
                | Fact::LetIn { .. }
                | Fact::CheckedIn { .. }
                | Fact::Withdrawn { .. }
                | Fact::ByeRequested { .. }
                | Fact::ReEntered { .. }
                | Fact::Contested { .. }
                | Fact::ContestRejected { .. }
                | Fact::ClockStarted
                | Fact::ClockPaused
                | Fact::ClockExtended { .. }
                | Fact::Renamed { .. }
                | Fact::Hidden
                | Fact::Listed
                | Fact::Cancelled { .. }
                | Fact::CameBack { .. }
                | Fact::EntryCorrected { .. }
                | Fact::Substituted { .. }
                | Fact::Penalised { .. }
                | Fact::StageOpened { .. }
                | Fact::Discarded
                | Fact::Unpublished { .. }
                | Fact::Moved { .. }
                | Fact::Claimed { .. }
                | Fact::Confirmed { .. }
                | Fact::Disputed { .. }
                | Fact::Ruled { .. }
                | Fact::Corrected { .. }
                | Fact::Announced { .. }
                | Fact::Undone { .. }
                | Fact::CutSettled { .. }
                | Fact::Frozen
                | Fact::HandedOver { .. }
                | Fact::Returned { .. }
                | Fact::Recalled { .. } => {}
            }
        }
        self.model = Some(model);
        wrong
            .into_iter()
            .for_each(|(invariant, what)| self.report(invariant, what));
    }

    pub fn standings(&mut self, told: &[Standing]) {
        let Some(model) = self.model.take() else {
            return;
        };
        let mut wrong = Vec::new();
        if let Some(stage) = model.stage() {
            wrong.extend(by_keys(told));
            if stage.definition().is_knock_out() {
                wrong.extend(came_through(stage, told));
                wrong.extend(knock_out::third(stage, told));
            } else {
                wrong.extend(keys(&model, told));
                wrong.extend(handed_out(&model, told));
            }
            wrong.extend(narrower(&mut self.bounds, told));
            if stage.closed {
                let loose = |one: &&Standing| one.best != one.place || one.worst != one.place;
                let loose = told.iter().filter(loose);
                wrong
                    .extend(loose.map(|one| ("I11", format!("entry {} is not placed", one.entry))));
            }
        }
        self.model = Some(model);
        wrong
            .into_iter()
            .for_each(|(invariant, what)| self.report(invariant, what));
    }
}

impl Checker {
    pub fn reports(&mut self, state: &State) {
        let teams = |model: &Model| {
            let stage = state.stages.last()?;
            crate::teams::wrong(model, &capicu_event::standings::teams(state, stage))
        };
        let wrong = |model: &Model| report::wrong(model, state).or_else(|| teams(model));
        if let Some(what) = self.model.as_ref().and_then(wrong) {
            self.report("I16", what);
        }
    }

    pub fn prizes(&mut self, told: &[Standing], won: &[capicu_event::standings::Won]) {
        let wrong = self
            .model
            .as_ref()
            .map(|model| prize::wrong(model, told, won));
        for (invariant, what) in wrong.unwrap_or_default() {
            self.report(invariant, what);
        }
    }
}

/// I8: the desk and the sides report only results that the format of the round allows.
fn judged(model: &Model, fact: &Fact) -> Wrong {
    let last = model.stages.last().map_or(0, |stage| stage.rounds.len());
    let (stage, round, outcome) = match fact {
        Fact::Ruled { outcome, .. }
        | Fact::Claimed { outcome, .. }
        | Fact::Disputed { outcome, .. } => (model.stages.len(), last, outcome),
        Fact::Corrected {
            stage,
            round,
            outcome,
            ..
        } => (usize::from(*stage), usize::from(*round), outcome),
        _ => return Wrong::new(),
    };
    let stage = stage.checked_sub(1).and_then(|at| model.stages.get(at));
    let why = stage.and_then(|stage| stage.misjudged(round, outcome));
    why.into_iter().map(|why| ("I8", why)).collect()
}

/// I5 and I8: an event with contested results may not end, and a cancelled one may not continue. Entries may contest
/// only their own results, and only known ones.
fn desk(model: &Model, fact: &Fact) -> Wrong {
    let mut wrong = Wrong::new();
    let may_follow = matches!(fact, Fact::Returned { .. } | Fact::Hidden | Fact::Listed);
    if model.cancelled && !may_follow {
        wrong.push(("I5", "something follows a cancelled event".into()));
    }
    match fact {
        Fact::Frozen if !model.contested.is_empty() => {
            let open = &model.contested;
            wrong.push((
                "I5",
                format!("the event is over, and {open:?} are contested"),
            ));
        }
        Fact::Cancelled { .. } if !model.stages.is_empty() => {
            wrong.push(("I5", "an event is cancelled that has begun".into()));
        }
        Fact::Contested {
            stage,
            round,
            meeting,
            by,
            ..
        } => {
            let index = |number: &u16| usize::from(*number).wrapping_sub(1);
            let round = model
                .stages
                .get(index(stage))
                .and_then(|stage| stage.rounds.get(index(round)));
            let known = round.is_some_and(|(pairing, results)| {
                let who = pairing.meetings.get(index(meeting));
                let plays = who.is_some_and(|of| of.sides.iter().flatten().any(|id| id == by));
                plays && results[index(meeting)].is_some()
            });
            if !known {
                wrong.push(("I8", format!("entry {by} contests what is not its result")));
            }
        }
        Fact::Created { .. }
        | Fact::Entered { .. }
        | Fact::Categorised { .. }
        | Fact::Paid { .. }
        | Fact::Unpaid { .. }
        | Fact::Limited { .. }
        | Fact::LetIn { .. }
        | Fact::CheckedIn { .. }
        | Fact::Withdrawn { .. }
        | Fact::ByeRequested { .. }
        | Fact::ReEntered { .. }
        | Fact::CameBack { .. }
        | Fact::EntryCorrected { .. }
        | Fact::Substituted { .. }
        | Fact::Penalised { .. }
        | Fact::StageOpened { .. }
        | Fact::RoundsChanged { .. }
        | Fact::RoundsExchanged { .. }
        | Fact::KeptApart { .. }
        | Fact::AllowedToMeet { .. }
        | Fact::TableFixed { .. }
        | Fact::TablesNumbered { .. }
        | Fact::Drafted { .. }
        | Fact::Edited { .. }
        | Fact::Discarded
        | Fact::Published
        | Fact::Unpublished { .. }
        | Fact::Moved { .. }
        | Fact::Recorded { .. }
        | Fact::TableRecorded { .. }
        | Fact::LinedUp { .. }
        | Fact::Claimed { .. }
        | Fact::Confirmed { .. }
        | Fact::Disputed { .. }
        | Fact::Ruled { .. }
        | Fact::Corrected { .. }
        | Fact::ContestRejected { .. }
        | Fact::ClockStarted
        | Fact::ClockPaused
        | Fact::ClockExtended { .. }
        | Fact::Renamed { .. }
        | Fact::Hidden
        | Fact::Listed
        | Fact::Cancelled { .. }
        | Fact::Announced { .. }
        | Fact::Undone { .. }
        | Fact::StageClosed
        | Fact::CutSettled { .. }
        | Fact::Frozen
        | Fact::HandedOver { .. }
        | Fact::Returned { .. }
        | Fact::Recalled { .. } => {}
    }
    wrong
}

pub type Wrong = Vec<(&'static str, String)>;
