//! Broadcasts of a table, all tiles open. Each viewer's part is made when it is sent.

use std::sync::Arc;

use capicu::{Seat, Viewer};
use capicu_protocol::{Event, Holder, MatchOver, MatchStopped, StandIn};

use crate::{Chooser, Wish};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Broadcast {
    MatchBegan {
        number: u32,
        commitment: capicu::fair::Commitment,
        engine: u32,
    },
    Round {
        event: Arc<capicu::Event>,
        deal: u32,
        by: Chooser,
    },
    MatchOver(MatchOver),
    MatchStopped(MatchStopped),
    Wished(Seat, Wish),
    /// With the number of the deal.
    Ready(Seat, u32),
    Rematch(Seat),
    OtherPartners(Seat),
    SeatChanged(Seat, Holder, Option<String>),
    StandIn(Seat, Option<StandIn>),
    Host(Seat),
}

impl Broadcast {
    pub fn to(&self, viewer: Viewer) -> Event {
        match self {
            Self::MatchBegan {
                number,
                commitment,
                engine,
            } => Event::MatchBegan {
                number: *number,
                commitment: commitment.to_string(),
                algorithm: capicu::fair::ALGORITHM.to_owned(),
                engine: *engine,
            },
            Self::Round { event, deal, by } => {
                Event::from_seen(&event.visible_to(viewer), *deal, (*by).into())
            }
            Self::MatchOver(over) => Event::MatchOver(over.clone()),
            Self::MatchStopped(stopped) => Event::MatchStopped(stopped.clone()),
            Self::Wished(seat, wish) => Event::Wished {
                seat: (*seat).into(),
                wish: (*wish).into(),
            },
            Self::Ready(seat, deal) => Event::Ready {
                seat: (*seat).into(),
                deal: *deal,
            },
            Self::Rematch(seat) => Event::Rematch {
                seat: (*seat).into(),
            },
            Self::OtherPartners(seat) => Event::OtherPartners {
                seat: (*seat).into(),
            },
            Self::SeatChanged(seat, holder, name) => Event::SeatChanged {
                seat: (*seat).into(),
                holder: *holder,
                name: name.clone(),
            },
            Self::StandIn(seat, why) => Event::StandIn {
                seat: (*seat).into(),
                why: *why,
            },
            Self::Host(seat) => Event::Host {
                seat: (*seat).into(),
            },
        }
    }

    pub fn is_deal(&self) -> bool {
        matches!(self, Self::Round { event, .. } if matches!(**event, capicu::Event::Dealt { .. }))
    }

    /// Whether it comes between the end of a round and the next deal.
    pub fn leads_to_a_deal(&self) -> bool {
        let leads = |event: &capicu::Event| {
            matches!(
                event,
                capicu::Event::TurnedUp { .. } | capicu::Event::Redealt(_)
            )
        };
        matches!(self, Self::Round { event, .. } if leads(event))
    }

    /// Whether it may take the place of an earlier broadcast.
    pub const fn replaces(&self) -> bool {
        matches!(
            self,
            Self::SeatChanged(..)
                | Self::StandIn(..)
                | Self::Host(_)
                | Self::Wished(..)
                | Self::Rematch(_)
                | Self::OtherPartners(_)
        )
    }

    /// Whether the later of the two makes the earlier one redundant.
    pub fn is_replaced_by(&self, later: &Self) -> bool {
        match (self, later) {
            (Self::Host(_), Self::Host(_)) => true,
            (Self::SeatChanged(a, ..), Self::SeatChanged(b, ..))
            | (Self::StandIn(a, _), Self::StandIn(b, _))
            | (Self::Wished(a, _), Self::Wished(b, _)) => a == b,
            (
                Self::Rematch(a) | Self::OtherPartners(a),
                Self::Rematch(b) | Self::OtherPartners(b),
            ) => a == b,
            _ => false,
        }
    }
}
