//! What happens at a table, as one viewer is told.

use serde::{Deserialize, Serialize};

use crate::outcome::awards;
use crate::piece::by_seat;
use crate::{
    Award, Holder, MatchResult, Opening, Redeal, RoundResult, Ruled, Seat, Standing, Team, Tile,
    Tiles, WireError,
};

/// One thing that happened. Those of a round turn into [`capicu::Seen`] by [`Event::seen`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A match began: its deals are fixed from here on.
    MatchBegan {
        /// The number of the match at this table, from 1.
        number: u32,
        /// The hash of the seed that every deal of the match comes from.
        commitment: String,
        /// How the seed becomes deals: [`capicu::fair::ALGORITHM`].
        algorithm: String,
        /// The number of the rules engine it is played by: [`capicu::ENGINE`].
        engine: u32,
    },
    /// Tiles were turned up for the set.
    TurnedUp {
        /// The tile of each seat; `null` for those out of the draw.
        tiles: Vec<Option<Tile>>,
        /// Who opens, unless the highest tied.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        opener: Option<Seat>,
    },
    /// The deal does not do and is thrown in.
    Redealt(Redeal),
    /// A round began.
    Dealt(Dealt),
    /// A round began, as it is told to whoever looks at it once it is over.
    Opened(Opened),
    /// A seat did something.
    Done(Step),
    /// A seat called a score.
    Called {
        /// Who.
        seat: Seat,
        /// What.
        call: Call,
        /// What it was worth.
        awards: Vec<Award>,
        /// The end of the match, if a call after the last tile ended it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        result: Option<MatchResult>,
    },
    /// Something irregular was adjudicated.
    Ruled(Ruled),
    /// Nobody can go on, but this seat may declare the points of the last tile before the round is
    /// settled. It is its turn: it makes the call or passes.
    Unsettled {
        /// Who.
        seat: Seat,
    },
    /// The round is over, all hands open.
    RoundOver(Box<RoundResult>),
    /// The match is over, and its seed no secret any more.
    MatchOver(MatchOver),
    /// The match cannot go on: by the rules that the server has now, what was stored leads to another
    /// result than the one stored with it. The scores stay as they were stored; another match can begin.
    MatchStopped(MatchStopped),
    /// A partner said who should open. Everybody hears it.
    Wished {
        /// Who.
        seat: Seat,
        /// What.
        wish: Wish,
    },
    /// A player is ready for the deal of this number.
    Ready {
        /// Who.
        seat: Seat,
        /// Which deal of the match, from 0.
        deal: u32,
    },
    /// A player wants another match.
    Rematch {
        /// Who.
        seat: Seat,
    },
    /// A player wants another match with other partners.
    OtherPartners {
        /// Who.
        seat: Seat,
    },
    /// Who sits there, or what they are called, changed.
    SeatChanged {
        /// Which seat.
        seat: Seat,
        /// Who holds it now.
        holder: Holder,
        /// What the player is called.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<String>,
    },
    /// Whoever made the table has given it to somebody else, who is its maker from now on.
    Maker {
        /// Where they sit.
        seat: Seat,
    },
    /// A bot plays for the person who sits there from now on, or no more.
    StandIn {
        /// Which seat.
        seat: Seat,
        /// Why a bot plays; `None` when the person plays again.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        why: Option<StandIn>,
    },
}

/// Why a bot plays for a person who keeps the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StandIn {
    /// The person has been away for longer than the table waits.
    Away,
    /// The person left, or somebody present did not want to wait any longer.
    Left,
    /// The person sat down in mid-round, and has a hand from the next deal on.
    NextDeal,
}

/// A round as it begins for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dealt {
    /// The number of the deal in the match, from 0; deals thrown in count.
    pub deal: u32,
    /// Who opens, and how.
    pub opening: Opening,
    /// How the match stands.
    pub standing: Standing,
    /// The seat's own hand; `None` for whoever has none in this round.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hand: Option<Tiles>,
    /// How many tiles each seat holds.
    pub held: Vec<u8>,
    /// How many tiles sleep.
    pub asleep: u8,
}

/// A round as it began, all hands open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    /// The number of the deal in the match, from 0; deals thrown in count.
    pub deal: u32,
    /// Who opens, and how.
    pub opening: Opening,
    /// How the match stands.
    pub standing: Standing,
    /// The hand of each seat.
    pub hands: Vec<Tiles>,
    /// How many tiles sleep.
    pub asleep: u8,
}

/// What a seat did and what it made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// Who chose.
    pub by: Actor,
    /// What the seat was seen to do.
    pub deed: Deed,
    /// Points made by it in play.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub awards: Vec<Award>,
}

