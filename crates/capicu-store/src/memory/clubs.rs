//! Clubs, in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::future::ready;
use std::sync::atomic::Ordering;

use capicu_protocol::PlayerId;

use super::{Fault, Kept, Memory};
use crate::clubs::{
    Club, ClubAct, ClubChange, ClubDeed, ClubEntry, ClubError, ClubEvent, ClubPart, ClubPerson,
    Clubs, MOST_ASKED_CLUBS, MOST_CLUB_EVENTS, MOST_CLUB_PEOPLE, MOST_CLUBS, MOST_SEASONS, Season,
};
use crate::{Answer, Unavailable};

/// A club, and all that belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Held {
    club: Club,
    people: BTreeMap<PlayerId, Place>,
    seasons: BTreeMap<u32, Season>,
    events: BTreeMap<String, ClubEvent>,
    audit: Vec<ClubEntry>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    part: ClubPart,
    is_shown: bool,
    since: u64,
}

impl Held {
    /// Whether this id belongs to it, or its audit names it.
    pub(super) fn names(&self, id: PlayerId) -> bool {
        let mut audit = self.audit.iter();
        self.people.contains_key(&id)
            || audit.any(|entry| entry.by == id || entry.about == Some(id))
    }

    fn owner(&self) -> Option<PlayerId> {
        let mut people = self.people.iter();
        let owner = people.find(|(_, place)| place.part == ClubPart::Owner);
        owner.map(|(player, _)| *player)
    }

    /// Whoever is deleted has no part any more, and somebody else owns what was theirs.
    pub(super) fn forget(&mut self, player: PlayerId) {
        let owned = self.owner() == Some(player);
        self.people.remove(&player);
        if !owned {
            return;
        }
        let heirs = self
            .people
            .iter_mut()
            .filter(|(_, place)| place.part.belongs());
        let heir = heirs.min_by_key(|(id, place)| (Reverse(place.part), place.since, **id));
        match heir {
            Some((_, place)) => place.part = ClubPart::Owner,
            None => self.club.is_closed = true,
        }
    }
}

impl Kept {
    fn change_club(&mut self, change: ClubChange) -> Result<(), ClubError> {
        let ClubChange { at, by, club, act } = change;
        if let ClubDeed::Found {
            address,
            skeleton,
            told,
            secret,
        } = act
        {
            self.member(by).map_err(|_| ClubError::Unknown)?;
            let all = || self.clubs.values();
            if self.clubs.contains_key(&club) || all().any(|of| of.club.skeleton == skeleton) {
                return Err(ClubError::Taken);
            }
            let owned = all().filter(|of| of.owner() == Some(by) && !of.club.is_closed);
            if owned.count() as u32 >= MOST_CLUBS {
                return Err(ClubError::Full);
            }
            let place = Place {
                part: ClubPart::Owner,
                is_shown: true,
                since: at,
            };
            let entry = entry(at, by, ClubAct::Found);
            let held = Held {
                club: Club {
                    id: club.clone(),
                    address,
                    skeleton,
                    told,
                    made_at: at,
                    secret,
                    is_closed: false,
                },
                people: BTreeMap::from([(by, place)]),
                seasons: BTreeMap::new(),
                events: BTreeMap::new(),
                audit: vec![entry],
            };
            self.clubs.insert(club, held);
            return Ok(());
        }
        let leaves = matches!(act, ClubDeed::Move { to: None, .. });
        let mut held = self.clubs.get(&club).ok_or(ClubError::Unknown)?.clone();
        if held.club.is_closed && !leaves {
            return Err(ClubError::Unknown);
        }
        self.do_in_club(&mut held, at, by, act)?;
        self.clubs.insert(club, held);
        Ok(())
    }

