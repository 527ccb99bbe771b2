//! The layout, which gives each new tile a place.

use alloc::vec::Vec;

use crate::{
    Dir, Laid, LayoutError, Placed, Plan, Point, Rect, Shape,
    board::{Board, Node},
    line::Line,
    placed::{Edge, Slot},
    rail,
    rng::Rng,
    tree::Tree,
};

/// The attempts to rearrange a tree at a dead end, before a tile gets a rail.
const ATTEMPTS: u32 = 48;

/// All tiles on the felt, in the order in which they were laid.
#[derive(Clone, Debug)]
pub struct Layout {
    plan: Plan,
    board: Board,
    placed: Vec<Placed>,
    /// The two arms of a [`Shape::Line`], once it has a first tile.
    line: Option<Line>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenEnd {
    pub tile: usize,
    pub pip: u8,
    /// The middle of the open edge.
    pub at: Point,
    /// The direction away from the tile.
    pub dir: Dir,
    /// Whether the layout uses it for the next tile, or only after other ends.
    pub turn: Turn,
}

/// When the layout uses an open end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// For the next tile laid against this tile.
    Now,
    /// After the long sides of this double are covered.
    Later,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ghost {
    pub placed: Placed,
    /// Whether the tiles on the table keep their places.
    pub others: Others,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Others {
    Stay,
    /// Some tiles move to make room; only in crosses and branching trees.
    Move,
}

impl Layout {
    #[must_use]
    pub const fn new(plan: Plan) -> Self {
        Self {
            plan,
            board: Board::new(plan.set(), plan.shape()),
            placed: Vec::new(),
            line: None,
        }
    }

    /// Lays out `tiles`, given in the order in which they were laid.
    ///
    /// Equivalent to [`push`](Self::push) for each in turn. Fails if the tiles are not a legal tree; the error names
    /// the first that does not fit.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu_geometry::{DominoSet, Felt, Laid, Layout, LayoutError, Plan, Shape};
    ///
    /// let felt = Felt { width: 344, height: 420 };
    /// let plan = Plan::new(DominoSet::DoubleSix, Shape::Line, felt);
    /// let layout = Layout::of(plan, &[Laid::first(6, 6), Laid::against(0, 6, 6, 4)])?;
    /// assert_eq!(layout.tiles()[1].rect.left, 56); // half a unit of the double, then the gap
    ///
    /// let odd = [Laid::first(6, 6), Laid::against(0, 5, 5, 4)];
    /// assert_eq!(
    ///     Layout::of(plan, &odd).unwrap_err(),
    ///     LayoutError::PipsDiffer { tile: 1, on: 0, pip: 5 },
    /// );
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn of(plan: Plan, tiles: &[Laid]) -> Result<Self, LayoutError> {
        let mut layout = Self::new(plan);
        for &laid in tiles {
            layout.push(laid)?;
        }
        Ok(layout)
    }

    /// Lays one more tile and tells whether others moved. Fails if the tile does not fit there; the layout is then
    /// unchanged.
    pub fn push(&mut self, laid: Laid) -> Result<Others, LayoutError> {
        let node = self.board.check(laid)?;
        Ok(self.lay(node))
    }

    /// The place of `laid`, exactly where [`push`](Self::push) would put it. Fails if the tile does not fit there.
    pub fn place_next(&self, laid: Laid) -> Result<Ghost, LayoutError> {
        let node = self.board.check(laid)?;
        if let Some((slot, _)) = self.slot_beside(&node) {
            return Ok(Ghost {
                placed: slot.placed(&node),
                others: Others::Stay,
            });
        }
        let mut after = self.clone();
        let others = after.lay(node);
        Ok(Ghost {
            placed: after.placed[self.placed.len()],
            others,
        })
    }

    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The tiles in the order of laying.
    #[must_use]
    pub fn tiles(&self) -> &[Placed] {
        &self.placed
    }

    /// The smallest rectangle around all tiles; `None` on an empty felt.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.placed
            .iter()
            .map(|placed| placed.rect)
            .reduce(Rect::union)
    }

    /// The area of [`bounds`](Self::bounds) plus room for the next tile at every open end. If you fit this into the
    /// felt, the picture does not jump when ghosts appear. On a line it never does, on a tree as long as ghosts
    /// continue straight.
    #[must_use]
    pub fn reach(&self) -> Option<Rect> {
        let bounds = self.bounds()?;
        let ahead: Vec<Rect> = match &self.line {
            Some(line) => [line.east, line.west]
                .iter()
                .flat_map(|arm| [false, true].map(|double| arm.next(double, &self.plan).0.rect))
                .collect(),
            None => {
                let gap = self.plan.spacing().joint();
                let rects = self
                    .ends()
                    .into_iter()
                    .map(|end| end.edge().along(gap).rect);
                let fits = |r: &Rect| bounds.union(*r).width() <= self.plan.row_width();
                rects.filter(fits).collect()
            }
        };
        Some(ahead.into_iter().fold(bounds, Rect::union))
    }

    /// Every open end, in the order of the tiles.
    #[must_use]
    pub fn ends(&self) -> Vec<OpenEnd> {
        match &self.line {
            Some(line) => [line.west, line.east]
                .iter()
                .map(|arm| OpenEnd::new(arm.tile, arm.pip, arm.edge, Turn::Now))
                .collect(),
            None if self.placed.is_empty() => Vec::new(),
            None => self.tree_ends(),
        }
    }

    fn lay(&mut self, node: Node) -> Others {
        if let Some((slot, line)) = self.slot_beside(&node) {
            self.accept(node, slot, line);
            return Others::Stay;
        }
        for attempt in 0..ATTEMPTS {
            if let Some(placed) = self.laid_anew(node, attempt) {
                self.board.push(node);
                self.placed = placed;
                return Others::Move;
            }
        }
        let parent = node.on.unwrap_or_default(); // the first tile has found its place above
        let slot = rail::place(&self.tree(), &node, parent);
        self.accept(node, slot, None);
        Others::Stay
    }

    /// The place of `node` that moves no other tile, if there is one, and the line after it.
    fn slot_beside(&self, node: &Node) -> Option<(Slot, Option<Line>)> {
        let Some(on) = node.on else {
            let slot = Slot::first(node.is_double());
            let starts = self.plan.shape() == Shape::Line;
            return Some((slot, starts.then(|| Line::new(&slot.placed(node)))));
        };
        match self.line {
            Some(line) => {
                let (slot, line) = line.next(node, on, self.placed.len(), &self.plan);
                Some((slot, Some(line)))
            }
            None => {
                let slot = self.tree().place(node, 0, &mut Rng::for_attempt(&[], 0))?;
                Some((slot, None))
            }
        }
    }

    fn tree(&self) -> Tree<'_> {
        Tree {
            board: &self.board,
            placed: &self.placed,
            plan: &self.plan,
        }
    }

