//! Where the spots lie on half a tile.

use std::fmt::Write as _;

use capicu_geometry::Dir;

/// The side of a half, in the units that all drawings of tiles use.
pub const HALF: i32 = 100;

/// A spot, from the middle of its half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Along the tile.
    pub along: i32,
    /// Across it.
    pub across: i32,
}

/// How far the outer rows and columns are from the middle.
const OUT: i32 = 27;

/// The radius of the spots of a half with this many of them.
pub const fn radius(pip: u8) -> i32 {
    if pip < 10 { 10 } else { 8 }
}

/// The spots of a half. They stand in three rows that run along the tile, and turn with it.
pub fn spots(pip: u8) -> Vec<Spot> {
    // How many stand in an outer row and in the middle row.
    let (outer, middle) = match pip {
        0 => (0, 0),
        1 => (0, 1),
        // Two and three stand on a diagonal instead.
        2 | 3 => return diagonal(pip == 3),
        4..=5 => (2, pip - 4),
        6..=9 => (3, pip - 6),
        _ => (4, pip - 8),
    };
    let row = |n: u8, across| {
        positions(n, outer)
            .iter()
            .map(move |&along| Spot { along, across })
    };
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

/// Where the spots of a row stand; two in the middle row stand closer where the outer rows are full.
const fn positions(n: u8, outer: u8) -> &'static [i32] {
    match (n, outer) {
        (0, _) => &[],
        (1, _) => &[0],
        (2, 3) => &[-14, 14],
        (2, 4) => &[-22, 22],
        (2, _) => &[-OUT, OUT],
        (3, 4) => &[-22, 0, 22],
        (3, _) => &[-OUT, 0, OUT],
        _ => &[-33, -11, 11, 33],
    }
}

/// One symbol for each half, to be used by every tile on the page.
pub fn symbols() -> String {
    let mut svg = String::from("<defs>");
    for pip in 0..=12 {
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

/// How the value of a half is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// As spots.
    Spots,
    /// As a numeral, where spots would be too small to count.
    Numerals,
}

/// A tile without its numbers, lying along the horizontal, its middle at the origin.
pub const BLANK: &str = concat!(
    "<rect class=\"face\" x=\"-99\" y=\"-49\" width=\"198\" height=\"98\" rx=\"14\"/>",
    "<path class=\"bar\" d=\"M0-38V38\"/><circle class=\"pin\" r=\"5\"/>",
);

/// The spots of both halves of such a tile, by the [`symbols`].
pub fn halves(left: u8, right: u8) -> String {
    let half = HALF / 2;
    format!("<use href=\"#half-{left}\" x=\"-{half}\"/><use href=\"#half-{right}\" x=\"{half}\"/>")
}

/// A tile lying along the horizontal, its middle at the origin, `left` and `right` being its halves.
/// `turn` is how far it will be rotated afterwards: numerals are turned back by it.
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

/// By how many degrees a tile is turned whose far half lies in this direction.
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
        for pip in 0..=12 {
            assert_eq!(spots(pip).len(), usize::from(pip), "{pip}");
        }
    }

    #[test]
    fn rows_stand_as_on_real_tiles() {
        // Outer, middle, outer row; two and three stand on a diagonal, so one in each row.
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
        ];
        for (pip, expected) in rows {
            let row = |across| spots(pip).iter().filter(|s| s.across == across).count();
            assert_eq!([row(-OUT), row(0), row(OUT)], expected, "{pip}");
        }
    }

    #[test]
    fn a_half_looks_the_same_turned_round() {
        for pip in 0..=12 {
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
        for pip in 0..=12 {
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
