//! Challenges: one player asks another to play.

use capicu_protocol::PlayerId;
use serde::{Deserialize, Serialize};

use crate::{Stakes, Wish};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// On the challenger's side: the two seek opponents together.
    #[default]
    Partner,
    /// On another side, with bots in the remaining seats.
    Opponent,
}

impl Relation {
    /// Its name in forms and URLs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Partner => "partner",
            Self::Opponent => "opponent",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        let mut all = [Self::Partner, Self::Opponent].into_iter();
        all.find(|side| side.id() == id)
    }

    /// Whether two players can play like this. Partners need a game with pairs. Rated opponents need a table of two
    /// seats.
    pub fn fits(self, wish: Wish) -> bool {
        match self {
            Self::Partner => wish.side_size() == 2,
            Self::Opponent => wish.stakes == Stakes::Casual || wish.seats() == 2,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenger {
    pub player: PlayerId,
    pub username: String,
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// A secret that cannot be guessed.
    pub id: String,
    pub host: Challenger,
    pub guest: Challenger,
    pub wish: Wish,
    pub side: Relation,
    pub(crate) made_at: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Challenges {
    /// Challenges to the player, the latest first.
    pub to: Vec<Challenge>,
    pub by: Option<Challenge>,
    /// Whether a guest has accepted and waits for the challenger's page.
    pub is_awaited: bool,
}

impl Challenge {
    /// Milliseconds after which a challenge expires.
    pub(crate) const LIFE: u64 = 86_400_000;

    pub(crate) const fn is_open(&self, now: u64) -> bool {
        now.saturating_sub(self.made_at) < Self::LIFE
    }

    pub(crate) fn is_between(&self, one: PlayerId, other: PlayerId) -> bool {
        let both = [self.host.player, self.guest.player];
        both == [one, other] || both == [other, one]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotAccepted {
    Over,
    /// The match would be rated, and both players share an address.
    SameAddress,
}
