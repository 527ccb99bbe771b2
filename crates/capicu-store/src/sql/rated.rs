//! Changes of ratings by results.

use super::{Connection, Engine, Error, Sql, query, unavailable};
use crate::{AppendError, FORMAT_OF_RATINGS, Rated, Unavailable, codec};

#[derive(Debug)]
pub(super) enum RateRow {
    Write {
        sequence: i64,
        algorithm: u32,
        changes: String,
    },
    /// Removes all changes of ratings.
    Forget,
}

/// Applies it; a conflict if it does not fit. After an outer error the connection must not be used again.
pub(super) async fn apply(
    connection: &mut dyn Connection,
    row: RateRow,
) -> Result<Result<(), AppendError>, Error> {
    let written = match row {
        RateRow::Write {
            sequence,
            algorithm,
            changes,
        } => {
            query("INSERT INTO ratings (sequence, algorithm, format, changes) VALUES (?, ?, ?, ?)")
                .bind_all(values![sequence, algorithm, FORMAT_OF_RATINGS, changes])
                .execute(connection)
                .await
        }
        RateRow::Forget => query("DELETE FROM ratings").execute(connection).await,
    };
    match written {
        Ok(_) => Ok(Ok(())),
        Err(error) if error.is_constraint() => Ok(Err(AppendError::Conflict)),
        Err(error) => Err(error),
    }
}

impl<E: Engine> Sql<E> {
    pub(super) async fn rated_after(
        &self,
        sequence: u64,
        limit: u32,
    ) -> Result<Vec<Rated>, Unavailable> {
        let rows = query(
            "SELECT sequence, algorithm, format, changes FROM ratings
             WHERE sequence > ? ORDER BY sequence LIMIT ?",
        )
        .bind_all(values![i64::try_from(sequence).unwrap_or(i64::MAX), limit])
        .fetch_all(&self.0)
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
