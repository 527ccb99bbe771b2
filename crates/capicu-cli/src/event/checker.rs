//! The invariants of `docs/events.md`, checked on the log of an event as it grows.

mod pairing;
mod places;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use capicu_event::{EntryId, Fact, Line, Method, Standing};

use self::pairing::{Moment, again, best, opened, seats, waiting};
use self::places::{by_keys, came_through, handed_out, keys, narrower};
use super::cost::Room;
use super::model::Model;
use super::{boards, knock_out, prize, seating};

/// Something that should not be: the stage and round, which invariant, and what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub stage: usize,
    pub round: usize,
    pub invariant: &'static str,
    pub what: String,
}

/// Checks facts one after the other.
#[derive(Default)]
pub struct Checker {
    counting: Vec<(u64, Fact)>,
    model: Option<Model>,
    pub found: Vec<Violation>,
    /// When the last stage was opened.
    opened_at: Option<u64>,
    /// The best and worst places told since nothing but results came in.
    bounds: BTreeMap<EntryId, (u16, u16)>,
}

impl Checker {
    /// Goes on by one line.
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

    /// I1: nobody is paired once the time is over. The clock of an arena starts when it is opened.
    fn clock(&mut self, line: &Line) {
        let stage = self.model.as_ref().and_then(Model::stage);
        let Some(minutes) = stage.and_then(|stage| match stage.method {
            Method::Arena { minutes } => Some(u64::from(minutes)),
            _ => None,
        }) else {
            return;
        };
        let late = |opened: u64| line.at > opened + minutes * 60_000;
        if matches!(line.fact, Fact::Drafted { .. }) && self.opened_at.is_some_and(late) {
            self.report("I1", "somebody is paired after the time".into());
        }
    }

    /// Begins again with lines that have been checked.
    pub fn reread(&mut self, lines: &[Line]) {
        self.counting.clear();
        for line in lines {
            match line.fact {
                Fact::Undone { .. } => drop(self.counting.pop()),
                _ => self.counting.push((line.n, line.fact.clone())),
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

    /// What has to hold before a fact is taken in.
    fn before(&mut self, fact: &Fact) {
        let only_results = matches!(
            fact,
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
                | Fact::StageClosed
        );
        if !only_results {
            self.bounds.clear();
        }
        let Some(model) = self.model.take() else {
            return;
        };
        let mut wrong = Vec::new();
        if let Fact::StageOpened { order, .. } = fact {
            if model.stages.is_empty() {
                wrong.extend(opened(&model, order));
            }
            wrong.extend(knock_out::together(&model, order));
        }
        if let Some(stage) = model.stage() {
            match fact {
                Fact::Drafted {
                    pairing,
                    costs,
                    consented,
                    ..
                } => {
                    wrong.extend(seats(&model, stage, pairing, Moment::Drafted));
                    wrong.extend(waiting(stage, pairing));
                    wrong.extend(again(&model, stage, pairing, consented));
                    // Of those who have just met and wait nobody can tell how they were matched.
                    let several =
                        pairing.byes.len() > 1 && matches!(stage.method, Method::Arena { .. });
                    if let Some(room) = Room::new(&model).filter(|_| !several) {
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
                }
                _ => {}
            }
        }
        self.model = Some(model);
        wrong
            .into_iter()
            .for_each(|(invariant, what)| self.report(invariant, what));
    }

    /// Compares the standings of the running stage with those from the definitions.
    pub fn standings(&mut self, told: &[Standing]) {
        let Some(model) = self.model.take() else {
            return;
        };
        let mut wrong = Vec::new();
        if let Some(stage) = model.stage() {
            wrong.extend(by_keys(told));
            if stage.method.is_knock_out() {
                wrong.extend(came_through(stage, told));
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
    /// Compares the prizes with those that the standings lead to.
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

pub type Wrong = Vec<(&'static str, String)>;
