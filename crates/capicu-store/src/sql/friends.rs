use std::collections::BTreeMap;

use capicu_protocol::PlayerId;

use super::people::{id_of, kind, player_of, time, time_of};
use super::{Connection, Engine, Error, Row, Sql, Task, query, unavailable};
use crate::{Answer, Apart, Circle, Friends, Player, Tie, TieError, TieLimits, Tied, Unavailable};

const MEMBER: &str = "SELECT id, kind, name, username, made_at FROM players WHERE skeleton = ?";

const TIED: &str = "SELECT id, players.kind, name, username, made_at, at,
         EXISTS (SELECT 1 FROM hidden WHERE hidden.player = id)
     FROM ties JOIN players ON id = other
     WHERE player = ?1 AND ties.kind = ?2 ORDER BY at, id";

const ACCEPTED: &str = "SELECT id, players.kind, name, username, made_at, at,
         EXISTS (SELECT 1 FROM hidden WHERE hidden.player = id)
     FROM ties JOIN players ON id = other
     WHERE player = ?1 AND ties.kind = 'friend' AND unread = 1 ORDER BY at, id";

/// Requests to a player, except from players whom the player blocks.
const ASKING: &str = "SELECT id, players.kind, name, username, made_at, at,
         EXISTS (SELECT 1 FROM hidden WHERE hidden.player = id)
     FROM ties JOIN players ON id = ties.player
     WHERE other = ?1 AND ties.kind = 'asks' AND NOT EXISTS (
         SELECT 1 FROM ties AS own
         WHERE own.player = ?1 AND own.other = ties.player AND own.kind = 'blocks')
     ORDER BY at DESC, id LIMIT ?2";

/// All ids of players whom a player blocks, and of those who block the player.
const APART: &str = "WITH apart (id, own) AS (
         SELECT other, 1 FROM ties WHERE player = ?1 AND kind = 'blocks'
         UNION ALL SELECT player, 0 FROM ties WHERE other = ?1 AND kind = 'blocks')
     SELECT id, own FROM apart
     UNION ALL SELECT guest, own FROM apart JOIN aliases ON member = id
     ORDER BY 1, 2";

impl<E: Engine> Sql<E> {
    async fn tied(&self, player: PlayerId, kind: &str) -> Result<Vec<Tied>, Error> {
        let rows = query(TIED)
            .bind_all(values![player.as_str(), kind])
            .fetch_all(&self.0)
            .await?;
        rows.iter().map(tied_of).collect()
    }

    async fn circle_of(&self, player: PlayerId, asking: u32) -> Result<Circle, Error> {
        let rows = query(ASKING)
            .bind_all(values![player.as_str(), asking])
            .fetch_all(&self.0)
            .await?;
        let accepted = query(ACCEPTED)
            .bind(player.as_str())
            .fetch_all(&self.0)
            .await?;
        let hidden = query("SELECT 1 FROM hidden WHERE player = ?")
            .bind(player.as_str())
            .fetch_optional(&self.0)
            .await?;
        Ok(Circle {
            friends: self.tied(player, "friend").await?,
            asking: rows.iter().map(tied_of).collect::<Result<_, _>>()?,
            asked: self.tied(player, "asks").await?,
            accepted: accepted.iter().map(tied_of).collect::<Result<_, _>>()?,
            blocked: self.tied(player, "blocks").await?,
            is_hidden: hidden.is_some(),
        })
    }

    async fn apart_of(&self, player: PlayerId) -> Result<Apart, Error> {
        let rows = query(APART)
            .bind(player.as_str())
            .fetch_all(&self.0)
            .await?;
        let mut apart = Apart::default();
        for row in &rows {
            match row.try_get(1)? {
                true => apart.blocked.push(id_of(row, 0)?),
                false => apart.blocking.push(id_of(row, 0)?),
            }
        }
        Ok(apart)
    }

    async fn usernames_of(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<BTreeMap<PlayerId, String>, Error> {
        let ids: Vec<&str> = players.iter().map(PlayerId::as_str).collect();
        let ids = serde_json::Value::from(ids).to_string();
        let list = self.0.dialect().list();
        let rows = query(format!(
            "SELECT value, username FROM {list} JOIN players
             ON players.id = coalesce((SELECT member FROM aliases WHERE guest = value), value)
             WHERE username IS NOT NULL"
        ))
        .bind(ids)
        .fetch_all(&self.0)
        .await?;
        rows.iter()
            .map(|row| Ok((id_of(row, 0)?, row.try_get(1)?)))
            .collect()
    }
}

impl<E: Engine> Friends for Sql<E> {
    fn tie(&self, tie: Tie, limits: TieLimits) -> Answer<'_, Result<(), TieError>> {
        Box::pin(async move {
            let answer = self.ask(|done| Task::Tie(tie, limits, done));
            answer.await.unwrap_or(Err(TieError::Failed))
        })
    }

