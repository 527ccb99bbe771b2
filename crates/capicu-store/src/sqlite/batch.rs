//! Appends of several tables in one transaction.

use capicu_protocol::TableId;
use serde::ser::{Serialize, SerializeTuple as _, Serializer};
use sqlx::{Row as _, SqliteConnection};

use super::place::Place;
use crate::sql::{EffectRow, Line as Row, Write, Written};
use crate::{AppendError, FORMAT_OF_RESULTS, FORMAT_OF_SETUPS};

/// Writes each append that can be written. The returned answers are on disk. After an error the connection must not be
/// used again.
pub(super) async fn commit(
    connection: &mut SqliteConnection,
    place: &Place,
    batch: &[Write],
) -> Result<Vec<Written>, sqlx::Error> {
    let waits = place.waits();
    run(connection, "BEGIN IMMEDIATE").await?;
    drop(waits);
    match insert(connection, batch).await {
        Ok(()) => {
            run(connection, "COMMIT").await?;
            Ok(vec![Ok(()); batch.len()])
        }
        Err(error) if is_constraint(&error) => {
            run(connection, "ROLLBACK").await?;
            each_alone(connection, batch).await
        }
        Err(error) => Err(error),
    }
}

/// Writes appends one after the other, so that a failing one does not affect the others. They still share a transaction
/// and a flush.
async fn each_alone(
    connection: &mut SqliteConnection,
    batch: &[Write],
) -> Result<Vec<Written>, sqlx::Error> {
    run(connection, "BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(batch.len());
    for write in batch {
        run(connection, "SAVEPOINT one").await?;
        let answer = match insert(connection, std::slice::from_ref(write)).await {
            Ok(()) => Ok(()),
            Err(error) if is_constraint(&error) => {
                run(connection, "ROLLBACK TO one").await?;
                let refusal = refusal(connection, write).await?;
                tracing::debug!(table = write.table.as_str(), %error, %refusal, "an append was refused");
                Err(refusal)
            }
            Err(error) => return Err(error),
        };
        run(connection, "RELEASE one").await?;
        answers.push(answer);
    }
    run(connection, "COMMIT").await?;
    Ok(answers)
}

async fn refusal(
    connection: &mut SqliteConnection,
    write: &Write,
) -> Result<AppendError, sqlx::Error> {
    for row in write.rows.iter().filter(|row| row.key.is_some()) {
        let used =
            sqlx::query("SELECT version FROM journal WHERE table_id = ? AND seat = ? AND key = ?")
                .bind(write.table.as_str())
                .bind(row.seat)
                .bind(&row.key)
                .fetch_optional(&mut *connection)
                .await?;
        if let Some(used) = used {
            return Ok(AppendError::KeyUsed {
                version: used.try_get(0)?,
            });
        }
    }
    Ok(AppendError::Conflict)
}

async fn insert(connection: &mut SqliteConnection, batch: &[Write]) -> Result<(), sqlx::Error> {
    for write in batch {
        if let Some(made) = &write.made {
            sqlx::query("INSERT INTO tables (id, setup, made_at, format) VALUES (?, ?, ?, ?)")
                .bind(write.table.as_str())
                .bind(&made.setup)
                .bind(made.at as i64)
                .bind(FORMAT_OF_SETUPS)
                .execute(&mut *connection)
                .await?;
        }
    }
    let lines: Vec<Line<'_>> = batch
        .iter()
        .flat_map(|write| write.rows.iter().map(|row| Line(write.table.as_str(), row)))
        .collect();
    if !lines.is_empty() {
        // Insert all rows by one statement: a statement costs more than a row.
        sqlx::query(
            "INSERT INTO journal (table_id, version, at, seat, key, format, fact)
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3,
                    value ->> 4, value ->> 5, value ->> 6
             FROM json_each(?)",
        )
        .bind(serde_json::to_string(&lines).expect("rows are JSON"))
        .execute(&mut *connection)
        .await?;
    }
    for write in batch {
        for effect in &write.effects {
            follow(connection, &write.table, effect).await?;
        }
    }
    Ok(())
}

async fn follow(
    connection: &mut SqliteConnection,
    table: &TableId,
    effect: &EffectRow,
) -> Result<(), sqlx::Error> {
    match effect {
        EffectRow::Result {
            number,
            at,
            result,
            record,
            players,
        } => {
            let ended = sqlx::query(
                "INSERT INTO results (sequence, table_id, number, at, format, result)
                 SELECT 1 + coalesce(max(sequence), 0), ?, ?, ?, ?, ? FROM results
                 RETURNING sequence",
            )
            .bind(table.as_str())
            .bind(*number)
            .bind(*at as i64)
            .bind(FORMAT_OF_RESULTS)
            .bind(result)
            .fetch_one(&mut *connection)
            .await?;
            let sequence: i64 = ended.try_get(0)?;
            if let Some(record) = record {
                sqlx::query("INSERT INTO records (sequence, record) VALUES (?, ?)")
                    .bind(sequence)
                    .bind(record)
                    .execute(&mut *connection)
                    .await?;
            }
            for (seat, player) in players {
                sqlx::query("INSERT INTO played (player, sequence, seat) VALUES (?, ?, ?)")
                    .bind(player.as_str())
                    .bind(sequence)
                    .bind(seat)
                    .execute(&mut *connection)
                    .await?;
            }
        }
        EffectRow::Bound {
            seat,
            player: Some(player),
        } => {
            sqlx::query(
                "INSERT INTO seats (table_id, seat, player) VALUES (?, ?, ?)
                 ON CONFLICT (table_id, seat) DO UPDATE SET player = excluded.player",
            )
            .bind(table.as_str())
            .bind(seat)
            .bind(player.as_str())
            .execute(&mut *connection)
            .await?;
        }
        EffectRow::Bound { seat, player: None } => {
            sqlx::query("DELETE FROM seats WHERE table_id = ? AND seat = ?")
                .bind(table.as_str())
                .bind(seat)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// A row of the journal as a list.
struct Line<'a>(&'a str, &'a Row);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(table, row) = self;
        let mut line = serializer.serialize_tuple(7)?;
        line.serialize_element(table)?;
        line.serialize_element(&row.version)?;
        line.serialize_element(&row.at)?;
        line.serialize_element(&row.seat)?;
        line.serialize_element(&row.key)?;
        line.serialize_element(&row.format)?;
        line.serialize_element(&row.fact)?;
        line.end()
    }
}

pub(super) async fn run(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::query(statement).execute(connection).await.map(|_| ())
}

/// Whether the new data does not fit the existing data; then the disk works.
pub(super) fn is_constraint(error: &sqlx::Error) -> bool {
    /// The lower byte of SQLite's error codes for constraints.
    const CONSTRAINT: i32 = 19;
    let code = error.as_database_error().and_then(|error| error.code());
    code.and_then(|code| code.parse::<i32>().ok())
        .is_some_and(|code| code & 0xff == CONSTRAINT)
}
