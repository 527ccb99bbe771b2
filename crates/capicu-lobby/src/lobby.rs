//! The state machine.

mod blocks_and_challenges;

use std::collections::BTreeMap;

use capicu::Game;
use capicu_protocol::{PlayerId, TableId};

use crate::pairing::{Look, Pairing, Party, bots_in};
use crate::seating::Person;
use crate::{
    Challenge, Company, CompanyId, Input, Invitation, Other, Output, Progress, Relation, Speed,
    Stakes, Strength, Waiting, Wish,
};

/// The least time between two searches for tables, in milliseconds.
const LOOK: u64 = 250;

/// Milliseconds without a poll after which a player is not seated; pages poll at least every two seconds.
const QUIET: u64 = 4_000;

/// Milliseconds without a poll after which a seek expires.
const AWAY: u64 = 10_000;

/// Milliseconds after which a seek expires whose page was left. A page that is loaded again comes back sooner.
const LEFT: u64 = 3_000;

/// Like [`AWAY`], for partners: one of them may still be in the messenger that carried the link.
const PARTNER_AWAY: u64 = 60_000;

/// Milliseconds without a poll after which the lobby forgets where a player sits.
const REMEMBERED: u64 = 60_000;

#[derive(Debug)]
pub struct Lobby {
    seekers: BTreeMap<PlayerId, Seeker>,
    /// By code. The host of an invitation has no seek.
    invitations: BTreeMap<String, Invitation>,
    /// At most one per challenger, who has no seek.
    challenges: Vec<Challenge>,
    introductions: BTreeMap<PlayerId, Introduction>,
    pairing: Pairing,
    next_company: CompanyId,
    looked_at: Option<u64>,
    wake_at: Option<u64>,
}

#[derive(Debug)]
struct Seeker {
    name: Option<String>,
    wish: Wish,
    /// The partner in a common seek.
    partner: Option<PlayerId>,
    side: Relation,
    /// The accepted challenge, at its challenger.
    challenge: Option<Challenge>,
    with_bots_now: bool,
    offers_casual: bool,
    seen: u64,
    /// Whether the player left the waiting page after `seen`.
    is_away: bool,
    /// When the wait began; for partners, when both pages were open.
    since: u64,
    stage: Stage,
}

#[derive(Clone, Debug, PartialEq)]
enum Stage {
    Seeking,
    SittingDown(CompanyId),
    Seated(TableId),
    Failed,
}

#[derive(Debug, Default)]
struct Introduction {
    apart: Vec<PlayerId>,
    strength: Option<Strength>,
    at: u64,
}

impl Lobby {
    /// Creates an empty lobby. The seed decides the seats.
    pub fn new(seed: u64) -> Self {
        Self {
            seekers: BTreeMap::new(),
            invitations: BTreeMap::new(),
            challenges: Vec::new(),
            introductions: BTreeMap::new(),
            pairing: Pairing::new(seed),
            next_company: 0,
            looked_at: None,
            wake_at: None,
        }
    }

