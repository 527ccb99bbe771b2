use capicu_protocol::{EventId, PlayerId};

use super::people::{damaged, id_of, kind, time, time_of};
use super::{Connection, Engine, Error, Row, Sql, Task, query, unavailable};
use crate::events::{
    EnteredEvent, EventError, EventMark, EventPlayer, Events, Hold, KeptEvent, ListedEvent,
    NewEvent, Part,
};
use crate::{Answer, Unavailable};

#[derive(Debug)]
pub(super) enum EventRow {
    Make(NewEvent),
    Extend {
        event: EventId,
        after: u64,
        lines: Vec<String>,
    },
    Hold {
        event: EventId,
        hold: Hold,
    },
    Remove {
        event: EventId,
    },
    Appoint {
        event: EventId,
        player: PlayerId,
        part: Option<Part>,
    },
    Player {
        event: EventId,
        player: EventPlayer,
    },
}

impl<E: Engine> Sql<E> {
    async fn write_event(&self, row: EventRow) -> Result<(), EventError> {
        let answer = self.ask(|done| Task::Event(Box::new(row), done)).await;
        answer.unwrap_or(Err(EventError::Failed))
    }

    async fn kept_event(&self, event: &EventId) -> Result<Option<KeptEvent>, Error> {
        let made = query("SELECT secret, held FROM events WHERE id = ? AND held <> 2")
            .bind(event)
            .fetch_optional(&self.0)
            .await?;
        let Some(made) = made else {
            return Ok(None);
        };
        let secret: &[u8] = made.try_get(0)?;
        let secret = secret.try_into().map_err(|_| damaged("no secret"))?;
        let hold = hold_of(&made, 1)?;
        let lines = query("SELECT line FROM event_lines WHERE event = ? ORDER BY n")
            .bind(event)
            .fetch_all(&self.0)
            .await?;
        let lines = lines.iter().map(|row| row.try_get(0));
        Ok(Some(KeptEvent {
            secret,
            lines: lines.collect::<Result<_, _>>()?,
            hold,
        }))
    }

    async fn mark_of(&self, event: &EventId) -> Result<Option<EventMark>, Error> {
        let found = query(LAST).bind(event).fetch_optional(&self.0).await?;
        found.as_ref().map(mark).transpose()
    }

    async fn bytes_of(&self, director: PlayerId) -> Result<u64, Error> {
        let sum = query(
            "SELECT sum(octet_length(line)) FROM event_lines WHERE event IN
             (SELECT event FROM event_officials WHERE player = ? AND role = 'director')",
        )
        .bind(director.as_str())
        .fetch_optional(&self.0)
        .await?;
        let sum: Option<i64> = sum.map(|row| row.try_get(0)).transpose()?.flatten();
        Ok(sum.unwrap_or(0).unsigned_abs())
    }

    async fn officials_of(&self, event: &EventId) -> Result<Vec<(PlayerId, Part)>, Error> {
        let rows = query(
            "SELECT player, role FROM event_officials JOIN players ON id = player AND kind = 'member'
             WHERE event = ? ORDER BY player",
        )
        .bind(event)
        .fetch_all(&self.0)
        .await?;
        rows.iter()
            .map(|row| Ok((id_of(row, 0)?, part_of(row, 1)?)))
            .collect()
    }

    async fn players_of(&self, event: &EventId) -> Result<Vec<EventPlayer>, Error> {
        let rows = query(PLAYERS).bind(event).fetch_all(&self.0).await?;
        rows.iter().map(player_of).collect()
    }

    async fn entered_by(&self, player: PlayerId, limit: u32) -> Result<Vec<EnteredEvent>, Error> {
        let rows = query(ENTERED)
            .bind_all(values![player.as_str(), limit])
            .fetch_all(&self.0)
            .await?;
        let entered = |row: &Row| {
            let last: Option<i64> = row.try_get(3)?;
            Ok(EnteredEvent {
                event: row.try_get(0)?,
                entry: row.try_get(1)?,
                place: row.try_get(2)?,
                version: last.unwrap_or(0).unsigned_abs(),
            })
        };
        rows.iter().map(entered).collect()
    }

