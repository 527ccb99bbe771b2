//! The private leagues of clubs.

use std::collections::BTreeSet;

use capicu::Side;
use capicu_protocol::{ClubId, PlayerId};

use super::clubs::{Done, FULL, UNKNOWN, Writing};
use super::people::{damaged, id_of, time, time_of};
use super::{Connection, Engine, Error, Row, Sql, query};
use crate::clubs::{
    ClubError, ClubMatch, ClubMatchPlayer, ClubPart, Consent, EveningNumber, MOST_ASKED_MATCHES,
    MOST_CLUB_MATCHES, NewClubMatch, NewEvening, OwnEvening,
};

const LEAGUE: &str =
    "SELECT evening, number, day, writer, winner, player, side, rounds, capicus, accepted
     FROM club_matches JOIN club_match_players USING (club, evening, number)
     WHERE club = ? ORDER BY day, evening, number, player";

const EVENINGS: &str =
    "SELECT clubs.id, address, name, club_matches.evening, day, writer, winner, side,
         rounds, capicus, accepted
     FROM club_match_players AS own
     JOIN club_matches ON club_matches.club = own.club AND club_matches.evening = own.evening
         AND club_matches.number = own.number
     JOIN clubs ON clubs.id = own.club
     WHERE player = ? ORDER BY day DESC, club_matches.evening DESC, clubs.id, club_matches.number";

impl<E: Engine> Sql<E> {
    pub(super) async fn league(&self, club: &ClubId) -> Result<Vec<ClubMatch>, Error> {
        let rows = query(LEAGUE).bind(club).fetch_all(&self.0).await?;
        let mut matches: Vec<ClubMatch> = Vec::new();
        let mut last = None;
        for row in &rows {
            let key: (u64, u32) = (time_of(row, 0)?, row.try_get(1)?);
            if last != Some(key) {
                last = Some(key);
                matches.push(ClubMatch {
                    evening: key.0,
                    day: row.try_get(2)?,
                    writer: writer_of(row, 3)?,
                    winner: side_of(row, 4)?,
                    players: Vec::new(),
                });
            }
            let player = ClubMatchPlayer {
                player: id_of(row, 5)?,
                side: side_of(row, 6)?,
                rounds: row.try_get(7)?,
                capicus: row.try_get(8)?,
            };
            if let Some(of) = matches.last_mut() {
                of.players.push((player, consent_of(row, 9)?));
            }
        }
        Ok(matches)
    }

    pub(super) async fn evenings_of(&self, player: PlayerId) -> Result<Vec<OwnEvening>, Error> {
        let rows = query(EVENINGS)
            .bind(player.as_str())
            .fetch_all(&self.0)
            .await?;
        let mut evenings: Vec<OwnEvening> = Vec::new();
        for row in &rows {
            let (club, evening): (ClubId, _) = (row.try_get(0)?, time_of(row, 3)?);
            let known = evenings.last();
            if known.is_none_or(|known| (&known.club, known.evening) != (&club, evening)) {
                evenings.push(OwnEvening {
                    club,
                    address: row.try_get(1)?,
                    name: row.try_get(2)?,
                    evening,
                    day: row.try_get(4)?,
                    writer: writer_of(row, 5)?,
                    consent: consent_of(row, 10)?,
                    matches: 0,
                    won: 0,
                    rounds: 0,
                    capicus: 0,
                });
            }
            if let Some(of) = evenings.last_mut() {
                // The player may have been named in more matches after an answer.
                if consent_of(row, 10)? == Consent::Asked {
                    of.consent = Consent::Asked;
                }
                of.matches += 1;
                of.won += u32::from(side_of(row, 6)? == side_of(row, 7)?);
                of.rounds += row.try_get::<u32>(8)?;
                of.capicus += row.try_get::<u32>(9)?;
            }
        }
        Ok(evenings)
    }
}

fn writer_of(row: &Row, column: usize) -> Result<Option<PlayerId>, Error> {
    let writer: Option<&str> = row.try_get(column)?;
    writer.map(|_| id_of(row, column)).transpose()
}

fn side_of(row: &Row, column: usize) -> Result<Side, Error> {
    Side::new(row.try_get(column)?).ok_or_else(|| damaged("no side of a match"))
}

fn consent_of(row: &Row, column: usize) -> Result<Consent, Error> {
    Ok(match row.try_get(column)? {
        true => Consent::Accepted,
        false => Consent::Asked,
    })
}

/// Removes a player from the matches of a club or of all clubs, and matches without a player.
pub(super) async fn forget(
    connection: &mut dyn Connection,
    player: PlayerId,
    club: Option<&ClubId>,
) -> Result<(), Error> {
    for statement in [
        "DELETE FROM club_match_players WHERE player = ?1 AND (?2 IS NULL OR club = ?2)",
        "UPDATE club_matches SET writer = NULL WHERE writer = ?1 AND (?2 IS NULL OR club = ?2)",
    ] {
        query(statement)
            .bind_all(values![player.as_str(), club.map(ToString::to_string)])
            .execute(&mut *connection)
            .await?;
    }
    remove_empty(connection, club).await
}

async fn remove_empty(connection: &mut dyn Connection, club: Option<&ClubId>) -> Result<(), Error> {
    query(
        "DELETE FROM club_matches WHERE (?1 IS NULL OR club = ?1) AND NOT EXISTS (
             SELECT 1 FROM club_match_players AS one WHERE one.club = club_matches.club
                 AND one.evening = club_matches.evening AND one.number = club_matches.number)",
    )
    .bind_all(values![club.map(ToString::to_string)])
    .execute(&mut *connection)
    .await?;
    Ok(())
}

