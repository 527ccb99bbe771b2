//! The stored form of the changes of ratings by a result.

use capicu_protocol::PlayerId;
use capicu_ratings::{Change, Entry, Rating, Who};
use serde::{Deserialize, Serialize};

use super::{DecodeError, known, player, text};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Disk {
    /// One player, or the two of a pair.
    players: Vec<String>,
    mean: f64,
    deviation: f64,
    matches: u32,
    at: u64,
}

pub(crate) fn encode(changes: &[Change<PlayerId>]) -> String {
    let disk = changes.iter().map(|change| Disk {
        players: match &change.who {
            Who::Player(one) => vec![one.to_string()],
            Who::Pair(one, other) => vec![one.to_string(), other.to_string()],
        },
        mean: change.entry.rating.mean,
        deviation: change.entry.rating.deviation,
        matches: change.entry.matches,
        at: change.entry.at,
    });
    text(&disk.collect::<Vec<_>>())
}

pub(crate) fn decode(format: i64, text: &str) -> Result<Vec<Change<PlayerId>>, DecodeError> {
    known(format)?;
    let disk: Vec<Disk> = serde_json::from_str(text).map_err(DecodeError::damaged)?;
    let change = |disk: Disk| {
        let who = match disk.players.as_slice() {
            [one] => Who::Player(player(one)?),
            [one, other] => Who::pair(player(one)?, player(other)?),
            players => {
                let players = players.len();
                return Err(DecodeError::damaged(format_args!(
                    "a rating of {players} players"
                )));
            }
        };
        let rating = Rating {
            mean: disk.mean,
            deviation: disk.deviation,
        };
        let entry = Entry {
            rating,
            matches: disk.matches,
            at: disk.at,
        };
        Ok(Change { who, entry })
    };
    disk.into_iter().map(change).collect()
}
