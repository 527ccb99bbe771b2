//! Presets: kinds of events, as files with sources.

mod check;
mod duplicate;
mod last_rounds;
mod method;
mod online;
mod prize;
mod sitting;
mod team_totals;
mod traits;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::league::League;

pub(crate) use check::MOST_ROUNDS;
pub use duplicate::{Deals, Duplicate, Scoring};
pub use last_rounds::LastRounds;
pub use method::{
    ClubMates, Clubs, Draw, LateRounds, Method, Order, Reset, ThirdPlace, Winners, WithinGroup,
};
pub use online::{Absent, Online, Venue, Watchers};
pub use prize::{Prize, PrizesEach};
pub use sitting::{CloseLoss, Counts, Sitting};
pub use team_totals::TeamTotals;
pub(crate) use traits::SEARCHED;
pub use traits::{
    BoardsMove, Floats, KnockOut, Length, Matching, Movement, PairedBy, Sides, Traits,
};

/// A kind of event, as described by a preset file. An event keeps a whole copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Preset {
    /// Its name in commands.
    pub id: String,
    /// Its name in English.
    pub name: String,
    /// Its name in Spanish.
    pub name_es: String,
    /// Its name in French. Default: the English one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_fr: Option<String>,
    /// References for its rules.
    pub sources: Vec<String>,
    /// Our decisions where the sources are silent, in English.
    pub our_reading: Vec<String>,
    /// Our decisions in Spanish, sentence by sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub our_reading_es: Vec<String>,
    /// Our decisions in French, sentence by sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub our_reading_fr: Vec<String>,
    /// The game, by its id in `capicu games`.
    pub game: String,
    /// Options that differ from the game, with their values. Tables of a server use them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub house_rules: BTreeMap<String, String>,
    /// The kind of entries.
    pub entrants: Entrants,
    /// The smallest and the largest number of people in an entry.
    pub members: [u8; 2],
    /// The number of substitutes that an entry may use.
    pub substitutes: u8,
    /// The entry fee, in words. Default: free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<String>,
    /// The day and the time of the start where it is played, such as `2026-11-27T19:00`. Default: unknown. A club has the
    /// times of its events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<String>,
    /// The initial number of places; later entries wait. Default: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<u16>,
    /// Whether entries must check in to be paired.
    pub check_in: CheckIn,
    /// The rules for meetings at tables of a server. Default: none may be played there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub online: Option<Online>,
    /// The exchange of teams between the divisions of a league.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub league: Option<League>,
    /// Totals of the entries of each club. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_totals: Option<TeamTotals>,
    /// In the order in which they are given.
    #[serde(default, rename = "prize", skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<Prize>,
    /// The number of prizes an entry may win.
    #[serde(default, skip_serializing_if = "PrizesEach::is_usual")]
    pub prizes_each: PrizesEach,
    /// In order of play.
    #[serde(rename = "stage")]
    pub stages: Vec<StageRules>,
}

impl Preset {
    /// The first edition of servers that reads it; see [`Method::edition`].
    pub fn edition(&self) -> u16 {
        let is_new = self.team_totals.is_some() || self.begins.is_some();
        let edition = |stage: &StageRules| match stage.is_new() || is_new {
            true => 5,
            false => stage.pairing.edition(),
        };
        self.stages.iter().map(edition).max().unwrap_or(1)
    }
}

/// The kind of entries of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrants {
    /// Players without a partner.
    Player,
    /// Two partners per entry.
    Pair,
    /// Several people under one name.
    Team,
}

/// Whether entries must check in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckIn {
    /// Every entry counts as present.
    None,
    /// Only entries that checked in are paired.
    Required,
}

/// The rules of one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StageRules {
    /// The pairing method.
    pub pairing: Method,
    /// The format of a meeting.
    pub meeting: Format,
    /// Options of the game that differ from those of the event. Tables of a server use them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub house_rules: BTreeMap<String, String>,
    /// Other formats for the last rounds of a knock-out. The shortest entry that includes a round applies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_rounds: Vec<LastRounds>,
    /// Points for the first place of a meeting, the second and so on. Sides with equal places divide their points.
    pub points: Vec<u16>,
    /// Points for a team that lost by a small margin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub close_loss: Option<CloseLoss>,
    /// The keys of the standings, the most important first.
    pub standings: Vec<TieBreak>,
    /// The worth of rounds without play. There is no default.
    pub forfeits: ForfeitPolicy,
    /// The tables of a meeting of teams; empty if the sides sit at one table.
    #[serde(default, rename = "sitting", skip_serializing_if = "Vec::is_empty")]
    pub sittings: Vec<Sitting>,
    /// The number of sittings that a player may take part in. Default: all of a meeting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sittings_a_player: Option<u8>,
    /// The boards, if every table plays the same deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate: Option<Duplicate>,
    /// The number of entries that advance to the next stage. A knock-out ends when no more are left. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<u16>,
    /// The last round open to late entries. Default: no late entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_entry_until: Option<u16>,
}

