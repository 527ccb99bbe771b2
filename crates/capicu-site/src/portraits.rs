//! Portraits of the bots: one bust for each level, on a ground of its own color, with a prop that shows its temper.

use capicu_protocol::Level;
use maud::{Markup, PreEscaped, html};

/// Draws the portrait of a level as a square of this many pixels. The name must be next to it: screen readers skip the
/// drawing.
pub fn portrait(level: Level, pixels: u32) -> Markup {
    let (ground, bust) = bust(level);
    html! {
        svg class="face" viewBox="0 0 80 80" width=(pixels) height=(pixels) style="border-radius:33%" aria-hidden="true" {
            path fill={ "#" (ground) } d="M0 0h80v80H0z" {}
            (PreEscaped(bust))
        }
    }
}

/// Draws the portrait of a level as it is on any ground.
pub fn without_ground(level: Level) -> Markup {
    html! { svg viewBox="0 0 80 80" { (PreEscaped(bust(level).1)) } }
}

/// The color of the ground, and the drawing on it.
const fn bust(level: Level) -> (&'static str, &'static str) {
    match level {
        Level::Heaviest => ("c2571a", HEAVIEST),
        Level::OwnHand => ("93357a", OWN_HAND),
        Level::Table => ("1b6a9c", TABLE),
        Level::Passes => ("117a4b", PASSES),
        Level::Club => ("8a6a00", CLUB),
        Level::Imagines => ("3c56b0", IMAGINES),
        Level::Concludes => ("495664", CONCLUDES),
        Level::Match => ("b3392b", MATCH),
    }
}

/// A man with a mustache, and the double six in his fist.
const HEAVIEST: &str = concat!(
    r##"<path fill="#f2c14e" d="M10 80c0-18 12-25 30-25s30 7 30 25z"/><path fill="#6d4126" d="M31 44h18v13q-9 7-18 0z"/>"##,
    r##"<circle cx="40" cy="34" r="17" fill="#7d4c2d"/><path fill="#20201c" d="M22 31q0-17 18-17t18 17q-4-9-18-9t-18 9zM30 42q5-5 10-1 5-4 10 1-5 5-10 1-5 4-10-1z"/>"##,
    r##"<g fill="none" stroke="#20201c" stroke-linecap="round" stroke-width="3"><path d="M29 29l7 1M44 30l7-1"/><path d="M33 34h0M47 34h0" stroke-width="5"/></g>"##,
    r##"<g transform="rotate(14 60 60)"><rect x="53" y="42" width="14" height="28" rx="3" fill="#fbf6e8"/><path stroke="#b98518" d="M55 56h10"/>"##,
    r##"<path stroke="#20201c" stroke-width="2.6" stroke-linecap="round" d="M57 46h0M63 46h0M57 49.500h0M63 49.500h0M57 53h0M63 53h0M57 59h0M63 59h0M57 62.500h0M63 62.500h0"/></g>"##,
    r##"<path fill="#6d4126" d="M49 69q0-8 9-8h7q8 0 8 8 0 9-8 9h-8q-8 0-8-9z"/><path fill="none" stroke="#4f2d18" stroke-width="2" stroke-linecap="round" d="M57 66v5M62 66v5M67 66v5"/>"##,
);

/// A woman with a headscarf and a cup of coffee.
const OWN_HAND: &str = concat!(
    r##"<path fill="#fbf6e8" d="M12 80c0-17 11-24 28-24s28 7 28 24z"/><path fill="#8d5a38" d="M32 46h16v12q-8 6-16 0z"/><circle cx="40" cy="36" r="16" fill="#a06a43"/>"##,
    r##"<path fill="#f2c14e" d="M23 34q0-19 17-19t17 19q-8-9-17-9t-17 9z"/><path fill="#f2c14e" d="M40 17q-11-12-13-3 3 5 13 3zm0 0q11-12 13-3-3 5-13 3z"/><path fill="none" stroke="#b98518" stroke-width="2" d="M25 30q15-10 30 0"/>"##,
    r##"<g fill="none" stroke="#20201c" stroke-linecap="round" stroke-width="2.5"><path d="M34 36h0M46 36h0" stroke-width="5"/><path d="M35 43q5 4 10 0"/></g><path stroke="#ffd873" stroke-width="4.5" stroke-linecap="round" d="M23.5 42h0M56.5 42h0"/>"##,
    r##"<path fill="#1b6a9c" d="M46 62h18v7q0 7-9 7t-9-7z"/><path fill="none" stroke="#1b6a9c" stroke-width="3" d="M64 64q7 0 6 5t-7 4"/><path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" d="M51 58q-3-3 0-6M58 58q-3-3 0-6"/>"##,
);

