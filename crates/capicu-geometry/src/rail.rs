//! The last resort: a tile without room next to its parent gets the nearest free spot.

use crate::{
    Joint, Rect, UNIT,
    board::Node,
    placed::{Edge, Slot},
    tree::Tree,
};

/// The free spot nearest to the right place of `node`, laid against `parent`. There always is one: below all tiles.
pub(crate) fn place(tree: &Tree<'_>, node: &Node, parent: usize) -> Slot {
    let placed = &tree.placed[parent];
    let open = tree.edges_for(node, parent).first().copied();
    let edge = open.unwrap_or_else(|| placed.edge(placed.heading));
    let home = edge.straight(tree.plan.spacing().return_joint(), node.is_double());
    let bounds = tree.bounds();
    let spot = nearest(tree, home.rect, bounds).unwrap_or_else(|| below(home.rect, bounds));
    at_rail(edge, home, spot)
}

fn nearest(tree: &Tree<'_>, home: Rect, bounds: Rect) -> Option<Rect> {
    const STEP: i32 = UNIT / 2;
    let mut best: Option<(i32, Rect)> = None;
    let mut top = bounds.top - home.height() - UNIT;
    while top <= bounds.bottom + UNIT {
        let mut left = bounds.left;
        while left <= bounds.right {
            let spot = moved(home, left, top);
            let far = (spot.left - home.left).abs() + (spot.top - home.top).abs();
            if best.is_none_or(|(least, _)| far < least) && tree.is_open(spot, bounds) {
                best = Some((far, spot));
            }
            left += STEP;
        }
        top += STEP;
    }
    best.map(|(_, spot)| spot)
}

fn below(home: Rect, bounds: Rect) -> Rect {
    moved(home, bounds.left, bounds.bottom + UNIT)
}

const fn moved(rect: Rect, left: i32, top: i32) -> Rect {
    Rect {
        left,
        top,
        right: left + rect.width(),
        bottom: top + rect.height(),
    }
}

fn at_rail(edge: Edge, home: Slot, spot: Rect) -> Slot {
    let center = spot.center();
    let reach = if edge.dir.is_horizontal() {
        spot.width() / 2
    } else {
        spot.height() / 2
    };
    Slot {
        rect: spot,
        joint: Joint::Rail {
            from: edge.at,
            to: center.step(edge.dir, -reach),
        },
        ..home
    }
}
