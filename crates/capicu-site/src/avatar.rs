//! Faces of players, drawn from their names: a tile, a color and a pattern. Nothing is stored.

use std::fmt::Write as _;

use capicu_picture::pips::{HALF, spots};
use maud::{Markup, PreEscaped, html};

/// The owner of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face<'a> {
    /// A player with an account, by username.
    Account(&'a str),
    /// A player without an account, by the name at the table.
    Guest(&'a str),
    /// A bot, by its name.
    Bot(&'a str),
}

/// The colors: the ground, and the darker tone of the pattern. A tile has a contrast of at least 3 to both.
const COLORS: [(&str, &str); 12] = [
    ("b3392b", "962b1f"),
    ("0f6f73", "0a5558"),
    ("7a4a2b", "5f3820"),
    ("54781c", "405e12"),
    ("6a45a8", "523387"),
    ("c2571a", "a04510"),
    ("1b6a9c", "125079"),
    ("495664", "38424e"),
    ("117a4b", "0b5f39"),
    ("93357a", "762760"),
    ("8a6a00", "6b5200"),
    ("3c56b0", "2d428d"),
];

/// The ground of guests, and its darker tone.
const GRAY: (&str, &str) = ("6b6f6a", "575b56");

/// The patterns of the ground, as paths that are filled: plain, stripes, dots, zigzag, checks, rays, rings and half.
const PATTERNS: [&str; 8] = [
    "",
    "M0 20 20 0h15L0 35zM0 60 60 0h15L0 75zM20 80 80 20v15L35 80zM60 80 80 60v15l-5 5z",
    DOTS,
    "M0 10 10 0l15 15L40 0l15 15L70 0l10 10v12L70 12 55 27 40 12 25 27 10 12 0 22zM0 48 10 38l15 15 15-15 15 15 15-15 10 10v12L70 50 55 65 40 50 25 65 10 50 0 60z",
    "M0 0h20v20H0zM40 0h20v20H40zM20 20h20v20H20zM60 20h20v20H60zM0 40h20v20H0zM40 40h20v20H40zM20 60h20v20H20zM60 60h20v20H60z",
    "M40 40 0 12V0h8zM40 40 26 0h18zM40 40 62 0h18v4zM40 40 80 22v18zM40 40l40 20v18zM40 40 68 80H50zM40 40 32 80H14zM40 40 0 70V52zM40 40 0 42V28z",
    "M40 4a36 36 0 1 0 .1 0zm0 11a25 25 0 1 1-.1 0zM40 26a14 14 0 1 0 .1 0z",
    "M0 42h80v38H0z",
];

/// Dots in rows, each shifted against the last.
const DOTS: &str = "M10 4a6 6 0 1 0 .1 0zM38 4a6 6 0 1 0 .1 0zM66 4a6 6 0 1 0 .1 0zM24 26a6 6 0 1 0 .1 0zM52 26a6 6 0 1 0 .1 0zM10 48a6 6 0 1 0 .1 0zM38 48a6 6 0 1 0 .1 0zM66 48a6 6 0 1 0 .1 0zM24 68a6 6 0 1 0 .1 0zM52 68a6 6 0 1 0 .1 0z";

/// The color of a tile.
const IVORY: &str = "fbf6e8";

/// The number of tiles in a double-six set.
const TILES: u64 = 28;

impl Face<'_> {
    /// Draws the face as a square of this many pixels. The name must be next to it: screen readers skip the drawing.
    pub fn draw(self, pixels: u32) -> Markup {
        let (ground, inside) = match self {
            Self::Account(name) => {
                let number = number(name);
                let (tile, rest) = (number % TILES, number / TILES);
                let (ground, dark) = COLORS[(rest % 12) as usize];
                let pattern = PATTERNS[(rest / 12 % 8) as usize];
                (ground, on_ground(dark, pattern) + &tile_drawn(tile))
            }
            Self::Guest(name) => (GRAY.0, tile_drawn(number(name) % TILES)),
            Self::Bot(name) => (COLORS[(number(name) % 12) as usize].0, BUST.to_owned()),
        };
        html! {
            svg class="face" viewBox="0 0 80 80" width=(pixels) height=(pixels) style="border-radius:33%" aria-hidden="true" {
                path fill={ "#" (ground) } d="M0 0h80v80H0z" {}
                (PreEscaped(inside))
            }
        }
    }
}

/// The head of a bot.
const BUST: &str = concat!(
    "<g fill=\"none\" stroke=\"#fbf6e8\" stroke-linecap=\"round\" stroke-width=\"4\">",
    "<path d=\"M40 26V14\"/><path d=\"M40 13h0\" stroke-width=\"9\"/></g>",
    "<rect x=\"19\" y=\"25\" width=\"42\" height=\"36\" rx=\"11\" fill=\"#fbf6e8\"/>",
    "<g fill=\"none\" stroke=\"#20201c\" stroke-linecap=\"round\" stroke-width=\"3.5\">",
    "<path d=\"M31 39h0M49 39h0\" stroke-width=\"8\"/><path d=\"M32 50q8 5 16 0\"/></g>",
);

fn on_ground(dark: &str, pattern: &str) -> String {
    match pattern {
        "" => String::new(),
        path => format!("<path fill=\"#{dark}\" d=\"{path}\"/>"),
    }
}

/// The tile of this index, upright and turned a little.
fn tile_drawn(index: u64) -> String {
    let (high, low) = numbers(index);
    let mut pips = String::new();
    for (pip, middle) in [(high, 27.0), (low, 53.0)] {
        for spot in spots(pip) {
            // The spots of an upright half turn with it.
            let at = |units: i32| f64::from(units) * 25.0 / f64::from(HALF);
            let _ = write!(
                pips,
                "M{} {}h0",
                rounded(40.0 + at(spot.across)),
                rounded(middle + at(spot.along))
            );
        }
    }
    format!(
        "<g transform=\"rotate(18 40 40)\"><rect x=\"27\" y=\"14\" width=\"26\" height=\"52\" rx=\"4\" fill=\"#{IVORY}\"/>\
         <path stroke=\"#b98518\" stroke-width=\"1.5\" d=\"M30 40h20\"/>\
         <path stroke=\"#20201c\" stroke-width=\"5\" stroke-linecap=\"round\" d=\"{pips}\"/></g>"
    )
}

/// One decimal, and none of zero.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The numbers of the tile of this index, the higher first.
fn numbers(index: u64) -> (u8, u8) {
    let (mut high, mut low) = (0, index as u8);
    while low > high {
        high += 1;
        low -= high;
    }
    (high, low)
}

/// A number that is the same on every machine and in every version: FNV-1a of the lowercase name, mixed once more.
fn number(name: &str) -> u64 {
    let bytes = name.chars().flat_map(char::to_lowercase);
    let bytes = bytes.collect::<String>();
    let hash = bytes.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // Short names differ in few bits.
    let mixed = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 33)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The relative luminance of WCAG.
    fn luminance(color: &str) -> f64 {
        let part = |at: usize| {
            let part = u8::from_str_radix(&color[at..at + 2], 16).unwrap();
            let part = f64::from(part) / 255.0;
            match part <= 0.040_45 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            }
        };
        0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
    }

    #[test]
    fn tiles_stand_out_from_every_ground() {
        let tile = luminance(IVORY);
        for (ground, dark) in COLORS.into_iter().chain([GRAY]) {
            for tone in [ground, dark] {
                let contrast = (tile + 0.05) / (luminance(tone) + 0.05);
                assert!(contrast >= 3.0, "{tone}: {contrast}");
            }
        }
    }

    #[test]
    fn every_index_is_another_tile() {
        let all: BTreeSet<_> = (0..TILES).map(numbers).collect();
        assert_eq!(all.len(), 28);
        assert_eq!((numbers(0), numbers(27)), ((0, 0), (6, 6)));
        assert!(all.iter().all(|(high, low)| low <= high && *high <= 6));
    }

    #[test]
    fn face_depends_on_the_name_alone() {
        let face = |name: &str| Face::Account(name).draw(40).into_string();
        assert_eq!(face("nena"), face("Nena"), "names do not differ by case");
        let names: Vec<String> = (0..300).map(|n| format!("player{n}")).collect();
        let faces: BTreeSet<_> = names.iter().map(|name| face(name)).collect();
        assert!(faces.len() > 270, "{}", faces.len());
        // A change here changes the faces of all players.
        assert_eq!(number("nena") % TILES, 16);
        for name in &names {
            assert!(face(name).len() < 1_700, "{}", face(name).len());
        }
    }

    #[test]
    fn guests_and_bots_look_different_from_accounts() {
        let drawn = |face: Face<'_>| face.draw(40).into_string();
        let all = [Face::Account("ana"), Face::Guest("ana"), Face::Bot("ana")];
        let all: BTreeSet<_> = all.into_iter().map(drawn).collect();
        assert_eq!(all.len(), 3);
        assert!(drawn(Face::Guest("ana")).contains(GRAY.0));
        assert!(all.iter().all(|face| face.contains("aria-hidden=\"true\"")));
    }
}
