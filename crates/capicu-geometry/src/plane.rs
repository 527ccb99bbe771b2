//! Points, directions and rectangles on the integer grid.

use crate::UNIT;

/// A point on the felt in hundredths of a unit; `x` grows to the right, `y` grows downward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Distance to the right of the first tile's center.
    pub x: i32,
    /// Distance below the first tile's center.
    pub y: i32,
}

impl Point {
    /// The point `distance` away from this one in direction `dir`.
    #[must_use]
    pub const fn step(self, dir: Dir, distance: i32) -> Self {
        let (dx, dy) = dir.unit();
        Self {
            x: self.x + dx * distance,
            y: self.y + dy * distance,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dir {
    East,
    South,
    West,
    North,
}

impl Dir {
    /// The four directions, clockwise from [`East`](Self::East).
    pub const ALL: [Self; 4] = [Self::East, Self::South, Self::West, Self::North];

    /// The unit vector `(dx, dy)`, with `dy` positive downward.
    #[must_use]
    pub const fn unit(self) -> (i32, i32) {
        match self {
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
            Self::North => (0, -1),
        }
    }

    /// A quarter turn clockwise as seen on the screen.
    #[must_use]
    pub const fn clockwise(self) -> Self {
        match self {
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
            Self::North => Self::East,
        }
    }

    /// A quarter turn counterclockwise as seen on the screen.
    #[must_use]
    pub const fn counterclockwise(self) -> Self {
        self.opposite().clockwise()
    }

    #[must_use]
    pub const fn opposite(self) -> Self {
        self.clockwise().clockwise()
    }

    #[must_use]
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Self::East | Self::West)
    }
}

/// An upright rectangle: `left < right`, `top < bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The smallest x, in hundredths of a unit.
    pub left: i32,
    /// The smallest y, in hundredths of a unit.
    pub top: i32,
    /// The largest x, in hundredths of a unit.
    pub right: i32,
    /// The largest y, in hundredths of a unit.
    pub bottom: i32,
}

impl Rect {
    /// The rectangle spanned by two opposite corners, in any order.
    #[must_use]
    pub fn spanning(a: Point, b: Point) -> Self {
        Self {
            left: a.x.min(b.x),
            top: a.y.min(b.y),
            right: a.x.max(b.x),
            bottom: a.y.max(b.y),
        }
    }

    /// Width in hundredths of a unit.
    #[must_use]
    pub const fn width(self) -> i32 {
        self.right - self.left
    }

    /// Height in hundredths of a unit.
    #[must_use]
    pub const fn height(self) -> i32 {
        self.bottom - self.top
    }

    /// The middle; exact for every tile, whose sides are whole units.
    #[must_use]
    pub const fn center(self) -> Point {
        Point {
            x: self.left + self.width() / 2,
            y: self.top + self.height() / 2,
        }
    }

    /// This rectangle with `margin` added on all four sides.
    #[must_use]
    pub const fn inflated(self, margin: i32) -> Self {
        Self {
            left: self.left - margin,
            top: self.top - margin,
            right: self.right + margin,
            bottom: self.bottom + margin,
        }
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Whether the two share an area. Rectangles that only touch along an edge do not.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The area of a tile that starts `gap` beyond `edge` and is `length` long in direction `dir`. Sideways it extends
    /// from `low` to `high`, in the direction of `across`.
    pub(crate) fn beyond(edge: Point, dir: Dir, gap: i32, length: i32, across: Across) -> Self {
        Self::spanning(
            edge.step(dir, gap).step(across.dir, across.low),
            edge.step(dir, gap + length).step(across.dir, across.high),
        )
    }
}

/// The extent of a tile at right angles to its direction.
#[derive(Clone, Copy)]
pub(crate) struct Across {
    pub dir: Dir,
    pub low: i32,
    pub high: i32,
}

impl Across {
    /// Half a unit to either side: a tile laid lengthwise.
    pub fn narrow(dir: Dir) -> Self {
        Self {
            dir: dir.clockwise(),
            low: -UNIT / 2,
            high: UNIT / 2,
        }
    }

    /// One unit to either side: a double laid crosswise.
    pub fn wide(dir: Dir) -> Self {
        Self {
            dir: dir.clockwise(),
            low: -UNIT,
            high: UNIT,
        }
    }

    /// From half a unit on the near side to one and a half toward `turn`: a tile at a corner.
    pub const fn corner(turn: Dir) -> Self {
        Self {
            dir: turn,
            low: -UNIT / 2,
            high: UNIT + UNIT / 2,
        }
    }
}
