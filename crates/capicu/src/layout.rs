//! The tiles on the table, as far as play depends on them: the places where the next may be laid.

use core::ops::BitOr;

use arrayvec::ArrayVec;

use crate::rules::{Arms, Cross, Ends, LaterDouble, Spinner};
use crate::{Action, Pip, Rules, Tile, TileSet};

/// What may be laid at an end now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fit {
    /// Whatever shows its number.
    Suit,
    /// The double of its number.
    Double,
    /// Nothing, until the arms are further on.
    Nothing,
}

/// A tile on which another can be laid, with the number it shows there.
///
/// A single shows one number at one place. A double may have several places, which are equal to
/// each other: it leaves the list when the last of them is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(8))]
pub struct End {
    tile: Tile,
    pip: Pip,
    /// Of its places. Of the two of a single, one is where its other half lies.
    covered: u8,
    places: u8,
    depth: u8,
    fit: Fit,
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The tiles of the game.
    tiles: TileSet,
    unplayed: TileSet,
    first: Option<Tile>,
    ends: ArrayVec<End, MAX_ENDS>,
    first_spinner: Option<Tile>,
    /// How many places the next double will have.
    double_places: u8,
    /// Whether any tile that fits may be laid at any end.
    free: bool,
    /// Whether this is a line of a small set, as most layouts are: free, two ends with one place each
    /// or a lone double with two, and so it will be after the next tile.
    line: bool,
    /// The lower halves of the suits of the ends of such a line.
    suits: [u64; 2],
    /// The tiles at its ends, a lone double at both.
    tips: [Tile; 2],
    /// What may be laid now, whoever holds it; on such a line the suits tell.
    playable: TileSet,
}

impl Layout {
    /// The empty table of a game.
    #[inline]
    pub fn new(rules: &Rules) -> Self {
        Self {
            tiles: rules.tiles(),
            unplayed: rules.tiles(),
            first: None,
            ends: ArrayVec::new(),
            first_spinner: None,
            double_places: if rules.spinner == Spinner::None { 2 } else { 4 },
            free: rules.arms == Arms::Free && rules.cross == Cross::Free,
            line: false,
            suits: [0; 2],
            tips: [Tile::DOUBLE_BLANK; 2],
            playable: TileSet::EMPTY,
        }
    }

    /// The tiles that lie there.
    pub fn laid(&self) -> TileSet {
        self.tiles - self.unplayed
    }

