//! Clubs: the rights of their members, in them and at their events.

use std::collections::BTreeSet;

use capicu_protocol::{ApiErrorCode, ClubId, EventId, PlayerId};
use capicu_store::Unavailable;
use capicu_store::clubs::{
    Club, ClubChange, ClubDeed, ClubError, ClubPart, ClubPerson, Consent, MOST_CLUB_EVENTS,
};
use capicu_store::events::Part;
use serde_json::{Value, json};

use crate::{Context, Error, names};

/// How many lines of the audit are shown.
pub const AUDIT: u32 = 100;

/// A club, as one player sees it.
#[derive(Debug)]
pub struct AtClub {
    pub club: Club,
    /// Its members, with their roles.
    pub people: Vec<ClubPerson>,
    /// The role of the player who asks, if they have one.
    pub own: Option<ClubPart>,
}

impl AtClub {
    /// Whether the player who asks has at least this role.
    pub fn may(&self, least: ClubPart) -> bool {
        self.own.is_some_and(|own| own >= least)
    }

    /// The role of a player.
    pub fn part(&self, player: PlayerId) -> Option<ClubPart> {
        let found = self.people.iter().find(|one| one.player.id == player);
        found.map(|one| one.part)
    }

    /// The owner of the club.
    pub fn owner(&self) -> Option<PlayerId> {
        let owner = self.people.iter().find(|one| one.part == ClubPart::Owner);
        owner.map(|one| one.player.id)
    }
}

/// Returns a club by its address, as this player sees it.
///
/// # Errors
///
/// If there is none, or the store cannot be read.
pub async fn at(
    context: &Context,
    address: &str,
    player: Option<PlayerId>,
) -> Result<AtClub, Error> {
    let nobody = || Error::new(ApiErrorCode::NotFound);
    let store = &context.store;
    let skeleton = names::skeleton(names::written(address).ok_or_else(nobody)?);
    let club = store.club(&skeleton).await?.ok_or_else(nobody)?;
    let people = store.club_people(&club.id).await?;
    let own = people.iter().find(|one| Some(one.player.id) == player);
    let own = own.map(|one| one.part);
    Ok(AtClub { club, people, own })
}

/// Returns the role that a player has at an event through the club that holds it.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn event_part(
    context: &Context,
    event: &EventId,
    player: PlayerId,
) -> Result<Option<Part>, Error> {
    let store = &context.store;
    let Some(club) = store.club_of_event(event).await? else {
        return Ok(None);
    };
    let people = store.club_people(&club.id).await?;
    let own = people.iter().find(|one| one.player.id == player);
    Ok(own.and_then(|one| at_desks(one.part)))
}

/// The role at the desks of the club's events.
const fn at_desks(part: ClubPart) -> Option<Part> {
    match part {
        ClubPart::Owner | ClubPart::Director => Some(Part::Director),
        ClubPart::Pairing => Some(Part::Pairing),
        ClubPart::Results => Some(Part::Helper),
        ClubPart::Display => Some(Part::Display),
        ClubPart::Member | ClubPart::Invited | ClubPart::Asks => None,
    }
}

/// Returns the ids of the events where a player has a role through a club.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn desks(context: &Context, player: PlayerId) -> Result<BTreeSet<EventId>, Error> {
    let store = &context.store;
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

/// Returns the address and name of each club of a player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn own(context: &Context, player: PlayerId) -> Result<Vec<(String, String)>, Error> {
    belongs(context, player, |_| true).await
}

/// Returns the address and name of each club that shows this player in public.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn named_in(context: &Context, player: PlayerId) -> Result<Vec<(String, String)>, Error> {
    belongs(context, player, |one| one.is_shown).await
}

async fn belongs(
    context: &Context,
    player: PlayerId,
    which: impl Fn(&ClubPerson) -> bool,
) -> Result<Vec<(String, String)>, Error> {
    let store = &context.store;
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
pub async fn change(
    context: &Context,
    club: &ClubId,
    by: PlayerId,
    act: ClubDeed,
) -> Result<(), ClubError> {
    let change = ClubChange {
        at: context.clock.now(),
        by,
        club: club.to_owned(),
        act,
    };
    context.store.change_club(change).await
}

/// A new id of a club.
pub fn new_id(context: &Context) -> ClubId {
    ClubId::new(context.randomness.bytes())
}

/// Returns the club data for a player's own export.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn exported(context: &Context, player: PlayerId) -> Result<Value, Unavailable> {
    let store = &context.store;
    let unread = store.club_notices(player, MOST_CLUB_EVENTS).await?;
    let evenings = store.evenings(player).await?;
    let mut all = Vec::new();
    for club in store.clubs(Some(player), u32::MAX).await? {
        let people = store.club_people(&club.id).await?;
        let Some(own) = people.iter().find(|one| one.player.id == player) else {
            continue;
        };
        let audit = store.club_audit(&club.id, MOST_CLUB_EVENTS).await?;
        let unread = unread.iter().filter(|one| one.address == club.address);
        let unread = unread.map(|one| json!({ "event": one.event, "at": one.at }));
        let of_league = evenings.iter().filter(|one| one.club == club.id);
        let of_league = of_league.map(|one| {
            json!({
                "day": one.day,
                "accepted": one.consent == Consent::Accepted,
                "given-by-you": one.writer == Some(player),
                "matches": one.matches,
                "won": one.won,
                "rounds": one.rounds,
                "capicus": one.capicus,
            })
        });
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
            "evenings": of_league.collect::<Vec<_>>(),
            "new-events": unread.collect::<Vec<_>>(),
        }));
    }
    Ok(all.into())
}
