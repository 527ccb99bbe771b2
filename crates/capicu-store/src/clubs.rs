//! Clubs: people, events, seasons, private leagues and audit.

mod evening;

use std::fmt;

use capicu_protocol::{ClubId, EventId, PlayerId};

use crate::{Answer, Player, Unavailable};

pub use evening::{
    ClubMatch, ClubMatchPlayer, Consent, EveningNumber, MOST_ASKED_MATCHES, MOST_CLUB_MATCHES,
    NewClubMatch, NewEvening, OwnEvening,
};

pub const MOST_CLUBS: u32 = 5;

/// People that a club may have, including those who ask to join or are invited.
pub const MOST_CLUB_PEOPLE: u32 = 1000;

pub const MOST_ASKED_CLUBS: u32 = 20;

pub const MOST_SEASONS: u32 = 200;

pub const MOST_CLUB_EVENTS: u32 = 2000;

/// The clubs of a server. Times are milliseconds since 1970.
///
/// People of clubs are members of the server. An open club has one owner. If the owner is deleted, the person with the
/// highest remaining role becomes owner, of several the one who has had it longest. If nobody is left, the club closes.
/// In a closed club nothing changes, except that people leave it; its events continue.
pub trait Clubs: Send + Sync + fmt::Debug {
    /// Applies a change and its audit entry in one transaction. `Ok` means stored.
    fn change_club(&self, change: ClubChange) -> Answer<'_, Result<(), ClubError>>;

    /// Returns the club whose address has this skeleton.
    fn club<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Club>, Unavailable>>;

    /// Lists up to `limit` clubs by name. With a player, lists all clubs in which they have a role, or which they asked
    /// or invited them; otherwise open clubs.
    fn clubs(&self, of: Option<PlayerId>, limit: u32)
    -> Answer<'_, Result<Vec<Club>, Unavailable>>;

    /// Lists the people of a club, highest role first, then by how long they have had it.
    fn club_people<'a>(
        &'a self,
        club: &'a ClubId,
    ) -> Answer<'a, Result<Vec<ClubPerson>, Unavailable>>;

    /// Lists the seasons of a club by number.
    fn seasons<'a>(&'a self, club: &'a ClubId) -> Answer<'a, Result<Vec<Season>, Unavailable>>;

    /// Lists the events of a club, latest start first. Events without a start come last, by id.
    fn club_events<'a>(
        &'a self,
        club: &'a ClubId,
    ) -> Answer<'a, Result<Vec<ClubEvent>, Unavailable>>;

    /// Returns the club that an event belongs to.
    fn club_of_event<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Option<Club>, Unavailable>>;

    /// Lists up to `limit` new events that a player has not opened yet, latest first. Clubs that the player left have
    /// none.
    fn club_notices(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<ClubNotice>, Unavailable>>;

    /// Lists the matches of the league of a club by day, then in the order in which they were given.
    fn club_matches<'a>(
        &'a self,
        club: &'a ClubId,
    ) -> Answer<'a, Result<Vec<ClubMatch>, Unavailable>>;

    /// Lists the evenings of all leagues in which a player was named and did not decline, latest day first.
    fn evenings(&self, player: PlayerId) -> Answer<'_, Result<Vec<OwnEvening>, Unavailable>>;

    /// Lists up to `limit` audit entries of a club, latest first.
    fn club_audit<'a>(
        &'a self,
        club: &'a ClubId,
        limit: u32,
    ) -> Answer<'a, Result<Vec<ClubEntry>, Unavailable>>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Club {
    pub id: ClubId,
    pub address: String,
    pub skeleton: String,
    pub told: ClubTold,
    pub made_at: u64,
    pub secret: [u8; 32],
    pub is_closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubTold {
    pub name: String,
    pub place: String,
    pub evening: String,
    /// Free text about the club.
    pub about: String,
    /// Default values of the form for its next event.
    pub usual: String,
    /// The IANA name of its time zone, such as `America/Caracas`.
    pub zone: String,
}

/// The role of a person in a club. Each role includes the lower ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClubPart {
    Asks,
    Invited,
    Member,
    /// Reads the desks of the club's events.
    Display,
    /// Also enters people and results there.
    Results,
    /// Also pairs rounds and publishes them.
    Pairing,
    /// Also directs its events, and accepts new people.
    Director,
    /// Also assigns roles.
    Owner,
}

