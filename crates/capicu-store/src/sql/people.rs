use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use capicu::Seat;
use capicu_protocol::{PlayerId, TableId};
use capicu_table::TokenHash;
use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::bots::TAKEN;
use super::clubs;
use super::friends;
use super::pushes;
use super::traces::{KINDS, Trace, names_of};
use super::{Connection, Engine, Error, Row, Sql, Task, query, unavailable};
use crate::codec::{self, hex, unhex};
use crate::{
    Answer, Change, Ended, People, PeopleError, Player, PlayerKind, Proof, Pushed, Seated, Session,
    SignedIn, Unavailable,
};

const SESSION: &str = "SELECT hash, label, sessions.made_at, seen_at, expires_at,
     id, kind, name, username, players.made_at
     FROM sessions JOIN players ON id = player WHERE hash = ? AND expires_at > ?";

const PLAYER: &str = "SELECT id, kind, name, username, made_at FROM players
     WHERE id = coalesce((SELECT member FROM aliases WHERE guest = ?1), ?1)";

const SEATS: &str = "SELECT table_id, seat, setup, format, coalesce(
         (SELECT at FROM journal WHERE table_id = tables.id ORDER BY version DESC LIMIT 1), made_at)
     FROM seats JOIN tables ON tables.id = table_id AND removed = 0
     WHERE player = ?1 OR player IN (SELECT guest FROM aliases WHERE member = ?1)
     ORDER BY 5 DESC, table_id, seat LIMIT ?2";

const MATCHES: &str = "SELECT seat, sequence, table_id, number, at, format, result
     FROM played JOIN results USING (sequence)
     WHERE (player = ?1 OR player IN (SELECT guest FROM aliases WHERE member = ?1))
         AND sequence < ?2
     ORDER BY sequence DESC, seat LIMIT ?3";

impl<E: Engine> Sql<E> {
    async fn signed_in(&self, hash: TokenHash, now: u64) -> Result<Option<SignedIn>, Error> {
        let row = query(SESSION)
            .bind_all(values![hex(hash.bytes()), time(now)])
            .fetch_optional(&self.0)
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        Ok(Some(SignedIn {
            session: session_of(&row)?,
            player: player_of(&row, 5)?,
        }))
    }

    async fn sessions_of(&self, player: PlayerId, now: u64) -> Result<Vec<Session>, Error> {
        let rows = query(
            "SELECT hash, label, made_at, seen_at, expires_at FROM sessions
             WHERE player = ? AND expires_at > ? ORDER BY seen_at DESC, hash",
        )
        .bind_all(values![player.as_str(), time(now)])
        .fetch_all(&self.0)
        .await?;
        rows.iter().map(session_of).collect()
    }

    async fn ids_of(&self, player: PlayerId) -> Result<Vec<PlayerId>, Error> {
        let rows = query("SELECT guest FROM aliases WHERE member = ? ORDER BY guest")
            .bind(player.as_str())
            .fetch_all(&self.0)
            .await?;
        let aliases = rows.iter().map(|row| id_of(row, 0));
        std::iter::once(Ok(player)).chain(aliases).collect()
    }

    async fn seats_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Seated>, Error> {
        let rows = query(SEATS)
            .bind_all(values![player.as_str(), limit])
            .fetch_all(&self.0)
            .await?;
        let mut seats = Vec::with_capacity(rows.len());
        for row in &rows {
            let table: TableId = row.try_get(0)?;
            match codec::decode_setup(row.try_get(3)?, row.try_get(2)?) {
                Ok(setup) => seats.push(Seated {
                    table,
                    seat: seat_of(row, 1)?,
                    game: setup.game,
                    title: setup.title,
                    at: time_of(row, 4)?,
                }),
                Err(error) => {
                    tracing::error!(table = table.as_str(), %error, "a table is left out")
                }
            }
        }
        Ok(seats)
    }

