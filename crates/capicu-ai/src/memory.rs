//! A player's memory of a round, in addition to the open tiles.

use capicu::rules::DrawWhen;
use capicu::{Action, Board, BySeat, Move, Seat, Tile, TileSet, View};

/// The player of each tile, and the tiles that each seat has shown to lack.
///
/// It follows from the moves and is the same for every seat. About a seat that has drawn it is a good guess; certain
/// knowledge needs more than a set of tiles.
#[derive(Clone, Debug)]
pub struct Memory {
    lacks: BySeat<TileSet>,
    laid: BySeat<TileSet>,
}

impl Memory {
    /// An empty memory for a round at a table of `n` seats.
    pub fn new(n: u8) -> Self {
        Self {
            lacks: BySeat::new(n),
            laid: BySeat::new(n),
        }
    }

    /// The memory of a player with this view. After an irregularity, moves are no evidence of hands, so only the
    /// players of the tiles are remembered.
    pub fn of(view: &View) -> Self {
        let mut memory = Self::new(view.board().rules().n_seats());
        if view.is_regular() {
            view.replay(|board, mv| memory.note(board, mv));
        } else {
            for mv in view.moves() {
                if let Action::Lead(tile) | Action::Play { tile, .. } = mv.action {
                    memory.laid[mv.seat].insert(tile);
                }
            }
        }
        memory
    }

    pub fn note(&mut self, before: &Board, mv: &Move) {
        let rules = before.rules();
        let opening = before.layout().first().is_none();
        match mv.action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                self.laid[mv.seat].insert(tile);
            }
            Action::Pass if opening => self.lacks[mv.seat] |= TileSet::DOUBLES,
            Action::Pass => self.lacks[mv.seat] |= before.layout().playable(),
            Action::Draw => {
                // The new tile may be one that the hand lacked before.
                let unable = !opening && rules.draw_when == DrawWhen::Unable;
                self.lacks[mv.seat] = if unable {
                    before.layout().playable()
                } else {
                    TileSet::EMPTY
                };
            }
            Action::HandOver => {}
        }
    }

    /// Tiles that the seat does not hold, by memory.
    pub fn lacks(&self, seat: Seat) -> TileSet {
        self.lacks[seat]
    }

    pub fn layer(&self, tile: Tile) -> Option<Seat> {
        self.laid
            .entries()
            .find(|(_, laid)| laid.contains(tile))
            .map(|(seat, _)| seat)
    }
}
