//! Friends, requests and blocks.

use std::collections::BTreeMap;
use std::fmt;

use capicu_protocol::PlayerId;

use crate::{Answer, Player, Unavailable};

/// Friends and blocks.
///
/// Friends are members; blocks work for guests too. If a guest signs in as a member, the member takes over their blocks
/// and requests. A deleted player has none. Blocking ends a friendship. A blocked player can still send a request: to
/// them it looks unanswered, and the other player does not see it.
pub trait Friends: Send + Sync + fmt::Debug {
    /// Changes the relation of two people in one transaction. `Ok` means stored on disk; after [`TieError::Failed`] all
    /// or nothing is stored. Repeating a change succeeds.
    fn tie(&self, tie: Tie, limits: TieLimits) -> Answer<'_, Result<(), TieError>>;

    /// Lists everybody related to a player, and up to `asking` requests to them, latest first.
    fn circle(&self, player: PlayerId, asking: u32) -> Answer<'_, Result<Circle, Unavailable>>;

    /// Lists all ids of players whom a player blocks or who block the player; they never sit together.
    fn apart(&self, player: PlayerId) -> Answer<'_, Result<Apart, Unavailable>>;

    /// Returns the member whose username has this skeleton.
    fn member<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Player>, Unavailable>>;

    /// Returns the usernames of those of these players who are members by now.
    fn usernames(
        &self,
        players: Vec<PlayerId>,
    ) -> Answer<'_, Result<BTreeMap<PlayerId, String>, Unavailable>>;
}

/// A change of the relation of two people. Times are milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// A member requests friendship. If the other has asked too, they become friends.
    Ask {
        player: PlayerId,
        other: PlayerId,
        at: u64,
    },
    Accept {
        player: PlayerId,
        other: PlayerId,
        at: u64,
    },
    Refuse {
        player: PlayerId,
        other: PlayerId,
    },
    TakeBack {
        player: PlayerId,
        other: PlayerId,
    },
    Remove {
        player: PlayerId,
        other: PlayerId,
    },
    /// A player has read that the other accepted the request.
    Read {
        player: PlayerId,
        other: PlayerId,
    },
    /// A player blocks another. This ends their friendship and all requests between them.
    Block {
        player: PlayerId,
        other: PlayerId,
        at: u64,
    },
    Unblock {
        player: PlayerId,
        other: PlayerId,
    },
    /// Hides whether a member is online from friends, or shows it again.
    Hide {
        player: PlayerId,
        hidden: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieLimits {
    pub friends: u32,
    /// Requests without an answer.
    pub asked: u32,
    pub blocked: u32,
}

/// Everybody related to a player, oldest relation first; requests to them, latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circle {
    pub friends: Vec<Tied>,
    /// Requests to the player, latest first.
    pub asking: Vec<Tied>,
    pub asked: Vec<Tied>,
    /// Friends who accepted a request of the player, who has not read it.
    pub accepted: Vec<Tied>,
    pub blocked: Vec<Tied>,
    pub is_hidden: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tied {
    pub player: Player,
    /// In milliseconds since 1970.
    pub since: u64,
    pub is_hidden: bool,
}

/// All ids of people who never sit with a player, including ids that they had as guests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apart {
    /// Players whom the player blocks.
    pub blocked: Vec<PlayerId>,
    /// Players who block the player.
    pub blocking: Vec<PlayerId>,
}

impl Apart {
    pub fn all(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.blocked.iter().chain(&self.blocking).copied()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TieError {
    /// The player does not exist, is of the wrong kind, or has no such relation.
    #[error("there is nobody to whom this can happen")]
    Unknown,
    /// The player who asks has blocked the other.
    #[error("the player blocks the other")]
    Blocked,
    #[error("there are as many as there may be")]
    Full,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
