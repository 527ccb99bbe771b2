//! Everything that happens at a table, as one viewer sees it.

use serde::{Deserialize, Serialize};

use crate::outcome::awards;
use crate::piece::{by_seat, by_side};
use crate::{
    Award, Holder, MatchResult, Opening, Redeal, RoundResult, Ruled, Seat, Side, Standing, Tile,
    Tiles, WireError,
};

/// One thing that happened. [`Event::seen`] turns events of a round into [`capicu::VisibleEvent`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A match began: its deals are fixed from now on.
    MatchBegan {
        /// The number of the match at this table, from 1.
        number: u32,
        /// The hash of the seed that every deal of the match comes from.
        commitment: String,
        /// The algorithm that turns the seed into deals: [`capicu::fair::ALGORITHM`].
        algorithm: String,
        /// The version of the rules engine: [`capicu::ENGINE`].
        engine: u32,
    },
    /// Tiles were turned up to decide the lead.
    TurnedUp {
        /// The tile of each seat; `null` for seats that are out of the draw.
        tiles: Vec<Option<Tile>>,
        /// The opener, unless the highest tiles tied.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        opener: Option<Seat>,
    },
    /// The deal is thrown in, and the tiles are dealt again.
    Redealt(Redeal),
    /// A round began.
    Dealt(Dealt),
    /// A round began, as viewers see it once it is over.
    Opened(Opened),
    /// A seat did something.
    Done(Step),
    /// A seat called a score.
    Called {
        /// The seat that called.
        seat: Seat,
        /// The kind of call.
        call: Call,
        /// The points of the call.
        awards: Vec<Award>,
        /// The end of the match, if a call after the last tile ended it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        result: Option<MatchResult>,
    },
    /// An irregularity was ruled on.
    Ruled(Ruled),
    /// The round is blocked, but this seat may declare the points of the last tile before it is settled. The seat makes
    /// the call or passes.
    Unsettled {
        /// The seat to declare or pass.
        seat: Seat,
    },
    /// The round is over, all hands open.
    RoundOver(Box<RoundResult>),
    /// A player withdrew from the match between two rounds; the others play on.
    Withdrew {
        /// The seat of the player.
        seat: Seat,
        /// The place of each side that plays no more, 0 for the others.
        places: Vec<u8>,
        /// The end of the match, if too few players are left.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        result: Option<MatchResult>,
    },
    /// The match is over, and its seed is public.
    MatchOver(MatchOver),
    /// The match cannot continue: under the server's current rules, the stored moves lead to another result than the
    /// stored one. The stored scores stay, and another match can begin.
    MatchStopped(MatchStopped),
    /// A partner said who should open. Everybody hears it.
    Wished {
        /// The seat of the partner.
        seat: Seat,
        /// Who should open.
        wish: Wish,
    },
    /// A player is ready for the deal of this number.
    Ready {
        /// The seat of the player.
        seat: Seat,
        /// The number of the deal in the match, from 0.
        deal: u32,
    },
    /// A player wants another match.
    Rematch {
        /// The seat of the player.
        seat: Seat,
    },
    /// A player wants another match with other partners.
    OtherPartners {
        /// The seat of the player.
        seat: Seat,
    },
    /// The holder or the name of a seat changed.
    SeatChanged {
        /// The seat that changed.
        seat: Seat,
        /// The new holder of the seat.
        holder: Holder,
        /// The name of the player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<String>,
    },
    /// The host has made another player the host of the table.
    #[serde(rename = "maker", alias = "host")]
    Host {
        /// The seat of the new host.
        seat: Seat,
    },
    /// A stand-in began or stopped playing for a person.
    StandIn {
        /// The seat of the person.
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
    /// The person left, or another player did not want to wait any longer.
    Left,
    /// The person sat down during a round, and gets a hand with the next deal.
    NextDeal,
}

/// The start of a round, as one seat sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dealt {
    /// The number of the deal in the match, from 0, repeated deals included.
    pub deal: u32,
    /// The opener and its duty.
    pub opening: Opening,
    /// The scores and rounds so far.
    pub standing: Standing,
    /// The seat's own hand; `None` for viewers who have none in this round.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hand: Option<Tiles>,
    /// The number of tiles in each hand.
    pub held: Vec<u8>,
    /// The number of tiles in the boneyard.
    #[serde(rename = "asleep", alias = "boneyard")]
    pub boneyard: u8,
}