    async fn matches_of(
        &self,
        player: PlayerId,
        before: u64,
        limit: u32,
    ) -> Result<Vec<(Seat, Ended)>, Error> {
        let (mut matches, mut before) = (Vec::new(), before);
        // Read more if some are left out: a short answer means that there are no more.
        loop {
            let wanted = limit.saturating_sub(matches.len() as u32);
            let rows = query(MATCHES)
                .bind_all(values![player.as_str(), time(before), wanted])
                .fetch_all(&self.0)
                .await?;
            let before_these = matches.len();
            for row in &rows {
                let sequence = time_of(row, 1)?;
                let (number, at) = (row.try_get(3)?, row.try_get(4)?);
                match codec::decode_result(row.try_get(5)?, number, at, row.try_get(6)?) {
                    Ok(result) => {
                        let table = row.try_get(2)?;
                        let ended = Ended {
                            sequence,
                            table,
                            result,
                        };
                        matches.push((seat_of(row, 0)?, ended));
                    }
                    Err(error) => tracing::error!(sequence, %error, "a result is left out"),
                }
                before = sequence;
            }
            let is_last = (rows.len() as u32) < wanted;
            if is_last || matches.len() - before_these == rows.len() {
                return Ok(matches);
            }
        }
    }
}

impl<E: Engine> People for Sql<E> {
    fn change(&self, change: Change) -> Answer<'_, Result<(), PeopleError>> {
        Box::pin(async move {
            let answer = self.ask(|done| Task::People(Box::new(change), done));
            answer.await.unwrap_or(Err(PeopleError::Failed))
        })
    }

    fn session(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Answer<'_, Result<Option<SignedIn>, Unavailable>> {
        Box::pin(async move { self.signed_in(hash, now).await.map_err(unavailable) })
    }

    fn sessions(
        &self,
        player: PlayerId,
        now: u64,
    ) -> Answer<'_, Result<Vec<Session>, Unavailable>> {
        Box::pin(async move { self.sessions_of(player, now).await.map_err(unavailable) })
    }

    fn pushes(
        &self,
        of: Option<PlayerId>,
        now: u64,
    ) -> Answer<'_, Result<Vec<Pushed>, Unavailable>> {
        Box::pin(async move { self.pushes_of(of, now).await.map_err(unavailable) })
    }

    fn player(&self, player: PlayerId) -> Answer<'_, Result<Option<Player>, Unavailable>> {
        Box::pin(async move {
            let row = query(PLAYER)
                .bind(player.as_str())
                .fetch_optional(&self.0)
                .await;
            row.and_then(|row| row.map(|row| player_of(&row, 0)).transpose())
                .map_err(unavailable)
        })
    }

    fn is_offered(&self, link: TokenHash, now: u64) -> Answer<'_, Result<bool, Unavailable>> {
        Box::pin(async move {
            let row = query("SELECT 1 FROM device_links WHERE hash = ? AND expires_at > ?")
                .bind_all(values![hex(link.bytes()), time(now)])
                .fetch_optional(&self.0)
                .await;
            row.map(|row| row.is_some()).map_err(unavailable)
        })
    }

    fn is_taken(&self, skeleton: String) -> Answer<'_, Result<bool, Unavailable>> {
        Box::pin(async move {
            let row = query(TAKEN).bind(skeleton).fetch_optional(&self.0).await;
            row.map(|row| row.is_some()).map_err(unavailable)
        })
    }

    fn codes_left(&self, player: PlayerId) -> Answer<'_, Result<u32, Unavailable>> {
        Box::pin(async move {
            let row = query("SELECT count(*) FROM codes WHERE player = ?")
                .bind(player.as_str())
                .fetch_one(&self.0)
                .await;
            row.and_then(|row| row.try_get(0)).map_err(unavailable)
        })
    }

    fn settings(&self, player: PlayerId) -> Answer<'_, Result<Option<(u64, String)>, Unavailable>> {
        Box::pin(async move {
            let row = query("SELECT at, settings FROM settings WHERE player = ?")
                .bind(player.as_str())
                .fetch_optional(&self.0)
                .await;
            row.and_then(|row| {
                row.map(|row| Ok((time_of(&row, 0)?, row.try_get(1)?)))
                    .transpose()
            })
            .map_err(unavailable)
        })
    }

    fn forget_guests(&self, before: u64) -> Answer<'_, Result<u64, Unavailable>> {
        Box::pin(self.forget_idle_guests(before))
    }

    fn ids(&self, player: PlayerId) -> Answer<'_, Result<Vec<PlayerId>, Unavailable>> {
        Box::pin(async move { self.ids_of(player).await.map_err(unavailable) })
    }

    fn seats(&self, player: PlayerId, limit: u32) -> Answer<'_, Result<Vec<Seated>, Unavailable>> {
        Box::pin(async move { self.seats_of(player, limit).await.map_err(unavailable) })
    }

    fn matches(
        &self,
        player: PlayerId,
        before: u64,
        limit: u32,
    ) -> Answer<'_, Result<Vec<(Seat, Ended)>, Unavailable>> {
        Box::pin(async move {
            let matches = self.matches_of(player, before, limit).await;
            matches.map_err(unavailable)
        })
    }
}

