use capicu_protocol::PlayerId;

use super::people::{Writing, damaged, id_of, time, time_of};
use super::{Connection, Engine, Error, Row, Sql, Task, query, unavailable};
use crate::conduct::{
    ConductAct, Entry, NewConductAct, NewReport, Outcome, Report, Role, Sanction, Why,
};
use crate::{Answer, Conduct, ConductError, Unavailable};

#[derive(Debug)]
pub(super) enum ConductRow {
    Report(NewReport),
    NewConductAct(NewConductAct),
}

/// All ids of a player: the current one and aliases.
const OF: &str = "?1 OR {column} IN (SELECT guest FROM aliases WHERE member = ?1)";

const REPORT: &str = "SELECT reports.number, reports.at,
         coalesce((SELECT member FROM aliases WHERE guest = reporter), reporter),
         coalesce((SELECT member FROM aliases WHERE guest = reported), reported),
         reports.table_id, number_there, why, words, talk, results.sequence, audit.act
     FROM reports LEFT JOIN audit ON audit.number = closed
     LEFT JOIN results ON results.table_id = reports.table_id AND results.number = number_there";

const ENTRY: &str =
    "SELECT number, at, actor, about, act, role, until, entry, reason FROM whole_audit";

const DEED: &str = "INSERT INTO audit (number, at, actor, about, act, reason, role, until, entry)
     SELECT 1 + coalesce(max(number), 0), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM whole_audit
     RETURNING number";

const HOUSE_DEED: &str = "INSERT INTO house_audit (number, at, actor, about, act, reason)
     SELECT 1 + coalesce(max(number), 0), ?1, ?2, ?3, ?4, ?5 FROM whole_audit
     WHERE ?6 IS NULL AND ?7 IS NULL AND ?8 IS NULL RETURNING number";

const ROLES: &str = "SELECT about, role FROM audit JOIN players ON id = about AND kind = 'member'
     WHERE role IS NOT NULL AND number IN (SELECT max(number) FROM audit WHERE act = 'role' GROUP BY about)
     ORDER BY about";

impl<E: Engine> Sql<E> {
    async fn reports(
        &self,
        rest: &str,
        player: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Report>, Error> {
        let player = player.map_or(String::new(), |player| player.to_string());
        let statement = format!("{REPORT} {rest}");
        let rows = query(statement).bind_all(values![player, limit]);
        let rows = rows.fetch_all(&self.0).await?;
        rows.iter().map(report_of).collect()
    }

    async fn entries(&self, rest: &str, first: String, limit: u32) -> Result<Vec<Entry>, Error> {
        let statement = format!("{ENTRY} {rest}");
        let rows = query(statement).bind_all(values![first, limit]);
        let rows = rows.fetch_all(&self.0).await?;
        rows.iter().map(entry_of).collect()
    }

    async fn all_roles(&self) -> Result<Vec<(PlayerId, Role)>, Error> {
        let rows = query(ROLES).fetch_all(&self.0).await?;
        let role = |row: &Row| Ok((id_of(row, 0)?, role_of(row.try_get(1)?)?));
        rows.iter().map(role).collect()
    }
}

impl<E: Engine> Conduct for Sql<E> {
    fn report(&self, report: NewReport) -> Answer<'_, Result<(), ConductError>> {
        Box::pin(async move {
            let row = ConductRow::Report(report);
            let answer = self.ask(|done| Task::Conduct(Box::new(row), done));
            let answer = answer.await.unwrap_or(Err(ConductError::Failed));
            answer.map(|_| ())
        })
    }

    fn act(&self, deed: NewConductAct) -> Answer<'_, Result<u64, ConductError>> {
        Box::pin(async move {
            let row = ConductRow::NewConductAct(deed);
            let answer = self.ask(|done| Task::Conduct(Box::new(row), done));
            answer.await.unwrap_or(Err(ConductError::Failed))
        })
    }

    fn open_reports(&self, limit: u32) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        Box::pin(async move {
            let open = "WHERE closed IS NULL AND ?1 = '' AND EXISTS (SELECT 1 FROM players
                 WHERE id = reported AND kind <> 'gone') ORDER BY reports.number LIMIT ?2";
            self.reports(open, None, limit).await.map_err(unavailable)
        })
    }

    fn reports_about(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        Box::pin(async move {
            let about = format!(
                "WHERE {} ORDER BY reports.number DESC LIMIT ?2",
                of("reported")
            );
            let found = self.reports(&about, Some(player), limit).await;
            found.map_err(unavailable)
        })
    }

    fn reports_by(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        Box::pin(async move {
            let by = format!(
                "WHERE {} ORDER BY reports.number DESC LIMIT ?2",
                of("reporter")
            );
            let found = self.reports(&by, Some(player), limit).await;
            found.map_err(unavailable)
        })
    }

    fn audit(&self, before: u64, limit: u32) -> Answer<'_, Result<Vec<Entry>, Unavailable>> {
        Box::pin(async move {
            let rest = "WHERE number < CAST(?1 AS BIGINT) ORDER BY number DESC LIMIT ?2";
            let found = self.entries(rest, time(before).to_string(), limit).await;
            found.map_err(unavailable)
        })
    }

    fn entries_about(&self, player: PlayerId) -> Answer<'_, Result<Vec<Entry>, Unavailable>> {
        Box::pin(async move {
            let rest = format!("WHERE {} ORDER BY number LIMIT ?2", of("about"));
            let found = self.entries(&rest, player.to_string(), u32::MAX).await;
            found.map_err(unavailable)
        })
    }

    fn roles(&self) -> Answer<'_, Result<Vec<(PlayerId, Role)>, Unavailable>> {
        Box::pin(async move { self.all_roles().await.map_err(unavailable) })
    }
}

