//! Bots, in memory.

use std::future::ready;

use capicu_protocol::PlayerId;
use capicu_table::TokenHash;

use super::people::{Known, Of};
use super::{Kept, Memory};
use crate::{
    Answer, Bot, BotChange, BotToken, Bots, MOST_BOT_TOKENS, MOST_BOTS, PeopleError, Player,
    PlayerKind, Unavailable,
};

/// What belongs to a bot alone.
#[derive(Debug)]
pub(super) struct OfBot {
    pub(super) owner: PlayerId,
    username: String,
    pub(super) skeleton: String,
    tokens: Vec<BotToken>,
}

impl Known {
    fn bot(&self, player: PlayerId, of: &OfBot) -> Option<Bot> {
        Some(Bot {
            player: self.found(player)?.clone(),
            owner: of.owner,
            username: of.username.clone(),
        })
    }

    fn own_bot(&mut self, owner: PlayerId, bot: PlayerId) -> Result<&mut OfBot, PeopleError> {
        let found = self.bots.get_mut(&bot).filter(|of| of.owner == owner);
        found.ok_or(PeopleError::Unknown)
    }

    /// The bots of a member.
    pub(super) fn bots_of(&self, owner: PlayerId) -> Vec<PlayerId> {
        let all = self.bots.iter().filter(|(_, of)| of.owner == owner);
        all.map(|(bot, _)| *bot).collect()
    }
}

impl Kept {
    pub(super) fn change_bots(&mut self, change: &BotChange) -> Result<(), PeopleError> {
        let people = &mut self.people;
        match change {
            BotChange::Make {
                owner,
                bot,
                username,
                skeleton,
                name,
                at,
            } => {
                let kind = people.kind(*owner);
                if !matches!(kind, Some(PlayerKind::Member { .. })) {
                    return Err(PeopleError::Unknown);
                }
                if people.is_taken(skeleton) {
                    return Err(PeopleError::Taken);
                }
                if people.bots_of(*owner).len() >= MOST_BOTS {
                    return Err(PeopleError::TooManyBots);
                }
                let player = Player {
                    id: *bot,
                    kind: PlayerKind::Bot,
                    name: Some(name.clone()),
                    made_at: *at,
                };
                people.players.insert(*bot, Of::new(player));
                let of = OfBot {
                    owner: *owner,
                    username: username.clone(),
                    skeleton: skeleton.clone(),
                    tokens: Vec::new(),
                };
                people.bots.insert(*bot, of);
            }
            BotChange::Issue { owner, bot, token } => {
                let of = people.own_bot(*owner, *bot)?;
                if of.tokens.len() >= MOST_BOT_TOKENS {
                    return Err(PeopleError::TooManyBots);
                }
                of.tokens.push(token.clone());
            }
            BotChange::Revoke { owner, bot, token } => {
                let of = people.own_bot(*owner, *bot)?;
                let before = of.tokens.len();
                of.tokens.retain(|kept| kept.hash != *token);
                if of.tokens.len() == before {
                    return Err(PeopleError::Unknown);
                }
            }
            BotChange::Remove { owner, bot } => {
                people.own_bot(*owner, *bot)?;
                self.erase(*bot);
            }
        }
        Ok(())
    }
}

impl Bots for Memory {
    fn bot_of_token(
        &self,
        hash: TokenHash,
    ) -> Answer<'_, Result<Option<(Bot, BotToken)>, Unavailable>> {
        let found = self.known(|kept| {
            kept.people.bots.iter().find_map(|(player, of)| {
                let token = of.tokens.iter().find(|token| token.hash == hash)?;
                Some((kept.people.bot(*player, of)?, token.clone()))
            })
        });
        Box::pin(ready(found))
    }

    fn bot_called(&self, skeleton: String) -> Answer<'_, Result<Option<Bot>, Unavailable>> {
        let found = self.known(|kept| {
            let mut all = kept.people.bots.iter();
            let (player, of) = all.find(|(_, of)| of.skeleton == skeleton)?;
            kept.people.bot(*player, of)
        });
        Box::pin(ready(found))
    }

    fn bots(&self, owner: PlayerId) -> Answer<'_, Result<Vec<Bot>, Unavailable>> {
        let found = self.known(|kept| {
            let all = kept.people.bots.iter().filter(|(_, of)| of.owner == owner);
            let mut all: Vec<_> = all.collect();
            all.sort_by_key(|(_, of)| &of.skeleton);
            let all = all.into_iter();
            all.filter_map(|(player, of)| kept.people.bot(*player, of))
                .collect()
        });
        Box::pin(ready(found))
    }

    fn bot_tokens(&self, bot: PlayerId) -> Answer<'_, Result<Vec<BotToken>, Unavailable>> {
        let found = self.known(|kept| {
            let of = kept.people.bots.get(&bot);
            let mut tokens = of.map(|of| of.tokens.clone()).unwrap_or_default();
            tokens.sort_by_key(|token| (token.made_at, *token.hash.bytes()));
            tokens
        });
        Box::pin(ready(found))
    }
}
