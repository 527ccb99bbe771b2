//! Crosses and branching trees: each tile takes the cheapest free place next to its parent.
//!
//! A cheap place is inside the planned rectangle, straight ahead, with a free run in front, and not in the way of
//! another end. Ends that can never be used (all tiles of the pip are out) do not count. The choice is greedy and
//! depends only on the tiles before it.

use alloc::vec::Vec;

use crate::{
    Dir, Joint, Placed, Plan, Point, Rect, UNIT,
    board::{Board, Node},
    layout::Turn,
    placed::{Edge, Slot},
    rng::Rng,
};

/// Prices, in hundredths of a unit of layout size.
mod price {
    /// A turn, so that chains continue straight while there is room.
    pub const CORNER: i64 = 80;
    /// Added for a turn right at the end of a double.
    pub const CORNER_AT_DOUBLE: i64 = 200;
    /// An end without a place for any tile.
    pub const SHUT: i64 = 2400;
    /// An end without a place for its double.
    pub const NO_DOUBLE: i64 = 1500;
    /// An end whose double would not leave room at both of its own ends.
    pub const NO_ARMS: i64 = 700;
    /// An end that can no longer continue straight.
    pub const NOT_STRAIGHT: i64 = 200;
    /// A distance below [`super::COMFORT`] to a tile that is not joined.
    pub const CROWDED: i64 = 150;
}

/// The distance from which tiles of neighboring chains look separate.
const COMFORT: i32 = 55;

/// The length up to which a free run ahead of an end counts.
const RUN: i32 = 600;

#[derive(Clone, Debug)]
pub(crate) struct Tree<'a> {
    pub board: &'a Board,
    pub placed: &'a [Placed],
    pub plan: &'a Plan,
}

/// Open places that accept the same next tile.
#[derive(Clone, Copy, Debug)]
struct Exit {
    tile: usize,
    edges: [Option<Edge>; 3],
    /// Whether a corner may start here.
    corners: bool,
    /// The place for a double: only at the first edge, and only if the double is not laid yet.
    double: bool,
}

/// The possible tiles at an exit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Freedom {
    straight: bool,
    any: bool,
    double: bool,
    /// Room for tiles at both ends of that double.
    arms: bool,
}

