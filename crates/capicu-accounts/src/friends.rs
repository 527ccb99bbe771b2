//! Friends and blocks: what people do about each other.

use std::collections::BTreeMap;

use capicu_protocol::{ApiErrorCode, FriendInfo, MyFriends, PersonInfo, PlayerId, Whereabouts};
use capicu_store::{Circle, Player, PlayerKind, SignedIn, Tie, TieError, TieLimits, Tied};

use crate::effects::{Effect, Effects};
use crate::{Context, Error, names};

/// The most ties of each kind for one player.
const LIMITS: TieLimits = TieLimits {
    friends: 500,
    asked: 50,
    blocked: 500,
};

/// The number of friend requests that are listed.
const ASKING: u32 = 200;

/// An act of one player toward another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FriendAct {
    /// Sends a friend request, or accepts one that the other has sent.
    Ask,
    /// Accepts a friend request.
    Accept,
    /// Declines a friend request.
    Refuse,
    /// Withdraws a friend request.
    TakeBack,
    /// Ends a friendship.
    Remove,
    /// Blocks the other player.
    Block,
    /// Unblocks the other player.
    Unblock,
}

impl FriendAct {
    /// All acts, in the order of the type.
    const ALL: [Self; 7] = [
        Self::Ask,
        Self::Accept,
        Self::Refuse,
        Self::TakeBack,
        Self::Remove,
        Self::Block,
        Self::Unblock,
    ];

    /// Its name in addresses.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Accept => "accept",
            Self::Refuse => "refuse",
            Self::TakeBack => "take-back",
            Self::Remove => "remove",
            Self::Block => "block",
            Self::Unblock => "unblock",
        }
    }

    /// The act with this name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.id() == id)
    }

    /// Whether guests may do it as well; only members have friends.
    const fn is_for_guests(self) -> bool {
        matches!(self, Self::Block | Self::Unblock)
    }
}

/// The tie between a player and the one who looks at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acquaintance {
    /// No tie between them.
    None,
    /// The player is a friend.
    Friend,
    /// The player has sent a friend request.
    Asking,
    /// The player has received a friend request.
    Asked,
    /// The player is blocked.
    Blocked,
}

impl Acquaintance {
    /// The tie of a player in this circle.
    pub fn of(circle: &Circle, player: PlayerId) -> Self {
        let has = |all: &[Tied]| all.iter().any(|tied| tied.player.id == player);
        if has(&circle.blocked) {
            Self::Blocked
        } else if has(&circle.friends) {
            Self::Friend
        } else if has(&circle.asking) {
            Self::Asking
        } else if has(&circle.asked) {
            Self::Asked
        } else {
            Self::None
        }
    }
}

/// The username of a member.
pub fn username(player: &Player) -> Option<&str> {
    match &player.kind {
        PlayerKind::Member { username } => Some(username),
        PlayerKind::Guest | PlayerKind::Bot | PlayerKind::Gone => None,
    }
}

/// Returns the member with this username, or with one that looks like it.
///
/// # Errors
///
/// If there is none.
pub async fn find(context: &Context, username: &str) -> Result<Player, Error> {
    let username = username.trim().trim_start_matches('@');
    let found = match names::written(username) {
        Some(username) => {
            let skeleton = names::skeleton(username);
            context.store.member(&skeleton).await?
        }
        None => None,
    };
    found.ok_or(Error::new(ApiErrorCode::NotFound))
}

/// Returns all ties of the signed-in player.
pub async fn circle(context: &Context, found: &SignedIn) -> Result<Circle, Error> {
    circle_of(context, found.player.id).await
}

/// Returns all ties of a player.
pub async fn circle_of(context: &Context, player: PlayerId) -> Result<Circle, Error> {
    Ok(context.store.circle(player, ASKING).await?)
}

/// Returns a player by username, or by id if they are in the asking player's circle.
pub async fn named(context: &Context, found: &SignedIn, who: &str) -> Result<PlayerId, Error> {
    let circle = circle(context, found).await?;
    let all = [circle.friends, circle.asking, circle.asked, circle.blocked];
    let mut all = all.iter().flatten();
    match all.find(|tied| tied.player.id.as_str() == who) {
        Some(tied) => Ok(tied.player.id),
        None => Ok(find(context, who).await?.id),
    }
}