/// The start of a round, all hands open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    /// The number of the deal in the match, from 0, repeated deals included.
    pub deal: u32,
    /// The opener and its duty.
    pub opening: Opening,
    /// The scores and rounds so far.
    pub standing: Standing,
    /// The hand of each seat.
    pub hands: Vec<Tiles>,
    /// The number of tiles in the boneyard.
    #[serde(rename = "asleep", alias = "boneyard")]
    pub boneyard: u8,
}

/// A seat's move and its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// Who chose the move.
    pub by: Actor,
    /// The move, as the viewer may see it.
    #[serde(rename = "deed", alias = "move")]
    pub mv: Move,
    /// Points that the move made in play.
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
    /// The bot that has the seat.
    Bot,
    /// A bot, once, because the person's time had run out.
    Clock,
}

/// Twin of [`capicu::Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The seat that moved.
    pub seat: Seat,
    /// The action it took.
    pub action: Act,
    /// The drawn tile, if the viewer may see it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub drawn: Option<Tile>,
    /// Whether everybody saw the drawn tile.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub shown: bool,
}

/// Twin of [`capicu::Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Lays this tile as the first of the round.
    Lead(Tile),
    /// Lays a tile against one on the table.
    Play {
        /// The tile from the hand.
        tile: Tile,
        /// The tile on the table.
        on: Tile,
    },
    /// Takes the next tile of the boneyard.
    Draw,
    /// Passes the turn.
    Pass,
    /// Leaves the lead to the partner.
    HandOver,
}

/// Twin of [`capicu::Call`]: a score claimed by word of mouth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// The player of the last tile declares the score of its ends.
    Declare,
    /// The player of the last tile declares it, and names the points.
    Sum(u16),
    /// An opponent claims a score that was not declared.
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

/// A partner's wish in the huddle about who opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// The speaker wants to lead.
    Mine,
    /// The speaker wants the partner to lead.
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
    /// How many deals the match used.
    pub deals: u32,
    /// The side that won; not sent by servers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// How the match counts for each seat, in the order of play; empty if all seats played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// How a match counts for a seat: see `docs/hosting/moderate.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The match counts as it ended.
    #[default]
    Played,
    /// A loss, whatever the score: a bot played for the person at the end, or in more than a third of the rounds.
    Left,
    /// A win counts, a loss does not: a partner left.
    Deserted,
}

impl Part {
    /// Whether the match counts as it ended.
    pub const fn is_played(&self) -> bool {
        matches!(self, Self::Played)
    }
}

/// The end of a match that cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchStopped {
    /// The number of the match at this table.
    pub number: u32,
    /// The stored score of each side after the last round that is certain.
    pub scores: Vec<u16>,
    /// Why it cannot continue.
    #[serde(default, skip_serializing_if = "WhyStopped::is_usual")]
    pub why: WhyStopped,
}

/// Why a match cannot continue.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyStopped {
    /// By today's rules the rounds would have ended differently.
    #[default]
    Rules,
    /// The time of the event's meeting is over: the scores count.
    Time,
    /// The director has settled the event's meeting.
    Desk,
    /// All boards of the event's meeting are played: the scores count.
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

impl From<&capicu::Move> for Move {
    fn from(mv: &capicu::Move) -> Self {
        Self {
            seat: Seat(mv.seat),
            action: mv.action.into(),
            drawn: mv.drawn.map(Tile),
            shown: mv.shown,
        }
    }
}

impl From<&Move> for capicu::Move {
    fn from(mv: &Move) -> Self {
        Self {
            seat: mv.seat.0,
            action: mv.action.into(),
            drawn: mv.drawn.map(Into::into),
            shown: mv.shown,
        }
    }
}

