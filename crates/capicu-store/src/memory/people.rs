//! People, in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::atomic::Ordering;

use capicu::Seat;
use capicu_protocol::PlayerId;
use capicu_table::TokenHash;
use serde_json::Value;

use super::bots::OfBot;
use super::friends::Ties;
use super::{Fault, Kept, Memory, Table};
use crate::codec;
use crate::{
    Answer, Change, Ended, FORMAT, Passkey, People, PeopleError, Player, PlayerKind, Proof, Seated,
    Session, SignedIn, Sitter, Unavailable,
};

/// All that is known of people.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) players: BTreeMap<PlayerId, Of>,
    /// The guests that became somebody else.
    aliases: BTreeMap<PlayerId, PlayerId>,
    /// Whose seats are whose.
    seats: BTreeMap<(String, Seat), PlayerId>,
    /// Who played which match, and where.
    played: BTreeSet<(u64, Seat, PlayerId)>,
    pub(super) ties: Ties,
    pub(super) bots: BTreeMap<PlayerId, OfBot>,
}

/// What belongs to one player.
#[derive(Debug)]
pub(super) struct Of {
    pub(super) player: Player,
    skeleton: Option<String>,
    sessions: Vec<Session>,
    pub(super) codes: Vec<TokenHash>,
    pub(super) passkeys: Vec<Passkey>,
    link: Option<(TokenHash, u64)>,
    settings: Option<(u64, String)>,
}

impl Of {
    /// Nothing belongs to the player yet.
    pub(super) const fn new(player: Player) -> Self {
        Self {
            player,
            skeleton: None,
            sessions: Vec::new(),
            codes: Vec::new(),
            passkeys: Vec::new(),
            link: None,
            settings: None,
        }
    }

    const fn is_alive(&self) -> bool {
        matches!(
            self.player.kind,
            PlayerKind::Guest | PlayerKind::Member { .. }
        )
    }
}

impl Known {
    pub(super) fn played(&mut self, sequence: u64, seats: &[Sitter]) {
        for (seat, sitter) in Seat::all(seats.len() as u8).zip(seats) {
            if let Some(player) = sitter.player() {
                self.played.insert((sequence, seat, player));
            }
        }
    }

    pub(super) fn bound(&mut self, table: &str, seat: Seat, player: Option<PlayerId>) {
        let key = (table.to_owned(), seat);
        match player {
            Some(player) => self.seats.insert(key, player),
            None => self.seats.remove(&key),
        };
    }

    /// A player by this very id.
    pub(super) fn found(&self, player: PlayerId) -> Option<&Player> {
        self.players.get(&player).map(|of| &of.player)
    }

    /// What a player is, by the id itself.
    pub(super) fn kind(&self, player: PlayerId) -> Option<&PlayerKind> {
        self.found(player).map(|player| &player.kind)
    }

    /// The player whom an id is now.
    pub(super) fn resolved(&self, player: PlayerId) -> PlayerId {
        self.aliases.get(&player).copied().unwrap_or(player)
    }

    /// The member whose username looks like this.
    pub(super) fn member(&self, skeleton: &str) -> Option<&Player> {
        let mut all = self.players.values();
        let found = all.find(|of| of.skeleton.as_deref() == Some(skeleton));
        found.map(|of| &of.player)
    }

    /// Whether somebody, a person or a bot, has a username that looks like this.
    pub(super) fn is_taken(&self, skeleton: &str) -> bool {
        self.member(skeleton).is_some() || self.bots.values().any(|of| of.skeleton == skeleton)
    }

    /// Who is meant today, if they are not gone, and whether it is a member.
    pub(super) fn meant(&self, player: PlayerId) -> Option<(PlayerId, bool)> {
        let of = self.players.get(&self.resolved(player));
        let of = of.filter(|of| of.is_alive())?;
        let is_member = matches!(of.player.kind, PlayerKind::Member { .. });
        Some((of.player.id, is_member))
    }

    /// Signs a player out everywhere; no link of theirs signs anybody in.
    pub(super) fn end_sessions(&mut self, player: PlayerId) {
        if let Some(of) = self.players.get_mut(&player) {
            of.sessions.clear();
            of.link = None;
        }
    }