    /// Applies an input. `now` is in milliseconds of a clock that never goes back. Only [`Input::Wake`] makes tables.
    pub fn handle(&mut self, input: Input, now: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        let is_changed = match input {
            Input::Wake => {
                self.wake(now, &mut outputs);
                return outputs;
            }
            Input::Seen(player) => self.see(player, now),
            Input::Away(player) => self.turn_away(player, now),
            Input::Introduce {
                player,
                apart,
                strength,
            } => {
                let known = self.introductions.entry(player).or_default();
                known.apart = apart;
                known.strength = strength.or(known.strength);
                known.at = now;
                true
            }
            Input::Seek { player, name, wish } => self.seek(player, name, wish, now),
            Input::Invite {
                player,
                name,
                wish,
                code,
            } => {
                let has_partners = wish.side_size() == 2;
                if has_partners {
                    outputs.push(Output::Done);
                    self.invite(player, name, wish, code, now);
                }
                has_partners
            }
            Input::Join { code, player, name } => {
                let joined = self.join(&code, player, name, now);
                outputs.extend(joined.map(Output::Joined));
                joined.is_some()
            }
            Input::Fill(player) => self.fill(player, now),
            Input::Leave(player) => self.leave(player),
            Input::Gone(player) => {
                self.challenges.retain(|one| one.guest.player != player);
                self.leave(player)
            }
            Input::Part(one, other) => {
                self.part(one, other, now);
                true
            }
            Input::Unfriend(one, other) => {
                self.unfriend(one, other);
                true
            }
            Input::Challenge {
                id,
                host,
                guest,
                wish,
                side,
            } => {
                let challenge = Challenge {
                    id,
                    host,
                    guest,
                    wish,
                    side,
                    made_at: now,
                };
                let fits = side.fits(wish);
                if fits {
                    outputs.push(Output::Done);
                    self.challenge(challenge);
                }
                fits
            }
            Input::Accept { id, player, name } => match self.accept(&id, player, name, now) {
                Ok(challenge) => {
                    outputs.push(Output::Accepted(Box::new(challenge)));
                    true
                }
                Err(why) => {
                    outputs.push(Output::NotAccepted(why));
                    false
                }
            },
            Input::Decline { id, player } => {
                let is_declined = self.decline(&id, player);
                outputs.extend(is_declined.then_some(Output::Done));
                is_declined
            }
            Input::Made { company, table } => {
                self.made(company, table.as_ref());
                true
            }
        };
        if is_changed {
            let at = self.looked_at.map_or(now, |at| now.max(at + LOOK));
            self.wake_at = Some(self.wake_at.map_or(at, |wake| wake.min(at)));
        }
        outputs
    }

    /// When to send [`Input::Wake`] next. Any input may change it.
    pub const fn wake_at(&self) -> Option<u64> {
        self.wake_at
    }

    /// The state of a player's seek. Send [`Input::Seen`] for the player's page first.
    pub fn progress(&self, player: PlayerId, now: u64) -> Progress {
        let Some(seeker) = self.seekers.get(&player) else {
            let mut invitations = self.invitations.iter();
            if let Some((code, own)) =
                invitations.find(|(_, one)| one.host == player && one.is_open(now))
            {
                let (code, wish) = (code.clone(), own.wish);
                return Progress::Inviting { code, wish };
            }
            return match self.challenge_by(player, now) {
                Some(challenge) => Progress::Challenging(Box::new(challenge.clone())),
                None => Progress::None,
            };
        };
        let wish = seeker.wish;
        let (is_partner_away, people) = match &seeker.stage {
            Stage::Seeking => (!self.partner_is_here(seeker, now), self.people(&wish, now)),
            Stage::SittingDown(_) => (false, wish.seats().into()),
            Stage::Seated(table) => return Progress::Seated(table.clone()),
            Stage::Failed => return Progress::Failed,
        };
        let waited = now.saturating_sub(seeker.since);
        Progress::Waiting(Waiting {
            wish,
            is_partner_away,
            side: seeker.side,
            people,
            seats: wish.seats(),
            waited,
            bots_in: bots_in(&wish, people, waited),
            offers_casual: seeker.offers_casual,
            others: self.others(player, seeker, now),
        })
    }

    /// The invitation with this code, unless it has expired.
    pub fn invitation(&self, code: &str, now: u64) -> Option<&Invitation> {
        let found = self.invitations.get(code);
        found.filter(|one| one.is_open(now))
    }

    pub fn count(&self) -> usize {
        self.seekers.len()
    }

    /// For each game and speed, by [`Wish::cell`], the number of people who wait for a casual match.
    pub fn waiting(&self, now: u64) -> BTreeMap<String, usize> {
        let games = Game::ALL.iter();
        let wishes = games.flat_map(|game| Speed::ALL.map(|speed| Wish::of(game.id, speed)));
        let waiting = |wish: Wish| (wish.cell(), self.people(&wish, now));
        wishes.flatten().map(waiting).collect()
    }

    fn seek(&mut self, player: PlayerId, name: Option<String>, wish: Wish, now: u64) -> bool {
        match self.seekers.get(&player) {
            Some(seeker) if seeker.is_sitting_down() => return false,
            Some(seeker) if seeker.stage == Stage::Seeking && seeker.wish == wish => {
                return self.see(player, now);
            }
            Some(_) | None => {}
        }
        self.stop(player);
        self.seekers.insert(player, Seeker::new(name, wish, now));
        true
    }

