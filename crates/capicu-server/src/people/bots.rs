//! The bots of a member, and their tokens.

use std::str::FromStr as _;
use std::time::Duration;

use axum::http::{HeaderMap, header};
use capicu_protocol::{ApiErrorCode, PlayerId, Scope, Token};
use capicu_store::{Bot, BotChange, BotToken, Change, PlayerKind, SignedIn, Unavailable};
use capicu_table::TokenHash;
use serde_json::{Value, json};

use super::circle::Acquaintance;
use super::{acts, names};
use crate::config::DAY;
use crate::http::{Failure, Site};
use crate::secret;

/// What every token of a bot begins with, so that it is known for one wherever it lies about.
const PREFIX: &str = "capi_";

/// How long a token works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Five minutes: for authors who try what their bot does when its token expires.
    Trial,
    /// This many days.
    Days(u32),
}

impl Life {
    /// Those that are offered.
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

    /// The one of this name, if it is offered.
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

/// Makes a bot of a member's.
pub async fn make(site: &Site, found: &SignedIn, called: &str) -> Result<(), Failure> {
    if !matches!(found.player.kind, PlayerKind::Member { .. }) {
        return Err(Failure::new(ApiErrorCode::NotSignedIn));
    }
    let username = names::bot(called).ok_or(Failure::new(ApiErrorCode::BadUsername))?;
    acts::unlike_others(site, username).await?;
    let make = BotChange::Make {
        owner: found.player.id,
        bot: PlayerId::new(secret::random()),
        username: username.to_owned(),
        skeleton: names::skeleton(username),
        name: names::of_bot(username),
        at: site.services().clock.now(),
    };
    Ok(site.services().store.change(Change::Bot(make)).await?)
}

/// The bot of a member, by its username.
pub async fn own(site: &Site, found: &SignedIn, username: &str) -> Result<Bot, Failure> {
    let bot = called(site, username).await?;
    let own = bot.filter(|bot| bot.owner == found.player.id);
    own.ok_or(Failure::new(ApiErrorCode::NotFound))
}

/// A bot by its username, however it is written.
pub async fn called(site: &Site, username: &str) -> Result<Option<Bot>, Failure> {
    let store = &site.services().store;
    Ok(store.bot_called(names::skeleton(username)).await?)
}

/// Whether a bot may challenge a member: its owner, and friends of the owner, unless somebody blocks somebody.
pub async fn may_challenge(site: &Site, bot: &Bot, member: PlayerId) -> Result<bool, Failure> {
    let store = &site.services().store;
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

/// Makes a token that allows these things: the secret, which is in the answer alone.
pub async fn issue(
    site: &Site,
    found: &SignedIn,
    bot: &Bot,
    label: &str,
    scopes: Vec<Scope>,
    life: Life,
) -> Result<String, Failure> {
    if scopes.is_empty() {
        return Err(Failure::new(ApiErrorCode::Malformed));
    }
    let token = secret::token();
    let now = site.services().clock.now();
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
    site.services().store.change(Change::Bot(issue)).await?;
    Ok(format!("{PREFIX}{token}"))
}

/// Takes back the token that the list calls `id`.
pub async fn revoke(site: &Site, found: &SignedIn, bot: &Bot, id: &str) -> Result<(), Failure> {
    let store = &site.services().store;
    let all = store.bot_tokens(bot.player.id).await?;
    let token = all.iter().find(|token| acts::session_id(&token.hash) == id);
    let token = token.ok_or(Failure::new(ApiErrorCode::NotFound))?;
    let revoke = BotChange::Revoke {
        owner: found.player.id,
        bot: bot.player.id,
        token: token.hash,
    };
    Ok(store.change(Change::Bot(revoke)).await?)
}

/// Removes a bot for good. Its tables forget the name before this returns.
pub async fn remove(site: &Site, found: &SignedIn, bot: &Bot) -> Result<(), Failure> {
    let store = &site.services().store;
    let seats = store.seats(bot.player.id, u32::MAX).await?;
    let remove = BotChange::Remove {
        owner: found.player.id,
        bot: bot.player.id,
    };
    store.change(Change::Bot(remove)).await?;
    for seat in seats {
        site.reload(&seat.table).await;
    }
    Ok(())
}

/// The hash of the token that a request shows in `Authorization`, if it shows one that could be one.
pub fn shown(headers: &HeaderMap) -> Option<TokenHash> {
    let shown = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = shown.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    let token = Token::from_str(token.trim().strip_prefix(PREFIX)?).ok()?;
    Some(TokenHash::of(&token))
}

/// The bots of a member with what their tokens allow, for the member's own file.
pub async fn exported(site: &Site, owner: PlayerId) -> Result<Value, Unavailable> {
    let store = &site.services().store;
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
