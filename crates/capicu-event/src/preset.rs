//! What kind of event it is: a file with its sources.

mod check;
mod duplicate;
mod method;
mod online;
mod prize;
mod sitting;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::league::League;

pub use duplicate::{Deals, Duplicate, Scoring};
pub use method::{ClubMates, Clubs, Draw, Method, Reset, WithinGroup};
pub use online::{Absent, Online, Venue, Watchers};
pub use prize::{Prize, PrizesEach};
pub use sitting::{CloseLoss, Counts, Sitting};

/// A kind of event, as a preset file describes it. An event keeps a whole copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Preset {
    /// Its name in commands.
    pub id: String,
    /// Its name in English.
    pub name: String,
    /// Its name in Spanish.
    pub name_es: String,
    /// Its name in French; without it, the English one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_fr: Option<String>,
    /// Where it comes from.
    pub sources: Vec<String>,
    /// What no source settles, and how we read it.
    pub our_reading: Vec<String>,
    /// The same in Spanish, sentence by sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub our_reading_es: Vec<String>,
    /// The same in French.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub our_reading_fr: Vec<String>,
    /// The game that is played: an id that `capicu games` lists.
    pub game: String,
    /// What is different from the game, as options and their values: what tables of a server are made with.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub house_rules: BTreeMap<String, String>,
    /// Who enters.
    pub entrants: Entrants,
    /// How many people an entry may have.
    pub members: [u8; 2],
    /// How many substitutes an entry may bring in.
    pub substitutes: u8,
    /// What entering costs, in words; without it, nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<String>,
    /// How many may enter, at first; who comes later waits. Without it, everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<u16>,
    /// Whether only those are paired who said that they are there.
    pub check_in: CheckIn,
    /// How meetings are played at tables of a server, where they may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub online: Option<Online>,
    /// How divisions exchange teams from season to season, in a league that has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub league: Option<League>,
    /// The prizes, in the order in which they are given.
    #[serde(default, rename = "prize", skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<Prize>,
    /// How many of them an entry may win.
    #[serde(default, skip_serializing_if = "PrizesEach::is_usual")]
    pub prizes_each: PrizesEach,
    /// The stages, in order.
    #[serde(rename = "stage")]
    pub stages: Vec<StageRules>,
}

/// Who enters an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrants {
    /// Players alone.
    Player,
    /// Two partners.
    Pair,
    /// More people under one name.
    Team,
}

/// Whether entries have to check in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckIn {
    /// Who has entered is there.
    None,
    /// Who has not checked in is not paired.
    Required,
}

/// The rules of one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StageRules {
    /// Who meets whom.
    pub pairing: Method,
    /// What a meeting is.
    pub meeting: Format,
    /// Points for the first place of a meeting, the second and so on. Sides that share places share
    /// their points.
    pub points: Vec<u16>,
    /// What a team has that lost by a little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub close_loss: Option<CloseLoss>,
    /// What the standings are ordered by, most important first.
    pub standings: Vec<TieBreak>,
    /// What happens without play. There is no default.
    pub forfeits: ForfeitPolicy,
    /// The tables of a meeting of teams; none where the sides sit at one.
    #[serde(default, rename = "sitting", skip_serializing_if = "Vec::is_empty")]
    pub sittings: Vec<Sitting>,
    /// In how many sittings of a meeting a player may sit; without it, in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sittings_a_player: Option<u8>,
    /// The boards, where every table plays the same deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate: Option<Duplicate>,
    /// How many go on to the next stage; without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<u16>,
    /// The last round that somebody who enters late may still join; without it, nobody may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_entry_until: Option<u16>,
}

/// What a meeting is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Format {
    /// How many sides meet: 2 to 4.
    pub sides: u8,
    /// What the places depend on.
    pub decided_by: DecidedBy,
    /// Games that win the meeting at once; without it, as many are played as there is time for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u16>,
    /// Points that win a game; where points decide, the meeting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
    /// The most points that a side can have at the end of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_points: Option<u32>,
    /// Minutes after which the meeting ends and the leader wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// Whether several sides may have reached the target when a game ends.
    pub reached_by: ReachedBy,
    /// What becomes of points beyond the target.
    pub excess: Excess,
    /// Whether the first place may be shared.
    pub draws: Draws,
}

/// What decides a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// Games won.
    Games,
    /// Points.
    Points,
}

/// Who may have reached the target when a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReachedBy {
    /// The winner alone.
    One,
    /// Several; the highest wins.
    Several,
}

/// What becomes of points beyond the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Excess {
    /// They count.
    Counted,
    /// They are lost.
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

/// What rounds and meetings without play are worth. Every event has to say; nothing has a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ForfeitPolicy {
    /// A bye because the numbers are odd.
    pub bye: Award,
    /// A bye somebody asked for.
    pub requested_bye: Award,
    /// A round before somebody entered.
    pub missed: Award,
    /// The other side was not there.
    pub win: Award,
    /// One was not there oneself.
    pub loss: Award,
    /// Nobody was there.
    pub double: Award,
    /// What becomes of the results of somebody who leaves.
    pub withdrawal: Withdrawal,
}

/// What a round without play is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Award {
    /// Points for the standings.
    pub points: u16,
    /// Games put down for and against.
    pub games: [u16; 2],
    /// Points of a game put down for and against.
    pub score: [i32; 2],
}

/// What becomes of the results of somebody who leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withdrawal {
    /// They stand.
    Stand,
    /// They stand if half of the rounds or more had been paired; otherwise they are void.
    VoidInFirstHalf,
}

/// Something the standings are ordered by. `docs/events.md` defines each, with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points of the standings, less penalties.
    Points,
    /// Rounds that brought the points of a win, played or not.
    Wins,
    /// Meetings won at the table.
    PlayedWins,
    /// Points of games for, less those against.
    Difference,
    /// Points of games for.
    PointsFor,
    /// Games won.
    Games,
    /// Games won less games lost.
    GamesDifference,
    /// Meetings won in which nobody else scored.
    Loves,
    /// The table of the meetings among those tied, if all met equally often.
    HeadToHead,
    /// The same by points alone, also while meetings are missing that cannot change the top.
    DirectEncounter,
    /// The sum of the opponents' points.
    Buchholz,
    /// The same without the lowest.
    #[serde(rename = "buchholz-cut-1")]
    BuchholzCut1,
    /// The points of the opponents beaten and half of those drawn with.
    SonnebornBerger,
    /// The sum of the points after each round.
    Progressive,
    /// By lot, from the recorded seed.
    Lot,
}

/// Why a preset cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PresetError {
    /// It is not a preset file; says where and why.
    #[error("{0}")]
    Syntax(String),
    /// It has no stage.
    #[error("there is no stage")]
    NoStage,
    /// A number is out of its range.
    #[error("stage {stage}: `{key}` is out of range")]
    Range {
        /// The stage, from 1; 0 for the event.
        stage: usize,
        /// The key.
        key: &'static str,
    },
    /// Two keys do not go together.
    #[error("stage {stage}: `{key}` does not go with `{with}`")]
    Clash {
        /// The stage, from 1.
        stage: usize,
        /// One.
        key: &'static str,
        /// The other.
        with: &'static str,
    },
}
