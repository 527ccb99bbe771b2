//! Short forms of moves: a tile alone, or with the end of the line where it was laid.

use capicu::{Action, Layout, Pip, Rules, Tile};

use super::What;

/// An end where a tile was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedEnd {
    /// The left end of a line, from the writer's side of the table.
    Left,
    /// The right end of a line.
    Right,
    /// An end that shows this number, in any layout.
    Shows(Pip),
}

impl NamedEnd {
    /// The end with this name.
    pub(super) fn named(text: &str) -> Option<Self> {
        match text {
            "L" | "l" => Some(Self::Left),
            "R" | "r" => Some(Self::Right),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// The tile fits at several different ends, those with these tiles.
    Several(Vec<Tile>),
    /// The layout is not a line, so it has no left and right.
    NoSides,
    /// The table has no tile yet.
    NothingLies,
}

/// The most readings of a round that are followed.
const MOST: usize = 64;

/// The layouts of a round so far, one for each possible reading of its moves.
///
/// If a tile fits at two equivalent ends, either may be meant. Later moves can decide: a tile laid against one of them,
/// or at the left.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    rules: Rules,
    /// Never empty. The first reading counts if nothing decides.
    ways: Vec<Way>,
}

#[derive(Clone, Debug)]
struct Way {
    layout: Layout,
    /// The index of the left end, once a move has decided it. The ends of a line keep their index.
    left: Option<usize>,
    /// For moves that did not name it, the tile they were laid against.
    meant: Vec<(usize, Tile)>,
}

impl Reading {
    /// The reading of a round before its first move.
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            ways: vec![Way {
                layout: Layout::new(rules),
                left: None,
                meant: Vec::new(),
            }],
        }
    }

    /// Reads the next move, with its index. A tile written alone is a [`What::Lead`].
    ///
    /// An impossible move changes nothing; the referee reports it.
    pub(crate) fn read(
        &mut self,
        index: usize,
        what: What,
        end: Option<NamedEnd>,
    ) -> Result<(), Unclear> {
        let rules = self.rules;
        match what {
            What::Lead(tile) if self.ways[0].layout.first().is_none() => {
                if end.is_some() {
                    return Err(Unclear::NothingLies);
                }
                if rules.tiles().contains(tile) {
                    self.lay(|layout| Some(layout.after(Action::Lead(tile), &rules)));
                }
            }
            What::Lead(tile) => match end {
                None => self.find(index, tile, Way::ends)?,
                Some(end) => self.find_at(index, tile, end)?,
            },
            What::Play { tile, on } | What::Directed { tile, on } => self.lay(|layout| {
                layout.end_for(tile, on)?;
                Some(layout.after(Action::Play { tile, on }, &rules))
            }),
            What::WrongPlay { tile, on, open } => {
                self.lay(|layout| Some(layout.after_wrong_play(tile, on, open, &rules)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the round has its first tile.
    pub(crate) fn is_begun(&self) -> bool {
        self.ways[0].layout.first().is_some()
    }

    /// Decides, after the first tile, that its left half shows this number.
    pub(crate) fn face(&mut self, left: Pip) {
        for way in &mut self.ways {
            let mut ends = way.layout.ends().iter();
            if way.layout.ends().len() == 2 {
                way.left = ends.position(|end| end.pip() == left);
            }
        }
    }

    /// Whether an end shows this number.
    pub(crate) fn shows(&self, pip: Pip) -> bool {
        let mut ends = self.ways.iter().flat_map(|way| way.layout.ends());
        ends.any(|end| end.pip() == pip)
    }

    /// Whether a tile can be laid at this end.
    pub(crate) fn fits(&self, tile: Tile, end: NamedEnd) -> bool {
        self.ways.iter().any(|way| {
            let ends = way.ends_at(end).into_iter();
            ends.filter_map(|(end, _)| way.layout.ends().get(end))
                .any(|end| way.layout.playable_at(end).contains(tile))
        })
    }

    /// The short moves by index, and the tile each was laid against.
    pub(crate) fn meant(self) -> Vec<(usize, Tile)> {
        let first = self.ways.into_iter().next();
        first.map(|way| way.meant).unwrap_or_default()
    }

    /// Keeps the readings that allow a move, if any does.
    fn lay(&mut self, after: impl Fn(&Layout) -> Option<Layout>) {
        let ways = self.ways.iter().filter_map(|way| {
            let layout = after(&way.layout)?;
            Some(Way {
                layout,
                ..way.clone()
            })
        });
        self.go_on(ways.collect());
    }

    /// Lays a tile where it fits among some ends of every reading. Each end comes with its index, and with the index of
    /// the left end if it is this one.
    fn find(
        &mut self,
        index: usize,
        tile: Tile,
        among: impl Fn(&Way) -> Vec<(usize, Option<usize>)>,
    ) -> Result<(), Unclear> {
        let mut next = Vec::new();
        for way in &self.ways {
            let mut fits = among(way);
            let ends = way.layout.ends();
            fits.retain(|(end, _)| way.layout.playable_at(&ends[*end]).contains(tile));
            let alike = |pair: &[(usize, Option<usize>)]| {
                let [a, b] = [pair[0].0, pair[1].0];
                let layout = &way.layout;
                layout.same_future(&ends[a], &ends[b], &self.rules)
            };
            if !fits.windows(2).all(alike) {
                let tiles = fits.iter().map(|(end, _)| ends[*end].tile());
                return Err(Unclear::Several(tiles.collect()));
            }
            for (end, left) in fits {
                let on = ends[end].tile();
                let mut after = way.clone();
                after.layout = way.layout.after(Action::Play { tile, on }, &self.rules);
                after.left = left.or(way.left);
                after.meant.push((index, on));
                next.push(after);
            }
        }
        self.go_on(next);
        Ok(())
    }

    /// Lays a tile at an end of the line.
    fn find_at(&mut self, index: usize, tile: Tile, end: NamedEnd) -> Result<(), Unclear> {
        if !matches!(end, NamedEnd::Shows(_)) && !self.ways[0].is_line() {
            return Err(Unclear::NoSides);
        }
        if self.fits(tile, end) {
            return self.find(index, tile, |way| way.ends_at(end));
        }
        // The referee reports that the tile does not fit there.
        self.ways.truncate(1);
        let way = &mut self.ways[0];
        let meant = match (end, &way.ends_at(end)[..]) {
            (NamedEnd::Shows(_), [(end, _), ..]) | (_, [(end, _)]) => Some(*end),
            _ => None,
        };
        if let Some(end) = meant {
            let on = way.layout.ends()[end].tile();
            way.meant.push((index, on));
        }
        Ok(())
    }

    fn go_on(&mut self, ways: Vec<Way>) {
        let mut next: Vec<Way> = Vec::new();
        for way in ways {
            let same = |other: &Way| other.layout == way.layout && other.left == way.left;
            if next.len() < MOST && !next.iter().any(same) {
                next.push(way);
            }
        }
        if !next.is_empty() {
            self.ways = next;
        }
    }
}

impl Way {
    fn is_line(&self) -> bool {
        let ends = self.layout.ends().iter();
        ends.map(|end| end.open_places()).sum::<u8>() == 2
    }

    fn ends(&self) -> Vec<(usize, Option<usize>)> {
        (0..self.layout.ends().len())
            .map(|end| (end, None))
            .collect()
    }

    /// The ends that may be meant. For an end of a line, the layout has to be one.
    fn ends_at(&self, end: NamedEnd) -> Vec<(usize, Option<usize>)> {
        let is_right = match end {
            NamedEnd::Shows(pip) => {
                let ends = self.layout.ends().iter().enumerate();
                let shown = ends.filter(|(_, end)| end.pip() == pip);
                return shown.map(|(at, _)| (at, None)).collect();
            }
            NamedEnd::Left => false,
            NamedEnd::Right => true,
        };
        let left_of = |at: usize| if is_right { 1 - at } else { at };
        match (self.layout.ends().len(), self.left) {
            // Both ends of a lone double are the same: the next tile becomes the second.
            (1, _) => vec![(0, Some(left_of(1)))],
            (_, Some(left)) => vec![(left_of(left), Some(left))],
            (_, None) => vec![(0, Some(left_of(0))), (1, Some(left_of(1)))],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::plain;

    fn rules(options: &[(&str, &str)]) -> Rules {
        let mut choices = plain();
        for (name, value) in options {
            choices.set(name, value).unwrap();
        }
        Rules::new(choices).unwrap()
    }

    /// Reads moves such as `6-4`, `4-2@6-4` and `2-1 L`, and prints the tile that each short one was laid against.
    fn read(rules: &Rules, moves: &str) -> Result<String, Unclear> {
        let mut reading = Reading::new(rules);
        for (index, text) in moves.split(", ").enumerate() {
            let (word, end) = match text.split_once(' ') {
                Some((word, end)) => (word, NamedEnd::named(end)),
                None => (text, None),
            };
            let what = match word.split_once('@') {
                Some((tile, on)) => What::Play {
                    tile: tile.parse().unwrap(),
                    on: on.parse().unwrap(),
                },
                None => What::Lead(word.parse().unwrap()),
            };
            reading.read(index, what, end)?;
        }
        let meant = reading.meant().into_iter();
        let meant: Vec<_> = meant.map(|(index, on)| format!("{index}:{on}")).collect();
        Ok(meant.join(" "))
    }

    fn tiles(texts: &[&str]) -> Vec<Tile> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn tile_alone_is_laid_at_the_end_it_fits() {
        let line = rules(&[]);
        assert_eq!(
            read(&line, "6-6, 6-4, 6-2, 4-1").as_deref(),
            Ok("1:6-6 2:6-6 3:6-4")
        );
        // 6-2 fits at no end, which the referee reports.
        assert_eq!(read(&line, "6-6, 5-4, 6-2").as_deref(), Ok("2:6-6"));
        // A tile on the table fits nowhere a second time.
        assert_eq!(read(&line, "6-6, 6-4, 6-6").as_deref(), Ok("1:6-6"));
    }

    #[test]
    fn tile_that_fits_different_ends_needs_a_choice() {
        let line = rules(&[]);
        let several = |ends| Err(Unclear::Several(tiles(ends)));
        // 4-2 can join either number.
        assert_eq!(
            read(&line, "6-4, 6-2, 4-2"),
            several(&["6-2", "6-4"]),
            "the ends show 2 and 4"
        );
        // The ends show the same number, which is all that matters in a game without points for ends.
        assert_eq!(
            read(&line, "4-4, 4-6, 6-5, 5-4@6-5, 4-2").as_deref(),
            Ok("1:4-4 2:6-4 4:4-4")
        );
        let fives = rules(&[("ends", "fives")]);
        assert_eq!(
            read(&fives, "4-4, 4-6, 6-5, 5-4@6-5, 4-2"),
            several(&["4-4", "5-4"])
        );
        // A cross has one end with many places, and later several ends.
        let cross = rules(&[("spinner", "first")]);
        assert_eq!(
            read(&cross, "6-6, 6-4, 6-2, 6-1, 4-2"),
            several(&["6-4", "6-2"])
        );
    }

    #[test]
    fn later_moves_decide_between_equivalent_ends() {
        let line = rules(&[]);
        let begun = "4-4, 6-4, 6-5, 5-4@6-5, 4-2";
        let other = format!("{begun}, 4-1@5-4");
        assert_eq!(read(&line, &other).as_deref(), Ok("1:4-4 2:6-4 4:4-4"));
        let same = format!("{begun}, 4-1@4-4");
        assert_eq!(read(&line, &same).as_deref(), Ok("1:4-4 2:6-4 4:5-4"));
        // 6-4 was laid at the left of 4-4, and so was 5-4 in the end.
        let left = "4-4, 6-4 L, 6-5, 5-4 L, 4-2, 4-1 L";
        assert_eq!(
            read(&line, left).as_deref(),
            Ok("1:4-4 2:6-4 3:6-5 4:4-4 5:5-4")
        );
    }

    #[test]
    fn first_tile_that_fits_one_end_decides_left_and_right() {
        let line = rules(&[]);
        assert_eq!(
            read(&line, "6-4, 4-2 L, 6-2 R, 2-1 R").as_deref(),
            Ok("1:6-4 2:6-4 3:6-2")
        );
        assert_eq!(
            read(&line, "6-4, 4-2 R, 6-2 L, 2-1 R").as_deref(),
            Ok("1:6-4 2:6-4 3:4-2")
        );
        // No move has decided left and right, and the ends differ.
        assert_eq!(
            read(&line, "6-4, 6-2, 4-2 L"),
            Err(Unclear::Several(tiles(&["6-2", "6-4"])))
        );
        // The named end does not fit, which the referee reports.
        assert_eq!(
            read(&line, "6-4, 4-2 L, 2-1 R").as_deref(),
            Ok("1:6-4 2:6-4")
        );
        assert_eq!(read(&line, "6-4, 5-1 R").as_deref(), Ok(""));
    }

    #[test]
    fn tile_joins_an_end_that_shows_the_number() {
        let cross = rules(&[("spinner", "first")]);
        let joined = |last: &str, shown: u8| {
            let mut reading = Reading::new(&cross);
            for (index, tile) in ["6-6", "6-4", "6-2", last].into_iter().enumerate() {
                let end = Pip::new(shown).map(NamedEnd::Shows);
                let what = What::Lead(tile.parse().unwrap());
                let end = end.filter(|_| index == 3);
                assert_eq!(reading.read(index, what, end), Ok(()), "{last}");
            }
            let meant = reading.meant().into_iter();
            let mut last = meant.filter(|(index, _)| *index == 3);
            last.next().map(|(_, on)| on.to_string())
        };
        assert_eq!(joined("4-2", 4).as_deref(), Some("6-4"));
        assert_eq!(joined("4-2", 2).as_deref(), Some("6-2"));
        assert_eq!(joined("6-1", 6).as_deref(), Some("6-6"));
        // No end shows the number.
        assert_eq!(joined("5-4", 5), None);
        // 5-4 does not fit the end with 2, which the referee reports.
        assert_eq!(joined("5-4", 2).as_deref(), Some("6-2"));
        // Both ends show 4, and where ends score they differ.
        let fives = rules(&[("ends", "fives")]);
        let mut reading = Reading::new(&fives);
        let four = Pip::new(4).unwrap();
        for (index, tile) in ["6-4", "6-5", "5-4"].iter().enumerate() {
            let end = Pip::new(5).map(NamedEnd::Shows).filter(|_| index == 2);
            let what = What::Lead(tile.parse().unwrap());
            assert_eq!(reading.read(index, what, end), Ok(()));
        }
        assert!(reading.shows(four));
        assert!(!reading.shows(Pip::new(5).unwrap()));
        let what = What::Lead("4-2".parse().unwrap());
        let several = Err(Unclear::Several(tiles(&["5-4", "6-4"])));
        assert_eq!(reading.read(3, what, Some(NamedEnd::Shows(four))), several);
    }

    #[test]
    fn first_tile_tells_left_from_right() {
        let line = rules(&[]);
        // 6-5 and 4-1 are at both ends; 5-1 fits either.
        for (left, on) in [(6, "6-5"), (4, "4-1")] {
            let mut reading = Reading::new(&line);
            let lead = |tile: &str| What::Lead(tile.parse().unwrap());
            assert_eq!(reading.read(0, lead("6-4"), None), Ok(()));
            reading.face(Pip::new(left).unwrap());
            assert_eq!(reading.read(1, lead("6-5"), None), Ok(()));
            assert_eq!(reading.read(2, lead("4-1"), None), Ok(()));
            assert_eq!(reading.read(3, lead("5-1"), Some(NamedEnd::Left)), Ok(()));
            let meant = reading.meant();
            assert_eq!(meant.last(), Some(&(3, on.parse().unwrap())), "{left}");
        }
        // A lone double has one end, so its half tells nothing.
        let mut reading = Reading::new(&line);
        assert_eq!(
            reading.read(0, What::Lead("6-6".parse().unwrap()), None),
            Ok(())
        );
        reading.face(Pip::new(6).unwrap());
        assert!(reading.ways.iter().all(|way| way.left.is_none()));
    }

    #[test]
    fn left_and_right_are_refused_outside_a_line() {
        let cross = rules(&[("spinner", "first")]);
        assert_eq!(read(&cross, "6-6, 6-4 L"), Err(Unclear::NoSides));
        assert_eq!(
            read(&cross, "6-4, 4-2 L, 2-2, 2-1 L"),
            Err(Unclear::NoSides)
        );
        assert_eq!(read(&cross, "6-4, 4-2 L").as_deref(), Ok("1:6-4"));
        assert_eq!(read(&cross, "6-6 L"), Err(Unclear::NothingLies));
    }

    #[test]
    fn reading_never_has_more_ends_than_a_layout() {
        let trees = rules(&[("spinner", "every"), ("set", "double-twelve")]);
        let mut reading = Reading::new(&trees);
        let double: Tile = "12-12".parse().unwrap();
        for index in 0..1000 {
            let what = match index {
                0 => What::Lead(double),
                _ => What::WrongPlay {
                    tile: double,
                    on: double,
                    open: double.high(),
                },
            };
            assert_eq!(reading.read(index, what, None), Ok(()));
        }
    }
}