    fn circle(&self, player: PlayerId, asking: u32) -> Answer<'_, Result<Circle, Unavailable>> {
        Box::pin(async move { self.circle_of(player, asking).await.map_err(unavailable) })
    }

    fn apart(&self, player: PlayerId) -> Answer<'_, Result<Apart, Unavailable>> {
        Box::pin(async move { self.apart_of(player).await.map_err(unavailable) })
    }

    fn member<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Player>, Unavailable>> {
        Box::pin(async move {
            let row = query(MEMBER).bind(skeleton).fetch_optional(&self.0).await;
            row.and_then(|row| row.map(|row| player_of(&row, 0)).transpose())
                .map_err(unavailable)
        })
    }

    fn usernames(
        &self,
        players: Vec<PlayerId>,
    ) -> Answer<'_, Result<BTreeMap<PlayerId, String>, Unavailable>> {
        Box::pin(async move { self.usernames_of(players).await.map_err(unavailable) })
    }
}

/// Applies the change in a transaction. After an outer error the connection must not be used again.
pub(super) async fn apply(
    connection: &mut dyn Connection,
    tie: Tie,
    limits: TieLimits,
) -> Result<Result<(), TieError>, Error> {
    connection.begin().await?;
    let done = Writing(connection, limits).make(tie).await?;
    connection.end(done.is_ok()).await?;
    Ok(done)
}

