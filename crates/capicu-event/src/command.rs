//! Commands, and the facts that they lead to.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::bound;
use crate::draw;
use crate::fact::Fact;
use crate::fold;
use crate::id::{Digest, EntryId};
use crate::meeting::{Breach, Bye, ByeKind};
use crate::outcome::{Outcome, TableResult};
use crate::pairing::swiss::Version;
use crate::pairing::{self, Pairing};
use crate::preset::{ClubMates, KnockOut, Venue};
use crate::refused::Refused;
use crate::standings::{self, AtCut, Cut};
use crate::state::{Payment, Shown, Stage, State};

/// A request to change an event. Callers must check the permission of the sender.
///
/// Names and reasons are not empty and at most 2,000 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Adds an entry.
    Enter(NewEntry),
    /// Sets the prize categories of an entry, replacing earlier ones.
    Categorise(EntryId, BTreeSet<String>),
    /// Records whether an entry has paid.
    Pay(EntryId, Payment),
    /// Sets the number of places; `None` removes the limit.
    Limit(Option<u16>),
    /// Gives an entry on the waiting list a place.
    LetIn(EntryId),
    /// Marks an entry as present, also after it left an arena.
    CheckIn(EntryId),
    /// Withdraws an entry, with a reason.
    Withdraw(EntryId, String),
    /// Grants an entry a bye in a round of the stage.
    RequestBye(EntryId, u16),
    /// Lets an eliminated entry back into a knock-out at tables.
    ReEnter(EntryId),
    /// Lets an entry that left play again.
    ComeBack(EntryId),
    /// Replaces the data of an entry.
    CorrectEntry {
        /// The entry to correct.
        entry: EntryId,
        /// The corrected name.
        name: String,
        /// In the order of the previous members, with the same number if there were any.
        members: Vec<String>,
        /// `None` removes the club.
        club: Option<String>,
        /// `None` removes the rating; seeds do not change.
        rating: Option<i32>,
    },
    /// Replaces a member of an entry.
    Substitute {
        /// The entry of both people.
        entry: EntryId,
        /// A current member's name.
        leaves: String,
        /// The new member's name.
        joins: String,
    },
    /// Takes points from an entry.
    Penalise {
        /// The entry to penalize.
        entry: EntryId,
        /// Points of the standings to take.
        points: u16,
        /// Points of games to take.
        score: u32,
        /// The director's reason, with the rule applied.
        reason: String,
    },
    /// Opens the next stage with all entries present that advance.
    OpenStage,
    /// Settles a tie at the cut after a stage.
    SettleCut {
        /// The way to settle it.
        by: AtCut,
        /// After a play-off: all tied entries, the first to advance first. Otherwise empty.
        order: Vec<EntryId>,
    },
    /// Changes the number of rounds of the running stage.
    ChangeRounds {
        /// The new number, at least the rounds published or drafted.
        rounds: u16,
        /// The director's reason.
        reason: String,
    },
    /// Exchanges the pairings of two rounds of a round robin to come.
    ExchangeRounds {
        /// The earlier round.
        round: u16,
        /// The later round.
        with: u16,
        /// The director's reason.
        reason: String,
    },
    /// Keeps two entries from meeting, unless a schedule pairs them.
    KeepApart {
        /// Both entries, in any order.
        entries: [EntryId; 2],
        /// The director's reason.
        reason: String,
    },
    /// Lets two entries meet that were kept apart.
    AllowToMeet([EntryId; 2]),
    /// Gives an entry its own table, or frees it.
    FixTable {
        /// The entry with the table.
        entry: EntryId,
        /// From 1; `None` frees the entry.
        table: Option<u16>,
    },
    /// Numbers the tables from this number on.
    NumberTables(u16),
    /// Pairs the next round as a draft.
    Draft(Consent),
    /// Replaces the pairing of the draft.
    Edit {
        /// The complete new pairing.
        pairing: Pairing,
        /// The director's reason.
        reason: String,
    },
    /// Deletes the draft.
    Discard,
    /// Publishes the draft as a round.
    Publish,
    /// Takes the last round back, with a reason.
    Unpublish(String),
    /// Moves a meeting to another venue.
    Move {
        /// Its number from 1.
        meeting: u16,
        /// The new venue.
        to: Venue,
    },
    /// Records the result of a meeting played at a table of the server.
    Record {
        /// Its number from 1.
        meeting: u16,
        /// The id of the server's table.
        table: String,
        /// In the order of the sides.
        outcome: Outcome,
    },
    /// Records the result of one server table in a meeting of teams.
    RecordTable {
        /// Its number from 1.
        meeting: u16,
        /// The number of the table in the meeting, from 1, sitting by sitting.
        number: u16,
        /// The id of the server's table.
        table: String,
        /// In the order of the sides.
        result: TableResult,
    },
    /// Sets the players of a team for each table.
    LineUp {
        /// Its number from 1.
        meeting: u16,
        /// The team, an entry of the meeting.
        by: EntryId,
        /// The names at each table, sitting by sitting.
        tables: Vec<Vec<String>>,
    },
    /// Reports the result of a meeting, for one side.
    Claim {
        /// Its number from 1.
        meeting: u16,
        /// The reporting entry.
        by: EntryId,
        /// In the order of the sides.
        outcome: Outcome,
    },
    /// Confirms a reported result, for another side.
    Confirm {
        /// Its number from 1.
        meeting: u16,
        /// The confirming entry.
        by: EntryId,
    },
    /// Disputes a reported result, for another side.
    Dispute {
        /// Its number from 1.
        meeting: u16,
        /// The disputing entry.
        by: EntryId,
        /// The result according to this entry.
        outcome: Outcome,
    },
    /// Settles a meeting, for the director's desk.
    Rule {
        /// Its number from 1.
        meeting: u16,
        /// The final result.
        outcome: Outcome,
        /// The director's reason.
        reason: String,
    },
    /// Corrects a settled result.
    Correct {
        /// Counts from 1.
        stage: u16,
        /// Counts from 1 in the stage.
        round: u16,
        /// Counts from 1 in the round.
        meeting: u16,
        /// The correct result.
        outcome: Outcome,
        /// The director's reason.
        reason: String,
    },
    /// Contests a settled result, for one side.
    Contest {
        /// Counts from 1.
        stage: u16,
        /// Counts from 1 in the stage.
        round: u16,
        /// Counts from 1 in the round.
        meeting: u16,
        /// The contesting entry.
        by: EntryId,
        /// The entry's reason.
        reason: String,
    },
    /// Rejects a contest; the result stays.
    RejectContest {
        /// Counts from 1.
        stage: u16,
        /// Counts from 1 in the stage.
        round: u16,
        /// Counts from 1 in the round.
        meeting: u16,
        /// The director's reason.
        reason: String,
    },
    /// Starts or resumes the clock of the last round.
    StartClock,
    /// Pauses the clock of the last round.
    PauseClock,
    /// Adds minutes to the last round.
    ExtendClock {
        /// Only for this meeting, from 1; `None` for all.
        meeting: Option<u16>,
        /// At most 600 at once.
        minutes: u16,
    },
    /// Renames the event.
    Rename(String),
    /// Hides the event from lists of events.
    Hide,
    /// Shows the event in lists again.
    List,
    /// Cancels the event, with a reason.
    Cancel(String),
    /// Publishes an announcement from the director.
    Announce(String),
    /// Undoes the last fact in force.
    Undo,
    /// Closes the running stage.
    CloseStage,
    /// Ends the event with final standings.
    Freeze,
    /// Hands the log to a venue that can prove its identity.
    HandOver(Digest),
    /// Takes the log back; only the venue can compute the proof.
    Return(Digest),
    /// Takes the log back without the venue's changes, with a reason.
    Recall(String),
}

