//! The ends of rounds and matches.

use serde::{Deserialize, Serialize};

use crate::piece::{by_seat, by_side, placed, places};
use crate::{Seat, Side, Tile, Tiles, WireError};

/// Declares an enum of words and its conversions to its twin in the rules.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident of $of:path { $($(#[$variant_doc:meta])* $variant:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl From<$of> for $name {
            fn from(of: $of) -> Self {
                use $of as Of;
                match of { $(Of::$variant => Self::$variant,)+ }
            }
        }

        impl From<$name> for $of {
            fn from(word: $name) -> Self {
                match word { $($name::$variant => Self::$variant,)+ }
            }
        }
    };
}

words! {
    /// Twin of [`capicu::Reason`]: why points were scored.
    Reason of capicu::Reason {
        /// A game won.
        Game,
        /// The stake from the ties before it.
        Stake,
        /// Going out with the key tile.
        KeyTile,
        /// The pips won at the end of the round.
        Pips,
        /// The first game of the match.
        FirstGame,
        /// The second game of the match.
        SecondGame,
        /// The third game of the match.
        ThirdGame,
        /// The fourth game of the match.
        FourthGame,
        /// Going out with a tile that fits both ends.
        Capicu,
        /// Going out with the double blank.
        Chuchazo,
        /// Winning a blocked round.
        Block,
        /// An opponent passed.
        Paso,
        /// Everybody else passed.
        PaseCorrido,
        /// The next player passed on the tile that opened the round.
        PaseDeSalida,
        /// The open ends.
        Ends,
        /// A missed score called by an opponent.
        Muggins,
        /// Penalty: tiles left in hand.
        Hand,
        /// Penalty: three passes in a row.
        ThreePasses,
        /// Penalty: everybody else passed on one player's tile.
        BoardPass,
        /// A pass by a player who could play, or an illegal play: a penalty, or points for the others.
        FalsePlay,
        /// A call of points that were not there, or a claim of a score that was not missed: points for the others.
        WrongCall,
        /// A hand of doubles.
        Doubles,
        /// Going out with a double.
        DoubleOut,
        /// Out while a loser holds a double blank that can never be played.
        HangedBlank,
        /// Blocking the round.
        Blocker,
        /// Taken off: the tiles left in the hands of a losing side.
        OwnTiles,
        /// Taken off: the price of a false play.
        Foul,
        /// Slow play: a penalty, or points for the others.
        SlowPlay,
        /// Taken off: the price of slow play.
        SlowFoul,
    }
}

words! {
    /// Twin of [`capicu::ScoreTurn`]: the effect of a won round on the scores apart from adding points.
    ScoreTurn of capicu::ScoreTurn {
        /// All scores return to zero.
        Reset,
        /// One all: the next round is the play-off.
        OneAll,
        /// The play-off is won: two love.
        TwoLove,
    }
}

/// Twin of [`capicu::Award`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Award {
    /// The side that scores.
    #[serde(rename = "team", alias = "side")]
    pub side: Side,
    /// The number of points; some reasons take them off the score, down to 0.
    pub points: u16,
    /// Why it scores.
    pub why: Reason,
}

impl From<&capicu::Award> for Award {
    fn from(award: &capicu::Award) -> Self {
        Self {
            side: Side(award.side),
            points: award.points,
            why: award.why.into(),
        }
    }
}

impl From<&Award> for capicu::Award {
    fn from(award: &Award) -> Self {
        Self {
            side: award.side.0,
            points: award.points,
            why: award.why.into(),
        }
    }
}

/// Converts a list of awards to that of the rules.
pub(crate) fn awards<T>(list: &[Award]) -> Result<T, WireError>
where
    T: for<'a> TryFrom<&'a [capicu::Award]>,
{
    let list: Vec<capicu::Award> = list.iter().map(Into::into).collect();
    T::try_from(&list).map_err(|_| WireError::TooMany("awards"))
}

/// Twin of [`capicu::Ended`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// This player laid the last tile of a hand.
    Out(Seat),
    /// The round is blocked. The seat laid the last tile, if any was laid.
    Blocked(Option<Seat>),
    /// Points that this side made in play reached the target of the match.
    Target(Side),
    /// The round does not count.
    Void,
    /// This player was dealt enough doubles to score or win, so the deal was not played.
    Doubles(Seat),
    /// A false play of this player ended the round.
    Foul(Seat),
}

impl From<capicu::Ended> for Ended {
    fn from(ended: capicu::Ended) -> Self {
        match ended {
            capicu::Ended::Out(seat) => Self::Out(Seat(seat)),
            capicu::Ended::Blocked(seat) => Self::Blocked(seat.map(Seat)),
            capicu::Ended::Target(side) => Self::Target(Side(side)),
            capicu::Ended::Void => Self::Void,
            capicu::Ended::Doubles(seat) => Self::Doubles(Seat(seat)),
            capicu::Ended::Foul(seat) => Self::Foul(Seat(seat)),
        }
    }
}

