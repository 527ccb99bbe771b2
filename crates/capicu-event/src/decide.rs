//! The fact that a command leads to, and what follows from the state: the order of seeds, and the next pairing.

use std::cmp::Reverse;

use crate::bound;
use crate::command::{Command, Consent, NewEntry};
use crate::draw;
use crate::fact::Fact;
use crate::fold;
use crate::id::EntryId;
use crate::meeting::{Breach, Bye, ByeKind};
use crate::pairing;
use crate::pairing::swiss::Version;
use crate::preset::{ClubMates, KnockOut};
use crate::refused::Refused;
use crate::standings::{self, AtCut, Cut};
use crate::state::{Payment, Stage, State};

/// Converts a valid command into a fact. [`crate::Event`] handles undoing.
pub(crate) fn decide(state: &State, command: &Command) -> Result<Fact, Refused> {
    Ok(match command.clone() {
        Command::Enter(NewEntry {
            name,
            members,
            club,
            rating,
            shown,
        }) => {
            let entry = EntryId(state.entries.len() as u32 + 1);
            Fact::Entered {
                entry,
                name,
                members,
                club,
                rating,
                shown,
            }
        }
        Command::Categorise(entry, categories) => Fact::Categorised { entry, categories },
        Command::Pay(entry, Payment::Paid) => Fact::Paid { entry },
        Command::Pay(entry, Payment::Due) => Fact::Unpaid { entry },
        Command::Limit(places) => Fact::Limited { places },
        Command::LetIn(entry) => Fact::LetIn { entry },
        Command::CheckIn(entry) => Fact::CheckedIn { entry },
        Command::Withdraw(entry, reason) => Fact::Withdrawn { entry, reason },
        Command::RequestBye(entry, round) => Fact::ByeRequested { entry, round },
        Command::ReEnter(entry) => Fact::ReEntered { entry },
        Command::ComeBack(entry) => Fact::CameBack { entry },
        Command::CorrectEntry {
            entry,
            name,
            members,
            club,
            rating,
        } => Fact::EntryCorrected {
            entry,
            name,
            members,
            club,
            rating,
        },
        Command::ChangeRounds { rounds, reason } => Fact::RoundsChanged { rounds, reason },
        Command::ExchangeRounds {
            round,
            with,
            reason,
        } => Fact::RoundsExchanged {
            round,
            with,
            reason,
        },
        Command::KeepApart { entries, reason } => Fact::KeptApart {
            entries: in_order(entries),
            reason,
        },
        Command::AllowToMeet(entries) => Fact::AllowedToMeet {
            entries: in_order(entries),
        },
        Command::FixTable { entry, table } => Fact::TableFixed { entry, table },
        Command::NumberTables(first) => Fact::TablesNumbered { first },
        Command::Substitute {
            entry,
            leaves,
            joins,
        } => Fact::Substituted {
            entry,
            leaves,
            joins,
        },
        Command::Penalise {
            entry,
            points,
            score,
            reason,
        } => Fact::Penalised {
            entry,
            points,
            score,
            reason,
        },
        Command::OpenStage => open_stage(state)?,
        Command::SettleCut { by, order } => Fact::CutSettled {
            by,
            order: match by {
                AtCut::Everyone | AtCut::Lot => settled(state, by)?,
                AtCut::PlayOff => order,
            },
        },
        Command::Draft(consent) => {
            let stage = playable(state)?;
            let fact = draft(state, consent, Version::NEWEST)?;
            if is_empty(stage, &fact) {
                return Err(Refused::NobodyPlays);
            }
            fact
        }
        Command::Edit { pairing, reason } => {
            let stage = state.running().ok_or(Refused::NoStage)?;
            let breaches = pairing::breaches_of(state, stage, &pairing);
            Fact::Edited {
                pairing,
                reason,
                breaches,
            }
        }
        Command::Discard => Fact::Discarded,
        Command::Publish => Fact::Published,
        Command::Unpublish(reason) => Fact::Unpublished { reason },
        Command::Move { meeting, to } => Fact::Moved { meeting, to },
        Command::Record {
            meeting,
            table,
            outcome,
        } => Fact::Recorded {
            meeting,
            table,
            outcome,
        },
        Command::RecordTable {
            meeting,
            number,
            table,
            result,
        } => Fact::TableRecorded {
            meeting,
            number,
            table,
            result,
        },
        Command::LineUp {
            meeting,
            by,
            tables,
        } => Fact::LinedUp {
            meeting,
            by,
            tables,
        },
        Command::Claim {
            meeting,
            by,
            outcome,
        } => Fact::Claimed {
            meeting,
            by,
            outcome,
        },
        Command::Confirm { meeting, by } => Fact::Confirmed { meeting, by },
        Command::Dispute {
            meeting,
            by,
            outcome,
        } => Fact::Disputed {
            meeting,
            by,
            outcome,
        },
        Command::Rule {
            meeting,
            outcome,
            reason,
        } => Fact::Ruled {
            meeting,
            outcome,
            reason,
        },
        Command::Correct {
            stage,
            round,
            meeting,
            outcome,
            reason,
        } => Fact::Corrected {
            stage,
            round,
            meeting,
            outcome,
            reason,
        },
        Command::Contest {
            stage,
            round,
            meeting,
            by,
            reason,
        } => Fact::Contested {
            stage,
            round,
            meeting,
            by,
            reason,
        },
        Command::RejectContest {
            stage,
            round,
            meeting,
            reason,
        } => Fact::ContestRejected {
            stage,
            round,
            meeting,
            reason,
        },
        Command::StartClock => Fact::ClockStarted,
        Command::PauseClock => Fact::ClockPaused,
        Command::ExtendClock { meeting, minutes } => Fact::ClockExtended { meeting, minutes },
        Command::Rename(name) => Fact::Renamed { name },
        Command::Hide => Fact::Hidden,
        Command::List => Fact::Listed,
        Command::Cancel(reason) => Fact::Cancelled { reason },
        Command::Announce(text) => Fact::Announced { text },
        Command::Undo => return Err(Refused::NotLast(0)),
        Command::CloseStage => Fact::StageClosed,
        Command::Freeze => Fact::Frozen,
        Command::HandOver(to) => Fact::HandedOver { to },
        Command::Return(seal) => Fact::Returned { seal },
        Command::Recall(reason) => Fact::Recalled { reason },
    })
}