/// A new entry to add.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewEntry {
    /// Unique within the event.
    pub name: String,
    /// The people's names. Empty if unknown, or if the entry is one player.
    pub members: Vec<String>,
    /// A club name; pairings can keep mates apart.
    pub club: Option<String>,
    /// A strength for seeding, higher first.
    pub rating: Option<i32>,
    /// The public form of the name.
    pub shown: Shown,
}

impl NewEntry {
    /// An entry with only a name, such as a walk-in.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }
}

/// Permission to pair a round with a rematch, a second bye or club mates if nothing else is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Without permission, the pairing is refused with the list of breaches.
    Withheld,
    /// The pairing may contain breaches.
    Given,
}

/// A command with the data to send it safely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// A key chosen by the sender, new for each command. A command with a used key changes nothing.
    pub key: String,
    /// The number of facts known to the sender.
    pub expected: u64,
    /// The time in milliseconds since 1970.
    pub now: u64,
    /// The request itself.
    pub command: Command,
}

/// Properties of all commands of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandTraits {
    /// The expected cost of execution.
    pub effort: Effort,
    /// The copies of an event that accept it.
    pub written_by: WrittenBy,
    /// Whether a log at its size limit accepts it.
    pub in_full_log: InFullLog,
}

/// The expected cost of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A few milliseconds.
    Small,
    /// Seconds in a large event.
    Pairing,
}

