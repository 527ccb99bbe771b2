//! The tiles on the table, as far as play depends on them: the places for the next tile.

use arrayvec::ArrayVec;

use crate::rules::{Arms, Cross, Ends, LaterDouble, Spinner};
use crate::{Action, Pip, Rules, Tile, TileSet};

/// The tiles that an end accepts now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fit {
    /// All tiles that show its number.
    Suit,
    /// The double of its number.
    Double,
    /// No tile, until the arms are longer.
    Nothing,
}

/// A tile on the table with an open place, and the number it shows there.
///
/// A single shows one number at one place. A double may have several equivalent places: it leaves the list when the
/// last of them is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(8))]
pub struct End {
    pub(crate) tile: Tile,
    pub(crate) pip: Pip,
    /// The number of covered places. A single has two, one of them at its other half.
    covered: u8,
    places: u8,
    pub(crate) depth: u8,
    fit: Fit,
}

impl End {
    /// The tile on the table, which an action names as `on`.
    pub const fn tile(&self) -> Tile {
        self.tile
    }

    /// The number to be matched; for a first tile at two ends, it tells the ends apart.
    pub const fn pip(&self) -> Pip {
        self.pip
    }

    /// The number of tiles that can still be laid here.
    pub const fn open_places(&self) -> u8 {
        self.places - self.covered
    }

    /// The number of tiles between this one and the first; 0 for the first itself.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// The pips that the end adds to the total of the open ends. A double counts whole until two tiles touch it, and
    /// then no more (003:53, 004:44, A5).
    pub const fn count(&self) -> u8 {
        if !self.tile.is_double() {
            self.pip.value()
        } else if self.covered < 2 {
            2 * self.pip.value()
        } else {
            0
        }
    }

    /// A word of the tiles that it accepts now, if they are not on the table.
    #[inline]
    pub(crate) fn fitting(&self, word: usize) -> u64 {
        // The fit changes from end to end, so it is an index and not a branch.
        static FITTING: [TileSet; 4] = {
            let mut table = [TileSet::EMPTY; 4];
            table[Fit::Suit as usize] = TileSet::ALL;
            table[Fit::Double as usize] = TileSet::DOUBLES;
            table
        };
        TileSet::suit_word(self.pip, word) & FITTING[self.fit as usize % 4].words()[word]
    }

    /// Whether tiles touch two sides of it and more can follow: a spinner with its T crossed (004:44).
    pub(crate) const fn is_crossed(&self) -> bool {
        self.covered == 2
    }
}

/// An open end as a position describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenEnd {
    pub tile: Tile,
    pub pip: Pip,
    /// The number of tiles that can still be laid there.
    pub places: u8,
    pub depth: u8,
}

/// Why tiles and open ends are not a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LayoutError {
    /// The tile is not in the game.
    #[error("{0} is not in this game")]
    NotInGame(Tile),
    /// The first tile, or the tile of an end, is not one of the tiles laid.
    #[error("{0} is not among the tiles laid")]
    NotLaid(Tile),
    /// The tile has no half with this number.
    #[error("{tile} does not show a {pip}")]
    NoSuchHalf {
        /// The tile of the end.
        tile: Tile,
        /// The number that the end was said to show.
        pip: Pip,
    },
    /// The end has no open place, or more than its tile allows.
    #[error("at {tile} there are 1 to {most} open places")]
    Places {
        /// The tile of the end.
        tile: Tile,
        /// The most places that it can have open.
        most: u8,
    },
    /// The end is named twice.
    #[error("{0} is named twice")]
    Twice(Tile),
    /// The number of tiles between this tile and the first is impossible. Only the first tile has none before it, and
    /// the tiles laid limit it.
    #[error("too many tiles between {0} and the first")]
    Depth(Tile),
    /// There are more ends than any layout has.
    #[error("no layout can have this number of ends")]
    Ends,
    /// The number of open places does not follow from the tiles.
    #[error("these tiles leave {due} places open, not {there}")]
    Open {
        /// The open places named.
        there: usize,
        /// The open places that the tiles leave.
        due: usize,
    },
    /// Where doubles branch, the first double laid is the first spinner. In other games there is none.
    #[error("the spinner has to be the first double laid, where the rules have one")]
    Spinner,
}

