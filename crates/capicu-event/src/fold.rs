//! The fold: what each fact changes, and when it may not stand where it does.

mod entry;
mod line_up;
mod result;
mod round;
mod stage;
mod waiting;

use std::collections::BTreeMap;

use crate::fact::Fact;
use crate::preset::Preset;
use crate::refused::Refused;
use crate::state::{Draft, Payment, State, Status};

pub(crate) use stage::{n_rounds, ready_to_pair, resolved};

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
            preset: Preset::clone(preset),
            seed: *seed,
            places: preset.places,
            entries: BTreeMap::new(),
            stages: Vec::new(),
            announcements: Vec::new(),
            status: Status::Open,
            at_venue: None,
        })
    }

    /// Goes on by one fact, which happened at this time. Undoing is the event's: [`crate::Event`].
    ///
    /// # Errors
    ///
    /// Why the fact cannot follow. The state may be half changed then and is to be thrown away.
    pub(crate) fn apply(&mut self, at: u64, fact: &Fact) -> Result<(), Refused> {
        // What was closed at a venue still comes back.
        if self.status == Status::Frozen && !matches!(fact, Fact::Returned { .. }) {
            return Err(Refused::Frozen);
        }
        match fact {
            Fact::Created { .. } | Fact::Undone { .. } => Err(Refused::Creation),
            Fact::Entered { .. } => self.entered(fact),
            Fact::Categorised { entry, categories } => self.categorised(*entry, categories),
            Fact::Paid { entry } => self.paid(*entry, Payment::Paid),
            Fact::Unpaid { entry } => self.paid(*entry, Payment::Due),
            Fact::Limited { places } => self.limited(*places),
            Fact::LetIn { entry } => self.let_in(*entry),
            Fact::CheckedIn { entry } => self.checked_in(*entry),
            Fact::Withdrawn { entry, reason } => self.withdrawn(*entry, reason),
            Fact::ByeRequested { entry, round } => self.bye_requested(*entry, *round),
            Fact::ReEntered { entry } => self.re_entered(*entry),
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
            Fact::StageOpened { order, rounds } => self.stage_opened(at, order, *rounds),
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
                    made_byes: pairing.byes.clone(),
                };
                self.drafted(at, *round, draft)
            }
            Fact::Edited {
                pairing,
                reason,
                breaches,
            } => self.edited(pairing, reason, breaches),
            Fact::Discarded => self.draft_taken().map(|_| ()),
            Fact::Published => self.published(),
            Fact::Moved { meeting, to } => self.moved(*meeting, *to),
            Fact::Recorded {
                meeting,
                table,
                outcome,
            } => self.recorded(*meeting, table, outcome),
            Fact::TableRecorded {
                meeting,
                number,
                table,
                result,
            } => self.table_recorded([*meeting, *number], table, result),
            Fact::Unpublished { reason } => self.unpublished(reason),
            Fact::LinedUp {
                meeting,
                by,
                tables,
            } => self.lined_up(*meeting, *by, tables),
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
            // A venue hands it on when a second device goes on there: its own copy ends with that.
            Fact::HandedOver { to } => match self.at_venue.replace(*to) {
                Some(before) if before == *to => Err(Refused::Elsewhere),
                _ => Ok(()),
            },
            Fact::Returned { .. } => self.at_venue.take().map(|_| ()).ok_or(Refused::NoChange),
            Fact::Recalled { reason } => {
                text(reason)?;
                self.at_venue.take().map(|_| ()).ok_or(Refused::NoChange)
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
}

/// A text that says something.
fn text(text: &str) -> Result<(), Refused> {
    let control = |c: char| c.is_control() && c != '\n';
    match text.trim().is_empty() || text.len() > LONGEST || text.contains(control) {
        true => Err(Refused::Text),
        false => Ok(()),
    }
}