    fn invite(
        &mut self,
        player: PlayerId,
        name: Option<String>,
        wish: Wish,
        code: String,
        now: u64,
    ) {
        if self.is_sitting_down(player) {
            return;
        }
        self.stop(player);
        let invitation = Invitation {
            host: player,
            name,
            wish,
            seen: now,
        };
        self.invitations.insert(code, invitation);
    }

    fn join(
        &mut self,
        code: &str,
        player: PlayerId,
        name: Option<String>,
        now: u64,
    ) -> Option<Wish> {
        let invitation = self.invitation(code, now)?.clone();
        let (host, wish) = (invitation.host, invitation.wish);
        if host == player || self.is_sitting_down(player) {
            return Some(wish);
        }
        if self.are_apart(player, host) {
            return None;
        }
        let one = Seeker::new(invitation.name, wish, invitation.seen);
        let other = Seeker::new(name, wish, now);
        self.pair_up((host, one), (player, other), Relation::Partner);
        Some(wish)
    }

    /// Makes two players seek together and ends everything else they sought. The guest's page is open.
    fn pair_up(
        &mut self,
        (host, mut one): (PlayerId, Seeker),
        (guest, mut other): (PlayerId, Seeker),
        side: Relation,
    ) {
        self.stop(host);
        self.stop(guest);
        (one.partner, other.partner) = (Some(guest), Some(host));
        (one.side, other.side) = (side, side);
        one.since = other.seen;
        self.seekers.insert(host, one);
        self.seekers.insert(guest, other);
    }

    fn fill(&mut self, player: PlayerId, now: u64) -> bool {
        // A player at a table may send this late; by now the partner may seek another game.
        let seeks = self.seekers.get(&player);
        let seeks = seeks.filter(|one| one.stage == Stage::Seeking);
        let partner = seeks.and_then(|one| one.partner);
        for one in [seeks.map(|_| player), partner].into_iter().flatten() {
            if let Some(seeker) = self.seekers.get_mut(&one) {
                seeker.with_bots_now = true;
            }
        }
        self.see(player, now);
        self.seekers.contains_key(&player)
    }

    /// Records that a player's page is open. Returns whether the player was away.
    fn leave(&mut self, player: PlayerId) -> bool {
        if let Some(Stage::Seeking | Stage::Failed) = self.stage(player) {
            self.forget(player);
        }
        self.withdraw(player);
        true
    }

    fn see(&mut self, player: PlayerId, now: u64) -> bool {
        let mut invitations = self.invitations.values_mut();
        if let Some(own) = invitations.find(|one| one.host == player && one.is_open(now)) {
            own.seen = now;
        }
        let Some(seeker) = self.seekers.get_mut(&player) else {
            return false;
        };
        let was_away = !seeker.is_here(now);
        let was_quiet = now.saturating_sub(seeker.seen) >= QUIET;
        seeker.seen = now;
        seeker.is_away = false;
        if !was_away || seeker.stage != Stage::Seeking {
            return false;
        }
        // A page that comes back at once was only loaded again.
        if !was_quiet {
            return true;
        }
        // Partners do not wait while one of them is away.
        let partner = seeker.partner.and_then(|id| self.seekers.get_mut(&id));
        if let Some(partner) = partner.filter(|partner| partner.is_here(now)) {
            partner.since = now;
            partner.offers_casual = false;
            if let Some(seeker) = self.seekers.get_mut(&player) {
                seeker.since = now;
                seeker.offers_casual = false;
            }
        }
        true
    }

    /// Records that a player left the waiting page. Returns whether the player seeks.
    fn turn_away(&mut self, player: PlayerId, now: u64) -> bool {
        let seeker = self.seekers.get_mut(&player);
        let Some(seeker) = seeker.filter(|one| one.stage == Stage::Seeking) else {
            return false;
        };
        seeker.seen = now;
        seeker.is_away = true;
        true
    }

    fn made(&mut self, company: CompanyId, table: Option<&TableId>) {
        for seeker in self.seekers.values_mut() {
            if seeker.stage == Stage::SittingDown(company) {
                seeker.stage = table.map_or(Stage::Failed, |table| Stage::Seated(table.clone()));
            }
        }
    }

    fn stage(&self, player: PlayerId) -> Option<&Stage> {
        self.seekers.get(&player).map(|seeker| &seeker.stage)
    }

    fn is_sitting_down(&self, player: PlayerId) -> bool {
        let seeker = self.seekers.get(&player);
        seeker.is_some_and(Seeker::is_sitting_down)
    }

