use capicu_protocol::PlayerId;

use super::people::{Done, UNKNOWN, Writing, damaged, id_of, one, time, time_of};
use super::{Engine, Error, Row, Sql, query, unavailable};
use crate::{
    Answer, CredentialId, MOST_PASSKEYS, Passkey, PasskeyChange, Passkeys, PeopleError, Unavailable,
};

impl<E: Engine> Sql<E> {
    async fn passkey_of(&self, id: &CredentialId) -> Result<Option<(PlayerId, Passkey)>, Error> {
        let row = query(
            "SELECT id, site, public_key, algorithm, counter, label, made_at, used_at, player
             FROM passkeys WHERE id = ?",
        )
        .bind(&id.0)
        .fetch_optional(&self.0)
        .await?;
        row.map(|row| Ok((id_of(&row, 8)?, passkey_of(&row)?)))
            .transpose()
    }

    async fn passkeys_of(&self, player: PlayerId) -> Result<Vec<Passkey>, Error> {
        let rows = query(
            "SELECT id, site, public_key, algorithm, counter, label, made_at, used_at
             FROM passkeys WHERE player = ? ORDER BY made_at, id",
        )
        .bind(player.as_str())
        .fetch_all(&self.0)
        .await?;
        rows.iter().map(passkey_of).collect()
    }
}

impl<E: Engine> Passkeys for Sql<E> {
    fn passkey(
        &self,
        id: CredentialId,
    ) -> Answer<'_, Result<Option<(PlayerId, Passkey)>, Unavailable>> {
        Box::pin(async move { self.passkey_of(&id).await.map_err(unavailable) })
    }

    fn passkeys(&self, player: PlayerId) -> Answer<'_, Result<Vec<Passkey>, Unavailable>> {
        Box::pin(async move { self.passkeys_of(player).await.map_err(unavailable) })
    }
}

impl Writing<'_> {
    pub(super) async fn change_passkeys(&mut self, change: &PasskeyChange) -> Done {
        match change {
            PasskeyChange::Join {
                player,
                username,
                skeleton,
                codes,
                passkey,
            } => match self.join(*player, username, skeleton, codes).await? {
                Ok(()) => self.add(*player, passkey).await,
                refused => Ok(refused),
            },
            PasskeyChange::Add { player, passkey } => self.add(*player, passkey).await,
            PasskeyChange::Remove { player, id, site } => self.remove(*player, id, site).await,
        }
    }

    async fn add(&mut self, player: PlayerId, passkey: &Passkey) -> Done {
        if self.kind(player).await?.as_deref() != Some("member") {
            return Ok(UNKNOWN);
        }
        let counted = query(
            "SELECT (SELECT count(*) FROM passkeys WHERE id = ?),
                    (SELECT count(*) FROM passkeys WHERE player = ?)",
        )
        .bind_all(values![&passkey.id.0, player.as_str()])
        .fetch_one(&mut *self.0)
        .await?;
        let (known, own): (i64, i64) = (counted.try_get(0)?, counted.try_get(1)?);
        if known > 0 {
            return Ok(Err(PeopleError::PasskeyKnown));
        }
        if own >= MOST_PASSKEYS as i64 {
            return Ok(Err(PeopleError::TooManyPasskeys));
        }
        query(
            "INSERT INTO passkeys
                 (id, player, site, public_key, algorithm, counter, label, made_at, used_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind_all(values![
            &passkey.id.0,
            player.as_str(),
            &passkey.site,
            &passkey.public_key,
            passkey.algorithm,
            passkey.counter,
            &passkey.label,
            time(passkey.made_at),
            passkey.used_at.map(time)
        ])
        .execute(&mut *self.0)
        .await?;
        Ok(Ok(()))
    }

    async fn remove(&mut self, player: PlayerId, id: &CredentialId, site: &str) -> Done {
        let done = query("DELETE FROM passkeys WHERE player = ? AND id = ?")
            .bind_all(values![player.as_str(), &id.0])
            .execute(&mut *self.0)
            .await?;
        let left = query(
            "SELECT (SELECT count(*) FROM codes WHERE player = ?1)
                  + (SELECT count(*) FROM passkeys WHERE player = ?1 AND site = ?2)",
        )
        .bind_all(values![player.as_str(), site])
        .fetch_one(&mut *self.0)
        .await?;
        let left: i64 = left.try_get(0)?;
        Ok(match (one(done.rows_affected()), left) {
            // Ending the transaction restores the removed passkey.
            (Ok(()), 0) => Err(PeopleError::LastWayIn),
            (done, _) => done,
        })
    }

    /// Returns the player whom this passkey may sign in, and stores its use.
    pub(super) async fn use_passkey(
        &mut self,
        id: &CredentialId,
        counter: u32,
        at: u64,
    ) -> Result<Option<Row>, Error> {
        query(
            "UPDATE passkeys SET counter = ?2, used_at = ?3
             WHERE id = ?1 AND (counter < ?2 OR (counter = 0 AND ?2 = 0)) RETURNING player",
        )
        .bind_all(values![&id.0, counter, time(at)])
        .fetch_optional(&mut *self.0)
        .await
    }
}

fn passkey_of(row: &Row) -> Result<Passkey, Error> {
    let used: Option<i64> = row.try_get(7)?;
    let used = used.map(|used| u64::try_from(used).map_err(|_| damaged("a time before 1970")));
    Ok(Passkey {
        id: CredentialId(row.try_get(0)?),
        site: row.try_get(1)?,
        public_key: row.try_get(2)?,
        algorithm: row.try_get(3)?,
        counter: row.try_get(4)?,
        label: row.try_get(5)?,
        made_at: time_of(row, 6)?,
        used_at: used.transpose()?,
    })
}
