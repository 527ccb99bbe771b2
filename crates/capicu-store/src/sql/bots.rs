use capicu_protocol::{PlayerId, Scope};
use capicu_table::TokenHash;

use super::people::{Done, UNKNOWN, Writing, damaged, id_of, one, player_of, time, time_of};
use super::{Engine, Error, Row, Sql, query, unavailable};
use crate::codec::{hex, unhex};
use crate::{
    Answer, Bot, BotChange, BotToken, Bots, MOST_BOT_TOKENS, MOST_BOTS, PeopleError, Unavailable,
};

const BY_TOKEN: &str = "SELECT id, kind, name, bots.username, players.made_at, owner,
         hash, label, scopes, bot_tokens.made_at, expires_at
     FROM bot_tokens JOIN bots USING (player) JOIN players ON id = player WHERE hash = ?";

const CALLED: &str = "SELECT id, kind, name, bots.username, made_at, owner
     FROM bots JOIN players ON id = player WHERE bots.skeleton = ?";

const OF_OWNER: &str = "SELECT id, kind, name, bots.username, made_at, owner
     FROM bots JOIN players ON id = player WHERE owner = ? ORDER BY bots.skeleton";

const TOKENS: &str = "SELECT hash, label, scopes, made_at, expires_at
     FROM bot_tokens WHERE player = ? ORDER BY made_at, hash";

impl<E: Engine> Sql<E> {
    async fn by_token(&self, hash: TokenHash) -> Result<Option<(Bot, BotToken)>, Error> {
        let row = query(BY_TOKEN)
            .bind(hex(hash.bytes()))
            .fetch_optional(&self.0)
            .await?;
        row.map(|row| Ok((bot_of(&row)?, token_of(&row, 6)?)))
            .transpose()
    }

    async fn called(&self, skeleton: &str) -> Result<Option<Bot>, Error> {
        let row = query(CALLED).bind(skeleton).fetch_optional(&self.0).await?;
        row.as_ref().map(bot_of).transpose()
    }

    async fn bots_of(&self, owner: PlayerId) -> Result<Vec<Bot>, Error> {
        let rows = query(OF_OWNER)
            .bind(owner.as_str())
            .fetch_all(&self.0)
            .await?;
        rows.iter().map(bot_of).collect()
    }

    async fn tokens_of(&self, bot: PlayerId) -> Result<Vec<BotToken>, Error> {
        let rows = query(TOKENS).bind(bot.as_str()).fetch_all(&self.0).await?;
        rows.iter().map(|row| token_of(row, 0)).collect()
    }
}

impl<E: Engine> Bots for Sql<E> {
    fn bot_of_token(
        &self,
        hash: TokenHash,
    ) -> Answer<'_, Result<Option<(Bot, BotToken)>, Unavailable>> {
        Box::pin(async move { self.by_token(hash).await.map_err(unavailable) })
    }

    fn bot_called(&self, skeleton: String) -> Answer<'_, Result<Option<Bot>, Unavailable>> {
        Box::pin(async move { self.called(&skeleton).await.map_err(unavailable) })
    }

    fn bots(&self, owner: PlayerId) -> Answer<'_, Result<Vec<Bot>, Unavailable>> {
        Box::pin(async move { self.bots_of(owner).await.map_err(unavailable) })
    }

    fn bot_tokens(&self, bot: PlayerId) -> Answer<'_, Result<Vec<BotToken>, Unavailable>> {
        Box::pin(async move { self.tokens_of(bot).await.map_err(unavailable) })
    }
}

