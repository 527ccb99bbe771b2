//! The best row width for a felt.

use crate::{DominoSet, Felt, Shape};

/// The row width, in hundredths of a unit, that gives the largest tiles.
///
/// The widths are measured. The `measure` example plays random rounds to their end at many widths, and these have the
/// best fifth percentile of the tile size. For branching trees they are a little wider, where fewer tiles move. A felt
/// gets the nearest of the proportions 16:9, 5:4, 4:5 and 5:8, so a small resize of a window changes nothing. Still,
/// choose once per round and keep the [`Plan`](crate::Plan).
///
/// The widths for double-fifteen and double-eighteen are those for double-twelve, times the root of the number of tiles.
#[must_use]
pub fn best_row_width(set: DominoSet, shape: Shape, felt: Felt) -> i32 {
    let (across, down) = felt.sane();
    let column = match across * 100 / down {
        150.. => 0,
        100..150 => 1,
        70..100 => 2,
        _ => 3,
    };
    let row: [i32; 4] = match (shape, set) {
        (Shape::Line, DominoSet::DoubleSix) => [21, 17, 13, 12],
        (Shape::Line, DominoSet::DoubleNine) => [24, 20, 16, 14],
        (Shape::Line, _) => [32, 27, 21, 19],
        (Shape::FourArms, DominoSet::DoubleSix) => [20, 16, 13, 12],
        (Shape::FourArms, DominoSet::DoubleNine) => [24, 20, 17, 15],
        (Shape::FourArms, _) => [36, 28, 24, 21],
        (Shape::Branching, DominoSet::DoubleSix) => [22, 20, 18, 17],
        (Shape::Branching, DominoSet::DoubleNine) => [30, 27, 24, 22],
        (Shape::Branching, _) => [44, 38, 32, 28],
    };
    let percent = match set {
        DominoSet::DoubleFifteen => 122,
        DominoSet::DoubleEighteen => 145,
        _ => 100,
    };
    row[column] * percent
}
