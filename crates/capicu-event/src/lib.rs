#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod board;
mod bound;
mod bracket;
mod command;
mod decide;
mod draw;
mod event;
mod fact;
mod fold;
mod id;
pub mod league;
mod log;
mod meeting;
mod outcome;
pub mod pairing;
mod preset;
pub mod presets;
mod queue;
mod refused;
pub mod report;
pub mod standings;
mod state;
pub mod trf;
mod view;
pub mod winner_stays;

pub use board::Board;
pub use bound::{
    Bound, MOST_ANNOUNCEMENTS, MOST_PENALTIES, MOST_PENALTY_POINTS, MOST_PENALTY_SCORE,
};
pub use command::{
    Command, CommandTraits, Consent, Effort, Envelope, InFullLog, NewEntry, WrittenBy,
};
pub use event::{Broken, Event};
pub use fact::{AfterTheEnd, Fact, FactTraits, Readers, Step, Undo};
pub use id::{Digest, EntryId};
pub use log::{FORMAT, Line, Log, LogError};
pub use meeting::{Breach, Bye, ByeKind, Costs, Meeting, Pairing};
pub use outcome::{AdjustedBoard, Average, Impossible, Outcome, SideScore, TableResult};
pub use preset::{
    Absent, Award, BoardsMove, CheckIn, CloseLoss, ClubMates, Clubs, Counts, Deals, DecidedBy,
    Draw, Draws, Duplicate, Entrants, Excess, Floats, ForfeitPolicy, Format, KnockOut, LastRounds,
    LateRounds, Length, Matching, Method, Movement, Online, Order, PairedBy, Preset, PresetError,
    Prize, PrizesEach, ReachedBy, Reset, Scoring, Sides, Sitting, StageRules, TeamTotals,
    ThirdPlace, TieBreak, Traits, Venue, Watchers, Winners, Withdrawal, WithinGroup,
};
pub use queue::Queue;
pub use refused::Refused;
pub use standings::{AtCut, Cut, CutKey, CutSettled, Definitions, Direction, Standing};
pub use state::{
    Claim, Clock, Contest, Draft, Entry, Payment, Penalty, Presence, Round, Shown, Stage,
    StageStatus, State, Status, Substitution, Table,
};
pub use view::{Viewer, VisibleBoard, VisibleRound, VisibleState, VisibleTable};