    pub(super) fn ids(&self, player: PlayerId) -> Vec<PlayerId> {
        let of = |(guest, member): (&PlayerId, &PlayerId)| (*member == player).then_some(*guest);
        let aliases = self.aliases.iter().filter_map(of);
        std::iter::once(player).chain(aliases).collect()
    }

    pub(super) fn of(&mut self, player: PlayerId) -> Result<&mut Of, PeopleError> {
        let found = self.players.get_mut(&player).filter(|of| of.is_alive());
        found.ok_or(PeopleError::Unknown)
    }

    fn session(&self, hash: &TokenHash) -> Option<(&Of, &Session)> {
        self.players.values().find_map(|of| {
            let session = of.sessions.iter().find(|session| session.hash == *hash)?;
            Some((of, session))
        })
    }

    /// Whom it would sign in.
    fn proven(&self, proof: &Proof, now: u64) -> Option<PlayerId> {
        let mut all = self.players.values();
        let found = all.find(|of| match proof {
            Proof::Code { skeleton, code } => {
                of.skeleton.as_ref() == Some(skeleton) && of.codes.contains(code)
            }
            Proof::Link(link) => of.link.is_some_and(|kept| kept.0 == *link && kept.1 > now),
            Proof::Passkey { id, counter } => of.proven_by(id, *counter).is_some(),
        });
        found.map(|of| of.player.id)
    }

    /// Uses up what proves that somebody may sign in.
    fn prove(&mut self, proof: &Proof, now: u64) -> Result<PlayerId, PeopleError> {
        for of in self.players.values_mut() {
            let proven = match proof {
                Proof::Code { skeleton, code } if of.skeleton.as_ref() == Some(skeleton) => {
                    let before = of.codes.len();
                    of.codes.retain(|kept| kept != code);
                    of.codes.len() < before
                }
                Proof::Code { .. } => false,
                Proof::Link(link) => {
                    let open = |kept: &mut (TokenHash, u64)| kept.0 == *link && kept.1 > now;
                    of.link.take_if(open).is_some()
                }
                Proof::Passkey { id, counter } => of.use_passkey(id, *counter, now),
            };
            if proven {
                return Ok(of.player.id);
            }
        }
        Err(PeopleError::Unknown)
    }

    pub(super) fn join(
        &mut self,
        player: PlayerId,
        username: &str,
        skeleton: &str,
        codes: &[TokenHash],
    ) -> Result<(), PeopleError> {
        let guest = self.of(player)?.player.kind == PlayerKind::Guest;
        guest.then_some(()).ok_or(PeopleError::Unknown)?;
        if self.is_taken(skeleton) {
            return Err(PeopleError::Taken);
        }
        let of = self.of(player)?;
        of.player.kind = PlayerKind::Member {
            username: username.to_owned(),
        };
        of.skeleton = Some(skeleton.to_owned());
        of.codes = codes.to_vec();
        Ok(())
    }

    fn leave(&mut self, session: &TokenHash, player: PlayerId) {
        let Some(left) = self.session(session).map(|(of, _)| of.player.id) else {
            return;
        };
        let Some(of) = self.players.get_mut(&left) else {
            return;
        };
        of.sessions.retain(|kept| kept.hash != *session);
        if left == player || of.player.kind != PlayerKind::Guest {
            return;
        }
        of.sessions.clear();
        of.link = None;
        for member in self.aliases.values_mut().filter(|member| **member == left) {
            *member = player;
        }
        self.aliases.insert(left, player);
        self.ties.move_to(left, player);
    }
}

impl Kept {
    /// Whether somebody is a guest who left nothing behind and was last seen before this moment.
    fn is_idle_guest(&self, id: PlayerId, before: u64) -> bool {
        let people = &self.people;
        let Some(of) = people.players.get(&id) else {
            return false;
        };
        let (mut aliases, mut seats) = (people.aliases.iter(), people.seats.iter());
        of.player.kind == PlayerKind::Guest
            && of.player.made_at < before
            && of.sessions.iter().all(|session| session.seen_at < before)
            && !seats.any(|((table, _), player)| *player == id && self.tables.contains_key(table))
            && !people.played.iter().any(|(_, _, player)| *player == id)
            && !aliases.any(|(guest, member)| [*guest, *member].contains(&id))
            && !self.conduct.names(id)
            && !self.events.values().any(|event| event.names(id))
            && !self.clubs.values().any(|club| club.names(id))
    }

