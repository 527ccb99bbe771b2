//! The JSON twin of a record: the same, for programs. Seats and sides are numbers from 0.
//!
//! The schema is `docs/schema/record.schema.json`.

mod from;
#[cfg(feature = "schema")]
mod schema;
mod to;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use from::NotARecord;
#[cfg(feature = "schema")]
pub use schema::schema;

/// What `format` says.
pub const FORMAT: &str = "domino-record";

/// A record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordJson {
    /// Always `domino-record`.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// What the game is called; it says nothing about the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Every option of the rules by name; one that is left out has the default of the format.
    pub rules: BTreeMap<String, String>,
    /// Who sits where, in the order of play.
    #[serde(default)]
    pub seats: Vec<Option<String>>,
    /// Tags: name and value.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// Remarks on the whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// What happened.
    pub items: Vec<ItemJson>,
    /// How the match ended.
    pub result: ResultJson,
}

/// What happened between two rounds, or a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ItemJson {
    /// The tile that each seat turned up to find who opens; null for those out of the draw.
    TurnUp(Vec<Option<String>>),
    /// A deal that the rules do not accept.
    ThrownIn {
        /// The deal.
        deal: DealJson,
        /// The seat that held too many doubles; none if nobody held one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        doubles: Option<u8>,
    },
    /// A round.
    Round(RoundJson),
}

/// The tiles at the beginning of a round; `?` is one that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DealJson {
    /// The hands, by seat.
    pub hands: Vec<Vec<String>>,
    /// The boneyard, the next tile to be drawn first.
    #[serde(default)]
    pub boneyard: Vec<String>,
    /// The number that came with the deal for what is decided by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<u32>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundJson {
    /// The deal.
    pub deal: DealJson,
    /// Remarks on the round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// What was done, in order.
    pub moves: Vec<MoveJson>,
    /// The tiles that each seat was left with, `?` for one that is not known; null where nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Option<Vec<String>>>,
    /// What the tiles counted that each seat was left with; null where it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Option<u16>>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndJson>,
    /// What was written down for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<PointsJson>>,
    /// The scores after it, by side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Vec<u16>>,
}

/// One thing a seat did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveJson {
    /// Who.
    pub seat: u8,
    /// What, in the words of the text form: `lead`, `play`, `draw`, `pass` …
    #[serde(rename = "do")]
    pub what: DoJson,
    /// The tile that was laid, drawn or shown, where there is one and it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// The tile it was laid against. Where it is missing, a reader finds the end where the tile fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The end of the line where it was laid, instead of `on`. Read, never written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<LineEndJson>,
    /// The number that is open after a wrong play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<u8>,
    /// The points that a `declare` names, where callers name them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    /// An opinion: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Remarks on the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
}

/// An end of a line, as whoever writes the record sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineEndJson {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DoJson {
    /// Lays the first tile.
    Lead,
    /// Lays a tile against another.
    Play,
    /// Draws.
    Draw,
    /// Passes.
    Pass,
    /// Leaves the pose to the partner.
    HandOver,
    /// Declares its own score.
    Declare,
    /// Claims a score that an opponent missed.
    Muggins,
    /// Passed although it could have played.
    FalsePass,
    /// Took an illegal play back.
    TakenBack,
    /// Laid a tile that does not fit, and it stands.
    WrongPlay,
    /// Drew although it could have played.
    NeedlessDraw,
    /// Drew because of a wrong play that was then corrected.
    MisledDraw,
    /// Had taken too many tiles.
    OverDrawn,
    /// Had taken too few tiles.
    UnderDrawn,
    /// Showed a tile.
    Exposed,
    /// Laid its exposed tile where an opponent said.
    Directed,
    /// The round was declared void.
    Void,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EndJson {
    /// This seat laid its last tile.
    Out(u8),
    /// Blocked, and won by this side.
    Blocked(u8),
    /// Blocked, and won by nobody.
    Tied,
    /// This side reached the target in play.
    Target(u8),
    /// It does not count.
    Void,
}

/// Points for a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointsJson {
    /// The side.
    pub side: u8,
    /// What for, in the words of the text form.
    pub reason: String,
    /// How many.
    pub points: u16,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ResultJson {
    /// It did not, or the record stops before its end.
    Unfinished,
    /// This side won.
    Won(u8),
    /// This side won because the others gave up or did not come.
    Forfeit(u8),
}
