//! The writer's access to the database.

use capicu_store::shards::shard_of;
use capicu_store::sql::{Access, EffectRow, Error, Line, Write, Written};
use capicu_store::{Answer, AppendError, FORMAT_OF_RESULTS, FORMAT_OF_SETUPS};
use serde::Serialize;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, Row as _};

use crate::connection::{Fence, Link, code, error, simple};

/// The database, and this server's permission to write.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub options: PgConnectOptions,
    pub fence: Fence,
}

/// Attempts of an append that waited too long for another transaction.
const ATTEMPTS: u32 = 20;

impl Database {
    /// Turns a connection into a writing one, if this server may write.
    pub async fn link(&self, mut connection: PgConnection) -> Result<Link, Error> {
        let probe = "INSERT INTO probe (one, n) VALUES (1, 1)
                     ON CONFLICT (one) DO UPDATE SET n = probe.n + 1";
        simple(&mut connection, probe).await?;
        let fence = self.fence.clone();
        fence.holds(&mut connection).await?;
        Ok(Link { connection, fence })
    }
}

impl Access for Database {
    type Link = Link;

    fn connect(&mut self) -> Answer<'_, Result<Link, Error>> {
        Box::pin(async {
            let connection = self.options.connect().await.map_err(error)?;
            self.link(connection).await
        })
    }

    fn commit<'a>(
        &'a mut self,
        link: &'a mut Link,
        batch: &'a [Write],
    ) -> Answer<'a, Result<Vec<Written>, Error>> {
        Box::pin(async move {
            let asked = batch.iter().map(|write| Asked::of(write, &self.fence));
            let asked: Vec<Asked<'_>> = asked.collect();
            let asked = serde_json::to_string(&asked).expect("rows are JSON");
            for _ in 0..ATTEMPTS {
                let append = match &self.fence {
                    Fence::Lease(epoch) => sqlx::query("SELECT append($1::JSON, $2)")
                        .bind(&asked)
                        .bind(*epoch),
                    Fence::Node(shards) => sqlx::query("SELECT append_of_node($1::JSON, $2)")
                        .bind(&asked)
                        .bind(shards.name()),
                };
                let rows = append.fetch_all(&mut link.connection).await;
                let rows = match rows {
                    // A deadlock, or a long wait for a large change.
                    Err(why) if matches!(code(&why).as_deref(), Some("40P01" | "55P03")) => {
                        tracing::debug!(%why, "an append is tried again");
                        continue;
                    }
                    rows => rows.map_err(error)?,
                };
                if rows.is_empty() {
                    return Ok(vec![Ok(()); batch.len()]);
                }
                let answers = rows.iter().zip(batch).map(|(row, write)| {
                    let answer: i64 = row.try_get(0).map_err(error)?;
                    let refusal = match answer {
                        0 => return Ok(Ok(())),
                        1.. => AppendError::KeyUsed {
                            version: answer.unsigned_abs(),
                        },
                        _ => AppendError::Conflict,
                    };
                    tracing::debug!(table = write.table.as_str(), %refusal, "an append was refused");
                    Ok(Err(refusal))
                });
                return answers.collect();
            }
            Ok(vec![Err(AppendError::Failed); batch.len()])
        })
    }

    fn give_up(&mut self, link: Link) -> Answer<'_, ()> {
        Box::pin(async {
            // An open transaction ends with the connection; do not wait for an answer.
            drop(link);
        })
    }

    fn close(&mut self, link: Option<Link>) -> Answer<'_, ()> {
        Box::pin(async {
            if let Some(link) = link {
                let _ = link.connection.close().await;
            }
        })
    }
}

/// An append in the form that the function `append` reads.
#[derive(Serialize)]
struct Asked<'a> {
    id: &'a str,
    setup: Option<&'a str>,
    made_at: Option<u64>,
    format: i64,
    /// The table's shard; `epoch` is -1 if this server does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epoch: Option<i64>,
    /// Whether the rows have consecutive versions.
    in_order: bool,
    rows: &'a [Line],
    effects: Vec<Follows<'a>>,
}

impl<'a> Asked<'a> {
    fn of(write: &'a Write, fence: &Fence) -> Self {
        let made = write.made.as_ref();
        let (shard, epoch) = match fence {
            Fence::Lease(_) => (None, None),
            Fence::Node(shards) => (
                Some(shard_of(&write.table)),
                Some(shards.epoch(&write.table).unwrap_or(-1)),
            ),
        };
        Self {
            id: write.table.as_str(),
            setup: made.map(|made| made.setup.as_str()),
            made_at: made.map(|made| made.at),
            format: FORMAT_OF_SETUPS,
            shard,
            epoch,
            in_order: write
                .rows
                .windows(2)
                .all(|two| two[0].version + 1 == two[1].version),
            rows: &write.rows,
            effects: write.effects.iter().map(Follows::of).collect(),
        }
    }
}

/// An effect. The field `result` distinguishes results from seats.
#[derive(Serialize)]
#[serde(untagged)]
enum Follows<'a> {
    Result {
        number: u32,
        at: u64,
        format: i64,
        result: &'a str,
        record: Option<&'a str>,
        players: Vec<Bound<'a>>,
    },
    Bound(Bound<'a>),
}

#[derive(Serialize)]
struct Bound<'a> {
    seat: i64,
    player: Option<&'a str>,
}

impl<'a> Follows<'a> {
    fn of(effect: &'a EffectRow) -> Self {
        match effect {
            EffectRow::Result {
                number,
                at,
                result,
                record,
                players,
            } => Self::Result {
                number: *number,
                at: *at,
                format: FORMAT_OF_RESULTS,
                result,
                record: record.as_deref(),
                players: players
                    .iter()
                    .map(|(seat, player)| Bound {
                        seat: *seat,
                        player: Some(player.as_str()),
                    })
                    .collect(),
            },
            EffectRow::Bound { seat, player } => Self::Bound(Bound {
                seat: *seat,
                player: player.as_ref().map(|player| player.as_str()),
            }),
        }
    }
}
