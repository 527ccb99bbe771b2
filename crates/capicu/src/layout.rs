//! The tiles on the table, as far as play depends on them: the places where the next may be laid.

use arrayvec::ArrayVec;

use crate::rules::{Arms, Cross, Ends, LaterDouble, Spinner};
use crate::{Action, Pip, Rules, Tile, TileSet};

/// A tile on which another can be laid, with the number it shows there.
///
/// A single shows one number at one place. A double may have several places, which are equal to
/// each other: it leaves the list when the last of them is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    tile: Tile,
    pip: Pip,
    covered: u8,
    places: u8,
    depth: u8,
    /// What may be laid here now, whoever holds it.
    playable: TileSet,
}

impl End {
    /// The tile to be laid against.
    pub const fn tile(&self) -> Tile {
        self.tile
    }

    /// The number to be matched.
    pub const fn pip(&self) -> Pip {
        self.pip
    }

    /// How many tiles can still be laid here.
    pub const fn open_places(&self) -> u8 {
        self.places - self.covered
    }

    /// The tiles that may be laid here now, whoever holds them.
    pub const fn playable(&self) -> TileSet {
        self.playable
    }

    /// How many tiles lie between this one and the first; 0 for the first itself.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// What the end adds to the total of the open ends, in pips: a double counts whole until two
    /// tiles touch it, and then no more (003:53, 004:44, A5).
    pub const fn count(&self) -> u8 {
        if !self.tile.is_double() {
            self.pip.value()
        } else if self.covered < 2 {
            2 * self.pip.value()
        } else {
            0
        }
    }
}

/// At most this many ends are open at once: the widest tree is every double of a double-twelve
/// set with three open places.
pub(crate) const MAX_ENDS: usize = 40;

/// What lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Layout {
    laid: TileSet,
    first: Option<Tile>,
    ends: ArrayVec<End, MAX_ENDS>,
    first_spinner: Option<Tile>,
    /// What may be laid now, whoever holds it: kept, since every turn asks.
    playable: TileSet,
}

impl Layout {
    /// The tiles that lie there.
    pub const fn laid(&self) -> TileSet {
        self.laid
    }

    /// The tile that opened the round.
    pub const fn first(&self) -> Option<Tile> {
        self.first
    }

    /// The places where tiles may be laid, as far as the layout goes; on a plain line, two unless
    /// a lone double shows both. See [`playable`](Self::playable) for what holds now.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The double that opened more than two sides first, if any did.
    pub const fn first_spinner(&self) -> Option<Tile> {
        self.first_spinner
    }

    /// The sum of the open ends, in pips.
    pub fn total(&self) -> u16 {
        self.ends.iter().map(|end| u16::from(end.count())).sum()
    }

    /// Whether any tile that fits may be laid at any end.
    fn is_free(rules: &Rules) -> bool {
        rules.arms == Arms::Free && rules.cross == Cross::Free
    }

    fn playable_on_arm(&self, end: &End, waits_for_cross: bool, rules: &Rules) -> TileSet {
        if waits_for_cross && Some(end.tile) != self.first {
            return TileSet::EMPTY;
        }
        let suit = TileSet::suit(end.pip) - self.laid;
        let double = Tile::double(end.pip);
        match rules.arms {
            Arms::Free => suit,
            _ if end.depth == 0 => suit,
            Arms::OwnDouble if end.depth == 1 && !end.tile.is_double() => {
                TileSet::of(double) - self.laid
            }
            _ if self.laid.contains(double) => suit,
            Arms::OwnDouble if self.ends.iter().any(|e| e.depth == 1 && e.pip == end.pip) => {
                TileSet::EMPTY
            }
            _ => TileSet::of(double),
        }
    }

    /// The tiles that may be laid somewhere, whoever holds them.
    pub const fn playable(&self) -> TileSet {
        self.playable
    }

    /// Notes what may be laid where, after a tile.
    fn note_playable(&mut self, rules: &Rules) {
        let mut all = TileSet::EMPTY;
        if Self::is_free(rules) {
            for end in &mut self.ends {
                end.playable = TileSet::suit(end.pip) - self.laid;
                all |= end.playable;
            }
        } else {
            let waits = self.waits_for_cross(rules);
            for i in 0..self.ends.len() {
                let playable = self.playable_on_arm(&self.ends[i], waits, rules);
                self.ends[i].playable = playable;
                all |= playable;
            }
        }
        self.playable = all;
    }

