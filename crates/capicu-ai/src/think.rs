//! How long a player seems to think.

use capicu::{Board, Duty, Turn};
use rand_core::Rng;

use crate::chance::below;

/// A natural time to think before the seat to act acts, in milliseconds.
///
/// It depends on what everybody sees and on chance alone: the hand is not even an argument, so
/// hesitation tells nothing. Openings that leave a choice take longest; later a player thinks
/// longer the more tiles it holds and the more ends are open.
pub fn think_time(board: &Board, rng: &mut (impl Rng + ?Sized)) -> u32 {
    let (least, spread) = match board.turn() {
        Turn::Over => return 0,
        // The call is on the tip of the tongue.
        Turn::Declare(_) => (500, 500),
        Turn::Open(opening) => match opening.duty {
            Duty::Tile(_) | Duty::DrawForDouble => (700, 500),
            Duty::Any | Duty::Holder(_) | Duty::Double => (1500, 1800),
        },
        Turn::Play(seat) => {
            let held = u32::from(board.held()[seat]).min(10);
            let ends = board.layout().ends().len().min(6) as u32;
            (600 + 40 * held, 300 + 90 * held + 60 * ends)
        }
    };
    // The sum of two is more often near the middle than at either edge, as people's times are.
    least + below(rng, spread / 2) + below(rng, spread / 2)
}