fn in_order([one, other]: [EntryId; 2]) -> [EntryId; 2] {
    [one.min(other), one.max(other)]
}

/// The cut after the last stage, if it has a tie to settle.
fn open_cut(state: &State) -> Option<Cut> {
    let before = state.stages.last()?;
    standings::cut(state, before).filter(Cut::is_open)
}

/// The order of the tied entries at the cut of the last stage or for the title, if everyone advances or a lot decides.
pub(crate) fn settled(state: &State, by: AtCut) -> Result<Vec<EntryId>, Refused> {
    let stage = state.stages.last().ok_or(Refused::NoStage)?;
    let tied = standings::open_tie(state, stage).ok_or(Refused::NoTie)?;
    Ok(match by {
        AtCut::Lot => standings::drawn(stage, &tied),
        AtCut::Everyone | AtCut::PlayOff => tied,
    })
}

fn open_stage(state: &State) -> Result<Fact, Refused> {
    let rules = state
        .preset
        .stages
        .get(state.stages.len())
        .ok_or(Refused::NoMoreStages)?;
    if let Some(cut) = open_cut(state) {
        return Err(Refused::CutTied(cut.tied));
    }
    // Ordering a stage too large to be paired would be wasted.
    bound::opens(&rules.pairing, n_going_on(state))?;
    let order = order(state);
    let method = fold::resolved(&rules.pairing, order.len());
    bound::opens(&method, order.len())?;
    let rounds = fold::n_rounds(rules, &method, order.len());
    Ok(Fact::StageOpened { order, rounds })
}

/// The number of entries in the next stage, known before their order.
fn n_going_on(state: &State) -> usize {
    match state.stages.last() {
        None => {
            let present = state.entries.keys().filter(|id| state.is_present(**id));
            present.count()
        }
        Some(before) => {
            let present = before.order.iter().filter(|id| state.is_present(**id));
            let through = before.rules.through.map_or(usize::MAX, usize::from);
            let tied = before.cut.as_ref().map_or(0, |settled| settled.order.len());
            present.count().min(through.saturating_add(tied))
        }
    }
}

