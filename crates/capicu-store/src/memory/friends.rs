//! Friends and blocks, in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::atomic::Ordering;

use capicu_protocol::PlayerId;

use super::people::Known;
use super::{Fault, Kept, Memory};
use crate::{
    Answer, Apart, Circle, Friends, Player, PlayerKind, Tie, TieError, TieLimits, Tied, Unavailable,
};

/// How somebody is tied to somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Asks,
    Friend,
    Blocks,
}

/// All that ties people.
#[derive(Debug, Default)]
pub(super) struct Ties {
    /// One to another, in a way, since when.
    all: BTreeMap<(PlayerId, PlayerId, Kind), u64>,
    hidden: BTreeSet<PlayerId>,
}

impl Ties {
    fn is(&self, one: PlayerId, other: PlayerId, kind: Kind) -> bool {
        self.all.contains_key(&(one, other, kind))
    }

    fn count(&self, player: PlayerId, kind: Kind) -> u32 {
        let own = self
            .all
            .keys()
            .filter(|(one, _, of)| (*one, *of) == (player, kind));
        own.count() as u32
    }

    fn ends(&mut self, one: PlayerId, other: PlayerId, kind: Kind) -> Result<(), TieError> {
        let ended = self.all.remove(&(one, other, kind));
        ended.map(|_| ()).ok_or(TieError::Unknown)
    }

    fn befriend(
        &mut self,
        player: PlayerId,
        other: PlayerId,
        at: u64,
        limits: TieLimits,
    ) -> Result<(), TieError> {
        if [player, other]
            .iter()
            .any(|one| self.count(*one, Kind::Friend) >= limits.friends)
        {
            return Err(TieError::Full);
        }
        for (one, other) in [(player, other), (other, player)] {
            self.all.remove(&(one, other, Kind::Asks));
            self.all.insert((one, other, Kind::Friend), at);
        }
        Ok(())
    }

    /// What tied a guest ties the member whom the guest turned out to be. Blocks come before anything else.
    pub(super) fn move_to(&mut self, guest: PlayerId, member: PlayerId) {
        let moved = |id: PlayerId| if id == guest { member } else { id };
        for ((one, other, kind), at) in std::mem::take(&mut self.all) {
            let (one, other) = (moved(one), moved(other));
            if one != other {
                self.all.entry((one, other, kind)).or_insert(at);
            }
        }
        let blocks = self.all.keys().filter(|tie| tie.2 == Kind::Blocks).copied();
        for (one, other, _) in blocks.collect::<Vec<_>>() {
            for tie in [
                (one, other, Kind::Friend),
                (other, one, Kind::Friend),
                (one, other, Kind::Asks),
            ] {
                self.all.remove(&tie);
            }
        }
    }

    /// Whoever is deleted is tied to nobody.
    pub(super) fn forget(&mut self, player: PlayerId) {
        self.all
            .retain(|(one, other, _), _| *one != player && *other != player);
        self.hidden.remove(&player);
    }
}

impl Known {
    fn tie(&mut self, tie: Tie, limits: TieLimits) -> Result<(), TieError> {
        let is_member = |player: PlayerId| {
            let found = self.found(player).map(|found| &found.kind);
            matches!(found, Some(PlayerKind::Member { .. }))
        };
        let is_alive = |player: PlayerId| {
            let found = self.found(player).map(|found| &found.kind);
            matches!(found, Some(PlayerKind::Guest | PlayerKind::Member { .. }))
        };
        match tie {
            Tie::Ask { player, other, at } => {
                let other = self.resolved(other);
                if player == other || !is_member(player) || !is_member(other) {
                    return Err(TieError::Unknown);
                }
                let ties = &mut self.ties;
                if ties.is(player, other, Kind::Blocks) {
                    return Err(TieError::Blocked);
                }
                if ties.is(player, other, Kind::Friend) || ties.is(player, other, Kind::Asks) {
                    return Ok(());
                }
                if ties.is(other, player, Kind::Asks) {
                    return ties.befriend(player, other, at, limits);
                }
                if ties.count(player, Kind::Asks) >= limits.asked
                    || ties.count(player, Kind::Friend) >= limits.friends
                {
                    return Err(TieError::Full);
                }
                ties.all.insert((player, other, Kind::Asks), at);
            }
            Tie::Accept { player, other, at } => {
                let ties = &mut self.ties;
                if ties.is(player, other, Kind::Blocks) || !ties.is(other, player, Kind::Asks) {
                    return Err(TieError::Unknown);
                }
                ties.befriend(player, other, at, limits)?;
            }
            Tie::Refuse { player, other } => self.ties.ends(other, player, Kind::Asks)?,
            Tie::TakeBack { player, other } => self.ties.ends(player, other, Kind::Asks)?,
            Tie::Remove { player, other } => {
                self.ties.ends(player, other, Kind::Friend)?;
                self.ties.ends(other, player, Kind::Friend)?;
            }
            Tie::Block { player, other, at } => {
                let other = self.resolved(other);
                if player == other || !is_alive(player) || !is_alive(other) {
                    return Err(TieError::Unknown);
                }
                let ties = &mut self.ties;
                if ties.is(player, other, Kind::Blocks) {
                    return Ok(());
                }
                if ties.count(player, Kind::Blocks) >= limits.blocked {
                    return Err(TieError::Full);
                }
                for tie in [
                    (player, other, Kind::Friend),
                    (other, player, Kind::Friend),
                    (player, other, Kind::Asks),
                ] {
                    ties.all.remove(&tie);
                }
                ties.all.insert((player, other, Kind::Blocks), at);
            }
            Tie::Unblock { player, other } => self.ties.ends(player, other, Kind::Blocks)?,
            Tie::Hide { player, hidden } => {
                if !is_member(player) {
                    return Err(TieError::Unknown);
                }
                match hidden {
                    true => self.ties.hidden.insert(player),
                    false => self.ties.hidden.remove(&player),
                };
            }
        }
        Ok(())
    }

