//! Facts: the contents of an event's log.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::bound::Bound;
use crate::id::{Digest, EntryId};
use crate::meeting::{Breach, Costs, Pairing};
use crate::outcome::{Outcome, TableResult};
use crate::preset::{Preset, Venue};
use crate::standings::{AtCut, Definitions};
use crate::state::Shown;

/// A fact that does not follow from earlier ones. Replaying the facts that were not undone gives the [`crate::State`].
///
/// Rounds count from 1 in their stage. Meetings count from 1 in their round, like the tables. Facts about rounds
/// concern the running stage unless they name one.
///
/// Names and reasons are not empty and at most 2,000 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// The event was created. Always the first fact, and only that.
    Created {
        /// The name of the event.
        name: String,
        /// A whole copy, with all changes to the preset.
        preset: Box<Preset>,
        /// The source of all draws.
        seed: u64,
        /// The version of the definitions of the tie-breaks.
        #[serde(default, skip_serializing_if = "Definitions::is_first")]
        tie_breaks: Definitions,
    },
    /// An entry was added.
    Entered {
        /// The last entry's number plus 1.
        entry: EntryId,
        /// Unique within the event.
        name: String,
        /// The people's names, or empty if unknown.
        members: Vec<String>,
        /// A club name; pairings can keep mates apart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        club: Option<String>,
        /// A strength for seeding, higher first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
        /// The public form of the name.
        shown: Shown,
    },
    /// The prize categories of an entry were set.
    Categorised {
        /// The entry with these categories.
        entry: EntryId,
        /// All of its categories; others no longer apply.
        categories: BTreeSet<String>,
    },
    /// An entry has paid.
    Paid {
        /// The entry that paid.
        entry: EntryId,
    },
    /// An entry has not paid, or was paid back.
    Unpaid {
        /// The entry without payment.
        entry: EntryId,
    },
    /// The number of places was set; later entries go to the waiting list.
    Limited {
        /// The new number; `None` means no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        places: Option<u16>,
    },
    /// A waiting entry got a place, even if all were taken.
    LetIn {
        /// The entry from the waiting list.
        entry: EntryId,
    },
    /// An entry is present, also after it left an arena.
    CheckedIn {
        /// The entry at the event.
        entry: EntryId,
    },
    /// An entry left. It is not paired again, unless an arena takes it back.
    Withdrawn {
        /// The entry that left.
        entry: EntryId,
        /// The stated reason.
        reason: String,
    },
    /// An entry asked for a bye before the round was paired.
    ByeRequested {
        /// The entry that asked.
        entry: EntryId,
        /// The round of the running stage, or of the first.
        round: u16,
    },
    /// An eliminated entry returned to a knock-out at tables for the next round.
    ReEntered {
        /// The entry that returned.
        entry: EntryId,
    },
    /// An entry that left is back. It is paired from the next round on, and the rounds before count as missed.
    CameBack {
        /// The entry that is back.
        entry: EntryId,
    },
    /// The data of an entry were corrected.
    EntryCorrected {
        /// The entry with new data.
        entry: EntryId,
        /// The corrected name.
        name: String,
        /// In the order of the previous members.
        members: Vec<String>,
        /// `None` removes the club.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        club: Option<String>,
        /// The corrected rating; existing seeds do not change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
    },
    /// A member of an entry was replaced from the next round on.
    Substituted {
        /// The entry of both people.
        entry: EntryId,
        /// The replaced member's name.
        leaves: String,
        /// The new member's name.
        joins: String,
    },
    /// The director took points from an entry.
    Penalised {
        /// The entry with the penalty.
        entry: EntryId,
        /// Points of the standings.
        points: u16,
        /// Points of games.
        score: u32,
        /// The reason, with the rule applied.
        reason: String,
    },
    /// The next stage began.
    StageOpened {
        /// The entries of the stage in seed order.
        order: Vec<EntryId>,
        /// The planned number of rounds.
        rounds: u16,
    },
    /// The number of rounds of the running stage changed.
    RoundsChanged {
        /// At least the number of published rounds.
        rounds: u16,
        /// The director's reason.
        reason: String,
    },
    /// Two rounds of a round robin to come exchanged their pairings.
    RoundsExchanged {
        /// The earlier one, not paired yet.
        round: u16,
        /// The later one.
        with: u16,
        /// The director's reason.
        reason: String,
    },
    /// Two entries must not meet, unless a schedule pairs them or the director consents.
    KeptApart {
        /// The lower number first.
        entries: [EntryId; 2],
        /// The director's reason.
        reason: String,
    },
    /// Two entries kept apart may meet again.
    AllowedToMeet {
        /// The lower number first.
        entries: [EntryId; 2],
    },
    /// An entry always sits at one table, such as a table near the door.
    TableFixed {
        /// The entry with the table.
        entry: EntryId,
        /// From 1; `None` frees the entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<u16>,
    },
    /// The tables are numbered from here on, so that several events share a room.
    TablesNumbered {
        /// The number of the first table, from 1.
        first: u16,
    },
    /// A round was paired. The draft is secret until it is published.
    Drafted {
        /// Counts from 1 in the stage.
        round: u16,
        /// The name and version of the pairing method.
        method: String,
        /// A digest of all inputs of the pairing, to notice a stale draft.
        inputs: Digest,
        /// The meetings and byes.
        pairing: Pairing,
        /// The costs of each meeting, then of each bye.
        costs: Vec<Costs>,
        /// The breaches that the director accepted because there was no other way.
        consented: Vec<Breach>,
    },
    /// The director changed the draft.
    Edited {
        /// The complete new pairing.
        pairing: Pairing,
        /// The director's reason.
        reason: String,
        /// The breaches of the new pairing.
        breaches: Vec<Breach>,
    },
    /// The draft was deleted.
    Discarded,
    /// The draft became a round.
    Published,
    /// The last round was taken back before any result. It will be paired again.
    Unpublished {
        /// The director's reason.
        reason: String,
    },
    /// A meeting of the last round moved to another venue.
    Moved {
        /// Counts from 1 in the round.
        meeting: u16,
        /// The new venue.
        to: Venue,
    },
    /// A table of the server recorded the result of the meeting played there.
    Recorded {
        /// Counts from 1 in the round.
        meeting: u16,
        /// The id of the server's table.
        table: String,
        /// In the order of the sides.
        outcome: Outcome,
    },
    /// A table of the server recorded its result in a meeting of teams, or that a side has no players there. The last
    /// table settles the meeting.
    TableRecorded {
        /// Counts from 1 in the round.
        meeting: u16,
        /// The number of the table in the meeting, from 1, sitting by sitting.
        number: u16,
        /// The id of the server's table.
        table: String,
        /// In the order of the sides.
        result: TableResult,
    },
    /// A team named its players for each table of a meeting. The last line-up before a result counts.
    LinedUp {
        /// Counts from 1 in the round.
        meeting: u16,
        /// The team, an entry of the meeting.
        by: EntryId,
        /// The names at each table, sitting by sitting; empty lists for empty tables.
        tables: Vec<Vec<String>>,
    },
    /// A side reported the result of a meeting.
    Claimed {
        /// Counts from 1 in the round.
        meeting: u16,
        /// The reporting entry of the meeting.
        by: EntryId,
        /// In the order of the sides.
        outcome: Outcome,
    },
    /// Another side confirmed the report. More than half of the sides settle the result.
    Confirmed {
        /// Counts from 1 in the round.
        meeting: u16,
        /// The confirming entry of the meeting.
        by: EntryId,
    },
    /// Another side disputed the report, so that the director's desk must rule.
    Disputed {
        /// Counts from 1 in the round.
        meeting: u16,
        /// The disputing entry of the meeting.
        by: EntryId,
        /// The result according to this entry.
        outcome: Outcome,
    },
    /// The director's desk settled a meeting: it accepted a report, read the result slip, ruled on a dispute, or
    /// declared a forfeit.
    Ruled {
        /// Counts from 1 in the round.
        meeting: u16,
        /// In the order of the sides.
        outcome: Outcome,
        /// The director's reason.
        reason: String,
    },
    /// A settled result was corrected. Standings are computed again; published rounds stay.
    Corrected {
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
    /// A side contested a settled result. It counts until the director's desk corrects it.
    Contested {
        /// Counts from 1.
        stage: u16,
        /// Counts from 1 in the stage.
        round: u16,
        /// Counts from 1 in the round.
        meeting: u16,
        /// The contesting entry of the meeting.
        by: EntryId,
        /// The entry's reason.
        reason: String,
    },
    /// The director's desk kept a contested result.
    ContestRejected {
        /// Counts from 1.
        stage: u16,
        /// Counts from 1 in the stage.
        round: u16,
        /// Counts from 1 in the round.
        meeting: u16,
        /// The director's reason.
        reason: String,
    },
    /// The clock of the last round started or resumed.
    ClockStarted,
    /// The clock of the last round was paused.
    ClockPaused,
    /// The last round got additional minutes.
    ClockExtended {
        /// Only for this meeting, from 1; `None` for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meeting: Option<u16>,
        /// At most 600 at once.
        minutes: u16,
    },
    /// The event was renamed.
    Renamed {
        /// The new name of the event.
        name: String,
    },
    /// The event was hidden from lists.
    Hidden,
    /// The event was shown in lists again.
    Listed,
    /// The event was cancelled. No fact may follow except undoing this one.
    Cancelled {
        /// The director's reason.
        reason: String,
    },
    /// The director published an announcement.
    Announced {
        /// Not empty, at most 2,000 bytes.
        text: String,
    },
    /// An earlier fact was undone. It stays in the log without effect.
    Undone {
        /// Its number, the last one in force.
        of: u64,
    },
    /// The running stage ended.
    StageClosed,
    /// The director's desk settled a tie at the cut after the last stage, or for the title at the end of the event.
    CutSettled {
        /// The way it was settled.
        by: AtCut,
        /// All tied entries, the first to advance or the winner first.
        order: Vec<EntryId>,
    },
    /// The event ended; its standings are final.
    Frozen,
    /// The log was handed to a venue, until it is returned or recalled. Cannot be undone.
    HandedOver {
        /// A digest of the venue's key.
        to: Digest,
    },
    /// The venue returned the event and adds no more facts. Cannot be undone.
    Returned {
        /// A proof that only the venue can compute from the log before this fact.
        seal: Digest,
    },
    /// The event continues here without the venue's changes. Cannot be undone.
    Recalled {
        /// The director's reason.
        reason: String,
    },
}