    async fn listed_events(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<ListedEvent>, Error> {
        let rows = query(
            "SELECT id, name, made_at FROM events
             WHERE ?1 IS NULL OR id IN (SELECT event FROM event_officials WHERE player = ?1)
             ORDER BY made_at DESC, id LIMIT ?2",
        )
        .bind_all(values![of.map(|player| player.to_string()), limit])
        .fetch_all(&self.0)
        .await?;
        let listed = |row: &Row| {
            Ok(ListedEvent {
                id: row.try_get(0)?,
                name: row.try_get(1)?,
                made_at: time_of(row, 2)?,
            })
        };
        rows.iter().map(listed).collect()
    }
}

/// Players of an event under their current ids, without deleted ones.
const PLAYERS: &str = "SELECT entry, place, id FROM event_players
     JOIN players ON id = coalesce((SELECT member FROM aliases WHERE guest = player), player)
     WHERE event = ? AND kind IN ('guest', 'member') ORDER BY entry, place";

/// The places of a player under the current and the earlier ids, with the last line of each log.
const ENTERED: &str = "SELECT event, entry, place,
     (SELECT max(n) FROM event_lines WHERE event_lines.event = event_players.event)
     FROM event_players JOIN events ON events.id = event
     WHERE held = 0
     AND (player = ?1 OR player IN (SELECT guest FROM aliases WHERE member = ?1))
     ORDER BY made_at DESC, event LIMIT ?2";

fn player_of(row: &Row) -> Result<EventPlayer, Error> {
    Ok(EventPlayer {
        entry: row.try_get(0)?,
        place: row.try_get(1)?,
        player: id_of(row, 2)?,
    })
}

/// The last line of an event, and whether it takes more lines.
const LAST: &str = "SELECT (SELECT max(n) FROM event_lines WHERE event = id), held FROM events
     WHERE id = ? AND held <> 2";

fn mark(row: &Row) -> Result<EventMark, Error> {
    let last: Option<i64> = row.try_get(0)?;
    Ok(EventMark {
        version: last.unwrap_or(0).unsigned_abs(),
        hold: hold_of(row, 1)?,
    })
}

fn hold_of(row: &Row, column: usize) -> Result<Hold, Error> {
    let held: i64 = row.try_get(column)?;
    match held {
        0 => Ok(Hold::None),
        1 => Ok(Hold::Stopped),
        _ => Err(damaged("no hold of an event")),
    }
}

fn part_of(row: &Row, column: usize) -> Result<Part, Error> {
    Part::by_id(row.try_get(column)?).ok_or_else(|| damaged("no part in an event"))
}

impl<E: Engine> Events for Sql<E> {
    fn make_event(&self, event: NewEvent) -> Answer<'_, Result<(), EventError>> {
        Box::pin(self.write_event(EventRow::Make(event)))
    }

