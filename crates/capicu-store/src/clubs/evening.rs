//! The private league of a club: matches with real tiles that members agreed to count.

use capicu::Side;
use capicu_protocol::{ClubId, PlayerId};

/// Matches of its league that a club may have.
pub const MOST_CLUB_MATCHES: u32 = 5000;

/// Matches of all clubs about which a player may be asked.
pub const MOST_ASKED_MATCHES: u32 = 500;

/// The number of an evening in its club: when it was given, in milliseconds since 1970, or one more than the last.
pub type EveningNumber = u64;

/// An evening that a member gives to the league of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvening {
    /// The day, such as `2026-11-29`.
    pub day: String,
    pub matches: Vec<NewClubMatch>,
}

/// A finished match. Players whom nobody named as members are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewClubMatch {
    /// A hash of the match without names. A club has each hash once.
    pub mark: [u8; 32],
    pub winner: Side,
    pub players: Vec<ClubMatchPlayer>,
}

/// A member who played in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubMatchPlayer {
    pub player: PlayerId,
    pub side: Side,
    /// Rounds that the side of the player won.
    pub rounds: u32,
    /// Rounds that the player ended with a capicú.
    pub capicus: u32,
}

/// A match of a league, with the players who were named in it and did not decline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubMatch {
    pub evening: EveningNumber,
    pub day: String,
    /// The member who gave it; `None` if they left.
    pub writer: Option<PlayerId>,
    pub winner: Side,
    pub players: Vec<(ClubMatchPlayer, Consent)>,
}

/// The answer of a player about a match. It counts only for players who accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    Asked,
    Accepted,
}

/// The matches of one player in an evening of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnEvening {
    pub club: ClubId,
    /// The address of the club.
    pub address: String,
    /// The name of the club.
    pub name: String,
    pub evening: EveningNumber,
    pub day: String,
    pub writer: Option<PlayerId>,
    /// Asked if any of the matches waits for an answer.
    pub consent: Consent,
    pub matches: u32,
    pub won: u32,
    pub rounds: u32,
    pub capicus: u32,
}
