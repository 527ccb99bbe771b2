//! Clubs: who belongs to them, their events and seasons, and what was done in them.

use std::fmt;

use capicu_protocol::PlayerId;

use crate::{Answer, Player, Unavailable};

/// How many open clubs a member may own.
pub const MOST_CLUBS: u32 = 5;

/// How many people a club may have, those who ask or are invited among them.
pub const MOST_CLUB_PEOPLE: u32 = 1000;

/// How many clubs a member may ask at a time.
pub const MOST_ASKED_CLUBS: u32 = 20;

/// How many seasons a club may have.
pub const MOST_SEASONS: u32 = 200;

/// How many events a club may have.
pub const MOST_CLUB_EVENTS: u32 = 2000;

/// The clubs of a server. Times are milliseconds since 1970.
///
/// People of clubs are members of the server. An open club has one owner. When an owner is deleted, whoever has the
/// greatest part of those who are left owns the club, of several who has had it longest; if nobody is left, it is
/// closed. Nothing can be changed in a club that is closed, but people leave it, and its events go on.
pub trait Clubs: Send + Sync + fmt::Debug {
    /// Changes something: all of it or nothing, with its line in the audit. When the answer is `Ok`, it is stored.
    fn change_club(&self, change: ClubChange) -> Answer<'_, Result<(), ClubError>>;

    /// The club whose address looks like this.
    fn club<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Club>, Unavailable>>;

    /// Clubs, by their names: at most `limit`. Of a player, all in which they have a part, or which they ask or are
    /// invited by; otherwise the open ones.
    fn clubs(&self, of: Option<PlayerId>, limit: u32)
    -> Answer<'_, Result<Vec<Club>, Unavailable>>;

    /// Everybody of a club, those with the greatest part first, then by how long they have had it.
    fn club_people<'a>(&'a self, club: &'a str)
    -> Answer<'a, Result<Vec<ClubPerson>, Unavailable>>;

    /// The seasons of a club, by their numbers.
    fn seasons<'a>(&'a self, club: &'a str) -> Answer<'a, Result<Vec<Season>, Unavailable>>;

    /// The events of a club, the one that begins last first; those without a beginning come last, by their ids.
    fn club_events<'a>(&'a self, club: &'a str) -> Answer<'a, Result<Vec<ClubEvent>, Unavailable>>;

    /// The club that holds an event.
    fn club_of_event<'a>(&'a self, event: &'a str)
    -> Answer<'a, Result<Option<Club>, Unavailable>>;

    /// What was done in a club, the latest first: at most `limit` lines.
    fn club_audit<'a>(
        &'a self,
        club: &'a str,
        limit: u32,
    ) -> Answer<'a, Result<Vec<ClubEntry>, Unavailable>>;
}

/// A club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Club {
    /// Its id, by which everything else names it.
    pub id: String,
    /// What it is called in addresses.
    pub address: String,
    /// What that looks like.
    pub skeleton: String,
    /// What its people say of it.
    pub told: ClubTold,
    /// When it was founded.
    pub made_at: u64,
    /// What the link by which people join is sealed with.
    pub secret: [u8; 32],
    /// Whether it is closed.
    pub is_closed: bool,
}

/// What the people of a club say of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClubTold {
    /// What it is called.
    pub name: String,
    /// Where it meets.
    pub place: String,
    /// When it usually meets.
    pub evening: String,
    /// Whatever else, in words of its own.
    pub about: String,
    /// What the form of its next event begins with.
    pub usual: String,
}

/// What somebody is to a club; a greater part includes the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClubPart {
    /// Asks to join.
    Asks,
    /// Was asked to join.
    Invited,
    /// Belongs to it.
    Member,
    /// Reads the desks of its events.
    Display,
    /// Enters people there and puts down results.
    Results,
    /// Pairs rounds and publishes them.
    Pairing,
    /// Directs its events, and says who joins.
    Director,
    /// Says who has which part.
    Owner,
}

impl ClubPart {
    /// All of them, from the least.
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

    /// The word in forms and in the store.
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

    /// The part of a word.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.id() == id)
    }

    /// Whether whoever has it belongs to the club.
    pub fn belongs(self) -> bool {
        self >= Self::Member
    }
}