    /// The tiles of the game that do not: in the hands or asleep.
    pub const fn unplayed(&self) -> TileSet {
        self.unplayed
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

    /// Whether this is a line.
    #[inline(always)]
    /// The points that the open ends are worth together, as they lie; 0 where they score nothing.
    pub fn points(&self, rules: &Rules) -> u16 {
        ends_score(self.total(), rules.ends) / rules.pips_per_point.get()
    }

    pub(crate) const fn is_line(&self) -> bool {
        self.line
    }

    /// The lower halves of the suits of the ends of a line, the second empty under a lone double.
    #[inline(always)]
    pub(crate) const fn suits(&self) -> [u64; 2] {
        self.suits
    }

    /// The tiles at the ends of a line.
    #[inline(always)]
    pub(crate) const fn tips(&self) -> &[Tile; 2] {
        &self.tips
    }

    /// The tiles that may be laid at one of the ends now, whoever holds them.
    #[inline]
    pub fn playable_at(&self, end: &End) -> TileSet {
        // Which it is changes from end to end: looked up, so that no branch hangs on it.
        static FITTING: [TileSet; 4] = {
            let mut table = [TileSet::EMPTY; 4];
            table[Fit::Suit as usize] = TileSet::ALL;
            table[Fit::Double as usize] = TileSet::DOUBLES;
            table
        };
        TileSet::suit(end.pip) & self.unplayed & FITTING[end.fit as usize % 4]
    }

    /// The tiles that may be laid somewhere, whoever holds them.
    pub const fn playable(&self) -> TileSet {
        if self.line {
            TileSet::from_low(self.playable_on_line())
        } else {
            self.playable
        }
    }

    /// The lower half of the same, on a line.
    #[inline(always)]
    pub(crate) const fn playable_on_line(&self) -> u64 {
        (self.suits[0] | self.suits[1]) & self.unplayed.low()
    }

    /// Notes what may be laid where, after a tile.
    fn note_playable(&mut self, rules: &Rules) {
        let suit = |end: Option<&End>| end.map_or(0, |end| TileSet::low_suit(end.pip));
        let tile = |end: Option<&End>| end.map_or(Tile::DOUBLE_BLANK, End::tile);
        self.line = self.free
            && self.double_places == 2
            && rules.is_small()
            && self.ends.iter().map(End::open_places).sum::<u8>() == 2;
        if self.line {
            self.suits = [self.ends.first(), self.ends.get(1)].map(suit);
            self.tips = [self.ends.first(), self.ends.last()].map(tile);
            self.playable = TileSet::EMPTY;
        } else if self.free {
            let suits = self.ends.iter().map(|end| TileSet::suit(end.pip));
            self.playable = suits.fold(TileSet::EMPTY, BitOr::bitor) & self.unplayed;
        } else {
            self.playable = self.note_fits(rules);
        }
    }

    #[inline(never)]
    fn note_fits(&mut self, rules: &Rules) -> TileSet {
        let waits_for_cross = self.waits_for_cross(rules);
        let (first, laid) = (self.first, self.laid());
        // The numbers that arms begin with: their doubles belong there.
        let begun = |begun: u16, end: &End| begun | u16::from(end.depth == 1) << end.pip.value();
        let begun = self.ends.iter().fold(0, begun);
        let own_double = rules.arms == Arms::OwnDouble;
        // Where a tile lies is chance: no branch hangs on it.
        let fit = |end: &End| {
            if waits_for_cross && Some(end.tile) != first {
                return Fit::Nothing;
            }
            if rules.arms == Arms::Free {
                return Fit::Suit;
            }
            let begins_arm = own_double & (end.depth == 1) & !end.tile.is_double();
            let double_laid = laid.contains(Tile::double(end.pip));
            let begun = own_double & (begun >> end.pip.value() & 1 == 1);
            match ((end.depth == 0) | double_laid, begun) {
                _ if begins_arm => Fit::Double,
                (true, _) => Fit::Suit,
                (false, true) => Fit::Nothing,
                (false, false) => Fit::Double,
            }
        };
        for end in &mut self.ends {
            end.fit = fit(end);
        }
        let playable = self.ends.iter().map(|end| self.playable_at(end));
        playable.fold(TileSet::EMPTY, BitOr::bitor)
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
        self.place(tile, on)
            .filter(|&index| self.playable_at(&self.ends[index]).contains(tile))
    }

    /// Whether a tile laid at either end leaves the same game: where ends do not score, places
    /// that show the same number are alike, but for a first tile of a French arm (G6).
    pub fn same_future(&self, a: &End, b: &End, rules: &Rules) -> bool {
        a.pip() == b.pip()
            && rules.ends == Ends::Off
            && match rules.arms {
                Arms::Free => !self.waits_for_cross(rules) || a.depth().min(1) == b.depth().min(1),
                // A wrong play may have begun an arm with a double.
                _ => {
                    a.depth().min(2) == b.depth().min(2)
                        && self.playable_at(a) == self.playable_at(b)
                }
            }
    }

    /// The end at a tile that shows a number of another tile.
    pub(crate) fn place(&self, tile: Tile, on: Tile) -> Option<usize> {
        // A first tile lies at two ends: the number tells them apart.
        let here = |end: &End| end.tile == on && tile.has(end.pip);
        self.ends.iter().position(here)
    }

    /// The layout as an action would leave it; the same if the action lays no tile, or one that
    /// may not be laid there. For players who think ahead.
    #[must_use]
    pub fn after(&self, action: Action, rules: &Rules) -> Self {
        let mut layout = self.clone();
        match action {
            Action::Lead(tile) if self.first.is_none() => layout.lead(tile, rules),
            Action::Play { tile, on } => {
                if let Some(index) = self.end_for(tile, on) {
                    let open = tile.across(self.ends[index].pip);
                    layout.lay(tile, index, open, rules);
                }
            }
            _ => {}
        }
        layout
    }

    /// The layout as a wrong play that stands would leave it, with the half `open` away from the
    /// tile it was laid against; the same if there is no such end, half or tile left.
    #[must_use]
    pub fn after_wrong_play(&self, tile: Tile, on: Tile, open: Pip, rules: &Rules) -> Self {
        let mut layout = self.clone();
        if let Some(index) = self.end_of(on)
            && self.unplayed.contains(tile)
            && tile.has(open)
        {
            layout.lay(tile, index, open, rules);
        }
        layout
    }

    /// The first end at a tile, whatever it shows.
    pub(crate) fn end_of(&self, on: Tile) -> Option<usize> {
        self.ends.iter().position(|end| end.tile == on)
    }

    /// Lays the first tile.
    pub(crate) fn lead(&mut self, tile: Tile, rules: &Rules) {
        self.unplayed.remove(tile);
        self.first = Some(tile);
        if tile.is_double() {
            let places = self.double_places;
            self.note_spinner(tile, places, rules);
            self.ends.push(End {
                tile,
                pip: tile.high(),
                covered: 0,
                places,
                depth: 0,
                fit: Fit::Suit,
            });
        } else {
            for pip in [tile.high(), tile.low()] {
                self.ends.push(End {
                    tile,
                    pip,
                    covered: 1,
                    places: 2,
                    depth: 0,
                    fit: Fit::Suit,
                });
            }
        }
        if rules.spinner == Spinner::Every {
            self.double_places = match rules.later_double {
                LaterDouble::ThreePlaces => 4,
                LaterDouble::TwoPlaces => 3,
            };
        }
        self.note_playable(rules);
    }

    /// Lays a tile at the end of this index with its half `open` away from it.
    pub(crate) fn lay(&mut self, tile: Tile, index: usize, open: Pip, rules: &Rules) {
        self.unplayed.remove(tile);
        let double = tile.is_double();
        let places = if double { self.double_places } else { 2 };
        if double {
            self.note_spinner(tile, places, rules);
        }
        let parent = &mut self.ends[index];
        parent.covered += 1;
        let end = End {
            tile,
            pip: open,
            covered: 1,
            places,
            depth: parent.depth + 1,
            fit: Fit::Suit,
        };
        if parent.covered == parent.places {
            *parent = end;
        } else {
            self.ends.push(end);
        }
        self.note_playable(rules);
    }

    /// The same on a line, for a tile that fits.
    ///
    /// Which end it is, and whether the tile is a double, is chance: no branch hangs on it. The next
    /// turn waits for the suits, so they are found without asking for numbers.
    #[inline(always)]
    pub(crate) fn lay_on_line(&mut self, tile: Tile, on: Tile, rules: &Rules) {
        let [end_a, _] = &self.ends[..] else {
            self.lay_on_first(tile, rules);
            return;
        };
        let [a, b] = self.suits;
        let at_a = (end_a.tile == on) & (a & TileSet::low_of(tile) != 0);
        let turn = TileSet::low_crossing(tile);
        let turn_a = if at_a { turn } else { 0 };
        self.suits = [a ^ turn_a, b ^ turn ^ turn_a];
        let unplayed = self.unplayed.low() ^ TileSet::low_of(tile);
        self.unplayed.set_low(unplayed);
        let at = usize::from(!at_a);
        self.tips[at] = tile;
        // Of its places one is open, as before.
        let end = &mut self.ends[at];
        end.tile = tile;
        end.pip = tile.across(end.pip);
        end.depth += 1;
    }

    /// The same on a lone double.
    #[inline(never)]
    fn lay_on_first(&mut self, tile: Tile, rules: &Rules) {
        let open = tile.across(self.ends[0].pip);
        self.lay(tile, 0, open, rules);
    }

    fn note_spinner(&mut self, tile: Tile, places: u8, rules: &Rules) {
        if places > 2 && self.first_spinner.is_none() {
            self.first_spinner = Some(tile);
            if rules.spinner == Spinner::First {
                self.double_places = 2;
            }
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
