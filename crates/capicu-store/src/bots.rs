//! Accounts of bots, and the tokens by which programs play for them.

use std::fmt;

use capicu_protocol::{PlayerId, Scope};
use capicu_table::TokenHash;

use crate::{Answer, Player, Unavailable};

/// How many bots a member may have.
pub const MOST_BOTS: usize = 5;

/// How many tokens a bot may have, those that have expired among them.
pub const MOST_BOT_TOKENS: usize = 10;

/// The bots that a server knows. They are changed as all about people is: [`Change::Bot`](crate::Change::Bot). A bot
/// goes with its owner.
pub trait Bots: Send + Sync + fmt::Debug {
    /// The bot that this secret speaks for, and what it may; also after it has expired, so that a program can be told
    /// so. `None` if it was never a token's, or was revoked.
    fn bot_of_token(
        &self,
        hash: TokenHash,
    ) -> Answer<'_, Result<Option<(Bot, BotToken)>, Unavailable>>;

    /// The bot whose username looks like this.
    fn bot_called(&self, skeleton: String) -> Answer<'_, Result<Option<Bot>, Unavailable>>;

    /// The bots of a member, by their names.
    fn bots(&self, owner: PlayerId) -> Answer<'_, Result<Vec<Bot>, Unavailable>>;

    /// The tokens of a bot, the first made first.
    fn bot_tokens(&self, bot: PlayerId) -> Answer<'_, Result<Vec<BotToken>, Unavailable>>;
}

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// The bot as a player; its name is what everybody reads.
    pub player: Player,
    /// The member who answers for it.
    pub owner: PlayerId,
    /// What it is called, unlike every member and every other bot.
    pub username: String,
}

/// A token of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotToken {
    /// The hash of its secret.
    pub hash: TokenHash,
    /// What the list of tokens calls it.
    pub label: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub made_at: u64,
    /// From when on it opens nothing.
    pub expires_at: u64,
}

/// What is changed about bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotChange {
    /// A member has one more.
    Make {
        /// The member.
        owner: PlayerId,
        /// The id of the bot.
        bot: PlayerId,
        /// The unique name.
        username: String,
        /// What it looks like.
        skeleton: String,
        /// What everybody reads.
        name: String,
        /// When.
        at: u64,
    },
    /// A bot has one more token.
    Issue {
        /// Whose bot it is.
        owner: PlayerId,
        /// The bot.
        bot: PlayerId,
        /// The token.
        token: BotToken,
    },
    /// A token opens nothing any more.
    Revoke {
        /// Whose bot it is.
        owner: PlayerId,
        /// The bot.
        bot: PlayerId,
        /// The hash of the token.
        token: TokenHash,
    },
    /// A bot goes as people go: the id stays.
    Remove {
        /// Whose it is.
        owner: PlayerId,
        /// The bot.
        bot: PlayerId,
    },
}
