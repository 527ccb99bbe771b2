//! The places of the spots on half a tile.

use std::fmt::Write as _;

use capicu::Pip;
use capicu_geometry::Dir;

/// The side of a half, in the units of all drawings of tiles.
pub const HALF: i32 = 100;

/// A spot, relative to the middle of its half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub along: i32,
    pub across: i32,
}

/// The distance of the outer rows and columns from the middle.
const OUT: i32 = 27;

/// The radius of the spots on a half with this number of them.
pub const fn radius(pip: u8) -> i32 {
    match pip {
        0..=9 => 10,
        10..=12 => 8,
        13..=15 => 7,
        _ => 6,
    }
}

/// The spots of a half, in three rows along the tile that turn with it.
pub fn spots(pip: u8) -> Vec<Spot> {
    // The spots in an outer row and in the middle row.
    let (outer, middle) = match pip {
        0 => (0, 0),
        1 => (0, 1),
        // Two and three are on a diagonal instead.
        2 | 3 => return diagonal(pip == 3),
        4..=5 => (2, pip - 4),
        6..=9 => (3, pip - 6),
        10..=12 => (4, pip - 8),
        13..=15 => (5, pip - 10),
        _ => (6, pip - 12),
    };
    let row = |n: u8, across| positions(n, outer).map(move |along| Spot { along, across });
    row(outer, -OUT)
        .chain(row(middle, 0))
        .chain(row(outer, OUT))
        .collect()
}

fn diagonal(middle: bool) -> Vec<Spot> {
    let at = |distance| Spot {
        along: distance,
        across: distance,
    };
    let mut spots = vec![at(-OUT), at(OUT)];
    if middle {
        spots.insert(1, at(0));
    }
    spots
}

/// The places of the spots in a row. Two in the middle row are closer together if the outer rows are full.
fn positions(n: u8, outer: u8) -> impl Iterator<Item = i32> {
    let step = match (n, outer) {
        (2, 3) => 28,
        (2, 4) => 44,
        (_, 4) => 22,
        (_, 5) => 18,
        (_, 6) => 16,
        (2, _) => 2 * OUT,
        _ => OUT,
    };
    (0..i32::from(n)).map(move |at| (2 * at + 1 - i32::from(n)) * step / 2)
}

/// One symbol for each half up to a number, at least to twelve, for all tiles on the page.
pub fn symbols(highest: Pip) -> String {
    let mut svg = String::from("<defs>");
    for pip in 0..=highest.value().max(12) {
        let _ = write!(svg, "<g id=\"half-{pip}\">");
        for Spot { along, across } in spots(pip) {
            let _ = write!(
                svg,
                "<circle cx=\"{along}\" cy=\"{across}\" r=\"{}\"/>",
                radius(pip)
            );
        }
        svg.push_str("</g>");
    }
    svg.push_str("</defs>");
    svg
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Spots,
    /// A numeral, where spots would be too small to count.
    Numerals,
}

/// A horizontal tile without its numbers, with its middle at the origin.
pub const BLANK: &str = concat!(
    "<rect class=\"face\" x=\"-99\" y=\"-49\" width=\"198\" height=\"98\" rx=\"14\"/>",
    "<path class=\"bar\" d=\"M0-38V38\"/><circle class=\"pin\" r=\"5\"/>",
);

pub fn halves(left: u8, right: u8) -> String {
    let half = HALF / 2;
    format!("<use href=\"#half-{left}\" x=\"-{half}\"/><use href=\"#half-{right}\" x=\"{half}\"/>")
}

/// A horizontal tile with its middle at the origin and the halves `left` and `right`. `turn` is its later rotation;
/// numerals are turned back by it.
pub fn tile(left: u8, right: u8, turn: i32, face: Face) -> String {
    let numerals = || {
        [(left, -HALF / 2), (right, HALF / 2)].map(|(pip, x)| {
            format!(
                "<text transform=\"translate({x} 0) rotate({})\" y=\"24\">{pip}</text>",
                -turn
            )
        })
    };
    match face {
        Face::Spots => format!("{BLANK}{}", halves(left, right)),
        Face::Numerals => format!("{BLANK}{}", numerals().concat()),
    }
}

/// The rotation, in degrees, of a tile whose far half is in this direction.
pub const fn angle(dir: Dir) -> i32 {
    match dir {
        Dir::East => 0,
        Dir::South => 90,
        Dir::West => 180,
        Dir::North => 270,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_shows_its_number() {
        for pip in 0..=Pip::MAX.value() {
            assert_eq!(spots(pip).len(), usize::from(pip), "{pip}");
        }
    }

    #[test]
    fn spots_are_in_rows_like_those_of_real_tiles() {
        // Outer, middle, outer row. Two and three are on a diagonal, with one spot per row.
        let rows = [
            (1, [0, 1, 0]),
            (2, [1, 0, 1]),
            (3, [1, 1, 1]),
            (4, [2, 0, 2]),
            (5, [2, 1, 2]),
            (6, [3, 0, 3]),
            (7, [3, 1, 3]),
            (8, [3, 2, 3]),
            (9, [3, 3, 3]),
            (10, [4, 2, 4]),
            (11, [4, 3, 4]),
            (12, [4, 4, 4]),
            (13, [5, 3, 5]),
            (14, [5, 4, 5]),
            (15, [5, 5, 5]),
            (16, [6, 4, 6]),
            (17, [6, 5, 6]),
            (18, [6, 6, 6]),
        ];
        for (pip, expected) in rows {
            let row = |across| spots(pip).iter().filter(|s| s.across == across).count();
            assert_eq!([row(-OUT), row(0), row(OUT)], expected, "{pip}");
        }
    }

    #[test]
    fn half_looks_the_same_upside_down() {
        for pip in 0..=Pip::MAX.value() {
            let spots = spots(pip);
            for spot in &spots {
                let turned = Spot {
                    along: -spot.along,
                    across: -spot.across,
                };
                assert!(spots.contains(&turned), "{pip}");
            }
        }
    }

    #[test]
    fn spots_keep_apart_and_inside() {
        for pip in 0..=Pip::MAX.value() {
            let (spots, r) = (spots(pip), radius(pip));
            for (i, a) in spots.iter().enumerate() {
                assert!(a.along.abs() + r < HALF / 2 && a.across.abs() + r < HALF / 2);
                for b in &spots[..i] {
                    let (x, y) = (a.along - b.along, a.across - b.across);
                    assert!(x * x + y * y > 4 * r * r, "{pip}: {a:?} touches {b:?}");
                }
            }
        }
    }
}