    fn do_in_club(
        &self,
        held: &mut Held,
        at: u64,
        by: PlayerId,
        act: ClubDeed,
    ) -> Result<(), ClubError> {
        let line = |act| entry(at, by, act);
        match act {
            // That of a club which is there already.
            ClubDeed::Found { .. } => return Err(ClubError::Taken),
            ClubDeed::Describe(told) => {
                held.club.told = told;
                held.audit.push(line(ClubAct::Describe));
            }
            ClubDeed::Move { player, from, to } => {
                self.member(player).map_err(|_| ClubError::Unknown)?;
                let was = held.people.get(&player).map(|place| place.part);
                if was != from || [from, to].contains(&Some(ClubPart::Owner)) {
                    return Err(ClubError::Conflict);
                }
                if was.is_none() && to.is_some() && held.people.len() as u32 >= MOST_CLUB_PEOPLE {
                    return Err(ClubError::Full);
                }
                let asks = |of: &&Held| {
                    let place = of.people.get(&player);
                    place.is_some_and(|place| place.part == ClubPart::Asks)
                };
                if to == Some(ClubPart::Asks)
                    && self.clubs.values().filter(asks).count() as u32 >= MOST_ASKED_CLUBS
                {
                    return Err(ClubError::Full);
                }
                match to {
                    None => {
                        held.people.remove(&player);
                    }
                    Some(part) => {
                        let before = held.people.get(&player);
                        let is_shown = before.is_some_and(|place| place.is_shown);
                        let place = Place {
                            part,
                            is_shown,
                            since: at,
                        };
                        held.people.insert(player, place);
                    }
                }
                held.audit.push(ClubEntry {
                    about: Some(player),
                    was,
                    now: to,
                    ..line(ClubAct::Move)
                });
            }
            ClubDeed::Show { player, shown } => {
                let place = held.people.get_mut(&player).ok_or(ClubError::Unknown)?;
                place.is_shown = shown;
            }
            ClubDeed::HandOver { player } => {
                let owner = held.owner().ok_or(ClubError::Unknown)?;
                let place = held.people.get(&player).copied();
                let place = place.filter(|place| place.part.belongs());
                let place = place.ok_or(ClubError::Unknown)?;
                if owner == player {
                    return Err(ClubError::Conflict);
                }
                for (id, part) in [(owner, ClubPart::Director), (player, ClubPart::Owner)] {
                    if let Some(place) = held.people.get_mut(&id) {
                        (place.part, place.since) = (part, at);
                    }
                }
                held.audit.push(ClubEntry {
                    about: Some(player),
                    was: Some(place.part),
                    now: Some(ClubPart::Owner),
                    ..line(ClubAct::HandOver)
                });
            }
            ClubDeed::Season(season) => {
                let is_new = !held.seasons.contains_key(&season.number);
                if is_new && held.seasons.len() as u32 >= MOST_SEASONS {
                    return Err(ClubError::Full);
                }
                held.audit.push(ClubEntry {
                    what: season.name.clone(),
                    ..line(ClubAct::Season)
                });
                held.seasons.insert(season.number, season);
            }
            ClubDeed::Event(event) => {
                let season = event.season;
                let season = season.is_none_or(|number| held.seasons.contains_key(&number));
                if !self.events.contains_key(&event.event) || !season {
                    return Err(ClubError::Unknown);
                }
                let mut others = self.clubs.values().filter(|of| of.club.id != held.club.id);
                if others.any(|of| of.events.contains_key(&event.event)) {
                    return Err(ClubError::Conflict);
                }
                let is_new = !held.events.contains_key(&event.event);
                if is_new && held.events.len() as u32 >= MOST_CLUB_EVENTS {
                    return Err(ClubError::Full);
                }
                held.audit.push(ClubEntry {
                    what: event.event.clone(),
                    ..line(ClubAct::Event)
                });
                held.events.insert(event.event.clone(), event);
            }
            ClubDeed::Close => {
                held.club.is_closed = true;
                held.audit.push(line(ClubAct::Close));
            }
        }
        Ok(())
    }
}

const fn entry(at: u64, by: PlayerId, act: ClubAct) -> ClubEntry {
    ClubEntry {
        at,
        by,
        act,
        about: None,
        was: None,
        now: None,
        what: String::new(),
    }
}

