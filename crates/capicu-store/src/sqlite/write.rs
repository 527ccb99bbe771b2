//! How the writer gets at the file.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, SqlitePool};

use super::batch;
use super::connection::error;
use crate::Answer;
use crate::sql::{Access, Error, Write, Written};

/// The file.
pub(super) struct Database {
    /// How to open it again.
    pub options: SqliteConnectOptions,
    /// Closed before the connection is, so that nobody keeps the log from being written into the file.
    pub readers: SqlitePool,
}

impl Access for Database {
    type Link = SqliteConnection;

    fn connect(&mut self) -> Answer<'_, Result<SqliteConnection, Error>> {
        Box::pin(async {
            let mut connection = self.options.connect().await.map_err(error)?;
            let probe = "INSERT INTO probe (one, n) VALUES (1, 1)
                         ON CONFLICT (one) DO UPDATE SET n = n + 1";
            match batch::run(&mut connection, probe).await {
                Ok(()) => Ok(connection),
                Err(why) => {
                    let _ = connection.close().await;
                    Err(error(why))
                }
            }
        })
    }

    fn commit<'a>(
        &'a mut self,
        link: &'a mut SqliteConnection,
        batch: &'a [Write],
    ) -> Answer<'a, Result<Vec<Written>, Error>> {
        Box::pin(async { batch::commit(link, batch).await.map_err(error) })
    }

    fn give_up(&mut self, link: SqliteConnection) -> Answer<'_, ()> {
        Box::pin(async {
            let _ = link.close().await;
        })
    }

    /// Writes the log into the file and removes it, so that the file alone holds everything.
    fn close(&mut self, link: Option<SqliteConnection>) -> Answer<'_, ()> {
        Box::pin(async {
            self.readers.close().await;
            let Some(mut connection) = link else {
                return;
            };
            if let Err(error) = batch::run(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await
            {
                tracing::warn!(%error, "what was written last stays beside the database, in its log");
            }
            let _ = connection.close().await;
        })
    }
}
