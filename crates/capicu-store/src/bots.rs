//! Accounts of bots, and the tokens by which programs play for them.

use std::fmt;

use capicu_protocol::{PlayerId, Scope};
use capicu_table::TokenHash;

use crate::{Answer, Player, Unavailable};

pub const MOST_BOTS: usize = 5;

/// Tokens that a bot may have, expired ones included.
pub const MOST_BOT_TOKENS: usize = 10;

/// The bots of a server, read-only: [`Change::Bot`](crate::Change::Bot) changes them. If an owner is deleted, so are
/// their bots.
pub trait Bots: Send + Sync + fmt::Debug {
    /// Returns the bot that this token belongs to, and the token's scopes. Expired tokens are returned too, so that the
    /// program can learn why it is refused. `None` if no token has this hash, or it was revoked.
    fn bot_of_token(
        &self,
        hash: TokenHash,
    ) -> Answer<'_, Result<Option<(Bot, BotToken)>, Unavailable>>;

    /// Returns the bot whose username has this skeleton.
    fn bot_called(&self, skeleton: String) -> Answer<'_, Result<Option<Bot>, Unavailable>>;

    /// Lists the bots of a member, by username.
    fn bots(&self, owner: PlayerId) -> Answer<'_, Result<Vec<Bot>, Unavailable>>;

    /// Lists the tokens of a bot, oldest first.
    fn bot_tokens(&self, bot: PlayerId) -> Answer<'_, Result<Vec<BotToken>, Unavailable>>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// The bot as a player; everybody sees its name.
    pub player: Player,
    pub owner: PlayerId,
    /// Unique among members and bots.
    pub username: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotToken {
    pub hash: TokenHash,
    pub label: String,
    pub scopes: Vec<Scope>,
    /// In milliseconds since 1970.
    pub made_at: u64,
    pub expires_at: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotChange {
    Make {
        owner: PlayerId,
        bot: PlayerId,
        username: String,
        skeleton: String,
        name: String,
        at: u64,
    },
    Issue {
        owner: PlayerId,
        bot: PlayerId,
        token: BotToken,
    },
    Revoke {
        owner: PlayerId,
        bot: PlayerId,
        token: TokenHash,
    },
    /// Removes a bot like a person: its id stays.
    Remove { owner: PlayerId, bot: PlayerId },
}