/// Properties of all facts of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactTraits {
    /// The first edition with this kind of fact; older servers cannot read a log that contains it. Numbers are those of
    /// `capicu_table::EDITION`, which grows with a fact of a new version.
    pub edition: u16,
    /// Whether it can be undone.
    pub undo: Undo,
    /// Whether it may follow the end of the event.
    pub after_the_end: AfterTheEnd,
    /// The limit that each such fact counts toward.
    pub bound: Option<Bound>,
    /// The readers of it in the log of the event.
    pub readers: Readers,
}

/// Whether a fact can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// As long as no later fact is in force.
    WhileLast,
    /// Never: another copy of the log may have continued from it.
    Never,
}

/// Whether a fact may follow the end of the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTheEnd {
    /// Refused after the end.
    Refused,
    /// Accepted after the end.
    Accepted,
}

/// The readers of a fact in the log of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// The public, without login.
    Everybody,
    /// Only the director's desk.
    Desk,
}

/// The effect of a fact on the rounds of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A stage opened, with the seed order that follows from the state.
    Opened(&'a [EntryId]),
    /// A round was paired, as follows from the state.
    Drafted {
        /// The name and version of the pairing method.
        method: &'a str,
    },
    /// A draft was changed; its breaches follow from the state.
    Edited {
        /// The complete new pairing.
        pairing: &'a Pairing,
        /// The breaches of the new pairing.
        breaches: &'a [Breach],
    },
    /// The draft was deleted.
    Discarded,
    /// The draft became a round.
    Published,
    /// The last round was taken back.
    Unpublished,
    /// No effect on rounds.
    None,
}

