//! What somebody asks for, and the facts it leads to.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::bound;
use crate::draw;
use crate::fact::{Breach, Fact};
use crate::fold;
use crate::id::{Digest, EntryId};
use crate::outcome::{Outcome, TableResult};
use crate::pairing::{self, Pairing};
use crate::preset::{ClubMates, Method, Venue};
use crate::refused::Refused;
use crate::standings;
use crate::state::{Payment, Shown, Stage, State};

/// Something somebody asks for. Who may ask for what is for the caller to see to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Somebody enters.
    Enter(NewEntry),
    /// An entry may win the prizes of these categories, and no others.
    Categorise(EntryId, BTreeSet<String>),
    /// An entry has paid, or has not.
    Pay(EntryId, Payment),
    /// There are so many places, or no limit.
    Limit(Option<u16>),
    /// An entry that waits has a place now.
    LetIn(EntryId),
    /// An entry is there, or is there again in an arena that it left.
    CheckIn(EntryId),
    /// An entry leaves, and why.
    Withdraw(EntryId, String),
    /// An entry will not play this round.
    RequestBye(EntryId, u16),
    /// Who is out of a knock-out at tables comes back.
    ReEnter(EntryId),
    /// Somebody plays for somebody else.
    Substitute {
        /// In which entry.
        entry: EntryId,
        /// For whom.
        leaves: String,
        /// Who.
        joins: String,
    },
    /// Points are taken away.
    Penalise {
        /// From whom.
        entry: EntryId,
        /// From the points of the standings.
        points: u16,
        /// From the points of games.
        score: u32,
        /// Why.
        reason: String,
    },
    /// The next stage begins with all who are there and go on.
    OpenStage,
    /// The next round is paired.
    Draft(Consent),
    /// The draft is changed by hand.
    Edit {
        /// Who meets whom instead.
        pairing: Pairing,
        /// Why.
        reason: String,
    },
    /// The draft is thrown away.
    Discard,
    /// The draft becomes the round.
    Publish,
    /// The round is taken back, and why.
    Unpublish(String),
    /// A meeting is played elsewhere.
    Move {
        /// The meeting.
        meeting: u16,
        /// Where.
        to: Venue,
    },
    /// A table of the server says how the meeting that was played at it ended.
    Record {
        /// The meeting.
        meeting: u16,
        /// The table: its id at the server.
        table: String,
        /// How.
        outcome: Outcome,
    },
    /// A table of the server says how one table of a meeting of teams ended.
    RecordTable {
        /// The meeting.
        meeting: u16,
        /// Which of its tables, from 1, sitting by sitting.
        number: u16,
        /// The table: its id at the server.
        table: String,
        /// How.
        result: TableResult,
    },
    /// A team says who sits at which table.
    LineUp {
        /// The meeting.
        meeting: u16,
        /// Which team.
        by: EntryId,
        /// The names at each table, sitting by sitting.
        tables: Vec<Vec<String>>,
    },
    /// A side says how its meeting ended.
    Claim {
        /// The meeting.
        meeting: u16,
        /// Who says so.
        by: EntryId,
        /// How.
        outcome: Outcome,
    },
    /// Another side says the same.
    Confirm {
        /// The meeting.
        meeting: u16,
        /// Who says so.
        by: EntryId,
    },
    /// Another side says otherwise.
    Dispute {
        /// The meeting.
        meeting: u16,
        /// Who says so.
        by: EntryId,
        /// How.
        outcome: Outcome,
    },
    /// The desk settles a meeting.
    Rule {
        /// The meeting.
        meeting: u16,
        /// How it ended.
        outcome: Outcome,
        /// Why.
        reason: String,
    },
    /// A settled result was wrong.
    Correct {
        /// The stage, from 1.
        stage: u16,
        /// The round.
        round: u16,
        /// The meeting.
        meeting: u16,
        /// How it really ended.
        outcome: Outcome,
        /// Why.
        reason: String,
    },
    /// Everybody is told something.
    Announce(String),
    /// The last fact that counts is to count no more.
    Undo,
    /// The stage is over.
    CloseStage,
    /// The event is over.
    Freeze,
    /// The log goes on elsewhere.
    HandOver(Digest),
    /// It comes back, with the seal of who had it.
    Return(Digest),
    /// It goes on without what was written elsewhere, and why.
    Recall(String),
}

