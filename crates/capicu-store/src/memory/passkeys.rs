//! Passkeys, in memory.

use std::future::ready;

use capicu_protocol::PlayerId;

use super::Memory;
use super::people::{Known, Of};
use crate::{
    Answer, CredentialId, MOST_PASSKEYS, Passkey, PasskeyChange, Passkeys, PeopleError, PlayerKind,
    Unavailable,
};

impl Known {
    pub(super) fn change_passkeys(&mut self, change: &PasskeyChange) -> Result<(), PeopleError> {
        match change {
            PasskeyChange::Join {
                player,
                username,
                skeleton,
                codes,
                passkey,
            } => {
                self.is_new(passkey)?;
                self.join(*player, username, skeleton, codes)?;
                self.add(*player, passkey)
            }
            PasskeyChange::Add { player, passkey } => self.add(*player, passkey),
            PasskeyChange::Remove { player, id, site } => {
                let of = self.of(*player)?;
                let at = of.passkeys.iter().position(|passkey| passkey.id == *id);
                let at = at.ok_or(PeopleError::Unknown)?;
                let others = of.passkeys.iter().enumerate();
                let mut others =
                    others.filter(|(other, passkey)| *other != at && passkey.site == *site);
                if of.codes.is_empty() && others.next().is_none() {
                    return Err(PeopleError::LastWayIn);
                }
                of.passkeys.remove(at);
                Ok(())
            }
        }
    }

    fn add(&mut self, player: PlayerId, passkey: &Passkey) -> Result<(), PeopleError> {
        let of = self.of(player)?;
        if !matches!(of.player.kind, PlayerKind::Member { .. }) {
            return Err(PeopleError::Unknown);
        }
        let is_full = of.passkeys.len() >= MOST_PASSKEYS;
        self.is_new(passkey)?;
        if is_full {
            return Err(PeopleError::TooManyPasskeys);
        }
        self.of(player)?.passkeys.push(passkey.clone());
        Ok(())
    }

    fn is_new(&self, passkey: &Passkey) -> Result<(), PeopleError> {
        let all = self.players.values().flat_map(|of| &of.passkeys);
        match all.into_iter().any(|known| known.id == passkey.id) {
            true => Err(PeopleError::PasskeyKnown),
            false => Ok(()),
        }
    }
}

impl Of {
    /// The place of this passkey, if it is the player's and may sign in.
    pub(super) fn proven_by(&self, id: &CredentialId, counter: u32) -> Option<usize> {
        self.passkeys.iter().position(|passkey| {
            let counts = passkey.counter < counter || (passkey.counter, counter) == (0, 0);
            passkey.id == *id && counts
        })
    }

    /// Whether this passkey is the player's and may sign in; notes that it did.
    pub(super) fn use_passkey(&mut self, id: &CredentialId, counter: u32, now: u64) -> bool {
        let Some(at) = self.proven_by(id, counter) else {
            return false;
        };
        let passkey = &mut self.passkeys[at];
        (passkey.counter, passkey.used_at) = (counter, Some(now));
        true
    }
}

impl Passkeys for Memory {
    fn passkey(
        &self,
        id: CredentialId,
    ) -> Answer<'_, Result<Option<(PlayerId, Passkey)>, Unavailable>> {
        let found = self.known(|kept| {
            kept.people.players.values().find_map(|of| {
                let passkey = of.passkeys.iter().find(|passkey| passkey.id == id)?;
                Some((of.player.id, passkey.clone()))
            })
        });
        Box::pin(ready(found))
    }

    fn passkeys(&self, player: PlayerId) -> Answer<'_, Result<Vec<Passkey>, Unavailable>> {
        let found = self.known(|kept| {
            let of = kept.people.players.get(&player);
            let mut all = of.map(|of| of.passkeys.clone()).unwrap_or_default();
            all.sort_by(|a, b| (a.made_at, &a.id).cmp(&(b.made_at, &b.id)));
            all
        });
        Box::pin(ready(found))
    }
}
