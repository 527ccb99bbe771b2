//! Clubs: who may do what in them and at their events, and what follows from the logs of those.

pub mod heard;
pub mod played;
pub mod rated;
pub mod season;

use std::collections::BTreeSet;

use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::Unavailable;
use capicu_store::clubs::{
    Club, ClubChange, ClubDeed, ClubError, ClubPart, ClubPerson, MOST_CLUB_EVENTS,
};
use capicu_store::events::Part;
use serde_json::{Value, json};

use crate::events::club_seal;
use crate::http::{Failure, Site};
use crate::people::names;
use crate::secret;

/// How many lines of the audit are shown.
pub const AUDIT: u32 = 100;

/// A club as somebody comes to it.
#[derive(Debug)]
pub struct AtClub {
    /// The club.
    pub club: Club,
    /// Everybody of it.
    pub people: Vec<ClubPerson>,
    /// What whoever comes is to it.
    pub own: Option<ClubPart>,
}

impl AtClub {
    /// Whether whoever comes has this part, or a greater one.
    pub fn may(&self, least: ClubPart) -> bool {
        self.own.is_some_and(|own| own >= least)
    }

    /// The part of somebody.
    pub fn part(&self, player: PlayerId) -> Option<ClubPart> {
        let found = self.people.iter().find(|one| one.player.id == player);
        found.map(|one| one.part)
    }

    /// Who owns it.
    pub fn owner(&self) -> Option<PlayerId> {
        let owner = self.people.iter().find(|one| one.part == ClubPart::Owner);
        owner.map(|one| one.player.id)
    }
}

/// The club of an address, as a player comes to it.
///
/// # Errors
///
/// If there is none, or the store cannot be read.
pub async fn at(site: &Site, address: &str, player: Option<PlayerId>) -> Result<AtClub, Failure> {
    let nobody = || Failure::new(ApiErrorCode::NotFound);
    let store = &site.services().store;
    let skeleton = names::skeleton(names::written(address).ok_or_else(nobody)?);
    let club = store.club(&skeleton).await?.ok_or_else(nobody)?;
    let people = store.club_people(&club.id).await?;
    let own = people.iter().find(|one| Some(one.player.id) == player);
    let own = own.map(|one| one.part);
    Ok(AtClub { club, people, own })
}

/// What a player may do at an event because of the club that holds it.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn event_part(
    site: &Site,
    event: &str,
    player: PlayerId,
) -> Result<Option<Part>, Failure> {
    let store = &site.services().store;
    let Some(club) = store.club_of_event(event).await? else {
        return Ok(None);
    };
    let people = store.club_people(&club.id).await?;
    let own = people.iter().find(|one| one.player.id == player);
    Ok(own.and_then(|one| at_desks(one.part)))
}

/// What a part in a club is at the desks of its events.
const fn at_desks(part: ClubPart) -> Option<Part> {
    match part {
        ClubPart::Owner | ClubPart::Director => Some(Part::Director),
        ClubPart::Pairing => Some(Part::Pairing),
        ClubPart::Results => Some(Part::Helper),
        ClubPart::Display => Some(Part::Display),
        ClubPart::Member | ClubPart::Invited | ClubPart::Asks => None,
    }
}

/// The ids of the events at whose desks a player has a part because of a club.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn desks(site: &Site, player: PlayerId) -> Result<BTreeSet<String>, Failure> {
    let store = &site.services().store;
    let mut all = BTreeSet::new();
    for club in store.clubs(Some(player), u32::MAX).await? {
        let people = store.club_people(&club.id).await?;
        let own = people.iter().find(|one| one.player.id == player);
        if own.is_some_and(|one| at_desks(one.part).is_some()) {
            let events = store.club_events(&club.id).await?;
            all.extend(events.into_iter().map(|of| of.event));
        }
    }
    Ok(all)
}

/// The clubs to which a player belongs: address and name.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn own(site: &Site, player: PlayerId) -> Result<Vec<(String, String)>, Failure> {
    belongs(site, player, |_| true).await
}

/// The clubs in which a player is named to everybody: address and name.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn named_in(site: &Site, player: PlayerId) -> Result<Vec<(String, String)>, Failure> {
    belongs(site, player, |one| one.is_shown).await
}

async fn belongs(
    site: &Site,
    player: PlayerId,
    which: impl Fn(&ClubPerson) -> bool,
) -> Result<Vec<(String, String)>, Failure> {
    let store = &site.services().store;
    let mut all = Vec::new();
    for club in store.clubs(Some(player), u32::MAX).await? {
        let people = store.club_people(&club.id).await?;
        let own = people.iter().find(|one| one.player.id == player);
        if !club.is_closed && own.is_some_and(|one| one.part.belongs() && which(one)) {
            all.push((club.address, club.told.name));
        }
    }
    Ok(all)
}

/// Changes something about a club.
///
/// # Errors
///
/// Why not.
pub async fn change(site: &Site, club: &str, by: PlayerId, act: ClubDeed) -> Result<(), ClubError> {
    let services = site.services();
    let change = ClubChange {
        at: services.clock.now(),
        by,
        club: club.to_owned(),
        act,
    };
    services.store.change_club(change).await
}

/// A new id of a club.
pub fn new_id() -> String {
    secret::table_id()
}

/// What proves that the link by which people join was given out by the club.
pub fn join_seal(club: &Club) -> String {
    club_seal(&club.secret, "join a club")
}

/// What of clubs is a player's, for the player's own export.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn exported(site: &Site, player: PlayerId) -> Result<Value, Unavailable> {
    let store = &site.services().store;
    let mut all = Vec::new();
    for club in store.clubs(Some(player), u32::MAX).await? {
        let people = store.club_people(&club.id).await?;
        let Some(own) = people.iter().find(|one| one.player.id == player) else {
            continue;
        };
        let audit = store.club_audit(&club.id, MOST_CLUB_EVENTS).await?;
        let mine = audit
            .iter()
            .filter(|line| line.by == player || line.about == Some(player));
        let done = mine.map(|line| {
            json!({
                "at": line.at,
                "act": line.act.id(),
                "was": line.was.map(ClubPart::id),
                "now": line.now.map(ClubPart::id),
                "what": line.what,
                "by-you": line.by == player,
            })
        });
        all.push(json!({
            "club": club.told.name,
            "address": club.address,
            "part": own.part.id(),
            "shown": own.is_shown,
            "since": own.since,
            "audit": done.collect::<Vec<_>>(),
        }));
    }
    Ok(all.into())
}