/// Who chose for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// The person who sits there.
    Person,
    /// The bot that holds the seat.
    Bot,
    /// A bot, once, because the person's time had run out.
    Clock,
}

/// Twin of [`capicu::Deed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deed {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Act,
    /// The tile drawn, for those who may know.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub drawn: Option<Tile>,
    /// Whether a drawn tile was shown to everybody.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub shown: bool,
}

/// Twin of [`capicu::Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Lays this tile, the first.
    Lead(Tile),
    /// Lays a tile against one that lies already.
    Play {
        /// The tile from the hand.
        tile: Tile,
        /// The tile on the table.
        on: Tile,
    },
    /// Takes the next tile of the boneyard.
    Draw,
    /// Plays nothing.
    Pass,
    /// Leaves the pose to the partner.
    HandOver,
}

/// Twin of [`capicu::Call`]: a score made known by word of mouth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// The player of the last tile declares what its ends score.
    Declare,
    /// The same where callers name the points.
    Sum(u16),
    /// An opponent claims what was not declared.
    Muggins,
}

impl From<capicu::Call> for Call {
    fn from(call: capicu::Call) -> Self {
        match call {
            capicu::Call::Declare => Self::Declare,
            capicu::Call::Sum(points) => Self::Sum(points),
            capicu::Call::Muggins => Self::Muggins,
        }
    }
}

impl From<Call> for capicu::Call {
    fn from(call: Call) -> Self {
        match call {
            Call::Declare => Self::Declare,
            Call::Sum(points) => Self::Sum(points),
            Call::Muggins => Self::Muggins,
        }
    }
}

/// What a partner says in the huddle about who opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// "I'll pose."
    Mine,
    /// "You pose."
    Yours,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchOver {
    /// The number of the match at this table.
    pub number: u32,
    /// The seed of all its deals: 64 hexadecimal digits.
    pub seed: String,
    /// How many deals it made.
    pub deals: u32,
    /// The side that won; not sent by servers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Team>,
    /// What it counts as for each seat, in the order of play; empty where all played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// What a match counts as for a seat: see `docs/leaving.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// What it came to.
    #[default]
    Played,
    /// A loss, whatever it came to: a bot played for the person at the end, or in more than a third of the rounds.
    Left,
    /// A win, but not a loss: a partner left.
    Deserted,
}

impl Part {
    /// Whether the match counts as what it came to.
    pub const fn is_played(&self) -> bool {
        matches!(self, Self::Played)
    }
}

/// The end of a match that cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchStopped {
    /// The number of the match at this table.
    pub number: u32,
    /// The score of each side, as it was stored at the end of the last round that is certain.
    pub scores: Vec<u16>,
    /// Why.
    #[serde(default, skip_serializing_if = "WhyStopped::is_usual")]
    pub why: WhyStopped,
}

/// Why a match cannot go on.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyStopped {
    /// By today's rules the rounds played would have ended otherwise.
    #[default]
    Rules,
    /// The time of a meeting of an event is over: the scores count.
    Time,
    /// The desk of an event has settled the meeting.
    Desk,
    /// All boards of a meeting of an event are played: the scores count.
    Boards,
}

impl WhyStopped {
    fn is_usual(&self) -> bool {
        *self == Self::Rules
    }
}

impl From<capicu::Action> for Act {
    fn from(action: capicu::Action) -> Self {
        match action {
            capicu::Action::Lead(tile) => Self::Lead(Tile(tile)),
            capicu::Action::Play { tile, on } => Self::Play {
                tile: Tile(tile),
                on: Tile(on),
            },
            capicu::Action::Draw => Self::Draw,
            capicu::Action::Pass => Self::Pass,
            capicu::Action::HandOver => Self::HandOver,
        }
    }
}

impl From<Act> for capicu::Action {
    fn from(action: Act) -> Self {
        match action {
            Act::Lead(tile) => Self::Lead(tile.0),
            Act::Play { tile, on } => Self::Play {
                tile: tile.0,
                on: on.0,
            },
            Act::Draw => Self::Draw,
            Act::Pass => Self::Pass,
            Act::HandOver => Self::HandOver,
        }
    }
}

impl From<&capicu::Deed> for Deed {
    fn from(deed: &capicu::Deed) -> Self {
        Self {
            seat: Seat(deed.seat),
            action: deed.action.into(),
            drawn: deed.drawn.map(Tile),
            shown: deed.shown,
        }
    }
}