impl Event {
    /// Makes the event for something a seat saw in a round. The rules know neither the number of the deal nor who
    /// chose, so `deal` and `by` supply them; each is ignored if the event has no such field.
    pub fn from_seen(seen: &capicu::VisibleEvent, deal: u32, by: Actor) -> Self {
        match seen {
            capicu::VisibleEvent::TurnedUp { tiles, opener } => Self::TurnedUp {
                tiles: tiles.iter().map(|tile| tile.map(Tile)).collect(),
                opener: opener.map(Seat),
            },
            capicu::VisibleEvent::Redealt(why) => Self::Redealt((*why).into()),
            capicu::VisibleEvent::Dealt {
                opening,
                standing,
                hand,
                held,
                boneyard,
            } => Self::Dealt(Dealt {
                deal,
                opening: opening.into(),
                standing: standing.into(),
                hand: hand.map(Tiles),
                held: held.as_slice().to_vec(),
                boneyard: *boneyard,
            }),
            capicu::VisibleEvent::Opened {
                opening,
                standing,
                hands,
                boneyard,
            } => Self::Opened(Opened {
                deal,
                opening: opening.into(),
                standing: standing.into(),
                hands: hands.iter().copied().map(Tiles).collect(),
                boneyard: *boneyard,
            }),
            capicu::VisibleEvent::Done(step) => Self::Done(Step {
                by,
                mv: (&step.mv).into(),
                awards: step.awards.iter().map(Into::into).collect(),
            }),
            capicu::VisibleEvent::Called {
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
            capicu::VisibleEvent::Ruled(ruling) => Self::Ruled(ruling.into()),
            capicu::VisibleEvent::Unsettled { seat } => Self::Unsettled { seat: Seat(*seat) },
            capicu::VisibleEvent::RoundOver(result) => {
                Self::RoundOver(Box::new(result.as_ref().into()))
            }
            capicu::VisibleEvent::Withdrew(left) => Self::Withdrew {
                seat: Seat(left.seat),
                places: left.places.as_slice().to_vec(),
                result: left.result.as_ref().map(Into::into),
            },
        }
    }

    /// Converts the event for [`capicu::Board::apply`]; `None` if it is not part of a round.
    ///
    /// # Errors
    ///
    /// If the rules cannot lead to this event.
    pub fn seen(&self) -> Result<Option<capicu::VisibleEvent>, WireError> {
        Ok(Some(match self {
            Self::TurnedUp { tiles, opener } => {
                let tiles: Vec<_> = tiles.iter().map(|tile| tile.map(|tile| tile.0)).collect();
                capicu::VisibleEvent::TurnedUp {
                    tiles: by_seat(&tiles)?,
                    opener: opener.map(Into::into),
                }
            }
            Self::Redealt(why) => capicu::VisibleEvent::Redealt((*why).into()),
            Self::Dealt(dealt) => capicu::VisibleEvent::Dealt {
                opening: (&dealt.opening).into(),
                standing: (&dealt.standing).try_into()?,
                hand: dealt.hand.map(|hand| hand.0),
                held: by_seat(&dealt.held)?,
                boneyard: dealt.boneyard,
            },
            Self::Opened(opened) => {
                let hands: Vec<_> = opened.hands.iter().map(|hand| hand.0).collect();
                capicu::VisibleEvent::Opened {
                    opening: (&opened.opening).into(),
                    standing: (&opened.standing).try_into()?,
                    hands: by_seat(&hands)?,
                    boneyard: opened.boneyard,
                }
            }
            Self::Done(step) => capicu::VisibleEvent::Done(capicu::Step {
                mv: (&step.mv).into(),
                awards: awards(&step.awards)?,
            }),
            Self::Called {
                seat,
                call,
                awards: list,
                result,
            } => capicu::VisibleEvent::Called {
                seat: seat.0,
                call: (*call).into(),
                awards: awards(list)?,
                result: result.as_ref().map(TryInto::try_into).transpose()?,
            },
            Self::Ruled(ruled) => capicu::VisibleEvent::Ruled(ruled.try_into()?),
            Self::Unsettled { seat } => capicu::VisibleEvent::Unsettled { seat: seat.0 },
            Self::RoundOver(result) => {
                capicu::VisibleEvent::RoundOver(Box::new(result.as_ref().try_into()?))
            }
            Self::Withdrew {
                seat,
                places,
                result,
            } => capicu::VisibleEvent::Withdrew(capicu::Leaving {
                seat: seat.0,
                places: by_side(places)?,
                result: result.as_ref().map(TryInto::try_into).transpose()?,
            }),
            Self::MatchBegan { .. }
            | Self::MatchOver(_)
            | Self::MatchStopped(_)
            | Self::StandIn { .. }
            | Self::Wished { .. }
            | Self::Ready { .. }
            | Self::Rematch { .. }
            | Self::OtherPartners { .. }
            | Self::Host { .. }
            | Self::SeatChanged { .. } => return Ok(None),
        }))
    }
}
