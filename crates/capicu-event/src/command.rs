//! Commands, and their properties.

use std::collections::BTreeSet;

use crate::event::Event;
use crate::id::{Digest, EntryId};
use crate::outcome::{Outcome, TableResult};
use crate::pairing::Pairing;
use crate::preset::Venue;
use crate::standings::AtCut;
use crate::state::{Payment, Shown};

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
    /// Settles a tie at the cut after a stage, or for the title after the last stage.
    SettleCut {
        /// The way to settle it.
        by: AtCut,
        /// After a play-off: all tied entries, the first to advance or the winner first. Otherwise empty.
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

impl Envelope {
    /// A command for an event as it is now, with the event's version as its key. Only for a single sender: two senders
    /// with one version would have one key.
    pub fn next(event: &Event, now: u64, command: Command) -> Self {
        Self {
            key: event.version().to_string(),
            expected: event.version(),
            now,
            command,
        }
    }
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
