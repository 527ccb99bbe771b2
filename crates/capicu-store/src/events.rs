//! Events: tournaments, club evenings and leagues, each stored as the lines of its log.

use std::fmt;

use capicu_protocol::{EventId, PlayerId};

use crate::{Answer, Unavailable};

/// Logs of events, and the roles of people in them.
///
/// A log contains the whole truth about its event; only `capicu-event` interprets its lines. A store keeps them in
/// order, changes none, and removes them only with the whole event.
pub trait Events: Send + Sync + fmt::Debug {
    /// Stores a new event with the first lines of its log. `Ok` means stored.
    fn make_event(&self, event: NewEvent) -> Answer<'_, Result<(), EventError>>;

    /// Appends all lines or none. The last line in the log must have the number `after`.
    fn extend_event<'a>(
        &'a self,
        event: &'a EventId,
        after: u64,
        lines: Vec<String>,
    ) -> Answer<'a, Result<(), EventError>>;

    /// Stops an event, whose log then takes no more lines, or resumes it.
    fn hold_event<'a>(
        &'a self,
        event: &'a EventId,
        hold: Hold,
    ) -> Answer<'a, Result<(), EventError>>;

    /// Removes an event, its log and its roles. Matches that were played in it stay.
    fn remove_event<'a>(&'a self, event: &'a EventId) -> Answer<'a, Result<(), EventError>>;

    /// Returns the total size, in bytes, of the logs of all events that a player directs.
    fn event_bytes(&self, director: PlayerId) -> Answer<'_, Result<u64, Unavailable>>;

    /// Changes the role of a member in an event, or removes it. An event always has a director.
    fn appoint<'a>(
        &'a self,
        event: &'a EventId,
        player: PlayerId,
        part: Option<Part>,
    ) -> Answer<'a, Result<(), EventError>>;

    fn event<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Option<KeptEvent>, Unavailable>>;

    fn event_mark<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Option<EventMark>, Unavailable>>;

    /// Lists the people with a role in an event, by id. Deleted players have none.
    fn officials<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Vec<(PlayerId, Part)>, Unavailable>>;

    /// Assigns a player to a place of an entry, from 0. Repeating an assignment succeeds.
    fn enter_player<'a>(
        &'a self,
        event: &'a EventId,
        player: EventPlayer,
    ) -> Answer<'a, Result<(), EventError>>;

    /// Lists the players of entries, by entry and place, without deleted players.
    fn event_players<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Vec<EventPlayer>, Unavailable>>;

    /// Lists up to `limit` places of a player in events that are not stopped, those of the latest events first.
    fn entered_events(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<EnteredEvent>, Unavailable>>;

    /// Lists up to `limit` events, latest first; with a player, only those in which they have a role.
    fn events(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<ListedEvent>, Unavailable>>;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    #[default]
    None,
    Stopped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventMark {
    /// The number of the last line of its log.
    pub version: u64,
    pub hold: Hold,
}

/// The role of a person in an event. Each role includes the lower ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Reads the desk.
    Display,
    /// Also checks people in and enters results.
    Helper,
    /// Also pairs rounds and publishes them.
    Pairing,
    /// May do everything.
    Director,
}

impl Part {
    pub const fn id(self) -> &'static str {
        match self {
            Self::Display => "display",
            Self::Helper => "helper",
            Self::Pairing => "pairing",
            Self::Director => "director",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        [Self::Display, Self::Helper, Self::Pairing, Self::Director]
            .into_iter()
            .find(|part| part.id() == id)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventPlayer {
    pub entry: u32,
    /// Their place in the entry, from 0.
    pub place: u8,
    pub player: PlayerId,
}

/// The place of a player in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredEvent {
    pub event: EventId,
    pub entry: u32,
    /// Their place in the entry, from 0.
    pub place: u8,
    /// The number of the last line of the log.
    pub version: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    pub id: EventId,
    pub name: String,
    /// In milliseconds since 1970.
    pub made_at: u64,
    pub secret: [u8; 32],
    pub director: PlayerId,
    pub lines: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEvent {
    pub secret: [u8; 32],
    pub lines: Vec<String>,
    pub hold: Hold,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEvent {
    pub id: EventId,
    pub name: String,
    pub made_at: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    #[error("there is no such event, or no such member")]
    Unknown,
    /// The id is in use; the log has other lines than expected; the place in the entry is taken; or the player has
    /// another place.
    #[error("the log of the event has other lines")]
    Conflict,
    #[error("the event is stopped")]
    Stopped,
    #[error("an event keeps a director")]
    LastDirector,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