impl Fact {
    /// The properties of this kind of fact.
    pub fn traits(&self) -> FactTraits {
        let usual = FactTraits {
            edition: 1,
            undo: Undo::WhileLast,
            after_the_end: AfterTheEnd::Refused,
            bound: None,
            readers: Readers::Everybody,
        };
        match self {
            Self::Entered { .. } => FactTraits {
                bound: Some(Bound::Entries),
                ..usual
            },
            Self::Penalised { .. } => FactTraits {
                bound: Some(Bound::Penalties),
                ..usual
            },
            Self::Announced { .. } => FactTraits {
                bound: Some(Bound::Announcements),
                ..usual
            },
            Self::CutSettled { .. }
            | Self::CameBack { .. }
            | Self::RoundsChanged { .. }
            | Self::RoundsExchanged { .. }
            | Self::AllowedToMeet { .. }
            | Self::TableFixed { .. }
            | Self::TablesNumbered { .. }
            | Self::ContestRejected { .. }
            | Self::ClockStarted
            | Self::ClockPaused
            | Self::ClockExtended { .. }
            | Self::Renamed { .. }
            | Self::Cancelled { .. } => FactTraits {
                edition: 5,
                ..usual
            },
            // An event made by mistake, or for a trial, can leave the lists.
            Self::Hidden | Self::Listed => FactTraits {
                edition: 5,
                after_the_end: AfterTheEnd::Accepted,
                ..usual
            },
            // These may contain names that the public sees only as numbers.
            Self::EntryCorrected { .. } | Self::Contested { .. } | Self::KeptApart { .. } => {
                FactTraits {
                    edition: 5,
                    readers: Readers::Desk,
                    ..usual
                }
            }
            Self::Paid { .. } | Self::Unpaid { .. } => FactTraits {
                readers: Readers::Desk,
                ..usual
            },
            Self::HandedOver { .. } | Self::Recalled { .. } => FactTraits {
                undo: Undo::Never,
                ..usual
            },
            // An event that ended at a venue can still be returned.
            Self::Returned { .. } => FactTraits {
                undo: Undo::Never,
                after_the_end: AfterTheEnd::Accepted,
                ..usual
            },
            Self::Created {
                preset, tie_breaks, ..
            } => FactTraits {
                edition: preset.edition().max(tie_breaks.edition()),
                ..usual
            },
            Self::Categorised { .. }
            | Self::Limited { .. }
            | Self::LetIn { .. }
            | Self::CheckedIn { .. }
            | Self::Withdrawn { .. }
            | Self::ByeRequested { .. }
            | Self::ReEntered { .. }
            | Self::Substituted { .. }
            | Self::StageOpened { .. }
            | Self::Drafted { .. }
            | Self::Edited { .. }
            | Self::Discarded
            | Self::Published
            | Self::Unpublished { .. }
            | Self::Moved { .. }
            | Self::Recorded { .. }
            | Self::TableRecorded { .. }
            | Self::LinedUp { .. }
            | Self::Claimed { .. }
            | Self::Confirmed { .. }
            | Self::Disputed { .. }
            | Self::Ruled { .. }
            | Self::Corrected { .. }
            | Self::Undone { .. }
            | Self::StageClosed
            | Self::Frozen => usual,
        }
    }