/// A young man with round glasses and a cap, looking aside.
const TABLE: &str = concat!(
    r##"<path fill="#f09a8a" d="M12 80c0-17 11-23 28-23s28 6 28 23z"/><path fill="#d9a878" d="M33 47h14v12q-7 5-14 0z"/><circle cx="40" cy="37" r="16" fill="#e8bd8f"/>"##,
    r##"<path fill="#0d4a33" d="M23 32q0-18 17-18 15 0 17 14l11 1q3 5-3 5z"/><path fill="none" stroke="#06291c" stroke-width="2" d="M25 32h36"/>"##,
    r##"<g fill="#fff" stroke="#20201c" stroke-width="2.5"><circle cx="33" cy="39" r="6.5"/><circle cx="48" cy="39" r="6.5"/></g><path stroke="#20201c" stroke-width="2.5" d="M39.5 38h2"/>"##,
    r##"<path fill="none" stroke="#20201c" stroke-width="5" stroke-linecap="round" d="M36 39h0M51 39h0"/><path fill="none" stroke="#20201c" stroke-width="2.5" stroke-linecap="round" d="M36 49q5 2 9-1"/>"##,
);

/// An elephant with a tie.
const PASSES: &str = concat!(
    r##"<path fill="#fbf6e8" d="M14 80c0-16 10-22 26-22s26 6 26 22z"/><path fill="#a32314" d="M36 62h8l3 18H33z"/>"##,
    r##"<path fill="#7c8790" d="M28 22Q6 18 7 36q1 17 20 15zM52 22q22-4 21 14-1 17-20 15z"/><path fill="#f0a9a0" d="M26 28q-13-3-13 8 1 10 12 9zM54 28q13-3 13 8-1 10-12 9z"/>"##,
    r##"<path fill="#939ea7" d="M40 14q17 0 17 18 0 12-8 19v12q0 7-6 7-5 0-5-5h5v-6h-7q-13-8-13-27 0-18 17-18z"/><path fill="none" stroke="#6a747c" stroke-width="2" stroke-linecap="round" d="M38 50h10M39 55h9M42 60h6"/>"##,
    r##"<g fill="none" stroke="#20201c" stroke-linecap="round" stroke-width="2.5"><path d="M33 33h0M47 33h0" stroke-width="5.5"/><path d="M29 27q3-3 7-1M44 26q4-2 7 1"/></g>"##,
);

/// A gentleman with a straw hat and a bow tie.
const CLUB: &str = concat!(
    r##"<path fill="#1d3557" d="M11 80c0-17 11-24 29-24s29 7 29 24z"/><path fill="#fbf6e8" d="M29 58h22L40 80z"/><path fill="#a32314" d="M40 63l-9-5v10zm0 0 9-5v10z"/><circle cx="60" cy="70" r="3" fill="#ffd873"/>"##,
    r##"<path fill="#4f2f1b" d="M33 46h14v11q-7 5-14 0z"/><circle cx="40" cy="37" r="16" fill="#5f3a22"/><path fill="#fbf6e8" d="M28 25V15q0-5 12-5t12 5v10z"/><path fill="#a32314" d="M28 20h24v5H28z"/><path fill="#e9dfc2" d="M17 26q23-5 46 0 2 4-23 4t-23-4z"/>"##,
    r##"<g fill="none" stroke="#20201c" stroke-linecap="round" stroke-width="2.5"><path d="M34 37h0M46 37h0" stroke-width="5"/><path d="M32 46q4-4 8-1 4-3 8 1" stroke-width="3.5"/></g>"##,
);

