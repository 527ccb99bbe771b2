//! The JSON twin of a record: the same content for programs. Seats and sides are numbers from 0.
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

/// The value of `format`.
pub const FORMAT: &str = "domino-record";

/// A match with its rules, players and rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordJson {
    /// The name of the format, always `domino-record`.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The name of the game; it does not decide the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Every option of the rules by name; a missing option has the default of the format.
    pub rules: BTreeMap<String, String>,
    /// The names of the players, in the order of play.
    #[serde(default)]
    pub seats: Vec<Option<String>>,
    /// Tags as pairs of name and value.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// Comments on the whole match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// Rounds and events between them, in order.
    pub items: Vec<ItemJson>,
    /// The end of the match, as the writer claims.
    pub result: ResultJson,
}

/// A round, or an event between two rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ItemJson {
    /// The tile that each seat turned up to find the opener; null for seats that are not in the draw.
    TurnUp(Vec<Option<String>>),
    /// A deal that the rules do not accept.
    ThrownIn {
        /// The tiles of the deal.
        deal: DealJson,
        /// The seat that held too many doubles; missing if no seat held one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        doubles: Option<u8>,
        /// The seat that held too many tiles of one number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        suit: Option<u8>,
    },
    /// This seat withdrew; the others play on.
    Withdrew(u8),
    /// A round with its deal and moves.
    Round(RoundJson),
}

/// The tiles at the beginning of a round; `?` for an unknown one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DealJson {
    /// The tiles of each hand, by seat.
    pub hands: Vec<Vec<String>>,
    /// The boneyard, the next tile to be drawn first.
    #[serde(default)]
    pub boneyard: Vec<String>,
    /// The random number of the deal, for decisions by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<u32>,
}

/// A round with its deal, moves and claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundJson {
    /// The tiles at its beginning.
    pub deal: DealJson,
    /// Comments on the round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The moves, in order.
    pub moves: Vec<MoveJson>,
    /// The tiles left in each hand, `?` for an unknown one; null for an unknown hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Option<Vec<String>>>,
    /// The count of the tiles left in each hand, in pips; null where it is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Option<u16>>,
    /// How the round ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndJson>,
    /// The points written down for the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<PointsJson>>,
    /// The scores after the round, by side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Vec<u16>>,
}

/// One move of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveJson {
    /// The number of the seat.
    pub seat: u8,
    /// The kind of move, in the words of the text form: `lead`, `play`, `draw`, `pass` …
    #[serde(rename = "do")]
    pub what: DoJson,
    /// The tile that was laid, drawn or shown, if the move has one and it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// The tile it was laid against. If it is missing, readers find the end where the tile fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The end of the line where it was laid, instead of `on`. Read, never written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<LineEndJson>,
    /// The number that is open after a wrong play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<u8>,
    /// The points that a `declare` names, in games where callers name them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    /// An opinion: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Comments on the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
}

/// An end of a line, from the writer's side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineEndJson {
    /// The left end.
    Left,
    /// The right end.
    Right,
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DoJson {
    /// Lays the first tile.
    Lead,
    /// Lays a tile against another.
    Play,
    /// Draws a tile.
    Draw,
    /// Passes without drawing or playing.
    Pass,
    /// Leaves the lead to the partner.
    HandOver,
    /// Declares the points of its own tile.
    Declare,
    /// Claims a score that an opponent missed.
    Muggins,
    /// Passed although it could have played.
    FalsePass,
    /// Took back an illegal play.
    TakenBack,
    /// Took too long for its turn.
    SlowPlay,
    /// Laid a tile that does not fit, and the play stands.
    WrongPlay,
    /// Drew although it could have played.
    NeedlessDraw,
    /// Drew because of a wrong play that was then corrected.
    MisledDraw,
    /// Was dealt too many tiles.
    OverDrawn,
    /// Was dealt too few tiles.
    UnderDrawn,
    /// Showed a tile by accident.
    Exposed,
    /// Laid its exposed tile where an opponent directed.
    Directed,
    /// The round was declared void.
    Void,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EndJson {
    /// This seat laid the last tile of its hand.
    Out(u8),
    /// Blocked, and won by this side.
    Blocked(u8),
    /// Blocked, and won by no side.
    Tied,
    /// This side reached the target in play.
    Target(u8),
    /// The round does not count.
    Void,
    /// This seat was dealt doubles that score or win.
    Doubles(u8),
    /// A false play of this seat ended the round.
    Foul(u8),
}

/// Points written down for a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointsJson {
    /// The number of the side.
    pub side: u8,
    /// The reason, in the words of the text form.
    pub reason: String,
    /// The number of points.
    pub points: u16,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ResultJson {
    /// The match was not finished, or the record stops before its end.
    Unfinished,
    /// This side won the match.
    Won(u8),
    /// This side won because the others gave up or did not come.
    Forfeit(u8),
}