impl Kept {
    /// No club holds an event any more.
    pub(super) fn forget_event(&mut self, event: &str) {
        for held in self.clubs.values_mut() {
            held.events.remove(event);
        }
    }
}

impl Memory {
    fn write_clubs(
        &self,
        write: impl FnOnce(&mut Kept) -> Result<(), ClubError>,
    ) -> Result<(), ClubError> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(ClubError::Failed);
        }
        let mut kept = self.kept();
        let fault = kept.plan.pop_front().unwrap_or(Fault::None);
        kept.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(ClubError::Failed);
        }
        let done = write(&mut kept);
        match fault {
            Fault::After => Err(ClubError::Failed),
            _ => done,
        }
    }

    /// Something of a club; nothing where there is none.
    fn of_club<T: Default>(
        &self,
        club: &str,
        read: impl FnOnce(&Kept, &Held) -> T,
    ) -> Result<T, Unavailable> {
        let kept = self.readable()?;
        let held = kept.clubs.get(club);
        Ok(held.map(|held| read(&kept, held)).unwrap_or_default())
    }
}

impl Clubs for Memory {
    fn change_club(&self, change: ClubChange) -> Answer<'_, Result<(), ClubError>> {
        Box::pin(ready(self.write_clubs(|kept| kept.change_club(change))))
    }

    fn club<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Club>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let mut all = kept.clubs.values();
            let found = all.find(|held| held.club.skeleton == skeleton);
            found.map(|held| held.club.clone())
        });
        Box::pin(ready(found))
    }

    fn clubs(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Club>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let is_meant = |held: &&Held| match of {
                Some(player) => held.people.contains_key(&player),
                None => !held.club.is_closed,
            };
            let meant = kept.clubs.values().filter(is_meant);
            let mut all: Vec<Club> = meant.map(|held| held.club.clone()).collect();
            all.sort_by(|a, b| (&a.told.name, &a.id).cmp(&(&b.told.name, &b.id)));
            all.truncate(limit as usize);
            all
        });
        Box::pin(ready(found))
    }

    fn club_people<'a>(
        &'a self,
        club: &'a str,
    ) -> Answer<'a, Result<Vec<ClubPerson>, Unavailable>> {
        let found = self.of_club(club, |kept, held| {
            let person = |(id, place): (&PlayerId, &Place)| {
                Some(ClubPerson {
                    player: kept.people.found(*id)?.clone(),
                    part: place.part,
                    is_shown: place.is_shown,
                    since: place.since,
                })
            };
            let mut all: Vec<ClubPerson> = held.people.iter().filter_map(person).collect();
            all.sort_by_key(|one| (Reverse(one.part), one.since, one.player.id));
            all
        });
        Box::pin(ready(found))
    }

    fn seasons<'a>(&'a self, club: &'a str) -> Answer<'a, Result<Vec<Season>, Unavailable>> {
        let found = self.of_club(club, |_, held| held.seasons.values().cloned().collect());
        Box::pin(ready(found))
    }

    fn club_events<'a>(&'a self, club: &'a str) -> Answer<'a, Result<Vec<ClubEvent>, Unavailable>> {
        let found = self.of_club(club, |_, held| {
            let mut all: Vec<ClubEvent> = held.events.values().cloned().collect();
            all.sort_by(|a, b| b.begins.cmp(&a.begins).then_with(|| a.event.cmp(&b.event)));
            all
        });
        Box::pin(ready(found))
    }

    fn club_of_event<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Option<Club>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let mut all = kept.clubs.values();
            let found = all.find(|held| held.events.contains_key(event));
            found.map(|held| held.club.clone())
        });
        Box::pin(ready(found))
    }

    fn club_audit<'a>(
        &'a self,
        club: &'a str,
        limit: u32,
    ) -> Answer<'a, Result<Vec<ClubEntry>, Unavailable>> {
        let found = self.of_club(club, |_, held| {
            let latest = held.audit.iter().rev().take(limit as usize);
            latest.cloned().collect()
        });
        Box::pin(ready(found))
    }
}