    fn tied(&self, player: PlayerId, since: u64) -> Option<Tied> {
        Some(Tied {
            player: self.found(player)?.clone(),
            since,
            is_hidden: self.ties.hidden.contains(&player),
        })
    }

    fn circle(&self, player: PlayerId, asking: u32) -> Circle {
        let own = |kind: Kind| {
            let all = self.ties.all.iter();
            let own = all.filter(|((one, _, of), _)| (*one, *of) == (player, kind));
            let mut own: Vec<Tied> = own
                .filter_map(|((_, other, _), at)| self.tied(*other, *at))
                .collect();
            own.sort_by_key(|tied| (tied.since, tied.player.id));
            own
        };
        let ask = self.ties.all.iter().filter(|((one, other, kind), _)| {
            (*other, *kind) == (player, Kind::Asks) && !self.ties.is(player, *one, Kind::Blocks)
        });
        let mut ask: Vec<Tied> = ask
            .filter_map(|((one, _, _), at)| self.tied(*one, *at))
            .collect();
        ask.sort_by_key(|tied| (std::cmp::Reverse(tied.since), tied.player.id));
        ask.truncate(asking as usize);
        Circle {
            friends: own(Kind::Friend),
            asking: ask,
            asked: own(Kind::Asks),
            blocked: own(Kind::Blocks),
            is_hidden: self.ties.hidden.contains(&player),
        }
    }

    fn apart(&self, player: PlayerId) -> Apart {
        let mut apart = Apart::default();
        let blocks = self.ties.all.keys().filter(|tie| tie.2 == Kind::Blocks);
        for (one, other, _) in blocks {
            if *one == player {
                apart.blocked.extend(self.ids(*other));
            } else if *other == player {
                apart.blocking.extend(self.ids(*one));
            }
        }
        apart.blocked.sort_unstable();
        apart.blocking.sort_unstable();
        apart
    }
}

impl Kept {
    fn tie(&mut self, tie: Tie, limits: TieLimits) -> Result<(), TieError> {
        let fault = self.plan.pop_front().unwrap_or(Fault::None);
        self.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(TieError::Failed);
        }
        let done = self.people.tie(tie, limits);
        match fault {
            Fault::After => Err(TieError::Failed),
            _ => done,
        }
    }
}

impl Friends for Memory {
    fn tie(&self, tie: Tie, limits: TieLimits) -> Answer<'_, Result<(), TieError>> {
        let done = match self.closed.load(Ordering::Relaxed) {
            true => Err(TieError::Failed),
            false => self.kept().tie(tie, limits),
        };
        Box::pin(ready(done))
    }

    fn circle(&self, player: PlayerId, asking: u32) -> Answer<'_, Result<Circle, Unavailable>> {
        Box::pin(ready(self.known(|kept| kept.people.circle(player, asking))))
    }

    fn apart(&self, player: PlayerId) -> Answer<'_, Result<Apart, Unavailable>> {
        Box::pin(ready(self.known(|kept| kept.people.apart(player))))
    }

    fn member<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Player>, Unavailable>> {
        let found = self.known(|kept| kept.people.member(skeleton).cloned());
        Box::pin(ready(found))
    }

    fn usernames(
        &self,
        players: Vec<PlayerId>,
    ) -> Answer<'_, Result<BTreeMap<PlayerId, String>, Unavailable>> {
        let found = self.known(|kept| {
            let username = |id: PlayerId| match &kept.people.found(kept.people.resolved(id))?.kind {
                PlayerKind::Member { username } => Some((id, username.clone())),
                PlayerKind::Guest | PlayerKind::Bot | PlayerKind::Gone => None,
            };
            players.into_iter().filter_map(username).collect()
        });
        Box::pin(ready(found))
    }
}