impl From<Ended> for capicu::Ended {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Out(seat) => Self::Out(seat.0),
            Ended::Blocked(seat) => Self::Blocked(seat.map(Into::into)),
            Ended::Target(side) => Self::Target(side.0),
            Ended::Void => Self::Void,
            Ended::Doubles(seat) => Self::Doubles(seat.0),
            Ended::Foul(seat) => Self::Foul(seat.0),
        }
    }
}

/// Twin of [`capicu::LastTile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastTile {
    /// The tile that ended the hand.
    pub tile: Tile,
    /// Whether it fitted every open end.
    pub fits_every_end: bool,
    /// Whether the open ends showed different numbers.
    pub ends_differ: bool,
    /// Whether it was the key tile.
    pub key: bool,
}

/// Twin of [`capicu::Outcome`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// How the round ended.
    pub ended: Ended,
    /// The seat that won, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<Seat>,
    /// The tiles left in each hand.
    pub hands: Vec<Tiles>,
    /// The pips left in each hand.
    pub counts: Vec<u16>,
    /// The last tile of a winner who went out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub last: Option<LastTile>,
    /// The points of the round's end.
    pub awards: Vec<Award>,
}

impl From<&capicu::Outcome> for Outcome {
    fn from(outcome: &capicu::Outcome) -> Self {
        Self {
            ended: outcome.ended.into(),
            winner: outcome.winner.map(Seat),
            hands: outcome.hands.iter().map(|hand| Tiles(*hand)).collect(),
            counts: outcome.counts.as_slice().to_vec(),
            last: outcome.last.map(|last| LastTile {
                tile: Tile(last.tile),
                fits_every_end: last.fits_every_end,
                ends_differ: last.ends_differ,
                key: last.key,
            }),
            awards: outcome.awards.iter().map(Into::into).collect(),
        }
    }
}

impl TryFrom<&Outcome> for capicu::Outcome {
    type Error = WireError;

    fn try_from(outcome: &Outcome) -> Result<Self, WireError> {
        let hands: Vec<capicu::TileSet> = outcome.hands.iter().map(|hand| hand.0).collect();
        Ok(Self {
            ended: outcome.ended.into(),
            winner: outcome.winner.map(Into::into),
            hands: by_seat(&hands)?,
            counts: by_seat(&outcome.counts)?,
            last: outcome.last.map(|last| capicu::LastTile {
                tile: last.tile.0,
                fits_every_end: last.fits_every_end,
                ends_differ: last.ends_differ,
                key: last.key,
            }),
            awards: awards(&outcome.awards)?,
        })
    }
}

/// Twin of [`capicu::MatchResult`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchResult {
    /// The side that won.
    pub winner: Side,
    /// Whether each side lost outright.
    pub losers: Vec<bool>,
    /// Whether each side lost before it turned the corner.
    pub skunked: Vec<bool>,
}

/// Twin of [`capicu::RoundResult`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundResult {
    /// How the round ended.
    pub outcome: Outcome,
    /// The awards that were added to the scores.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub written: Vec<Award>,
    /// The number of ties in a row just before it.
    #[serde(default)]
    pub ties: u16,
    /// The score of each side after it.
    pub scores: Vec<u16>,
    /// The place of each side that plays no more, 0 for the others; left out if all play.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub places: Vec<u8>,
    /// The effect on the scores apart from adding points.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub turn: Option<ScoreTurn>,
    /// The end of the match, if this round ended it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<MatchResult>,
}

impl From<&capicu::MatchResult> for MatchResult {
    fn from(result: &capicu::MatchResult) -> Self {
        Self {
            winner: Side(result.winner),
            losers: result.losers.as_slice().to_vec(),
            skunked: result.skunked.as_slice().to_vec(),
        }
    }
}

impl TryFrom<&MatchResult> for capicu::MatchResult {
    type Error = WireError;

    fn try_from(result: &MatchResult) -> Result<Self, WireError> {
        Ok(Self {
            winner: result.winner.0,
            losers: by_side(&result.losers)?,
            skunked: by_side(&result.skunked)?,
        })
    }
}

impl From<&capicu::RoundResult> for RoundResult {
    fn from(result: &capicu::RoundResult) -> Self {
        Self {
            outcome: (&result.outcome).into(),
            written: result.written.iter().map(Into::into).collect(),
            ties: result.ties,
            scores: result.scores.as_slice().to_vec(),
            places: places(&result.places),
            turn: result.turn.map(Into::into),
            result: result.result.as_ref().map(Into::into),
        }
    }
}

impl TryFrom<&RoundResult> for capicu::RoundResult {
    type Error = WireError;

    fn try_from(result: &RoundResult) -> Result<Self, WireError> {
        Ok(Self {
            outcome: (&result.outcome).try_into()?,
            written: awards(&result.written)?,
            ties: result.ties,
            scores: by_side(&result.scores)?,
            places: placed(&result.places, &result.scores)?,
            turn: result.turn.map(Into::into),
            result: result.result.as_ref().map(TryInto::try_into).transpose()?,
        })
    }
}
