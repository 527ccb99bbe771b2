//! What a player remembers of a round besides what still lies open.

use capicu::rules::DrawWhen;
use capicu::{Action, Board, BySeat, Deed, Seat, Tile, TileSet, View};

/// Who laid which tile, and what everybody has shown not to hold.
///
/// It is a fold of what was done, the same for every seat. What it says of a seat that has drawn is
/// a good guess; what can be known for certain takes more than a set of tiles.
#[derive(Clone, Debug)]
pub struct Memory {
    lacks: BySeat<TileSet>,
    laid: BySeat<TileSet>,
}

impl Memory {
    /// The memory of a round not yet begun, at a table of `n` seats.
    pub fn new(n: u8) -> Self {
        Self {
            lacks: BySeat::new(n),
            laid: BySeat::new(n),
        }
    }

    /// What somebody with this view remembers. After an irregularity, what players did no longer
    /// says what they hold, so only who laid what is remembered.
    pub fn of(view: &View) -> Self {
        let mut memory = Self::new(view.board().rules().n_seats());
        if view.is_regular() {
            view.replay(|board, deed| memory.note(board, deed));
        } else {
            for deed in view.deeds() {
                if let Action::Lead(tile) | Action::Play { tile, .. } = deed.action {
                    memory.laid[deed.seat].insert(tile);
                }
            }
        }
        memory
    }

    /// Takes note of a deed done at a board.
    pub fn note(&mut self, before: &Board, deed: &Deed) {
        let rules = before.rules();
        let opening = before.layout().first().is_none();
        match deed.action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                self.laid[deed.seat].insert(tile);
            }
            Action::Pass if opening => self.lacks[deed.seat] |= TileSet::DOUBLES,
            Action::Pass => self.lacks[deed.seat] |= before.layout().playable(),
            Action::Draw => {
                // The new tile may be one that the hand lacked until now.
                let unable = !opening && rules.draw_when == DrawWhen::Unable;
                self.lacks[deed.seat] = if unable {
                    before.layout().playable()
                } else {
                    TileSet::EMPTY
                };
            }
            Action::HandOver => {}
        }
    }

    /// Tiles that the seat, as far as one remembers, does not hold.
    pub fn lacks(&self, seat: Seat) -> TileSet {
        self.lacks[seat]
    }

    /// Who laid a tile.
    pub fn layer(&self, tile: Tile) -> Option<Seat> {
        self.laid
            .entries()
            .find(|(_, laid)| laid.contains(tile))
            .map(|(seat, _)| seat)
    }
}
