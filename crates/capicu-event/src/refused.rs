//! Reasons to refuse a command, or a fact that cannot follow those before it.

use crate::bound::{Bound, MOST_PENALTY_POINTS, MOST_PENALTY_SCORE};
use crate::id::EntryId;
use crate::meeting::Breach;
use crate::outcome::Impossible;
use crate::preset::PresetError;

/// The reason for a refusal, with the place. User texts add what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The event has changed since the sender last read it.
    #[error("the event is at version {version}, not {expected}")]
    Behind {
        /// The current number of facts.
        version: u64,
        /// The number that the sender expected.
        expected: u64,
    },
    /// Creation must be the first fact, and only that.
    #[error("an event is created once, by its first fact")]
    Creation,
    /// The preset cannot be used.
    #[error("preset: {0}")]
    Preset(#[from] PresetError),
    /// The event has ended.
    #[error("the event is over")]
    Frozen,
    /// The entry does not exist, or a new number is not the next.
    #[error("there is no entry {0}")]
    NoEntry(EntryId),
    /// No prize has this category.
    #[error("there is no prize for {0}")]
    NoCategory(String),
    /// A text is empty, too long, or contains control characters.
    #[error("a name or a reason is missing or too long")]
    Text,
    /// Another entry has this name.
    #[error("there is an entry of this name already: {0}")]
    NameTaken(EntryId),
    /// The number of people in an entry is outside the preset's range.
    #[error("an entry of this event has from {least} to {most} members")]
    Members {
        /// The smallest number.
        least: u8,
        /// The largest number.
        most: u8,
    },
    /// No entry has an opponent in the next round.
    #[error("nobody can play in the next round")]
    NobodyPlays,
    /// Entries are closed.
    #[error("nobody may enter any more")]
    EntryClosed,
    /// The entry has left.
    #[error("entry {0} has left")]
    HasLeft(EntryId),
    /// The entry is on the waiting list.
    #[error("entry {0} waits for a place")]
    Waits(EntryId),
    /// The entry is not on the waiting list.
    #[error("entry {0} does not wait for a place")]
    NotWaiting(EntryId),
    /// The entry has already checked in.
    #[error("entry {0} has checked in already")]
    Twice(EntryId),
    /// The round has ended, is being paired, or does not exist.
    #[error("round {0} cannot be chosen")]
    NoRound(u16),
    /// The entry has no such person, or already has the new one.
    #[error("nobody of this name can be replaced in entry {0}")]
    NoMember(EntryId),
    /// The entry is not eliminated, or may no longer return.
    #[error("entry {0} cannot come back")]
    NoReEntry(EntryId),
    /// The entry has used all substitutes that the preset allows.
    #[error("entry {0} has had all its substitutes")]
    NoSubstitute(EntryId),
    /// A penalty that takes nothing.
    #[error("a penalty takes points away")]
    NoPenalty,
    /// A penalty above the limits.
    #[error(
        "a penalty takes at most {MOST_PENALTY_POINTS} points, or {MOST_PENALTY_SCORE} of games"
    )]
    LargePenalty,
    /// A limit on the size of the event is reached.
    #[error("there are more than {most} {of:?}")]
    TooMany {
        /// The limited things.
        of: Bound,
        /// The limit itself.
        most: usize,
    },
    /// The log has reached its size limit.
    #[error("the log has the {most} bytes that it may have")]
    LogFull {
        /// The limit in bytes.
        most: usize,
    },
    /// A stage is running.
    #[error("a stage is running")]
    StageRunning,
    /// No stage is running.
    #[error("no stage is running")]
    NoStage,
    /// The preset has no more stages.
    #[error("there are no more stages")]
    NoMoreStages,
    /// These entries are equal in all keys, and not all can advance: the director's desk must settle the tie.
    #[error("{} entries are equal at the cut, and not all of them can advance", .0.len())]
    CutTied(Vec<EntryId>),
    /// The cut has no tie, or it is settled.
    #[error("there is no tie at a cut to settle")]
    NoTie,
    /// The result of this meeting is contested. The director's desk must correct it or reject the contest before the
    /// event ends.
    #[error("the result of meeting {0} is contested")]
    Contested(u16),
    /// Play has begun.
    #[error("the event has begun")]
    HasBegun,
    /// The event is cancelled.
    #[error("the event is cancelled")]
    Cancelled,
    /// Too few entries are present for a table of this size.
    #[error("at least {0} have to be there")]
    TooFew(usize),
    /// The seed order repeats an entry, or names one that does not play.
    #[error("the order of the seeds is not those who play, each once")]
    Order,
    /// A draft is waiting.
    #[error("a draft is waiting")]
    DraftWaiting,
    /// There is no draft.
    #[error("there is no draft")]
    NoDraft,
    /// An input of the draft has changed.
    #[error("the draft is stale")]
    StaleDraft,
    /// The time of an arena is over, so no more meetings begin.
    #[error("the time is over")]
    TimeIsOver,
    /// No pairing is possible now: fewer than two entries are free, or they have just met.
    #[error("nobody is free who has not just met the others")]
    NobodyFree,
    /// All rounds of the stage have been paired.
    #[error("the stage has no more rounds")]
    NoMoreRounds,
    /// This meeting has no settled result.
    #[error("meeting {0} has no result yet")]
    Unsettled(u16),
    /// The round can only be paired with these breaches.
    #[error("the round cannot be paired without a rematch, a second bye or club mates")]
    NeedsConsent(Vec<Breach>),
    /// The entry has two seats.
    #[error("entry {0} is seated twice")]
    SeatedTwice(EntryId),
    /// An entry present has no seat, or an absent one has a seat.
    #[error("entry {0} has to be seated exactly if it is there")]
    Seating(EntryId),
    /// A requested bye is given as a bye by pairing, or the other way round.
    #[error("the bye of entry {0} is of the wrong kind")]
    ByeKind(EntryId),
    /// The meeting has another number of sides than the stage requires.
    #[error("meeting {0} has the wrong number of sides")]
    Sides(u16),
    /// The meeting has no boards though they are due, or boards that an entry has played.
    #[error("meeting {0} has other boards than it may have")]
    Boards(u16),
    /// The schedule of the stage decides its pairing.
    #[error("the schedule of this stage cannot be changed")]
    Schedule,
    /// There is no such meeting.
    #[error("there is no meeting {0}")]
    NoMeeting(u16),
    /// The sender does not play in the meeting.
    #[error("entry {entry} does not play in meeting {meeting}")]
    NotThere {
        /// The meeting concerned.
        meeting: u16,
        /// The sender's entry.
        entry: EntryId,
    },
    /// A line-up has a stranger, a player twice or too often, or a table that is not full.
    #[error("meeting {meeting}: the line-up of entry {entry} cannot be played")]
    LineUp {
        /// The meeting concerned.
        meeting: u16,
        /// The team of the line-up.
        entry: EntryId,
    },
    /// The meeting is settled.
    #[error("meeting {0} has a result")]
    Settled(u16),
    /// There is no claim to confirm or dispute.
    #[error("nothing was claimed in meeting {0}")]
    NothingClaimed(u16),
    /// A side confirms or disputes its own claim.
    #[error("entry {0} has spoken already")]
    OwnClaim(EntryId),
    /// Only the director's desk may settle this.
    #[error("only the desk can say that meeting {0} was not played")]
    ForDesk(u16),
    /// The meeting is played at a table of the server, which records the result.
    #[error("the table of meeting {0} writes its result down")]
    AtTheTable(u16),
    /// The meeting or the event is not played at tables of the server.
    #[error("this is not played at a table of the server")]
    NotOnline,
    /// A meeting cannot end like this.
    #[error("meeting {meeting}: {why}")]
    Impossible {
        /// The meeting concerned.
        meeting: u16,
        /// The violated rule.
        why: Impossible,
    },
    /// The loser of a knock-out meeting already plays in the next round.
    #[error("the next round follows from meeting {0}")]
    NextFollows(u16),
    /// Nothing would change.
    #[error("nothing would change")]
    NoChange,
    /// Results of the round exist.
    #[error("the round has results")]
    HasResults,
    /// The fact is not the last one in force, or it is the creation.
    #[error("fact {0} is not the last one that counts")]
    NotLast(u64),
    /// The log continues at another server.
    #[error("the event is at a venue, and its log goes on there")]
    Elsewhere,
    /// Handing over, returning and recalling cannot be undone.
    #[error("that the event was handed over or came back cannot be undone")]
    HandedOn,
    /// The stage has rounds to play.
    #[error("the stage has rounds to play")]
    RoundsLeft,
}