/// The copies of an event that accept a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenBy {
    /// Only the copy that is being written.
    WrittenCopy,
    /// Also a copy whose event is at a venue.
    AnyCopy,
}

/// Whether a log at its size limit accepts a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFullLog {
    /// A full log refuses it.
    Refused,
    /// A full log accepts it, so that the event can still end.
    Accepted,
}

impl Command {
    /// The properties of this kind of command.
    pub const fn traits(&self) -> CommandTraits {
        let usual = CommandTraits {
            effort: Effort::Small,
            written_by: WrittenBy::WrittenCopy,
            in_full_log: InFullLog::Refused,
        };
        match self {
            Self::Draft(_) | Self::OpenStage => CommandTraits {
                effort: Effort::Pairing,
                ..usual
            },
            Self::CloseStage | Self::Freeze | Self::Return(_) => CommandTraits {
                in_full_log: InFullLog::Accepted,
                ..usual
            },
            Self::Recall(_) => CommandTraits {
                written_by: WrittenBy::AnyCopy,
                ..usual
            },
            Self::Enter(_)
            | Self::Categorise(..)
            | Self::Pay(..)
            | Self::Limit(_)
            | Self::LetIn(_)
            | Self::CheckIn(_)
            | Self::Withdraw(..)
            | Self::RequestBye(..)
            | Self::ReEnter(_)
            | Self::Substitute { .. }
            | Self::Penalise { .. }
            | Self::SettleCut { .. }
            | Self::ComeBack(_)
            | Self::CorrectEntry { .. }
            | Self::ChangeRounds { .. }
            | Self::ExchangeRounds { .. }
            | Self::KeepApart { .. }
            | Self::AllowToMeet(_)
            | Self::FixTable { .. }
            | Self::NumberTables(_)
            | Self::Contest { .. }
            | Self::RejectContest { .. }
            | Self::StartClock
            | Self::PauseClock
            | Self::ExtendClock { .. }
            | Self::Rename(_)
            | Self::Hide
            | Self::List
            | Self::Cancel(_)
            | Self::Edit { .. }
            | Self::Discard
            | Self::Publish
            | Self::Unpublish(_)
            | Self::Move { .. }
            | Self::Record { .. }
            | Self::RecordTable { .. }
            | Self::LineUp { .. }
            | Self::Claim { .. }
            | Self::Confirm { .. }
            | Self::Dispute { .. }
            | Self::Rule { .. }
            | Self::Correct { .. }
            | Self::Announce(_)
            | Self::Undo
            | Self::HandOver(_) => usual,
        }
    }
}

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

/// The order of the tied entries at the cut of the last stage, if everyone advances or a lot decides.
pub(crate) fn settled(state: &State, by: AtCut) -> Result<Vec<EntryId>, Refused> {
    let stage = state.stages.last().ok_or(Refused::NoStage)?;
    let tied = open_cut(state).ok_or(Refused::NoTie)?.tied;
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
    let apart = Some(KnockOut::Bracket {
        club_mates: ClubMates::Apart,
    });
    if next.is_some_and(|stage| stage.pairing.traits().knock_out == apart) {
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
