//! Irregularities at a table with real tiles, and their rulings. A table of this server prevents them all; recorded
//! matches contain them.

use serde::{Deserialize, Serialize};

use crate::outcome::awards;
use crate::{Award, Seat, Tile, WireError};

/// Twin of [`capicu::Irregularity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Irregularity {
    /// Passed although it could have played.
    FalsePass,
    /// An illegal play that this player took back.
    TakenBack(Seat),
    /// This player took too long for its turn.
    SlowPlay(Seat),
    /// Laid a tile that does not fit, and it stays.
    WrongPlay {
        /// The tile that does not fit.
        tile: Tile,
        /// The tile it is laid against.
        on: Tile,
        /// The half that is open now.
        open: u8,
    },
    /// Drew although it could have played.
    NeedlessDraw,
    /// Drew because of a wrong tile that was then corrected.
    MisledDraw,
    /// This player took too many tiles at the deal.
    OverDrawn(Seat),
    /// This player took too few.
    UnderDrawn(Seat),
    /// Showed a tile to the others.
    Exposed {
        /// The seat that showed it.
        by: Seat,
        /// The tile it showed.
        tile: Tile,
    },
    /// Had to play its exposed tile here.
    Directed {
        /// The exposed tile.
        tile: Tile,
        /// The tile it is laid against.
        on: Tile,
    },
    /// The round is void.
    Void,
}

/// Twin of [`capicu::Ruling`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruled {
    /// The seat at fault.
    pub seat: Seat,
    /// The kind of irregularity.
    pub what: Irregularity,
    /// The tiles drawn as a penalty; only the seat that drew them sees them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub drawn: Vec<Tile>,
    /// How many tiles were drawn as a penalty.
    pub n_drawn: u8,
    /// The points of the ruling.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub awards: Vec<Award>,
}

impl From<&capicu::Ruling> for Ruled {
    fn from(ruling: &capicu::Ruling) -> Self {
        use capicu::Irregularity as Of;
        Self {
            seat: Seat(ruling.seat),
            what: match ruling.what {
                Of::FalsePass => Irregularity::FalsePass,
                Of::TakenBack { seat } => Irregularity::TakenBack(Seat(seat)),
                Of::SlowPlay { seat } => Irregularity::SlowPlay(Seat(seat)),
                Of::WrongPlay { tile, on, open } => Irregularity::WrongPlay {
                    tile: Tile(tile),
                    on: Tile(on),
                    open: open.value(),
                },
                Of::NeedlessDraw => Irregularity::NeedlessDraw,
                Of::MisledDraw => Irregularity::MisledDraw,
                Of::OverDrawn { seat } => Irregularity::OverDrawn(Seat(seat)),
                Of::UnderDrawn { seat } => Irregularity::UnderDrawn(Seat(seat)),
                Of::Exposed { seat, tile } => Irregularity::Exposed {
                    by: Seat(seat),
                    tile: Tile(tile),
                },
                Of::Directed { tile, on } => Irregularity::Directed {
                    tile: Tile(tile),
                    on: Tile(on),
                },
                Of::Void => Irregularity::Void,
            },
            drawn: ruling.drawn.iter().map(|tile| Tile(*tile)).collect(),
            n_drawn: ruling.n_drawn,
            awards: ruling.awards.iter().map(Into::into).collect(),
        }
    }
}

impl TryFrom<&Ruled> for capicu::Ruling {
    type Error = WireError;

    fn try_from(ruled: &Ruled) -> Result<Self, WireError> {
        use capicu::Irregularity as Of;
        let what = match ruled.what {
            Irregularity::FalsePass => Of::FalsePass,
            Irregularity::TakenBack(by) => Of::TakenBack { seat: by.0 },
            Irregularity::SlowPlay(by) => Of::SlowPlay { seat: by.0 },
            Irregularity::WrongPlay { tile, on, open } => Of::WrongPlay {
                tile: tile.0,
                on: on.0,
                open: capicu::Pip::new(open).ok_or(WireError::TooMany("pips"))?,
            },
            Irregularity::NeedlessDraw => Of::NeedlessDraw,
            Irregularity::MisledDraw => Of::MisledDraw,
            Irregularity::OverDrawn(by) => Of::OverDrawn { seat: by.0 },
            Irregularity::UnderDrawn(by) => Of::UnderDrawn { seat: by.0 },
            Irregularity::Exposed { by, tile } => Of::Exposed {
                seat: by.0,
                tile: tile.0,
            },
            Irregularity::Directed { tile, on } => Of::Directed {
                tile: tile.0,
                on: on.0,
            },
            Irregularity::Void => Of::Void,
        };
        let drawn: Vec<capicu::Tile> = ruled.drawn.iter().map(|tile| tile.0).collect();
        Ok(Self {
            seat: ruled.seat.0,
            what,
            drawn: drawn
                .as_slice()
                .try_into()
                .map_err(|_| WireError::TooMany("tiles"))?,
            n_drawn: ruled.n_drawn,
            awards: awards(&ruled.awards)?,
        })
    }
}
