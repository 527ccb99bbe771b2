//! Domino events: tournaments, club evenings and leagues.
//!
//! An [`Event`] is the fold of its numbered, hash-chained [`Fact`]s, as a table is of its own. A
//! [`Command`] and the time lead to facts; facts lead to the [`State`]; what somebody may know of the
//! state is [`Seen`]. Undoing adds a fact and deletes none. The crate reads no clock, touches no file
//! and has no generator of its own: times and seeds are handed in. `docs/events.md` says what holds in
//! every event and how it is proved.
//!
//! ```
//! use capicu_event::{Command, Envelope, Event, NewEntry, presets};
//!
//! let preset = presets::by_id("latin-pairs").expect("shipped");
//! let mut event = Event::create("Friday", preset, 7, 0).expect("the preset can be played");
//! for name in ["Ana and Luis", "Eva and Tito", "Rosa and Juan", "Nena and Paco"] {
//!     let entered = Command::Enter(NewEntry::named(name));
//!     let (key, expected) = (name.to_owned(), event.version());
//!     event.execute(&Envelope { key, expected, now: 1, command: entered }).expect("open for entries");
//! }
//! assert_eq!(event.state().entries.len(), 4);
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod board;
mod bound;
mod bracket;
mod command;
mod draw;
mod event;
mod fact;
mod fold;
mod id;
pub mod league;
mod log;
mod outcome;
pub mod pairing;
mod preset;
pub mod presets;
mod refused;
pub mod standings;
mod state;
mod view;

pub use board::Board;
pub use bound::{
    Bound, MOST_ANNOUNCEMENTS, MOST_PENALTIES, MOST_PENALTY_POINTS, MOST_PENALTY_SCORE,
};
pub use command::{Command, Consent, Envelope, NewEntry};
pub use event::{Broken, Event};
pub use fact::{Breach, Fact};
pub use id::{Digest, EntryId};
pub use log::{FORMAT, Line, Log, LogError};
pub use outcome::{Impossible, Outcome, SideScore, TableResult};
pub use pairing::{Bye, ByeKind, Costs, Meeting, Pairing};
pub use preset::{
    Absent, Award, CheckIn, CloseLoss, ClubMates, Clubs, Counts, Deals, DecidedBy, Draw, Draws,
    Duplicate, Entrants, Excess, ForfeitPolicy, Format, Method, Online, Preset, PresetError, Prize,
    PrizesEach, ReachedBy, Reset, Scoring, Sitting, StageRules, TieBreak, Venue, Watchers,
    Withdrawal, WithinGroup,
};
pub use refused::Refused;
pub use standings::Standing;
pub use state::{
    Claim, Draft, Entry, Payment, Penalty, Presence, Round, Shown, Stage, StageStatus, State,
    Status, Substitution, Table,
};
pub use view::{Seen, SeenBoard, SeenRound, SeenTable, Viewer};