/// The entries of the next stage in seed order. The first stage orders by rating, then by lot; later ones by the
/// standings before.
pub(crate) fn order(state: &State) -> Vec<EntryId> {
    let mut order = by_strength(state);
    let next = state.preset.stages.get(state.stages.len());
    let knock_out = next.and_then(|stage| stage.pairing.traits().knock_out);
    if let Some(KnockOut::Bracket {
        club_mates: ClubMates::Apart,
        ..
    }) = knock_out
    {
        let club = |id: &EntryId| state.entries.get(id)?.club.as_deref();
        let clubs: Vec<Option<&str>> = order.iter().map(club).collect();
        let seeds = pairing::apart(&clubs);
        order = seeds.into_iter().map(|seed| order[seed]).collect();
    }
    order
}

/// Orders by rating and lot, or by the standings of the stage before.
fn by_strength(state: &State) -> Vec<EntryId> {
    let Some(before) = state.stages.last() else {
        return by_rating(state, |id| state.is_present(id));
    };
    // In earlier logs, the lot of the standings settled a tie at the cut.
    if let Some(cut) = standings::cut(state, before).filter(|cut| !cut.is_open()) {
        return cut.advances;
    }
    let through = before.rules.through.map_or(usize::MAX, usize::from);
    let standings = standings::standings(state, before);
    let present = standings.iter().map(|standing| standing.entry);
    present
        .filter(|id| state.is_present(*id))
        .take(through)
        .collect()
}

/// The entries with a place, by rating and lot.
pub(crate) fn by_rating(state: &State, has_place: impl Fn(EntryId) -> bool) -> Vec<EntryId> {
    let lot = |id: EntryId| draw::number(state.seed, "seeds", &[u64::from(id.0)]);
    let entries = state.entries.iter().filter(|(id, _)| has_place(**id));
    let key = |(id, entry): (&EntryId, &crate::Entry)| (Reverse(entry.rating), lot(*id), *id);
    let mut keyed: Vec<_> = entries.map(key).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, _, id)| id).collect()
}

/// The stage whose next round is due, judged without pairing it.
pub(crate) fn due(state: &State) -> Result<&Stage, Refused> {
    let stage = state.running().ok_or(Refused::NoStage)?;
    if stage.draft.is_some() {
        return Err(Refused::DraftWaiting);
    }
    fold::ready_to_pair(stage)?;
    bound::pairs(state, stage)?;
    Ok(stage)
}

/// The stage whose next round is due and has players. Logs of earlier versions have empty rounds after a decided knock-out,
/// so this is no condition of [`due`].
pub(crate) fn playable(state: &State) -> Result<&Stage, Refused> {
    let stage = due(state)?;
    match fold::is_decided(state, stage) {
        true => Err(Refused::NobodyPlays),
        false => Ok(stage),
    }
}

/// The draft made by a method, with any breaches.
pub(crate) fn drafted(state: &State, method: &str) -> Result<Fact, Refused> {
    draft(state, Consent::Given, Version::of(method))
}

/// Whether a draft has no meeting and cannot lead to one. The schedule of a round robin may have rounds without one, and
/// in a bracket an entry whose opponents have left advances by a bye.
fn is_empty(stage: &Stage, draft: &Fact) -> bool {
    let Fact::Drafted { pairing, .. } = draft else {
        return false;
    };
    if stage.method.is_continuous() {
        return false;
    }
    let asked = |bye: &Bye| bye.kind == ByeKind::Requested;
    let leads_on = !stage.method.is_open() && !pairing.byes.is_empty();
    pairing.meetings.is_empty() && !leads_on && !pairing.byes.iter().any(asked)
}

fn draft(state: &State, consent: Consent, version: Version) -> Result<Fact, Refused> {
    let stage = due(state)?;
    let made = pairing::make(state, stage, version);
    let consented: Vec<Breach> = match consent {
        Consent::Withheld if !made.breaches.is_empty() => {
            return Err(Refused::NeedsConsent(made.breaches));
        }
        _ => made.breaches,
    };
    Ok(Fact::Drafted {
        round: stage.next_round(),
        method: made.method.to_owned(),
        inputs: made.inputs,
        pairing: made.pairing,
        costs: made.costs,
        consented,
    })
}