    fn change(&mut self, change: &Change) -> Result<(), PeopleError> {
        let fault = self.plan.pop_front().unwrap_or(Fault::None);
        self.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(PeopleError::Failed);
        }
        let done = self.make(change);
        match fault {
            Fault::After => Err(PeopleError::Failed),
            _ => done,
        }
    }

    fn make(&mut self, change: &Change) -> Result<(), PeopleError> {
        if let Change::SignIn { proof, session, .. } = change
            && let Some(player) = self.people.proven(proof, session.made_at)
            && self.is_banned(player, session.made_at)
        {
            return Err(PeopleError::Banned(player));
        }
        let people = &mut self.people;
        match change {
            Change::Make {
                player,
                name,
                session,
            } => {
                let made = Player {
                    id: *player,
                    kind: PlayerKind::Guest,
                    name: name.clone(),
                    made_at: session.made_at,
                };
                let mut of = Of::new(made);
                of.sessions.push(session.clone());
                people.players.insert(*player, of);
            }
            Change::Rename { player, name } => {
                people.of(*player)?.player.name.clone_from(name);
            }
            Change::Join {
                player,
                username,
                skeleton,
                codes,
            } => {
                people.join(*player, username, skeleton, codes)?;
            }
            Change::Codes { player, codes } => {
                let of = people.of(*player)?;
                let member = matches!(of.player.kind, PlayerKind::Member { .. });
                member.then_some(()).ok_or(PeopleError::Unknown)?;
                of.codes.clone_from(codes);
            }
            Change::Settings {
                player,
                at,
                settings,
            } => {
                let of = people.of(*player)?;
                let member = matches!(of.player.kind, PlayerKind::Member { .. });
                member.then_some(()).ok_or(PeopleError::Unknown)?;
                if of.settings.as_ref().is_none_or(|(before, _)| before <= at) {
                    of.settings = Some((*at, settings.clone()));
                }
            }
            Change::Passkey(change) => people.change_passkeys(change)?,
            Change::Bot(change) => self.change_bots(change)?,
            Change::Offer {
                player,
                link,
                expires_at,
            } => people.of(*player)?.link = Some((*link, *expires_at)),
            Change::SignIn {
                proof,
                session,
                leaving,
            } => {
                let player = people.prove(proof, session.made_at)?;
                if let Some(leaving) = leaving {
                    people.leave(leaving, player);
                }
                people.of(player)?.sessions.push(session.clone());
            }
            Change::Seen {
                session,
                at,
                expires_at,
            } => {
                let mut sessions = people.players.values_mut().flat_map(|of| &mut of.sessions);
                let found = sessions.find(|kept| kept.hash == *session);
                let found = found.ok_or(PeopleError::Unknown)?;
                (found.seen_at, found.expires_at) = (*at, *expires_at);
            }
            Change::SignOut { player, session } => {
                let of = people.of(*player)?;
                let before = of.sessions.len();
                match session {
                    Some(session) => of.sessions.retain(|kept| kept.hash != *session),
                    None => {
                        of.sessions.clear();
                        of.link = None;
                    }
                }
                if of.sessions.len() == before {
                    return Err(PeopleError::Unknown);
                }
            }
            Change::Delete { player } => {
                people.of(*player)?;
                let bots = people.bots_of(*player);
                for id in people.ids(*player).into_iter().chain(bots) {
                    self.erase(id);
                }
            }
            Change::Forget { now } => {
                for of in people.players.values_mut() {
                    of.sessions.retain(|kept| kept.expires_at > *now);
                    of.link.take_if(|link| link.1 <= *now);
                }
            }
        }
        Ok(())
    }

    /// Removes everything of one id but the id.
    pub(super) fn erase(&mut self, id: PlayerId) {
        self.people.ties.forget(id);
        self.people.bots.remove(&id);
        let Some(of) = self.people.players.get_mut(&id) else {
            return;
        };
        of.player.kind = PlayerKind::Gone;
        of.player.name = None;
        (of.skeleton, of.link) = (None, None);
        of.sessions.clear();
        of.codes.clear();
        of.settings = None;
        of.passkeys.clear();
        self.unname(id);
        self.people.seats.retain(|_, of| *of != id);
        self.conduct.forget(id);
        self.puzzled.forget(id);
        for club in self.clubs.values_mut() {
            club.forget(id);
        }
    }

    /// Takes the name of a player away, wherever it stands.
    pub(super) fn rename_away(&mut self, player: PlayerId) {
        for id in self.people.ids(player) {
            self.unname(id);
        }
        if let Some(of) = self.people.players.get_mut(&player) {
            of.player.name = None;
        }
    }

    /// Removes what one id is called from results and from the tables where it sits.
    fn unname(&mut self, id: PlayerId) {
        for (sequence, seat, _) in self.people.played.iter().filter(|played| played.2 == id) {
            let row = (*sequence as usize).checked_sub(1);
            if let Some(row) = row.and_then(|row| self.results.get_mut(row)) {
                row.result = without_name(&row.result, seat.index());
            }
        }
        let seats = &self.people.seats;
        let of = |((table, seat), player): (&(String, Seat), &PlayerId)| {
            (*player == id).then(|| (table.clone(), *seat))
        };
        let seats: Vec<(String, Seat)> = seats.iter().filter_map(of).collect();
        for (table, seat) in seats {
            if let Some(stored) = self.tables.get_mut(&table) {
                stored.forget(seat);
            }
        }
    }
}