/// Somebody of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubPerson {
    /// Who.
    pub player: Player,
    /// What they are to it.
    pub part: ClubPart,
    /// Whether everybody is told that they belong to it.
    pub is_shown: bool,
    /// Since when they have this part.
    pub since: u64,
}

/// A season of a club: events whose standings are added up, or the divisions of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Its number in the club, from 1.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// How its table is made.
    pub rule: SeasonRule,
    /// How many events of each count, the best ones; `None` for all.
    pub best: Option<u32>,
}

/// How the table of a season is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonRule {
    /// The points of the standings are added.
    Points,
    /// A place among *n* brings *n* for the first, one less for the next and so on.
    Places,
    /// Each event is a division of a league.
    League,
}

impl SeasonRule {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Points, Self::Places, Self::League];

    /// The word in forms and in the store.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Places => "places",
            Self::League => "league",
        }
    }

    /// The rule of a word.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.id() == id)
    }
}

/// An event that a club holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubEvent {
    /// The id of the event.
    pub event: String,
    /// When it begins by the clock at the club, as `2026-11-27T19:00`; empty where nobody said.
    pub begins: String,
    /// The number of the season that it counts for.
    pub season: Option<u32>,
    /// The division in a league, from 0 for the highest.
    pub division: u16,
}

/// A line of the audit of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubEntry {
    /// When.
    pub at: u64,
    /// Who did it.
    pub by: PlayerId,
    /// What.
    pub act: ClubAct,
    /// To whom.
    pub about: Option<PlayerId>,
    /// Which part they had.
    pub was: Option<ClubPart>,
    /// Which part they have.
    pub now: Option<ClubPart>,
    /// The id of the event, or the name of the season.
    pub what: String,
}

/// What was done in a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClubAct {
    /// It was founded.
    Found,
    /// What is said of it was changed.
    Describe,
    /// Somebody got another part, or none.
    Move,
    /// Somebody else owns it.
    HandOver,
    /// A season was made or changed.
    Season,
    /// An event became the club's, or stands elsewhere in its calendar.
    Event,
    /// It was closed.
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

    /// The word in the store.
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

    /// The act of a word.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.id() == id)
    }
}

/// Something to be changed about a club. Whether whoever does it may is for the server to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubChange {
    /// When.
    pub at: u64,
    /// Who does it.
    pub by: PlayerId,
    /// The id of the club.
    pub club: String,
    /// What.
    pub act: ClubDeed,
}

/// What is changed about a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubDeed {
    /// It is founded by a member, who owns it and is shown.
    Found {
        /// What it is called in addresses.
        address: String,
        /// What that looks like.
        skeleton: String,
        /// What its people say of it.
        told: ClubTold,
        /// What its links are sealed with.
        secret: [u8; 32],
    },
    /// Something else is said of it.
    Describe(ClubTold),
    /// A member of the server has another part, or none any more. Nobody becomes the owner by this, nor ceases to be.
    Move {
        /// Who.
        player: PlayerId,
        /// Which part they have so far: with another one, nothing is changed.
        from: Option<ClubPart>,
        /// Which they have then.
        to: Option<ClubPart>,
    },
    /// Everybody is told that somebody belongs to it, or not. This is not in the audit.
    Show {
        /// Who.
        player: PlayerId,
        /// Whether they are told.
        shown: bool,
    },
    /// Somebody who belongs to it owns it; the one who did is a director.
    HandOver {
        /// To whom.
        player: PlayerId,
    },
    /// A season is made, or changed if there is one of its number.
    Season(Season),
    /// An event is the club's, or stands elsewhere in its calendar.
    Event(ClubEvent),
    /// It is closed.
    Close,
}

/// Why nothing was changed about a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClubError {
    /// There is no such club, or it is closed; or there is no such member, season or event.
    #[error("there is no such club, member, season or event")]
    Unknown,
    /// A club has this address, or one that looks like it.
    #[error("the address is taken, or looks like one that is")]
    Taken,
    /// Somebody has another part than was expected, or an event is another club's.
    #[error("it is otherwise by now")]
    Conflict,
    /// There are as many as there may be.
    #[error("there are as many as there may be")]
    Full,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
