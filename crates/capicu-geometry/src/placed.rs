//! Where a tile lies.

use crate::{Dir, Point, Rect, UNIT, board::Node, plane::Across};

/// One tile on the felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The area it covers: 2 by 1 units, upright or lying.
    pub rect: Rect,
    /// The one direction that says how the tile is drawn: from the half by which it was laid
    /// (`near`) to its other half (`far`). There is no separate "flipped".
    pub dir: Dir,
    /// The pip on the half by which the tile was laid; on the first tile, its `a`.
    pub near: u8,
    /// The pip on the other half.
    pub far: u8,
    /// The tile it is laid against; `None` for the first.
    pub on: Option<usize>,
    /// Whether the tile lies along its chain or across it.
    pub lie: Lie,
    /// How it is joined to the tile it is laid against.
    pub joint: Joint,
    /// The direction the chain was running in when it reached this tile.
    pub(crate) heading: Dir,
}

/// Whether a tile lies along its chain or across it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lie {
    /// Lengthwise, as every tile that is not a double.
    Along,
    /// Crosswise, as every double.
    Across,
}

/// How a tile is joined to the one it is laid against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joint {
    /// The first tile of the round.
    First,
    /// It continues straight on.
    Straight,
    /// It turns a corner: its near half continues the old direction, its far half lies beyond.
    Corner,
    /// There was no room beside its parent: it lies elsewhere, and a thin rail drawn from `from`
    /// to `to` shows where it belongs. A last resort.
    Rail {
        /// The middle of the parent's open edge.
        from: Point,
        /// The middle of this tile's near edge.
        to: Point,
    },
}

impl Placed {
    /// The middle of the tile.
    #[must_use]
    pub const fn center(&self) -> Point {
        self.rect.center()
    }

    /// The middle of the half by which the tile was laid.
    #[must_use]
    pub const fn near_center(&self) -> Point {
        self.center().step(self.dir, -UNIT / 2)
    }

    /// The middle of the other half.
    #[must_use]
    pub const fn far_center(&self) -> Point {
        self.center().step(self.dir, UNIT / 2)
    }

    /// Whether both halves carry the same pip.
    #[must_use]
    pub const fn is_double(&self) -> bool {
        self.near == self.far
    }

    /// The open edge on side `side` of the tile.
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

    /// The tile lying in this slot.
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
    /// The lane a crosswise double takes when it slides `distance` away from this edge.
    pub fn ahead(self, distance: i32) -> Rect {
        Rect::beyond(self.at, self.dir, 0, distance, Across::wide(self.dir))
    }

    /// What a double laid here needs for a tile at each of its ends.
    pub fn crossing(self, gap: i32) -> Rect {
        let reach = Across {
            low: -3 * UNIT - gap,
            high: 3 * UNIT + gap,
            ..Across::wide(self.dir)
        };
        Rect::beyond(self.at, self.dir, gap, UNIT, reach)
    }

    /// How far ahead of this edge `rect` begins; negative when it begins behind it.
    pub const fn distance_to(self, rect: Rect) -> i32 {
        match self.dir {
            Dir::East => rect.left - self.at.x,
            Dir::South => rect.top - self.at.y,
            Dir::West => self.at.x - rect.right,
            Dir::North => self.at.y - rect.bottom,
        }
    }

    /// A tile that is not a double, straight on.
    pub fn along(self, gap: i32) -> Slot {
        Slot {
            rect: Rect::beyond(self.at, self.dir, gap, 2 * UNIT, Across::narrow(self.dir)),
            dir: self.dir,
            joint: Joint::Straight,
            heading: self.dir,
        }
    }

    /// A double, crosswise.
    pub fn across(self, gap: i32) -> Slot {
        Slot {
            rect: Rect::beyond(self.at, self.dir, gap, UNIT, Across::wide(self.dir)),
            dir: self.dir.clockwise(),
            joint: Joint::Straight,
            heading: self.dir,
        }
    }

    /// A double crosswise or any other tile lengthwise.
    pub fn straight(self, gap: i32, is_double: bool) -> Slot {
        if is_double {
            self.across(gap)
        } else {
            self.along(gap)
        }
    }

    /// A tile that is not a double, turning the chain toward `turn`.
    pub fn corner(self, gap: i32, turn: Dir) -> Slot {
        Slot {
            rect: Rect::beyond(self.at, self.dir, gap, UNIT, Across::corner(turn)),
            dir: turn,
            joint: Joint::Corner,
            heading: self.dir,
        }
    }
}