impl Tree<'_> {
    /// The cheapest free place for `node`; `None` if there is none. Adds up to `noise` to every price, to find another
    /// way after a dead end.
    pub fn place(&self, node: &Node, noise: i64, rng: &mut Rng) -> Option<Slot> {
        let parent = node.on?;
        let mut best: Option<(i64, Slot)> = None;
        let bounds = self.bounds();
        let others: Vec<(Exit, Freedom)> = self
            .exits()
            .into_iter()
            .map(|exit| (exit, self.freedom(&exit, None)))
            .collect();
        for slot in self.candidates(node, parent) {
            if !self.fits(slot.rect, bounds) || !self.is_free(slot.rect, parent, None) {
                continue;
            }
            let mut cost = self.price(node, parent, slot, bounds, &others);
            if noise > 0 {
                cost += rng.below(noise);
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, slot));
            }
        }
        best.map(|(_, slot)| slot)
    }

    /// The smallest rectangle around all tiles; the tree is never empty.
    pub fn bounds(&self) -> Rect {
        let first = self.placed[0].rect;
        self.placed.iter().fold(first, |all, p| all.union(p.rect))
    }

    /// Every exit that may still be used: those whose pip is not exhausted.
    fn exits(&self) -> Vec<Exit> {
        let mut exits = Vec::new();
        for (tile, node) in self.board.nodes.iter().enumerate() {
            let double = |pip| !node.is_double() && !self.board.has_double(pip);
            self.each_open_edge(tile, node, |pip, edge, _| {
                if self.board.unlaid(pip) == 0 {
                    return;
                }
                let bends = node.is_double() && !node.branches();
                let placed = &self.placed[tile];
                let corners = may_turn(node, placed, edge.dir);
                exits.push(Exit {
                    tile,
                    edges: [
                        Some(edge),
                        bends.then(|| placed.edge(placed.dir)),
                        bends.then(|| placed.edge(placed.dir.opposite())),
                    ],
                    corners,
                    double: double(pip),
                });
            });
        }
        exits
    }

    /// Calls `with` for every open place of a tile: the pip, the edge straight ahead, and when it is used.
    pub fn each_open_edge(&self, tile: usize, node: &Node, mut with: impl FnMut(u8, Edge, Turn)) {
        let placed = &self.placed[tile];
        if node.open_places() == 0 {
            return;
        }
        if node.branches() {
            let mut long_open = false;
            for side in self.open_sides(tile) {
                let is_long = side.is_horizontal() == placed.heading.is_horizontal();
                long_open |= is_long;
                let turn = if long_open && !is_long {
                    Turn::Later
                } else {
                    Turn::Now
                };
                with(node.far, placed.edge(side), turn);
            }
        } else if node.is_double() {
            with(node.far, placed.edge(placed.heading), Turn::Now);
        } else {
            if tile == 0 && !node.near_taken {
                with(node.near, placed.edge(placed.dir.opposite()), Turn::Now);
            }
            if node.taken == u8::from(node.near_taken) {
                with(node.far, placed.edge(placed.dir), Turn::Now);
            }
        }
    }

    /// The sides of a branching double without a tile: long sides first, then the ends.
    fn open_sides(&self, tile: usize) -> impl Iterator<Item = Dir> {
        let placed = &self.placed[tile];
        let entry = placed.on.map(|_| placed.heading.opposite());
        let order = [
            placed.heading,
            placed.heading.opposite(),
            placed.dir,
            placed.dir.opposite(),
        ];
        let taken = move |side: Dir| {
            self.placed
                .iter()
                .any(|p| p.on == Some(tile) && p.heading == side)
        };
        order
            .into_iter()
            .filter(move |&side| Some(side) != entry && !taken(side))
    }

    /// The edges of `parent` at which `node` may be laid.
    pub fn edges_for(&self, node: &Node, parent: usize) -> Vec<Edge> {
        let on = &self.board.nodes[parent];
        let placed = &self.placed[parent];
        if !on.is_double() {
            let near = parent == 0 && node.near == on.near;
            let side = if near {
                placed.dir.opposite()
            } else {
                placed.dir
            };
            return Vec::from([placed.edge(side)]);
        }
        if !on.branches() {
            let sides = [placed.heading, placed.dir, placed.dir.opposite()];
            return sides.map(|side| placed.edge(side)).into();
        }
        let is_long = |side: &Dir| side.is_horizontal() == placed.heading.is_horizontal();
        let open: Vec<Dir> = self.open_sides(parent).collect();
        match open.iter().find(|side| is_long(side)) {
            Some(&side) => Vec::from([placed.edge(side)]),
            None => open.into_iter().map(|side| placed.edge(side)).collect(),
        }
    }

    fn candidates(&self, node: &Node, parent: usize) -> Vec<Slot> {
        let on = &self.board.nodes[parent];
        let placed = &self.placed[parent];
        let gap = self.plan.spacing().joint();
        let mut slots = Vec::new();
        for edge in self.edges_for(node, parent) {
            slots.push(edge.straight(gap, node.is_double()));
            if !node.is_double() && may_turn(on, placed, edge.dir) {
                for turn in [edge.dir.clockwise(), edge.dir.counterclockwise()] {
                    slots.push(edge.corner(self.corner_gap(placed, turn), turn));
                }
            }
        }
        slots
    }

    /// A chain that turns back right after a corner runs next to its own last row.
    fn corner_gap(&self, parent: &Placed, turn: Dir) -> i32 {
        if parent.joint == Joint::Corner && turn == parent.heading.opposite() {
            self.plan.spacing().return_joint()
        } else {
            self.plan.spacing().joint()
        }
    }

    /// Whether `rect` is free for a tile next to its parent: far enough from all others, and within the row width.
    fn is_free(&self, rect: Rect, parent: usize, extra: Option<Rect>) -> bool {
        let wide = rect.inflated(self.plan.spacing().clearance());
        let clear = |(index, p): (usize, &Placed)| {
            !p.rect.overlaps(if index == parent { rect } else { wide })
        };
        self.placed.iter().enumerate().all(clear) && extra.is_none_or(|e| !e.overlaps(wide))
    }

    /// Whether `rect` is free for a tile that touches no other.
    pub fn is_open(&self, rect: Rect, bounds: Rect) -> bool {
        let wide = rect.inflated(self.plan.spacing().clearance());
        self.fits(rect, bounds) && !self.placed.iter().any(|p| p.rect.overlaps(wide))
    }

    fn fits(&self, rect: Rect, bounds: Rect) -> bool {
        bounds.union(rect).width() <= self.plan.row_width()
    }

    /// The price of laying `node` in `slot`.
    fn price(
        &self,
        node: &Node,
        parent: usize,
        slot: Slot,
        bounds: Rect,
        others: &[(Exit, Freedom)],
    ) -> i64 {
        let grown = bounds.union(slot.rect);
        let mut cost = self.size(grown);
        if slot.joint == Joint::Corner {
            cost += price::CORNER;
            if self.board.nodes[parent].is_double() {
                cost += price::CORNER_AT_DOUBLE;
            }
        }
        let near = slot.rect.inflated(COMFORT);
        let crowds = |(index, p): (usize, &Placed)| index != parent && p.rect.overlaps(near);
        if self.placed.iter().enumerate().any(crowds) {
            cost += price::CROWDED;
        }
        cost += self.outlook(node, parent, slot, grown);
        let widens = grown.width() > bounds.width();
        for (exit, before) in others {
            if exit.is_left_by(parent, slot) || !(widens || exit.is_near(slot.rect)) {
                continue;
            }
            let after = self.freedom(exit, Some(slot.rect));
            for (lost, price) in [
                (before.any && !after.any, price::SHUT),
                (before.double && !after.double, price::NO_DOUBLE),
                (before.arms && !after.arms, price::NO_ARMS),
                (before.straight && !after.straight, price::NOT_STRAIGHT),
            ] {
                if lost {
                    cost += price;
                }
            }
        }
        cost
    }

    /// The price of the size, low inside the planned rectangle and high beyond it.
    fn size(&self, bounds: Rect) -> i64 {
        let (across, down) = self.plan.felt().sane();
        let width = i64::from(bounds.width());
        let height = i64::from(bounds.height()) * across / down;
        let size = width.max(height);
        let over = (size - i64::from(self.plan.row_width())).max(0);
        size / 4 + over * 2
    }

    /// The price of the ends that `node` would open.
    fn outlook(&self, node: &Node, parent: usize, slot: Slot, grown: Rect) -> i64 {
        if self.board.unlaid(node.far) <= 1 {
            return 0;
        }
        let placed = slot.placed(node);
        let sides: &[Dir] = &if node.branches() {
            [slot.heading, slot.dir, slot.dir.opposite()]
        } else if node.is_double() {
            [slot.heading; 3]
        } else {
            [slot.dir; 3]
        };
        let wants_double = !node.is_double() && !self.board.has_double(node.far);
        let gap = self.plan.spacing().joint();
        let mut cost = 0;
        for &side in sides {
            let edge = placed.edge(side);
            let run = self.run(edge, parent, grown);
            cost -= i64::from(run.min(RUN)) * 2 / 5;
            if run < gap + 2 * UNIT {
                cost += price::NOT_STRAIGHT;
            }
            let crossed = wants_double && self.board.next_double_branches();
            if crossed && !self.is_free(edge.crossing(gap), parent, Some(slot.rect)) {
                cost += price::NO_ARMS;
            }
            if run < gap + UNIT {
                cost += if wants_double {
                    price::NO_DOUBLE
                } else {
                    price::SHUT
                };
            }
        }
        cost / 3
    }

    /// The distance that a double could slide away from `edge` before it meets a tile or the limit.
    fn run(&self, edge: Edge, parent: usize, grown: Rect) -> i32 {
        let lane = edge.ahead(RUN).inflated(self.plan.spacing().clearance());
        let spare = self.plan.row_width() - grown.width();
        let limit = match edge.dir {
            Dir::East => grown.right - edge.at.x + spare,
            Dir::West => edge.at.x - grown.left + spare,
            Dir::North | Dir::South => RUN,
        };
        let clearance = self.plan.spacing().clearance();
        let in_lane = self.placed.iter().enumerate();
        in_lane
            .filter(|(index, p)| *index != parent && p.rect.overlaps(lane))
            .map(|(_, p)| edge.distance_to(p.rect) - clearance)
            .fold(limit.min(RUN), i32::min)
    }

    fn freedom(&self, exit: &Exit, extra: Option<Rect>) -> Freedom {
        let gap = self.plan.spacing().joint();
        let bounds = extra.map_or_else(|| self.bounds(), |e| self.bounds().union(e));
        let free =
            |slot: Slot| self.fits(slot.rect, bounds) && self.is_free(slot.rect, exit.tile, extra);
        let mut edges = exit.edges.iter().flatten();
        let first = edges.next();
        let straight = first.is_some_and(|edge| free(edge.along(gap)));
        let corner = |edge: &Edge| {
            let placed = &self.placed[exit.tile];
            [edge.dir.clockwise(), edge.dir.counterclockwise()]
                .into_iter()
                .any(|turn| free(edge.corner(self.corner_gap(placed, turn), turn)))
        };
        Freedom {
            straight,
            any: straight
                || (exit.corners && first.is_some_and(corner))
                || edges.any(|edge| free(edge.along(gap))),
            double: !exit.double || first.is_some_and(|edge| free(edge.across(gap))),
            arms: !exit.double
                || !self.board.next_double_branches()
                || first.is_some_and(|edge| self.is_free(edge.crossing(gap), exit.tile, extra)),
        }
    }
}

/// Whether a tile laid against side `side` may turn a corner at once. It may next to a single, or at the end of a
/// double that branches, where a turn leaves the double's other sides free.
fn may_turn(on: &Node, placed: &Placed, side: Dir) -> bool {
    let is_end = side.is_horizontal() == placed.dir.is_horizontal();
    !on.is_double() || (on.branches() && is_end)
}

impl Exit {
    /// Whether a tile in `slot` against `parent` uses this exit.
    fn is_left_by(&self, parent: usize, slot: Slot) -> bool {
        let leaves = |edge: &Edge| edge.dir == slot.heading;
        self.tile == parent && self.edges.iter().flatten().any(leaves)
    }

    /// Whether a tile at `rect` could be in the way of the next tile at this exit.
    fn is_near(&self, rect: Rect) -> bool {
        let reach = rect.inflated(3 * UNIT);
        let inside = |edge: &Edge| {
            let Point { x, y } = edge.at;
            (reach.left..=reach.right).contains(&x) && (reach.top..=reach.bottom).contains(&y)
        };
        self.edges.iter().flatten().any(inside)
    }
}
