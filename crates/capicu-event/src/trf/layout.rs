//! The columns of a line `001`. Columns count characters from 1, as in the specification.

/// A field of a line: its first and its last column.
pub(super) type Columns = [usize; 2];

pub(super) const NUMBER: Columns = [5, 8];
pub(super) const NAME: Columns = [15, 47];
pub(super) const RATING: Columns = [49, 52];
pub(super) const POINTS: Columns = [81, 84];

/// Columns between fields, which must be blank.
pub(super) const BLANK: [usize; 9] = [4, 9, 14, 48, 53, 57, 69, 80, 85];

/// The columns of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundColumns {
    pub(super) opponent: Columns,
    pub(super) seat: usize,
    pub(super) ending: usize,
    /// Those around them, which must be blank.
    pub(super) blank: [usize; 4],
}

/// The columns of a round, from 1.
pub(super) const fn of_round(round: usize) -> RoundColumns {
    let first = 92 + 10 * (round - 1);
    RoundColumns {
        opponent: [first, first + 3],
        seat: first + 5,
        ending: first + 7,
        blank: [first - 2, first - 1, first + 4, first + 6],
    }
}