/// Somebody who enters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewEntry {
    /// What it is called.
    pub name: String,
    /// The people; none where they are not known, or where the entry is a player.
    pub members: Vec<String>,
    /// Their club.
    pub club: Option<String>,
    /// Their strength: higher ratings are seeded first.
    pub rating: Option<i32>,
    /// What the public sees of the name.
    pub shown: Shown,
}

impl NewEntry {
    /// A walk-in of whom nothing else is known.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }
}

/// Whether a round may be paired with a rematch, a second bye or club mates if there is no other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// It is refused then, and says what it would take.
    Withheld,
    /// It may.
    Given,
}

/// A command as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Chosen by the sender, new for each command: sending the same again changes nothing.
    pub key: String,
    /// How many facts the sender has seen.
    pub expected: u64,
    /// When, in milliseconds since 1970.
    pub now: u64,
    /// What is asked for.
    pub command: Command,
}

/// The fact that a command leads to, if it may be. Undoing is the event's.
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
        Command::Draft(consent) => draft(state, consent)?,
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
        Command::Announce(text) => Fact::Announced { text },
        Command::Undo => return Err(Refused::NotLast(0)),
        Command::CloseStage => Fact::StageClosed,
        Command::Freeze => Fact::Frozen,
        Command::HandOver(to) => Fact::HandedOver { to },
        Command::Return(seal) => Fact::Returned { seal },
        Command::Recall(reason) => Fact::Recalled { reason },
    })
}

fn open_stage(state: &State) -> Result<Fact, Refused> {
    let rules = state
        .preset
        .stages
        .get(state.stages.len())
        .ok_or(Refused::NoMoreStages)?;
    // The order is looked for only among as many as can be paired.
    bound::opens(&rules.pairing, n_going_on(state))?;
    let order = order(state);
    let method = fold::resolved(&rules.pairing, order.len());
    bound::opens(&method, order.len())?;
    let rounds = fold::n_rounds(rules, &method, order.len());
    Ok(Fact::StageOpened { order, rounds })
}

/// How many play the next stage, which is known before their order.
fn n_going_on(state: &State) -> usize {
    match state.stages.last() {
        None => {
            let present = state.entries.keys().filter(|id| state.is_present(**id));
            present.count()
        }
        Some(before) => {
            let present = before.order.iter().filter(|id| state.is_present(**id));
            let through = before.rules.through.map_or(usize::MAX, usize::from);
            present.count().min(through)
        }
    }
}

/// Those who play the next stage, in the order of the seeds: in the first by rating and then by lot,
/// in a later one by the standings before it.
pub(crate) fn order(state: &State) -> Vec<EntryId> {
    let mut order = by_strength(state);
    let next = state.preset.stages.get(state.stages.len());
    let apart = Method::KnockOut {
        club_mates: ClubMates::Apart,
    };
    if next.is_some_and(|stage| stage.pairing == apart) {
        let club = |id: &EntryId| state.entries.get(id)?.club.as_deref();
        let clubs: Vec<Option<&str>> = order.iter().map(club).collect();
        let seeds = pairing::apart(&clubs);
        order = seeds.into_iter().map(|seed| order[seed]).collect();
    }
    order
}

/// By rating and lot, or by the standings of the stage before.
fn by_strength(state: &State) -> Vec<EntryId> {
    let Some(before) = state.stages.last() else {
        let present = state
            .entries
            .iter()
            .filter(|(id, _)| state.is_present(**id));
        let lot = |id: EntryId| draw::number(state.seed, "seeds", &[u64::from(id.0)]);
        let key = |(id, entry): (&EntryId, &crate::Entry)| (Reverse(entry.rating), lot(*id), *id);
        let mut keyed: Vec<_> = present.map(key).collect();
        keyed.sort();
        return keyed.into_iter().map(|(_, _, id)| id).collect();
    };
    let through = before.rules.through.map_or(usize::MAX, usize::from);
    let standings = standings::standings(state, before);
    let present = standings.iter().map(|standing| standing.entry);
    present
        .filter(|id| state.is_present(*id))
        .take(through)
        .collect()
}

/// The stage whose next round is due, as far as that is known before it is paired.
pub(crate) fn due(state: &State) -> Result<&Stage, Refused> {
    let stage = state.running().ok_or(Refused::NoStage)?;
    if stage.draft.is_some() {
        return Err(Refused::DraftWaiting);
    }
    fold::ready_to_pair(stage)?;
    bound::pairs(state, stage)?;
    Ok(stage)
}

fn draft(state: &State, consent: Consent) -> Result<Fact, Refused> {
    let stage = due(state)?;
    let made = pairing::make(state, stage);
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
