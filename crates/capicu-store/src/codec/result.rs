//! The stored form of results.

use capicu::Side;
use capicu_protocol::Part;
use capicu_ratings::Family;
use serde::{Deserialize, Serialize};

use super::setup::LevelDisk;
use super::{DecodeError, known, player, text};
use crate::{MatchResult, Sitter, Venue};

/// A result without the values that have columns: its table, number and time.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Disk {
    game: String,
    engine: u32,
    scores: Vec<u16>,
    winner: u8,
    seats: Vec<SitterDisk>,
    rounds: u32,
    commitment: String,
    /// The rating family of the match. From format 7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rated: Option<String>,
    /// From format 8.
    #[serde(default, skip_serializing_if = "VenueDisk::is_private")]
    venue: VenueDisk,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VenueDisk {
    #[default]
    Private,
    Lobby,
    LobbyInterrupted,
}

impl VenueDisk {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
    const fn is_private(&self) -> bool {
        matches!(self, Self::Private)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "sitter", rename_all = "kebab-case", deny_unknown_fields)]
enum SitterDisk {
    Person {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// From format 4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// From format 7.
        #[serde(default, skip_serializing_if = "Part::is_played")]
        part: Part,
        /// From format 7.
        #[serde(default, skip_serializing_if = "is_none")]
        substituted: u16,
    },
    StandIn {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// From format 4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        level: LevelDisk,
        /// From format 7.
        #[serde(default, skip_serializing_if = "is_none")]
        substituted: u16,
    },
    Bot {
        level: LevelDisk,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_none(rounds: &u16) -> bool {
    *rounds == 0
}

pub(crate) fn encode(result: &MatchResult) -> String {
    text(&Disk {
        game: result.game.clone(),
        engine: result.engine,
        scores: result.scores.clone(),
        winner: result.winner.index() as u8,
        seats: result
            .seats
            .iter()
            .map(|sitter| match sitter.clone() {
                Sitter::Person {
                    name,
                    player,
                    part,
                    substituted,
                } => SitterDisk::Person {
                    name,
                    player: player.map(|player| player.to_string()),
                    part,
                    substituted,
                },
                Sitter::StandIn {
                    name,
                    player,
                    level,
                    substituted,
                } => SitterDisk::StandIn {
                    substituted,
                    name,
                    player: player.map(|player| player.to_string()),
                    level: LevelDisk::Named(level),
                },
                Sitter::Bot { level } => SitterDisk::Bot {
                    level: LevelDisk::Named(level),
                },
            })
            .collect(),
        rounds: result.rounds,
        commitment: result.commitment.to_string(),
        rated: result.rated.map(|family| family.id().to_owned()),
        venue: match result.venue {
            Venue::Private => VenueDisk::Private,
            Venue::Lobby => VenueDisk::Lobby,
            Venue::LobbyInterrupted => VenueDisk::LobbyInterrupted,
        },
    })
}

pub(crate) fn decode(
    format: i64,
    number: i64,
    at: i64,
    text: &str,
) -> Result<MatchResult, DecodeError> {
    known(format)?;
    let no_number = |_| DecodeError::damaged(format_args!("there is no match {number}"));
    let no_time = |_| DecodeError::damaged(format_args!("its time is {at}"));
    let disk: Disk = serde_json::from_str(text).map_err(DecodeError::damaged)?;
    Ok(MatchResult {
        number: u32::try_from(number).map_err(no_number)?,
        at: u64::try_from(at).map_err(no_time)?,
        game: disk.game,
        engine: disk.engine,
        winner: Side::new(disk.winner)
            .filter(|winner| winner.index() < disk.scores.len())
            .ok_or_else(|| {
                DecodeError::damaged(format_args!("there is no side {}", disk.winner))
            })?,
        scores: disk.scores,
        seats: disk
            .seats
            .into_iter()
            .map(|sitter| {
                Ok(match sitter {
                    SitterDisk::Person {
                        name,
                        player: id,
                        part,
                        substituted,
                    } => Sitter::Person {
                        part,
                        substituted,
                        name,
                        player: id.map(|id| player(&id)).transpose()?,
                    },
                    SitterDisk::StandIn {
                        name,
                        player: id,
                        level,
                        substituted,
                    } => Sitter::StandIn {
                        substituted,
                        name,
                        player: id.map(|id| player(&id)).transpose()?,
                        level: level.level()?,
                    },
                    SitterDisk::Bot { level } => Sitter::Bot {
                        level: level.level()?,
                    },
                })
            })
            .collect::<Result<_, DecodeError>>()?,
        rounds: disk.rounds,
        commitment: disk.commitment.parse().map_err(DecodeError::damaged)?,
        rated: disk.rated.map(|id| family(&id)).transpose()?,
        venue: match disk.venue {
            VenueDisk::Private => Venue::Private,
            VenueDisk::Lobby => Venue::Lobby,
            VenueDisk::LobbyInterrupted => Venue::LobbyInterrupted,
        },
    })
}

fn family(id: &str) -> Result<Family, DecodeError> {
    let unknown = || DecodeError::damaged(format_args!("there is no family {id}"));
    Family::by_id(id).ok_or_else(unknown)
}
