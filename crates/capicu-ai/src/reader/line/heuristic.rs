//! Rules of thumb, compiled for a set of rules.

use capicu_solver::Compact;

use super::SEATS;
use crate::counter::weigh;

/// The [`Counter`](crate::Counter)'s rule of thumb.
pub(super) const COUNTER: usize = 0;

/// The rule closest to the play of readers, who use no rule.
pub(super) const READER: usize = 1;

pub(super) struct Thumb {
    /// The value of playing each tile, without context.
    pub base: [f32; 32],
    /// The value of a remaining tile that fits.
    pub fits: f32,
    /// The value of covering a tile, by the seats from the mover to its owner.
    pub cover: [f32; SEATS],
    /// The value of another seat's pass, by the seats from the mover to it.
    pub pass: [f32; SEATS],
}

/// The weights for readers. They make the readers' moves in two hundred and fifty rounds, among themselves and against
/// others, likeliest compared with other possible hands.
mod reader {
    pub const FITS: f32 = 0.6;
    pub const DOUBLE: f32 = 2.25;
    pub const SPOT: f32 = 0.225;
    pub const NEXT_PASSES: f32 = 4.3;
    pub const OPPONENT_PASSES: f32 = 2.3;
    pub const PARTNER_PASSES: f32 = -1.0;
    pub const COVERS_SELF: f32 = -0.05;
    pub const COVERS_PARTNER: f32 = -0.35;
    pub const COVERS_OPPONENT: f32 = 0.27;
}

impl Thumb {
    pub fn both(compact: &Compact<u32>) -> [Self; 2] {
        [Self::counter(compact), Self::reader(compact)]
    }

    fn counter(compact: &Compact<u32>) -> Self {
        let mut thumb = Self::new(compact, weigh::SPOT, weigh::DOUBLE, weigh::FITS);
        let mut later = 1.0;
        for by in 1..compact.n_seats() {
            let (cover, passes) = if compact.side(by) == compact.side(0) {
                (weigh::COVERS_PARTNER, weigh::PARTNER_PASSES)
            } else {
                (weigh::COVERS_OPPONENT, weigh::OPPONENT_PASSES)
            };
            thumb.cover[usize::from(by)] = cover;
            thumb.pass[usize::from(by)] = later * passes;
            later *= weigh::LATER;
        }
        thumb
    }

    fn reader(compact: &Compact<u32>) -> Self {
        let mut thumb = Self::new(compact, reader::SPOT, reader::DOUBLE, reader::FITS);
        thumb.cover[0] = reader::COVERS_SELF;
        for by in 1..compact.n_seats() {
            let (cover, passes) = if compact.side(by) == compact.side(0) {
                (reader::COVERS_PARTNER, reader::PARTNER_PASSES)
            } else if by == 1 {
                (reader::COVERS_OPPONENT, reader::NEXT_PASSES)
            } else {
                (reader::COVERS_OPPONENT, reader::OPPONENT_PASSES)
            };
            thumb.cover[usize::from(by)] = cover;
            thumb.pass[usize::from(by)] = passes;
        }
        thumb
    }

    fn new(compact: &Compact<u32>, spot: f32, double: f32, fits: f32) -> Self {
        let mut base = [0.0; 32];
        for tile in compact.rules().tiles() {
            let double = if tile.is_double() { double } else { 0.0 };
            base[usize::from(tile.index()) % 32] = spot * f32::from(tile.spots()) + double;
        }
        Self {
            base,
            fits,
            cover: [0.0; SEATS],
            pass: [0.0; SEATS],
        }
    }
}