/// Applies the change in a transaction. After an outer error the connection must not be used again.
pub(super) async fn apply(
    connection: &mut dyn Connection,
    change: &Change,
) -> Result<Result<(), PeopleError>, Error> {
    connection.begin().await?;
    let done = Writing(connection).make(change).await?;
    connection.end(done.is_ok()).await?;
    Ok(done)
}

/// Outcome of a change: the inner error is the caller's fault, the outer one the database's.
pub(super) type Done = Result<Result<(), PeopleError>, Error>;

pub(super) const UNKNOWN: Result<(), PeopleError> = Err(PeopleError::Unknown);

pub(super) struct Writing<'a>(pub(super) &'a mut dyn Connection);

impl Writing<'_> {
    async fn make(&mut self, change: &Change) -> Done {
        match change {
            Change::Make {
                player,
                name,
                session,
            } => {
                query("INSERT INTO players (id, kind, name, made_at) VALUES (?, 'guest', ?, ?)")
                    .bind_all(values![player.as_str(), name, time(session.made_at)])
                    .execute(&mut *self.0)
                    .await?;
                self.open(*player, session).await?;
                Ok(Ok(()))
            }
            Change::Rename { player, name } => {
                let done = query(
                    "UPDATE players SET name = ? WHERE id = ? AND kind IN ('guest', 'member')",
                )
                .bind_all(values![name, player.as_str()])
                .execute(&mut *self.0)
                .await?;
                Ok(one(done.rows_affected()))
            }
            Change::Join {
                player,
                username,
                skeleton,
                codes,
            } => self.join(*player, username, skeleton, codes).await,
            Change::Codes { player, codes } => {
                if self.kind(*player).await?.as_deref() != Some("member") {
                    return Ok(UNKNOWN);
                }
                self.set_codes(*player, codes).await?;
                Ok(Ok(()))
            }
            Change::Settings {
                player,
                at,
                settings,
            } => {
                if self.kind(*player).await?.as_deref() != Some("member") {
                    return Ok(UNKNOWN);
                }
                query(
                    "INSERT INTO settings (player, at, settings) VALUES (?, ?, ?)
                     ON CONFLICT (player) DO UPDATE SET at = excluded.at, settings = excluded.settings
                     WHERE excluded.at >= settings.at",
                ).bind_all(values![player.as_str(), time(*at), settings])
                .execute(&mut *self.0)
                .await?;
                Ok(Ok(()))
            }
            Change::Passkey(change) => self.change_passkeys(change).await,
            Change::Bot(change) => self.change_bots(change).await,
            Change::Offer {
                player,
                link,
                expires_at,
            } => {
                if !self.is_alive(*player).await? {
                    return Ok(UNKNOWN);
                }
                query(
                    "INSERT INTO device_links (player, hash, expires_at) VALUES (?, ?, ?)
                     ON CONFLICT (player) DO UPDATE
                     SET hash = excluded.hash, expires_at = excluded.expires_at",
                )
                .bind_all(values![
                    player.as_str(),
                    hex(link.bytes()),
                    time(*expires_at)
                ])
                .execute(&mut *self.0)
                .await?;
                Ok(Ok(()))
            }
            Change::SignIn {
                proof,
                session,
                leaving,
            } => self.sign_in(proof, session, leaving.as_ref()).await,
            Change::Seen {
                session,
                at,
                expires_at,
            } => {
                let done = query("UPDATE sessions SET seen_at = ?, expires_at = ? WHERE hash = ?")
                    .bind_all(values![time(*at), time(*expires_at), hex(session.bytes())])
                    .execute(&mut *self.0)
                    .await?;
                Ok(one(done.rows_affected()))
            }
            Change::Push { session, to } => pushes::set(self.0, session, to.as_ref()).await,
            Change::PushGone { endpoint } => pushes::remove(self.0, endpoint).await,
            Change::SignOut { player, session } => {
                let done =
                    query("DELETE FROM sessions WHERE player = ?1 AND (?2 IS NULL OR hash = ?2)")
                        .bind_all(values![
                            player.as_str(),
                            session.map(|hash| hex(hash.bytes()))
                        ])
                        .execute(&mut *self.0)
                        .await?;
                if session.is_none() {
                    self.of("DELETE FROM device_links WHERE player = ?", *player)
                        .await?;
                }
                Ok(match done.rows_affected() {
                    0 => UNKNOWN,
                    _ => Ok(()),
                })
            }
            Change::Delete { player } => self.delete(*player).await,
            Change::Forget { now } => {
                for statement in [
                    "DELETE FROM sessions WHERE expires_at <= ?",
                    "DELETE FROM device_links WHERE expires_at <= ?",
                ] {
                    let forgotten = query(statement).bind(time(*now));
                    forgotten.execute(&mut *self.0).await?;
                }
                Ok(Ok(()))
            }
        }
    }

    pub(super) async fn join(
        &mut self,
        player: PlayerId,
        username: &str,
        skeleton: &str,
        codes: &[TokenHash],
    ) -> Done {
        if self.kind(player).await?.as_deref() != Some("guest") {
            return Ok(UNKNOWN);
        }
        if self.is_taken(skeleton).await? {
            return Ok(Err(PeopleError::Taken));
        }
        query("UPDATE players SET kind = 'member', username = ?, skeleton = ? WHERE id = ?")
            .bind_all(values![username, skeleton, player.as_str()])
            .execute(&mut *self.0)
            .await?;
        self.set_codes(player, codes).await?;
        Ok(Ok(()))
    }

    async fn sign_in(
        &mut self,
        proof: &Proof,
        session: &Session,
        leaving: Option<&TokenHash>,
    ) -> Done {
        let found = match proof {
            Proof::Code { skeleton, code } => {
                query(
                    "DELETE FROM codes WHERE hash = ?
                     AND player = (SELECT id FROM players WHERE skeleton = ?) RETURNING player",
                )
                .bind_all(values![hex(code.bytes()), skeleton])
                .fetch_optional(&mut *self.0)
                .await?
            }
            Proof::Link(link) => {
                query("DELETE FROM device_links WHERE hash = ? AND expires_at > ? RETURNING player")
                    .bind_all(values![hex(link.bytes()), time(session.made_at)])
                    .fetch_optional(&mut *self.0)
                    .await?
            }
            Proof::Passkey { id, counter } => {
                self.use_passkey(id, *counter, session.made_at).await?
            }
        };
        let Some(found) = found else {
            return Ok(UNKNOWN);
        };
        let player = id_of(&found, 0)?;
        if self.is_banned(player, session.made_at).await? {
            return Ok(Err(PeopleError::Banned(player)));
        }
        if let Some(leaving) = leaving {
            self.leave(leaving, player).await?;
        }
        self.open(player, session).await?;
        Ok(Ok(()))
    }

    /// Ends the former session of a device, and makes its guest an alias.
    async fn leave(&mut self, session: &TokenHash, player: PlayerId) -> Result<(), Error> {
        let ended = query("DELETE FROM sessions WHERE hash = ? RETURNING player")
            .bind(hex(session.bytes()))
            .fetch_optional(&mut *self.0)
            .await?;
        let Some(ended) = ended else {
            return Ok(());
        };
        let guest = id_of(&ended, 0)?;
        if guest == player || self.kind(guest).await?.as_deref() != Some("guest") {
            return Ok(());
        }
        for statement in [
            "DELETE FROM sessions WHERE player = ?",
            "DELETE FROM device_links WHERE player = ?",
        ] {
            self.of(statement, guest).await?;
        }
        query("UPDATE aliases SET member = ? WHERE member = ?")
            .bind_all(values![player.as_str(), guest.as_str()])
            .execute(&mut *self.0)
            .await?;
        query("INSERT INTO aliases (guest, member) VALUES (?, ?)")
            .bind_all(values![guest.as_str(), player.as_str()])
            .execute(&mut *self.0)
            .await?;
        friends::move_to(self.0, guest, player).await
    }

    async fn delete(&mut self, player: PlayerId) -> Done {
        if !self.is_alive(player).await? {
            return Ok(UNKNOWN);
        }
        let aliases = query("SELECT guest FROM aliases WHERE member = ?")
            .bind(player.as_str())
            .fetch_all(&mut *self.0)
            .await?;
        let bots = query("SELECT player FROM bots WHERE owner = ?")
            .bind(player.as_str())
            .fetch_all(&mut *self.0)
            .await?;
        self.erase(player).await?;
        for other in aliases.iter().chain(&bots) {
            self.erase(id_of(other, 0)?).await?;
        }
        Ok(Ok(()))
    }

    /// Whether a ban of the player, or of an alias, is in force at a moment.
    async fn is_banned(&mut self, player: PlayerId, now: u64) -> Result<bool, Error> {
        let ban = query(
            "SELECT 1 FROM audit AS ban WHERE act = 'ban' AND (until IS NULL OR until > ?2)
             AND (about = ?1 OR about IN (SELECT guest FROM aliases WHERE member = ?1))
             AND NOT EXISTS (SELECT 1 FROM audit WHERE act = 'lift' AND entry = ban.number)",
        )
        .bind_all(values![player.as_str(), time(now)])
        .fetch_optional(&mut *self.0)
        .await?;
        Ok(ban.is_some())
    }

    /// Ends all sessions of a player, and removes their sign-in links.
    pub(super) async fn end_sessions(&mut self, player: PlayerId) -> Result<(), Error> {
        self.of("DELETE FROM sessions WHERE player = ?", player)
            .await?;
        self.of("DELETE FROM device_links WHERE player = ?", player)
            .await
    }

    /// Removes the name of a player everywhere.
    pub(super) async fn rename_away(&mut self, player: PlayerId) -> Result<(), Error> {
        let aliases = query("SELECT guest FROM aliases WHERE member = ?")
            .bind(player.as_str())
            .fetch_all(&mut *self.0)
            .await?;
        self.unname(player).await?;
        for alias in &aliases {
            self.unname(id_of(alias, 0)?).await?;
        }
        self.of("UPDATE players SET name = NULL WHERE id = ?", player)
            .await
    }

    pub(super) async fn erase(&mut self, player: PlayerId) -> Result<(), Error> {
        self.unname(player).await?;
        for statement in [
            "DELETE FROM seats WHERE player = ?",
            "DELETE FROM former_seats WHERE player = ?",
            "DELETE FROM event_players WHERE player = ?",
            "DELETE FROM sessions WHERE player = ?",
            "DELETE FROM codes WHERE player = ?",
            "DELETE FROM settings WHERE player = ?",
            "DELETE FROM passkeys WHERE player = ?",
            "DELETE FROM device_links WHERE player = ?",
            "DELETE FROM bot_tokens WHERE player = ?",
            "DELETE FROM bots WHERE player = ?",
            "DELETE FROM puzzles WHERE giver = ?",
            "DELETE FROM puzzle_answers WHERE player = ?",
            "UPDATE audit SET reason = '' WHERE about = ?",
            "UPDATE house_audit SET reason = '' WHERE about = ?",
            "UPDATE reports SET words = '', talk = '[]' WHERE ?1 IN (reporter, reported)",
            "UPDATE players SET kind = 'gone', name = NULL, username = NULL, skeleton = NULL
             WHERE id = ?",
        ] {
            self.of(statement, player).await?;
        }
        clubs::forget(self.0, player).await?;
        self.silence(player).await?;
        friends::forget(self.0, player).await
    }

    /// Removes the messages of one id from the chat in reports.
    async fn silence(&mut self, player: PlayerId) -> Result<(), Error> {
        let rows = query("SELECT number, talk FROM reports WHERE talk LIKE ?")
            .bind(format!("%{player}%"))
            .fetch_all(&mut *self.0)
            .await?;
        for row in &rows {
            let (number, talk): (i64, &str) = (row.try_get(0)?, row.try_get(1)?);
            let mut talk: Vec<Value> = json(talk)?;
            talk.retain(|line| line.get("player").and_then(Value::as_str) != Some(player.as_str()));
            query("UPDATE reports SET talk = ? WHERE number = ?")
                .bind_all(values![Value::from(talk).to_string(), number])
                .execute(&mut *self.0)
                .await?;
        }
        Ok(())
    }

    /// Removes the name of one id from results and from the tables where it has a seat.
    async fn unname(&mut self, player: PlayerId) -> Result<(), Error> {
        let results = query(
            "SELECT sequence, seat, result FROM played JOIN results USING (sequence)
             WHERE player = ? ORDER BY sequence, seat",
        )
        .bind(player.as_str())
        .fetch_all(&mut *self.0)
        .await?;
        // One result may name several seats of the player.
        let mut unnamed: BTreeMap<i64, Value> = BTreeMap::new();
        for row in &results {
            let (sequence, seat): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let result = match unnamed.entry(sequence) {
                Entry::Occupied(result) => result.into_mut(),
                Entry::Vacant(place) => place.insert(json(row.try_get(2)?)?),
            };
            without_name(result, seat);
        }
        for (sequence, result) in unnamed {
            query("UPDATE results SET result = ? WHERE sequence = ?")
                .bind_all(values![result.to_string(), sequence])
                .execute(&mut *self.0)
                .await?;
        }
        // A player who gave up a seat still has a name in earlier facts.
        let places = query(
            "SELECT table_id, seat FROM seats WHERE player = ?1
             UNION SELECT table_id, -1 FROM former_seats WHERE player = ?1
             UNION SELECT table_id, -1 FROM played JOIN results USING (sequence) WHERE player = ?1",
        )
        .bind(player.as_str())
        .fetch_all(&mut *self.0)
        .await?;
        let mut tables: BTreeMap<TableId, Vec<u8>> = BTreeMap::new();
        for place in &places {
            let (id, seat): (TableId, i64) = (place.try_get(0)?, place.try_get(1)?);
            tables.entry(id).or_default().extend(u8::try_from(seat));
        }
        for (id, seats) in &tables {
            self.unname_at(player, id, seats).await?;
        }
        Ok(())
    }

    /// Removes the name of one id from a table. `seats` are the id's at the end.
    async fn unname_at(
        &mut self,
        player: PlayerId,
        id: &TableId,
        seats: &[u8],
    ) -> Result<(), Error> {
        let setup = query("SELECT setup FROM tables WHERE id = ?").bind(id);
        let Some(setup) = setup.fetch_optional(&mut *self.0).await? else {
            return Ok(());
        };
        let mut setup: Value = json(setup.try_get(0)?)?;
        let kinds = KINDS.map(|kind| format!("fact LIKE '%\"{kind}\"%'"));
        let facts = query(format!(
            "SELECT version, fact FROM journal WHERE table_id = ? AND ({}) ORDER BY version",
            kinds.join(" OR ")
        ))
        .bind(id)
        .fetch_all(&mut *self.0)
        .await?;
        let mut traces: Vec<((i64, Value), Trace)> = Vec::new();
        for row in &facts {
            let fact: Value = json(row.try_get(1)?)?;
            // The fact may be of another kind and contain the same text.
            if let Ok(trace) = Trace::deserialize(&fact) {
                traces.push(((row.try_get(0)?, fact), trace));
            }
        }
        // They may have had another seat when they got a name.
        let (first, named) = names_of(player.as_str(), seats, traces);
        for seat in first {
            without_name(&mut setup, i64::from(seat));
        }
        query("UPDATE tables SET setup = ? WHERE id = ?")
            .bind_all(values![setup.to_string(), id])
            .execute(&mut *self.0)
            .await?;
        for (version, mut fact) in named {
            fact["name"] = "".into();
            query("UPDATE journal SET fact = ? WHERE table_id = ? AND version = ?")
                .bind_all(values![fact.to_string(), id, version])
                .execute(&mut *self.0)
                .await?;
        }
        Ok(())
    }

    async fn open(&mut self, player: PlayerId, session: &Session) -> Result<(), Error> {
        query(
            "INSERT INTO sessions (hash, player, label, made_at, seen_at, expires_at)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind_all(values![
            hex(session.hash.bytes()),
            player.as_str(),
            &session.label,
            time(session.made_at),
            time(session.seen_at),
            time(session.expires_at)
        ])
        .execute(&mut *self.0)
        .await?;
        Ok(())
    }

    async fn set_codes(&mut self, player: PlayerId, codes: &[TokenHash]) -> Result<(), Error> {
        self.of("DELETE FROM codes WHERE player = ?", player)
            .await?;
        for code in codes {
            query("INSERT INTO codes (player, hash) VALUES (?, ?)")
                .bind_all(values![player.as_str(), hex(code.bytes())])
                .execute(&mut *self.0)
                .await?;
        }
        Ok(())
    }

    async fn is_alive(&mut self, player: PlayerId) -> Result<bool, Error> {
        let kind = self.kind(player).await?;
        Ok(matches!(kind.as_deref(), Some("guest" | "member")))
    }

    pub(super) async fn kind(&mut self, player: PlayerId) -> Result<Option<String>, Error> {
        kind(self.0, player).await
    }

    async fn of(&mut self, statement: &'static str, player: PlayerId) -> Result<(), Error> {
        let query = query(statement).bind(player.as_str());
        query.execute(&mut *self.0).await.map(|_| ())
    }
}

