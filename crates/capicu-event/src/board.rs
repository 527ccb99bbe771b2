//! Boards: deals that are the same at every table.

use serde::Serialize;

use crate::draw;
use crate::id::{Digest, EntryId};
use crate::pairing::movement;
use crate::state::{Stage, StageStatus, Table};

/// A deal with who begins, the same at every table that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Its number in the stage, from 1.
    pub number: u32,
    /// The seat that poses, from 0, where the rules do not make a tile be posed: North, East, South and West
    /// by turns.
    pub first: u8,
    /// Where the deal comes from. Whoever knows it knows the hands.
    pub seed: u64,
}

impl Board {
    /// A digest of the number and the seed. It can be told before the board is played, and shows afterwards
    /// that the deal is the one that was meant.
    pub fn seal(&self) -> Digest {
        let bytes = [
            u64::from(self.number).to_be_bytes(),
            self.seed.to_be_bytes(),
        ]
        .concat();
        Digest::of(&[b"capicu-event-board/", &bytes])
    }

    /// So many tiles, as places in the order of their set from 0, in the order in which they are dealt: the
    /// first hand goes to seat 0, and so on.
    pub fn tiles(&self, n: usize) -> Vec<usize> {
        let lot = |tile: &usize| draw::number(self.seed, "tile", &[*tile as u64]);
        let mut tiles: Vec<usize> = (0..n).collect();
        tiles.sort_by_key(lot);
        tiles
    }
}

impl Stage {
    /// The boards of a set, from 1; none where the deals are not the same at every table.
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

    /// How many sets of boards are played.
    pub fn n_sets(&self) -> u16 {
        match (self.rules.duplicate, self.method.moves_boards()) {
            (None, _) => 0,
            (Some(_), true) => movement::size(&self.method, self.order.len()).1,
            (Some(_), false) => self.n_rounds,
        }
    }

    /// Whether every table that plays a set has played it: then its deals can be told.
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

    /// Whether an entry has sat at a set of boards in a published round.
    pub(crate) fn has_played(&self, entry: EntryId, set: u16) -> bool {
        self.rounds.iter().any(|round| {
            let sets = round.pairing.meetings.iter().zip(&round.pairing.sets);
            let mut had = sets.filter(|(_, other)| **other == set);
            had.any(|(meeting, _)| meeting.side_of(entry).is_some())
        })
    }
}