/// The format of a meeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Format {
    /// The number of sides: 2 to 4.
    pub sides: u8,
    /// The basis for places.
    pub decided_by: DecidedBy,
    /// Games that win the meeting at once. Default: games continue until time is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u16>,
    /// Points that win a game; if points decide, the meeting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
    /// The most points that a side can have at the end of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_points: Option<u32>,
    /// Minutes after which the meeting ends and the leader wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// Whether several sides may reach the target in one game.
    pub reached_by: ReachedBy,
    /// The treatment of points beyond the target.
    pub excess: Excess,
    /// Whether the first place may be shared.
    pub draws: Draws,
}

/// The basis for places in a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// Number of games won.
    Games,
    /// Total points of games.
    Points,
}

/// The sides that may have reached the target when a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReachedBy {
    /// Only the winner.
    One,
    /// Several sides; the highest score wins.
    Several,
}

/// The treatment of points beyond the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Excess {
    /// They count in full.
    Counted,
    /// They are cut off.
    Lost,
}

/// Whether a meeting may end without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// The first place may be shared.
    Possible,
    /// One more game or round decides.
    Impossible,
}

/// The worth of rounds and meetings without play. Every event must state it; there are no defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ForfeitPolicy {
    /// For a bye because of an odd number.
    pub bye: Award,
    /// For a bye on request.
    pub requested_bye: Award,
    /// For a round before the entry joined.
    pub missed: Award,
    /// For a win because the other side was absent.
    pub win: Award,
    /// For a loss because of absence.
    pub loss: Award,
    /// For a meeting with all sides absent.
    pub double: Award,
    /// The treatment of results of entries that leave.
    pub withdrawal: Withdrawal,
}

/// The worth of a round without play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Award {
    /// Points of the standings.
    pub points: u16,
    /// Games won and lost, as recorded.
    pub games: [u16; 2],
    /// Points of games for and against, as recorded.
    pub score: [i32; 2],
}

/// The treatment of results of entries that leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withdrawal {
    /// All results count.
    Stand,
    /// Results count if at least half of the rounds had been paired; otherwise they are void.
    VoidInFirstHalf,
}

/// A key of the standings. `docs/events/reference.md` defines each with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points of the standings minus penalties.
    Points,
    /// The mean of the percentages of the rounds with boards, minus penalties. For matchpoints only.
    Percentage,
    /// Rounds with the points of a win, played or not.
    Wins,
    /// Meetings won by play.
    PlayedWins,
    /// Points of games for minus against.
    Difference,
    /// Points of games for.
    PointsFor,
    /// The most meetings won in a row, played or by forfeit.
    Streak,
    /// Total games won.
    Games,
    /// Games won minus games lost.
    GamesDifference,
    /// Meetings won in which no other side scored.
    Loves,
    /// The results among tied entries, if all met equally often.
    HeadToHead,
    /// Among tied entries that met equally often: who beat all others, then the points of games for.
    HeadToHeadFor,
    /// The points among tied entries, also with missing meetings that cannot change the top.
    DirectEncounter,
    /// The sum of the opponents' points.
    Buchholz,
    /// [`Buchholz`](Self::Buchholz) without the lowest opponent.
    #[serde(rename = "buchholz-cut-1")]
    BuchholzCut1,
    /// The points of opponents beaten plus half of those drawn with.
    SonnebornBerger,
    /// The sum of the points after each round.
    Progressive,
    /// By lot, from the recorded seed.
    Lot,
}

/// The reason why a preset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PresetError {
    /// The file is invalid; the text has place and reason.
    #[error("{0}")]
    Syntax(String),
    /// It has no stage.
    #[error("there is no stage")]
    NoStage,
    /// A number is out of range.
    #[error("stage {stage}: `{key}` is out of range")]
    Range {
        /// The stage, from 1; 0 for the event.
        stage: usize,
        /// The key in the file.
        key: &'static str,
    },
    /// Two keys exclude each other.
    #[error("stage {stage}: `{key}` does not go with `{with}`")]
    Clash {
        /// The stage, from 1.
        stage: usize,
        /// The first key in the file.
        key: &'static str,
        /// The key that excludes it.
        with: &'static str,
    },
}