/// Checks that a player may do this; guests have no friends.
///
/// # Errors
///
/// If not.
pub fn may(player: &Player, act: FriendAct) -> Result<(), Error> {
    match username(player).is_some() || act.is_for_guests() {
        true => Ok(()),
        false => Err(Error::new(ApiErrorCode::NotSignedIn)),
    }
}

/// Carries out an act of one player toward another.
///
/// # Errors
///
/// If the player may not, or it cannot be stored.
pub async fn act(
    context: &Context,
    found: &SignedIn,
    act: FriendAct,
    other: PlayerId,
) -> Result<Effects, Error> {
    may(&found.player, act)?;
    // The lobby knows players by their current ids.
    let today = match act {
        FriendAct::Block => context.store.player(other).await?.map(|of| of.id),
        _ => None,
    };
    let (player, at) = (found.player.id, context.clock.now());
    let tie = match act {
        FriendAct::Ask => Tie::Ask { player, other, at },
        FriendAct::Accept => Tie::Accept { player, other, at },
        FriendAct::Refuse => Tie::Refuse { player, other },
        FriendAct::TakeBack => Tie::TakeBack { player, other },
        FriendAct::Remove => Tie::Remove { player, other },
        FriendAct::Block => Tie::Block { player, other, at },
        FriendAct::Unblock => Tie::Unblock { player, other },
    };
    context.store.tie(tie, LIMITS).await?;
    let blocks = [Effect::ReloadBlocks(player), Effect::Recheck(player)];
    Ok(Effects(match act {
        FriendAct::Block => {
            let [reload, recheck] = blocks;
            vec![
                reload,
                recheck,
                Effect::Part(player, today.unwrap_or(other)),
            ]
        }
        FriendAct::Unblock => blocks.into(),
        FriendAct::Remove => vec![Effect::Unfriend(player, other)],
        FriendAct::Ask | FriendAct::Accept | FriendAct::Refuse | FriendAct::TakeBack => Vec::new(),
    }))
}

/// Records that the player has read that the other accepted the request.
pub async fn read(context: &Context, player: PlayerId, other: PlayerId) -> Result<(), Error> {
    Ok(context
        .store
        .tie(Tie::Read { player, other }, LIMITS)
        .await?)
}

/// Sets whether friends see where the player is.
pub async fn show(context: &Context, found: &SignedIn, shown: bool) -> Result<(), Error> {
    let tie = Tie::Hide {
        player: found.player.id,
        hidden: !shown,
    };
    let tied = context.store.tie(tie, LIMITS).await;
    tied.map_err(|error| match error {
        // Guests have no friends.
        TieError::Unknown => Error::new(ApiErrorCode::NotSignedIn),
        error => error.into(),
    })
}

/// Where friends are, as far as the player may see it.
#[derive(Debug, Default)]
pub struct FriendsSeen(pub BTreeMap<PlayerId, Whereabouts>);

impl FriendsSeen {
    /// Where a friend is.
    pub fn whereabouts(&self, friend: &Tied) -> Whereabouts {
        let seen = self.0.get(&friend.player.id).copied();
        seen.unwrap_or(Whereabouts::Away)
    }
}

/// A player's own view of their circle, with or without the whereabouts of friends.
pub fn told(circle: &Circle, seen: Option<&FriendsSeen>) -> MyFriends {
    let person = |tied: &Tied| PersonInfo {
        id: tied.player.id,
        username: username(&tied.player).map(str::to_owned),
        name: tied.player.name.clone(),
        since: tied.since,
    };
    let friend = |tied: &Tied| FriendInfo {
        person: person(tied),
        presence: seen.map(|seen| seen.whereabouts(tied)),
    };
    MyFriends {
        friends: circle.friends.iter().map(friend).collect(),
        asking: circle.asking.iter().map(person).collect(),
        asked: circle.asked.iter().map(person).collect(),
        blocked: circle.blocked.iter().map(person).collect(),
        shown: !circle.is_hidden,
    }
}
