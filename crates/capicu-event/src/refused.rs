//! Why a command is refused, or why a fact cannot follow those before it.

use crate::bound::{Bound, MOST_PENALTY_POINTS, MOST_PENALTY_SCORE};
use crate::fact::Breach;
use crate::id::EntryId;
use crate::outcome::Impossible;
use crate::preset::PresetError;

/// Why something cannot be done. Each names the place; what to do instead is in the texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Something else happened since the one who asks looked.
    #[error("the event is at version {version}, not {expected}")]
    Behind {
        /// The number of facts there are.
        version: u64,
        /// The number that was expected.
        expected: u64,
    },
    /// It has to be the first fact, or must not be.
    #[error("an event is created once, by its first fact")]
    Creation,
    /// The preset cannot be played.
    #[error("preset: {0}")]
    Preset(#[from] PresetError),
    /// The event is over.
    #[error("the event is over")]
    Frozen,
    /// There is no such entry, or its number is not the next.
    #[error("there is no entry {0}")]
    NoEntry(EntryId),
    /// There is no prize for such a category.
    #[error("there is no prize for {0}")]
    NoCategory(String),
    /// A text that has to say something is empty, or too long.
    #[error("a name or a reason is missing or too long")]
    Text,
    /// Another entry has the name.
    #[error("there is an entry of this name already: {0}")]
    NameTaken(EntryId),
    /// An entry has more or fewer people than the preset allows.
    #[error("an entry of this event has from {least} to {most} members")]
    Members {
        /// At least.
        least: u8,
        /// At most.
        most: u8,
    },
    /// Nobody may enter any more.
    #[error("nobody may enter any more")]
    EntryClosed,
    /// The entry has left.
    #[error("entry {0} has left")]
    HasLeft(EntryId),
    /// The entry has no place yet.
    #[error("entry {0} waits for a place")]
    Waits(EntryId),
    /// The entry does not wait for a place.
    #[error("entry {0} does not wait for a place")]
    NotWaiting(EntryId),
    /// The entry has checked in already.
    #[error("entry {0} has checked in already")]
    Twice(EntryId),
    /// The round is over, is being paired, or does not exist.
    #[error("round {0} cannot be chosen")]
    NoRound(u16),
    /// There is no such person in the entry, or the new one is there already.
    #[error("nobody of this name can be replaced in entry {0}")]
    NoMember(EntryId),
    /// The entry is not out, or may not come back any more.
    #[error("entry {0} cannot come back")]
    NoReEntry(EntryId),
    /// The entry has had as many substitutes as the preset allows.
    #[error("entry {0} has had all its substitutes")]
    NoSubstitute(EntryId),
    /// A penalty that takes nothing away.
    #[error("a penalty takes points away")]
    NoPenalty,
    /// A penalty that takes more away than any may.
    #[error(
        "a penalty takes at most {MOST_PENALTY_POINTS} points, or {MOST_PENALTY_SCORE} of games"
    )]
    LargePenalty,
    /// There are as many as there may be.
    #[error("there are more than {most} {of:?}")]
    TooMany {
        /// Of what.
        of: Bound,
        /// How many there may be.
        most: usize,
    },
    /// The log has as many bytes as it may have.
    #[error("the log has the {most} bytes that it may have")]
    LogFull {
        /// How many.
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
    /// Fewer are there than a table seats.
    #[error("at least {0} have to be there")]
    TooFew(usize),
    /// The order of seeds names somebody twice, or somebody who does not play.
    #[error("the order of the seeds is not those who play, each once")]
    Order,
    /// A draft is waiting.
    #[error("a draft is waiting")]
    DraftWaiting,
    /// There is no draft.
    #[error("there is no draft")]
    NoDraft,
    /// Something it was paired from has changed.
    #[error("the draft is stale")]
    StaleDraft,
    /// The time of an arena is over: nobody is paired any more.
    #[error("the time is over")]
    TimeIsOver,
    /// Nobody can be paired now: fewer than two are free, or they have just met.
    #[error("nobody is free who has not just met the others")]
    NobodyFree,
    /// All rounds of the stage have been paired.
    #[error("the stage has no more rounds")]
    NoMoreRounds,
    /// Meetings without a result.
    #[error("meeting {0} has no result yet")]
    Unsettled(u16),
    /// It can only be paired by breaking something.
    #[error("the round cannot be paired without a rematch, a second bye or club mates")]
    NeedsConsent(Vec<Breach>),
    /// Somebody is seated twice.
    #[error("entry {0} is seated twice")]
    SeatedTwice(EntryId),
    /// Somebody who is there has no seat, or somebody who is not has one.
    #[error("entry {0} has to be seated exactly if it is there")]
    Seating(EntryId),
    /// A bye that was asked for, put down as one by pairing, or the other way round.
    #[error("the bye of entry {0} is of the wrong kind")]
    ByeKind(EntryId),
    /// Meetings with other numbers of sides than the stage has.
    #[error("meeting {0} has the wrong number of sides")]
    Sides(u16),
    /// A meeting without boards where they are due, or with boards that somebody has played.
    #[error("meeting {0} has other boards than it may have")]
    Boards(u16),
    /// The pairing of this stage follows from its schedule.
    #[error("the schedule of this stage cannot be changed")]
    Schedule,
    /// There is no such meeting.
    #[error("there is no meeting {0}")]
    NoMeeting(u16),
    /// Who speaks does not play in the meeting.
    #[error("entry {entry} does not play in meeting {meeting}")]
    NotThere {
        /// The meeting.
        meeting: u16,
        /// Who speaks.
        entry: EntryId,
    },
    /// A line-up that names others than members, somebody twice in a sitting or too often, or that does
    /// not fill a table.
    #[error("meeting {meeting}: the line-up of entry {entry} cannot be played")]
    LineUp {
        /// The meeting.
        meeting: u16,
        /// Which team.
        entry: EntryId,
    },
    /// It has a result already.
    #[error("meeting {0} has a result")]
    Settled(u16),
    /// Nothing was claimed that could be confirmed or disputed.
    #[error("nothing was claimed in meeting {0}")]
    NothingClaimed(u16),
    /// Somebody confirms or disputes what they said themselves.
    #[error("entry {0} has spoken already")]
    OwnClaim(EntryId),
    /// The desk has to settle what the sides may not.
    #[error("only the desk can say that meeting {0} was not played")]
    ForDesk(u16),
    /// The meeting is played at a table of the server, which writes the result down.
    #[error("the table of meeting {0} writes its result down")]
    AtTheTable(u16),
    /// The meeting, or the event, is not played at tables of the server.
    #[error("this is not played at a table of the server")]
    NotOnline,
    /// A meeting cannot end like this.
    #[error("meeting {meeting}: {why}")]
    Impossible {
        /// The meeting.
        meeting: u16,
        /// Why.
        why: Impossible,
    },
    /// The loser of a knock-out meeting is in the next round already.
    #[error("the next round follows from meeting {0}")]
    NextFollows(u16),
    /// It says the same as before.
    #[error("nothing would change")]
    NoChange,
    /// Results of the round are known.
    #[error("the round has results")]
    HasResults,
    /// It is not the last fact that counts, or the first of all.
    #[error("fact {0} is not the last one that counts")]
    NotLast(u64),
    /// The log goes on elsewhere.
    #[error("the event is at a venue, and its log goes on there")]
    Elsewhere,
    /// It was handed over, came back or was called back, which cannot be undone.
    #[error("that the event was handed over or came back cannot be undone")]
    HandedOn,
    /// The stage has rounds to play.
    #[error("the stage has rounds to play")]
    RoundsLeft,
}