/// A woman with closed eyes, and a tile in her thoughts.
const IMAGINES: &str = concat!(
    r##"<path fill="#c6b2f2" d="M12 80c0-17 11-23 28-23s28 6 28 23z"/><path fill="#2a1a12" d="M40 13q23 0 22 25-1 18-10 22H27q-9-5-9-22 0-25 22-25z"/>"##,
    r##"<path fill="#7a4a2e" d="M33 48h14v12q-7 5-14 0z"/><circle cx="40" cy="40" r="15" fill="#8f5937"/><path fill="#2a1a12" d="M25 37q3-13 15-13t15 13q-13-1-18-7-4 6-12 7z"/>"##,
    r##"<path fill="none" stroke="#20201c" stroke-width="2.5" stroke-linecap="round" d="M30 41q3 3 6 0M44 41q3 3 6 0M36 49q4 2 8 0"/>"##,
    r##"<circle cx="59" cy="30" r="2.5" fill="#fff"/><circle cx="63" cy="23" r="3.5" fill="#fff"/><g transform="rotate(14 66 12)"><rect x="56" y="7" width="20" height="10" rx="2" fill="#fbf6e8"/><path stroke="#b98518" d="M66 8.500v7"/><path stroke="#20201c" stroke-width="2.2" stroke-linecap="round" d="M59 10h0M63 14h0M71 12h0"/></g>"##,
);

/// A man with a hat and a lens.
const CONCLUDES: &str = concat!(
    r##"<path fill="#c9a878" d="M10 80c0-18 12-24 30-24s30 6 30 24z"/><path fill="#a8865a" d="M24 60l16 10-9 10H20zM56 60 40 70l9 10h11z"/><path fill="#b98a63" d="M33 46h14v14q-7 6-14 0z"/>"##,
    r##"<circle cx="40" cy="38" r="16" fill="#d0a27a"/><path fill="#3a2416" d="M27 27l2-12q5-5 11-1 6-4 11 1l2 12z"/><path fill="#5a3a21" d="M27 23h26v4H27z"/><path fill="#3a2416" d="M17 29q23-7 46 0 1 4-23 3t-23-3z"/>"##,
    r##"<g fill="none" stroke="#20201c" stroke-linecap="round" stroke-width="2.5"><path d="M33 39h0" stroke-width="5"/><path d="M35 48h10"/></g><path stroke="#b98518" stroke-width="4.5" stroke-linecap="round" d="M55 48l8 11"/>"##,
    r##"<circle cx="49" cy="40" r="8.5" fill="#eaf6fb" stroke="#f2c14e" stroke-width="3"/><path stroke="#20201c" stroke-width="7" stroke-linecap="round" d="M49 40h0"/><path stroke="#fff" stroke-width="2" stroke-linecap="round" d="M47.5 38.500h0"/>"##,
);

/// An old woman with a bun, glasses and a shawl.
const MATCH: &str = concat!(
    r##"<circle cx="40" cy="12" r="9" fill="#f3f1ec"/><path fill="#dfeef0" d="M9 80c1-17 13-24 31-24s30 7 31 24z"/><path fill="none" stroke="#7fd1e8" stroke-width="3" d="M20 62q20 18 40 0"/><circle cx="40" cy="71" r="3" fill="#b98518"/>"##,
    r##"<path fill="#5f3a22" d="M33 47h14v11q-7 6-14 0z"/><circle cx="40" cy="37" r="16" fill="#71482c"/><path fill="#f3f1ec" d="M22 38q-1-21 18-21t18 21q-4-11-18-12-14 1-18 12z"/>"##,
    r##"<g fill="#8a5f41" stroke="#20201c" stroke-width="2.2"><circle cx="33" cy="38" r="5.5"/><circle cx="47" cy="38" r="5.5"/></g><path stroke="#20201c" stroke-width="2.2" d="M38.5 37h3"/>"##,
    r##"<path fill="none" stroke="#20201c" stroke-width="4.5" stroke-linecap="round" d="M33 38h0M47 38h0"/><path fill="none" stroke="#20201c" stroke-width="2.5" stroke-linecap="round" d="M34 47q6 4 12 0"/>"##,
);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_level_has_a_portrait_of_its_own() {
        let drawn = Level::ALL.iter().map(|level| portrait(*level, 44));
        let all: BTreeSet<String> = drawn.map(Markup::into_string).collect();
        assert_eq!(all.len(), Level::ALL.len());
        let grounds: BTreeSet<_> = Level::ALL.iter().map(|level| bust(*level).0).collect();
        assert_eq!(grounds.len(), Level::ALL.len());
        for face in all {
            assert!(
                face.contains("aria-hidden=\"true\"") && face.len() < 2_200,
                "{}",
                face.len()
            );
            // Every element that is opened is closed.
            assert_eq!(face.matches("<g").count(), face.matches("</g>").count());
            assert_eq!(face.matches('"').count() % 2, 0);
        }
    }
}
