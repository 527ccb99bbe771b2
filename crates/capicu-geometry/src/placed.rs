//! The place of a tile.

use crate::{Dir, Point, Rect, UNIT, board::Node, plane::Across};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The area it covers: 2 by 1 units, upright or sideways.
    pub rect: Rect,
    /// The direction that decides how the tile is drawn: from the half by which it was laid (`near`) to its other half
    /// (`far`). There is no separate "flipped".
    pub dir: Dir,
    /// The pip on the half by which the tile was laid; on the first tile, its `a`.
    pub near: u8,
    /// The pip on the other half.
    pub far: u8,
    pub on: Option<usize>,
    pub lie: Lie,
    pub joint: Joint,
    /// The direction of the chain when it reached this tile.
    pub(crate) heading: Dir,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lie {
    /// Lengthwise, for every tile that is not a double.
    Along,
    Across,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joint {
    First,
    Straight,
    /// It turns a corner: its near half continues the old direction, its far half extends sideways.
    Corner,
    /// There was no room next to its parent. It is elsewhere, and a thin rail drawn from `from` to `to` shows where it
    /// belongs. A last resort.
    Rail {
        /// The middle of the parent's open edge.
        from: Point,
        /// The middle of this tile's near edge.
        to: Point,
    },
}

impl Placed {
    #[must_use]
    pub const fn center(&self) -> Point {
        self.rect.center()
    }

    #[must_use]
    pub const fn near_center(&self) -> Point {
        self.center().step(self.dir, -UNIT / 2)
    }

    /// The middle of the half that faces away from the parent.
    #[must_use]
    pub const fn far_center(&self) -> Point {
        self.center().step(self.dir, UNIT / 2)
    }

    #[must_use]
    pub const fn is_double(&self) -> bool {
        self.near == self.far
    }

    pub(crate) const fn edge(&self, side: Dir) -> Edge {
        let reach = if side.is_horizontal() {
            self.rect.width() / 2
        } else {
            self.rect.height() / 2
        };
        Edge {
            at: self.center().step(side, reach),
            dir: side,
        }
    }
}

/// The middle of an edge against which a tile can be laid, and the direction away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub at: Point,
    pub dir: Dir,
}

/// A rectangle with the direction from near half to far half: a tile without its pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub rect: Rect,
    pub dir: Dir,
    pub joint: Joint,
    pub heading: Dir,
}

impl Slot {
    /// The first tile of the round, in the middle of the felt: across the main line if a double.
    pub const fn first(is_double: bool) -> Self {
        let (x, y, dir) = if is_double {
            (UNIT / 2, UNIT, Dir::South)
        } else {
            (UNIT, UNIT / 2, Dir::East)
        };
        Self {
            rect: Rect {
                left: -x,
                top: -y,
                right: x,
                bottom: y,
            },
            dir,
            joint: Joint::First,
            heading: Dir::East,
        }
    }

    /// The placed tile for this slot.
    pub fn placed(self, node: &Node) -> Placed {
        Placed {
            rect: self.rect,
            dir: self.dir,
            near: node.near,
            far: node.far,
            on: node.on,
            lie: if node.is_double() {
                Lie::Across
            } else {
                Lie::Along
            },
            joint: self.joint,
            heading: self.heading,
        }
    }
}

impl Edge {
    /// The lane of a crosswise double that slides `distance` away from this edge.
    pub fn ahead(self, distance: i32) -> Rect {
        Rect::beyond(self.at, self.dir, 0, distance, Across::wide(self.dir))
    }

    /// The area for a double laid here with a tile at each of its ends.
    pub fn crossing(self, gap: i32) -> Rect {
        let reach = Across {
            low: -3 * UNIT - gap,
            high: 3 * UNIT + gap,
            ..Across::wide(self.dir)
        };
        Rect::beyond(self.at, self.dir, gap, UNIT, reach)
    }

    /// The distance from this edge forward to `rect`; negative if it begins behind the edge.
    pub const fn distance_to(self, rect: Rect) -> i32 {
        match self.dir {
            Dir::East => rect.left - self.at.x,
            Dir::South => rect.top - self.at.y,
            Dir::West => self.at.x - rect.right,
            Dir::North => self.at.y - rect.bottom,
        }
    }

    /// The slot of a single that continues straight.
    pub fn along(self, gap: i32) -> Slot {
        Slot {
            rect: Rect::beyond(self.at, self.dir, gap, 2 * UNIT, Across::narrow(self.dir)),
            dir: self.dir,
            joint: Joint::Straight,
            heading: self.dir,
        }
    }

    pub fn across(self, gap: i32) -> Slot {
        Slot {
            rect: Rect::beyond(self.at, self.dir, gap, UNIT, Across::wide(self.dir)),
            dir: self.dir.clockwise(),
            joint: Joint::Straight,
            heading: self.dir,
        }
    }

    /// The slot of a double crosswise, or of a single lengthwise.
    pub fn straight(self, gap: i32, is_double: bool) -> Slot {
        if is_double {
            self.across(gap)
        } else {
            self.along(gap)
        }
    }

    /// The slot of a single that turns the chain toward `turn`.
    pub fn corner(self, gap: i32, turn: Dir) -> Slot {
        Slot {
            rect: Rect::beyond(self.at, self.dir, gap, UNIT, Across::corner(turn)),
            dir: turn,
            joint: Joint::Corner,
            heading: self.dir,
        }
    }
}