impl Table {
    /// Forgets what whoever sits there was called.
    fn forget(&mut self, seat: Seat) {
        let facts = self.rows.iter().enumerate().rev();
        let traces =
            facts.filter_map(|(at, row)| Some((at, serde_json::from_str(&row.fact).ok()?)));
        // They may have sat elsewhere when they were called something.
        let (first, named) = codec::names_of(seat.index() as u8, traces);
        self.setup = without_name(&self.setup, first.into());
        for at in named {
            let row = &mut self.rows[at];
            let mut fact: Value = serde_json::from_str(&row.fact).unwrap_or_default();
            fact["name"] = "".into();
            row.fact = fact.to_string();
        }
    }
}

/// A text with seats, without the name on one.
fn without_name(text: &str, seat: usize) -> String {
    let mut value: Value = serde_json::from_str(text).unwrap_or_default();
    if let Some(seat) = value["seats"][seat].as_object_mut() {
        seat.remove("name");
    }
    value.to_string()
}

impl Memory {
    pub(super) fn known<T>(&self, read: impl FnOnce(&Kept) -> T) -> Result<T, Unavailable> {
        self.readable().map(|kept| read(&kept))
    }
}

impl People for Memory {
    fn change(&self, change: Change) -> Answer<'_, Result<(), PeopleError>> {
        let done = match self.closed.load(Ordering::Relaxed) {
            true => Err(PeopleError::Failed),
            false => self.kept().change(&change),
        };
        Box::pin(ready(done))
    }

    fn session(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Answer<'_, Result<Option<SignedIn>, Unavailable>> {
        let found = self.known(|kept| {
            let found = kept.people.session(&hash);
            let found = found.filter(|(_, session)| session.expires_at > now);
            found.map(|(of, session)| SignedIn {
                player: of.player.clone(),
                session: session.clone(),
            })
        });
        Box::pin(ready(found))
    }

    fn sessions(
        &self,
        player: PlayerId,
        now: u64,
    ) -> Answer<'_, Result<Vec<Session>, Unavailable>> {
        let found = self.known(|kept| {
            let of = kept.people.players.get(&player);
            let all = of.map(|of| of.sessions.clone()).unwrap_or_default();
            let mut open: Vec<Session> = all
                .into_iter()
                .filter(|session| session.expires_at > now)
                .collect();
            open.sort_by_key(|session| (std::cmp::Reverse(session.seen_at), *session.hash.bytes()));
            open
        });
        Box::pin(ready(found))
    }

    fn player(&self, player: PlayerId) -> Answer<'_, Result<Option<Player>, Unavailable>> {
        let found = self.known(|kept| {
            let id = kept.people.aliases.get(&player).unwrap_or(&player);
            kept.people.players.get(id).map(|of| of.player.clone())
        });
        Box::pin(ready(found))
    }

    fn is_taken(&self, skeleton: String) -> Answer<'_, Result<bool, Unavailable>> {
        let taken = self.known(|kept| kept.people.is_taken(&skeleton));
        Box::pin(ready(taken))
    }

    fn codes_left(&self, player: PlayerId) -> Answer<'_, Result<u32, Unavailable>> {
        let left = |kept: &Kept| {
            let of = kept.people.players.get(&player);
            of.map_or(0, |of| of.codes.len() as u32)
        };
        Box::pin(ready(self.known(left)))
    }

    fn settings(&self, player: PlayerId) -> Answer<'_, Result<Option<(u64, String)>, Unavailable>> {
        let kept = |kept: &Kept| kept.people.players.get(&player)?.settings.clone();
        Box::pin(ready(self.known(kept)))
    }

    fn forget_guests(&self, before: u64) -> Answer<'_, Result<u64, Unavailable>> {
        let gone = self.readable().map(|mut kept| {
            let all = kept.people.players.keys().copied();
            let gone: Vec<PlayerId> = all.filter(|id| kept.is_idle_guest(*id, before)).collect();
            for id in &gone {
                kept.people.players.remove(id);
                kept.people.ties.forget(*id);
                kept.puzzled.forget(*id);
            }
            gone.len() as u64
        });
        Box::pin(ready(gone))
    }

    fn ids(&self, player: PlayerId) -> Answer<'_, Result<Vec<PlayerId>, Unavailable>> {
        Box::pin(ready(self.known(|kept| kept.people.ids(player))))
    }

    fn seats(&self, player: PlayerId, limit: u32) -> Answer<'_, Result<Vec<Seated>, Unavailable>> {
        let found = self.known(|kept| {
            let ids = kept.people.ids(player);
            let seats = kept.people.seats.iter().filter(|(_, of)| ids.contains(of));
            let mut seats: Vec<Seated> = seats
                .filter_map(|((id, seat), _)| {
                    let table = kept.tables.get(id)?;
                    let setup = codec::decode_setup(FORMAT, &table.setup).ok()?;
                    Some(Seated {
                        table: id.clone(),
                        seat: *seat,
                        game: setup.game,
                        title: setup.title,
                        at: table.last_at(),
                    })
                })
                .collect();
            seats.sort_by_key(|seat| std::cmp::Reverse(seat.at));
            seats.truncate(limit as usize);
            seats
        });
        Box::pin(ready(found))
    }

    fn matches(
        &self,
        player: PlayerId,
        before: u64,
        limit: u32,
    ) -> Answer<'_, Result<Vec<(Seat, Ended)>, Unavailable>> {
        let found = self.known(|kept| {
            let ids = kept.people.ids(player);
            let played = kept.people.played.iter();
            let mine = played.filter(|(sequence, _, of)| *sequence < before && ids.contains(of));
            let mut mine: Vec<(u64, Seat)> = mine.map(|(n, seat, _)| (*n, *seat)).collect();
            mine.sort_by_key(|(sequence, seat)| (std::cmp::Reverse(*sequence), *seat));
            let ended = |(sequence, seat): (u64, Seat)| {
                let row = kept.results.get((sequence as usize).checked_sub(1)?)?;
                let (number, at) = (i64::from(row.number), row.at as i64);
                let result = codec::decode_result(FORMAT, number, at, &row.result).ok()?;
                let table = row.table.clone();
                let ended = Ended {
                    sequence,
                    table,
                    result,
                };
                Some((seat, ended))
            };
            let ended = mine.into_iter().filter_map(ended);
            ended.take(limit as usize).collect()
        });
        Box::pin(ready(found))
    }
}
