//! The tree of laid tiles, checked as it grows. It knows which tiles are joined, but no positions.

use alloc::vec::Vec;

use crate::{DominoSet, Laid, LayoutError, Shape};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub near: u8,
    pub far: u8,
    pub on: Option<usize>,
    /// The number of tiles that may be laid against it.
    pub places: u8,
    /// The number of tiles laid against it.
    pub taken: u8,
    /// For a first tile that is a single: whether the `near` half has a tile against it.
    pub near_taken: bool,
}

impl Node {
    pub const fn is_double(&self) -> bool {
        self.near == self.far
    }

    /// Whether more than one chain may leave this tile, apart from the one that reached it.
    pub const fn branches(&self) -> bool {
        self.is_double() && self.places > 2
    }

    /// This tile before any other was laid against it.
    pub const fn untouched(self) -> Self {
        Self {
            taken: 0,
            near_taken: false,
            ..self
        }
    }

    pub const fn open_places(&self) -> u8 {
        self.places - self.taken
    }
}

/// Every tile on the table, in the order of laying.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    set: DominoSet,
    shape: Shape,
    pub nodes: Vec<Node>,
    /// The double with four sides of a [`Shape::FourArms`].
    spinner: Option<usize>,
}

impl Board {
    pub const fn new(set: DominoSet, shape: Shape) -> Self {
        Self {
            set,
            shape,
            nodes: Vec::new(),
            spinner: None,
        }
    }

    pub fn check(&self, laid: Laid) -> Result<Node, LayoutError> {
        let tile = self.nodes.len();
        let highest = self.set.highest();
        if let Some(&pip) = [laid.a, laid.b].iter().find(|&&pip| pip > highest) {
            return Err(LayoutError::PipNotInSet { tile, pip, highest });
        }
        let same = |node: &Node| (node.near.min(node.far), node.near.max(node.far));
        if let Some(earlier) = self.nodes.iter().position(|n| same(n) == laid.identity()) {
            return Err(LayoutError::DuplicateTile { tile, earlier });
        }
        let (near, far) = match (tile, laid.on) {
            (0, None) => (laid.a, laid.b),
            (0, Some(on)) => return Err(LayoutError::FirstTileAttached { on }),
            (_, None) => return Err(LayoutError::Detached { tile }),
            (_, Some(on)) => {
                let far = match laid.pip {
                    pip if pip == laid.a => laid.b,
                    pip if pip == laid.b => laid.a,
                    pip => return Err(LayoutError::PipNotOnTile { tile, pip }),
                };
                self.check_parent(tile, on, laid.pip)?;
                (laid.pip, far)
            }
        };
        Ok(Node {
            near,
            far,
            on: laid.on,
            places: self.places(laid),
            taken: 0,
            near_taken: false,
        })
    }

    /// Adds a node that [`check`](Self::check) returned for this board.
    pub fn push(&mut self, node: Node) {
        if let Some(on) = node.on {
            let parent = &mut self.nodes[on];
            parent.taken += 1;
            parent.near_taken |= on == 0 && !parent.is_double() && node.near == parent.near;
        }
        if node.is_double() && self.spinner.is_none() {
            self.spinner = Some(self.nodes.len());
        }
        self.nodes.push(node);
    }

    /// The board after its first `n` tiles.
    pub fn prefix(&self, n: usize) -> Self {
        let mut board = Self::new(self.set, self.shape);
        for &node in &self.nodes[..n] {
            board.push(node.untouched());
        }
        board
    }

    /// The number of tiles with this pip that are not on the table.
    pub fn unlaid(&self, pip: u8) -> usize {
        let laid = |node: &&Node| node.near == pip || node.far == pip;
        usize::from(self.set.highest()) + 1 - self.nodes.iter().filter(laid).count()
    }

    pub const fn next_double_branches(&self) -> bool {
        match self.shape {
            Shape::Line => false,
            Shape::FourArms => self.spinner.is_none(),
            Shape::Branching => true,
        }
    }

    pub fn has_double(&self, pip: u8) -> bool {
        let is_it = |node: &Node| node.is_double() && node.near == pip;
        self.nodes.iter().any(is_it)
    }

    fn check_parent(&self, tile: usize, on: usize, pip: u8) -> Result<(), LayoutError> {
        let Some(parent) = self.nodes.get(on) else {
            return Err(LayoutError::UnknownTile { tile, on });
        };
        if parent.open_places() == 0 {
            let places = parent.places;
            return Err(LayoutError::NoPlaceLeft { tile, on, places });
        }
        let open = if on == 0 && !parent.is_double() {
            // One half is free; the other may be covered.
            let far_taken = parent.taken > u8::from(parent.near_taken);
            (pip == parent.near && !parent.near_taken) || (pip == parent.far && !far_taken)
        } else {
            pip == parent.far
        };
        if open {
            Ok(())
        } else {
            Err(LayoutError::PipsDiffer { tile, on, pip })
        }
    }

    fn places(&self, laid: Laid) -> u8 {
        let four_sided = laid.is_double() && self.next_double_branches();
        let sides = if four_sided { 4 } else { 2 };
        sides - u8::from(laid.on.is_some())
    }
}