    fn stop(&mut self, player: PlayerId) {
        self.forget(player);
        self.withdraw(player);
    }

    fn forget(&mut self, player: PlayerId) {
        if let Some(seeker) = self.seekers.remove(&player)
            && seeker.stage == Stage::Seeking
            && let Some(partner) = seeker.partner
        {
            self.seekers.remove(&partner);
        }
    }

    fn withdraw(&mut self, player: PlayerId) {
        self.invitations.retain(|_, one| one.host != player);
        self.challenges.retain(|one| one.host.player != player);
    }

    fn partner_is_here(&self, seeker: &Seeker, now: u64) -> bool {
        let partner = seeker.partner.map(|id| self.seekers.get(&id));
        partner.is_none_or(|partner| partner.is_some_and(|partner| partner.is_here(now)))
    }

    /// Whether a player and any partner seek and have their pages open.
    fn is_ready(&self, seeker: &Seeker, now: u64) -> bool {
        seeker.stage == Stage::Seeking && seeker.is_here(now) && self.partner_is_here(seeker, now)
    }

    fn people(&self, wish: &Wish, now: u64) -> usize {
        let all = self.seekers.values().filter(|seeker| seeker.wish == *wish);
        let waiting = all.filter(|one| !one.has_opponent() && self.is_ready(one, now));
        waiting.count()
    }

    /// The players whose names a seeker sees: a partner, and everybody at the table once it is found.
    fn others(&self, player: PlayerId, seeker: &Seeker, now: u64) -> Vec<Other> {
        if seeker.wish.stakes == Stakes::Rated {
            return Vec::new();
        }
        let is_partner = |id: PlayerId| seeker.partner == Some(id);
        let others = self.seekers.iter().filter(|(id, other)| {
            **id != player
                && match seeker.stage {
                    Stage::SittingDown(_) => other.stage == seeker.stage,
                    _ => is_partner(**id) && self.is_ready(other, now),
                }
        });
        let mut others: Vec<(&PlayerId, &Seeker)> = others.collect();
        others.sort_by_key(|(id, other)| (!is_partner(**id), other.since));
        let other = |(id, other): (&PlayerId, &Seeker)| Other {
            player: *id,
            name: other.name.clone(),
        };
        others.into_iter().map(other).collect()
    }

    fn wake(&mut self, now: u64, outputs: &mut Vec<Output>) {
        if self.wake_at.is_some_and(|at| now < at) {
            return;
        }
        self.expire(now);
        self.looked_at = Some(now);
        self.face_opponents(now, outputs);
        let Look {
            tables,
            offers,
            next,
        } = self.pairing.look(self.parties(now), now);
        for player in offers {
            if let Some(seeker) = self.seekers.get_mut(&player) {
                seeker.offers_casual = true;
            }
        }
        for (wish, players) in tables {
            outputs.push(Output::SitDown(self.company(wish, &players)));
        }
        self.wake_at = next.into_iter().chain(self.next_absence(now)).min();
        self.wake_at = self.wake_at.map(|at| at.max(now + LOOK));
    }

    /// Ends seeks, invitations and challenges without a poll, and forgets absent players.
    fn expire(&mut self, now: u64) {
        let over = self.seekers.iter().filter(|(_, seeker)| {
            let end = seeker.expires_at();
            end.is_some_and(|end| end <= now)
        });
        let over: Vec<PlayerId> = over.map(|(player, _)| *player).collect();
        self.reopen(&over);
        for player in over {
            self.forget(player);
        }
        self.invitations.retain(|_, one| one.is_open(now));
        self.challenges.retain(|one| one.is_open(now));
        let hosts = self.invitations.values().map(|one| one.host);
        let challengers = self.challenges.iter().map(|one| one.host.player);
        let hosts: Vec<PlayerId> = hosts.chain(challengers).collect();
        let seekers = &self.seekers;
        self.introductions.retain(|player, known| {
            let is_new = now.saturating_sub(known.at) < REMEMBERED;
            is_new || seekers.contains_key(player) || hosts.contains(player)
        });
    }

