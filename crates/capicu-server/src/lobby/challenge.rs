//! Challenges: one person would like to play with another, who is told so and may accept.

use capicu_lobby::Stakes;
use capicu_protocol::PlayerId;
use capicu_store::{Bot, Player, PlayerKind};
use serde::{Deserialize, Serialize};

use super::wish::Wish;
use crate::people::names;

/// How long a challenge can be accepted, in milliseconds.
const OPEN: u64 = 600_000;

/// Where the one who is challenged sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// Opposite: the two seek other partners together.
    #[default]
    Partner,
    /// On another side, and bots in all seats that are left.
    Opponent,
}

impl Side {
    /// Its name in forms and addresses.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Partner => "partner",
            Self::Opponent => "opponent",
        }
    }

    /// The side of a name.
    pub fn by_id(id: &str) -> Option<Self> {
        let mut all = [Self::Partner, Self::Opponent].into_iter();
        all.find(|side| side.id() == id)
    }

    /// Whether two can play like this: partners where there are any, and opponents in rated matches where nobody else
    /// is needed.
    pub fn fits(self, wish: Wish) -> bool {
        let pool = wish.pool();
        match self {
            Self::Partner => pool.side_size() == 2,
            Self::Opponent => wish.stakes == Stakes::Casual || pool.seats == 2,
        }
    }
}

/// Somebody who challenges or is challenged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenger {
    /// Who.
    pub player: PlayerId,
    /// The username.
    pub username: String,
    /// What the player is called at the table.
    pub name: Option<String>,
}

impl Challenger {
    /// A member; `None` for a player without a username.
    pub fn of_member(player: &Player) -> Option<Self> {
        match &player.kind {
            PlayerKind::Member { username } => Some(Self {
                player: player.id,
                username: username.clone(),
                name: player.name.clone(),
            }),
            PlayerKind::Guest | PlayerKind::Bot | PlayerKind::Gone => None,
        }
    }

    /// A bot.
    pub fn of_bot(bot: Bot) -> Self {
        Self {
            player: bot.player.id,
            username: bot.username,
            name: bot.player.name,
        }
    }

    /// Whether a program plays: nobody else has such a name.
    pub fn is_bot(&self) -> bool {
        self.name.as_deref().is_some_and(names::passes_for_bot)
    }
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// What it is called, unguessable.
    pub id: String,
    /// Who challenges.
    pub host: Challenger,
    /// Who is challenged.
    pub guest: Challenger,
    /// What is to be played.
    pub wish: Wish,
    /// Where the one who is challenged sits.
    pub side: Side,
    pub(super) made_at: u64,
}

/// What there is for somebody to answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Challenges {
    /// Who challenges them, the latest first.
    pub to: Vec<Challenge>,
    /// Whom they challenge.
    pub by: Option<Challenge>,
    /// Whether somebody has accepted to play with them and waits for their page.
    pub is_awaited: bool,
}

impl Challenge {
    /// Whether it can be accepted at this time.
    pub(super) const fn is_open(&self, now: u64) -> bool {
        now.saturating_sub(self.made_at) < OPEN
    }

    /// Whether it is between these two.
    pub(super) fn is_between(&self, one: PlayerId, other: PlayerId) -> bool {
        let both = [self.host.player, self.guest.player];
        both == [one, other] || both == [other, one]
    }
}

/// Why a challenge cannot be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotAccepted {
    /// There is none of this name for this player, or not any more.
    Over,
    /// The match would be rated, and both come from the same address.
    SameAddress,
}