    /// The fact's effect on the rounds of a stage.
    pub fn step(&self) -> Step<'_> {
        match self {
            Self::StageOpened { order, .. } => Step::Opened(order),
            Self::Drafted { method, .. } => Step::Drafted { method },
            Self::Edited {
                pairing, breaches, ..
            } => Step::Edited { pairing, breaches },
            Self::Discarded => Step::Discarded,
            Self::Published => Step::Published,
            Self::Unpublished { .. } => Step::Unpublished,
            Self::Created { .. }
            | Self::Entered { .. }
            | Self::Categorised { .. }
            | Self::Paid { .. }
            | Self::Unpaid { .. }
            | Self::Limited { .. }
            | Self::LetIn { .. }
            | Self::CheckedIn { .. }
            | Self::Withdrawn { .. }
            | Self::ByeRequested { .. }
            | Self::ReEntered { .. }
            | Self::Substituted { .. }
            | Self::Penalised { .. }
            | Self::Moved { .. }
            | Self::Recorded { .. }
            | Self::TableRecorded { .. }
            | Self::LinedUp { .. }
            | Self::Claimed { .. }
            | Self::Confirmed { .. }
            | Self::Disputed { .. }
            | Self::Ruled { .. }
            | Self::Corrected { .. }
            | Self::Announced { .. }
            | Self::Undone { .. }
            | Self::StageClosed
            | Self::CutSettled { .. }
            | Self::CameBack { .. }
            | Self::EntryCorrected { .. }
            | Self::RoundsChanged { .. }
            | Self::RoundsExchanged { .. }
            | Self::KeptApart { .. }
            | Self::AllowedToMeet { .. }
            | Self::TableFixed { .. }
            | Self::TablesNumbered { .. }
            | Self::Contested { .. }
            | Self::ContestRejected { .. }
            | Self::ClockStarted
            | Self::ClockPaused
            | Self::ClockExtended { .. }
            | Self::Renamed { .. }
            | Self::Hidden
            | Self::Listed
            | Self::Cancelled { .. }
            | Self::Frozen
            | Self::HandedOver { .. }
            | Self::Returned { .. }
            | Self::Recalled { .. } => Step::None,
        }
    }
}
