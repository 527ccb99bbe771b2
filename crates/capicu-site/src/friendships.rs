//! Friends and blocks with their limits, and where friends are.

use std::net::SocketAddr;

use axum::http::HeaderMap;
use capicu_accounts::friends::{self, FriendAct, FriendsSeen};
use capicu_protocol::PlayerId;
use capicu_store::{Circle, SignedIn};

use crate::{Failure, Site, What};

/// Changes the relation to another player.
///
/// # Errors
///
/// If the player may not, the address did so too often, or the change cannot be stored.
pub async fn act(
    site: &Site,
    peer: SocketAddr,
    headers: &HeaderMap,
    found: &SignedIn,
    act: FriendAct,
    other: PlayerId,
) -> Result<(), Failure> {
    friends::may(&found.player, act)?;
    if matches!(act, FriendAct::Ask | FriendAct::Block) && !site.allows(What::Tie, peer, headers) {
        return Err(site.too_often(What::Tie));
    }
    let effects = friends::act(site.context(), found, act, other).await?;
    site.carry_out(effects).await
}

/// Where friends are on all servers of the cluster, if they show it.
pub async fn seen(site: &Site, circle: &Circle) -> FriendsSeen {
    let shown = circle.friends.iter().filter(|friend| !friend.is_hidden);
    let here = shown.map(|friend| {
        let player = friend.player.id;
        (player, site.attendance().of(player))
    });
    let mut seen = here.collect();
    site.registry().nodes().whereabouts(&mut seen).await;
    FriendsSeen(seen)
}