pub(super) async fn kind(
    connection: &mut dyn Connection,
    player: PlayerId,
) -> Result<Option<String>, Error> {
    let row = query("SELECT kind FROM players WHERE id = ?")
        .bind(player.as_str())
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.try_get(0)).transpose()
}

pub(super) const fn one(rows: u64) -> Result<(), PeopleError> {
    match rows {
        1 => Ok(()),
        _ => UNKNOWN,
    }
}

pub(super) fn time(at: u64) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|_| damaged("no JSON"))
}

fn without_name(of: &mut Value, seat: i64) {
    let seats = of.get_mut("seats").and_then(Value::as_array_mut);
    let seat = usize::try_from(seat).ok().zip(seats);
    let seat = seat.and_then(|(seat, seats)| seats.get_mut(seat)?.as_object_mut());
    if let Some(seat) = seat {
        seat.remove("name");
    }
}

pub(super) fn damaged(what: &str) -> Error {
    Error::Damaged(what.to_owned())
}

pub(super) fn time_of(row: &Row, column: usize) -> Result<u64, Error> {
    let at: i64 = row.try_get(column)?;
    u64::try_from(at).map_err(|_| damaged("a time before 1970"))
}

pub(super) fn id_of(row: &Row, column: usize) -> Result<PlayerId, Error> {
    let id: &str = row.try_get(column)?;
    id.parse().map_err(|_| damaged("no id of a player"))
}

