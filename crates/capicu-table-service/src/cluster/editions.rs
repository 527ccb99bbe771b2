//! The edition of each message between servers. The matches have no wildcard arm, so that the compiler requires the
//! edition of a new message.

use capicu_lobby::Input;

use super::message::{ClientInput, Message, Question, Reply};
use crate::lobby::{LobbyRequest, View};

/// A message between servers. It is only sent to servers that know its edition.
pub trait OfAnEdition {
    /// The first [edition](capicu_table::EDITION) that has this message.
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

impl OfAnEdition for ClientInput {
    fn edition(&self) -> u16 {
        match self {
            Self::Command(_, command) => command.edition(),
            Self::Refused(..) | Self::Lag(_) => 1,
        }
    }
}

impl OfAnEdition for Question {
    fn edition(&self) -> u16 {
        match self {
            Self::Lobby(request) => request.edition(),
            Self::Connect { .. }
            | Self::Sit { .. }
            | Self::Look { .. }
            | Self::Reload { .. }
            | Self::Close { .. }
            | Self::Meetings { .. }
            | Self::Whereabouts { .. }
            | Self::OwnerCode { .. }
            | Self::Door { .. }
            | Self::Beat { .. } => 1,
            Self::Tables { .. }
            | Self::Request { .. }
            | Self::Body { .. }
            | Self::Answer { .. } => 4,
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
            | Self::Meetings(_)
            | Self::Whereabouts(_)
            | Self::Owner(_)
            | Self::Lines(_) => 1,
            Self::Lobby(_) | Self::Tables(_) | Self::Answer { .. } => 4,
        }
    }
}

impl OfAnEdition for LobbyRequest {
    fn edition(&self) -> u16 {
        let view = match &self.view {
            View::Outputs
            | View::Progress(_)
            | View::Challenges(_)
            | View::Invitation(_)
            | View::Count
            | View::Waiting => 4,
        };
        let inputs = self.inputs.iter().map(OfAnEdition::edition);
        inputs.fold(view, u16::max)
    }
}

impl OfAnEdition for Input {
    fn edition(&self) -> u16 {
        match self {
            Self::Introduce { .. }
            | Self::Seek { .. }
            | Self::Invite { .. }
            | Self::Join { .. }
            | Self::Fill(_)
            | Self::Seen(_)
            | Self::Leave(_)
            | Self::Part(..)
            | Self::Unfriend(..)
            | Self::Challenge { .. }
            | Self::Accept { .. }
            | Self::Decline { .. }
            | Self::Made { .. }
            | Self::Wake => 4,
            Self::Away(_) | Self::Gone(_) => 5,
        }
    }
}