    fn accept(&mut self, node: Node, slot: Slot, line: Option<Line>) {
        self.board.push(node);
        self.placed.push(slot.placed(&node));
        self.line = line;
    }

    /// Lays out all tiles and `node` again with other choices. The number of the attempt decides how many of the first
    /// tiles keep their places: three quarters at first, later only the first.
    fn laid_anew(&self, node: Node, attempt: u32) -> Option<Vec<Placed>> {
        let n = self.placed.len();
        let redo = n * (attempt as usize + 5) / 20;
        let keep = n.saturating_sub(redo).clamp(1, n.max(2) - 1);
        // How far choices may be from the cheapest: little at first, so that the picture hardly changes.
        let noise = 50 + i64::from(attempt) * 8;
        let mut rng = Rng::for_attempt(&self.board.nodes, attempt);
        let mut board = self.board.prefix(keep);
        let mut placed = Vec::from(&self.placed[..keep]);
        let again = self.board.nodes[keep..].iter().map(|n| n.untouched());
        for next in again.chain([node]) {
            let tree = Tree {
                board: &board,
                placed: &placed,
                plan: &self.plan,
            };
            let slot = tree.place(&next, noise, &mut rng)?;
            placed.push(slot.placed(&next));
            board.push(next);
        }
        Some(placed)
    }

    fn tree_ends(&self) -> Vec<OpenEnd> {
        let tree = self.tree();
        let mut ends = Vec::new();
        for (tile, node) in self.board.nodes.iter().enumerate() {
            tree.each_open_edge(tile, node, |pip, edge, turn| {
                ends.push(OpenEnd::new(tile, pip, edge, turn));
            });
        }
        ends
    }
}

impl OpenEnd {
    fn new(tile: usize, pip: u8, edge: Edge, turn: Turn) -> Self {
        Self {
            tile,
            pip,
            at: edge.at,
            dir: edge.dir,
            turn,
        }
    }

    fn edge(&self) -> Edge {
        Edge {
            at: self.at,
            dir: self.dir,
        }
    }
}