fn seat_of(row: &Row, column: usize) -> Result<Seat, Error> {
    let seat: u8 = row.try_get(column)?;
    Seat::new(seat).ok_or_else(|| damaged("no seat"))
}

pub(super) fn hash_of(row: &Row, column: usize) -> Result<TokenHash, Error> {
    let hash = unhex(row.try_get(column)?).map_err(|_| damaged("no hash"))?;
    Ok(TokenHash::new(hash))
}

fn session_of(row: &Row) -> Result<Session, Error> {
    Ok(Session {
        hash: hash_of(row, 0)?,
        label: row.try_get(1)?,
        made_at: time_of(row, 2)?,
        seen_at: time_of(row, 3)?,
        expires_at: time_of(row, 4)?,
    })
}

/// Reads a player whose columns begin here.
pub(super) fn player_of(row: &Row, first: usize) -> Result<Player, Error> {
    let kind: &str = row.try_get(first + 1)?;
    let username: Option<String> = row.try_get(first + 3)?;
    Ok(Player {
        id: id_of(row, first)?,
        kind: match (kind, username) {
            ("guest", _) => PlayerKind::Guest,
            ("member", Some(username)) => PlayerKind::Member { username },
            ("bot", _) => PlayerKind::Bot,
            ("gone", _) => PlayerKind::Gone,
            _ => return Err(damaged("no kind of player")),
        },
        name: row.try_get(first + 2)?,
        made_at: time_of(row, first + 4)?,
    })
}