/// Whether a column contains the first bound player, or an alias.
fn of(column: &str) -> String {
    format!("({column} = {})", OF.replace("{column}", column))
}

/// Applies the change in a transaction. After an outer error the connection must not be used again.
pub(super) async fn apply(
    connection: &mut dyn Connection,
    row: &ConductRow,
) -> Result<Result<u64, ConductError>, Error> {
    connection.begin().await?;
    let done = match row {
        ConductRow::Report(report) => file(connection, report).await?,
        ConductRow::NewConductAct(deed) => act(connection, deed).await?,
    };
    connection.end(done.is_ok()).await?;
    Ok(done)
}

/// Outcome of a change: the inner error is the caller's fault, the outer one the database's.
type Done = Result<Result<u64, ConductError>, Error>;

const UNKNOWN: Result<u64, ConductError> = Err(ConductError::Unknown);

/// Returns the current id of a player and whether it is a member; `None` if deleted.
async fn meant(
    connection: &mut dyn Connection,
    player: PlayerId,
) -> Result<Option<(PlayerId, bool)>, Error> {
    let row = query(
        "SELECT id, kind = 'member' FROM players
         WHERE id = coalesce((SELECT member FROM aliases WHERE guest = ?1), ?1)
         AND kind IN ('guest', 'member')",
    )
    .bind(player.as_str())
    .fetch_optional(connection)
    .await?;
    row.map(|row| Ok((id_of(&row, 0)?, row.try_get(1)?)))
        .transpose()
}

async fn file(connection: &mut dyn Connection, report: &NewReport) -> Done {
    let reporter = meant(connection, report.reporter).await?;
    let reported = meant(connection, report.reported).await?;
    let (Some((reporter, _)), Some((reported, _))) = (reporter, reported) else {
        return Ok(UNKNOWN);
    };
    let filed = query(
        "INSERT INTO reports (number, at, reporter, reported, table_id, number_there, why, words, talk)
         SELECT 1 + coalesce(max(number), 0), ?, ?, ?, ?, ?, ?, ?, ? FROM reports WHERE true
         ON CONFLICT DO NOTHING RETURNING number",
    ).bind_all(values![time(report.at), reporter.as_str(), reported.as_str(), &report.table, report.number, report.why.id(), &report.words, serde_json::to_string(&report.talk).expect("talk is JSON")])
    .fetch_optional(connection)
    .await?;
    match filed {
        Some(row) => Ok(Ok(time_of(&row, 0)?)),
        None => Ok(Err(ConductError::Again)),
    }
}

async fn act(connection: &mut dyn Connection, deed: &NewConductAct) -> Done {
    let Some((about, is_member)) = meant(connection, deed.about).await? else {
        return Ok(UNKNOWN);
    };
    if matches!(deed.act, ConductAct::Role(Some(_))) && !is_member {
        return Ok(UNKNOWN);
    }
    let (word, role, until, entry) = columns(deed.act);
    if let Some(entry) = entry
        && !concerns(connection, about, word, entry).await?
    {
        return Ok(UNKNOWN);
    }
    let is_of_house = matches!(deed.act, ConductAct::SignOut | ConductAct::Close);
    let into = if is_of_house { HOUSE_DEED } else { DEED };
    let written = query(into)
        .bind_all(values![
            time(deed.at),
            deed.by.map(|by| by.to_string()),
            about.as_str(),
            word,
            &deed.reason,
            role,
            until.map(time),
            entry.map(time)
        ])
        .fetch_one(&mut *connection)
        .await?;
    let number = time_of(&written, 0)?;
    query(
        "UPDATE reports SET closed = ?2 WHERE closed IS NULL AND number <= ?3 AND
         (reported = ?1 OR reported IN (SELECT guest FROM aliases WHERE member = ?1))",
    )
    .bind_all(values![about.as_str(), time(number), time(deed.closes)])
    .execute(&mut *connection)
    .await?;
    match deed.act {
        ConductAct::Rename => Writing(connection).rename_away(about).await?,
        ConductAct::Sanction {
            sanction: Sanction::Ban,
            ..
        } => Writing(connection).end_sessions(about).await?,
        ConductAct::SignOut => Writing(connection).end_sessions(about).await?,
        _ => {}
    }
    Ok(Ok(number))
}

