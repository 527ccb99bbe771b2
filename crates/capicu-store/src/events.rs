//! Events: tournaments, club evenings and leagues, each kept as the lines of its log.

use std::fmt;

use capicu_protocol::PlayerId;

use crate::{Answer, Unavailable};

/// The logs of events, and who may do what at them.
///
/// A log is the only truth about its event. What a line says is for `capicu-event` to know; a store keeps the lines
/// in their order, changes none, and removes none but with the whole event.
pub trait Events: Send + Sync + fmt::Debug {
    /// Keeps a new event with the first lines of its log. When the answer is `Ok`, it is stored.
    fn make_event(&self, event: NewEvent) -> Answer<'_, Result<(), EventError>>;

    /// Adds lines to a log after the line of number `after`, its last: all of them or none.
    fn extend_event<'a>(
        &'a self,
        event: &'a str,
        after: u64,
        lines: Vec<String>,
    ) -> Answer<'a, Result<(), EventError>>;

    /// Stops an event, whose log then takes no more lines, or lets it continue.
    fn hold_event<'a>(&'a self, event: &'a str, hold: Hold) -> Answer<'a, Result<(), EventError>>;

    /// Removes an event with its log, and who had which part in it. Matches that were played in it stay.
    fn remove_event<'a>(&'a self, event: &'a str) -> Answer<'a, Result<(), EventError>>;

    /// How many bytes the logs of all events have that a player directs.
    fn event_bytes(&self, director: PlayerId) -> Answer<'_, Result<u64, Unavailable>>;

    /// Gives a member another part in an event, or none. An event keeps at least one director.
    fn appoint<'a>(
        &'a self,
        event: &'a str,
        player: PlayerId,
        part: Option<Part>,
    ) -> Answer<'a, Result<(), EventError>>;

    /// All that is kept of an event.
    fn event<'a>(&'a self, event: &'a str) -> Answer<'a, Result<Option<KeptEvent>, Unavailable>>;

    /// How far an event is; `None` if there is no such event.
    fn event_mark<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Option<EventMark>, Unavailable>>;

    /// Who has which part in an event, by their ids. Players who are gone have none.
    fn officials<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Vec<(PlayerId, Part)>, Unavailable>>;

    /// Says that a player is one of the people of an entry: `place` counts them from 0. A place that is the player's
    /// already stays so.
    fn enter_player<'a>(
        &'a self,
        event: &'a str,
        player: EventPlayer,
    ) -> Answer<'a, Result<(), EventError>>;

    /// Who plays in which entry, by entries and places. Players who are gone play in none.
    fn event_players<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Vec<EventPlayer>, Unavailable>>;

    /// The events, the latest first: at most `limit`, and only those in which a player has a part where one is named.
    fn events(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<ListedEvent>, Unavailable>>;
}

/// Whether an event may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// It may.
    #[default]
    None,
    /// An admin has stopped it.
    Stopped,
}

/// How far an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventMark {
    /// The number of the last line of its log.
    pub version: u64,
    /// Whether it may change.
    pub hold: Hold,
}

/// What somebody may do at an event; a greater part includes the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Reads the desk.
    Display,
    /// Checks people in and puts down results.
    Helper,
    /// Pairs rounds and publishes them.
    Pairing,
    /// Does everything.
    Director,
}

impl Part {
    /// The word in forms and in the store.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Display => "display",
            Self::Helper => "helper",
            Self::Pairing => "pairing",
            Self::Director => "director",
        }
    }

    /// The part of a word.
    pub fn by_id(id: &str) -> Option<Self> {
        [Self::Display, Self::Helper, Self::Pairing, Self::Director]
            .into_iter()
            .find(|part| part.id() == id)
    }
}

/// A player of an entry of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventPlayer {
    /// The number of the entry.
    pub entry: u32,
    /// Which of its people, from 0.
    pub place: u8,
    /// Who.
    pub player: PlayerId,
}

/// An event to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// Its id, as in its address.
    pub id: String,
    /// What it is called, for lists of events.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: u64,
    /// What the slips of its tables are signed with.
    pub secret: [u8; 32],
    /// The member who directs it.
    pub director: PlayerId,
    /// The first lines of its log.
    pub lines: Vec<String>,
}

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEvent {
    /// What the slips of its tables are signed with.
    pub secret: [u8; 32],
    /// The lines of its log.
    pub lines: Vec<String>,
    /// Whether it may change.
    pub hold: Hold,
}

/// An event in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEvent {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// When it was made.
    pub made_at: u64,
}

/// Why something about an event was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// There is no such event, or nobody who could have the part.
    #[error("there is no such event, or no such member")]
    Unknown,
    /// The id is another event's, the log has other lines than were expected, the place in an entry is somebody else's,
    /// or the player has another.
    #[error("the log of the event has other lines")]
    Conflict,
    /// An admin has stopped the event.
    #[error("the event is stopped")]
    Stopped,
    /// Nobody would direct the event any more.
    #[error("an event keeps a director")]
    LastDirector,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
