//! Results of the players of teams at their tables.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::id::EntryId;
use crate::outcome::{Outcome, TableResult};
use crate::state::Stage;

/// The results of a player of a team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerRecord {
    /// Tables played so far.
    pub tables: u16,
    /// Games won there, alone or with a partner. The highest number is the most valuable player.
    pub games: u16,
    /// Tables without a game won: each counts as a lovebird.
    pub without_a_game: u16,
}

/// The results of all players in line-ups, by team and name. A table counts once its meeting is settled.
pub fn players(stage: &Stage) -> BTreeMap<(EntryId, String), PlayerRecord> {
    let mut all: BTreeMap<(EntryId, String), PlayerRecord> = BTreeMap::new();
    for (at, round) in stage.rounds.iter().enumerate() {
        for (table, meeting) in round.pairing.meetings.iter().enumerate() {
            let Some(Outcome::Sittings { tables }) = stage.outcome(at, table) else {
                continue;
            };
            for (side, names) in &round.line_ups[table] {
                let team = meeting.sides[usize::from(*side)][0];
                for (names, result) in names.iter().zip(tables) {
                    let TableResult::Played { scores } = result else {
                        continue;
                    };
                    let games = scores[usize::from(*side)].games;
                    for name in names {
                        let record = all.entry((team, name.clone())).or_default();
                        record.tables += 1;
                        record.games += games;
                        record.without_a_game += u16::from(games == 0);
                    }
                }
            }
        }
    }
    all
}
