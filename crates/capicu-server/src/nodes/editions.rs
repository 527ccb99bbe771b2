//! Since when servers send each other what. No match has an arm for the rest, so that the compiler asks for the
//! edition of a new message.

use super::message::{Message, Question, Reply, Said, Words};
use crate::events::hand::Deed;

/// What servers send each other: those that know it, to those that do.
pub trait OfAnEdition {
    /// The [edition](capicu_table::EDITION) in which it was sent for the first time.
    fn edition(&self) -> u16;
}

impl OfAnEdition for Message {
    fn edition(&self) -> u16 {
        match self {
            Self::Says { said, .. } => said.edition(),
            Self::Left { .. }
            | Self::Told { .. }
            | Self::Shut { .. }
            | Self::Halt { .. }
            | Self::Grown { .. }
            | Self::News { .. } => 1,
        }
    }
}

impl OfAnEdition for Said {
    fn edition(&self) -> u16 {
        match self {
            Self::Command(_, words) => words.edition(),
            Self::Refused(..) | Self::Lag(_) => 1,
        }
    }
}

impl OfAnEdition for Words {
    fn edition(&self) -> u16 {
        match self {
            Self::Act { .. }
            | Self::Call { .. }
            | Self::Wish { .. }
            | Self::Ready { .. }
            | Self::Rematch { .. }
            | Self::OtherPartners { .. }
            | Self::Name(_)
            | Self::Rotate(_)
            | Self::Renew { .. }
            | Self::Swap { .. }
            | Self::Leave
            | Self::Back
            | Self::Delete
            | Self::StandIn(_)
            | Self::Hint { .. }
            | Self::Say(_) => 1,
            Self::GiveTable(_) => 2,
        }
    }
}

impl OfAnEdition for Question {
    fn edition(&self) -> u16 {
        match self {
            Self::Lobby { said, .. } => said.edition(),
            Self::Deal { deed, .. } => deed.edition(),
            Self::Connect { .. }
            | Self::Sit { .. }
            | Self::Look { .. }
            | Self::Reload { .. }
            | Self::Close { .. }
            | Self::Invited { .. }
            | Self::Meetings { .. }
            | Self::Seen { .. }
            | Self::Whereabouts { .. }
            | Self::Ceremony { .. }
            | Self::OwnerCode { .. }
            | Self::Door { .. }
            | Self::Open { .. }
            | Self::Watched { .. }
            | Self::Beat { .. } => 1,
        }
    }
}

impl OfAnEdition for Deed {
    fn edition(&self) -> u16 {
        match self {
            Self::Look | Self::Take(..) | Self::Over(..) | Self::Anew(_) => 1,
        }
    }
}

impl OfAnEdition for Reply {
    fn edition(&self) -> u16 {
        match self {
            Self::NotHere
            | Self::Done
            | Self::Seat(_)
            | Self::Glance(_)
            | Self::Closed(_)
            | Self::Invited(_)
            | Self::Lobby(_)
            | Self::Meetings(_)
            | Self::Seen(_)
            | Self::Whereabouts(_)
            | Self::Ceremony(_)
            | Self::Owner(_)
            | Self::Dealt(..)
            | Self::Open(_)
            | Self::Watched(_)
            | Self::Lines(_) => 1,
        }
    }
}
