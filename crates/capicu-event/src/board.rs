//! Boards: deals that are equal at every table.

use serde::Serialize;

use crate::draw;
use crate::id::{Digest, EntryId};
use crate::pairing::movement;
use crate::state::{Stage, StageStatus, Table};

/// A deal and its opener, equal at every table that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Counts from 1 in the stage.
    pub number: u32,
    /// The opening seat, from 0: North, East, South and West in turn. A rule that makes a tile open takes precedence.
    pub first: u8,
    /// The source of the deal. Keep it secret until all have played: it reveals the hands.
    pub seed: u64,
}

impl Board {
    /// A commitment to the deal: a digest of number and seed. Publish it before play; it later proves that the deal was
    /// not changed.
    pub fn seal(&self) -> Digest {
        let bytes = [
            u64::from(self.number).to_be_bytes(),
            self.seed.to_be_bytes(),
        ]
        .concat();
        Digest::of(&[b"capicu-event-board/", &bytes])
    }

    /// Shuffles a set of `n` tiles. Returns indices into the ordered set in the order of dealing; the first hand goes
    /// to seat 0.
    pub fn tiles(&self, n: usize) -> Vec<usize> {
        let lot = |tile: &usize| draw::number(self.seed, "tile", &[*tile as u64]);
        let mut tiles: Vec<usize> = (0..n).collect();
        tiles.sort_by_key(lot);
        tiles
    }
}

impl Stage {
    /// The boards of a set, counted from 1; empty without duplicate.
    pub fn boards(&self, set: u16) -> Vec<Board> {
        let Some(duplicate) = self.rules.duplicate else {
            return Vec::new();
        };
        let n = u32::from(duplicate.boards);
        let board = |at: u32| {
            let number = u32::from(set.saturating_sub(1)) * n + at;
            Board {
                number,
                first: ((number - 1) % 4) as u8,
                seed: draw::number(self.seed, "board", &[number.into()]),
            }
        };
        (1..=n).map(board).collect()
    }

    /// The number of sets of boards played.
    pub fn n_sets(&self) -> u16 {
        match (self.rules.duplicate, self.method.moves_boards()) {
            (None, _) => 0,
            (Some(_), true) => movement::size(&self.method, self.order.len()).1,
            (Some(_), false) => self.n_rounds,
        }
    }

    /// Whether every table with a set has played it, so that its deals can be published.
    pub fn is_retired(&self, set: u16) -> bool {
        let all_paired = self.rounds.len() == usize::from(self.n_rounds);
        let comes_back = self.method.moves_boards() && !all_paired;
        if self.status == StageStatus::Closed {
            return true;
        }
        let mut tables = self.rounds.iter().flat_map(|round| {
            let sets = round.pairing.sets.iter().zip(&round.tables);
            sets.filter(|(other, _)| **other == set)
                .map(|(_, table)| table)
        });
        let played = self.method.moves_boards() || self.rounds.len() >= usize::from(set);
        played && !comes_back && tables.all(|table| matches!(table, Table::Settled(_)))
    }

    /// Whether an entry has played a set of boards in a published round.
    pub(crate) fn has_played(&self, entry: EntryId, set: u16) -> bool {
        self.rounds.iter().any(|round| {
            let sets = round.pairing.meetings.iter().zip(&round.pairing.sets);
            let mut had = sets.filter(|(_, other)| **other == set);
            had.any(|(meeting, _)| meeting.side_of(entry).is_some())
        })
    }
}