    /// When the next player is away, or the next seek, invitation, challenge or introduction expires.
    fn next_absence(&self, now: u64) -> Option<u64> {
        let quiet = self.seekers.values().map(|seeker| seeker.seen + QUIET);
        let over = self.seekers.values().filter_map(Seeker::expires_at);
        let invitations = self.invitations.values();
        let invitations = invitations.map(|one| one.seen + Invitation::LIFE);
        let challenges = self.challenges.iter();
        let challenges = challenges.map(|one| one.made_at + Challenge::LIFE);
        let introductions = self.introductions.values().map(|one| one.at + REMEMBERED);
        let all = quiet.chain(over).chain(invitations).chain(challenges);
        all.chain(introductions).filter(|at| now < *at).min()
    }

    fn parties(&self, now: u64) -> Vec<Party> {
        let person = |player: PlayerId, wish: Wish| {
            let known = self.introductions.get(&player);
            let known = known.filter(|_| wish.stakes == Stakes::Rated);
            let strength = known.and_then(|known| known.strength).unwrap_or_default();
            Person { player, strength }
        };
        let party = |(player, seeker): (&PlayerId, &Seeker)| {
            // One entry for both partners: the second is skipped.
            let is_second = seeker.partner.is_some_and(|partner| partner < *player);
            if is_second || seeker.has_opponent() || !self.is_ready(seeker, now) {
                return None;
            }
            let players = [Some(*player), seeker.partner];
            let people = players.into_iter().flatten();
            let blocked = people
                .clone()
                .filter_map(|one| self.introductions.get(&one));
            Some(Party {
                blocked: blocked.flat_map(|known| known.apart.clone()).collect(),
                people: people.map(|one| person(one, seeker.wish)).collect(),
                wish: seeker.wish,
                since: seeker.since,
                with_bots_now: seeker.with_bots_now,
                is_offered: seeker.offers_casual,
            })
        };
        self.seekers.iter().filter_map(party).collect()
    }

    /// Seats opponents of accepted challenges, with bots in the remaining seats.
    fn face_opponents(&mut self, now: u64, outputs: &mut Vec<Output>) {
        let pairs = self.seekers.iter().filter_map(|(player, seeker)| {
            let partner = seeker.partner.filter(|partner| player < partner)?;
            let is_ready = seeker.has_opponent() && self.is_ready(seeker, now);
            is_ready.then_some((seeker.wish, [*player, partner]))
        });
        let pairs: Vec<(Wish, [PlayerId; 2])> = pairs.collect();
        for (wish, mut both) in pairs {
            self.pairing.shuffle(&mut both);
            // Neighbors are on different sides.
            let mut seats = both.map(Some).to_vec();
            seats.resize(wish.seats().into(), None);
            outputs.push(Output::SitDown(self.company(wish, &seats)));
        }
    }

    fn company(&mut self, wish: Wish, players: &[Option<PlayerId>]) -> Company {
        let id = self.next_company;
        self.next_company += 1;
        let seats = players.iter().map(|player| {
            let seeker = self.seekers.get_mut(&(*player)?)?;
            seeker.stage = Stage::SittingDown(id);
            Some(((*player)?, seeker.name.clone()))
        });
        let seats = seats.collect();
        Company { id, wish, seats }
    }
}

impl Seeker {
    const fn new(name: Option<String>, wish: Wish, now: u64) -> Self {
        Self {
            name,
            wish,
            partner: None,
            side: Relation::Partner,
            challenge: None,
            with_bots_now: false,
            offers_casual: false,
            seen: now,
            is_away: false,
            since: now,
            stage: Stage::Seeking,
        }
    }

    const fn is_here(&self, now: u64) -> bool {
        !self.is_away && now.saturating_sub(self.seen) < QUIET
    }

    const fn is_sitting_down(&self) -> bool {
        matches!(self.stage, Stage::SittingDown(_))
    }

    const fn has_opponent(&self) -> bool {
        matches!(self.side, Relation::Opponent)
    }

    /// When the lobby forgets a player whose page does not poll.
    const fn expires_at(&self) -> Option<u64> {
        match self.stage {
            Stage::Seeking if self.partner.is_some() => Some(self.seen + PARTNER_AWAY),
            Stage::Seeking if self.is_away => Some(self.seen + LEFT),
            Stage::Seeking => Some(self.seen + AWAY),
            Stage::SittingDown(_) => None,
            Stage::Seated(_) | Stage::Failed => Some(self.seen + REMEMBERED),
        }
    }
}
