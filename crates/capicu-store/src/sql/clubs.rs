use capicu_protocol::{ClubId, EventId, PlayerId};

use super::people::{damaged, id_of, kind, player_of, time, time_of};
use super::{Connection, Engine, Error, Query, Row, Sql, Task, club_matches, query, unavailable};
use crate::clubs::{
    Club, ClubAct, ClubChange, ClubDeed, ClubEntry, ClubError, ClubEvent, ClubMatch, ClubNotice,
    ClubPart, ClubPerson, ClubTold, Clubs, MOST_ASKED_CLUBS, MOST_CLUB_EVENTS, MOST_CLUB_PEOPLE,
    MOST_CLUBS, MOST_SEASONS, OwnEvening, Season, SeasonRule,
};
use crate::{Answer, Unavailable};

/// Columns of a club, in the order in which they are read.
const CLUB: &str = "SELECT clubs.id, address, skeleton, clubs.name, place, evening, about, usual,
         clubs.made_at, secret, closed, zone FROM clubs";

const RANK: &str = "CASE part WHEN 'asks' THEN 0 WHEN 'invited' THEN 1 WHEN 'member' THEN 2
         WHEN 'display' THEN 3 WHEN 'results' THEN 4 WHEN 'pairing' THEN 5 WHEN 'director' THEN 6
         ELSE 7 END";

impl<E: Engine> Sql<E> {
    async fn one_club(&self, query: Query) -> Result<Option<Club>, Unavailable> {
        let row = query.fetch_optional(&self.0).await;
        row.and_then(|row| row.as_ref().map(club_of).transpose())
            .map_err(unavailable)
    }

    async fn all_of<T>(
        &self,
        query: Query,
        read: impl Fn(&Row) -> Result<T, Error>,
    ) -> Result<Vec<T>, Unavailable> {
        let rows = query.fetch_all(&self.0).await.map_err(unavailable)?;
        let all: Result<Vec<T>, Error> = rows.iter().map(read).collect();
        all.map_err(unavailable)
    }
}