    /// Whether the four sides of the opening double are still to be covered before all else.
    pub fn waits_for_cross(&self, rules: &Rules) -> bool {
        rules.cross == Cross::First
            && self
                .ends
                .iter()
                .any(|end| end.depth == 0 && end.tile.is_double())
    }

    /// The end at a tile where another tile may be laid now.
    pub fn end_for(&self, tile: Tile, on: Tile) -> Option<usize> {
        // A first tile lies at two ends: the number tells them apart.
        self.ends
            .iter()
            .position(|end| end.tile == on && tile.has(end.pip) && end.playable.contains(tile))
    }

    /// The layout as an action would leave it; the same if the action lays no tile, or one that
    /// may not be laid there. For players who think ahead.
    #[must_use]
    pub fn after(&self, action: Action, rules: &Rules) -> Self {
        let mut layout = self.clone();
        match action {
            Action::Lead(tile) if self.first.is_none() => layout.lead(tile, rules),
            Action::Play { tile, on } => {
                if let Some(index) = self.end_for(tile, on)
                    && let Some(open) = tile.other(self.ends[index].pip)
                {
                    layout.lay(tile, index, open, rules);
                }
            }
            _ => {}
        }
        layout
    }

    /// Lays the first tile.
    pub(crate) fn lead(&mut self, tile: Tile, rules: &Rules) {
        self.laid.insert(tile);
        self.first = Some(tile);
        if tile.is_double() {
            let places = if rules.spinner == Spinner::None { 2 } else { 4 };
            self.note_spinner(tile, places);
            self.ends.push(End {
                tile,
                pip: tile.high(),
                covered: 0,
                places,
                depth: 0,
                playable: TileSet::EMPTY,
            });
        } else {
            for pip in [tile.high(), tile.low()] {
                self.ends.push(End {
                    tile,
                    pip,
                    covered: 0,
                    places: 1,
                    depth: 0,
                    playable: TileSet::EMPTY,
                });
            }
        }
        self.note_playable(rules);
    }

    /// Lays a tile at the end of this index with its half `open` away from it.
    pub(crate) fn lay(&mut self, tile: Tile, index: usize, open: Pip, rules: &Rules) {
        self.laid.insert(tile);
        let parent = &mut self.ends[index];
        parent.covered += 1;
        let full = parent.covered == parent.places;
        let depth = parent.depth + 1;
        let places = if !tile.is_double() {
            1
        } else {
            match rules.spinner {
                Spinner::None => 2,
                Spinner::First if self.first_spinner.is_some() => 2,
                Spinner::First => 4,
                Spinner::Every => match rules.later_double {
                    LaterDouble::ThreePlaces => 4,
                    LaterDouble::TwoPlaces => 3,
                },
            }
        };
        let covered = u8::from(tile.is_double());
        self.note_spinner(tile, places);
        let end = End {
            tile,
            pip: open,
            covered,
            places,
            depth,
            playable: TileSet::EMPTY,
        };
        if full {
            self.ends[index] = end;
        } else {
            self.ends.push(end);
        }
        self.note_playable(rules);
    }

    fn note_spinner(&mut self, tile: Tile, places: u8) {
        if places > 2 && self.first_spinner.is_none() {
            self.first_spinner = Some(tile);
        }
    }
}

/// What a total of the open ends scores, in points before any conversion to pegs; 0 for none.
///
/// # Sources
///
/// 003:53 fives; 003:69 fives and threes, a total of fifteen once (T1); the other readings are T1's.
pub fn ends_score(total: u16, ends: Ends) -> u16 {
    let times = |of: u16| {
        if total.is_multiple_of(of) {
            total / of
        } else {
            0
        }
    };
    let whole = |of: u16| if total.is_multiple_of(of) { total } else { 0 };
    match ends {
        Ends::Off => 0,
        Ends::Fives => whole(5),
        Ends::Threes => whole(3),
        Ends::Sevens => whole(7),
        Ends::FivesAndThrees => whole(5).max(whole(3)),
        Ends::EachMultiple => times(5) + times(3),
        Ends::TotalForEach => whole(5) + whole(3),
    }
}
