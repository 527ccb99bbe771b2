//! Applies facts to a state, and refuses facts that may not follow.

mod clock;
mod contest;
mod entry;
mod line_up;
mod queue;
mod result;
mod round;
mod seating;
mod stage;
mod waiting;

use std::collections::{BTreeMap, BTreeSet};

use crate::fact::{AfterTheEnd, Fact};
use crate::preset::Preset;
use crate::refused::Refused;
use crate::state::{Draft, Payment, State, Status};

pub(crate) use stage::{is_decided, n_rounds, ready_to_pair, resolved};

/// The longest name, reason or announcement, in bytes.
const LONGEST: usize = 2_000;

impl State {
    pub(crate) fn created(fact: &Fact) -> Result<Self, Refused> {
        let Fact::Created {
            name,
            preset,
            seed,
            tie_breaks,
        } = fact
        else {
            return Err(Refused::Creation);
        };
        text(name)?;
        preset.check()?;
        Ok(Self {
            name: name.clone(),
            preset: Preset::clone(preset),
            seed: *seed,
            tie_breaks: *tie_breaks,
            places: preset.places,
            apart: BTreeSet::new(),
            tables: BTreeMap::new(),
            first_table: 1,
            entries: BTreeMap::new(),
            stages: Vec::new(),
            announcements: Vec::new(),
            status: Status::Open,
            at_venue: None,
            hidden: false,
            cancelled: false,
        })
    }

    fn renamed(&mut self, name: &str) -> Result<(), Refused> {
        text(name)?;
        if self.name == name {
            return Err(Refused::NoChange);
        }
        name.clone_into(&mut self.name);
        Ok(())
    }

    fn hide(&mut self, hidden: bool) -> Result<(), Refused> {
        match std::mem::replace(&mut self.hidden, hidden) == hidden {
            true => Err(Refused::NoChange),
            false => Ok(()),
        }
    }

    /// Only before the first stage opens.
    fn cancel(&mut self, reason: &str) -> Result<(), Refused> {
        text(reason)?;
        if !self.stages.is_empty() {
            return Err(Refused::HasBegun);
        }
        self.cancelled = true;
        Ok(())
    }

    /// Applies a fact that happened at this time. [`crate::Event`] handles undoing.
    ///
    /// # Errors
    ///
    /// The reason why the fact cannot follow. The state may then be half changed; discard it.
    pub(crate) fn apply(&mut self, at: u64, fact: &Fact) -> Result<(), Refused> {
        let refused = fact.traits().after_the_end == AfterTheEnd::Refused;
        if self.status == Status::Frozen && refused {
            return Err(Refused::Frozen);
        }
        if self.cancelled && refused {
            return Err(Refused::Cancelled);
        }
        self.change(at, fact)?;
        self.queue_follows(at, fact)
    }

    fn change(&mut self, at: u64, fact: &Fact) -> Result<(), Refused> {
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
            Fact::CameBack { entry } => self.came_back(*entry),
            Fact::EntryCorrected { .. } => self.entry_corrected(fact),
            Fact::RoundsChanged { rounds, reason } => self.rounds_changed(*rounds, reason),
            Fact::RoundsExchanged {
                round,
                with,
                reason,
            } => self.rounds_exchanged(*round, *with, reason),
            Fact::KeptApart { entries, reason } => self.kept_apart(*entries, reason),
            Fact::AllowedToMeet { entries } => self.allowed_to_meet(*entries),
            Fact::TableFixed { entry, table } => self.table_fixed(*entry, *table),
            Fact::TablesNumbered { first } => self.tables_numbered(*first),
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
            Fact::Published => self.published(at),
            Fact::ClockStarted => self.clock_started(at),
            Fact::ClockPaused => self.clock_paused(at),
            Fact::ClockExtended { meeting, minutes } => self.clock_extended(*meeting, *minutes),
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
            } => {
                let place = [*stage, *round, *meeting];
                self.corrected(place, outcome, reason)?;
                self.contest_over(place);
                Ok(())
            }
            Fact::Contested {
                stage,
                round,
                meeting,
                by,
                reason,
            } => self.contested([*stage, *round, *meeting], *by, reason),
            Fact::ContestRejected {
                stage,
                round,
                meeting,
                reason,
            } => self.contest_rejected([*stage, *round, *meeting], reason),
            Fact::Renamed { name } => self.renamed(name),
            Fact::Hidden => self.hide(true),
            Fact::Listed => self.hide(false),
            Fact::Cancelled { reason } => self.cancel(reason),
            Fact::Announced { text: said } => {
                text(said)?;
                self.announcements.push(said.clone());
                Ok(())
            }
            // A venue hands the log on when a second device takes over; its own copy ends with this fact.
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
            Fact::CutSettled { by, order } => self.cut_settled(*by, order),
            Fact::Frozen => {
                if self.running().is_some() {
                    return Err(Refused::StageRunning);
                }
                if let Some(meeting) = self.first_contest() {
                    return Err(Refused::Contested(meeting));
                }
                self.status = Status::Frozen;
                Ok(())
            }
        }
    }
}

fn text(text: &str) -> Result<(), Refused> {
    let control = |c: char| c.is_control() && c != '\n';
    match text.trim().is_empty() || text.len() > LONGEST || text.contains(control) {
        true => Err(Refused::Text),
        false => Ok(()),
    }
}