/// Moves the relations of a guest to the member whose alias the guest becomes. Blocks take precedence.
pub(super) async fn move_to(
    connection: &mut dyn Connection,
    guest: PlayerId,
    member: PlayerId,
) -> Result<(), Error> {
    for statement in [
        "UPDATE ties SET player = ?2 WHERE player = ?1 AND other <> ?2 AND NOT EXISTS (
             SELECT 1 FROM ties AS own
             WHERE own.player = ?2 AND own.other = ties.other AND own.kind = ties.kind)",
        "UPDATE ties SET other = ?2 WHERE other = ?1 AND player <> ?2 AND NOT EXISTS (
             SELECT 1 FROM ties AS own
             WHERE own.player = ties.player AND own.other = ?2 AND own.kind = ties.kind)",
        // Relations that could not be moved: they exist already, or would relate a player to themselves.
        "DELETE FROM ties WHERE player = ?1 OR other = ?1",
        "DELETE FROM ties WHERE kind <> 'blocks' AND (player = ?2 OR other = ?2) AND EXISTS (
             SELECT 1 FROM ties AS block WHERE block.kind = 'blocks'
             AND (block.player = ties.player AND block.other = ties.other
                 OR ties.kind = 'friend'
                     AND block.player = ties.other AND block.other = ties.player))",
    ] {
        query(statement)
            .bind_all(values![guest.as_str(), member.as_str()])
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Removes all relations of a deleted player.
pub(super) async fn forget(connection: &mut dyn Connection, player: PlayerId) -> Result<(), Error> {
    for statement in [
        "DELETE FROM ties WHERE player = ?1 OR other = ?1",
        "DELETE FROM hidden WHERE player = ?1",
    ] {
        let query = query(statement).bind(player.as_str());
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Outcome of a change: the inner error is the caller's fault, the outer one the database's.
type Done = Result<Result<(), TieError>, Error>;

const UNKNOWN: Result<(), TieError> = Err(TieError::Unknown);

struct Writing<'a>(&'a mut dyn Connection, TieLimits);

impl Writing<'_> {
    async fn make(&mut self, tie: Tie) -> Done {
        match tie {
            Tie::Ask { player, other, at } => {
                let other = self.resolved(other).await?;
                self.asks(player, other, at).await
            }
            Tie::Accept { player, other, at } => {
                let blocked = self.is(player, other, "blocks").await?;
                match blocked || !self.is(other, player, "asks").await? {
                    true => Ok(UNKNOWN),
                    false => self.befriend(player, other, at).await,
                }
            }
            Tie::Refuse { player, other } => self.ends(other, player, "asks").await,
            Tie::TakeBack { player, other } => self.ends(player, other, "asks").await,
            Tie::Remove { player, other } => {
                self.ends(other, player, "friend").await?.ok();
                self.ends(player, other, "friend").await
            }
            Tie::Read { player, other } => {
                query("UPDATE ties SET unread = 0 WHERE player = ? AND other = ? AND unread = 1")
                    .bind_all(values![player.as_str(), other.as_str()])
                    .execute(&mut *self.0)
                    .await?;
                Ok(Ok(()))
            }
            Tie::Block { player, other, at } => {
                let other = self.resolved(other).await?;
                self.blocks(player, other, at).await
            }
            Tie::Unblock { player, other } => self.ends(player, other, "blocks").await,
            Tie::Hide { player, hidden } => {
                if kind(self.0, player).await?.as_deref() != Some("member") {
                    return Ok(UNKNOWN);
                }
                let statement = match hidden {
                    true => "INSERT INTO hidden (player) VALUES (?) ON CONFLICT DO NOTHING",
                    false => "DELETE FROM hidden WHERE player = ?",
                };
                let query = query(statement).bind(player.as_str());
                query.execute(&mut *self.0).await?;
                Ok(Ok(()))
            }
        }
    }

    async fn asks(&mut self, player: PlayerId, other: PlayerId, at: u64) -> Done {
        for one in [player, other] {
            if player == other || kind(self.0, one).await?.as_deref() != Some("member") {
                return Ok(UNKNOWN);
            }
        }
        if self.is(player, other, "blocks").await? {
            return Ok(Err(TieError::Blocked));
        }
        if self.is(player, other, "friend").await? || self.is(player, other, "asks").await? {
            return Ok(Ok(()));
        }
        if self.is(other, player, "asks").await? {
            return self.befriend(player, other, at).await;
        }
        let TieLimits { friends, asked, .. } = self.1;
        let is_full = self.count(player, "asks").await? >= asked
            || self.count(player, "friend").await? >= friends;
        if is_full {
            return Ok(Err(TieError::Full));
        }
        self.add(player, other, "asks", at).await?;
        Ok(Ok(()))
    }

    /// Makes friends. The player accepts the other's request.
    async fn befriend(&mut self, player: PlayerId, other: PlayerId, at: u64) -> Done {
        for one in [player, other] {
            if self.count(one, "friend").await? >= self.1.friends {
                return Ok(Err(TieError::Full));
            }
        }
        for (one, other) in [(player, other), (other, player)] {
            self.ends(one, other, "asks").await?.ok();
            self.add(one, other, "friend", at).await?;
        }
        query("UPDATE ties SET unread = 1 WHERE player = ? AND other = ? AND kind = 'friend'")
            .bind_all(values![other.as_str(), player.as_str()])
            .execute(&mut *self.0)
            .await?;
        Ok(Ok(()))
    }

    async fn blocks(&mut self, player: PlayerId, other: PlayerId, at: u64) -> Done {
        for one in [player, other] {
            let kind = kind(self.0, one).await?;
            if player == other || !matches!(kind.as_deref(), Some("guest" | "member")) {
                return Ok(UNKNOWN);
            }
        }
        if self.is(player, other, "blocks").await? {
            return Ok(Ok(()));
        }
        if self.count(player, "blocks").await? >= self.1.blocked {
            return Ok(Err(TieError::Full));
        }
        for (one, two, kind) in [
            (player, other, "friend"),
            (other, player, "friend"),
            (player, other, "asks"),
        ] {
            self.ends(one, two, kind).await?.ok();
        }
        self.add(player, other, "blocks", at).await?;
        Ok(Ok(()))
    }

    async fn resolved(&mut self, player: PlayerId) -> Result<PlayerId, Error> {
        let row = query("SELECT member FROM aliases WHERE guest = ?")
            .bind(player.as_str())
            .fetch_optional(&mut *self.0)
            .await?;
        row.map_or(Ok(player), |row| id_of(&row, 0))
    }

    async fn is(&mut self, one: PlayerId, other: PlayerId, kind: &str) -> Result<bool, Error> {
        let row = query("SELECT 1 FROM ties WHERE player = ? AND other = ? AND kind = ?")
            .bind_all(values![one.as_str(), other.as_str(), kind])
            .fetch_optional(&mut *self.0)
            .await?;
        Ok(row.is_some())
    }

    async fn count(&mut self, player: PlayerId, kind: &str) -> Result<u32, Error> {
        let row = query("SELECT count(*) FROM ties WHERE player = ? AND kind = ?")
            .bind_all(values![player.as_str(), kind])
            .fetch_one(&mut *self.0)
            .await?;
        row.try_get(0)
    }

    async fn add(
        &mut self,
        one: PlayerId,
        other: PlayerId,
        kind: &str,
        at: u64,
    ) -> Result<(), Error> {
        query("INSERT INTO ties (player, other, kind, at) VALUES (?, ?, ?, ?)")
            .bind_all(values![one.as_str(), other.as_str(), kind, time(at)])
            .execute(&mut *self.0)
            .await?;
        Ok(())
    }

    async fn ends(&mut self, one: PlayerId, other: PlayerId, kind: &str) -> Done {
        let done = query("DELETE FROM ties WHERE player = ? AND other = ? AND kind = ?")
            .bind_all(values![one.as_str(), other.as_str(), kind])
            .execute(&mut *self.0)
            .await?;
        Ok(match done.rows_affected() {
            0 => UNKNOWN,
            _ => Ok(()),
        })
    }
}

fn tied_of(row: &Row) -> Result<Tied, Error> {
    Ok(Tied {
        player: player_of(row, 0)?,
        since: time_of(row, 5)?,
        is_hidden: row.try_get(6)?,
    })
}
