//! What the lobby does with challenges, and with those who are not to sit together.

use capicu_lobby::{PersonId, Stakes};
use capicu_protocol::{Level, PlayerId};

use super::challenge::{Challenge, Challenger, Challenges, NotAccepted, Side};
use super::wish::Wish;
use super::{At, Company, Hall, Lobby, QUIET, Seeker, person};
use crate::secret;

impl Lobby {
    /// With whom a player is not to sit, from now on. Told before the player seeks a table, invites somebody, accepts
    /// that or challenges somebody.
    pub fn keep_apart(&self, player: PlayerId, from: impl Iterator<Item = PlayerId>) {
        let from = from.map(person).collect();
        self.hall().apart.insert(person(player), from);
    }

    /// Two are not to sit together any more, whatever they seek already; two who came together seek nothing any more.
    pub fn part(&self, one: PlayerId, other: PlayerId) {
        let mut hall = self.hall();
        hall.challenges.retain(|of| !of.is_between(one, other));
        let (one, other) = (person(one), person(other));
        let seek_together = hall.seekers.get(&one).is_some_and(|seeker| {
            seeker.partner == Some(other) && matches!(seeker.at, At::Seeking { .. })
        });
        if seek_together {
            hall.forget(one);
        }
        hall.apart.entry(one).or_default().push(other);
        hall.pairing.keep_apart(one, other);
    }

    /// Two are friends no more: neither challenges the other.
    pub fn unfriend(&self, one: PlayerId, other: PlayerId) {
        let mut hall = self.hall();
        hall.challenges.retain(|of| !of.is_between(one, other));
    }

    /// Somebody challenges somebody else: whether two can play like this. It takes the place of whatever the
    /// challenger sought before.
    pub fn challenge(&self, host: Challenger, guest: Challenger, wish: Wish, side: Side) -> bool {
        if !side.fits(wish) {
            return false;
        }
        let now = self.0.clock.now();
        let mut hall = self.hall();
        hall.forget(person(host.player));
        hall.withdraw(host.player);
        hall.challenges.retain(|of| of.is_open(now));
        hall.challenges.push(Challenge {
            id: secret::table_id(),
            host,
            guest,
            wish,
            side,
            made_at: now,
        });
        true
    }

    /// Who challenges a player, the latest first.
    pub fn challenges_to(&self, player: PlayerId) -> Vec<Challenge> {
        let now = self.0.clock.now();
        let hall = self.hall();
        let all = hall.challenges.iter().rev();
        let to = all.filter(|of| of.guest.player == player && of.is_open(now));
        to.cloned().collect()
    }

    /// What there is for a player to answer.
    pub fn challenges(&self, player: PlayerId) -> Challenges {
        let now = self.0.clock.now();
        let by = self.hall().challenge_by(player, now).cloned();
        Challenges {
            to: self.challenges_to(player),
            by,
            is_awaited: self.is_awaited(player),
        }
    }

    /// Whether somebody has accepted to play with a player and waits for the player's page.
    pub fn is_awaited(&self, player: PlayerId) -> bool {
        let now = self.0.clock.now();
        let hall = self.hall();
        let seeker = hall.seekers.get(&person(player));
        seeker.is_some_and(|seeker| {
            let is_away = now.saturating_sub(seeker.seen) >= QUIET;
            seeker.partner.is_some() && is_away && matches!(seeker.at, At::Seeking { .. })
        })
    }

    /// A player accepts a challenge; what is to be played.
    ///
    /// # Errors
    ///
    /// If there is no such challenge to this player, or the two may not play with each other.
    pub fn accept(
        &self,
        id: impl AsRef<str>,
        player: PlayerId,
        name: Option<String>,
    ) -> Result<Challenge, NotAccepted> {
        let now = self.0.clock.now();
        let mut hall = self.hall();
        let mut all = hall.challenges.iter();
        let at =
            all.position(|of| of.id == id.as_ref() && of.guest.player == player && of.is_open(now));
        let at = at.ok_or(NotAccepted::Over)?;
        let challenge = hall.challenges[at].clone();
        let (of_host, of_guest) = (person(challenge.host.player), person(player));
        if hall.are_apart(of_host, of_guest) {
            return Err(NotAccepted::Over);
        }
        let is_rated = challenge.wish.stakes == Stakes::Rated;
        if is_rated && challenge.side == Side::Opponent {
            let address = |id| hall.known.get(&id).map(|known| known.address);
            if address(of_host) == address(of_guest) {
                return Err(NotAccepted::SameAddress);
            }
        }
        hall.challenges.swap_remove(at);
        let Challenge {
            host, wish, side, ..
        } = challenge.clone();
        // Until the page of whoever challenged asks.
        let one = Seeker::new(host.player, host.name, wish, now.saturating_sub(QUIET));
        let other = Seeker::new(player, name, wish, now);
        hall.pair_up(one, other, side, now);
        self.0.bell.notify_one();
        Ok(challenge)
    }

    /// A player does not accept a challenge: whether there was one.
    pub fn decline(&self, id: impl AsRef<str>, player: PlayerId) -> bool {
        let mut hall = self.hall();
        let before = hall.challenges.len();
        hall.challenges
            .retain(|of| of.id != id.as_ref() || of.guest.player != player);
        hall.challenges.len() < before
    }
}

impl Hall {
    pub(super) fn challenge_by(&self, player: PlayerId, now: u64) -> Option<&Challenge> {
        let mut all = self.challenges.iter();
        all.find(|of| of.host.player == player && of.is_open(now))
    }

    /// A player invites and challenges nobody any more.
    pub(super) fn withdraw(&mut self, player: PlayerId) {
        self.invitations.retain(|_, one| one.host != player);
        self.challenges.retain(|one| one.host.player != player);
    }

    /// Two seek something together from now on, and nothing else.
    pub(super) fn pair_up(&mut self, mut one: Seeker, mut other: Seeker, side: Side, now: u64) {
        let ids = [&one, &other].map(|seeker| person(seeker.player));
        for (id, seeker) in ids.into_iter().zip([&one, &other]) {
            self.forget(id);
            self.withdraw(seeker.player);
        }
        (one.partner, other.partner) = (Some(ids[1]), Some(ids[0]));
        (one.side, other.side) = (side, side);
        self.seekers.insert(ids[0], one);
        self.seekers.insert(ids[1], other);
        self.see(ids[1], now);
    }

    /// With whom these do not sit.
    pub(super) fn apart_from(&self, ids: &[PersonId]) -> Vec<PersonId> {
        let all = ids.iter().filter_map(|id| self.apart.get(id));
        all.flatten().copied().collect()
    }

    /// Whether two are not to sit together.
    pub(super) fn are_apart(&self, one: PersonId, other: PersonId) -> bool {
        self.apart_from(&[one]).contains(&other) || self.apart_from(&[other]).contains(&one)
    }

    /// Has two sit down against each other, with bots in all other seats.
    pub(super) fn face(&mut self, one: PersonId, other: PersonId, now: u64) {
        let mut seats = Vec::new();
        let mut wish = None;
        for id in [one, other] {
            if let Some(seeker) = self.seekers.get_mut(&id) {
                seeker.at = At::SittingDown { since: now };
                seats.push(Some((seeker.player, seeker.name.clone())));
                wish = Some(seeker.wish);
            }
        }
        let Some(wish) = wish else {
            return;
        };
        // Neighbors are on different sides.
        if secret::random::<1>()[0] & 1 == 1 {
            seats.reverse();
        }
        seats.resize(wish.pool().seats.into(), None);
        let level = Level::default();
        self.ready.push(Company { wish, level, seats });
    }
}