/// The most ends open at once: in the widest tree, the first double of a double-eighteen set adds three, and each of 18
/// others two.
pub(crate) const MAX_ENDS: usize = 40;

/// The tiles on the table, and the ends that accept more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    tiles: TileSet,
    pub(crate) unplayed: TileSet,
    first: Option<Tile>,
    pub(crate) ends: ArrayVec<End, MAX_ENDS>,
    first_spinner: Option<Tile>,
    /// The numbers of the doubles on the table, a bit each. Kept up only where some tiles that fit may not be laid.
    doubles: u32,
    /// The number of places of the next double.
    pub(crate) double_places: u8,
    /// Whether any tile that fits may be laid at any end.
    pub(crate) free: bool,
    /// Whether this is a [line](crate::fast).
    pub(crate) line: bool,
    /// The lower halves of the suits at the ends of a line.
    pub(crate) suits: [u64; 2],
    /// The tiles at the ends of a line; a lone double is at both.
    pub(crate) tips: [Tile; 2],
    /// The tiles of the game that may be laid now. On a line, computed from the suits instead.
    playable: TileSet,
}

impl Layout {
    /// An empty table, before the first tile.
    #[inline(always)]
    pub fn new(rules: &Rules) -> Self {
        let tiles = rules.tiles();
        Self {
            tiles,
            unplayed: tiles,
            first: None,
            ends: ArrayVec::new(),
            first_spinner: None,
            doubles: 0,
            double_places: if rules.spinner == Spinner::None { 2 } else { 4 },
            free: rules.arms == Arms::Free && rules.cross == Cross::Free,
            line: false,
            suits: [0; 2],
            tips: [Tile::DOUBLE_BLANK; 2],
            playable: TileSet::EMPTY,
        }
    }

    /// The tiles on the table.
    pub fn laid(&self) -> TileSet {
        self.tiles - self.unplayed
    }

    /// The tiles of the game that are in the hands or the boneyard.
    pub const fn unplayed(&self) -> TileSet {
        self.unplayed
    }

    /// The tile that opened the round; `None` before it.
    pub const fn first(&self) -> Option<Tile> {
        self.first
    }

    /// The open ends, in the order in which they were opened. A line has two, except that a lone double is one end. Not
    /// every end accepts a tile now: see [`playable`](Self::playable).
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The first double with more than two open sides; `None` if there is none.
    pub const fn first_spinner(&self) -> Option<Tile> {
        self.first_spinner
    }

    /// The count of the open ends, in pips.
    pub fn total(&self) -> u16 {
        self.ends.iter().map(|end| u16::from(end.count())).sum()
    }

    /// The score of the open ends, in points; 0 where they score nothing.
    pub fn points(&self, rules: &Rules) -> u16 {
        match Self::score(self.total(), rules) {
            // Their total is nothing where the ends are compared.
            0 if rules.compares_ends() => self.points_of_equal(rules),
            points => points,
        }
    }

    /// The points of ends that all show one number (W26). A lone double is both ends of the line.
    #[cold]
    #[inline(never)]
    pub(crate) fn points_of_equal(&self, rules: &Rules) -> u16 {
        let counting = || {
            self.ends
                .iter()
                .filter(|end| !end.tile.is_double() || end.covered < 2)
        };
        let Some(first) = counting().next() else {
            return 0;
        };
        let alone = self.laid().len() == 1;
        let both = counting().count() > 1 || alone && first.tile().is_double();
        if !both || counting().any(|end| end.pip() != first.pip()) {
            return 0;
        }
        let double = !alone && counting().any(|end| end.tile().is_double());
        match rules.ends {
            Ends::EqualTotal => self.total(),
            _ if double => rules.equal_ends_double.get(),
            _ => rules.equal_ends.get(),
        }
    }