    fn extend_event<'a>(
        &'a self,
        event: &'a EventId,
        after: u64,
        lines: Vec<String>,
    ) -> Answer<'a, Result<(), EventError>> {
        let event = event.to_owned();
        Box::pin(self.write_event(EventRow::Extend {
            event,
            after,
            lines,
        }))
    }

    fn hold_event<'a>(
        &'a self,
        event: &'a EventId,
        hold: Hold,
    ) -> Answer<'a, Result<(), EventError>> {
        let event = event.to_owned();
        Box::pin(self.write_event(EventRow::Hold { event, hold }))
    }

    fn remove_event<'a>(&'a self, event: &'a EventId) -> Answer<'a, Result<(), EventError>> {
        let event = event.to_owned();
        Box::pin(self.write_event(EventRow::Remove { event }))
    }

    fn event_bytes(&self, director: PlayerId) -> Answer<'_, Result<u64, Unavailable>> {
        Box::pin(async move { self.bytes_of(director).await.map_err(unavailable) })
    }

    fn appoint<'a>(
        &'a self,
        event: &'a EventId,
        player: PlayerId,
        part: Option<Part>,
    ) -> Answer<'a, Result<(), EventError>> {
        let event = event.to_owned();
        Box::pin(self.write_event(EventRow::Appoint {
            event,
            player,
            part,
        }))
    }

    fn event<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Option<KeptEvent>, Unavailable>> {
        Box::pin(async move { self.kept_event(event).await.map_err(unavailable) })
    }

    fn event_mark<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Option<EventMark>, Unavailable>> {
        Box::pin(async move { self.mark_of(event).await.map_err(unavailable) })
    }

    fn officials<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Vec<(PlayerId, Part)>, Unavailable>> {
        Box::pin(async move { self.officials_of(event).await.map_err(unavailable) })
    }

    fn enter_player<'a>(
        &'a self,
        event: &'a EventId,
        player: EventPlayer,
    ) -> Answer<'a, Result<(), EventError>> {
        let event = event.to_owned();
        Box::pin(self.write_event(EventRow::Player { event, player }))
    }

    fn event_players<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Vec<EventPlayer>, Unavailable>> {
        Box::pin(async move { self.players_of(event).await.map_err(unavailable) })
    }

    fn entered_events(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<EnteredEvent>, Unavailable>> {
        Box::pin(async move { self.entered_by(player, limit).await.map_err(unavailable) })
    }

    fn events(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<ListedEvent>, Unavailable>> {
        Box::pin(async move { self.listed_events(of, limit).await.map_err(unavailable) })
    }
}

/// Outcome of a change: the inner error is the caller's fault, the outer one the database's.
type Done = Result<Result<(), EventError>, Error>;

/// Applies the change in a transaction. After an outer error the connection must not be used again.
pub(super) async fn apply(connection: &mut dyn Connection, row: &EventRow) -> Done {
    connection.begin().await?;
    let done = match row {
        EventRow::Make(event) => make(connection, event).await?,
        EventRow::Extend {
            event,
            after,
            lines,
        } => extend(connection, event, *after, lines).await?,
        EventRow::Hold { event, hold } => hold_event(connection, event, *hold).await?,
        EventRow::Remove { event } => remove(connection, event).await?,
        EventRow::Appoint {
            event,
            player,
            part,
        } => appoint(connection, event, *player, *part).await?,
        EventRow::Player { event, player } => enter(connection, event, *player).await?,
    };
    connection.end(done.is_ok()).await?;
    Ok(done)
}

async fn make(connection: &mut dyn Connection, event: &NewEvent) -> Done {
    if !is_member(connection, event.director).await? {
        return Ok(Err(EventError::Unknown));
    }
    let made = query("INSERT INTO events (id, name, made_at, secret) VALUES (?, ?, ?, ?)")
        .bind_all(values![
            &event.id,
            &event.name,
            time(event.made_at),
            &event.secret[..]
        ])
        .execute(&mut *connection)
        .await;
    match made {
        Ok(_) => {}
        Err(error) if error.is_constraint() => return Ok(Err(EventError::Conflict)),
        Err(error) => return Err(error),
    }
    write_lines(connection, &event.id, 0, &event.lines).await?;
    give(connection, &event.id, event.director, Part::Director).await?;
    Ok(Ok(()))
}

async fn extend(
    connection: &mut dyn Connection,
    event: &EventId,
    after: u64,
    lines: &[String],
) -> Done {
    let found = query(LAST)
        .bind(event)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(EventMark { version, hold }) = found.as_ref().map(mark).transpose()? else {
        return Ok(Err(EventError::Unknown));
    };
    if hold == Hold::Stopped {
        return Ok(Err(EventError::Stopped));
    }
    if version != after {
        return Ok(Err(EventError::Conflict));
    }
    match write_lines(connection, event, after, lines).await {
        Ok(()) => Ok(Ok(())),
        // Another server added lines after this transaction read the log.
        Err(error) if error.is_constraint() => Ok(Err(EventError::Conflict)),
        Err(error) => Err(error),
    }
}

async fn write_lines(
    connection: &mut dyn Connection,
    event: &EventId,
    after: u64,
    lines: &[String],
) -> Result<(), Error> {
    for (n, line) in (after + 1..).zip(lines) {
        query("INSERT INTO event_lines (event, n, line) VALUES (?, ?, ?)")
            .bind_all(values![event, time(n), line])
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn hold_event(connection: &mut dyn Connection, event: &EventId, hold: Hold) -> Done {
    let held: i64 = match hold {
        Hold::None => 0,
        Hold::Stopped => 1,
    };
    let found = query("UPDATE events SET held = ? WHERE id = ? AND held <> 2 RETURNING id")
        .bind_all(values![held, event])
        .fetch_optional(connection)
        .await?;
    Ok(found.map(|_| ()).ok_or(EventError::Unknown))
}

async fn remove(connection: &mut dyn Connection, event: &EventId) -> Done {
    let found = query("UPDATE events SET held = 2 WHERE id = ? RETURNING id")
        .bind(event)
        .fetch_optional(&mut *connection)
        .await?;
    if found.is_none() {
        return Ok(Err(EventError::Unknown));
    }
    for rows in [
        "DELETE FROM event_lines WHERE event = ?",
        "DELETE FROM event_players WHERE event = ?",
        "DELETE FROM event_officials WHERE event = ?",
        "DELETE FROM club_notices WHERE event = ?",
        "DELETE FROM club_events WHERE event = ?",
        "DELETE FROM events WHERE id = ?",
    ] {
        query(rows).bind(event).execute(&mut *connection).await?;
    }
    Ok(Ok(()))
}

async fn appoint(
    connection: &mut dyn Connection,
    event: &EventId,
    player: PlayerId,
    part: Option<Part>,
) -> Done {
    let known = query("SELECT 1 FROM events WHERE id = ?")
        .bind(event)
        .fetch_optional(&mut *connection)
        .await?;
    if known.is_none() || !is_member(connection, player).await? {
        return Ok(Err(EventError::Unknown));
    }
    match part {
        Some(part) => give(connection, event, player, part).await?,
        None => {
            query("DELETE FROM event_officials WHERE event = ? AND player = ?")
                .bind_all(values![event, player.as_str()])
                .execute(&mut *connection)
                .await?;
        }
    }
    let directed = query(
        "SELECT 1 FROM event_officials JOIN players ON id = player AND kind = 'member'
         WHERE event = ? AND role = 'director'",
    )
    .bind(event)
    .fetch_optional(&mut *connection)
    .await?;
    // Ending the transaction undoes the change.
    Ok(match directed {
        Some(_) => Ok(()),
        None => Err(EventError::LastDirector),
    })
}

async fn enter(connection: &mut dyn Connection, event: &EventId, of: EventPlayer) -> Done {
    let known = query("SELECT 1 FROM events WHERE id = ?")
        .bind(event)
        .fetch_optional(&mut *connection)
        .await?;
    let meant = query(
        "SELECT id FROM players
         WHERE id = coalesce((SELECT member FROM aliases WHERE guest = ?1), ?1) AND kind IN ('guest', 'member')",
    )
    .bind(of.player.as_str())
    .fetch_optional(&mut *connection)
    .await?;
    let (Some(_), Some(meant)) = (known, meant) else {
        return Ok(Err(EventError::Unknown));
    };
    let player = id_of(&meant, 0)?;
    let rows = query(PLAYERS)
        .bind(event)
        .fetch_all(&mut *connection)
        .await?;
    for row in &rows {
        let other = player_of(row)?;
        let is_place = (other.entry, other.place) == (of.entry, of.place);
        if is_place != (other.player == player) {
            return Ok(Err(EventError::Conflict));
        }
    }
    query(
        "INSERT INTO event_players (event, entry, place, player) VALUES (?, ?, ?, ?)
         ON CONFLICT (event, entry, place) DO UPDATE SET player = excluded.player",
    )
    .bind_all(values![event, of.entry, of.place, player.as_str()])
    .execute(connection)
    .await?;
    Ok(Ok(()))
}

async fn give(
    connection: &mut dyn Connection,
    event: &EventId,
    player: PlayerId,
    part: Part,
) -> Result<(), Error> {
    query(
        "INSERT INTO event_officials (event, player, role) VALUES (?, ?, ?)
         ON CONFLICT (event, player) DO UPDATE SET role = excluded.role",
    )
    .bind_all(values![event, player.as_str(), part.id()])
    .execute(connection)
    .await?;
    Ok(())
}

async fn is_member(connection: &mut dyn Connection, player: PlayerId) -> Result<bool, Error> {
    Ok(kind(connection, player).await?.as_deref() == Some("member"))
}
