//! Inputs of the lobby and its answers.

use capicu_protocol::{PlayerId, TableId};
use serde::{Deserialize, Serialize};

use crate::{Challenge, Challenger, NotAccepted, Relation, Wish};

/// Something that happens to a lobby. Ids and codes are random; the host draws them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// Facts about a player that the lobby needs before the player seeks, invites, joins or challenges.
    Introduce {
        player: PlayerId,
        /// Players whom this one blocks, and players who block this one.
        apart: Vec<PlayerId>,
        /// The strength for rated matches. `None` keeps the last one.
        strength: Option<Strength>,
    },
    /// A player seeks a table. An equal wish continues the seek; another wish replaces it.
    Seek {
        player: PlayerId,
        name: Option<String>,
        wish: Wish,
    },
    /// A player invites a partner. This replaces the player's seek. [`Output::Done`] if the game has partners.
    Invite {
        player: PlayerId,
        name: Option<String>,
        wish: Wish,
        code: String,
    },
    /// A player accepts the invitation with this code. [`Output::Joined`] unless it has expired.
    Join {
        code: String,
        player: PlayerId,
        name: Option<String>,
    },
    /// A seeker asks for bots at once.
    Fill(PlayerId),
    Seen(PlayerId),
    /// A player left the waiting page. Nobody is seated then, and the seek ends unless the page comes back at once.
    Away(PlayerId),
    /// A player gives up a seek, an invitation or a challenge. A player with a seat keeps it.
    Leave(PlayerId),
    /// The account of a player is gone, and with it everything that the player sought or was asked.
    Gone(PlayerId),
    /// One player blocks another. If they seek together, the seek ends.
    Part(PlayerId, PlayerId),
    Unfriend(PlayerId, PlayerId),
    /// A player challenges another. This replaces the challenger's seek. [`Output::Done`] if the side fits the wish.
    Challenge {
        id: String,
        host: Challenger,
        guest: Challenger,
        wish: Wish,
        side: Relation,
    },
    /// A player accepts a challenge. [`Output::Accepted`] or [`Output::NotAccepted`].
    Accept {
        id: String,
        player: PlayerId,
        name: Option<String>,
    },
    /// A player declines a challenge. [`Output::Done`] if there was one.
    Decline {
        id: String,
        player: PlayerId,
    },
    /// The host made a table, or failed to.
    Made {
        /// From the [`Output::SitDown`] that asked for it.
        company: CompanyId,
        table: Option<TableId>,
    },
    /// Time has passed. Before [`Lobby::wake_at`](crate::Lobby::wake_at) this does nothing.
    Wake,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// Make a table and report it with [`Input::Made`].
    SitDown(Company),
    Done,
    /// The wish of the accepted invitation.
    Joined(Wish),
    Accepted(Box<Challenge>),
    NotAccepted(NotAccepted),
}

pub type CompanyId = u64;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Company {
    pub id: CompanyId,
    pub wish: Wish,
    /// For each seat, a player with the name to show, or `None` for a bot. Partners sit as far apart as there are
    /// sides.
    pub seats: Vec<Option<(PlayerId, Option<String>)>>,
}

/// Data for pairing rated matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// In units of 40 rating points.
    pub skill: f64,
    /// A hash of the network address. Players with one address do not meet in rated matches.
    pub address: u64,
}

impl Default for Strength {
    /// Every player has this strength in casual matches.
    fn default() -> Self {
        Self {
            skill: 25.0,
            address: 0,
        }
    }
}
