//! The bots of a member, and their tokens.

use std::str::FromStr as _;
use std::time::Duration;

use capicu_protocol::{ApiErrorCode, PlayerId, Scope, Token};
use capicu_store::{Bot, BotChange, BotToken, Change, PlayerKind, SignedIn, Unavailable};
use capicu_table::TokenHash;
use serde_json::{Value, json};

use crate::account::{session_id, unlike_others};
use crate::friends::Acquaintance;
use crate::{Context, DAY, Effects, Error, names};

/// The prefix of every bot token, so that leaked tokens are easy to recognize.
const PREFIX: &str = "capi_";

/// How long a token works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Five minutes, so that authors can test how their bot handles an expired token.
    Trial,
    /// This many days.
    Days(u32),
}

impl Life {
    /// The lifetimes that the page offers.
    pub const ALL: [Self; 5] = [
        Self::Days(7),
        Self::Days(30),
        Self::Days(90),
        Self::Days(365),
        Self::Trial,
    ];

    /// Its name in forms.
    pub fn id(self) -> String {
        match self {
            Self::Trial => "trial".to_owned(),
            Self::Days(days) => days.to_string(),
        }
    }

    /// The offered lifetime with this name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|life| life.id() == id)
    }

    const fn length(self) -> Duration {
        match self {
            Self::Trial => Duration::from_secs(5 * 60),
            Self::Days(days) => DAY.saturating_mul(days),
        }
    }
}

/// The longest label of a token, in characters.
pub const LONGEST_LABEL: usize = 40;

/// Creates a bot for a member.
pub async fn make(context: &Context, found: &SignedIn, called: &str) -> Result<(), Error> {
    if !matches!(found.player.kind, PlayerKind::Member { .. }) {
        return Err(Error::new(ApiErrorCode::NotSignedIn));
    }
    let username = names::bot(called).ok_or(Error::new(ApiErrorCode::BadUsername))?;
    unlike_others(context, username).await?;
    let make = BotChange::Make {
        owner: found.player.id,
        bot: PlayerId::new(context.randomness.bytes()),
        username: username.to_owned(),
        skeleton: names::skeleton(username),
        name: names::of_bot(username),
        at: context.clock.now(),
    };
    Ok(context.store.change(Change::Bot(make)).await?)
}

/// Returns a member's bot by its username.
pub async fn own(context: &Context, found: &SignedIn, username: &str) -> Result<Bot, Error> {
    let bot = called(context, username).await?;
    let own = bot.filter(|bot| bot.owner == found.player.id);
    own.ok_or(Error::new(ApiErrorCode::NotFound))
}

/// Returns a bot by its username, in any spelling.
pub async fn called(context: &Context, username: &str) -> Result<Option<Bot>, Error> {
    let store = &context.store;
    Ok(store.bot_called(names::skeleton(username)).await?)
}

/// Whether a bot may challenge a member: its owner or the owner's friends, unless one of them has blocked the other.
pub async fn may_challenge(context: &Context, bot: &Bot, member: PlayerId) -> Result<bool, Error> {
    let store = &context.store;
    if store
        .apart(bot.player.id)
        .await?
        .all()
        .any(|id| id == member)
    {
        return Ok(false);
    }
    if bot.owner == member {
        return Ok(true);
    }
    let circle = store.circle(bot.owner, 0).await?;
    Ok(Acquaintance::of(&circle, member) == Acquaintance::Friend)
}

/// Creates a token with these scopes, and returns its secret, which is not stored.
pub async fn issue(
    context: &Context,
    found: &SignedIn,
    bot: &Bot,
    label: &str,
    scopes: Vec<Scope>,
    life: Life,
) -> Result<String, Error> {
    if scopes.is_empty() {
        return Err(Error::new(ApiErrorCode::Malformed));
    }
    let token = context.randomness.token();
    let now = context.clock.now();
    let issue = BotChange::Issue {
        owner: found.player.id,
        bot: bot.player.id,
        token: BotToken {
            hash: TokenHash::of(&token),
            label: label.chars().take(LONGEST_LABEL).collect(),
            scopes,
            made_at: now,
            expires_at: now + life.length().as_millis() as u64,
        },
    };
    context.store.change(Change::Bot(issue)).await?;
    Ok(format!("{PREFIX}{token}"))
}

/// Revokes the token that lists show as `id`.
pub async fn revoke(context: &Context, found: &SignedIn, bot: &Bot, id: &str) -> Result<(), Error> {
    let store = &context.store;
    let all = store.bot_tokens(bot.player.id).await?;
    let token = all.iter().find(|token| session_id(&token.hash) == id);
    let token = token.ok_or(Error::new(ApiErrorCode::NotFound))?;
    let revoke = BotChange::Revoke {
        owner: found.player.id,
        bot: bot.player.id,
        token: token.hash,
    };
    Ok(store.change(Change::Bot(revoke)).await?)
}

/// Removes a bot permanently. The effects remove its name from tables.
pub async fn remove(context: &Context, found: &SignedIn, bot: &Bot) -> Result<Effects, Error> {
    let store = &context.store;
    let seats = store.seats(bot.player.id, u32::MAX).await?;
    let remove = BotChange::Remove {
        owner: found.player.id,
        bot: bot.player.id,
    };
    store.change(Change::Bot(remove)).await?;
    let tables = seats.into_iter().map(|seat| seat.table);
    Ok(Effects::default().and_reload(tables))
}

/// The hash of the token in the value of the header `Authorization`, if it could be one.
pub fn shown(authorization: &str) -> Option<TokenHash> {
    let (scheme, token) = authorization.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    let token = Token::from_str(token.trim().strip_prefix(PREFIX)?).ok()?;
    Some(TokenHash::of(&token))
}

/// A member's bots, with the scopes of their tokens, for the member's own export.
pub async fn exported(context: &Context, owner: PlayerId) -> Result<Value, Unavailable> {
    let store = &context.store;
    let mut all = Vec::new();
    for bot in store.bots(owner).await? {
        let tokens = store.bot_tokens(bot.player.id).await?;
        let tokens = tokens.iter().map(|token| {
            json!({
                "label": token.label,
                "scopes": token.scopes,
                "since": token.made_at,
                "until": token.expires_at,
            })
        });
        all.push(json!({
            "username": bot.username,
            "since": bot.player.made_at,
            "tokens": tokens.collect::<Vec<_>>(),
        }));
    }
    Ok(Value::Array(all))
}