impl From<&Deed> for capicu::Deed {
    fn from(deed: &Deed) -> Self {
        Self {
            seat: deed.seat.0,
            action: deed.action.into(),
            drawn: deed.drawn.map(Into::into),
            shown: deed.shown,
        }
    }
}

impl Event {
    /// The event of a round that a seat saw. `deal` is the number of the deal and `by` who chose,
    /// which the rules do not know; each counts only where it is told.
    pub fn from_seen(seen: &capicu::Seen, deal: u32, by: Actor) -> Self {
        match seen {
            capicu::Seen::TurnedUp { tiles, opener } => Self::TurnedUp {
                tiles: tiles.iter().map(|tile| tile.map(Tile)).collect(),
                opener: opener.map(Seat),
            },
            capicu::Seen::Redealt(why) => Self::Redealt((*why).into()),
            capicu::Seen::Dealt {
                opening,
                standing,
                hand,
                held,
                asleep,
            } => Self::Dealt(Dealt {
                deal,
                opening: opening.into(),
                standing: standing.into(),
                hand: hand.map(Tiles),
                held: held.as_slice().to_vec(),
                asleep: *asleep,
            }),
            capicu::Seen::Opened {
                opening,
                standing,
                hands,
                asleep,
            } => Self::Opened(Opened {
                deal,
                opening: opening.into(),
                standing: standing.into(),
                hands: hands.iter().copied().map(Tiles).collect(),
                asleep: *asleep,
            }),
            capicu::Seen::Done(step) => Self::Done(Step {
                by,
                deed: (&step.deed).into(),
                awards: step.awards.iter().map(Into::into).collect(),
            }),
            capicu::Seen::Called {
                seat,
                call,
                awards,
                result,
            } => Self::Called {
                seat: Seat(*seat),
                call: (*call).into(),
                awards: awards.iter().map(Into::into).collect(),
                result: result.as_ref().map(Into::into),
            },
            capicu::Seen::Ruled(ruling) => Self::Ruled(ruling.into()),
            capicu::Seen::Unsettled { seat } => Self::Unsettled { seat: Seat(*seat) },
            capicu::Seen::RoundOver(result) => Self::RoundOver(Box::new(result.as_ref().into())),
        }
    }

    /// What a [`capicu::TableView`] observes of it; `None` for what is not part of a round.
    ///
    /// # Errors
    ///
    /// If the event could not have been told by the rules.
    pub fn seen(&self) -> Result<Option<capicu::Seen>, WireError> {
        Ok(Some(match self {
            Self::TurnedUp { tiles, opener } => {
                let tiles: Vec<_> = tiles.iter().map(|tile| tile.map(|tile| tile.0)).collect();
                capicu::Seen::TurnedUp {
                    tiles: by_seat(&tiles)?,
                    opener: opener.map(Into::into),
                }
            }
            Self::Redealt(why) => capicu::Seen::Redealt((*why).into()),
            Self::Dealt(dealt) => capicu::Seen::Dealt {
                opening: (&dealt.opening).into(),
                standing: (&dealt.standing).try_into()?,
                hand: dealt.hand.map(|hand| hand.0),
                held: by_seat(&dealt.held)?,
                asleep: dealt.asleep,
            },
            Self::Opened(opened) => {
                let hands: Vec<_> = opened.hands.iter().map(|hand| hand.0).collect();
                capicu::Seen::Opened {
                    opening: (&opened.opening).into(),
                    standing: (&opened.standing).try_into()?,
                    hands: by_seat(&hands)?,
                    asleep: opened.asleep,
                }
            }
            Self::Done(step) => capicu::Seen::Done(capicu::Step {
                deed: (&step.deed).into(),
                awards: awards(&step.awards)?,
            }),
            Self::Called {
                seat,
                call,
                awards: list,
                result,
            } => capicu::Seen::Called {
                seat: seat.0,
                call: (*call).into(),
                awards: awards(list)?,
                result: result.as_ref().map(TryInto::try_into).transpose()?,
            },
            Self::Ruled(ruled) => capicu::Seen::Ruled(ruled.try_into()?),
            Self::Unsettled { seat } => capicu::Seen::Unsettled { seat: seat.0 },
            Self::RoundOver(result) => {
                capicu::Seen::RoundOver(Box::new(result.as_ref().try_into()?))
            }
            Self::MatchBegan { .. }
            | Self::MatchOver(_)
            | Self::MatchStopped(_)
            | Self::StandIn { .. }
            | Self::Wished { .. }
            | Self::Ready { .. }
            | Self::Rematch { .. }
            | Self::OtherPartners { .. }
            | Self::Maker { .. }
            | Self::SeatChanged { .. } => return Ok(None),
        }))
    }
}