impl ClubPart {
    /// All roles, lowest first.
    pub const ALL: [Self; 8] = [
        Self::Asks,
        Self::Invited,
        Self::Member,
        Self::Display,
        Self::Results,
        Self::Pairing,
        Self::Director,
        Self::Owner,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Asks => "asks",
            Self::Invited => "invited",
            Self::Member => "member",
            Self::Display => "display",
            Self::Results => "results",
            Self::Pairing => "pairing",
            Self::Director => "director",
            Self::Owner => "owner",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.id() == id)
    }

    pub fn belongs(self) -> bool {
        self >= Self::Member
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubPerson {
    pub player: Player,
    pub part: ClubPart,
    pub is_shown: bool,
    pub since: u64,
}

/// A season of a club: events whose standings are added up, or the divisions of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Its number in the club, from 1.
    pub number: u32,
    pub name: String,
    pub rule: SeasonRule,
    /// How many events count for each entry, best ones first; `None` for all.
    pub best: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonRule {
    /// Adds up the points of the standings.
    Points,
    /// Adds up places: of *n* entries, the first gets *n*, the next one less, and so on.
    Places,
    /// Each event is a division of a league.
    League,
}

impl SeasonRule {
    pub const ALL: [Self; 3] = [Self::Points, Self::Places, Self::League];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Places => "places",
            Self::League => "league",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.id() == id)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubEvent {
    pub event: EventId,
    /// Start in local time of the club, such as `2026-11-27T19:00`; empty if unknown.
    pub begins: String,
    /// End in local time of the club; empty if unknown.
    pub ends: String,
    pub season: Option<u32>,
    /// The division in a league, from 0 for the highest.
    pub division: u16,
}

/// A new event of a club, for a player of the club who has not opened it yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubNotice {
    pub event: EventId,
    /// The address of the club.
    pub address: String,
    /// The name of the club.
    pub club: String,
    /// When the event joined the club.
    pub at: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubEntry {
    pub at: u64,
    pub by: PlayerId,
    pub act: ClubAct,
    pub about: Option<PlayerId>,
    pub was: Option<ClubPart>,
    pub now: Option<ClubPart>,
    /// The id of the event, or the name of the season.
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClubAct {
    Found,
    Describe,
    Move,
    HandOver,
    Season,
    /// An event joined the club, or its calendar entry changed.
    Event,
    Close,
}

impl ClubAct {
    const ALL: [Self; 7] = [
        Self::Found,
        Self::Describe,
        Self::Move,
        Self::HandOver,
        Self::Season,
        Self::Event,
        Self::Close,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Describe => "describe",
            Self::Move => "move",
            Self::HandOver => "hand-over",
            Self::Season => "season",
            Self::Event => "event",
            Self::Close => "close",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.id() == id)
    }
}

/// A change to a club. The server checks permissions; the store does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubChange {
    pub at: u64,
    pub by: PlayerId,
    pub club: ClubId,
    pub act: ClubDeed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubDeed {
    /// A member founds a club. They own it, and are listed in public.
    Found {
        address: String,
        skeleton: String,
        told: ClubTold,
        secret: [u8; 32],
    },
    Describe(ClubTold),
    /// Changes the role of a member, or removes it. Owners change only by [`HandOver`](Self::HandOver).
    Move {
        player: PlayerId,
        /// The current role. If it differs, nothing changes.
        from: Option<ClubPart>,
        to: Option<ClubPart>,
    },
    /// Lists a person of the club in public, or stops. The audit does not record it.
    Show {
        player: PlayerId,
        shown: bool,
    },
    /// Makes another person of the club its owner; the former owner becomes a director.
    HandOver {
        player: PlayerId,
    },
    /// Creates a season, or replaces the one with its number.
    Season(Season),
    /// Adds an event to the club, or replaces its calendar entry. Everybody else who belongs to the club gets a notice of
    /// a new event.
    Event(ClubEvent),
    /// Removes the notice of an event for the person who acts. The audit does not record it.
    Read(EventId),
    /// Adds the matches of an evening that the club does not have yet. To matches that the person who acts gave before,
    /// adds players who are not in them; those who declined are asked again. A match counts for the person who acts, and
    /// for each other player after they accept. The audit records nothing about the league.
    Give(NewEvening),
    /// Counts the matches of an evening for the person who acts.
    AcceptEvening(EveningNumber),
    /// Removes the person who acts from the matches of an evening. Matches without a player are removed.
    LeaveEvening(EveningNumber),
    /// Removes an evening that the person who acts gave.
    TakeBackEvening(EveningNumber),
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClubError {
    /// The club does not exist or is closed; or the member, season, event or evening does not exist.
    #[error("there is no such club, member, season, event or evening")]
    Unknown,
    #[error("the address is taken, or looks like one that is")]
    Taken,
    /// The person has another role than expected, or the event belongs to another club. Or an evening adds neither a match
    /// nor a player, or names a player twice in a match.
    #[error("it is otherwise by now")]
    Conflict,
    #[error("there are as many as there may be")]
    Full,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
