//! What was told at a table, all tiles open: what each seat hears of it is made when it is sent.

use capicu_protocol::{Actor, Event, Holder, MatchOver, Wish};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A match began.
    MatchBegan {
        /// Its number, from 1.
        number: u32,
        /// The hash of its seed.
        commitment: capicu::fair::Commitment,
    },
    /// Something in a round.
    Round {
        /// What.
        event: std::sync::Arc<capicu::Event>,
        /// The number of the deal.
        deal: u32,
        /// Who chose.
        by: Actor,
    },
    /// A match is over.
    MatchOver(MatchOver),
    /// A partner spoke in the huddle.
    Wished(capicu::Seat, Wish),
    /// A player is ready for a deal.
    Ready(capicu::Seat, u32),
    /// A player wants another match.
    Rematch(capicu::Seat),
    /// A seat changed hands or its name.
    SeatChanged(capicu::Seat, Holder, Option<String>),
}

impl Told {
    /// What a seat hears of it.
    pub fn to(&self, seat: capicu::Seat) -> Event {
        use capicu_protocol::Seat;
        match self {
            Self::MatchBegan { number, commitment } => Event::MatchBegan {
                number: *number,
                commitment: commitment.to_string(),
                algorithm: capicu::fair::ALGORITHM.to_owned(),
            },
            Self::Round { event, deal, by } => Event::from_seen(&event.seen_by(seat), *deal, *by),
            Self::MatchOver(over) => Event::MatchOver(over.clone()),
            Self::Wished(seat, wish) => Event::Wished {
                seat: Seat(*seat),
                wish: *wish,
            },
            Self::Ready(seat, deal) => Event::Ready {
                seat: Seat(*seat),
                deal: *deal,
            },
            Self::Rematch(seat) => Event::Rematch { seat: Seat(*seat) },
            Self::SeatChanged(seat, holder, name) => Event::SeatChanged {
                seat: Seat(*seat),
                holder: *holder,
                name: name.clone(),
            },
        }
    }

    /// Whether it is the beginning of a round.
    pub fn is_deal(&self) -> bool {
        matches!(self, Self::Round { event, .. } if matches!(**event, capicu::Event::Dealt { .. }))
    }
}
