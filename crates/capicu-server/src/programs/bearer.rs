//! Authentication of programs.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header};
use capicu_accounts::bots;
use capicu_accounts::conduct;
use capicu_protocol::{ApiErrorCode, PlayerId, Scope};
use capicu_store::conduct::{ConductAct, Sanction};
use capicu_store::{Bot, BotToken};

use capicu_site::{Failure, Site, What};

/// A program that plays for a bot.
#[derive(Clone, Debug)]
pub struct Program {
    pub bot: Bot,
    pub token: BotToken,
    /// The client's address, as the limits count it.
    pub address: IpAddr,
}

impl Program {
    /// Authenticates a request and checks its scope; `None` needs no particular scope.
    ///
    /// # Errors
    ///
    /// If the token is missing or wrong, which counts as a guess; if it has expired or lacks the scope; or if the owner
    /// of the bot is banned.
    pub async fn of(
        site: &Site,
        peer: SocketAddr,
        headers: &HeaderMap,
        scope: Option<Scope>,
    ) -> Result<Self, Failure> {
        if !site.allows(What::Program, peer, headers) {
            return Err(site.too_often(What::Program));
        }
        let shown = headers.get(header::AUTHORIZATION);
        let shown = shown.and_then(|shown| bots::shown(shown.to_str().ok()?));
        let found = match shown {
            None => None,
            Some(hash) => site.services().store.bot_of_token(hash).await?,
        };
        let Some((bot, token)) = found else {
            return Err(match site.allows(What::Guess, peer, headers) {
                true => Failure::new(ApiErrorCode::BadToken),
                false => site.too_often(What::Guess),
            });
        };
        let address = site.address(peer, headers);
        let program = Self {
            bot,
            token,
            address,
        };
        program.may(site, scope).await?;
        Ok(program)
    }

    async fn may(&self, site: &Site, scope: Option<Scope>) -> Result<(), Failure> {
        allows(&self.token, scope, site.services().clock.now())?;
        let held = conduct::holds(site.context(), self.bot.owner).await?;
        let is_ban = |act: &ConductAct| {
            matches!(
                act,
                ConductAct::Sanction {
                    sanction: Sanction::Ban,
                    ..
                }
            )
        };
        match held.iter().any(|entry| is_ban(&entry.act)) {
            true => Err(Failure::new(ApiErrorCode::Banned)),
            false => Ok(()),
        }
    }

    /// Whether the token is still valid, as far as the store can tell.
    pub async fn is_let_in(&self, site: &Site) -> bool {
        match site.services().store.bot_of_token(self.token.hash).await {
            Ok(Some(_)) => match self.may(site, None).await {
                Ok(()) => true,
                Err(failure) => failure.code() == ApiErrorCode::Unavailable,
            },
            Ok(None) => false,
            Err(_) => true,
        }
    }

    /// Returns the public name.
    pub fn name(&self) -> &str {
        self.bot
            .player
            .name
            .as_deref()
            .unwrap_or(&self.bot.username)
    }

    pub const fn id(&self) -> PlayerId {
        self.bot.player.id
    }
}

/// Whether a token has this scope at a time.
fn allows(token: &BotToken, scope: Option<Scope>, now: u64) -> Result<(), Failure> {
    if token.expires_at <= now {
        return Err(Failure::new(ApiErrorCode::TokenExpired));
    }
    match scope.filter(|scope| !token.scopes.contains(scope)) {
        None => Ok(()),
        Some(scope) => {
            let missing = format!("the token lacks the scope {}", scope.word());
            Err(Failure::new(ApiErrorCode::OutOfScope).detail(missing))
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_table::TokenHash;

    use super::*;

    #[test]
    fn a_token_allows_its_scopes_until_it_expires() {
        let token = BotToken {
            hash: TokenHash::new([0; 32]),
            label: String::new(),
            scopes: vec![Scope::Read],
            made_at: 0,
            expires_at: 1000,
        };
        let code = |scope, now| allows(&token, scope, now).map_err(|failure| failure.code());
        assert_eq!(code(Some(Scope::Read), 999), Ok(()));
        assert_eq!(code(None, 999), Ok(()));
        assert_eq!(code(Some(Scope::Play), 999), Err(ApiErrorCode::OutOfScope));
        for scope in [None, Some(Scope::Read), Some(Scope::Play)] {
            assert_eq!(code(scope, 1000), Err(ApiErrorCode::TokenExpired));
        }
    }
}