impl Writing<'_> {
    pub(super) async fn give(&mut self, evening: &NewEvening) -> Done {
        let change = self.1;
        let mut people = BTreeSet::from([change.by]);
        for of in &evening.matches {
            let players: BTreeSet<PlayerId> = of.players.iter().map(|one| one.player).collect();
            if players.len() < of.players.len() {
                return Ok(Err(ClubError::Conflict));
            }
            people.extend(players);
        }
        for player in &people {
            if !self.part(*player).await?.is_some_and(ClubPart::belongs) {
                return Ok(UNKNOWN);
            }
        }
        let last = query("SELECT coalesce(max(evening), 0) FROM club_matches WHERE club = ?")
            .bind(&change.club)
            .fetch_one(&mut *self.0)
            .await?;
        let number = change.at.max(time_of(&last, 0)? + 1);
        let (mut n, mut named) = (0, false);
        for of in evening.matches.iter().filter(|of| !of.players.is_empty()) {
            if self.add_match(number, n + 1, &evening.day, of).await? {
                n += 1;
                self.add_players((number, n), of).await?;
            } else if let Some(known) = self.own_match(of).await? {
                named |= self.add_players(known, of).await?;
            }
        }
        if n == 0 && !named {
            return Ok(Err(ClubError::Conflict));
        }
        let all = query("SELECT count(*) FROM club_matches WHERE club = ?").bind(&change.club);
        if self.count(all).await? > MOST_CLUB_MATCHES {
            return Ok(FULL);
        }
        for player in people.iter().filter(|player| **player != change.by) {
            let asked =
                query("SELECT count(*) FROM club_match_players WHERE player = ? AND accepted = 0");
            if self.count(asked.bind(player.as_str())).await? > MOST_ASKED_MATCHES {
                return Ok(FULL);
            }
        }
        Ok(Ok(()))
    }

    /// Adds a match, unless the club has it.
    async fn add_match(
        &mut self,
        evening: EveningNumber,
        number: u32,
        day: &str,
        of: &NewClubMatch,
    ) -> Result<bool, Error> {
        let change = self.1;
        let done = query(
            "INSERT INTO club_matches (club, evening, number, day, writer, mark, winner)
             VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (club, mark) DO NOTHING",
        )
        .bind_all(values![
            &change.club,
            time(evening),
            number,
            day,
            change.by.as_str(),
            &of.mark[..],
            of.winner.index() as i64
        ])
        .execute(&mut *self.0)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    /// The match that the person who acts gave before.
    async fn own_match(
        &mut self,
        of: &NewClubMatch,
    ) -> Result<Option<(EveningNumber, u32)>, Error> {
        let change = self.1;
        let row = query(
            "SELECT evening, number FROM club_matches WHERE club = ? AND mark = ? AND writer = ?",
        )
        .bind_all(values![&change.club, &of.mark[..], change.by.as_str()])
        .fetch_optional(&mut *self.0)
        .await?;
        row.map(|row| Ok((time_of(&row, 0)?, row.try_get(1)?)))
            .transpose()
    }

    /// Adds the players of a match whom it does not have. Returns whether there were any.
    async fn add_players(
        &mut self,
        (evening, number): (EveningNumber, u32),
        of: &NewClubMatch,
    ) -> Result<bool, Error> {
        let change = self.1;
        let mut any = false;
        for one in &of.players {
            let done = query(
                "INSERT INTO club_match_players
                     (club, evening, number, player, side, rounds, capicus, accepted)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            )
            .bind_all(values![
                &change.club,
                time(evening),
                number,
                one.player.as_str(),
                one.side.index() as i64,
                one.rounds,
                one.capicus,
                one.player == change.by
            ])
            .execute(&mut *self.0)
            .await?;
            any |= done.rows_affected() > 0;
        }
        Ok(any)
    }

    pub(super) async fn accept_evening(&mut self, evening: EveningNumber) -> Done {
        self.on_evening(
            "UPDATE club_match_players SET accepted = 1
             WHERE club = ? AND evening = ? AND player = ?",
            evening,
        )
        .await
    }

    pub(super) async fn leave_evening(&mut self, evening: EveningNumber) -> Done {
        let left = "DELETE FROM club_match_players WHERE club = ? AND evening = ? AND player = ?";
        let done = self.on_evening(left, evening).await?;
        remove_empty(self.0, Some(&self.1.club)).await?;
        Ok(done)
    }

    pub(super) async fn take_back_evening(&mut self, evening: EveningNumber) -> Done {
        let players = "DELETE FROM club_match_players WHERE club = ?1 AND evening = ?2
             AND EXISTS (SELECT 1 FROM club_matches
                 WHERE club = ?1 AND evening = ?2 AND writer = ?3)";
        let done = self.on_evening(players, evening).await?;
        remove_empty(self.0, Some(&self.1.club)).await?;
        Ok(done)
    }

    /// Runs a statement for an evening and the person who acts.
    async fn on_evening(&mut self, statement: &'static str, evening: EveningNumber) -> Done {
        let change = self.1;
        let done = query(statement)
            .bind_all(values![&change.club, time(evening), change.by.as_str()])
            .execute(&mut *self.0)
            .await?;
        Ok(match done.rows_affected() {
            0 => UNKNOWN,
            _ => Ok(()),
        })
    }
}
