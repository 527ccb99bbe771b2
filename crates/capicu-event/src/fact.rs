//! Everything that can stand in the log of an event.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::id::{Digest, EntryId};
use crate::outcome::{Outcome, TableResult};
use crate::pairing::{Costs, Pairing};
use crate::preset::{Preset, Venue};
use crate::state::Shown;

/// Something that happened and does not follow from what came before. The fold of the facts that
/// have not been undone is the [`crate::State`].
///
/// Rounds count from 1 within their stage, meetings from 1 within their round as the table numbers
/// do. What concerns a round concerns the stage that is running, except where a stage is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// The event was created; always the first fact, and only that.
    Created {
        /// What it is called.
        name: String,
        /// What is played, whole, with all that was changed in the preset.
        preset: Box<Preset>,
        /// Where all its draws come from.
        seed: u64,
    },
    /// Somebody entered.
    Entered {
        /// The number of the entry: one more than the last.
        entry: EntryId,
        /// What it is called.
        name: String,
        /// The people, if they are known.
        members: Vec<String>,
        /// Their club.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        club: Option<String>,
        /// Their strength, for the seeds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
        /// What the public sees of the name.
        shown: Shown,
    },
    /// An entry may win the prizes of these categories, and no others.
    Categorised {
        /// Which.
        entry: EntryId,
        /// All of them.
        categories: BTreeSet<String>,
    },
    /// An entry has paid.
    Paid {
        /// Which.
        entry: EntryId,
    },
    /// It has not, or has had it back.
    Unpaid {
        /// Which.
        entry: EntryId,
    },
    /// From now on there are so many places; who comes later waits.
    Limited {
        /// How many; nothing if there is no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        places: Option<u16>,
    },
    /// An entry that waited has a place, whether or not one was free.
    LetIn {
        /// Which.
        entry: EntryId,
    },
    /// An entry is there, or is there again in an arena that it left.
    CheckedIn {
        /// Which.
        entry: EntryId,
    },
    /// An entry leaves; it is not paired any more, unless an arena takes it back.
    Withdrawn {
        /// Which.
        entry: EntryId,
        /// Why.
        reason: String,
    },
    /// An entry will not play a round, and said so before it was paired.
    ByeRequested {
        /// Which.
        entry: EntryId,
        /// The round of the running stage, or of the first.
        round: u16,
    },
    /// Who was out of a knock-out at tables comes back for the next round.
    ReEntered {
        /// Which.
        entry: EntryId,
    },
    /// Somebody plays for somebody else from the next round on.
    Substituted {
        /// In which entry.
        entry: EntryId,
        /// Who leaves it.
        leaves: String,
        /// Who joins it.
        joins: String,
    },
    /// Points were taken away by the director.
    Penalised {
        /// From whom.
        entry: EntryId,
        /// From the points of the standings.
        points: u16,
        /// From the points of games.
        score: u32,
        /// Why, and by which rule.
        reason: String,
    },
    /// The next stage began.
    StageOpened {
        /// Those who play it, in the order of the seeds.
        order: Vec<EntryId>,
        /// How many rounds it has.
        rounds: u16,
    },
    /// A round was paired. Nobody is told until it is published.
    Drafted {
        /// The round.
        round: u16,
        /// The name and version of the way it was paired.
        method: String,
        /// A digest of everything it was paired from; it tells a stale draft.
        inputs: Digest,
        /// Who meets whom.
        pairing: Pairing,
        /// What each meeting and then each bye cost.
        costs: Vec<Costs>,
        /// What the director consented to because there was no other way.
        consented: Vec<Breach>,
    },
    /// The draft was changed by hand.
    Edited {
        /// Who meets whom now.
        pairing: Pairing,
        /// Why.
        reason: String,
        /// What the new pairing breaks.
        breaches: Vec<Breach>,
    },
    /// The draft was thrown away.
    Discarded,
    /// The draft became the round.
    Published,
    /// The last round was taken back before any result was known; it is paired again.
    Unpublished {
        /// Why.
        reason: String,
    },
    /// A meeting of the last round is played elsewhere.
    Moved {
        /// The meeting.
        meeting: u16,
        /// Where.
        to: Venue,
    },
    /// A table of the server has written down how the meeting that was played at it ended.
    Recorded {
        /// The meeting.
        meeting: u16,
        /// The table: its id at the server.
        table: String,
        /// How it ended.
        outcome: Outcome,
    },
    /// A table of the server has written down how one table of a meeting of teams ended, or that a side has nobody
    /// there. The last one makes the result of the meeting.
    TableRecorded {
        /// The meeting.
        meeting: u16,
        /// Which of its tables, from 1, sitting by sitting.
        number: u16,
        /// The table: its id at the server.
        table: String,
        /// How it ended.
        result: TableResult,
    },
    /// A team said who sits at which table of its meeting; the last word before a result counts.
    LinedUp {
        /// The meeting.
        meeting: u16,
        /// Which team.
        by: EntryId,
        /// The names at each table, sitting by sitting; nobody where a table stays empty.
        tables: Vec<Vec<String>>,
    },
    /// A side said how a meeting ended.
    Claimed {
        /// The meeting.
        meeting: u16,
        /// Who says so: an entry of the meeting.
        by: EntryId,
        /// How it ended.
        outcome: Outcome,
    },
    /// Another side says the same. With enough of them, the result is agreed.
    Confirmed {
        /// The meeting.
        meeting: u16,
        /// Who says so.
        by: EntryId,
    },
    /// Another side says otherwise: the desk has to rule.
    Disputed {
        /// The meeting.
        meeting: u16,
        /// Who says so.
        by: EntryId,
        /// How it ended, after them.
        outcome: Outcome,
    },
    /// The desk settled a meeting: it took a claim, saw the sheet, ruled on a dispute, or declared a
    /// forfeit.
    Ruled {
        /// The meeting.
        meeting: u16,
        /// How it ended.
        outcome: Outcome,
        /// Why.
        reason: String,
    },
    /// A settled result was wrong. Standings are computed anew; published rounds stay.
    Corrected {
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
    /// The director tells everybody something.
    Announced {
        /// What.
        text: String,
    },
    /// An earlier fact counts no more. It stays on the log.
    Undone {
        /// Its number: the last one that still counts.
        of: u64,
    },
    /// The running stage is over.
    StageClosed,
    /// The event is over, and its standings are final.
    Frozen,
    /// The log goes on elsewhere, at a venue, until it comes back or is called back. Cannot be undone.
    HandedOver {
        /// What tells who may go on.
        to: Digest,
    },
    /// The venue gives the event back: nothing is added there any more. Cannot be undone.
    Returned {
        /// What only the venue can have made of the log so far.
        seal: Digest,
    },
    /// The event goes on here without what was written at the venue. Cannot be undone.
    Recalled {
        /// Why.
        reason: String,
    },
}

impl Fact {
    /// The edition in which there was such a fact for the first time: servers of a version before it cannot read the log.
    /// The numbers are those of `capicu_table::EDITION`, which counts up with a fact of a new version.
    pub const fn edition(&self) -> u16 {
        match self {
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
            | Self::Announced { .. }
            | Self::Undone { .. }
            | Self::StageClosed
            | Self::Frozen
            | Self::HandedOver { .. }
            | Self::Returned { .. }
            | Self::Recalled { .. } => 1,
        }
    }
}

/// What a pairing breaks that pairings ought to keep.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "breach", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Breach {
    /// These two have met before.
    Rematch {
        /// Who.
        entries: [EntryId; 2],
    },
    /// These two have been partners before.
    Partners {
        /// Who.
        entries: [EntryId; 2],
    },
    /// A bye by pairing for somebody who had one, while others had fewer.
    SecondBye {
        /// Who.
        entry: EntryId,
    },
    /// Club mates who were never to meet.
    ClubMates {
        /// Who.
        entries: [EntryId; 2],
    },
}
