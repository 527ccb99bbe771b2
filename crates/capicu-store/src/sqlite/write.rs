//! The writer's access to the file.

use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqlitePool};

use super::batch;
use super::connection::{Link, error};
use super::place::Place;
use crate::sql::{Access, Error, Write, Written};
use crate::{Answer, AppendError};

pub(super) struct Database {
    pub options: SqliteConnectOptions,
    /// Closed before the connection, so that SQLite can write the log into the file.
    pub readers: SqlitePool,
    pub place: Arc<Place>,
}

impl Access for Database {
    type Link = Link;

    fn connect(&mut self) -> Answer<'_, Result<Link, Error>> {
        Box::pin(async {
            // The folder may contain another file, or none.
            if let Some(gone) = self.place.gone() {
                return Err(Error::Failed(gone.to_string()));
            }
            let mut connection = self.options.connect().await.map_err(error)?;
            let probe = "INSERT INTO probe (one, n) VALUES (1, 1)
                         ON CONFLICT (one) DO UPDATE SET n = n + 1";
            let waits = self.place.waits();
            match batch::run(&mut connection, probe).await {
                Ok(()) => {
                    drop(waits);
                    self.place.opened();
                    Ok(Link {
                        connection,
                        place: Arc::clone(&self.place),
                    })
                }
                Err(why) => {
                    drop(waits);
                    let _ = connection.close().await;
                    Err(error(why))
                }
            }
        })
    }

    fn commit<'a>(
        &'a mut self,
        link: &'a mut Link,
        batch: &'a [Write],
    ) -> Answer<'a, Result<Vec<Written>, Error>> {
        Box::pin(async {
            // The open file would accept the data, but vanish with the process.
            let refused = || vec![Err(AppendError::Failed); batch.len()];
            if self.place.gone().is_some() {
                return Ok(refused());
            }
            let done = batch::commit(&mut link.connection, &self.place, batch).await;
            let done = done.map_err(error)?;
            match self.place.gone() {
                None => Ok(done),
                Some(_) => Ok(refused()),
            }
        })
    }

    fn give_up(&mut self, link: Link) -> Answer<'_, ()> {
        Box::pin(async {
            let _ = link.connection.close().await;
        })
    }

    /// Writes the log into the file and removes it, so that the file alone contains all data.
    fn close(&mut self, link: Option<Link>) -> Answer<'_, ()> {
        Box::pin(async {
            self.readers.close().await;
            let Some(Link { mut connection, .. }) = link else {
                return;
            };
            for statement in [super::open::AT_REST, "PRAGMA wal_checkpoint(TRUNCATE)"] {
                if let Err(error) = batch::run(&mut connection, statement).await {
                    tracing::warn!(%error, "the last changes stay in the log next to the database");
                    break;
                }
            }
            let _ = connection.close().await;
        })
    }
}