/// Whether an entry about a player can be lifted or read, and was not yet.
async fn concerns(
    connection: &mut dyn Connection,
    about: PlayerId,
    word: &str,
    entry: u64,
) -> Result<bool, Error> {
    let found = query(
        "SELECT 1 FROM audit AS done WHERE number = ?2
         AND (about = ?1 OR about IN (SELECT guest FROM aliases WHERE member = ?1))
         AND (act IN ('mute', 'pause', 'ban') OR ?3 = 'read' AND act IN ('warn', 'rename'))
         AND NOT EXISTS (SELECT 1 FROM audit WHERE act = ?3 AND entry = done.number)",
    )
    .bind_all(values![about.as_str(), time(entry), word])
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

/// Returns the columns of an act: its word, a role, the end, and the entry it refers to.
const fn columns(
    act: ConductAct,
) -> (&'static str, Option<&'static str>, Option<u64>, Option<u64>) {
    match act {
        ConductAct::Role(None) => ("role", None, None, None),
        ConductAct::Role(Some(Role::Moderator)) => ("role", Some("moderator"), None, None),
        ConductAct::Role(Some(Role::Owner)) => ("role", Some("owner"), None, None),
        ConductAct::Dismiss => ("dismiss", None, None, None),
        ConductAct::Warn => ("warn", None, None, None),
        ConductAct::Rename => ("rename", None, None, None),
        ConductAct::Sanction { sanction, until } => (sanction.id(), None, until, None),
        ConductAct::Lift { entry } => ("lift", None, None, Some(entry)),
        ConductAct::Read { entry } => ("read", None, None, Some(entry)),
        ConductAct::SignOut => ("sign-out", None, None, None),
        ConductAct::Close => ("close", None, None, None),
    }
}

fn role_of(word: &str) -> Result<Role, Error> {
    match word {
        "owner" => Ok(Role::Owner),
        "moderator" => Ok(Role::Moderator),
        _ => Err(damaged("no role")),
    }
}

fn entry_of(row: &Row) -> Result<Entry, Error> {
    let by: Option<&str> = row.try_get(2)?;
    let role: Option<&str> = row.try_get(5)?;
    let number = |column| {
        let number: Option<i64> = row.try_get(column)?;
        Ok::<_, Error>(number.map(i64::unsigned_abs))
    };
    let (until, entry) = (number(6)?, number(7)?);
    let sanction = |sanction| ConductAct::Sanction { sanction, until };
    let act = match (row.try_get(4)?, entry) {
        ("role", _) => ConductAct::Role(role.map(role_of).transpose()?),
        ("dismiss", _) => ConductAct::Dismiss,
        ("warn", _) => ConductAct::Warn,
        ("rename", _) => ConductAct::Rename,
        ("mute", _) => sanction(Sanction::Mute),
        ("pause", _) => sanction(Sanction::Pause),
        ("ban", _) => sanction(Sanction::Ban),
        ("lift", Some(entry)) => ConductAct::Lift { entry },
        ("read", Some(entry)) => ConductAct::Read { entry },
        ("sign-out", _) => ConductAct::SignOut,
        ("close", _) => ConductAct::Close,
        _ => return Err(damaged("no act")),
    };
    Ok(Entry {
        number: time_of(row, 0)?,
        at: time_of(row, 1)?,
        by: by
            .map(|by| by.parse().map_err(|_| damaged("no id of a player")))
            .transpose()?,
        about: id_of(row, 3)?,
        act,
        reason: row.try_get(8)?,
    })
}

fn report_of(row: &Row) -> Result<Report, Error> {
    let result: Option<i64> = row.try_get(9)?;
    let closed: Option<&str> = row.try_get(10)?;
    let talk: &str = row.try_get(8)?;
    Ok(Report {
        number: time_of(row, 0)?,
        filed: NewReport {
            at: time_of(row, 1)?,
            reporter: id_of(row, 2)?,
            reported: id_of(row, 3)?,
            table: row.try_get(4)?,
            number: row.try_get(5)?,
            why: Why::by_id(row.try_get(6)?).ok_or_else(|| damaged("no reason"))?,
            words: row.try_get(7)?,
            talk: serde_json::from_str(talk).map_err(|_| damaged("no talk"))?,
        },
        result: result.map(i64::unsigned_abs),
        outcome: match closed {
            None => Outcome::Open,
            Some("dismiss") => Outcome::Dismissed,
            Some(_) => Outcome::Upheld,
        },
    })
}
