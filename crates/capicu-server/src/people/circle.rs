//! Friends and blocks: what people do about each other, whether a program asks in JSON or a page sends a form.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::http::HeaderMap;
use capicu_protocol::{ApiErrorCode, FriendInfo, MyFriends, PersonInfo, PlayerId, Whereabouts};
use capicu_store::{Circle, Player, PlayerKind, SignedIn, Tie, TieError, TieLimits, Tied};

use super::names;
use crate::http::{Failure, Site, What};

/// How many of each there may be for one player.
const LIMITS: TieLimits = TieLimits {
    friends: 500,
    asked: 50,
    blocked: 500,
};

/// How many of those who ask are listed.
const ASKING: u32 = 200;

/// What somebody does about somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Asks them to be a friend; accepts, where they have asked the same.
    Ask,
    /// Accepts that.
    Accept,
    /// Does not accept it.
    Refuse,
    /// Asks no more.
    TakeBack,
    /// Is their friend no more.
    Remove,
    /// Wants nothing to do with them.
    Block,
    /// Blocks them no more.
    Unblock,
}

impl Act {
    /// All of them.
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

    /// The act of a name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.id() == id)
    }

    /// Whether guests may do it as well: friends are members.
    const fn is_for_guests(self) -> bool {
        matches!(self, Self::Block | Self::Unblock)
    }
}

/// What a player is to whoever looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acquaintance {
    /// Nothing.
    None,
    /// A friend.
    Friend,
    /// Somebody who would like to be.
    Asking,
    /// Somebody who was asked.
    Asked,
    /// Somebody who is blocked.
    Blocked,
}

impl Acquaintance {
    /// What a player is in somebody's circle.
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

/// The member of a username, or of one that looks like it.
///
/// # Errors
///
/// If there is none.
pub async fn find(site: &Site, username: &str) -> Result<Player, Failure> {
    let username = username.trim().trim_start_matches('@');
    let found = match names::written(username) {
        Some(username) => {
            let skeleton = names::skeleton(username);
            site.services().store.member(&skeleton).await?
        }
        None => None,
    };
    found.ok_or(Failure::new(ApiErrorCode::NotFound))
}

/// Everybody who is tied to whoever is signed in.
pub async fn circle(site: &Site, found: &SignedIn) -> Result<Circle, Failure> {
    let store = &site.services().store;
    Ok(store.circle(found.player.id, ASKING).await?)
}

/// Somebody of the own circle, by username or by id.
pub async fn named(site: &Site, found: &SignedIn, who: &str) -> Result<PlayerId, Failure> {
    let circle = circle(site, found).await?;
    let all = [circle.friends, circle.asking, circle.asked, circle.blocked];
    let mut all = all.iter().flatten();
    match all.find(|tied| tied.player.id.as_str() == who) {
        Some(tied) => Ok(tied.player.id),
        None => Ok(find(site, who).await?.id),
    }
}

/// Does something about somebody else.
pub async fn act(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    found: &SignedIn,
    act: Act,
    other: PlayerId,
) -> Result<(), Failure> {
    let player = found.player.id;
    if username(&found.player).is_none() && !act.is_for_guests() {
        return Err(Failure::new(ApiErrorCode::NotSignedIn));
    }
    if matches!(act, Act::Ask | Act::Block) && !site.allows(What::Tie, peer, headers) {
        return Err(site.too_often(What::Tie));
    }
    let at = site.services().clock.now();
    let tie = match act {
        Act::Ask => Tie::Ask { player, other, at },
        Act::Accept => Tie::Accept { player, other, at },
        Act::Refuse => Tie::Refuse { player, other },
        Act::TakeBack => Tie::TakeBack { player, other },
        Act::Remove => Tie::Remove { player, other },
        Act::Block => Tie::Block { player, other, at },
        Act::Unblock => Tie::Unblock { player, other },
    };
    let store = &site.services().store;
    store.tie(tie, LIMITS).await?;
    if matches!(act, Act::Block | Act::Unblock) {
        site.hear_anew(player).await?;
        // The sockets of other servers hear anew as well.
        site.note_conduct(player);
    }
    match act {
        Act::Block => {
            // The lobby knows people by what they are today.
            let today = store.player(other).await?.map_or(other, |of| of.id);
            site.lobby().part(player, today).await?;
        }
        Act::Remove => site.lobby().unfriend(player, other).await?,
        Act::Ask | Act::Accept | Act::Refuse | Act::TakeBack | Act::Unblock => {}
    }
    Ok(())
}

/// Has friends told where the player is, or not.
pub async fn show(site: &Site, found: &SignedIn, shown: bool) -> Result<(), Failure> {
    let tie = Tie::Hide {
        player: found.player.id,
        hidden: !shown,
    };
    let tied = site.services().store.tie(tie, LIMITS).await;
    tied.map_err(|error| match error {
        // Guests have no friends.
        TieError::Unknown => Failure::new(ApiErrorCode::NotSignedIn),
        error => error.into(),
    })
}

/// Where friends are, as far as that is told.
#[derive(Debug, Default)]
pub struct Seen(BTreeMap<PlayerId, Whereabouts>);

impl Seen {
    /// At whichever server they are.
    pub async fn of(site: &Site, circle: &Circle) -> Self {
        let shown = circle.friends.iter().filter(|friend| !friend.is_hidden);
        let here = shown.map(|friend| {
            let player = friend.player.id;
            (player, site.attendance().of(player))
        });
        let mut seen = here.collect();
        if let Some(nodes) = site.registry().nodes() {
            nodes.whereabouts(&mut seen).await;
        }
        Self(seen)
    }

    /// Where a friend is.
    pub fn whereabouts(&self, friend: &Tied) -> Whereabouts {
        let seen = self.0.get(&friend.player.id).copied();
        seen.unwrap_or(Whereabouts::Away)
    }
}

/// A circle as it is told to whoever it is of; with where friends are, or without.
pub fn told(circle: &Circle, seen: Option<&Seen>) -> MyFriends {
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
