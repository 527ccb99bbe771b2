//! What ties people to each other: friends, those who ask to be, and those who are blocked.

use std::collections::BTreeMap;
use std::fmt;

use capicu_protocol::PlayerId;

use crate::{Answer, Player, Unavailable};

/// Friends and blocks.
///
/// Friends are members. Whoever blocks somebody may be a guest, and so may be whoever is blocked. What ties a guest who
/// signs in as a member ties the member from then on, and whoever is deleted is tied to nobody. Blocking somebody ends a
/// friendship. Whoever is blocked can still ask, and sees the same as if the answer were outstanding; the other sees
/// nothing of it.
pub trait Friends: Send + Sync + fmt::Debug {
    /// Changes what ties two people: all of it or nothing. When the answer is `Ok`, it is stored and survives a power
    /// cut; after [`TieError::Failed`] all or nothing of it is. What is so already is no error.
    fn tie(&self, tie: Tie, limits: TieLimits) -> Answer<'_, Result<(), TieError>>;

    /// Everybody who is tied to a player; of those who ask, the latest first, at most so many.
    fn circle(&self, player: PlayerId, asking: u32) -> Answer<'_, Result<Circle, Unavailable>>;

    /// With whom a player is not to sit: every id of those whom the player blocks, or who block the player.
    fn apart(&self, player: PlayerId) -> Answer<'_, Result<Apart, Unavailable>>;

    /// The member whose username looks like this.
    fn member<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Player>, Unavailable>>;

    /// The usernames of those of these players who are members by now.
    fn usernames(
        &self,
        players: Vec<PlayerId>,
    ) -> Answer<'_, Result<BTreeMap<PlayerId, String>, Unavailable>>;
}

/// Something that changes between two people. Times are milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// A member would like to be somebody's friend. If the other has asked the same, they are friends.
    Ask {
        /// Who asks.
        player: PlayerId,
        /// Whom.
        other: PlayerId,
        /// When.
        at: u64,
    },
    /// A member accepts that.
    Accept {
        /// Who accepts.
        player: PlayerId,
        /// Who asked.
        other: PlayerId,
        /// When.
        at: u64,
    },
    /// A member does not accept it.
    Refuse {
        /// Who refuses.
        player: PlayerId,
        /// Who asked.
        other: PlayerId,
    },
    /// A member asks no more.
    TakeBack {
        /// Who asked.
        player: PlayerId,
        /// Whom.
        other: PlayerId,
    },
    /// Two are friends no more.
    Remove {
        /// Who wants that.
        player: PlayerId,
        /// The friend.
        other: PlayerId,
    },
    /// A player wants nothing to do with another: they are friends no more, and nothing is asked any more.
    Block {
        /// Who blocks.
        player: PlayerId,
        /// Whom.
        other: PlayerId,
        /// When.
        at: u64,
    },
    /// A player blocks another no more.
    Unblock {
        /// Who blocked.
        player: PlayerId,
        /// Whom.
        other: PlayerId,
    },
    /// A member's friends are not told any more whether the member is here, or they are again.
    Hide {
        /// Who.
        player: PlayerId,
        /// Whether they are not told.
        hidden: bool,
    },
}

/// How many of each there may be for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieLimits {
    /// Friends.
    pub friends: u32,
    /// People who were asked and have not answered.
    pub asked: u32,
    /// People who are blocked.
    pub blocked: u32,
}

/// Everybody who is tied to a player, the oldest tie first, but for those who ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circle {
    /// The friends.
    pub friends: Vec<Tied>,
    /// Those who ask the player, the latest first.
    pub asking: Vec<Tied>,
    /// Those whom the player asks.
    pub asked: Vec<Tied>,
    /// Those whom the player blocks.
    pub blocked: Vec<Tied>,
    /// Whether friends are not told that the player is here.
    pub is_hidden: bool,
}

/// Somebody who is tied to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tied {
    /// Who.
    pub player: Player,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Whether this player's friends are not told that the player is here.
    pub is_hidden: bool,
}

/// Every id of those with whom a player is not to sit: those that they had as guests as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apart {
    /// Whom the player blocks.
    pub blocked: Vec<PlayerId>,
    /// Who blocks the player.
    pub blocking: Vec<PlayerId>,
}

impl Apart {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.blocked.iter().chain(&self.blocking).copied()
    }
}

/// Why nothing was changed between two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TieError {
    /// There is no such player, or not of the kind that this can happen to, or nothing of the sort ties them.
    #[error("there is nobody to whom this can happen")]
    Unknown,
    /// Whoever asks blocks the other.
    #[error("the player blocks the other")]
    Blocked,
    /// One of them has as many as there may be.
    #[error("there are as many as there may be")]
    Full,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