impl Writing<'_> {
    pub(super) async fn change_bots(&mut self, change: &BotChange) -> Done {
        match change {
            BotChange::Make {
                owner,
                bot,
                username,
                skeleton,
                name,
                at,
            } => {
                if self.kind(*owner).await?.as_deref() != Some("member") {
                    return Ok(UNKNOWN);
                }
                if self.is_taken(skeleton).await? {
                    return Ok(Err(PeopleError::Taken));
                }
                let own = "SELECT count(*) FROM bots WHERE owner = ?";
                if self.count(own, *owner).await? >= MOST_BOTS as i64 {
                    return Ok(Err(PeopleError::TooManyBots));
                }
                query("INSERT INTO players (id, kind, name, made_at) VALUES (?, 'bot', ?, ?)")
                    .bind_all(values![bot.as_str(), name, time(*at)])
                    .execute(&mut *self.0)
                    .await?;
                query("INSERT INTO bots (player, owner, username, skeleton) VALUES (?, ?, ?, ?)")
                    .bind_all(values![bot.as_str(), owner.as_str(), username, skeleton])
                    .execute(&mut *self.0)
                    .await?;
                Ok(Ok(()))
            }
            BotChange::Issue { owner, bot, token } => {
                if !self.owns(*owner, *bot).await? {
                    return Ok(UNKNOWN);
                }
                let own = "SELECT count(*) FROM bot_tokens WHERE player = ?";
                if self.count(own, *bot).await? >= MOST_BOT_TOKENS as i64 {
                    return Ok(Err(PeopleError::TooManyBots));
                }
                query(
                    "INSERT INTO bot_tokens (hash, player, label, scopes, made_at, expires_at)
                     VALUES (?, ?, ?, ?, ?, ?)",
                )
                .bind_all(values![
                    hex(token.hash.bytes()),
                    bot.as_str(),
                    &token.label,
                    written(&token.scopes),
                    time(token.made_at),
                    time(token.expires_at)
                ])
                .execute(&mut *self.0)
                .await?;
                Ok(Ok(()))
            }
            BotChange::Revoke { owner, bot, token } => {
                if !self.owns(*owner, *bot).await? {
                    return Ok(UNKNOWN);
                }
                let gone = query("DELETE FROM bot_tokens WHERE player = ? AND hash = ?")
                    .bind_all(values![bot.as_str(), hex(token.bytes())])
                    .execute(&mut *self.0)
                    .await?;
                Ok(one(gone.rows_affected()))
            }
            BotChange::Remove { owner, bot } => {
                if !self.owns(*owner, *bot).await? {
                    return Ok(UNKNOWN);
                }
                self.erase(*bot).await?;
                Ok(Ok(()))
            }
        }
    }

    /// Whether a person or a bot has a username with this skeleton.
    pub(super) async fn is_taken(&mut self, skeleton: &str) -> Result<bool, Error> {
        let taken = query(TAKEN).bind(skeleton);
        let taken = taken.fetch_optional(&mut *self.0).await?;
        Ok(taken.is_some())
    }

    async fn owns(&mut self, owner: PlayerId, bot: PlayerId) -> Result<bool, Error> {
        let found = query("SELECT 1 FROM bots WHERE owner = ? AND player = ?")
            .bind_all(values![owner.as_str(), bot.as_str()])
            .fetch_optional(&mut *self.0)
            .await?;
        Ok(found.is_some())
    }

    async fn count(&mut self, statement: &'static str, player: PlayerId) -> Result<i64, Error> {
        let row = query(statement).bind(player.as_str());
        row.fetch_one(&mut *self.0).await?.try_get(0)
    }
}

pub(super) const TAKEN: &str = "SELECT 1 FROM players WHERE skeleton = ?1
     UNION ALL SELECT 1 FROM bots WHERE skeleton = ?1";

fn bot_of(row: &Row) -> Result<Bot, Error> {
    Ok(Bot {
        player: player_of(row, 0)?,
        owner: id_of(row, 5)?,
        username: row.try_get(3)?,
    })
}

fn token_of(row: &Row, first: usize) -> Result<BotToken, Error> {
    let hash = unhex(row.try_get(first)?).map_err(|_| damaged("no hash"))?;
    Ok(BotToken {
        hash: TokenHash::new(hash),
        label: row.try_get(first + 1)?,
        scopes: read(row.try_get(first + 2)?),
        made_at: time_of(row, first + 3)?,
        expires_at: time_of(row, first + 4)?,
    })
}

fn written(scopes: &[Scope]) -> String {
    let words: Vec<&str> = scopes.iter().map(|scope| scope.word()).collect();
    words.join(" ")
}

/// Parses scopes and ignores unknown words.
fn read(text: &str) -> Vec<Scope> {
    text.split(' ').filter_map(Scope::of_word).collect()
}