    /// The points for a total.
    pub(crate) fn score(total: u16, rules: &Rules) -> u16 {
        rules.ends_score(total) / rules.pips_per_point.get()
    }

    /// The tiles of the game that may be laid at an end now.
    #[inline]
    pub fn playable_at(&self, end: &End) -> TileSet {
        TileSet::from_words([0, 1, 2].map(|word| end.fitting(word))) & self.unplayed
    }

    /// The tiles of the game that may be laid somewhere now.
    pub const fn playable(&self) -> TileSet {
        if self.line {
            TileSet::from_low(self.playable_on_line())
        } else {
            self.playable
        }
    }

    /// Notes, after a tile, which tiles may be laid where.
    fn note_playable(&mut self, rules: &Rules) {
        if self.note_line(rules) {
            self.playable = TileSet::EMPTY;
        } else if self.free {
            self.note_suits(rules);
        } else {
            self.note_fits(rules);
        }
    }

    #[inline(never)]
    fn note_fits(&mut self, rules: &Rules) {
        let waits_for_cross = self.waits_for_cross(rules);
        let (first, doubles) = (self.first, self.doubles);
        // The numbers with which arms begin: their doubles belong there.
        let begun = |begun: u32, end: &End| begun | u32::from(end.depth == 1) << end.pip.value();
        let begun = self.ends.iter().fold(0, begun);
        let own_double = rules.arms == Arms::OwnDouble;
        // Which end this is is random, so no branch depends on it.
        let fit = |end: &End| {
            if waits_for_cross && Some(end.tile) != first {
                return Fit::Nothing;
            }
            if rules.arms == Arms::Free {
                return Fit::Suit;
            }
            let begins_arm = own_double & (end.depth == 1) & !end.tile.is_double();
            let double_laid = doubles >> end.pip.value() & 1 == 1;
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
        self.note_fitting(rules);
    }

    /// Notes the tiles of the game with a number of an end, where any tile that fits may be laid.
    #[inline(always)]
    fn note_suits(&mut self, rules: &Rules) {
        if rules.is_small() {
            let suit = |all: u64, end: &End| all | TileSet::low_suit(end.pip);
            let suits = self.ends.iter().fold(0, suit);
            self.playable = TileSet::from_low(suits & self.unplayed.low());
        } else {
            self.note_fitting(rules);
        }
    }

    /// Notes the tiles of the game that fit at an end. Most games have tiles only in the lower word of a set.
    #[inline(always)]
    fn note_fitting(&mut self, rules: &Rules) {
        let low = self.fitting(0);
        self.playable = if rules.is_small() {
            TileSet::from_low(low & self.unplayed.low())
        } else {
            let [high, top] = self.fitting_above();
            TileSet::from_words([low, high, top]) & self.unplayed
        };
    }

    #[inline(never)]
    fn fitting_above(&self) -> [u64; 2] {
        [self.fitting(1), self.fitting(2)]
    }

    /// A word of the tiles that fit at an end, if they are not on the table.
    #[inline(always)]
    fn fitting(&self, word: usize) -> u64 {
        let fitting = |all: u64, end: &End| all | end.fitting(word);
        self.ends.iter().fold(0, fitting)
    }

    /// Whether the sides of the opening double must be covered before any other end.
    pub fn waits_for_cross(&self, rules: &Rules) -> bool {
        rules.cross == Cross::First
            && self
                .ends
                .iter()
                .any(|end| end.depth == 0 && end.tile.is_double())
    }

    /// The index of the end at `on` where `tile` may be laid now.
    pub fn end_for(&self, tile: Tile, on: Tile) -> Option<usize> {
        self.place(tile, on)
            .filter(|&index| self.playable_at(&self.ends[index]).contains(tile))
    }

    /// Whether a tile at either end leads to the same game. Where ends do not score, places with the same number are
    /// equivalent, except the first tile of a French arm (G6).
    pub fn same_future(&self, a: &End, b: &End, rules: &Rules) -> bool {
        a.pip() == b.pip()
            && rules.ends == Ends::Off
            && match rules.arms {
                Arms::Free => !self.waits_for_cross(rules) || a.depth().min(1) == b.depth().min(1),
                // A wrong play may have started an arm with a double.
                _ => {
                    a.depth().min(2) == b.depth().min(2)
                        && self.playable_at(a) == self.playable_at(b)
                }
            }
    }

    /// The index of the end at `on` that shows a number of `tile`.
    pub(crate) fn place(&self, tile: Tile, on: Tile) -> Option<usize> {
        // A first tile has two ends, which differ by their number.
        let here = |end: &End| end.tile == on && tile.has(end.pip);
        self.ends.iter().position(here)
    }

    /// Builds a layout from its tiles, the first of them, the double that branched first, and the open ends in the
    /// order in which they were opened.
    pub(crate) fn of_parts(
        rules: &Rules,
        laid: TileSet,
        first: Tile,
        first_spinner: Option<Tile>,
        open: &[OpenEnd],
    ) -> Result<Self, LayoutError> {
        let mut layout = Self::new(rules);
        if let Some(tile) = (laid - layout.tiles).into_iter().next() {
            return Err(LayoutError::NotInGame(tile));
        }
        if !laid.contains(first) {
            return Err(LayoutError::NotLaid(first));
        }
        let doubles = laid & TileSet::DOUBLES;
        let branching = rules.spinner != Spinner::None && !doubles.is_empty();
        let due = match first.is_double() {
            true => first_spinner == Some(first),
            false => first_spinner.is_some_and(|tile| doubles.contains(tile)),
        };
        if branching && !due || !branching && first_spinner.is_some() {
            return Err(LayoutError::Spinner);
        }
        let places_of = |tile: Tile| match rules.spinner {
            _ if !tile.is_double() => 2,
            Spinner::None => 2,
            Spinner::First if Some(tile) == first_spinner => 4,
            Spinner::First => 2,
            Spinner::Every if tile == first => 4,
            Spinner::Every => later_places(rules),
        };
        for (index, end) in open.iter().enumerate() {
            let OpenEnd { tile, pip, .. } = *end;
            let places = places_of(tile);
            let most = if tile.is_double() && tile == first {
                places
            } else {
                places - 1
            };
            let again = |other: &OpenEnd| other.tile == tile && (other.pip == pip || tile != first);
            if !laid.contains(tile) {
                return Err(LayoutError::NotLaid(tile));
            }
            if !tile.has(pip) {
                return Err(LayoutError::NoSuchHalf { tile, pip });
            }
            if end.places == 0 || end.places > most {
                return Err(LayoutError::Places { tile, most });
            }
            if open[..index].iter().any(again) {
                return Err(LayoutError::Twice(tile));
            }
            if (end.depth == 0) != (tile == first) || usize::from(end.depth) >= laid.len() {
                return Err(LayoutError::Depth(tile));
            }
            let end = End {
                tile,
                pip,
                covered: places - end.places,
                places,
                depth: end.depth,
                fit: Fit::Suit,
            };
            layout.ends.try_push(end).map_err(|_| LayoutError::Ends)?;
        }
        // Every tile but the first covers one place and opens its own.
        let there: usize = open.iter().map(|end| usize::from(end.places)).sum();
        let places: usize = laid
            .into_iter()
            .map(|tile| usize::from(places_of(tile)))
            .sum();
        let due = places - 2 * (laid.len() - 1);
        if there != due {
            return Err(LayoutError::Open { there, due });
        }
        layout.unplayed = layout.tiles - laid;
        layout.first = Some(first);
        layout.first_spinner = first_spinner;
        if !layout.free {
            let pips = doubles.into_iter().map(|tile| 1 << tile.high().value());
            layout.doubles = pips.fold(0, |all, pip| all | pip);
        }
        layout.double_places = match rules.spinner {
            Spinner::None => 2,
            Spinner::First if first_spinner.is_some() => 2,
            Spinner::First => 4,
            Spinner::Every => later_places(rules),
        };
        layout.note_playable(rules);
        Ok(layout)
    }

    pub(crate) fn open_ends(&self) -> impl Iterator<Item = OpenEnd> {
        self.ends.iter().map(|end| OpenEnd {
            tile: end.tile,
            pip: end.pip,
            places: end.open_places(),
            depth: end.depth,
        })
    }

    /// The layout after an action, for players who think ahead. Unchanged if the action lays no tile, or one that may
    /// not be laid there.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::{Game, Layout};
    ///
    /// let rules = Game::by_id("block").and_then(|game| game.rules(2)).unwrap();
    /// let lead = Layout::new(&rules).after("6-4".parse()?, &rules);
    /// let next = lead.after("6-6@6-4".parse()?, &rules);
    /// let open: Vec<_> = next.ends().iter().map(|end| end.pip().value()).collect();
    /// assert_eq!(open, [6, 4]);
    /// assert_eq!(next.after("5-5@6-6".parse()?, &rules), next);
    /// # Ok::<_, capicu::ParseActionError>(())
    /// ```
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

    /// The layout after a wrong play that stands, with the half `open` outward. Unchanged if there is no such end, half
    /// or unplayed tile.
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

    /// The index of the first end at a tile.
    pub(crate) fn end_of(&self, on: Tile) -> Option<usize> {
        self.ends.iter().position(|end| end.tile == on)
    }

    pub(crate) fn lead(&mut self, tile: Tile, rules: &Rules) {
        self.unplayed.remove(tile);
        self.first = Some(tile);
        if tile.is_double() {
            let places = self.double_places;
            self.note_double(tile, places, rules);
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
            self.double_places = later_places(rules);
        }
        self.note_playable(rules);
    }

    /// Lays a tile at the end with this index, its half `open` outward.
    pub(crate) fn lay(&mut self, tile: Tile, index: usize, open: Pip, rules: &Rules) {
        self.unplayed.remove(tile);
        let double = tile.is_double();
        let places = if double { self.double_places } else { 2 };
        if double {
            self.note_double(tile, places, rules);
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

    fn note_double(&mut self, tile: Tile, places: u8, rules: &Rules) {
        if !self.free {
            self.doubles |= 1 << tile.high().value();
        }
        if places > 2 && self.first_spinner.is_none() {
            self.first_spinner = Some(tile);
            if rules.spinner == Spinner::First {
                self.double_places = 2;
            }
        }
    }
}

/// The places of a double laid on an arm, where every double branches.
const fn later_places(rules: &Rules) -> u8 {
    match rules.choices().later_double {
        LaterDouble::ThreePlaces => 4,
        LaterDouble::TwoPlaces => 3,
    }
}

impl Rules {
    /// Scores a total of the open ends, in points before any conversion to pegs; 0 if it scores nothing.
    pub fn ends_score(&self, total: u16) -> u16 {
        match self.ends {
            Ends::Multiples if total.is_multiple_of(self.ends_divisor.get()) => total,
            ends => ends_score(total, ends),
        }
    }
}

/// Scores a total of the open ends, except with a divisor of one's own ([`Rules::ends_score`]), in points before any conversion to pegs; 0 if it scores nothing.
///
/// # Sources
///
/// 003:53 fives; 003:69 fives and threes, a total of fifteen once (T1); the other readings are T1's.
///
/// # Examples
///
/// ```
/// use capicu::ends_score;
/// use capicu::rules::Ends;
///
/// assert_eq!(ends_score(15, Ends::Fives), 15);
/// assert_eq!(ends_score(15, Ends::EachMultiple), 3 + 5);
/// assert_eq!(ends_score(14, Ends::Fives), 0);
/// ```
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
        Ends::Off | Ends::Multiples | Ends::Equal | Ends::EqualTotal => 0,
        Ends::Fives => whole(5),
        Ends::Threes => whole(3),
        Ends::Sevens => whole(7),
        Ends::FivesAndThrees => whole(5).max(whole(3)),
        Ends::EachMultiple => times(5) + times(3),
        Ends::TotalForEach => whole(5) + whole(3),
    }
}
