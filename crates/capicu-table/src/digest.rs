//! The result of a round in eight bytes.

use std::fmt::Write as _;

use capicu::Table;
use sha2::{Digest as _, Sha256};

/// A digest of a match after a round: its scores, ties and result, the open hands, and the tiles in the order they were
/// laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest([u8; 8]);

impl Digest {
    pub fn of(table: &Table) -> Self {
        let (game, round) = (table.game(), table.round());
        let standing = game.standing();
        let mut text = format!(
            "deals {} scores {:?} round {} decided {} ties {} play-off {}",
            table.n_deals(),
            standing.scores.as_slice(),
            standing.round,
            standing.decided,
            standing.ties,
            standing.play_off,
        );
        if standing.passed {
            text.push_str(" passed");
        }
        if standing.places.iter().any(|place| *place > 0) {
            let _ = write!(text, " places {:?}", standing.places.as_slice());
        }
        if let Some(result) = game.result() {
            let _ = write!(text, " won by {}", result.winner.index());
        }
        if let Some(round) = round {
            for hand in round.hands().iter() {
                let [low, high, top] = hand.words();
                // One number, so a smaller set has no zeros for the words above.
                let _ = match (top, high) {
                    (0, 0) => write!(text, " {low:x}"),
                    (0, _) => write!(text, " {high:x}{low:016x}"),
                    _ => write!(text, " {top:x}{high:016x}{low:016x}"),
                };
            }
            for tile in round.board().layout().laid() {
                let _ = write!(text, " {tile}");
            }
        }
        let hash = Sha256::digest(text.as_bytes());
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash[..8]);
        Self(bytes)
    }

    pub const fn new(bytes: [u8; 8]) -> Self {
        Self(bytes)
    }

    pub const fn bytes(&self) -> &[u8; 8] {
        &self.0
    }
}
