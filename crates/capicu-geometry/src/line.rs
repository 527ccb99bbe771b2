//! The two-ended chain: an arm to the east that turns down, and an arm to the west that turns up.
//!
//! The two are the same path, turned by half a circle, so they never meet. A tile's place depends only on the end of
//! its arm, so a later tile moves nothing.

use crate::{
    Dir, Placed, Plan, UNIT,
    board::Node,
    placed::{Edge, Slot},
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub east: Arm,
    pub west: Arm,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    pub tile: usize,
    pub pip: u8,
    pub edge: Edge,
    last: Last,
    run: Run,
    /// The direction in which this arm adds rows: south for the eastern arm, north for the western.
    fold: Dir,
}

#[derive(Clone, Copy, Debug)]
enum Last {
    Plain,
    Double,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Run {
    Row,
    /// The step down (or up) from a row in `row` direction to the next, which runs back.
    Leg {
        row: Dir,
    },
}

impl Line {
    pub fn new(root: &Placed) -> Self {
        let arm = |side, pip, fold| Arm {
            tile: 0,
            pip,
            edge: root.edge(side),
            last: Last::of(root),
            run: Run::Row,
            fold,
        };
        Self {
            east: arm(Dir::East, root.far, Dir::South),
            west: arm(Dir::West, root.near, Dir::North),
        }
    }

    /// The place of `node`, which is tile number `tile` laid against tile number `on`, and the line after it. On a lone
    /// double the eastern arm comes first.
    pub fn next(&self, node: &Node, on: usize, tile: usize, plan: &Plan) -> (Slot, Self) {
        let mut line = *self;
        let east = self.east.tile == on && self.east.pip == node.near;
        let arm = if east { &mut line.east } else { &mut line.west };
        let (slot, run) = arm.next(node.is_double(), plan);
        *arm = arm.after(&slot.placed(node), tile, run);
        (slot, line)
    }
}

impl Last {
    const fn of(placed: &Placed) -> Self {
        if placed.is_double() {
            Self::Double
        } else {
            Self::Plain
        }
    }
}

impl Arm {
    /// The place of the next tile of this arm, and whether the arm is then in a row or in a leg.
    pub fn next(&self, is_double: bool, plan: &Plan) -> (Slot, Run) {
        let gap = plan.spacing().joint();
        let wide_gap = plan.spacing().return_joint();
        match self.run {
            Run::Row => {
                let reserve = if is_double { 0 } else { gap + UNIT };
                let length = if is_double { UNIT } else { 2 * UNIT };
                if self.room(plan) >= gap + length + reserve {
                    return (self.edge.straight(gap, is_double), Run::Row);
                }
                let slot = match self.last {
                    Last::Plain => self.edge.corner(gap, self.fold),
                    Last::Double => self.short_end(self.fold).along(gap),
                };
                (slot, Run::Leg { row: self.edge.dir })
            }
            Run::Leg { row } => {
                let back = row.opposite();
                match self.last {
                    Last::Double => (self.short_end(back).along(gap), Run::Row),
                    Last::Plain if is_double => (self.edge.across(wide_gap), self.run),
                    Last::Plain => (self.edge.corner(wide_gap, back), Run::Row),
                }
            }
        }
    }

    fn after(&self, placed: &Placed, tile: usize, run: Run) -> Self {
        let side = if placed.is_double() {
            placed.heading
        } else {
            placed.dir
        };
        Self {
            tile,
            pip: placed.far,
            edge: placed.edge(side),
            last: Last::of(placed),
            run,
            fold: self.fold,
        }
    }

    /// The remaining room of the row. Half a unit is free at either side of the felt for a double in the leg, which
    /// extends that far.
    fn room(&self, plan: &Plan) -> i32 {
        let limit = (plan.row_width() - UNIT) / 2;
        let (dx, _) = self.edge.dir.unit();
        limit - self.edge.at.x * dx
    }

    /// The short end of the crosswise double at the end of this arm.
    fn short_end(&self, side: Dir) -> Edge {
        let center = self.edge.at.step(self.edge.dir, -UNIT / 2);
        Edge {
            at: center.step(side, UNIT),
            dir: side,
        }
    }
}