impl<E: Engine> Clubs for Sql<E> {
    fn change_club(&self, change: ClubChange) -> Answer<'_, Result<(), ClubError>> {
        Box::pin(async move {
            let answer = self.ask(|done| Task::Club(Box::new(change), done)).await;
            answer.unwrap_or(Err(ClubError::Failed))
        })
    }

    fn club<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Club>, Unavailable>> {
        Box::pin(async move {
            let one = format!("{CLUB} WHERE skeleton = ?");
            self.one_club(query(one).bind(skeleton)).await
        })
    }

    fn clubs(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Club>, Unavailable>> {
        Box::pin(async move {
            let all = format!(
                "{CLUB} WHERE CASE WHEN ?1 IS NULL THEN closed = 0
                     ELSE id IN (SELECT club FROM club_people WHERE player = ?1) END
                 ORDER BY name, id LIMIT ?2"
            );
            let player = of.map(|player| player.to_string());
            let all = query(all).bind_all(values![player, limit]);
            self.all_of(all, club_of).await
        })
    }

    fn club_people<'a>(
        &'a self,
        club: &'a ClubId,
    ) -> Answer<'a, Result<Vec<ClubPerson>, Unavailable>> {
        Box::pin(async move {
            let people = format!(
                "SELECT id, kind, name, username, made_at, part, shown, since
                 FROM club_people JOIN players ON id = player
                 WHERE club = ? ORDER BY {RANK} DESC, since, id"
            );
            let person = |row: &Row| {
                Ok(ClubPerson {
                    player: player_of(row, 0)?,
                    part: part_of(row, 5)?.ok_or_else(|| damaged("no part in a club"))?,
                    is_shown: row.try_get(6)?,
                    since: time_of(row, 7)?,
                })
            };
            self.all_of(query(people).bind(club), person).await
        })
    }

    fn seasons<'a>(&'a self, club: &'a ClubId) -> Answer<'a, Result<Vec<Season>, Unavailable>> {
        Box::pin(async move {
            let seasons = query(
                "SELECT number, name, rule, best FROM club_seasons WHERE club = ? ORDER BY number",
            );
            let season = |row: &Row| {
                let rule = SeasonRule::by_id(row.try_get(2)?);
                Ok(Season {
                    number: row.try_get(0)?,
                    name: row.try_get(1)?,
                    rule: rule.ok_or_else(|| damaged("no rule of a season"))?,
                    best: row.try_get(3)?,
                })
            };
            self.all_of(seasons.bind(club), season).await
        })
    }

    fn club_events<'a>(
        &'a self,
        club: &'a ClubId,
    ) -> Answer<'a, Result<Vec<ClubEvent>, Unavailable>> {
        Box::pin(async move {
            let events = query(
                "SELECT event, begins, season, division, ends FROM club_events WHERE club = ?
                 ORDER BY begins DESC, event",
            );
            let event = |row: &Row| {
                Ok(ClubEvent {
                    event: row.try_get(0)?,
                    begins: row.try_get(1)?,
                    season: row.try_get(2)?,
                    division: row.try_get(3)?,
                    ends: row.try_get(4)?,
                })
            };
            self.all_of(events.bind(club), event).await
        })
    }

    fn club_of_event<'a>(
        &'a self,
        event: &'a EventId,
    ) -> Answer<'a, Result<Option<Club>, Unavailable>> {
        Box::pin(async move {
            let one = format!("{CLUB} JOIN club_events ON club = clubs.id WHERE event = ?");
            self.one_club(query(one).bind(event)).await
        })
    }

    fn club_notices(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<ClubNotice>, Unavailable>> {
        Box::pin(async move {
            let notices = query(
                "SELECT event, address, name, at FROM club_notices
                 JOIN clubs ON clubs.id = club_notices.club
                 WHERE player = ? ORDER BY at DESC, event LIMIT ?",
            );
            let notice = |row: &Row| {
                Ok(ClubNotice {
                    event: row.try_get(0)?,
                    address: row.try_get(1)?,
                    club: row.try_get(2)?,
                    at: time_of(row, 3)?,
                })
            };
            let notices = notices.bind(player.as_str()).bind(limit);
            self.all_of(notices, notice).await
        })
    }

    fn club_matches<'a>(
        &'a self,
        club: &'a ClubId,
    ) -> Answer<'a, Result<Vec<ClubMatch>, Unavailable>> {
        Box::pin(async move { self.league(club).await.map_err(unavailable) })
    }

    fn evenings(&self, player: PlayerId) -> Answer<'_, Result<Vec<OwnEvening>, Unavailable>> {
        Box::pin(async move { self.evenings_of(player).await.map_err(unavailable) })
    }

    fn club_audit<'a>(
        &'a self,
        club: &'a ClubId,
        limit: u32,
    ) -> Answer<'a, Result<Vec<ClubEntry>, Unavailable>> {
        Box::pin(async move {
            let audit = query(
                "SELECT at, actor, act, about, was, is_now, what FROM club_audit WHERE club = ?
                 ORDER BY number DESC LIMIT ?",
            );
            let entry = |row: &Row| {
                let act = ClubAct::by_id(row.try_get(2)?);
                let about: Option<&str> = row.try_get(3)?;
                Ok(ClubEntry {
                    at: time_of(row, 0)?,
                    by: id_of(row, 1)?,
                    act: act.ok_or_else(|| damaged("nothing that is done in a club"))?,
                    about: about.map(|_| id_of(row, 3)).transpose()?,
                    was: part_of(row, 4)?,
                    now: part_of(row, 5)?,
                    what: row.try_get(6)?,
                })
            };
            self.all_of(audit.bind(club).bind(limit), entry).await
        })
    }
}

fn club_of(row: &Row) -> Result<Club, Error> {
    let secret: &[u8] = row.try_get(9)?;
    Ok(Club {
        id: row.try_get(0)?,
        address: row.try_get(1)?,
        skeleton: row.try_get(2)?,
        told: ClubTold {
            name: row.try_get(3)?,
            place: row.try_get(4)?,
            evening: row.try_get(5)?,
            about: row.try_get(6)?,
            usual: row.try_get(7)?,
            zone: row.try_get(11)?,
        },
        made_at: time_of(row, 8)?,
        secret: secret.try_into().map_err(|_| damaged("no secret"))?,
        is_closed: row.try_get(10)?,
    })
}

fn part_of(row: &Row, column: usize) -> Result<Option<ClubPart>, Error> {
    let word: Option<&str> = row.try_get(column)?;
    let part = |word| ClubPart::by_id(word).ok_or_else(|| damaged("no part in a club"));
    word.map(part).transpose()
}

