//! Tiles, seats and the start of a round.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::WireError;

macro_rules! piece {
    ($(#[$doc:meta])* $name:ident of $of:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $of);

        impl From<$of> for $name {
            fn from(of: $of) -> Self {
                Self(of)
            }
        }

        impl From<$name> for $of {
            fn from(piece: $name) -> Self {
                piece.0
            }
        }
    };
}

piece!(
    /// A tile: `"6-4"`.
    Tile of capicu::Tile
);
piece!(
    /// The number of a half: `6`.
    Pip of capicu::Pip
);
piece!(
    /// A seat: its number, from 0 in the order of play.
    Seat of capicu::Seat
);
piece!(
    /// A side: its number.
    Side of capicu::Side
);

/// Tiles in tile order, so that a set has one form: `["0-0", "6-4"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles(pub capicu::TileSet);

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.into_iter().map(Tile))
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tiles = Vec::<Tile>::deserialize(deserializer)?;
        Ok(Self(tiles.into_iter().map(|tile| tile.0).collect()))
    }
}

impl Serialize for Pip {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0.value())
    }
}

impl<'de> Deserialize<'de> for Pip {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let pip = capicu::Pip::new(number);
        pip.map(Self)
            .ok_or_else(|| D::Error::custom("no such number of pips"))
    }
}

macro_rules! number {
    ($name:ident of $of:path) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(self.0.index() as u8)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = u8::deserialize(deserializer)?;
                <$of>::new(number)
                    .map(Self)
                    .ok_or_else(|| D::Error::custom("no such seat or side"))
            }
        }
    };
}

number!(Seat of capicu::Seat);
number!(Side of capicu::Side);

/// Converts a list with one value for each seat.
pub(crate) fn by_seat<T: Copy + Default>(list: &[T]) -> Result<capicu::BySeat<T>, WireError> {
    capicu::BySeat::from_slice(list).ok_or(WireError::TooMany("seats"))
}

/// Converts a list with one value for each side.
pub(crate) fn by_side<T: Copy + Default>(list: &[T]) -> Result<capicu::BySide<T>, WireError> {
    capicu::BySide::from_slice(list).ok_or(WireError::TooMany("sides"))
}

/// Twin of [`capicu::Duty`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// To lead this tile.
    Tile(Tile),
    /// To lead any tile.
    Any,
    /// To lead any tile. The opener was chosen because it has this tile.
    Holder(Tile),
    /// To lead a double, or to pass if it has none.
    Double,
    /// To draw until a double comes.
    DrawForDouble,
}

/// Twin of [`capicu::Opening`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opening {
    /// The seat that opens.
    pub seat: Seat,
    /// The opener's duty.
    pub duty: Duty,
    /// Whether it may leave the lead to its partner.
    pub may_hand_over: bool,
}

impl From<&capicu::Opening> for Opening {
    fn from(opening: &capicu::Opening) -> Self {
        Self {
            seat: Seat(opening.seat),
            duty: match opening.duty {
                capicu::Duty::Tile(tile) => Duty::Tile(Tile(tile)),
                capicu::Duty::Any => Duty::Any,
                capicu::Duty::Holder(tile) => Duty::Holder(Tile(tile)),
                capicu::Duty::Double => Duty::Double,
                capicu::Duty::DrawForDouble => Duty::DrawForDouble,
            },
            may_hand_over: opening.may_hand_over,
        }
    }
}

impl From<&Opening> for capicu::Opening {
    fn from(opening: &Opening) -> Self {
        Self {
            seat: opening.seat.0,
            duty: match opening.duty {
                Duty::Tile(tile) => capicu::Duty::Tile(tile.0),
                Duty::Any => capicu::Duty::Any,
                Duty::Holder(tile) => capicu::Duty::Holder(tile.0),
                Duty::Double => capicu::Duty::Double,
                Duty::DrawForDouble => capicu::Duty::DrawForDouble,
            },
            may_hand_over: opening.may_hand_over,
        }
    }
}

/// Twin of [`capicu::Standing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The score of each side.
    pub scores: Vec<u16>,
    /// The number of rounds finished.
    pub round: u16,
    /// The number of rounds that a side won.
    pub decided: u16,
    /// The number of ties in a row just before the next round.
    pub ties: u16,
    /// Whether the next round is the play-off at one all.
    pub play_off: bool,
    /// Whether the bonus for the first pass of the match was paid; left out if not.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub passed: bool,
    /// The place of each side that plays no more, 0 for the others; left out if all play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
}

/// The places of sides, or nothing if all play.
pub(crate) fn places(of: &capicu::BySide<u8>) -> Vec<u8> {
    let placed = of.iter().any(|place| *place > 0);
    if placed {
        of.as_slice().to_vec()
    } else {
        Vec::new()
    }
}

/// Reads the places of as many sides as there are scores; none mean that all play.
pub(crate) fn placed(places: &[u8], scores: &[u16]) -> Result<capicu::BySide<u8>, WireError> {
    match places.len() {
        0 => by_side(&vec![0; scores.len()]),
        n if n == scores.len() => by_side(places),
        _ => Err(WireError::Places),
    }
}

impl From<&capicu::Standing> for Standing {
    fn from(standing: &capicu::Standing) -> Self {
        Self {
            scores: standing.scores.as_slice().to_vec(),
            round: standing.round,
            decided: standing.decided,
            ties: standing.ties,
            play_off: standing.play_off,
            passed: standing.passed,
            places: places(&standing.places),
        }
    }
}

impl TryFrom<&Standing> for capicu::Standing {
    type Error = WireError;

    fn try_from(standing: &Standing) -> Result<Self, WireError> {
        Ok(Self {
            scores: by_side(&standing.scores)?,
            round: standing.round,
            decided: standing.decided,
            ties: standing.ties,
            play_off: standing.play_off,
            passed: standing.passed,
            places: placed(&standing.places, &standing.scores)?,
        })
    }
}

/// Twin of [`capicu::Redeal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Redeal {
    /// Nobody has a double to open with.
    NoDouble,
    /// This seat has too many doubles.
    ManyDoubles(Seat),
    /// This seat has too many tiles of one number.
    LongSuit(Seat),
}

impl From<capicu::Redeal> for Redeal {
    fn from(redeal: capicu::Redeal) -> Self {
        match redeal {
            capicu::Redeal::NoDouble => Self::NoDouble,
            capicu::Redeal::ManyDoubles(seat) => Self::ManyDoubles(Seat(seat)),
            capicu::Redeal::LongSuit(seat) => Self::LongSuit(Seat(seat)),
        }
    }
}

impl From<Redeal> for capicu::Redeal {
    fn from(redeal: Redeal) -> Self {
        match redeal {
            Redeal::NoDouble => Self::NoDouble,
            Redeal::ManyDoubles(seat) => Self::ManyDoubles(seat.0),
            Redeal::LongSuit(seat) => Self::LongSuit(seat.0),
        }
    }
}
