//! Challenges, and players who must not sit together.

use capicu_protocol::PlayerId;

use super::{Lobby, QUIET, Seeker, Stage};
use crate::{Challenge, Challenges, NotAccepted, Relation, Stakes};

impl Lobby {
    pub fn challenges(&self, player: PlayerId, now: u64) -> Challenges {
        let all = self.challenges.iter().rev();
        let to = all.filter(|of| of.guest.player == player && of.is_open(now));
        Challenges {
            to: to.cloned().collect(),
            by: self.challenge_by(player, now).cloned(),
            is_awaited: self.seekers.get(&player).is_some_and(|one| {
                one.partner.is_some() && one.stage == Stage::Seeking && !one.is_here(now)
            }),
        }
    }

    pub(super) fn challenge_by(&self, player: PlayerId, now: u64) -> Option<&Challenge> {
        let mut all = self.challenges.iter();
        all.find(|of| of.host.player == player && of.is_open(now))
    }

    pub(super) fn challenge(&mut self, challenge: Challenge) {
        let host = challenge.host.player;
        if !self.is_sitting_down(host) {
            self.stop(host);
            self.challenges.push(challenge);
        }
    }

    pub(super) fn accept(
        &mut self,
        id: &str,
        player: PlayerId,
        name: Option<String>,
        now: u64,
    ) -> Result<Challenge, NotAccepted> {
        let mut all = self.challenges.iter();
        let found = all.find(|of| of.id == id && of.guest.player == player && of.is_open(now));
        let challenge = found.ok_or(NotAccepted::Over)?.clone();
        let (host, wish, side) = (challenge.host.player, challenge.wish, challenge.side);
        if self.are_apart(host, player) || self.is_sitting_down(player) {
            return Err(NotAccepted::Over);
        }
        if wish.stakes == Stakes::Rated && side == Relation::Opponent {
            let address = |player| {
                let known = self.introductions.get(&player);
                known.and_then(|known| known.strength.map(|of| of.address))
            };
            if address(host) == address(player) {
                return Err(NotAccepted::SameAddress);
            }
        }
        // Until the page polls, the host counts as away.
        let mut one = Seeker::new(challenge.host.name.clone(), wish, now.saturating_sub(QUIET));
        one.challenge = Some(challenge.clone());
        let other = Seeker::new(name, wish, now);
        self.pair_up((host, one), (player, other), side);
        Ok(challenge)
    }

    /// Opens accepted challenges again whose players never met: one of them did not come in time.
    pub(super) fn reopen(&mut self, missed: &[PlayerId]) {
        for player in missed {
            let seeker = self.seekers.get(player);
            // Players with a seat have met. Their partners may seek with others by now.
            let Some(seeker) = seeker.filter(|seeker| seeker.stage == Stage::Seeking) else {
                continue;
            };
            for one in [Some(*player), seeker.partner].into_iter().flatten() {
                let challenge = self.seekers.get_mut(&one);
                let challenge = challenge.and_then(|seeker| seeker.challenge.take());
                self.challenges.extend(challenge);
            }
        }
    }

    pub(super) fn decline(&mut self, id: &str, player: PlayerId) -> bool {
        let before = self.challenges.len();
        self.challenges
            .retain(|of| of.id != id || of.guest.player != player);
        self.challenges.len() < before
    }

    pub(super) fn part(&mut self, one: PlayerId, other: PlayerId, now: u64) {
        self.challenges.retain(|of| !of.is_between(one, other));
        let seek_together = self
            .seekers
            .get(&one)
            .is_some_and(|seeker| seeker.partner == Some(other) && seeker.stage == Stage::Seeking);
        if seek_together {
            self.forget(one);
        }
        let known = self.introductions.entry(one).or_default();
        known.apart.push(other);
        known.at = now;
    }

    pub(super) fn unfriend(&mut self, one: PlayerId, other: PlayerId) {
        self.challenges.retain(|of| !of.is_between(one, other));
        for seeker in self.seekers.values_mut() {
            seeker.challenge.take_if(|of| of.is_between(one, other));
        }
    }

    /// Whether a block keeps two players from one table.
    pub(super) fn are_apart(&self, one: PlayerId, other: PlayerId) -> bool {
        let blocks = |one, other| {
            let known = self.introductions.get(&one);
            known.is_some_and(|known| known.apart.contains(&other))
        };
        blocks(one, other) || blocks(other, one)
    }
}
