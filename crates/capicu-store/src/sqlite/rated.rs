//! What results did to ratings, in the database.

use sqlx::{Row as _, SqliteConnection};

use super::{Sqlite, batch, unavailable};
use crate::{AppendError, FORMAT, Rated, Unavailable, codec};

/// What is to be written.
#[derive(Debug)]
pub(super) enum RateRow {
    /// What a result did.
    Write {
        sequence: i64,
        algorithm: u32,
        changes: String,
    },
    /// That nothing is known of what results did.
    Forget,
}

/// Writes it: a conflict if it does not fit. After an error the connection is of no more use.
pub(super) async fn apply(
    connection: &mut SqliteConnection,
    row: RateRow,
) -> Result<Result<(), AppendError>, sqlx::Error> {
    let written =
        match row {
            RateRow::Write {
                sequence,
                algorithm,
                changes,
            } => sqlx::query(
                "INSERT INTO ratings (sequence, algorithm, format, changes) VALUES (?, ?, ?, ?)",
            )
            .bind(sequence)
            .bind(algorithm)
            .bind(FORMAT)
            .bind(changes)
            .execute(connection)
            .await,
            RateRow::Forget => sqlx::query("DELETE FROM ratings").execute(connection).await,
        };
    match written {
        Ok(_) => Ok(Ok(())),
        Err(error) if batch::is_constraint(&error) => Ok(Err(AppendError::Conflict)),
        Err(error) => Err(error),
    }
}

impl Sqlite {
    pub(super) async fn rated_after(
        &self,
        sequence: u64,
        limit: u32,
    ) -> Result<Vec<Rated>, Unavailable> {
        let rows = sqlx::query(
            "SELECT sequence, algorithm, format, changes FROM ratings
             WHERE sequence > ? ORDER BY sequence LIMIT ?",
        )
        .bind(i64::try_from(sequence).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .map_err(unavailable)?;
        let mut all = Vec::with_capacity(rows.len());
        for row in &rows {
            let sequence = row.try_get(0).map_err(unavailable)?;
            let algorithm = row.try_get(1).map_err(unavailable)?;
            let format = row.try_get(2).map_err(unavailable)?;
            let changes = row.try_get(3).map_err(unavailable)?;
            match codec::decode_rated(format, changes) {
                Ok(changes) => all.push(Rated {
                    sequence,
                    algorithm,
                    changes,
                }),
                Err(error) => tracing::error!(sequence, %error, "cannot read a change of ratings"),
            }
        }
        Ok(all)
    }
}