/// Removes the roles of a deleted player, and hands their clubs to another owner.
pub(super) async fn forget(connection: &mut dyn Connection, player: PlayerId) -> Result<(), Error> {
    let owned = query("SELECT club FROM club_people WHERE player = ? AND part = 'owner'")
        .bind(player.as_str())
        .fetch_all(&mut *connection)
        .await?;
    for rows in [
        "DELETE FROM club_notices WHERE player = ?",
        "DELETE FROM club_people WHERE player = ?",
    ] {
        query(rows)
            .bind(player.as_str())
            .execute(&mut *connection)
            .await?;
    }
    club_matches::forget(connection, player, None).await?;
    for row in &owned {
        let club: ClubId = row.try_get(0)?;
        let heir = format!(
            "UPDATE club_people SET part = 'owner' WHERE club = ?1 AND player = (
                 SELECT player FROM club_people WHERE club = ?1 AND part NOT IN ('asks', 'invited')
                 ORDER BY {RANK} DESC, since, player LIMIT 1)"
        );
        let done = query(heir).bind(&club).execute(&mut *connection).await?;
        if done.rows_affected() == 0 {
            query("UPDATE clubs SET closed = 1 WHERE id = ?")
                .bind(&club)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// Outcome of a change: the inner error is the caller's fault, the outer one the database's.
pub(super) type Done = Result<Result<(), ClubError>, Error>;

/// Applies the change in a transaction. After an outer error the connection must not be used again.
pub(super) async fn apply(connection: &mut dyn Connection, change: &ClubChange) -> Done {
    connection.begin().await?;
    let done = Writing(connection, change).make().await?;
    connection.end(done.is_ok()).await?;
    Ok(done)
}

pub(super) const UNKNOWN: Result<(), ClubError> = Err(ClubError::Unknown);
pub(super) const FULL: Result<(), ClubError> = Err(ClubError::Full);

pub(super) struct Writing<'a>(pub(super) &'a mut dyn Connection, pub(super) &'a ClubChange);

impl Writing<'_> {
    async fn make(&mut self) -> Done {
        let change = self.1;
        if let ClubDeed::Found {
            address,
            skeleton,
            told,
            secret,
        } = &change.act
        {
            return self.found([address, skeleton], told, secret).await;
        }
        let leaves = matches!(
            change.act,
            ClubDeed::Move { to: None, .. }
                | ClubDeed::LeaveEvening(_)
                | ClubDeed::TakeBackEvening(_)
        );
        let club = query("SELECT 1 FROM clubs WHERE id = ? AND (closed = 0 OR ? = 1)")
            .bind_all(values![&change.club, leaves])
            .fetch_optional(&mut *self.0)
            .await?;
        if club.is_none() {
            return Ok(UNKNOWN);
        }
        match &change.act {
            // The address of an existing club.
            ClubDeed::Found { .. } => Ok(Err(ClubError::Taken)),
            ClubDeed::Describe(told) => {
                query(
                    "UPDATE clubs SET name = ?, place = ?, evening = ?, about = ?, usual = ?,
                         zone = ? WHERE id = ?",
                )
                .bind_all(values![
                    &told.name,
                    &told.place,
                    &told.evening,
                    &told.about,
                    &told.usual,
                    &told.zone,
                    &change.club
                ])
                .execute(&mut *self.0)
                .await?;
                self.note(ClubAct::Describe, None, [None, None], "").await
            }
            ClubDeed::Move { player, from, to } => self.moves(*player, *from, *to).await,
            ClubDeed::Show { player, shown } => {
                let done = query("UPDATE club_people SET shown = ? WHERE club = ? AND player = ?")
                    .bind_all(values![*shown, &change.club, player.as_str()])
                    .execute(&mut *self.0)
                    .await?;
                Ok(match done.rows_affected() {
                    0 => UNKNOWN,
                    _ => Ok(()),
                })
            }
            ClubDeed::HandOver { player } => self.hand_over(*player).await,
            ClubDeed::Season(season) => self.season(season).await,
            ClubDeed::Event(event) => self.event(event).await,
            ClubDeed::Read(event) => {
                query("DELETE FROM club_notices WHERE player = ? AND event = ?")
                    .bind_all(values![change.by.as_str(), event])
                    .execute(&mut *self.0)
                    .await?;
                Ok(Ok(()))
            }
            ClubDeed::Give(evening) => self.give(evening).await,
            ClubDeed::AcceptEvening(evening) => self.accept_evening(*evening).await,
            ClubDeed::LeaveEvening(evening) => self.leave_evening(*evening).await,
            ClubDeed::TakeBackEvening(evening) => self.take_back_evening(*evening).await,
            ClubDeed::Close => {
                for rows in [
                    "UPDATE clubs SET closed = 1 WHERE id = ?",
                    "DELETE FROM club_notices WHERE club = ?",
                ] {
                    query(rows).bind(&change.club).execute(&mut *self.0).await?;
                }
                self.note(ClubAct::Close, None, [None, None], "").await
            }
        }
    }

    async fn found(
        &mut self,
        [address, skeleton]: [&str; 2],
        told: &ClubTold,
        secret: &[u8; 32],
    ) -> Done {
        let change = self.1;
        if kind(self.0, change.by).await?.as_deref() != Some("member") {
            return Ok(UNKNOWN);
        }
        let made = query(
            "INSERT INTO clubs (id, address, skeleton, name, place, evening, about, usual, made_at,
                 secret, closed, zone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
        )
        .bind_all(values![
            &change.club,
            address,
            skeleton,
            &told.name,
            &told.place,
            &told.evening,
            &told.about,
            &told.usual,
            time(change.at),
            &secret[..],
            &told.zone
        ])
        .execute(&mut *self.0)
        .await;
        match made {
            Ok(_) => {}
            Err(error) if error.is_constraint() => return Ok(Err(ClubError::Taken)),
            Err(error) => return Err(error),
        }
        let owned = query(
            "SELECT count(*) FROM club_people JOIN clubs ON id = club AND closed = 0
             WHERE player = ? AND part = 'owner'",
        );
        let owned = owned.bind(change.by.as_str());
        if self.count(owned).await? >= MOST_CLUBS {
            return Ok(FULL);
        }
        query(
            "INSERT INTO club_people (club, player, part, shown, since) VALUES (?, ?, 'owner', 1, ?)",
        ).bind_all(values![&change.club, change.by.as_str(), time(change.at)])
        .execute(&mut *self.0)
        .await?;
        self.note(ClubAct::Found, None, [None, None], "").await
    }

    async fn moves(
        &mut self,
        player: PlayerId,
        from: Option<ClubPart>,
        to: Option<ClubPart>,
    ) -> Done {
        let change = self.1;
        if kind(self.0, player).await?.as_deref() != Some("member") {
            return Ok(UNKNOWN);
        }
        let was = self.part(player).await?;
        if was != from || [from, to].contains(&Some(ClubPart::Owner)) {
            return Ok(Err(ClubError::Conflict));
        }
        if was.is_none() && to.is_some() {
            let all = query("SELECT count(*) FROM club_people WHERE club = ?");
            if self.count(all.bind(&change.club)).await? >= MOST_CLUB_PEOPLE {
                return Ok(FULL);
            }
        }
        if to == Some(ClubPart::Asks) {
            let asked = "SELECT count(*) FROM club_people WHERE player = ? AND part = 'asks'";
            let asked = query(asked).bind(player.as_str());
            if self.count(asked).await? >= MOST_ASKED_CLUBS {
                return Ok(FULL);
            }
        }
        let moved = match to {
            None => query("DELETE FROM club_people WHERE club = ?1 AND player = ?2"),
            Some(_) => query(
                "INSERT INTO club_people (club, player, part, shown, since) VALUES (?1, ?2, ?3, 0, ?4)
                 ON CONFLICT (club, player) DO UPDATE SET part = excluded.part, since = excluded.since",
            ),
        };
        let moved = moved.bind(&change.club).bind(player.as_str());
        match to {
            None => moved,
            Some(part) => moved.bind(part.id()).bind(time(change.at)),
        }
        .execute(&mut *self.0)
        .await?;
        if !to.is_some_and(ClubPart::belongs) {
            query("DELETE FROM club_notices WHERE club = ? AND player = ?")
                .bind_all(values![&change.club, player.as_str()])
                .execute(&mut *self.0)
                .await?;
            club_matches::forget(self.0, player, Some(&change.club)).await?;
        }
        self.note(ClubAct::Move, Some(player), [was, to], "").await
    }

    async fn hand_over(&mut self, player: PlayerId) -> Done {
        let change = self.1;
        let was = self.part(player).await?;
        match was.filter(|part| part.belongs()) {
            None => return Ok(UNKNOWN),
            Some(ClubPart::Owner) => return Ok(Err(ClubError::Conflict)),
            Some(_) => {}
        }
        for statement in [
            "UPDATE club_people SET part = 'director', since = ?3
             WHERE club = ?1 AND part = 'owner' AND player <> ?2",
            "UPDATE club_people SET part = 'owner', since = ?3 WHERE club = ?1 AND player = ?2",
        ] {
            query(statement)
                .bind_all(values![&change.club, player.as_str(), time(change.at)])
                .execute(&mut *self.0)
                .await?;
        }
        let parts = [was, Some(ClubPart::Owner)];
        self.note(ClubAct::HandOver, Some(player), parts, "").await
    }

    async fn season(&mut self, season: &Season) -> Done {
        let change = self.1;
        query(
            "INSERT INTO club_seasons (club, number, name, rule, best) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (club, number) DO UPDATE
             SET name = excluded.name, rule = excluded.rule, best = excluded.best",
        )
        .bind_all(values![
            &change.club,
            season.number,
            &season.name,
            season.rule.id(),
            season.best
        ])
        .execute(&mut *self.0)
        .await?;
        let all = query("SELECT count(*) FROM club_seasons WHERE club = ?");
        if self.count(all.bind(&change.club)).await? > MOST_SEASONS {
            return Ok(FULL);
        }
        self.note(ClubAct::Season, None, [None, None], &season.name)
            .await
    }

    async fn event(&mut self, event: &ClubEvent) -> Done {
        let change = self.1;
        let known = query(
            "SELECT 1 FROM events WHERE id = ?1 AND (?2 IS NULL OR EXISTS (
                 SELECT 1 FROM club_seasons WHERE club = ?3 AND number = ?2))",
        )
        .bind_all(values![&event.event, event.season, &change.club])
        .fetch_optional(&mut *self.0)
        .await?;
        if known.is_none() {
            return Ok(UNKNOWN);
        }
        let earlier = query("SELECT 1 FROM club_events WHERE event = ?")
            .bind(&event.event)
            .fetch_optional(&mut *self.0)
            .await?;
        let done = query(
            "INSERT INTO club_events (event, club, begins, season, division, ends)
             VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (event) DO UPDATE SET begins = excluded.begins, season = excluded.season,
                 division = excluded.division, ends = excluded.ends
                 WHERE club_events.club = excluded.club",
        )
        .bind_all(values![
            &event.event,
            &change.club,
            &event.begins,
            event.season,
            event.division,
            &event.ends
        ])
        .execute(&mut *self.0)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(Err(ClubError::Conflict));
        }
        let all = query("SELECT count(*) FROM club_events WHERE club = ?");
        if self.count(all.bind(&change.club)).await? > MOST_CLUB_EVENTS {
            return Ok(FULL);
        }
        if earlier.is_none() {
            query(
                "INSERT INTO club_notices (player, event, club, at)
                 SELECT player, ?1, club, ?2 FROM club_people
                 WHERE club = ?3 AND part NOT IN ('asks', 'invited') AND player <> ?4",
            )
            .bind_all(values![
                &event.event,
                time(change.at),
                &change.club,
                change.by.as_str()
            ])
            .execute(&mut *self.0)
            .await?;
        }
        self.note(ClubAct::Event, None, [None, None], event.event.as_str())
            .await
    }

    pub(super) async fn part(&mut self, player: PlayerId) -> Result<Option<ClubPart>, Error> {
        let row = query("SELECT part FROM club_people WHERE club = ? AND player = ?")
            .bind_all(values![&self.1.club, player.as_str()])
            .fetch_optional(&mut *self.0)
            .await?;
        row.map_or(Ok(None), |row| part_of(&row, 0))
    }

    pub(super) async fn count(&mut self, query: Query) -> Result<u32, Error> {
        query.fetch_one(&mut *self.0).await?.try_get(0)
    }

    async fn note(
        &mut self,
        act: ClubAct,
        about: Option<PlayerId>,
        [was, now]: [Option<ClubPart>; 2],
        what: &str,
    ) -> Done {
        let change = self.1;
        query(
            "INSERT INTO club_audit (number, club, at, actor, about, act, was, is_now, what)
             SELECT 1 + coalesce(max(number), 0), ?, ?, ?, ?, ?, ?, ?, ? FROM club_audit",
        )
        .bind_all(values![
            &change.club,
            time(change.at),
            change.by.as_str(),
            about.map(|player| player.to_string()),
            act.id(),
            was.map(ClubPart::id),
            now.map(ClubPart::id),
            what
        ])
        .execute(&mut *self.0)
        .await?;
        Ok(Ok(()))
    }
}
