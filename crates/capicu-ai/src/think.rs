//! The apparent thinking time of a bot.

use capicu::{Board, Duty, Turn};
use rand_core::Rng;

use crate::chance::below;

/// A natural thinking time for the seat to act, in milliseconds.
///
/// It depends on the public board and on chance alone. The hand is not even an argument, so hesitation reveals nothing.
/// Openings with a choice take longest; later the time grows with the tiles held and the open ends.
pub fn think_time(board: &Board, rng: &mut (impl Rng + ?Sized)) -> u32 {
    let (least, spread) = match board.turn() {
        Turn::Over => return 0,
        // A player knows this call at once.
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
    // The sum of two numbers is often near the middle, like people's times.
    least + below(rng, spread / 2) + below(rng, spread / 2)
}
